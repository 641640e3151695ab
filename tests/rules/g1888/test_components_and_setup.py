"""What is in the box, what is open to all, and how the table is set up: sections I, II, III and XI."""

from __future__ import annotations

from itertools import pairwise, permutations

import pytest

from kaiping import new_game
from kaiping.action import (
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Dividend,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    Route,
    RunRoutes,
)
from kaiping.board.hex import neighbour
from kaiping.definition import SpecialTiles
from kaiping.errors import BadInput
from kaiping.flow.auction import Auction
from kaiping.flow.operating.fitting import tiles_left
from kaiping.flow.play import Play
from kaiping.flow.shares import certificates
from kaiping.game import Game
from kaiping.ledger.course import round_now
from tests.rules.books import rule_1888
from tests.rules.g1888.positions import PLAYERS, Position, offered, plays, refused

COMPANIES = ("JHR", "SSL", "CDL", "HJR", "TJL", "LYR", "JZR", "ZDR")
PRIVATES = ("KT", "TA", "HS", "CW", "YRF", "FC")


def start(edition: str, players: int = 3) -> Game:
    return new_game("1888", edition=edition, players=PLAYERS[:players])


def all_certificates(edition: str) -> int:
    """Certificates of all companies when players hold everything: 60 % with the director, 40 % with another."""
    position = Position(edition)
    for company in COMPANIES:
        position.company(company, Ann=60, Bo=40)
    table = Play(position.definition, position.game.title, position.state)
    return certificates(table, "Ann") + certificates(table, "Bo")


def tiles_of(game: Game, color: str) -> dict[str, int]:
    """How many copies of each tile of a colour lie ready."""
    tiles = (tile.id for tile in game.definition.tiles.values() if tile.color == color)
    return {tile: tiles_left(game.definition, game.state, tile) for tile in tiles}


# --- number of players, wealth, kinds of rounds --------------------------------------------------------


@rule_1888("I.1", in_2021=["II.1"])
def test_number_of_players(edition):
    least = {"2022": 2, "2021": 3}[edition]
    for players in range(least, 7):
        game = start(edition, players)
        assert len(game.players) == players
    with pytest.raises(BadInput):
        start(edition, least - 1)
    with pytest.raises(BadInput):
        start(edition, 7)


@rule_1888("I.3")
def test_the_greatest_wealth_in_cash_and_shares_wins(edition):
    """Bo has more cash and Cy's company more money, but Ann's cash and six shares at 80 are worth most."""
    position = Position(edition).phase("5").set(ending="bank")
    position.company("JHR", par=70, cell=(4, 3), cash=1000, trains=("5",), president="Ann", Ann=60, Bo=10, Cy=20)
    position.cash(Ann=300, Bo=690, Cy=100)
    game = plays(position.operate("JHR", "trains"), Pass("JHR"))
    assert game.finished == "bank"
    assert game.totals() == {"Ann": 300 + 6 * 80, "Bo": 690 + 80, "Cy": 100 + 2 * 80}
    assert max(game.totals(), key=game.totals().__getitem__) == "Ann"


@rule_1888("I.8")
def test_a_stock_round_is_open_to_all_eight_companies(edition):
    game = Position(edition).stock("Ann")
    assert {par.company for par in offered(game, Par)} == set(COMPANIES)
    for player, company in zip(PLAYERS[:3] * 3, COMPANIES, strict=False):
        game = Position(edition).cash(**{player: 140}).stock(player)
        plays(game, Par(player, company, 70))
    for company in COMPANIES:
        game = Position(edition).company(company, par=80, Bo=20).cash(Ann=80).stock("Ann")
        plays(game, BuyShare("Ann", company, "ipo"))


@rule_1888("I.9")
def test_companies_run_trains_and_pay_dividends(edition):
    """Beijing 30 and Tianjin 20 make 50, so 5 a share."""
    position = Position(edition).company("JHR", trains=("2",), Ann=60, Bo=20).set(phase="2").tile("D10", "6", 2)
    position.cash(Ann=0, Bo=0)
    game = position.operate("JHR", "run")
    plays(game, RunRoutes("JHR", (Route("2", ("C9.1", "D10.0")),)), Dividend("JHR", "pay"))
    assert (game.state.cash["Ann"], game.state.cash["Bo"]) == (30, 10)


