"""What hangs on chance: the Tigers' die (C.10.12), and the D-train that brings the earthquake (C.10.13)."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

import kaiping
from kaiping.action import (
    AcquirePrivate,
    BuyShare,
    BuyTrain,
    Choose,
    Dividend,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    Route,
    RunRoutes,
    SellShares,
)
from kaiping.errors import BadInput
from kaiping.flow.chance import draw
from kaiping.flow.operating.connections import reached
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.operating.station import covered_tokens, next_cost
from kaiping.flow.stock import StockRound
from kaiping.game import Game
from kaiping.records import native
from kaiping.records.position import position as plain_position
from kaiping.records.position import position_text
from kaiping.state import CLOSED
from tests.rules.books import rule_1890
from tests.rules.g1890.positions import Position, events, offered, plays, refused

DIE = ["tigers-die"]
QUAKE = ["earthquake"]


def frame(game: Game) -> OperatingRound:
    top = game.state.stack[-1]
    assert isinstance(top, OperatingRound)
    return top


# --- the die


def hanshin(seed: int, edition: str = "C", trains: tuple[str, ...] = ("5",), *, brown: bool = True) -> Game:
    """Hanshin about to run from Nishinomiya to Ashiya."""
    position = Position(edition, options=DIE, seed=seed).phase("4").company("HS", Ann=50, Bo=50, trains=trains)
    position.tile("F9", "6", 3).tile("F9", "15", 1).tile("F7", "57", 1)
    if brown:
        position.tile("F9", "465", 3)
    return position.operate("HS", "run")


def throw(game: Game) -> int:
    """Hanshin runs; what the die has shown."""
    plays(game, offered(game, RunRoutes)[0])
    (thrown,) = events(game, "die")
    return int(thrown["thrown"])


def seed_for(side: int) -> int:
    """A seed with which the die shows this in the first operating round of the second turn."""
    return next(seed for seed in range(200) if throw(hanshin(seed)) == side)


@rule_1890("C.10.12.1", "C.10.12.2", "C.10.12.3")
@pytest.mark.parametrize(
    ("side", "value"),
    [
        pytest.param(1, 100, marks=pytest.mark.clause("1890:C.10.12.4")),
        pytest.param(2, 60, marks=pytest.mark.clause("1890:C.10.12.5")),
        pytest.param(3, 50, marks=pytest.mark.clause("1890:C.10.12.6")),
        pytest.param(4, 40, marks=pytest.mark.clause("1890:C.10.12.7")),
        pytest.param(5, 40, marks=pytest.mark.clause("1890:C.10.12.8")),
        pytest.param(6, 40, marks=pytest.mark.clause("1890:C.10.12.9")),
    ],
)
def test_the_die_says_what_nishinomiya_is_worth(edition: str, side: int, value: int) -> None:
    game = hanshin(seed_for(side))
    assert throw(game) == side
    other = sum(route["revenue"] for route in events(game, "run")[0]["routes"]) - 40
    assert game.state.revenue["HS"] == frame(game).revenue == other + value
    assert frame(game).subsidy == 0, "the treasury gets no fixed amount either"
    before = game.state.cash["Ann"]
    plays(game, Dividend("HS", "pay"))
    assert game.state.cash["Ann"] - before == (other + value) // 2


@rule_1890("C.10.12.3", scenarios="ABCD")
def test_the_die_is_thrown_once_for_all_routes(edition: str) -> None:
    game = hanshin(seed_for(2), edition, ("5", "5"))
    assert throw(game) == 2
    routes = events(game, "run")[0]["routes"]
    calls = sum("F9.0" in route["path"] for route in routes)
    assert game.state.revenue["HS"] == sum(route["revenue"] for route in routes) + 20 * calls


@rule_1890("C.10.12.2")
def test_there_is_no_die_before_nishinomiya_is_brown(edition: str) -> None:
    game = hanshin(1, brown=False)
    plays(game, offered(game, RunRoutes)[0])
    assert not events(game, "die")


@rule_1890("C.10.12.2", "C.10.12.3")
@pytest.mark.parametrize(("company", "path"), [("HS", ("F5.0", "F7.0")), ("SY", ("F7.0", "F9.0"))])
def test_there_is_no_die_without_hanshin_in_nishinomiya(edition: str, company: str, path: tuple[str, ...]) -> None:
    position = Position(edition, options=DIE, seed=1).phase("4").company(company, Ann=50, trains=("5",))
    position.tile("F9", "6", 3).tile("F9", "15", 1).tile("F9", "465", 3).tile("F7", "57", 1).token(company, "F7")
    game = plays(position.operate(company, "run"), RunRoutes(company, (Route("5", path),)))
    assert not events(game, "die")
    assert game.state.revenue[company] == (50 if company == "HS" else 60)


@rule_1890("C.10.12.3")
def test_the_die_is_thrown_in_each_turn(edition: str) -> None:
    game = hanshin(seed_for(2))
    game.state.set_rounds = 3
    shown = [throw(game)]
    for _ in range(2):
        plays(game, Dividend("HS", "pay"))
        while not offered(game, RunRoutes):
            plays(game, Pass("HS"))
        shown.append(throw(game))
    assert game.state.round == 3
    assert len(set(shown)) > 1, "not one side for the whole game"


def test_every_side_of_the_die_comes_up_about_as_often() -> None:
    """Over the rounds of one game, too, not only over games."""
    state = hanshin(5).state
    thrown = Counter(draw(state, f"Tigers {turn}.{number}", 6) for turn in range(200) for number in range(3))
    assert set(thrown) == set(range(6))
    assert all(70 <= count <= 130 for count in thrown.values())


def test_the_same_seed_gives_the_same_game_and_its_file_keeps_it(tmp_path: Path) -> None:
    one, other = (Game("1890", players=["Ann", "Bo"], seed=8, options=DIE) for _ in range(2))
    assert one.state == other.state
    assert Game("1890", players=["Ann", "Bo"], seed=9, options=DIE).state != one.state
    drawn = Game("1890", players=["Ann", "Bo"], options=DIE)
    assert drawn.seed is not None
    drawn.save(tmp_path / "game.json")
    assert kaiping.load(tmp_path / "game.json").state == drawn.state
    assert Game("1890", players=["Ann", "Bo"]).seed is None, "without chance there is nothing to draw"


# --- which train it is


def quake_seed(number: int) -> int:
    """A seed with which the D-train of this number brings the earthquake."""
    seeds = ((seed, Game("1890", players=["Ann", "Bo"], seed=seed, options=QUAKE)) for seed in range(200))
    return next(seed for seed, game in seeds if draw(game.state, "earthquake", 6) == number - 1)


def ahead(number: int = 1, *, sold: int = 0, options: list[str] | None = None, edition: str = "C") -> Position:
    """Ann's Hankyu may buy a D-train; that of a number is marked, and so many have been sold before."""
    position = Position(edition, options=options or QUAKE, seed=quake_seed(number)).phase("5")
    position.company("HK", par=90, Ann=50, cash=2000)
    if sold:
        position.scrap("D", sold).set(phase="6")
        position.scrap("6", position.state.depot.get("6", 0))
    return position


