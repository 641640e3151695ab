"""What privates do: payments, rivers, permits, trains."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kaiping.action import (
    BuyPrivate,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    LayTile,
    Pass,
    PlaceToken,
    Route,
    RunRoutes,
    UsePower,
)
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.operating.track import terrain_cost
from kaiping.flow.rules import settle
from kaiping.flow.stock import StockRound
from kaiping.game import Game
from tests.rules.books import rule_1880
from tests.rules.g1880.positions import Position, all_pass, earned, events, offered, plays, refused


def buyer(edition: str, kind: str, left: int = 1, phase: str = "A1") -> Position:
    position = Position(edition).company("BCR", par=100, Ann=30, cash=900, permits="").left(kind, left)
    position.state.phase = phase
    return position


@rule_1880("VI.1.2", "VI.2.1", "VI.2.2", "VI.2.3", "VI.2.4", "VI.2.5")
def test_p0_pays_once(edition: str) -> None:
    for kind, price, phase in (("2+2", 180, "A2"), ("3", 180, "B1"), ("3+3", 300, "B2")):
        early = buyer(edition, kind, 2, phase).private("P0", "Bo")
        cash = early.state.cash["Bo"]
        game = plays(early.operate("BCR", "trains"), BuyTrain("BCR", kind, "bank", price))
        assert (game.acting, game.state.cash["Bo"]) == (("Ann",), cash), "not with the last but one"
    for kind, price, phase, amount in (("2+2", 180, "A2", 40), ("3", 180, "B1", 70)):
        position = buyer(edition, kind, 1, phase).private("P0", "Bo")
        game = plays(position.operate("BCR", "trains"), BuyTrain("BCR", kind, "bank", price))
        assert game.acting == ("Bo",)
        assert refused(game, Pass("Ann")).code == "payment_first"
        waits = plays(game.copy(), Pass("Bo"))
        assert waits.state.privates["P0"] == "Bo"
        cash = game.state.cash["Bo"]
        plays(game, UsePower("Bo", "P0"))
        assert game.state.cash["Bo"] == cash + amount
        assert game.state.privates["P0"] == "closed"
    last = buyer(edition, "3+3", 1, "B2").private("P0", "Bo")
    cash = last.state.cash["Bo"]
    game = plays(last.operate("BCR", "trains"), BuyTrain("BCR", "3+3", "bank", 300))
    assert game.state.cash["Bo"] == cash + 100, "the third is paid without asking"
    assert game.state.privates["P0"] == "closed"


def removal(edition: str, train: str = "2+2", phase: str = "A2") -> Game:
    """BCR has bought nothing for a whole round: the trains on sale are removed, and P0 belongs to Bo."""
    position = Position(edition).company("BCR", par=100, Ann=30, cash=900, permits="").left(train, 3)
    position.private("P0", "Bo").set(marker="BCR", phase=phase)
    position.state.trains["BCR"] = (train,)
    position.state.scrapped[train] -= 1
    return plays(position.operate("BCR", "trains"), Pass("BCR"))


@rule_1880("VI.2.6", only="2022")
@pytest.mark.parametrize(("train", "phase", "amount"), [("2+2", "A2", 40), ("3", "B1", 70), ("3+3", "B2", 100)])
def test_p0_pays_also_when_the_trains_are_removed(edition: str, train: str, phase: str, amount: int) -> None:
    game = removal(edition, train, phase)
    if train != "3+3":
        assert plays(game.copy(), Pass("Bo")).state.cash["Bo"] == 600
        plays(game, UsePower("Bo", "P0"))
    assert game.state.cash["Bo"] == 600 + amount
    assert game.state.privates["P0"] == "closed"


@rule_1880(in_2010=["VI.2.1", "VI.2.2", "VI.2.3"], only="2010")
def test_p0_pays_when_the_last_train_is_bought_and_not_when_it_is_removed(edition: str) -> None:
    game = removal(edition)
    assert isinstance(game.state.stack[-1], StockRound), "nobody is asked"
    assert game.state.privates["P0"] == "Bo"
    for train, price, phase in (("3", 180, "B1"), ("3+3", 300, "B2")):
        position = buyer(edition, train, 1, phase).private("P0", "Bo")
        bought = plays(position.operate("BCR", "trains", trains_removed=True), BuyTrain("BCR", train, "bank", price))
        assert bought.acting == ("Bo",) or bought.state.privates["P0"] == "closed"


@rule_1880("VI.2.10", "VI.2.11", "VI.1.6", "VI.1.18", "X.2.28", "X.2.29")
def test_p4_waives_what_rivers_cost(edition: str) -> None:
    position = Position(edition).company("BCR", par=100, Ann=30).investor("A3", "Ann").company("WNR", Bo=30)
    position.company("LHR", par=90, Ann=20).company("NJR", par=70, Ann=20, Cy=10)
    hexes = position.definition.map.hexes
    river = next(name for name, one in hexes.items() if one.river and one.cost == one.river)
    both = next((name for name, one in hexes.items() if one.river and one.cost > one.river), None)
    table = position.operate("BCR").table()
    assert terrain_cost(table, "BCR", river) == 20
    position.private("P4", "Ann")
    for company in ("BCR", "LHR", "NJR", "A3"):
        assert terrain_cost(table, company, river) == 0, "for all that they lead"
    assert terrain_cost(table, "WNR", river) == 20
    if both is not None:
        assert terrain_cost(table, "BCR", both) == hexes[both].cost - 20
    for company, home, cost in (("NJR", "K13", 20), ("LHR", "J2", 50), ("NXR", "J6", 30)):
        saved = 0 if company == "NXR" else 20
        for owner, price in (("Cy", cost - saved), ("Ann", cost)):
            build = Position(edition).private("P4", owner).company(company, par=80, Cy=30, Ann=20, cash=price)
            lay = next(action for action in offered(build.operate(company), LayTile) if action.hex == home)
            assert plays(build.game, lay).state.cash[company] == 0, "its director's private, and no other's"
            if price:
                poor = build_home(edition, owner, company, price - 1)
                assert refused(poor, lay).code == "cash_for_terrain"


def build_home(edition: str, owner: str, company: str, cash: int) -> Game:
    """A company about to build, with so much money; P4 is with this player."""
    return Position(edition).private("P4", owner).company(company, par=80, Cy=30, Ann=20, cash=cash).operate(company)


#: a train that runs in each phase
RUNS = dict(zip(("A1", "A2", "B1", "B2", "B3", "C1"), ("2", "2+2", "3", "3+3", "4", "4+4"), strict=True))
RUNS |= dict.fromkeys(("C2", "C3", "D1", "D2"), "6") | {"D3": "10"}
#: the cities that a ferry joins, the way between them and what they are worth; whose home one of them is
FERRIES = {
    "tianjin-dalian": (("F10.0", "F12", "E13.0"), 40, "A2"),
    "dalian-south": (("H14.0", "G13", "F14", "E13.0"), 40, "A2"),
    "qingdao-shanghai": (("H14.0", "I15", "J16", "K15.0"), 50, "A4"),
}


#: companies and their directors; Cy sits last
RUNNERS = {"WNR": "Cy", "SCR": "Cy", "HKR": "Ann"}


def running(position: Position, company: str, train: str, city: str) -> Game:
    """A company about to run a train, with a token in this city."""
    position.company(company, par=80, permits="", trains=(train,), **{RUNNERS[company]: 30})  # type: ignore[arg-type]
    return position.token(company, city).operate(company, "run")


@rule_1880("VI.2.8", "VI.1.4", "VI.1.17", "VI.1.18")
@pytest.mark.parametrize("ferry", FERRIES)
@pytest.mark.parametrize("phase", ["A1", "B3", "D1"])
def test_no_ferry_costs_the_owner_of_p2_anything(edition: str, ferry: str, phase: str) -> None:
    """Neither their companies nor their investor."""
    (path, value, minor), train = FERRIES[ferry], RUNS[phase]

    def sea(owner: str) -> Position:
        position = Position(edition).phase(phase).private("P2", owner).tile("F10", "57", 1).tile("H14", "57", 2)
        position.tile("E13", "57", 0 if ferry == "tianjin-dalian" else 2)
        return position.tile("G13", "8", 3).tile("K15", "8877", 0)

    for company, director in RUNNERS.items():
        game = running(sea("Cy"), company, train, path[0].split(".")[0])
        assert earned(game, company, (train, *path)) == value - (10 if director == "Ann" else 0)
    if phase == "A1":
        for owner, fee in (("Cy", 0), ("Ann", 10)):
            game = sea(owner).investor(minor, "Cy").company("WNR", Ann=30).operate(minor, "run", after=("WNR",))
            assert earned(game, minor, ("2", *path)) == value - fee


@rule_1880("VI.2.9", "VI.1.5", "VI.1.17", "VI.1.18")
@pytest.mark.parametrize(("phase", "value"), [("A2", 30), ("B3", 30), ("C2", 0), ("D1", 0)])
def test_taiwan_is_worth_20_more_to_all_companies_of_the_owner_of_p3(edition: str, phase: str, value: int) -> None:
    """From Hong Kong by Guangzhou, P14, and the town of O15 to Taiwan."""
    train = RUNS[phase]

    def coast(owner: str) -> Position:
        position = Position(edition).phase(phase).private("P3", owner)
        return position.tile("P14", "6", 3).tile("O15", "8852", 0)

    for company, director in RUNNERS.items():
        game = running(coast("Cy"), company, train, "P14")
        more = 20 if director == "Cy" else 0
        assert earned(game, company, (train, "P14.0", "O15.0", "N16.0")) == 20 + 20 + value + more
        assert earned(game, company, (train, "P14.0", "O15.0")) == 20 + 20, "nothing for another place"
    if phase == "A2":
        for owner, more in (("Cy", 20), ("Ann", 0)):
            game = coast(owner).investor("A5", "Cy").company("WNR", Ann=30).operate("A5", "run", after=("WNR",))
            assert earned(game, "A5", ("2+2", "Q15.0", "P14.0", "O15.0", "N16.0")) == 20 + 20 + 20 + value + more


@rule_1880("VI.1.12", "VI.1.16")
@pytest.mark.parametrize(
    ("phase", "pays"), [("A1", True), ("A2", True), ("B1", True), ("B2", True)]
    + [(phase, False) for phase in ("B3", "C1", "C2", "C3", "D1", "D2", "D3")],
)  # fmt: skip
def test_privates_pay_at_the_start_of_each_round_until_the_first_4_train(edition: str, phase: str, pays: bool) -> None:
    """NXR ends a round, BCR begins the next one; Cy owns P1 and P5, Bo owns P4."""
    position = Position(edition).phase(phase).set(marker="NXR", final_round=9)
    for name in ("BCR", "NXR"):
        position.company(name, par=100, Ann=60, permits="", cash=2000, trains=(RUNS[phase],))
    position.private("P1", "Cy").private("P5", "Cy").private("P4", "Bo")
    game = position.operate("NXR", "trains", train_bought=True)
    cash, bank = dict(game.state.cash), game.state.bank
    plays(game, Pass("NXR"))
    assert game.state.round == 2
    assert game.state.cash == cash | ({"Cy": cash["Cy"] + 30, "Bo": cash["Bo"] + 20} if pays else {})
    assert game.state.bank == bank - (50 if pays else 0), "the bank pays, and each private once"


@rule_1880("VI.2.12", "VI.2.13", "VI.1.7")
def test_p5_gives_a_permit_for_phase_d(edition: str) -> None:
    position = Position(edition).private("P5", "Ann").company("BCR", par=100, Ann=30, permits="ABC", cash=500)
    game = position.company("WNR", Bo=30, permits="ABC").operate("BCR", "trains")
    assert refused(game, UsePower("Bo", "P5", "BCR")).code == "not_your_turn"
    assert refused(game, UsePower("Ann", "P5", "WNR")).code == "power_not_for"
    plays(game, UsePower("Ann", "P5", "BCR"))
    assert game.state.own.permits["BCR"] == "ABCD"
    assert refused(game, UsePower("Ann", "P5", "BCR")).code == "power_used"
    late = Position(edition).phase("D1").private("P5", "Ann")
    late.company("BCR", par=100, Ann=60, permits="ABC", trains=("6",))
    asked = late.begin_round("BCR")
    assert {type(action) for action in asked.legal_actions()} == {Pass, UsePower}, "asked before it would lay track"
    plays(asked, UsePower("Ann", "P5", "BCR"))
    assert offered(asked, LayTile)


@rule_1880("VI.2.12")
def test_p5_may_be_assigned_in_a_share_round_and_to_a_company_that_has_not_opened(edition: str) -> None:
    """At any time, to one of their companies: in their own turn of a share round too."""
    position = Position(edition).phase("B1").private("P5", "Ann").cash(Ann=500, Bo=500)
    position.company("BCR", par=100, Ann=40, permits="ABC", trains=("3",)).company("WNR", par=90, Bo=30, permits="AB")
    position.company("NXR", par=80, Ann=20, floated=False, permits="A").company("HKR", par=70, Ann=30, permits="D")
    position.company("LHR", par=70, Ann=30, permits="BC")
    game = position.stock("Ann", inside="BCR")
    assert {action.company for action in offered(game, UsePower)} == {"BCR", "NXR", "LHR"}
    assert refused(game, UsePower("Ann", "P5", "WNR")).code == "power_not_for"
    plays(game, UsePower("Ann", "P5", "NXR"))
    assert game.state.own.permits["NXR"] == "AD"
    assert game.acting == ("Ann",), "it is no purchase: the turn goes on"
    assert refused(game, UsePower("Ann", "P5", "BCR")).code == "power_used"
    plays(game, BuyShare("Ann", "BCR", "ipo"))
    assert refused(game, UsePower("Ann", "P5", "BCR")).code == "not_your_turn"
    operating = (
        Position(edition).private("P5", "Ann").investor("A3", "Ann").company("BCR", par=100, Ann=40, permits="AB")
    )
    operating.company("NXR", par=80, Ann=20, floated=False, permits="A")
    for one in ("A3", "BCR"):
        turn = operating.operate(one, after=() if one == "BCR" else ("BCR",))
        assert {action.company for action in offered(turn, UsePower)} == {"BCR", "NXR"}


@rule_1880("VI.2.12", "XII.2.6")
def test_p5_alone_does_not_keep_its_owner_in_a_share_round(edition: str) -> None:
    position = Position(edition).phase("B1").private("P5", "Ann").cash(Ann=0, Bo=500)
    game = position.company("BCR", par=100, percent=40, Ann=40, Bo=10, permits="ABC", trains=("3",)).stock(
        "Ann", inside="BCR"
    )
    settle(game.table(game.state))
    assert game.acting == ("Bo",), "she can neither buy nor sell and is not asked"


@rule_1880("VI.1.9", "X.2.6", "X.2.5", in_2010=["X.2.5"])
@pytest.mark.parametrize("phase", ["A1", "A2", "B1", "C1", "D1"])
def test_bcr_lays_two_yellow_tiles_from_the_start(edition: str, phase: str) -> None:
    """Two and no more, in any phase; another company lays one in phase A."""
    for company, number in (("BCR", 2), ("WNR", 1 if phase[0] == "A" else 2)):
        position = Position(edition).phase(phase).company(company, par=100, Ann=30, cash=500, permits="ABCD")
        game = position.operate(company)
        for _ in range(number):
            yellow = [lay for lay in offered(game, LayTile) if game.definition.tiles[lay.tile].color == "yellow"]
            plays(game, yellow[0])
        assert not offered(game, LayTile)


@rule_1880("VI.2.17", "VI.2.18", "VI.2.19", "VI.2.20", "VI.1.10", "X.6.4", "VI.2.21", in_2010=["VI.1.9", "VI.2.14"])
def test_p7_brings_the_train_on_sale_at_any_time_of_a_turn(edition: str) -> None:
    position = Position(edition).private("P7", "Ann").company("BCR", par=100, Ann=30, cash=0, permits="ABC")
    position.company("WNR", Bo=30, trains=("2",)).investor("A3", "Ann").set(marker="WNR")
    game = position.operate("BCR")
    assert refused(game, UsePower("Ann", "P7", "A3")).code == "power_not_for"
    plays(game, UsePower("Ann", "P7", "BCR"))
    state = game.state
    assert state.trains["BCR"] == ("2",)
    assert state.privates["P7"] == "closed"
    assert state.own.marker == "WNR", "the marker stays"
    frame = state.stack[-1]
    assert isinstance(frame, OperatingRound)
    assert frame.company == "BCR", "the turn goes on, and the train may run in it"
    full = Position(edition).private("P7", "Ann").company("BCR", par=100, Ann=30, trains=("2", "2", "2", "2"))
    assert refused(full.operate("BCR"), UsePower("Ann", "P7", "BCR")).code == "train_limit"
    last = Position(edition).private("P7", "Ann").company("BCR", par=100, Ann=30, trains=("2", "2", "2"))
    assert plays(last.operate("BCR"), UsePower("Ann", "P7", "BCR")).state.trains["BCR"] == ("2",) * 4, (
        "one place is left"
    )


@rule_1880("VI.2.17", "VI.2.19", "VI.1.10")
@pytest.mark.parametrize(("phase", "step"), [("A1", "track"), ("A2", "token"), ("B1", "run"), ("B2", "trains")])
def test_the_train_of_p7_is_the_one_on_sale_and_costs_nothing(edition: str, phase: str, step: str) -> None:
    """Cy directs WNR and NXR; the exchange is open in the turn of the one that gets the train, and in all its steps."""
    position = Position(edition).phase(phase).private("P7", "Cy").company("WNR", par=100, Cy=30, cash=700)
    position.company("NXR", par=90, Cy=30, cash=700, trains=("2",)).company("BCR", par=80, Ann=30, trains=("2",))
    position.train("WNR", "2").tile("L14", "57", 2).token("WNR", "L14").tile("M15", "8852", 2)
    assert refused(position.operate("BCR", "trains"), UsePower("Cy", "P7", "WNR"))
    game = position.operate("WNR", step, after=("NXR",))
    assert refused(game, UsePower("Cy", "P7", "NXR")).code == "power_not_for"
    train, left = RUNS[phase], game.state.depot[RUNS[phase]]
    plays(game, UsePower("Cy", "P7", "WNR"))
    assert (game.state.trains["WNR"], game.state.depot[train]) == (("2", train), left - 1)
    assert (game.state.cash["WNR"], game.state.cash["Cy"]) == (700, 600)
    assert game.state.privates["P7"] == "closed"


@rule_1880("VI.2.19")
@pytest.mark.parametrize(
    ("before", "train", "phase"), [("A1", "2+2", "A2"), ("A2", "3", "B1"), ("B1", "3+3", "B2"), ("B2", "4", "B3")]
)
def test_the_train_of_p7_begins_a_phase_as_one_that_is_bought(
    edition: str, before: str, train: str, phase: str
) -> None:
    """The first 4-train makes the 2-train of NXR rust; where the limit falls to three NXR gives one up."""
    position = Position(edition).private("P7", "Cy").company("WNR", par=100, Cy=30, cash=90)
    position.company("NXR", par=90, Ann=30, trains=("2",) * (3 if before == "B2" else 4))
    game = plays(position.left(train, 5).set(phase=before).operate("WNR", after=("NXR",)), UsePower("Cy", "P7", "WNR"))
    assert (game.state.phase, game.state.trains["WNR"]) == (phase, (train,))
    assert len(game.state.trains.get("NXR", ())) == (0 if train == "4" else 4)
    assert bool(offered(game, DiscardTrain)) == (train == "3+3")
    assert not events(game, "trains-removed"), "WNR has still to build, and nothing else has begun the phase"


@rule_1880("VI.2.23", "VI.2.24", "VI.1.11")
def test_the_exchange_is_also_forced_when_the_4_trains_are_removed(edition: str) -> None:
    """A round has gone by without a purchase: phase B3 begins, and the train kept for P7 goes to a company of Bo's."""
    position = (
        buyer(edition, "4", 5, "B2").private("P7", "Bo").company("WNR", par=80, Bo=30, permits="").set(marker="BCR")
    )
    game = plays(position.train("BCR", "3").operate("BCR", "trains", after=("WNR",)), Pass("BCR"))
    assert (game.state.phase, game.acting) == ("B3", ("Bo",))
    assert refused(game, Pass("Bo")).code == "power_assign_first"
    plays(game, UsePower("Bo", "P7", "WNR"))
    assert (game.state.trains["WNR"], game.state.privates["P7"]) == (("4",), "closed")
    assert "4" not in game.state.depot


