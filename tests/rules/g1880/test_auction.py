"""The auction of the privates one by one, the new seats and the choice of investors."""

from __future__ import annotations

import pytest

from kaiping.action import Bid, BuyShare, Choose, Par, Pass, Range, SellShares
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.single_auction import SingleAuction
from kaiping.flow.stock import StockRound
from kaiping.game import Game
from kaiping.titles.g1880.opening import seat_players
from tests.rules.books import rule_1880
from tests.rules.g1880.positions import PLAYERS, offered, plays, refused

PRICES = {"P0": 5, "P1": 10, "P2": 25, "P3": 45, "P4": 70, "P5": 100, "P6": 160, "P7": 50}


def auction(edition: str, players: int = 3) -> Game:
    return Game("1880", edition=edition, players=list(PLAYERS[:players]))


def buy_next(game: Game, price: int | None = None) -> str:
    """The player on turn takes the private on offer, the others pass; says who it was."""
    bid = offered(game, Bid)[0]
    plays(game, Bid(bid.player, bid.private, price or bid.price))
    while game.state.privates[bid.private] == "bank":
        plays(game, Pass(game.acting[0]))
    while offered(game, Choose) and isinstance(game.state.stack[0], SingleAuction):
        plays(game, offered(game, Choose)[0])
    return str(bid.player)


def sold(edition: str, players: int = 3) -> Game:
    """All privates sold at their face values."""
    game = auction(edition, players)
    while isinstance(game.state.stack[0], SingleAuction):
        buy_next(game)
    return game