def buy(position: Position, after: tuple[str, ...] = ()) -> Game:
    return plays(position.operate("HK", "trains", after=after), BuyTrain("HK", "D", "bank", 1100))


@rule_1890("C.10.13.2", "C.10.13.3")
@pytest.mark.parametrize(("number", "sold", "comes"), [(1, 0, True), (2, 0, False), (2, 1, True), (6, 4, False)])
def test_the_marked_train_brings_the_earthquake(edition: str, number: int, sold: int, comes: bool) -> None:
    game = buy(ahead(number, sold=sold))
    assert bool(events(game, "earthquake")) == comes


@rule_1890("C.10.13.2")
def test_any_of_the_trains_may_be_the_marked_one(edition: str) -> None:
    games = [Game("1890", edition=edition, players=["Ann", "Bo"], seed=seed, options=QUAKE) for seed in range(60)]
    assert {draw(game.state, "earthquake", 6) for game in games} == set(range(6))


@rule_1890("C.10.13.3")
def test_there_is_no_earthquake_after_the_bank_has_broken(edition: str) -> None:
    game = buy(ahead().set(ending="bank"))
    assert not game.state.frozen


def test_nobody_sees_beforehand_which_train_it_is() -> None:
    """Neither a view nor what a train would gain tells one game from another until it is bought."""
    one, other = ahead(1), ahead(2)
    assert one.game.seed != other.game.seed
    games = [start.operate("HK", "trains") for start in (one, other)]
    for seat in ("Ann", "Bo", None):
        views = [game.view(seat) for game in games]
        assert [view.seed for view in views] == [None, None]
        assert views[0].state == views[1].state
        told = [json.dumps(plain_position(view), sort_keys=True) for view in views]
        assert told[0] == told[1]
    purchase = BuyTrain("HK", "D", "bank", 1100)
    for start in (one, other):
        start.tile("F7", "57", 1).token("HK", "F7").tile("F9", "57", 1)
    assert [game.gains([purchase])[purchase].amount for game in games] == [70, 70], "from Kobe to Nishinomiya"
    assert list(games[0].legal_actions()) == list(games[1].legal_actions())
    tried = [game.view("Ann").copy() for game in games]
    for trial in tried:
        trial.play(purchase)
    assert tried[0].state == tried[1].state, "also by trying: nothing happens by chance there"
    with pytest.raises(BadInput, match="can be saved from a seat only when it is over"):
        games[0].view("Ann").save(Path("nowhere.json"))


