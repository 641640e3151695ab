"""What the scenarios are set up with, seen at play: lots, certificates, trains, phases, and the bank."""

from __future__ import annotations

from kaiping.action import AcquirePrivate, BuyShare, BuyTrain, Dividend, LayTile, Par
from kaiping.flow.auction import Auction
from tests.rules.books import rule_1890
from tests.rules.g1890.positions import Position, all_pass, events, fresh, plays, refused, sold_to
from tests.rules.g1890.runs import run, west


@rule_1890("4.1.3", "7.3.1.1", scenarios="ABD")
def test_certificates_are_ready_the_presidents_on_top(edition: str) -> None:
    game = fresh(edition)
    assert all(game.state.held("ipo", company) == 100 for company in game.definition.companies)
    stock = Position(edition).stock("Ann")
    assert refused(stock, BuyShare("Ann", "HK", "ipo")).code == "not_started"
    assert plays(stock, Par("Ann", "HK", 65)).state.held("Ann", "HK") == 20


@rule_1890("4.1.4")
def test_late_privates_are_ready_with_the_bank(edition: str) -> None:
    game = fresh(edition)
    assert [game.state.privates[name] for name in ("KF", "KR", "KO", "SB")] == ["bank"] * 4
    late = Position(edition).cash(Ann=200).stock("Ann")
    assert plays(late, AcquirePrivate("Ann", "KF", 200)).state.privates["KF"] == "Ann"


@rule_1890("4.1.8", "4.1.9", scenarios="ABCD")
def test_the_first_game_turn_begins_with_its_stock_round(edition: str) -> None:
    game = fresh(edition)
    assert (game.state.turn, game.state.round) == (1, 1)
    assert isinstance(game.state.stack[-1], Auction), "which is the initial one"


#: scenario -> lots in the order of sale, with face value and income
LOTS = {
    "A": [("AR", 20, 5), ("KT", 40, 10), ("KS", 60, 15), ("HN", 110, 20), ("OM", 120, 30), ("KE", 100, 0)],
    "B": [("AR", 20, 5), ("KT", 40, 10), ("HN", 110, 20), ("OM", 120, 30), ("KS", 160, 25), ("KE", 100, 0)],
    "C": [
        ("AR", 20, 5), ("KT", 40, 10), ("HT", 70, 15), ("HN", 110, 20), ("KS", 160, 25), ("OM", 220, 40),
        ("KA", 100, 0), ("OE", 200, 0), ("OT", 100, 0), ("NE", 160, 0), ("KE", 100, 0),
    ],
    "D": [
        ("AR", 20, 5), ("KT", 40, 10), ("HT", 70, 15), ("HN", 110, 20), ("KS", 160, 25), ("OM", 220, 40),
        ("KE", 100, 0),
    ],
}  # fmt: skip


@rule_1890(
    *("4.1.11", "9.1.1", "A.8.4", "B.8.4", "C.8.2", "D.8.3"),
    *("A.8.1.3", "A.8.1.7", "A.8.1.8", "A.8.1.9", "A.8.5", "A.8.6", "A.8.7", "A.8.8", "A.8.9", "A.8.10", "A.8.11"),
    *("B.8.5", "B.8.6", "B.8.7", "B.8.8", "B.8.9", "B.8.10", "B.8.11", "B.9.2"),
    *("C.8.3", "C.8.4", "C.8.5", "C.8.6", "C.8.7", "C.8.8", "C.8.9", "C.8.10", "C.8.11", "C.8.12", "C.8.13"),
    *("C.8.1.3", "C.8.1.6", "C.8.1.7", "C.8.1.12", "C.8.1.14", "C.8.1.16"),
    *("D.8.4", "D.8.5", "D.8.6", "D.8.7", "D.8.8", "D.8.9", "D.8.10", "D.8.1.1"),
    scenarios="ABCD",
)
def test_privates_and_minors_are_sold_in_the_order_of_the_scenario_and_pay(edition: str) -> None:
    """Each at its face value; Osaka Municipal costs 220 in C and D, as its own paragraph says."""
    lots = LOTS[edition]
    game = sold_to("A" * len(lots), edition)
    bought = [(event["private"], event["price"]) for event in game.events if event.kind == "private-bought"]
    assert bought == [(name, price) for name, price, _ in lots]
    paid = [(one["private"], one["amount"]) for one in events(all_pass(game), "private-income")]
    assert sorted(paid) == sorted((name, income) for name, _, income in lots if income)


LIMITS = {
    "A": {2: 16, 3: 12, 4: 10},
    "B": {2: 16, 3: 12, 4: 10},
    "C": {2: 26, 3: 18, 4: 15, 5: 13, 6: 11, 7: 10},
    "D": {2: 26, 3: 18, 4: 15, 5: 13, 6: 11, 7: 10},
}


@rule_1890(
    *("A.7.1", "A.7.2", "A.7.3", "B.7.1", "B.7.2", "B.7.3", "6.2.2", "VI.2.5.1"),
    *("C.7.1", "C.7.2", "C.7.3", "C.7.4", "C.7.5", "C.7.6", "D.7.1", "D.7.2", "D.7.3", "D.7.4", "D.7.5", "D.7.6"),
    scenarios="ABCD",
)
def test_the_limit_of_certificates(edition: str) -> None:
    """A president with 60 % has five certificates; single shares make the number up."""
    for players, limit in LIMITS[edition].items():
        position = Position(edition, players)
        left = limit
        for company in position.definition.companies:
            if company == "KN" or left == 0:
                continue
            percent = 60 if left >= 5 else left * 10
            position.company(company, par=100, president="Ann" if left >= 5 else "Bo", Ann=percent, Bo=20, pool=10)
            left -= 5 if left >= 5 else left
        privates = [name for name, private in position.definition.privates.items() if not private.late]
        for name in privates[:left]:
            position.private(name, "Ann")
        last = position.cash(Ann=500).stock("Ann")
        shown = last.position()["certificates"]["Ann"]
        assert shown["limit"] == limit
        free = limit - shown["held"]
        assert free <= 1
        reasons = [last.why_not(BuyShare("Ann", name, "pool")) for name in position.state.par]
        full = {reason.code for reason in reasons if reason is not None}
        assert ("certificate_limit" in full) == (free == 0)


