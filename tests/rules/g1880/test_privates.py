"""What privates do: payments, rivers, permits, trains."""

from __future__ import annotations

from kaiping.action import BuyShare, BuyTrain, DiscardTrain, LayTile, Pass, UsePower
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.operating.track import terrain_cost
from kaiping.flow.rules import settle
from kaiping.flow.stock import StockRound
from kaiping.game import Game
from tests.rules.books import rule_1880
from tests.rules.g1880.positions import Position, all_pass, events, offered, plays, refused


def buyer(edition: str, kind: str, left: int = 1, phase: str = "A1") -> Position:
    position = Position(edition).company("BCR", par=100, Ann=30, cash=900, permits="").left(kind, left)
    position.state.phase = phase
    return position


@rule_1880("VI.2.1", "VI.2.2", "VI.2.3", "VI.2.4", "VI.2.5")
def test_p0_pays_once(edition: str) -> None:
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


def removal(edition: str, *options: str) -> Game:
    """BCR has bought nothing for a whole round: the 2+2-trains are removed, and P0 belongs to Bo."""
    position = Position(edition, options=options).company("BCR", par=100, Ann=30, cash=900, permits="").left("2+2", 3)
    position.private("P0", "Bo").set(marker="BCR", phase="A2")
    position.state.trains["BCR"] = ("2+2",)
    position.state.scrapped["2+2"] -= 1
    return plays(position.operate("BCR", "trains"), Pass("BCR"))


@rule_1880("VI.2.6", only="2022")
def test_p0_pays_also_when_the_trains_are_removed(edition: str) -> None:
    game = plays(removal(edition), UsePower("Bo", "P0"))
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
    hexes = position.definition.map.hexes
    river = next(name for name, one in hexes.items() if one.river and one.cost == one.river)
    both = next((name for name, one in hexes.items() if one.river and one.cost > one.river), None)
    table = position.operate("BCR").table()
    assert terrain_cost(table, "BCR", river) == 20
    position.private("P4", "Ann")
    assert terrain_cost(table, "BCR", river) == 0
    assert terrain_cost(table, "A3", river) == 0
    assert terrain_cost(table, "WNR", river) == 20
    if both is not None:
        assert terrain_cost(table, "BCR", both) == hexes[both].cost - 20


@rule_1880("VI.2.12", "VI.2.13", "VI.1.7")
def test_p5_gives_a_permit_for_phase_d(edition: str) -> None:
    position = Position(edition).private("P5", "Ann").company("BCR", par=100, Ann=30, permits="ABC", cash=500)
    game = position.company("WNR", Bo=30, permits="ABC").operate("BCR", "trains")
    assert refused(game, UsePower("Bo", "P5", "BCR")).code == "not_your_turn"
    assert refused(game, UsePower("Ann", "P5", "WNR")).code == "power_not_for"
    plays(game, UsePower("Ann", "P5", "BCR"))
    assert game.state.permits["BCR"] == "ABCD"
    assert refused(game, UsePower("Ann", "P5", "BCR")).code == "power_used"
    late = Position(edition).phase("D1").private("P5", "Ann")
    late.company("BCR", par=100, Ann=60, permits="ABC", trains=("6",))
    asked = late.begin_round("BCR")
    assert {type(action) for action in asked.legal_actions()} == {Pass, UsePower}, "asked before it would lay track"
    plays(asked, UsePower("Ann", "P5", "BCR"))
    assert offered(asked, LayTile)


@rule_1880("VI.2.12")
def test_p5_may_be_assigned_in_a_share_round_and_to_a_company_that_has_not_opened(edition: str) -> None:
    """At any time, to one of his companies: in his own turn of a share round too."""
    position = Position(edition).phase("B1").private("P5", "Ann").cash(Ann=500, Bo=500)
    position.company("BCR", par=100, Ann=40, permits="ABC", trains=("3",)).company("WNR", par=90, Bo=30, permits="AB")
    position.company("NXR", par=80, Ann=20, floated=False, permits="A").company("HKR", par=70, Ann=30, permits="D")
    game = position.stock("Ann", inside="BCR")
    assert {action.company for action in offered(game, UsePower)} == {"BCR", "NXR"}
    assert refused(game, UsePower("Ann", "P5", "WNR")).code == "power_not_for"
    plays(game, UsePower("Ann", "P5", "NXR"))
    assert game.state.permits["NXR"] == "AD"
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
def test_bcr_lays_two_yellow_tiles_from_the_start(edition: str) -> None:
    position = Position(edition).company("BCR", par=100, Ann=30, cash=500, permits="ABC")
    game = position.operate("BCR")
    plays(game, offered(game, LayTile)[0])
    assert offered(game, LayTile)
    other = Position(edition).company("WNR", par=100, Ann=30, cash=500, permits="ABC").operate("WNR")
    plays(other, offered(other, LayTile)[0])
    assert not offered(other, LayTile)


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
    assert state.marker == "WNR", "the marker stays"
    frame = state.stack[-1]
    assert isinstance(frame, OperatingRound)
    assert frame.company == "BCR", "the turn goes on, and the train may run in it"
    full = Position(edition).private("P7", "Ann").company("BCR", par=100, Ann=30, trains=("2", "2", "2", "2"))
    assert refused(full.operate("BCR"), UsePower("Ann", "P7", "BCR")).code == "train_limit"


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
    game = plays(position.operate("BCR", "trains", after=("WNR",)), BuyTrain("BCR", "4", "bank", 300))
    assert game.acting == ("Bo",)
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
    game = plays(position.operate("BCR", "trains", after=("WNR",)), BuyTrain("BCR", "4", "bank", 300))
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