def test_a_file_of_a_game_with_chance_needs_its_seed() -> None:
    data = native.to_data(Game("1890", players=["Ann", "Bo"], options=QUAKE))
    assert native.from_data(data).seed == data["seed"]
    with pytest.raises(BadInput, match="the file has no seed, and the game hangs on chance"):
        native.from_data(data | {"seed": None})


# --- what it does


@rule_1890("C.10.13.4", "C.10.13.5", scenarios="CD")
@pytest.mark.parametrize(("company", "earned"), [("HS", 0), ("SY", 40), ("JR", 40), ("HK", 40), ("KH", 70)])
def test_until_the_next_stock_round_some_earn_less(edition: str, company: str, earned: int) -> None:
    """A run of 70 from Kobe to Nishinomiya: half of it is rounded up to ten, as where JR pays half."""
    for shaken in (True, False):
        position = Position(edition, options=QUAKE, seed=1).phase("6").company(company, Ann=50, trains=("D",))
        position.tile("F7", "57", 1).tile("F9", "57", 1).token(company, "F7").set(frozen=shaken)
        game = position.operate(company, "run")
        plays(game, offered(game, RunRoutes)[0])
        assert events(game, "run")[0]["revenue"] == 70
        assert game.state.revenue[company] == (earned if shaken else 70)


@rule_1890("C.10.13.4", "C.10.13.5", "C.10.13.6")
def test_prices_are_frozen_meanwhile(edition: str) -> None:
    position = ahead().company("KH", cell=(2, 6), Bo=50, trains=("5",))
    game = buy(position, after=("KH",))
    cells = dict(game.state.cells)
    plays(game, Pass("HK"))
    while isinstance(game.state.stack[-1], OperatingRound) and frame(game).order:
        plays(game, game.legal_actions()[0])
        if isinstance(game.state.stack[-1], StockRound):
            break
    assert game.state.cells == cells
    assert isinstance(game.state.stack[-1], StockRound)
    assert not game.state.frozen


@rule_1890("C.10.13.6")
@pytest.mark.parametrize(("options", "falls"), [(QUAKE, True), ([*QUAKE, "frozen-stock-round"], False)])
def test_prices_move_again_with_the_stock_round_or_after_it(edition: str, options: list[str], falls: bool) -> None:
    position = ahead(options=options).company("KH", cell=(2, 6), Bo=50, Ann=20)
    game = buy(position.set(set_rounds=1, round=1))
    while isinstance(game.state.stack[-1], OperatingRound):
        plays(game, game.legal_actions()[0])
    before = game.state.cells["KH"]
    while game.acting != ("Ann",):
        plays(game, Pass(game.acting[0]))
    plays(game, SellShares("Ann", "KH", 10))
    assert (game.state.cells["KH"] != before) == falls