@rule_1880("V.1", "V.3", "V.5", "V.9")
def test_privates_come_up_in_order_at_their_face_values(edition: str) -> None:
    game = auction(edition)
    for private, price in PRICES.items():
        bid = offered(game, Bid)[0]
        assert (bid.private, bid.price) == (private, price)
        span = game.legal_actions().ranges[bid]
        assert span == Range(price, game.state.cash[bid.player] // 5 * 5, 5)
        assert refused(game, Bid(bid.player, private, price - 5)).code == "bid_too_low"
        assert refused(game, Bid(bid.player, private, price + 1)).code == "bid_step"
        raising = plays(game.copy(), bid)
        assert refused(raising, Bid(raising.acting[0], private, price + 6)).code == "bid_step", "nor a higher bid"
        plays(raising, Bid(raising.acting[0], private, price + 10))
        before = game.state.cash[bid.player]
        assert buy_next(game) == bid.player
        assert game.state.cash[bid.player] == before - price


@rule_1880("VI.1.1")
def test_all_privates_are_in_play_whatever_the_number_of_players(edition: str) -> None:
    for players in range(3, 8):
        assert auction(edition, players).state.privates == dict.fromkeys(PRICES, "bank")


@rule_1880("V.2", "V.6", "V.7", "V.8", "IV.4.1", "IV.4.2", "IV.4.3")
@pytest.mark.parametrize("seats", [("Cy", "Ann", "Bo"), ("Di", "Bo", "Ed", "Ann", "Cy")])
def test_each_auction_is_opened_one_seat_further_left(edition: str, seats: tuple[str, ...]) -> None:
    """Who sits first begins, and the others follow as they sit; whoever opens an auction may also pass."""
    game = Game("1880", edition=edition, players=list(seats))
    assert game.state.players == seats
    assert game.state.priority == seats[0]
    openers = []
    while isinstance(game.state.stack[0], SingleAuction):
        opener = game.acting[0]
        assert {type(action) for action in game.legal_actions()} == {Pass, Bid}
        assert plays(game.copy(), Pass(opener)).acting == (seats[(seats.index(opener) + 1) % len(seats)],)
        openers.append(opener)
        buy_next(game)
    assert openers == [seats[number % len(seats)] for number in range(8)]


@rule_1880("V.6", "V.7", "V.8")
def test_who_buys_a_private_does_not_matter_for_who_opens_the_next(edition: str) -> None:
    game = plays(auction(edition), Pass("Ann"), Bid("Bo", "P0", 5), Bid("Cy", "P0", 10), Pass("Bo"))
    assert game.state.privates["P0"] == "Cy"
    assert game.acting == ("Bo",), "to the left of Ann, who opened the auction for P0"
    plays(game, Bid("Bo", "P1", 10), Bid("Cy", "P1", 15), Pass("Ann"), Pass("Bo"))
    assert game.state.privates["P1"] == "Cy"
    plays(game, Pass("Cy"), Bid("Ann", "P2", 25), Pass("Bo"))
    assert game.acting == ("Ann",), "P2 was opened by Cy, to the left of Bo"


@rule_1880("V.4", "V.5", "V.17")
def test_bids_go_round_until_all_but_one_have_passed(edition: str) -> None:
    game = plays(auction(edition), Bid("Ann", "P0", 5), Pass("Bo"), Bid("Cy", "P0", 10), Bid("Ann", "P0", 20))
    assert game.acting == ("Cy",), "Bo has passed and stays out"
    assert refused(game, Bid("Bo", "P0", 30)).code == "not_your_turn"
    assert refused(game, Bid("Cy", "P0", 20)).code == "bid_too_low"
    plays(game, Pass("Cy"))
    assert game.state.privates["P0"] == "Ann"
    assert [game.state.cash[player] for player in game.players] == [580, 600, 600], "what she bid, and at once"
    assert game.acting == ("Bo",)
    assert offered(game, Bid) == [Bid("Bo", "P1", 10)]
    four = plays(auction(edition, 4), Pass("Ann"), Bid("Bo", "P0", 5), Bid("Cy", "P0", 10))
    assert four.acting == ("Di",), "clockwise, whoever has bid"
    plays(four, Bid("Di", "P0", 15), Bid("Bo", "P0", 20), Pass("Cy"), Pass("Di"))
    assert four.state.privates["P0"] == "Bo"


@rule_1880("V.4", "V.10", "V.19", "V.20")
@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_all_have_their_word_however_many_they_are(edition: str, players: int) -> None:
    """The last may bid though all others have passed; when all have, P0 gets cheaper and P2 ends the round."""
    game = auction(edition, players)
    seats = game.players
    for player in seats[:-2]:
        plays(game, Pass(player))
    *_, other, last = seats
    plays(game, Bid(other, "P0", 5), Bid(last, "P0", 10), Bid(other, "P0", 15))
    assert (game.acting, game.state.privates["P0"]) == ((last,), "bank"), "two are left and go on"
    plays(game, Pass(last))
    assert game.state.privates["P0"] == other
    for private, cheaper in (("P1", 5), ("P2", 25)):
        for number in range(players):
            assert (offered(game, Bid)[0].private, game.state.turn) == (private, 0), number
            plays(game, Pass(game.acting[0]))
        assert offered(game, Bid)[0].price == cheaper
        if private == "P1":
            assert buy_next(game) == seats[1], "who had the first word has it again"
    assert game.state.turn == 1


@rule_1880("V.10", "V.11", "V.12", "V.13", "V.14", "V.16", "V.18")
def test_only_the_first_two_get_cheaper_and_must_be_taken_for_nothing(edition: str) -> None:
    game = plays(auction(edition), Pass("Ann"), Pass("Bo"), Pass("Cy"))
    assert game.state.privates["P0"] == "Ann"
    assert game.state.cash["Ann"] == 600
    plays(game, Pass("Bo"), Pass("Cy"), Pass("Ann"))
    assert offered(game, Bid) == [Bid("Bo", "P1", 5)], "all may bid again for five less"
    again = plays(game.copy(), Pass("Bo"), Bid("Cy", "P1", 5), Bid("Ann", "P1", 10), Pass("Cy"))
    assert (again.state.privates["P1"], again.state.cash["Ann"]) == ("Ann", 590)
    plays(game, Pass("Bo"), Pass("Cy"), Pass("Ann"))
    assert game.state.privates["P1"] == "Bo"
    assert game.state.cash["Bo"] == 600
    for private in ("P2", "P3", "P4", "P5", "P6", "P7"):
        for _ in range(3):
            plays(game, Pass(game.acting[0]))
        assert (offered(game, Bid)[0].private, offered(game, Bid)[0].price) == (private, PRICES[private])
        buy_next(game)


@rule_1880("V.19", "V.20", "V.21", "V.22", "XII.4.1", "VIII.1.8")
@pytest.mark.parametrize(("unwanted", "incomes"), [("P2", (0, 5, 0)), ("P5", (15, 5 + 20, 10)), ("P7", (15, 50, 10))])
def test_nobody_wants_a_private_so_the_privates_pay_and_it_comes_up_again(
    edition: str, unwanted: str, incomes: tuple[int, int, int]
) -> None:
    """Ann opens the auctions of P0, P3 and P6, Bo those of P1, P4 and P7, Cy those of P2 and P5."""
    game = auction(edition)
    while offered(game, Bid)[0].private != unwanted:
        if offered(game, Bid)[0].private == "P5":
            plays(game, Pass("Cy"), Pass("Ann"), Bid("Bo", "P5", 100))
        else:
            buy_next(game)
    before, turn = dict(game.state.cash), game.state.turn
    holdings, privates = dict(game.state.holdings), dict(game.state.privates)
    for _ in range(3):
        plays(game, Pass(game.acting[0]))
    paid = {player: game.state.cash[player] - before[player] for player in ("Ann", "Bo", "Cy")}
    assert paid == dict(zip(("Ann", "Bo", "Cy"), incomes, strict=True))
    assert {owner for owner, cash in game.state.cash.items() if cash != before[owner]} <= set(game.players)
    assert (game.state.holdings, game.state.privates) == (holdings, privates), "nothing else happens"
    assert game.state.turn == turn + 1, "a share round has ended"
    assert isinstance(game.state.stack[-1], SingleAuction)
    assert offered(game, Bid)[0].private == unwanted
    first = game.acting[0]
    assert refused(game, BuyShare(first, "BCR", "ipo")).code == "only_privates_now"
    row = None if edition == "2022" else 0
    assert refused(game, Par(first, "WNR", 70, row)).code == "only_privates_now"


@rule_1880("V.21", "V.36", "V.37")
def test_the_priority_passes_on_when_nobody_wants_a_private(edition: str) -> None:
    """A share round ends: the marker goes to the left of the last buyer, who begins the next one."""
    for last in ("Ann", "Bo", "Cy"):
        game = auction(edition)
        buy_next(game)
        while game.acting != (last,):
            plays(game, Pass(game.acting[0]))
        assert buy_next(game) == last
        assert game.state.privates["P1"] == last
        assert game.acting == ("Cy",), "P2 is opened to the left of Bo, who opened P1"
        for _ in range(3):
            plays(game, Pass(game.acting[0]))
        left = game.players[(game.players.index(last) + 1) % 3]
        assert game.state.priority == left
        assert game.acting == (left,)


@rule_1880("V.23", "V.24", "V.25", "V.26", "V.27", "V.28", "VII.1.1", "VII.1.2", "VII.1.3", "VII.1.9", "VIII.1.8")
def test_new_seats_by_cash_and_an_investor_for_each(edition: str) -> None:
    game = sold(edition)
    cash = game.state.cash
    seats = game.state.players
    assert list(seats) == sorted(game.players, key=lambda player: cash[player])
    assert game.state.priority == seats[0]
    assert game.acting == (seats[0],)
    assert len(offered(game, Choose)) == 7
    assert refused(game, Par(seats[0], "WNR", 70, None if edition == "2022" else 0)).code == "investor_first"
    before = dict(cash)
    assert f"new seats by cash: {', '.join(seats)}" in game.log()
    plays(game, Choose(seats[0], "investor", "A4"))
    assert refused(game, Choose(seats[1], "investor", "A4")).code == "investor_taken"
    assert refused(game, Choose(seats[2], "investor", "A1")).code == "not_your_turn"
    assert refused(game, Pass(seats[1])).code == "investor_first"
    plays(game, Choose(seats[1], "investor", "A1"), Choose(seats[2], "investor", "A7"))
    owners = {minor: owner for minor, owner in game.state.minors.items() if owner in seats}
    assert owners == {"A4": seats[0], "A1": seats[1], "A7": seats[2]}
    assert not game.state.board.tokens_of("A2"), "an investor that nobody chose has left the game"
    assert not game.state.cells.keys() & owners.keys(), "none has a share price"
    assert {owner for minor, owner in game.state.minors.items() if minor not in owners} == {"closed"}
    assert game.state.cash == before, "it is free"


@rule_1880("VII.1.1", "VII.1.3", "V.28")
@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_there_are_as_many_investors_as_players(edition: str, players: int) -> None:
    game = sold(edition, players)
    while offered(game, Choose):
        plays(game, offered(game, Choose)[-1])
    owned = [minor for minor, owner in game.state.minors.items() if owner in game.players]
    assert sorted(game.state.minors[minor] for minor in owned) == sorted(game.players)
    assert owned == [f"A{number}" for number in range(8 - players, 8)]
    on_map = [minor for minor in game.state.minors if game.state.board.tokens_of(minor)]
    assert on_map == owned


@rule_1880("V.23", "V.24", "V.25")
def test_the_poorer_sit_before_the_richer_wherever_they_sat(edition: str) -> None:
    game = auction(edition, 4)
    table = game.table(game.state.copy())
    table.state.cash |= {"Ann": 90, "Bo": 40, "Cy": 70, "Di": 60}
    seat_players(table)
    assert table.state.players == ("Bo", "Di", "Cy", "Ann")
    assert table.state.priority == "Bo"
    game = auction(edition, 7)
    table = game.table(game.state.copy())
    table.state.cash |= {player: 90 - 10 * number for number, player in enumerate(game.players)}
    seat_players(table)
    assert table.state.players == game.players[::-1], "all seven"


@rule_1880("V.26")
def test_of_equals_who_sat_earlier_sits_first(edition: str) -> None:
    for seats, after in (("Ann Bo Cy Di", "Bo Di Ann Cy"), ("Di Cy Bo Ann", "Di Bo Cy Ann")):
        game = Game("1880", edition=edition, players=seats.split())
        table = game.table(game.state.copy())
        table.state.cash |= {"Ann": 90, "Bo": 40, "Cy": 90, "Di": 40}
        seat_players(table)
        assert table.state.players == tuple(after.split()), "by their seats, and not by their names"


@rule_1880(
    "V.29",
    "V.30",
    "V.34",
    "V.35",
    "XII.4.2",
    "XII.8.6",
    "VI.2.14",
    "VI.2.15",
    "VI.2.16",
    "VII.1.12",
    "VI.1.8",
    "VIII.1.8",
    in_2010=["VIII.1.10"],
)
def test_the_first_share_round(edition: str) -> None:
    game = sold(edition)
    owner = game.state.presidents["BCR"]
    assert game.state.privates["P6"] == "closed"
    assert (game.state.par["BCR"], game.state.certificates["BCR"], game.state.held(owner, "BCR")) == (100, 20, 20)
    assert (game.state.cells["BCR"], game.state.rows["BCR"]) == (game.definition.market.par_cells[100], (100, 0))
    while offered(game, Choose):
        plays(game, offered(game, Choose)[0])
    assert isinstance(game.state.stack[-1], StockRound)
    minor = next(name for name, player in game.state.minors.items() if player == owner)
    assert game.state.held(minor, "BCR") == 10, "a share of BCR is set aside though BCR came first"
    first = game.acting[0]
    assert first == game.state.priority
    assert {type(action) for action in game.legal_actions()} == {Pass, Par, BuyShare}
    assert {action.company for action in offered(game, BuyShare)} == {"BCR"}
    assert {action.company for action in offered(game, Par)} == set(game.definition.companies) - {"BCR"}
    round_about = game.copy()
    for player in game.state.players:
        assert round_about.acting == (player,)
        plays(round_about, Pass(player))
    seller = Pass(first) if first != owner else None
    if seller is not None:
        plays(game, seller)
    while game.acting[0] != owner:
        plays(game, Pass(game.acting[0]))
    assert refused(game, SellShares(owner, "BCR", 10)).code == "no_sales_yet"


@rule_1880("VI.1.8", "VI.2.14", "VI.2.15", "VI.2.16", "V.34", in_2010=["VI.1.7"])
def test_p6_makes_its_buyer_director_of_bcr_whoever_that_is(edition: str) -> None:
    game = auction(edition)
    while offered(game, Bid)[0].private != "P6":
        buy_next(game)
    plays(game, Pass("Ann"), Bid("Bo", "P6", 160), Bid("Cy", "P6", 165), Pass("Bo"))
    while offered(game, Choose):
        plays(game, offered(game, Choose)[0])
    assert (game.state.presidents["BCR"], game.state.held("Cy", "BCR"), game.state.par["BCR"]) == ("Cy", 20, 100)
    assert game.state.privates["P6"] == "closed"
    assert game.state.cash["Cy"] == 600 - 25 - 100 - 165, "P2, P5 and P6, and nothing for the certificate"


@rule_1880("V.19", "V.21", "V.35", "XII.8.6", in_2010=["V.38"])
def test_after_an_interrupted_auction_it_is_no_longer_the_first_share_round(edition: str) -> None:
    """All pass on P2: that was the first share round, and sales are barred in it alone."""
    game = auction(edition)
    buy_next(game), buy_next(game)
    for _ in range(3):
        plays(game, Pass(game.acting[0]))
    while isinstance(game.state.stack[0], SingleAuction):
        buy_next(game)
    while offered(game, Choose):
        plays(game, offered(game, Choose)[0])
    assert game.state.turn == 2
    buyer = next(player for player in game.players if player != game.state.presidents["BCR"])
    while game.acting[0] != buyer:
        plays(game, Pass(game.acting[0]))
    plays(game, BuyShare(buyer, "BCR", "ipo"))
    while game.acting[0] != buyer:
        plays(game, Pass(game.acting[0]))
    plays(game, SellShares(buyer, "BCR", 10))


@rule_1880("V.31", "V.33", "V.34", "V.38", "V.39", "IX.2.7", "VI.1.12", "IX.2.2")
def test_the_first_operating_round_begins_with_the_privates(edition: str) -> None:
    """WNR is founded in the first share round with the smallest certificate."""
    game = sold(edition)
    while offered(game, Choose):
        plays(game, offered(game, Choose)[0])
    plays(game, Par(game.acting[0], "WNR", 70, None if edition == "2022" else 0))
    plays(game, *(Choose(game.acting[0], *choice) for choice in (("certificate", "20"), ("permits", "ABC"))))
    assert not game.state.board.tokens_of("WNR")
    assert not game.state.board.tokens_of("BCR")
    assert not game.state.floated
    cash = dict(game.state.cash)
    for _ in range(3):
        plays(game, Pass(game.acting[0]))
    assert game.state.phase == "A1"
    assert game.state.round == 1
    assert isinstance(game.state.stack[-1], OperatingRound)
    assert game.state.floated == {"BCR", "WNR"}, "20 % are enough"
    assert (game.state.cash["BCR"], game.state.cash["WNR"]) == (500, 350)
    assert game.state.board.tokens_of("BCR") == [("M3", 0)]
    assert game.state.board.tokens_of("WNR") == [("L10", 0)]
    kinds = [event.kind for event in game.last_events if event.kind in ("private-income", "turn")]
    assert kinds == ["private-income"] * 5 + ["turn"], "privates come first"
    owners = {"P1": 5, "P2": 10, "P3": 15, "P4": 20, "P5": 25}
    for player in game.players:
        income = sum(owners.get(name, 0) for name, owner in game.state.privates.items() if owner == player)
        assert game.state.cash[player] == cash[player] + income
    turns = []
    while game.state.round == 1:
        turns += [event["company"] for event in game.last_events if event.kind == "turn"]
        plays(game, [*offered(game, Pass), *game.legal_actions()][0])
    assert turns == [*(minor for minor, owner in game.state.minors.items() if owner in game.players), "BCR", "WNR"]