@rule_1880("VI.2.22", "XII.1.2", "XII.3.6")
def test_p7_may_bring_a_share_round_in_the_middle_of_a_turn(edition: str) -> None:
    position = (
        Position(edition).private("P7", "Ann").company("BCR", par=100, Ann=30, permits="ABC", cash=500).left("2", 1)
    )
    game = plays(position.operate("BCR"), UsePower("Ann", "P7", "BCR"))
    assert game.state.turn == 3
    all_pass(game)
    assert offered(game, LayTile), "back where it was interrupted"


@rule_1880("VI.2.23", "VI.2.24", "VI.2.25", "VI.1.11", in_2010=["VI.1.9"])
def test_the_first_4_train_forces_the_exchange(edition: str) -> None:
    position = buyer(edition, "4", 5, "B2").private("P7", "Bo").company("WNR", Bo=30, trains=("3",), permits="")
    position.company("HKR", Bo=30, permits="").company("LHR", Cy=30, Bo=20, permits="")
    game = plays(position.operate("BCR", "trains", after=("WNR",)), BuyTrain("BCR", "4", "bank", 300))
    assert game.acting == ("Bo",)
    assert {action.company for action in offered(game, UsePower)} == {"HKR", "WNR"}, "any that they lead"
    assert refused(game, Pass("Bo")).code == "power_assign_first"
    plays(game, UsePower("Bo", "P7", "WNR"))
    assert game.state.trains["WNR"] == ("3", "4")
    assert game.state.depot["4"] == 3
    assert game.state.privates["P7"] == "closed"


