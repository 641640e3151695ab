"""The phases: what begins them, and what they change. Sections 5 and IV of the book."""

from __future__ import annotations

import pytest

from kaiping.action import BuyPrivate, BuyTrain, Choose, LayTile, Pass
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.trains import Discards
from kaiping.game import Game
from kaiping.titles.g1890.kinki import Declaration
from tests.rules.books import rule_1890
from tests.rules.g1890.positions import Position, all_pass, events, fresh, offered, plays, refused
from tests.rules.g1890.runs import earned, west


def about_to(edition: str, train: str, *, cash: int = 2000, trains: tuple[str, ...] = ()) -> Position:
    """Hankyu may buy the first train of a kind; all before it have been sold."""
    position = Position(edition).company("HK", Ann=50, cash=cash, trains=trains)
    definition, phases = position.definition, position.definition.phase_of_train
    for name in definition.trains:
        if name == train:
            break
        keep = 1 if name == "6" else 0  # a D-train may be bought while there are 6-trains
        position.scrap(name, position.state.depot.get(name, 0) - keep)
        position.state.phase = phases.get(name, position.state.phase)
    return position


def buy(edition: str, train: str, position: Position | None = None) -> Game:
    """Hankyu buys the first train of a kind."""
    game = (position or about_to(edition, train)).operate("HK", "trains")
    return plays(game, BuyTrain("HK", train, "bank", game.definition.trains[train].price))


def coast(edition: str, phase: str, train: str = "5") -> Game:
    """Sanyo, which may lay yellow in Nishinomiya, green in Ashiya and brown in Akashi if the phase lets it."""
    position = Position(edition).company("SY", Ann=50, cash=1000, trains=(train,)).phase(phase)
    return position.tile("F3", "57", 1).tile("F3", "15", 1).tile("F7", "57", 1).operate("SY")


def colors(game: Game) -> set[str]:
    return {game.definition.tiles[action.tile].color for action in offered(game, LayTile)}


@rule_1890("5.2", "IV.2", "IV.3", "IV.7", "IV.9", "IV.11", "IV.14", "IV.18")
def test_the_first_train_of_a_kind_begins_a_phase_at_once(edition: str) -> None:
    for train, phase in {"2+2": "1.5", "3": "2", "3+3": "2.5", "4": "3", "5": "4", "6": "5", "D": "6"}.items():
        game = buy(edition, train)
        assert game.state.phase == phase
        assert events(game, "phase") == [{"phase": phase, "train": train}]


@rule_1890("5.3", "5.8", "5.9", "5.16")
def test_halves_of_the_first_two_phases(edition: str) -> None:
    assert fresh(edition).state.phase == "1"
    for train, before, after in (("2+2", "1", "1.5"), ("3", "1.5", "2"), ("3+3", "2", "2.5"), ("4", "2.5", "3")):
        position = about_to(edition, train)
        assert position.state.phase == before
        assert buy(edition, train, position).state.phase == after


@rule_1890("5.6")
def test_several_phases_may_begin_in_one_round(edition: str) -> None:
    game = buy(edition, "3+3")
    plays(game, BuyTrain("HK", "3+3", "bank", 230), BuyTrain("HK", "4", "bank", 300))
    assert (game.state.phase, game.state.round) == ("3", 1)


@rule_1890("5.7")
def test_the_game_may_end_in_an_early_phase(edition: str) -> None:
    game = Position(edition).company("HK", Ann=50).set(turn=10).begin_round("HK")
    while game.finished is None:
        plays(game, Pass("HK"))
    assert (game.finished, game.state.phase) == ("turns", "1")


@rule_1890("5.10", "5.17", "5.24", "5.32", "5.41", "5.48", "1.4.3")
def test_colours_of_tiles(edition: str) -> None:
    for phase in ("1", "1.5"):
        assert colors(coast(edition, phase, "2")) == {"yellow"}
    for phase in ("2", "2.5", "3"):
        game = coast(edition, phase, "3")
        assert colors(game) == {"yellow", "green"}
        assert refused(game, LayTile("SY", "F3", "193", 4)).code == "color_not_yet"
    for phase in ("4", "5", "6"):
        game = coast(edition, phase)
        assert colors(game) == {"yellow", "green", "brown"}
        plays(game, LayTile("SY", "F3", "193", 4))