# --- components ----------------------------------------------------------------------------------------


@rule_1888("II.1.4", "II.1.5", "II.1.7", "II.1.8", in_2021=["I.4"])
def test_cards(edition):
    """72 shares, 30 trains (seven of them D-trains), six privates, and the cards for the order of play."""
    game = start(edition, 6)
    shares = all_certificates(edition)
    assert shares == 72
    assert game.state.depot == {"2": 7, "3": 6, "4": 5, "5": 3, "6": 2}
    trains = sum(game.state.depot.values()) + 7
    assert trains == 30
    assert tuple(game.state.privates) == PRIVATES
    order_cards = {"2022": 6 + 1, "2021": 6}[edition]  # one for each player; 2022 adds the Priority Deal
    assert shares + trains + len(game.state.privates) + order_cards == {"2022": 115, "2021": 114}[edition]


@rule_1888("II.1.7")
def test_seven_d_trains_can_be_sold(edition):
    position = Position(edition).phase("7").company("HJR", cash=900, Ann=60)
    for company in ("JHR", "SSL", "CDL"):
        position.company(company, trains=("D", "D"), Ann=60)
    game = plays(position.operate("HJR", "trains"), BuyTrain("HJR", "D", "bank", 900))
    assert sum(trains.count("D") for trains in game.state.trains.values()) == 7


@rule_1888("II.1.9")
def test_eight_charters(edition):
    """Each company keeps a treasury of its own."""
    game = start(edition)
    assert set(game.state.cash) == {*COMPANIES, *game.players}
    assert {game.state.cash[company] for company in COMPANIES} == {0}


@rule_1888("II.1.11", "III.7")
def test_27_station_tokens_three_or_four_for_each_company(edition):
    tokens = {"JHR": 3, "SSL": 3, "CDL": 4, "HJR": 4, "TJL": 4, "LYR": 3, "JZR": 3, "ZDR": 3}
    assert sum(tokens.values()) == 27
    elsewhere = ("D10", "E5", "H14")
    for company, number in tokens.items():
        position = Position(edition).company(company, cash=100, Ann=60)
        for hex_id in elsewhere[: number - 2]:
            position.token(company, hex_id)
        last = PlaceToken(company, "G9")
        position.tile("G9", "57")
        assert refused(position.operate(company, "token"), last).code == "city_not_reached"
        position.token(company, elsewhere[number - 2])
        assert refused(position.operate(company, "token"), last).code == "no_token_left"


@rule_1888("II.1.18", "II.1.19", "II.1.20", "II.1.21", "II.1.22", in_2021=["I.9", "I.10", "I.11", "I.12", "I.13"])
def test_tiles_by_colour(edition):
    printed = {
        "2022": {"yellow": 50, "green": 30, "brown": 24, "grey": 4},
        "2021": {"yellow": 49, "green": 29, "brown": 23, "grey": 3},
    }[edition]
    game = start(edition)
    counted = {color: sum(tiles_of(game, color).values()) for color in (*printed, "red", "blue")}
    assert counted == {**printed, "red": 1, "blue": 2}
    halves_of_one = 1  # the blue tile is kept as two
    assert sum(counted.values()) - halves_of_one == {"2022": 110, "2021": 106}[edition]
    assert sum(game.definition.tile_counts.values()) == sum(counted.values())


@rule_1888("II.1.19", "II.1.20", "II.1.21", "II.1.22", in_2021=["I.10", "I.11", "I.12", "I.13"])
def test_the_tile_of_each_colour_that_2022_added(edition):
    more = {"2022": 1, "2021": 0}[edition]
    game = start(edition)
    assert tiles_of(game, "yellow")["58"] == 4 + more
    assert tiles_of(game, "green")["15"] == 3 + more
    assert tiles_of(game, "brown")["611"] == 5 + more
    assert tiles_of(game, "grey")["51"] == 1 + more
    assert (tiles_of(game, "yellow")["4"], tiles_of(game, "brown")["43"]) == (4, 1)


