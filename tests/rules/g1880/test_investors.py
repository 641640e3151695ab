"""Foreign investors: their turns, leased trains, and mergers."""

from __future__ import annotations

import pytest

from kaiping.action import Choose, LayTile, Pass, PlaceToken, RunRoutes
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.operating.station import next_cost
from kaiping.flow.rules import settle
from tests.rules.books import rule_1880
from tests.rules.g1880.positions import Position, events, offered, plays, refused


def network(edition: str, *, joined: bool, cash: int = 0) -> Position:
    """BCR in Chengdu (M3) and the investor of Taiyuan do not meet; CKR and A7 may be joined by P6."""
    position = Position(edition).investor("A7", "Ann", cash=cash)
    position.company("CKR", par=80, Ann=30, A7=10, cash=200, permits="").company(
        "BCR", par=100, Bo=30, cash=300, permits="", trains=("2",)
    )
    position.tile("O5", "57", 2)
    if joined:
        position.tile("P6", "8852", 2)
    return position


def test_the_map_is_as_these_tests_suppose() -> None:
    """Straight track on P6 joins the city of O5 to French Indochina, Q7."""
    definition = Position().definition
    neighbours = definition.map.neighbours
    assert "P6" in neighbours["O5"]
    assert "Q7" in neighbours["P6"]


@rule_1880(
    "VII.1.4", "VII.1.5", "VII.1.6", "VII.1.7", "VII.1.8", "VII.1.9", "VIII.4.13", "VIII.4.14", in_2010=["VIII.4.14"]
)
def test_an_investor_lays_one_tile_without_a_permit_and_leases_a_train(edition: str) -> None:
    position = (
        Position(edition)
        .phase("B1")
        .investor("A3", "Ann")
        .company("BCR", par=100, Bo=30, permits="", trains=("3",), cash=500)
    )
    game = position.begin_round("A3", "BCR")
    lays = offered(game, LayTile)
    assert {action.hex for action in lays} == {"H6"}
    depot = dict(game.state.depot)
    plays(game, lays[0])
    frame = game.state.stack[-1]
    assert isinstance(frame, OperatingRound)
    assert frame.company == "BCR", "one tile; nothing to run to, no token, no train to buy"
    assert game.state.depot == depot
    assert "A3" not in game.state.trains
    assert "A3" not in game.state.cells
    rich = Position(edition).phase("B1").investor("A3", "Ann", cash=100).tile("H6", "57", 0)
    game = rich.company("BCR", par=100, Bo=30, permits="", trains=("3",)).operate("A3", after=("BCR",))
    lay = next(one for one in offered(game, LayTile) if game.definition.map.hexes[one.hex].cost)
    paid = game.definition.map.hexes[lay.hex].cost
    assert plays(game, lay).state.cash["A3"] == 100 - paid, "it pays for the ground as a company does"


@rule_1880("VII.1.7", "VII.1.8", "VIII.4.13", "VIII.4.14", only="2022")
@pytest.mark.parametrize("phase", ["A1", "A2", "B1", "B2", "B3", "C1", "D1"])
def test_it_lays_or_upgrades_one_tile_until_phase_b3(edition: str, phase: str) -> None:
    """BCR's permits are of no use to it and no company's permits bar it; Cy, who sits last, owns it."""
    position = Position(edition).phase(phase).investor("A3", "Cy", cash=100).tile("H6", "57", 0)
    position.company("BCR", par=100, Ann=60, A3=10, permits="")
    game = position.operate("A3", after=("BCR",))
    lays, tiles = offered(game, LayTile), game.definition.tiles
    colors = {"A1": {"yellow"}, "A2": {"yellow"}, "B1": {"yellow", "green"}, "B2": {"yellow", "green"}}
    assert {tiles[lay.tile].color for lay in lays} == colors.get(phase, set())
    for color in colors.get(phase, ()):
        lay = next(one for one in lays if tiles[one.tile].color == color)
        assert not offered(plays(game.copy(), lay), LayTile), "and no more in this turn"
    if phase not in colors:
        assert refused(game, LayTile("A3", "H6", "14", 0))