TRAINS = {
    "A": {"2": 5, "3": 4, "4": 3, "5": 2, "6": 1, "D": 5},
    "B": {"2": 5, "3": 4, "4": 3, "5": 2, "6": 1, "D": 6},
    "C": {"2": 9, "2+2": 3, "3": 5, "3+3": 2, "4": 4, "5": 3, "6": 2, "D": 6},
    "D": {"2": 6, "2+2": 3, "3": 5, "4": 4, "5": 3, "6": 2, "D": 6},
}


@rule_1890("A.4.1", "B.4.1", "C.4.1", "D.4.1", "12.1.6", scenarios="ABCD")
def test_how_many_trains_the_bank_sells(edition: str) -> None:
    """Bought one after the other by a rich company that loses each again."""
    bought: dict[str, int] = {}
    position = Position(edition).company("HK", Ann=50)
    while position.state.depot:
        definition, state = position.definition, position.state
        kind = next(name for name in definition.trains if state.depot.get(name))
        game = Position(edition).company("HK", Ann=50, cash=1200)
        game.state.depot, game.state.scrapped, game.state.phase = dict(state.depot), dict(state.scrapped), state.phase
        plays(game.operate("HK", "trains"), BuyTrain("HK", kind, "bank", definition.trains[kind].price))
        bought[kind] = bought.get(kind, 0) + 1
        position.scrap(kind)
        position.state.phase = game.game.state.phase
    assert bought == TRAINS[edition]


@rule_1890("4.2.2.1")
def test_the_bank_pays_dividends(edition: str) -> None:
    position = Position(edition).company("SY", par=80, trains=("2",), Ann=50, Bo=20, pool=10, cash=100)
    game = west(position).cash(Ann=0, Bo=0).operate("SY", "run")
    bank = game.state.bank
    plays(game, run("SY", ("2", "F1.0", "F3.0")), Dividend("SY", "pay"))
    assert (game.state.cash["Ann"], game.state.cash["Bo"], game.state.cash["SY"]) == (30, 12, 100 + 6)
    assert game.state.bank == bank - 48


@rule_1890("4.2.2.2")
def test_the_bank_is_paid_for_trains_terrain_and_shares(edition: str) -> None:
    position = west(Position(edition).company("SY", par=80, Ann=50, cash=300)).train("pool", "2")
    game = position.operate("SY", "trains")
    bank = game.state.bank
    plays(game, BuyTrain("SY", "2", "bank", 80), BuyTrain("SY", "2", "pool", 80))
    assert game.state.bank == bank + 160
    hill = west(Position(edition).company("SY", par=80, Ann=50, cash=300)).operate("SY")
    bank = hill.state.bank
    assert plays(hill, LayTile("SY", "E4", "8", 5)).state.bank == bank + 120
    stock = Position(edition).company("SY", par=80, Ann=50).stock("Bo")
    bank = stock.state.bank
    assert plays(stock, BuyShare("Bo", "SY", "ipo")).state.bank == bank + 80


#: phase -> trains of a company and of a minor, best colour of tiles, operating rounds, which value of red places
NORMAL = {
    "1": (4, 2, "yellow", 1, 0),
    "2": (4, 2, "green", 2, 0),
    "3": (3, 1, "green", 2, 0),
    "4": (2, 1, "brown", 3, 1),
    "5": (2, 1, "brown", 3, 1),
    "6": (2, 1, "brown", 3, 2),
}


@rule_1890("C.6.1", "A.6.1", "B.6.1", "D.6.1", scenarios="ABCD")
def test_what_holds_in_a_phase_is_the_same_in_all_scenarios(edition: str) -> None:
    printed = fresh(edition).definition
    found = {
        name: (
            printed.train_limit(name, "HK"),
            printed.train_limit(name, "KE"),
            phase.colors[-1],
            phase.operating_rounds,
            phase.value_index,
        )
        for name, phase in printed.phases.items()
        if name in NORMAL
    }
    assert found == NORMAL
    assert {kind.name: kind.rusted_by for kind in printed.trains.values() if "+" not in kind.name} == {
        "2": "4", "3": "6", "4": "D", "5": None, "6": None, "D": None
    }  # fmt: skip
    assert (printed.private_rules.sold_from, printed.private_rules.closed_by) == ("2", "4")


@rule_1890("C.6.1", "A.6.1", "A.6.2", "B.6.1", "B.6.2", "D.6.1", "11.3", scenarios="ABCD")
def test_the_phases_of_the_scenario(edition: str) -> None:
    """Scenarios without plus-trains have no halves of phases."""
    definition = fresh(edition).definition
    halves = {"A": [], "B": [], "C": ["1.5", "2.5"], "D": ["1.5"]}[edition]
    assert list(definition.phases) == sorted(["1", "2", "3", "4", "5", "6", *halves], key=float)
    position = Position(edition).company("HK", Ann=50, cash=500)
    position.scrap("2", position.state.depot["2"])
    game = position.operate("HK", "trains")
    kind = next(iter(game.state.depot))
    assert kind == ("2+2" if "1.5" in halves else "3")
    plays(game, BuyTrain("HK", kind, "bank", definition.trains[kind].price))
    assert game.state.phase == ("1.5" if "1.5" in halves else "2")