@rule_1880("VI.2.25")
def test_a_company_that_has_not_floated_may_get_it(edition: str) -> None:
    """Bo leads WNR and no other, and it has not floated: a company of which they are the director all the same."""
    position = buyer(edition, "4", 5, "B2").private("P7", "Bo").company("WNR", Bo=20, floated=False)
    game = plays(position.operate("BCR", "trains"), BuyTrain("BCR", "4", "bank", 300))
    assert game.acting == ("Bo",)
    plays(game, UsePower("Bo", "P7", "WNR"))
    assert game.state.trains["WNR"] == ("4",)
    assert game.state.depot["4"] == 3


@rule_1880("VI.2.26", "VI.2.27")
def test_a_train_may_be_given_up_for_it(edition: str) -> None:
    position = buyer(edition, "4", 5, "B2").private("P7", "Bo")
    position.company("WNR", Bo=30, trains=("3", "3", "3+3"), permits="")
    position.company("HKR", Bo=30, trains=("2+2", "2+2", "3"), permits="")
    game = plays(position.operate("BCR", "trains", after=("WNR",)), BuyTrain("BCR", "4", "bank", 300))
    assert {action.company for action in offered(game, UsePower)} == {"HKR", "WNR"}, "neither has room"
    plays(game, UsePower("Bo", "P7", "WNR"))
    assert {action.train for action in offered(game, DiscardTrain)} == {"3", "3+3", "4"}
    plays(game, DiscardTrain("WNR", "3"))
    assert game.state.trains["WNR"] == ("3", "3+3", "4")