@rule_1890("C.10.13.7", "C.10.13.8")
def test_kobe_rapid_closes_and_tokens_of_kobe_and_ashiya_go_back(edition: str) -> None:
    position = ahead().company("JR", par=100, Bo=50, cash=500).company("SY", Cy=50, cash=500)
    position.tile("F5", "820", 0).private("KR", "Cy").token("KR", "F5").tile("F7", "57", 1).token("SY", "F7")
    game = buy(position)
    state = game.state
    assert state.privates["KR"] == CLOSED
    assert not [place for place in state.board.tokens if place[0] in ("F5", "F7")]
    assert {hex_id for hex_id, _ in state.board.tokens_of("JR")} == {"G12", "B17", "H19"}
    table = game.table()
    assert next_cost(table, "JR") == 40, "as before: what came back costs no less"
    assert next_cost(table, "SY") == 100


@rule_1890("C.10.13.8")
def test_they_may_be_placed_again(edition: str) -> None:
    position = ahead().company("SY", Cy=50, cash=500).tile("F7", "57", 1).token("SY", "F7")
    position.tile("F3", "57", 1)
    game = buy(position, after=("SY",))
    plays(game, Pass("HK"))
    while frame(game).company == "SY" and not offered(game, PlaceToken):
        plays(game, Pass("SY"))
    plays(game, PlaceToken("SY", "F7"))
    assert game.state.cash["SY"] == 400


@rule_1890("C.10.13.9")
def test_the_tile_of_nishinomiya_goes_down_a_level(edition: str) -> None:
    """To the very tile that lay there before, if it is still there."""
    position = ahead().company("HS", Bo=50, cash=500).tile("F9", "6", 3)
    laid = {"F9": (("6", 3), ("15", 1), ("465", 3))}
    game = buy(position.tile("F9", "15", 1).tile("F9", "465", 3).set(underneath=dict(laid)))
    assert game.state.board.tiles["F9"] == ("15", 1)
    assert game.state.board.tokens["F9", 0] == ("HS",)
    green = ahead().company("HS", Bo=50).tile("F9", "6", 3).tile("F9", "15", 1)
    assert buy(green.set(underneath={"F9": laid["F9"][:2]})).state.board.tiles["F9"] == ("6", 3)
    yellow = buy(ahead().company("HS", Bo=50).tile("F9", "6", 3).set(underneath={"F9": laid["F9"][:1]}))
    assert "F9" not in yellow.state.board.tiles
    assert yellow.state.board.tokens["F9", 0] == ("HS",)


@rule_1890("C.10.13.9")
def test_a_token_that_has_no_space_there_any_more_goes_back(edition: str) -> None:
    position = ahead().company("HS", Bo=50).company("SY", Cy=50).tile("F9", "6", 3)
    game = buy(position.tile("F9", "15", 1).tile("F9", "465", 3).token("HK", "F9").token("SY", "F9"))
    assert game.state.board.tiles["F9"][0] == "15"
    assert game.state.board.tokens["F9", 0] == ("HS", "HK")
    assert game.state.returned == {"SY": 1}


def test_what_lies_under_nishinomiya_is_remembered() -> None:
    position = Position(options=QUAKE, seed=1).phase("2").company("HS", Ann=50, cash=500)
    game = plays(position.operate("HS"), LayTile("HS", "F9", "57", 1))
    assert game.state.own.underneath == {"F9": (("57", 1),)}


@rule_1890("C.10.13.10")
def test_tokens_of_itami_are_turned_face_down(edition: str) -> None:
    """They keep their space, and neither stop nor start any train."""
    position = ahead().tile("E10", "6", 4).token("HK", "E10")
    game = buy(position)
    table = game.table()
    assert ("E10", 0) not in game.state.board.tokens
    assert game.state.board.reserved["E10", 0] == ("HK",)
    assert covered_tokens(table, "HK") == [("E10", 0)]
    assert ("E10", 0) not in reached(table, "HK").stops
    assert next_cost(table, "HK") == 100, "the token of 40 is still placed"


