"""What privates do: payments, rivers, permits, trains."""

from __future__ import annotations

from kaiping.action import BuyTrain, DiscardTrain, LayTile, Pass, UsePower
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.operating.track import terrain_cost
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


@rule_1880("VI.2.6")
def test_p0_pays_also_when_the_trains_are_removed(edition: str) -> None:
    position = buyer(edition, "2+2", 3, "A2").private("P0", "Bo").set(marker="BCR")
    position.state.trains["BCR"] = ("2+2",)
    position.state.scrapped["2+2"] -= 1
    game = plays(position.operate("BCR", "trains"), Pass("BCR"), UsePower("Bo", "P0"))
    assert game.state.privates["P0"] == "closed"


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


@rule_1880("VI.1.9", "X.2.6", "X.2.5")
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


@rule_1880("VI.2.23", "VI.2.24", "VI.2.25", "VI.1.11")
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


@rule_1880("VI.2.28")
def test_without_a_company_the_train_is_lost(edition: str) -> None:
    position = buyer(edition, "4", 5, "B2").private("P7", "Cy").set(marker="BCR")
    game = plays(position.operate("BCR", "trains"), BuyTrain("BCR", "4", "bank", 300))
    assert game.state.depot["4"] == 3
    assert game.state.privates["P7"] == "closed"
    assert events(game, "private-lost")


@rule_1880("VI.1.13", "VI.1.14", "VI.2.7")
def test_privates_stay_with_players(edition: str) -> None:
    definition = Position(edition).definition
    assert definition.private_rules.sold_from is None
    assert definition.privates["P1"].power is None