@rule_1880("VII.1.4", "VII.1.5")
def test_it_leases_the_train_on_sale_whichever_that_is(edition: str) -> None:
    own = ("A1", "2"), ("A2", "2+2"), ("B1", "3"), ("B2", "3+3")
    following = ("A1", "2+2"), ("A2", "3"), ("B1", "3+3"), ("B2", "4")
    for phase, train in (*own, *following):
        position = network(edition, joined=True).phase(phase)
        if (phase, train) in following:  # the last train of the phase's kind has left the bank
            position.left(train, 5)
        game = position.operate("A7", "run", after=("CKR", "BCR"))
        left = dict(game.state.depot)
        (run,) = offered(game, RunRoutes)
        assert [route.train for route in run.routes] == [train]
        plays(game, run)
        assert game.state.depot == left
        assert "A7" not in game.state.trains


@rule_1880("VII.1.10")
def test_its_income_stays_with_it(edition: str) -> None:
    position = network(edition, joined=True, cash=100).operate("A7", "run", after=("CKR", "BCR"))
    runs = offered(position, RunRoutes)
    plays(position, max(runs, key=lambda run: len(run.routes)))
    earned = events(position, "withheld")[0]["amount"]
    assert earned > 0
    assert position.state.cash["A7"] == 100 + earned


@rule_1880("VII.2.1", "VII.2.2", "VII.2.6", "VII.2.7", "VII.2.13", "VII.2.14", in_2010=["VII.14", "VII.15"])
def test_it_merges_at_the_end_of_its_turn_if_it_is_connected(edition: str) -> None:
    apart = network(edition, joined=False).operate("A7", "merger", after=("BCR",))
    settle(apart.table(apart.state))
    assert apart.state.minors["A7"] == "Ann"
    assert apart.state.held("A7", "CKR") == 10
    game = network(edition, joined=True, cash=100).operate("A7", "run", after=("BCR",))
    cash = game.state.cash["Ann"]
    plays(game, offered(game, RunRoutes)[0])
    assert events(game, "merger")
    assert game.state.held("Ann", "CKR") == 40
    assert game.state.cash["Ann"] == cash + 50


@rule_1880("VII.2.1", "VII.2.2")
@pytest.mark.parametrize(("director", "phase"), [("Ann", "A1"), ("Bo", "A2"), ("Bo", "B1"), ("Ann", "B2")])
def test_it_merges_in_the_very_turn_in_which_its_own_tile_joins_them(edition: str, director: str, phase: str) -> None:
    """Ann's A7 lays the tile on P6, runs to Kunming and is at the end of its turn; A2, before it, is joined to none."""
    position = Position(edition).phase(phase).investor("A7", "Ann", cash=100).investor("A2", "Cy").tile("O5", "57", 2)
    position.company("CKR", par=80, Ann=30, Bo=30, A7=10, president=director, cash=200, permits="")
    position.company("BCR", par=100, Cy=30, A2=10, cash=300, permits="", trains=("2",))
    game = plays(position.begin_round("A2", "A7", "BCR"), Pass("A2"))
    plays(game, LayTile("A7", "P6", "8852", 2))
    assert not events(game, "merger"), "not before the end of the turn"
    plays(game, offered(game, RunRoutes)[0])
    assert events(game, "merger") == [{"investor": "A7", "company": "CKR"}]
    assert game.acting == ("Ann",), "nothing comes between"
    plays(game, Choose("Ann", "treasury", "company"))
    plays(game, Choose(game.acting[0], "station", "discard"))
    assert ("A7" in game.state.minors, game.state.held("Ann", "CKR")) == (False, 40)