@rule_1890("C.10.13.11")
def test_a_company_pays_100_to_turn_a_token_up_again(edition: str) -> None:
    covered = Position(edition, options=QUAKE, seed=1).phase("6").company("HK", Ann=50, cash=250).tile("E10", "6", 4)
    covered.state.board = covered.state.board.with_kept("HK", ("E10", 0))
    uncover = Choose("Ann", "uncover-token", "E10")
    covered.set(frozen=True)
    assert refused(covered.operate("HK", "token"), uncover).clause == "1890:C.10.13.11"
    covered.set(frozen=False).cash(HK=99)
    assert refused(covered.operate("HK", "token"), uncover).code == "cash_for_token"
    covered.cash(HK=250)
    game = covered.operate("HK", "token")
    assert refused(game, PlaceToken("HK", "E10")).code == "token_on_hex_already"
    plays(game, uncover)
    assert game.state.cash["HK"] == 150
    assert game.state.board.tokens["E10", 0] == ("HK",)
    assert "E10" not in {hex_id for hex_id, _ in game.state.board.reserved}


def test_tokens_face_down_are_listed_in_one_order() -> None:
    """A variant may cover several hexes; which was covered first, or has had a tile since, a position does not tell."""
    covered = Position(options=QUAKE, seed=1).phase("6").company("HK", Ann=50, cash=250)
    for hex_id in ("F7", "E10"):
        covered.state.board = covered.state.board.with_kept("HK", (hex_id, 0))
    game = covered.operate("HK", "token")
    listed = [Choose("Ann", "uncover-token", hex_id) for hex_id in ("E10", "F7")]
    assert offered(game, Choose) == listed
    assert offered(kaiping.from_position(game.position()), Choose) == listed


@rule_1890("C.10.13.12", "C.10.13.13")
def test_each_player_owes_for_trains_and_shares(edition: str) -> None:
    """The second D-train is the marked one. Ann holds five shares of Hankyu and two others, Bo one."""
    position = ahead(2, sold=1).company("SY", Ann=20, Bo=10, Cy=20)
    game = buy(position)
    assert game.state.own.charity == {"Ann": 200 + 7 * 200, "Bo": 200 + 200, "Cy": 200 + 2 * 200}
    totals = game.totals()
    plain = buy(ahead(3, sold=1).company("SY", Ann=20, Bo=10, Cy=20)).totals()
    assert plain["Bo"] - totals["Bo"] == 400, "it counts at once in what a player is worth"


def charity(due: int, cash: int, *, options: list[str] | None = None) -> Game:
    """A stock round in which Ann owes a sum; she holds half of Hankyu at 80."""
    position = Position(options=options or QUAKE, seed=1).phase("6").company("HK", cell=(2, 4), Ann=50, Bo=20)
    return position.cash(Ann=cash, Bo=500).set(charity={"Ann": due}).stock("Ann")


@rule_1890("C.10.13.12", "C.10.13.13")
def test_it_is_paid_at_the_end_of_the_next_stock_round(edition: str) -> None:
    game = charity(300, 1000)
    bank = game.state.bank
    plays(game, BuyShare("Ann", "HK", "ipo"), Pass("Ann"), Pass("Bo"), Pass("Cy"), Pass("Ann"))
    assert game.state.own.charity == {}
    assert game.state.cash["Ann"] == 1000 - 80 - 300
    assert game.state.bank == bank + 80 + 300


@rule_1890("C.10.13.14")
def test_who_has_too_little_must_sell_shares(edition: str) -> None:
    game = charity(300, 250)
    assert refused(game, Pass("Ann")).clause == "1890:C.10.13.14"
    plays(game, SellShares("Ann", "HK", 10), Pass("Ann"), Pass("Bo"), Pass("Cy"), Pass("Ann"))
    assert game.state.cash["Ann"] == 250 + 80 - 300