@rule_1880("VI.2.25")
def test_a_company_that_has_not_opened_may_get_it_and_has_it_when_it_opens(edition: str) -> None:
    position = buyer(edition, "4", 2, "B2").private("P7", "Bo").cash(Ann=0, Bo=500, Cy=0)
    position.company("WNR", par=70, floated=False, Bo=30, permits="")
    game = plays(position.operate("BCR", "trains"), BuyTrain("BCR", "4", "bank", 300))
    assert offered(game, UsePower) == [UsePower("Bo", "P7", "WNR")]
    plays(game, UsePower("Bo", "P7", "WNR"))
    assert game.state.trains["WNR"] == ("4",)
    plays(game, BuyShare("Bo", "WNR", "ipo"))
    all_pass(game)
    assert "WNR" in game.state.floated
    assert game.state.trains["WNR"] == ("4",)


@rule_1880("VI.2.25", "XII.6.3")
def test_until_it_opens_nobody_buys_that_train(edition: str) -> None:
    position = Position(edition).phase("B3").company("BCR", par=100, Ann=40, cash=900, trains=("3",))
    position.company("WNR", par=70, floated=False, Ann=30, trains=("4",))
    game = position.operate("BCR", "trains")
    kept = refused(game, BuyTrain("BCR", "4", "WNR", 1))
    assert (kept.code, kept.clause) == ("not_open_yet", f"1880-{edition}:XII.6.3")