@rule_1880("VII.1.13", "VII.2.6", "VII.2.7")
def test_the_share_and_the_premium_are_its_owners_whoever_leads_the_company(edition: str) -> None:
    position = Position(edition).investor("A7", "Ann", cash=70).tile("O5", "57", 2).tile("P6", "8852", 2)
    position.company("CKR", par=80, Bo=40, Ann=20, A7=10).company("BCR", par=100, Bo=30, trains=("2",))
    cash, bank = dict(position.state.cash), position.state.bank
    game = position.operate("A7", "merger", after=("BCR",))
    settle(game.table(game.state))
    assert (game.state.held("Ann", "CKR"), game.state.held("Bo", "CKR")) == (30, 40)
    assert game.state.cash == cash | {"Ann": cash["Ann"] + 50}, "nobody pays for the share"
    assert game.state.bank == bank - 50


@rule_1880("VII.2.13", only="2022")
def test_only_home_stations_make_a_joint_network(edition: str) -> None:
    """Track joins the investor's home to a further station of CKR, on P8, and not to its home."""
    position = network(edition, joined=False).tile("P8", "5", 0).token("CKR", "P8")
    game = position.operate("A7", "merger", after=("BCR",))
    settle(game.table(game.state))
    assert game.state.held("A7", "CKR") == 10


@rule_1880("VII.2.1")
def test_which_stations_must_be_joined(edition: str) -> None:
    """The home stations of both by the newer book, by the older one any station of the company will do."""
    position = network(edition, joined=False).tile("P8", "5", 0).token("CKR", "P8")
    game = position.operate("A7", "merger", after=("BCR",))
    settle(game.table(game.state))
    assert (game.state.held("A7", "CKR") == 0) == (edition == "2010")


@rule_1880("VII.2.1", "VII.2.2", "VII.2.13")
@pytest.mark.parametrize("own", ["CKR", "NXR"])
def test_a_network_with_another_company_is_of_no_matter(edition: str, own: str) -> None:
    """A7 is joined to CKR, and its share is of CKR, or of Ann's other company, far away."""
    position = Position(edition).investor("A7", "Ann").tile("O5", "57", 2).tile("P6", "8852", 2)
    for name in ("BCR", "CKR", "NXR"):
        position.company(name, Ann=30, permits="", trains=("2",), **({"A7": 10} if name == own else {}))  # type: ignore[arg-type]
    game = position.operate("A7", "merger", after=("BCR",))
    settle(game.table(game.state))
    assert (game.state.held("Ann", own) == 40) == (own == "CKR")
    assert (game.state.held("A7", own) == 10) == (own == "NXR")


@rule_1880("VII.2.3", "VII.2.4", "VII.2.5", "VII.2.8", in_2010=["VII.22", "VII.23"])
def test_the_owner_chooses_what_becomes_of_the_money_and_the_director_of_the_station(edition: str) -> None:
    game = network(edition, joined=True, cash=100).operate("A7", "merger", after=("BCR",))
    settle(game.table(game.state))
    assert [action.option for action in offered(game, Choose)] == ["company", "owner"]
    cash = dict(game.state.cash)
    owner = plays(game.copy(), Choose("Ann", "treasury", "owner"))
    assert owner.state.cash["Ann"] == cash["Ann"] + 20
    assert owner.state.cash["CKR"] == cash["CKR"]
    plays(game, Choose("Ann", "treasury", "company"))
    assert game.state.cash["CKR"] == cash["CKR"] + 100
    assert refused(game, Choose("Bo", "station", "replace")).code == "merger_first"
    kept = plays(game.copy(), Choose("Ann", "station", "replace"))
    assert ("Q7", 0) in kept.state.board.tokens_of("CKR")
    assert kept.state.cash["CKR"] == game.state.cash["CKR"], "the token is free"
    assert (next_cost(game.table(), "CKR"), next_cost(kept.table(), "CKR")) == (40, 100), "its cheapest one"
    plays(game, Choose("Ann", "station", "discard"))
    assert game.state.board.tokens_of("CKR") == [("O5", 0)]
    assert "A7" not in game.state.minors
    other = Position(edition).investor("A7", "Ann", cash=100).tile("O5", "57", 2).tile("P6", "8852", 2)
    other.company("CKR", par=80, Bo=40, Ann=20, A7=10).company("BCR", par=100, Bo=30, trains=("2",))
    game = other.operate("A7", "merger", after=("BCR",))
    settle(game.table(game.state))
    assert game.acting == ("Ann",), "the owner, though Bo is the director"
    before, bank = dict(game.state.cash), game.state.bank
    plays(game, Choose("Ann", "treasury", "owner"))
    assert game.acting == ("Bo",)
    plays(game, Choose("Bo", "station", "discard"))
    cash = game.state.cash
    assert [cash[one] - before[one] for one in ("Ann", "Bo", "CKR")] == [20, 0, 0]
    assert game.state.bank == bank + 80