@rule_1890("5.11", "5.18", "5.25", "5.33", "10.3.1.1.2", "C.8.4.15", "D.8.4.17", "A.8.4.17", scenarios="ACD")
def test_jr_builds_twice_until_phase_four(edition: str) -> None:
    halves = ("1.5", "2.5") if edition == "C" else ("1.5",) if edition == "D" else ()
    for phase in ("1", "2", "3", *halves):
        game = Position(edition).company("JR", par=100, Ann=50, cash=500).phase(phase).operate("JR")
        plays(game, LayTile("JR", "F7", "57", 1), LayTile("JR", "F3", "57", 1))
        assert not offered(game, LayTile)
    for phase in ("4", "5", "6"):
        game = Position(edition).company("JR", par=100, Ann=50, cash=500).phase(phase).operate("JR")
        plays(game, LayTile("JR", "F7", "57", 1))
        assert not offered(game, LayTile)
    other = Position(edition).company("HK", Ann=50, cash=500).operate("HK")
    assert not offered(plays(other, LayTile("HK", "E12", "57", 0)), LayTile)


LIMITS = {  # train limits of minors, public companies and JR, and a kind of train that still runs then
    "1": (2, 4, 6, "2"),
    "1.5": (2, 4, 6, "2"),
    "2": (2, 4, 6, "2"),
    "2.5": (2, 4, 6, "2"),
    "3": (1, 3, 4, "3"),
    "4": (1, 2, 3, "4"),
    "5": (1, 2, 3, "5"),
    "6": (1, 2, 3, "5"),
}


@pytest.mark.parametrize("phase", LIMITS)
@rule_1890("5.12", "5.19", "5.26", "5.34", "5.42", "5.49", "IV.1", "IV.9", "IV.11", "12.2.1", "12.2.2", "1.4.3")
def test_train_limits(edition: str, phase: str) -> None:
    """JR's limit in phase 2 is that of the table of phases."""
    *limits, kind = LIMITS[phase]
    for owner, limit in zip(("KE", "HK", "JR"), limits, strict=True):
        for number in (limit - 1, limit):
            position = Position(edition)
            if owner == "KE":
                position.minor("KE", "Ann", cash=2000, trains=(kind,) * number)
            else:
                position.company(owner, par=100, Ann=50, cash=2000, trains=(kind,) * number)
            game = position.phase(phase).operate(owner, "trains")
            on_sale = game.position()["depot"]["on_sale"]
            train, price = next(iter(on_sale.items()))
            purchase = BuyTrain(owner, train, "bank", price)
            if number == limit:
                assert refused(game, purchase).code == "train_limit"
            else:
                plays(game, purchase)


@rule_1890("5.13", "5.20", "5.27", "IV.4", "10.9.1", scenarios="ABCD")
def test_companies_buy_privates_in_phases_two_and_three(edition: str) -> None:
    for phase, code in {"1": "private_sale_not_yet", "2": None, "3": None}.items():
        position = Position(edition).company("HK", Ann=50, cash=100).private("AR", "Ann").phase(phase)
        game = position.operate("HK")
        if code is None:
            assert plays(game, BuyPrivate("HK", "AR", 20)).state.privates["AR"] == "HK"
        else:
            assert refused(game, BuyPrivate("HK", "AR", 20)).code == code
    if edition in "CD":
        stays = Position(edition).company("HK", Ann=50, cash=100).private("HT", "Ann").phase("4").operate("HK")
        assert refused(stays, BuyPrivate("HK", "HT", 70)).code == "private_sale_over"


ROUNDS = {"1": 1, "1.5": 1, "2": 2, "2.5": 2, "3": 2, "4": 3, "5": 3, "6": 3}


@rule_1890("5.14", "5.21", "5.28", "5.37", "5.45", "5.51", "IV.1", "IV.3", "IV.11", "10.2")
def test_operating_rounds_in_a_game_turn(edition: str) -> None:
    for phase, rounds in ROUNDS.items():
        game = all_pass(Position(edition).company("HK", Ann=50).phase(phase).stock("Ann"))
        played = []
        while isinstance(game.state.stack[-1], OperatingRound):
            played.append(game.state.round)
            plays(game, Pass("HK"))
        assert list(dict.fromkeys(played)) == list(range(1, rounds + 1))