@rule_1888("II.1.23", "II.1.24")
def test_one_red_tile_and_one_blue(edition):
    """The blue tile, which lies over two hexes, is kept as two halves that are laid by one action."""
    game = start(edition)
    assert list(tiles_of(game, "red").values()) == [1]
    halves = tiles_of(game, "blue")
    assert list(halves.values()) == [1, 1]
    ferry = game.definition.privates["YRF"].power
    assert isinstance(ferry, SpecialTiles)
    assert ferry.together
    assert {tile for _, tile in ferry.lays} == set(halves)


@rule_1888("II.1.26", "II.3.2", "III.13")
def test_there_are_9000_in_money(edition):
    game = start(edition)
    assert game.state.bank + sum(game.state.cash.values()) == 9000


# --- openness ------------------------------------------------------------------------------------------


@rule_1888("II.2.5")
def test_everybody_sees_everything(edition):
    game = plays(start(edition), Bid("Ann", "FC", 155), Bid("Bo", "KT", 25))
    for seat in game.players:
        seen = game.view(seat).position()
        assert seen == game.position()
        assert {owner: seen["cash"][owner] for owner in game.players} == {"Ann": 800, "Bo": 775, "Cy": 800}
        assert seen["privates"]["FC"]["bids"] == [["Ann", 155]]
        assert seen["privates"]["KT"]["owner"] == "Bo"
    position = Position(edition).company("JHR", cash=123, trains=("2",), Ann=60, Bo=20).set(phase="2")
    game = position.stock("Ann")
    seen = game.view("Cy").position()
    assert seen == game.position()
    assert (seen["cash"]["JHR"], seen["trains"]["JHR"], seen["shares"]["Bo"]["JHR"]) == (123, ["2"], 20)


# --- starting cash -------------------------------------------------------------------------------------


def check_starting_cash(edition: str, players: int, cash: int) -> None:
    game = start(edition, players)
    assert {game.state.cash[player] for player in game.players} == {cash}
    assert game.state.bank == 9000 - players * cash


@rule_1888("II.3.3")
def test_starting_cash_for_two_players(edition):
    check_starting_cash(edition, 2, 1200)


@rule_1888("II.3.1", "II.3.4")
def test_starting_cash_for_three_players(edition):
    check_starting_cash(edition, 3, 800)


@rule_1888("II.3.1", "II.3.5")
def test_starting_cash_for_four_players(edition):
    check_starting_cash(edition, 4, 600)


@rule_1888("II.3.1", "II.3.6")
def test_starting_cash_for_five_players(edition):
    check_starting_cash(edition, 5, 480)


@rule_1888("II.3.1", "II.3.7")
def test_starting_cash_for_six_players(edition):
    check_starting_cash(edition, 6, 400)


@rule_1888("XI.2")
def test_table_of_starting_cash(edition):
    for players, cash in {2: 1200, 3: 800, 4: 600, 5: 480, 6: 400}.items():
        check_starting_cash(edition, players, cash)