@rule_1880("VII.2.10", "VII.2.11", "XIV.2.3", "XIV.2.4", "XI.19", only="2022")
def test_from_phase_b3_on_it_only_merges_in_its_turn(edition: str) -> None:
    for phase in ("B3", "C1", "C2", "C3", "D1", "D2", "D3"):
        position = network(edition, joined=True, cash=100)
        position.phase(phase)
        game = position.begin_round("A7", "BCR")
        assert game.acting == ("Ann",)
        assert not offered(game, LayTile)
        assert [action.option for action in offered(game, Choose)] == ["company", "owner"]
        assert game.state.cash["A7"] == 100, "it has not run"


@rule_1880("VII.2.10", "VII.2.11", "VII.2.9", only="2022")
@pytest.mark.parametrize("phase", ["B3", "C1", "C2", "C3", "D1"])
def test_at_rest_it_still_has_its_place_in_the_order(edition: str, phase: str) -> None:
    """A new round begins: A7 merges in its turn, before BCR; what is not joined has a turn in which nothing happens."""
    for joined in (True, False):
        position = network(edition, joined=joined, cash=100).phase(phase).set(marker="CKR", final_round=9)
        position.state.trains.clear()
        position.state.scrapped["2"] = 10
        train = {"B3": "4", "C1": "4+4"}.get(phase, "6")
        position.train("BCR", train).train("CKR", train).cash(BCR=900, CKR=900)
        game = plays(position.operate("CKR", "trains", train_bought=True), Pass("CKR"))
        turns = [event["company"] for event in game.last_events if event.kind == "turn"]
        assert game.state.round == 2
        assert turns == (["A7"] if joined else ["A7", "BCR"])
        assert game.state.cash["A7"] == 100
        assert bool(events(game, "merger")) == joined


def at_rest(*, joined: bool, phase: str = "B3") -> Position:
    """The 2010 edition from B3 on; BCR, CKR and WNR have nothing to decide but trains."""
    position = network("2010", joined=joined, cash=100).phase(phase).set(marker="BCR")
    position.state.trains.clear()
    position.state.scrapped["2"] += 1
    return position.train("BCR", "3").train("CKR", "3").cash(BCR=900, CKR=900)


@rule_1880(in_2010=["VII.26", "VII.27"])
def test_at_rest_it_has_no_more_turns(edition: str) -> None:
    game = plays(at_rest(joined=False).operate("CKR", "trains"), Pass("CKR"))
    frame = game.state.stack[-1]
    assert isinstance(frame, OperatingRound)
    assert frame.order == ("BCR", "CKR"), "a new round without the investor"
    assert (game.state.minors["A7"], game.state.cash["A7"]) == ("Ann", 100), "what it has stays where it is"