@rule_1890("5.21", "5.37")
def test_more_operating_rounds_come_with_the_next_game_turn(edition: str) -> None:
    for train, rounds in {"3": 2, "5": 3}.items():
        position = about_to(edition, train)
        position.state.set_rounds = 1
        game = buy(edition, train, position)
        assert game.state.set_rounds == 1
        played = set()
        while isinstance(game.state.stack[-1], OperatingRound):
            played.add(game.state.round)
            plays(game, Pass("HK"))
        assert (played, game.state.turn) == ({1}, 3), "no further round in this game turn"
        assert all_pass(game).state.set_rounds == rounds


@rule_1890("5.15", "5.22", "5.30", "5.39", "5.46", "5.52")
def test_red_places_have_a_value_of_each_time(edition: str) -> None:
    for phase, value in {"1": 40, "1.5": 40, "2": 40, "2.5": 40, "3": 40, "4": 50, "5": 50, "6": 70}.items():
        train = {"1": "2", "1.5": "2", "2": "3", "2.5": "3", "3": "4"}.get(phase, "5")
        position = west(Position(edition).company("SY", Ann=50, trains=(train,)).phase(phase))
        assert earned(position.operate("SY", "run"), "SY", (train, "F1.0", "F3.0")) == value + 20


@rule_1890("5.23", "5.31", "5.40", "5.47")
def test_phases_three_to_six_last_until_the_next_kind(edition: str) -> None:
    for train, phase in {"4": "3", "5": "4", "6": "5"}.items():
        game = buy(edition, train)
        price = game.definition.trains[train].price
        plays(game, BuyTrain("HK", train, "bank", price))
        assert game.state.phase == phase, "a second train of the kind changes nothing"
    last = buy(edition, "D", about_to(edition, "D", cash=4000))
    older = plays(last.copy(), BuyTrain("HK", "6", "bank", 630))
    plays(last, BuyTrain("HK", "D", "bank", 1100))
    assert last.state.phase == older.state.phase == "6", "to the end, whatever is bought"


#: the first train of a kind, what rusts with it, and what does not yet
RUST = {"4": (["2"], "2+2"), "5": (["2+2"], "3"), "6": (["3", "3+3"], "4"), "D": (["4"], "5")}


@rule_1890("5.29", "5.38", "5.44", "5.50", "IV.9", "IV.11", "IV.14", "IV.18", "12.6.1", "12.6.2")
def test_old_trains_rust(edition: str) -> None:
    for train, (rusted, kept) in RUST.items():
        position = about_to(edition, train, trains=(kept,)).company("SY", Bo=50, trains=tuple(rusted))
        position.minor("KE", "Cy", trains=(rusted[0],))
        game = buy(edition, train, position.train("pool", rusted[0]))
        assert game.state.trains == {"HK": (kept, train)}, "with companies and minors and in the open market"
        lost = {one["train"]: set(one["owners"]) for one in events(game, "rusted")}
        assert lost == {kind: {"SY", "KE", "pool"} if kind == rusted[0] else {"SY"} for kind in rusted}


@rule_1890("5.35", "5.36", "IV.12", "7.4.1", "11.1.4.1", "VI.10.5.1")
def test_privates_close_but_for_hankai(edition: str) -> None:
    position = about_to(edition, "5")
    for name in ("AR", "KT", "HT", "KS"):
        position.private(name, "Bo")
    position.private("HN", "HK")
    game = buy(edition, "5", position)
    owners = {name: game.state.privates[name] for name in ("AR", "KT", "HT", "HN", "KS")}
    assert owners == {"AR": "closed", "KT": "closed", "HT": "Bo", "HN": "closed", "KS": "closed"}


@rule_1890("5.43", "IV.17", "12.4.4", "VI.9.6.1")
def test_d_trains_from_the_first_six_on(edition: str) -> None:
    before = about_to(edition, "6").operate("HK", "trains")
    assert refused(before, BuyTrain("HK", "D", "bank", 1100)).code == "not_on_sale"
    game = buy(edition, "6")
    assert game.state.depot["6"] == 1
    assert plays(game, BuyTrain("HK", "D", "bank", 1100)).state.phase == "6"


@rule_1890("IV.1", "IV.2", "IV.3", "IV.7", "IV.9", "IV.11", "IV.14", "IV.18")
def test_numbers_of_trains(edition: str) -> None:
    """Each phase lasts as long as the trains before those of the next are there to be sold."""
    expected = {"2": 9, "2+2": 3, "3": 5, "3+3": 2, "4": 4, "5": 3, "6": 2, "D": 6}
    for train, count in expected.items():
        position = about_to(edition, train)
        position.scrap(train, count - 1)
        game = position.operate("HK", "trains")
        plays(game, BuyTrain("HK", train, "bank", game.definition.trains[train].price))
        assert not game.state.depot.get(train)