def poor(edition: str, due: int) -> Game:
    """Ann owes a sum, has 10 and can sell nothing: the open market takes no more than half, and nobody else would take
    the president's certificate."""
    position = Position(edition, options=QUAKE, seed=1).phase("6").company("HK", cell=(2, 4), Ann=20, Bo=10, pool=50)
    return position.cash(Ann=10, Bo=0, Cy=0).set(charity={"Bo": 0, "Ann": due}).stock("Ann")


@rule_1890("C.10.13.12", "C.10.13.14", "13.2.1", "13.2.5", "13.2.6")
def test_who_cannot_pay_after_all_sales_is_bankrupt(edition: str) -> None:
    game = poor(edition, 900)
    bank = game.state.bank
    while game.finished is None:
        plays(game, Pass(game.acting[0]))
    assert (game.finished, game.state.bankrupt) == ("bankrupt", "Ann")
    assert (game.state.cash["Ann"], game.state.bank) == (0, bank + 10), "what is there is the bank's"
    assert game.state.own.charity == {}, "and the rest is waived"
    assert isinstance(game.state.stack[-1], StockRound), "no operating round follows"
    assert events(game, "charity-unpaid") == [{"player": "Ann", "amount": 890}]
    able = poor(edition, 10)
    while isinstance(able.state.stack[-1], StockRound):
        plays(able, Pass(able.acting[0]))
    assert (able.finished, able.state.cash["Ann"]) == (None, 0)


@rule_1890("13.2.3", "C.10.13.14")
def test_nobody_sells_in_small_lots_until_charity_is_out_of_reach(edition: str) -> None:
    """400 are missing, and five shares of Hankyu at 80 bring them; with one sold alone the others bring 75 each."""
    game = charity(650, 250)
    reason = refused(game, SellShares("Ann", "HK", 10))
    assert (reason.code, reason.figures["most"], reason.figures["missing"]) == ("charity_out_of_reach", 380, 400)
    assert reason.clause == "1890:13.2.3"
    plays(game, SellShares("Ann", "HK", 50), Pass("Bo"), Pass("Cy"))  # she has nothing left to buy with
    assert game.state.cash["Ann"] == 0


@rule_1890("13.2.3", "C.10.13.14")
def test_nobody_buys_until_charity_is_out_of_reach(edition: str) -> None:
    """Ann has 250 and could sell five shares at 80. What she cannot sell again may cost what is left over, no more."""
    for purchase in (AcquirePrivate("Ann", "KF", 200), Par("Ann", "NK", 100)):
        plays(charity(450, 250), purchase)
        reason = refused(charity(451, 250), purchase)
        assert (reason.code, reason.figures["most"], reason.figures["due"]) == ("charity_by_purchase", 450, 451)
        assert reason.clause == "1890:13.2.3"
        plays(charity(651, 250), purchase)  # out of reach in any case
    position = Position(edition, options=QUAKE, seed=1).phase("6").company("HK", par=100, cell=(2, 4), Ann=30, Bo=20)
    game = position.cash(Ann=250, Bo=500).set(charity={"Ann": 480}).stock("Ann")
    reason = refused(game, BuyShare("Ann", "HK", "ipo"))
    assert reason.figures["most"] == 250 - 100 + 4 * 80, "a share at 100 is worth 80"


def test_the_position_tells_what_the_earthquake_has_left() -> None:
    position = ahead().company("HS", Bo=50).tile("F9", "6", 3).tile("E10", "6", 4).token("HK", "E10")
    game = buy(position.set(underneath={"F9": (("6", 3),)}).company("SY", Cy=50, cash=1), after=("SY",))
    told = game.position()
    assert (told["frozen"], told["covered_tokens"]) == (True, {"HK": ["E10"]})
    assert told["own"]["charity"]["Bo"] == 100 + 5 * 200
    text = position_text(game)
    assert "  share prices are frozen\n" in text
    assert "  tokens face down HK (E10)\n" in text
    assert "charity Ann 1100, Bo 1100" in text