@rule_1880("VI.2.28")
def test_without_a_company_the_train_is_lost(edition: str) -> None:
    position = buyer(edition, "4", 5, "B2").private("P7", "Cy").set(marker="BCR")
    cash = position.state.cash["Cy"]
    game = plays(position.operate("BCR", "trains"), BuyTrain("BCR", "4", "bank", 300))
    assert game.state.depot["4"] == 3
    assert game.state.privates["P7"] == "closed"
    assert events(game, "private-lost")
    assert game.state.cash["Cy"] == cash, "without compensation"


@rule_1880("VI.1.13", "VI.1.14", "VI.2.7")
def test_privates_stay_with_players(edition: str) -> None:
    definition = Position(edition).definition
    assert definition.private_rules.sold_from is None
    assert definition.privates["P1"].power is None


@rule_1880("VI.1.13", "VI.1.14")
@pytest.mark.parametrize("phase", ["A1", "B1", "C2", "D1"])
def test_no_private_has_a_turn_and_no_company_buys_one(edition: str, phase: str) -> None:
    """P1 to P5 are the director's, who would sell them to their company."""
    position = Position(edition).phase(phase).company("WNR", par=100, Ann=60, cash=900, trains=(RUNS[phase],))
    position.set(marker="WNR", final_round=9).tile("L14", "57", 2).token("WNR", "L14").tile("M15", "8852", 2)
    for number in range(1, 6):
        position.private(f"P{number}", "Ann")
    for step in ("track", "token", "run", "trains"):
        game = position.operate("WNR", step)
        assert {type(action) for action in game.legal_actions()} <= {
            LayTile, PlaceToken, RunRoutes, BuyTrain, UsePower, Pass
        }  # fmt: skip
        for private in ("P1", "P2", "P5"):
            for lay in offered(game, LayTile)[:1]:
                assert refused(game, replace(lay, private=private)), "not in the name of a company either"
            assert refused(game, BuyPrivate("WNR", private, 1))
            assert refused(game, LayTile(private, "L10", "57", 0))
            assert refused(game, RunRoutes(private, (Route(RUNS[phase], ("L14.0", "M15.0")),)))
    game = plays(position.operate("WNR", "trains", train_bought=True), Pass("WNR"))
    frame = game.state.stack[-1]
    assert isinstance(frame, OperatingRound)
    assert (game.state.round, frame.order) == (2, ("WNR",))