def kinki(edition: str, minor: str, phase: str, *, formed: bool) -> Game:
    """A minor of Ann's before its turn, Kinki formed or not."""
    position = Position(edition).minor(minor, "Ann", cash=200)
    if formed:
        position.company("KN", par=80, Bo=40, floated=True, operated=False, president="Bo").token("KN", "H13")
        position.set(operated=frozenset({"KN"}))
    else:
        position.company("KN", par=80)
    return position.phase(phase).begin_round(minor)


@rule_1890("IV.5", "C.8.3.18")
def test_osaka_electric_may_convert_from_phase_two_on(edition: str) -> None:
    assert not isinstance(kinki(edition, "OE", "1.5", formed=False).state.stack[-1], Declaration)
    game = kinki(edition, "OE", "2", formed=False)
    assert isinstance(game.state.stack[-1], Declaration)
    assert "KN" in plays(game, Choose("Ann", "merger", "merge")).state.floated


@rule_1890("IV.8", "C.8.3.19")
def test_osaka_electric_must_convert_with_the_first_of_the_plus_trains(edition: str) -> None:
    game = kinki(edition, "OE", "2.5", formed=False)
    assert "KN" in game.state.floated
    assert game.state.minors["OE"] == "closed"


@rule_1890("IV.6", "C.8.3.9")
def test_kanan_may_merge_from_phase_two_on(edition: str) -> None:
    assert not isinstance(kinki(edition, "KA", "2", formed=False).state.stack[-1], Declaration), "there is no Kinki"
    game = kinki(edition, "KA", "2", formed=True)
    assert isinstance(game.state.stack[-1], Declaration)
    assert plays(game, Choose("Ann", "merger", "merge")).state.held("Ann", "KN") == 10


@rule_1890("IV.10", "C.8.3.10")
def test_kanan_must_merge_in_phase_three(edition: str) -> None:
    game = kinki(edition, "KA", "3", formed=True)
    assert (game.state.minors["KA"], game.state.held("Ann", "KN")) == ("closed", 10)


@rule_1890("IV.13", "C.8.3.28")
def test_nara_electric_may_merge_from_phase_four_on(edition: str) -> None:
    assert not isinstance(kinki(edition, "NE", "3", formed=True).state.stack[-1], Declaration)
    game = kinki(edition, "NE", "4", formed=True)
    assert isinstance(game.state.stack[-1], Declaration)
    assert plays(game, Choose("Ann", "merger", "merge")).state.held("Ann", "KN") == 20


@rule_1890("IV.15", "C.8.3.29")
def test_nara_electric_must_merge_in_phase_five(edition: str) -> None:
    game = kinki(edition, "NE", "5", formed=True)
    assert (game.state.minors["NE"], game.state.held("Ann", "KN")) == ("closed", 20)


@rule_1890("IV.16", "C.8.2.21")
def test_kita_osaka_pays_more_in_the_round_after_the_first_six(edition: str) -> None:
    position = about_to(edition, "6").private("KO", "Bo").cash(Bo=0)
    position.state.set_rounds = 3
    game = buy(edition, "6", position)
    while game.state.round == 1:
        plays(game, Pass("HK"))
    assert game.state.cash["Bo"] == 60 + 100
    while game.state.round == 2:
        plays(game, Pass("HK"))
    assert game.state.cash["Bo"] == 60 + 100 + 60, "only once"


@rule_1890("5.26", "5.34", "12.2.3", "12.2.4")
def test_trains_above_a_lower_limit_are_given_up_at_once(edition: str) -> None:
    position = about_to(edition, "4").company("SY", Bo=50, trains=("2+2", "3", "3", "3+3"))
    game = buy(edition, "4", position)
    assert isinstance(game.state.stack[-1], Discards)
    assert game.acting == ("Bo",)
    position = about_to(edition, "5").company("SY", Bo=50, trains=("3", "3", "3+3"))
    game = buy(edition, "5", position.company("JR", par=100, Cy=50, trains=("3", "3", "4", "4")))
    frame = game.state.stack[-1]
    assert isinstance(frame, Discards)
    assert set(frame.companies) == {"SY", "JR"}