def with_certificates(edition: str, players: int, number: int) -> Game:
    """Ann on turn with so many certificates: five of each company that she leads with 60 %, and privates."""
    position = Position(edition, players=players)
    for company in COMPANIES[: number // 5]:
        position.company(company, Ann=60)
    for private in PRIVATES[: number % 5]:
        position.private(private, "Ann")
    return position.company("ZDR", par=80, Bo=20).cash(Ann=80).stock("Ann")


@rule_1888("XI.3")
def test_table_of_certificate_limits(edition):
    for players, limit in {2: 28, 3: 20, 4: 16, 5: 13, 6: 11}.items():
        plays(with_certificates(edition, players, limit - 1), BuyShare("Ann", "ZDR", "ipo"))
        full = with_certificates(edition, players, limit)
        reason = refused(full, BuyShare("Ann", "ZDR", "ipo"))
        assert (reason.code, reason.figures["limit"]) == ("certificate_limit", limit)


# --- setting up ----------------------------------------------------------------------------------------


@rule_1888("III.3")
def test_trains_lie_in_the_order_of_their_range(edition):
    """As long as there is a train of one kind, that kind is on top; the next follows, D-trains come last."""
    counts = {"2": 7, "3": 6, "4": 5, "5": 3, "6": 2}
    kinds = [*counts, "D"]
    for kind, following in pairwise(kinds):
        position = Position(edition).phase(kind).company("JHR", cash=900, Ann=60)
        beside = {"D"} if (edition, kind) == ("2021", "6") else set()
        assert bank_trains(position.operate("JHR", "trains")) == {kind} | beside
        position.scrap(kind, counts[kind] - 1)
        assert bank_trains(position.operate("JHR", "trains")) == {following}
    assert bank_trains(Position(edition).company("JHR", cash=900, Ann=60).operate("JHR", "trains")) == {"2"}


def bank_trains(game: Game) -> set[str]:
    return {purchase.train for purchase in offered(game, BuyTrain) if purchase.source == "bank"}


@rule_1888("III.6")
def test_a_company_pays_from_its_own_treasury(edition):
    """The director's cash and the treasury of their other company do not help; the ground of C7 costs 10."""
    lay = LayTile("JZR", "C7", "8", 2)
    position = Position(edition).company("SSL", cash=500, Ann=60).company("JZR", cash=9, Ann=60)
    assert refused(position.operate("JZR", "track"), lay).code == "cash_for_terrain"
    game = plays(position.cash(JZR=10).operate("JZR", "track"), lay)
    assert (game.state.cash["JZR"], game.state.cash["SSL"], game.state.cash["Ann"]) == (0, 500, 800)


@rule_1888("III.6")
def test_what_a_company_spends_and_keeps_is_its_own(edition):
    """A station for 40, a run of 50 that is withheld, a train for 80: neither the director nor SSL gives or gets."""
    position = Position(edition).set(phase="2").tile("D10", "6", 2).company("SSL", cash=500, Ann=60)
    game = position.company("JHR", cash=70, trains=("2",), Ann=60).operate("JHR", "token")
    plays(game, PlaceToken("JHR", "D10"))
    assert (game.state.cash["JHR"], game.state.cash["SSL"], game.state.cash["Ann"]) == (30, 500, 800)
    plays(game, RunRoutes("JHR", (Route("2", ("C9.1", "D10.0")),)), Dividend("JHR", "withhold"))
    assert (game.state.cash["JHR"], game.state.cash["SSL"], game.state.cash["Ann"]) == (80, 500, 800)
    plays(game, BuyTrain("JHR", "2", "bank", 80))
    assert (game.state.cash["JHR"], game.state.cash["SSL"], game.state.cash["Ann"]) == (0, 500, 800)
    assert (game.state.trains["JHR"], game.state.trains.get("SSL", ())) == (("2", "2"), ())


@rule_1888("III.6")
def test_what_privates_and_shares_of_the_pool_bring_a_company_is_its_own(edition):
    """5 from the Kaiping Tramway, and 10 of a dividend of 50 for two shares in the pool; Ann has 25 for her five."""
    position = Position(edition).phase("3").private("KT", "JHR").tile("D10", "6", 2)
    position.company("JHR", cash=200, trains=("3",), Ann=50, pool=20).cash(Ann=0, Bo=0, Cy=0)
    game = plays(position.stock("Ann"), Pass("Ann"))  # the others can do nothing without money
    assert (game.state.cash["JHR"], game.state.cash["Ann"]) == (205, 0)
    while not offered(game, RunRoutes):
        plays(game, Pass("JHR"))
    plays(game, RunRoutes("JHR", (Route("3", ("C9.1", "D10.0")),)), Dividend("JHR", "pay"))
    assert (game.state.cash["JHR"], game.state.cash["Ann"]) == (215, 25)


@rule_1888("III.6")
def test_what_a_company_gets_for_a_train_is_its_own(edition):
    """Ann directs buyer and seller; the 50 are neither hers nor stay with the buyer."""
    position = Position(edition).company("SSL", trains=("2", "2"), Ann=60)
    position.company("JHR", cash=90, trains=("2",), Ann=60).phase("3")
    game = plays(position.operate("JHR", "trains", after=("SSL",)), BuyTrain("JHR", "2", "SSL", 50))
    assert (game.state.cash["JHR"], game.state.cash["SSL"], game.state.cash["Ann"]) == (40, 50, 800)


@rule_1888("III.6")
def test_a_company_needs_money_of_its_own_for_a_private(edition):
    position = Position(edition).phase("3").private("KT", "Ann").company("JHR", cash=19, Ann=60)
    reason = refused(position.operate("JHR"), BuyPrivate("JHR", "KT", 20))
    assert reason.code == "cash_for_private"
    assert reason.clause == {"2022": "1888-2022:III.6", "2021": "1888-2021:III.1.11"}[edition]
    game = plays(position.cash(JHR=20, Ann=0).operate("JHR"), BuyPrivate("JHR", "KT", 20))
    assert (game.state.cash["JHR"], game.state.cash["Ann"]) == (0, 20)


@rule_1888("III.6")
def test_a_director_does_not_buy_shares_with_the_treasury(edition):
    position = Position(edition).company("JHR", par=80, cash=500, Ann=50, Bo=20).cash(Ann=79)
    assert refused(position.stock("Ann"), BuyShare("Ann", "JHR", "ipo")).code == "cash_for_share"
    plays(position.cash(Ann=80).stock("Ann"), BuyShare("Ann", "JHR", "ipo"))


@rule_1888("III.6")
def test_a_company_runs_no_train_of_another(edition):
    position = Position(edition).set(phase="2").tile("D10", "6", 2)
    position.company("SSL", trains=("2",), Ann=60).company("JHR", Ann=60)
    run = RunRoutes("JHR", (Route("2", ("C9.1", "D10.0")),))
    assert refused(position.operate("JHR", "run"), run).code == "route_unknown_train"


@rule_1888("III.9", "III.21")
def test_the_game_begins_with_the_privates_on_offer(edition):
    game = start(edition)
    assert isinstance(game.state.stack[-1], Auction)
    assert (game.title.rounds[Auction], round_now(game).kind) == ("ISR", "auction")
    assert (game.state.turn, game.state.floated) == (0, frozenset())
    assert [bid.private for bid in offered(game, Bid)] == list(PRIVATES)
    assert set(game.state.privates.values()) == {"bank"}


@rule_1888("III.16")
def test_three_barriers(edition):
    """Between C15 and C17, C15 and D16, F12 and F14: track may point there from neither side."""
    game = start(edition)
    hexes = game.definition.map.hexes
    sides = {frozenset((name, neighbour(name, edge))) for name, one in hexes.items() for edge in one.barriers}
    assert sides == {frozenset(("C15", "C17")), frozenset(("C15", "D16")), frozenset(("F12", "F14"))}
    zdr = Position(edition).tile("G11", "57").company("ZDR", cash=20, Ann=60).operate("ZDR")
    assert refused(zdr, LayTile("ZDR", "F12", "58", 4)).code == "track_to_barrier"
    plays(zdr, LayTile("ZDR", "F12", "3", 0))
    lyr = Position(edition).company("LYR", Ann=60).operate("LYR")
    assert refused(lyr, LayTile("LYR", "F14", "9", 1)).code == "track_to_barrier"
    plays(lyr, LayTile("LYR", "F14", "7", 4))
    ssl = Position(edition).tile("B16", "1").company("SSL", cash=10, Ann=60).operate("SSL")
    assert refused(ssl, LayTile("SSL", "C15", "8", 3)).code == "track_to_barrier"
    assert refused(ssl, LayTile("SSL", "C15", "7", 3)).code == "track_to_barrier"
    plays(ssl, LayTile("SSL", "C15", "8", 1))


@rule_1888("III.18")
def test_chance_decides_the_order_of_play(edition):
    """A seed draws the order: always the same from one seed, any order may come, and everybody may come first."""
    drawn = [new_game("1888", edition=edition, players=PLAYERS[:4], seed=seed).players for seed in range(60)]
    assert {frozenset(players) for players in drawn} == {frozenset(PLAYERS[:4])}
    assert {players[0] for players in drawn} == set(PLAYERS[:4])
    three = {tuple(new_game("1888", edition=edition, players=PLAYERS[:3], seed=seed).players) for seed in range(60)}
    assert three == set(permutations(PLAYERS[:3]))
    assert drawn == [new_game("1888", edition=edition, players=PLAYERS[:4], seed=seed).players for seed in range(60)]


@rule_1888("III.19")
@pytest.mark.parametrize("seats", [("Ann", "Bo", "Cy"), ("Cy", "Ann", "Bo")])
def test_the_first_in_the_order_has_the_priority_deal_and_begins(edition, seats):
    game = new_game("1888", edition=edition, players=seats)
    assert game.state.priority == seats[0]
    for player in seats:
        assert game.acting == (player,)
        plays(game, Pass(player))