@rule_1880(in_2010=["VII.14", "VII.27"])
def test_at_rest_it_merges_after_whichever_turn_joins_the_networks(edition: str) -> None:
    """The turn is that of BCR, which has nothing to do with the two."""
    game = at_rest(joined=True).operate("BCR", "trains", after=("CKR",), train_bought=True)
    plays(game, Pass("BCR"))
    assert events(game, "merger") == [{"investor": "A7", "company": "CKR"}]
    assert [action.option for action in offered(game, Choose)] == ["company", "owner"]
    plays(game, Choose("Ann", "treasury", "company"), Choose("Ann", "station", "discard"))
    frame = game.state.stack[-1]
    assert isinstance(frame, OperatingRound)
    assert (frame.company, "A7" in game.state.minors) == ("CKR", False)


@rule_1880(in_2010=["VII.14", "VII.17", "VII.20", "VII.27"])
def test_of_two_at_rest_the_second_merges_when_the_first_has(edition: str) -> None:
    position = at_rest(joined=True).investor("A6", "Bo", cash=50)
    position.company("WNR", par=70, Bo=20, A6=10, permits="").tile("P12", "15", 1).token("WNR", "P12")
    money = dict(position.state.cash)
    game = position.operate("BCR", "trains", after=("CKR",), train_bought=True)
    plays(game, Pass("BCR"))
    assert events(game, "merger") == [{"investor": "A6", "company": "WNR"}]
    assert game.state.held("Ann", "CKR") == 30
    assert (game.state.cash["Ann"], game.state.cash["Bo"]) == (money["Ann"], money["Bo"] + 50)
    plays(game, Choose("Bo", "treasury", "company"))
    assert events(game, "merger") == [{"investor": "A7", "company": "CKR"}]
    assert game.state.held("Ann", "CKR") == 40
    assert game.state.cash["Ann"] == money["Ann"] + 50


@rule_1880(in_2010=["XIV.2.3", "XIV.2.4"])
def test_under_communist_rule_it_merges_and_does_nothing_else(edition: str) -> None:
    for phase in ("B3", "C1"):
        game = plays(at_rest(joined=False, phase=phase).operate("CKR", "trains"), Pass("CKR"))
        frame = game.state.stack[-1]
        assert isinstance(frame, OperatingRound)
        assert frame.order == ("BCR", "CKR"), "it has no turn"
        game = at_rest(joined=True, phase=phase).operate("BCR", "trains", after=("CKR",), train_bought=True)
        plays(game, Pass("BCR"))
        assert events(game, "merger") == [{"investor": "A7", "company": "CKR"}]


@rule_1880(in_2010=["VII.16", "VII.25"])
def test_before_phase_b3_it_merges_only_after_its_own_turn(edition: str) -> None:
    position = network(edition, joined=True, cash=100).phase("B2").set(marker="CKR").cash(BCR=900, CKR=900)
    game = plays(position.operate("BCR", "trains", after=("CKR",)), Pass("BCR"))
    assert not events(game, "merger")


@rule_1880(in_2010=["VII.28"])
def test_at_the_end_who_is_joined_merges_and_is_not_paid_off(edition: str) -> None:
    position = at_rest(joined=True).set(final_round=1)
    game = position.operate("BCR", "trains", after=("CKR",), train_bought=True)
    cash = game.state.cash["Ann"]
    plays(game, Pass("BCR"))
    assert game.acting == ("Ann",), "the merger comes before the end"
    assert game.state.held("Ann", "CKR") == 40
    plays(game, Choose("Ann", "treasury", "company"))
    assert game.state.cash["Ann"] == cash + 50, "the premium, and no fifth of the money"
    plays(game, Choose("Ann", "station", "discard"))
    assert game.finished == "final_train"
    apart = at_rest(joined=False).set(final_round=1).operate("BCR", "trains", train_bought=True)
    cash = apart.state.cash["Ann"]
    plays(apart, Pass("BCR"))
    assert (apart.finished, apart.state.cash["Ann"]) == ("final_train", cash + 20)


@rule_1880("X.4.4")
def test_no_second_token_on_the_hex_of_the_investor(edition: str) -> None:
    position = network(edition, joined=True)
    game = position.operate("CKR", "token", after=("BCR",))
    assert not [action for action in offered(game, PlaceToken) if action.hex == "O5"]
