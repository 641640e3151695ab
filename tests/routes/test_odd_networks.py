"""Networks on which the search once failed, and random ones of their kind, against models that share no code."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from kaiping.definition import RunBonus
from kaiping.records import load
from kaiping.routes import arms, middles
from kaiping.routes.check import incomes
from kaiping.routes.income import Privileges
from kaiping.routes.search import best_run
from tests.routes import brute, flowing, packed
from tests.routes.positions import Drawn, check, drawn, running
from tests.routes.sheets import DEFINITION_1880, SHEET_1880
from tests.routes.test_random import examples

ODD = Path(__file__).resolve().parent.parent / "data" / "odd" / "1880-best-run-fails.json.gz"

#: the run in which that game could not go on: a train that leaves stops out beside another one
LATE = Drawn(
    "E13:611/2 M3:619/1 N4:8855/0 G7:28/5 F10:14/1 O5:63/0 A5:15/4 P14:15/5 P12:619/1 P6:8866/0 M5:8852/1 M7:15/5 "
    "H8:8863/3 G11:8866/5 O7:15/4 D12:8874/0 G13:29/3 N8:29/2 H10:895/4 C11:619/2 B4:26/3 P8:611/0 I9:8872/3 "
    "B10:17/4 H14:14/2 J6:15/2 I5:7/5 K15:8878/5 L14:63/3 O13:25/0 P10:887/1 J4:20/0 K7:8871/3 G15:8850/1 I13:24/3 "
    "N12:8864/4 O9:28/1 O15:8851/3 F8:8888/0 J8:8855/3 K3:16/1 N10:619/1 M11:30/2 B8:14/1 D10:8/3 G9:8871/1 "
    "M13:20/5 L6:16/3 L10:15/2 C13:7/0 C9:57/2 H12:8858/4 E9:15/5 O11:8857/3 J12:6/1 K13:15/3 F6:5/4 L12:8858/1 "
    "I11:23/4 D14:8850/0 L8:8/2 P4:8850/4 A7:8851/1",
    "E13.0:HKR F8.0:JHU,JGG O5.0:CKR,BCR M3.0:BCR,JGG J6.0:NXR F10.0:JHU O7.0:CKR D12.0:QSR H10.0:JHU K15.0:HKR "
    "C11.0:QSR M7.0:CKR L14.0:HKR I9.0:NXR,QSR H8.1:JGG H14.0:BCR H8.0:NXR",
    "6E 10",
    "BCR",
    3,
    "1880",
    DEFINITION_1880.running.bonuses,
)


def test_the_game_that_could_not_go_on() -> None:
    game = load(ODD)
    actions = list(game.legal_actions())
    assert len(actions) == 2
    for action in actions:
        after = game.copy()
        after.play(action)
        (run,) = after.legal_actions()
        after.play(run)
        assert after.state.revenue["BCR"] == 690


def test_the_run_of_that_game() -> None:
    run = best_run(LATE.problem)
    check(LATE.problem, run)
    assert run.revenue == 690


@pytest.mark.slow
def test_the_run_of_that_game_by_flows() -> None:
    assert flowing.best(LATE.position) == 690


E_TRAINS = ("2E", "3E", "6E")
OTHERS = ("2", "1+1", "2+2", "3", "3+3", "4", "6", "10", *E_TRAINS)


@st.composite
def beside_an_e_train(draw: st.DrawFn, most_tiles: int) -> Drawn:
    """A train that leaves stops out beside one or two others."""
    position = draw(drawn(most_tiles=most_tiles, titles=("1880",)))
    others = draw(st.lists(st.sampled_from(OTHERS), min_size=1, max_size=2))
    return position._replace(trains=" ".join([draw(st.sampled_from(E_TRAINS)), *others]))


def compare(position: Drawn, most: int) -> None:
    """Lists with room for one route find the best of each train alone, and leave the choice to the program."""
    try:
        wanted = packed.best(position.position, most=most)
    except brute.TooSlow:
        return
    for routes, columns in ((arms.MOST_ROUTES, middles.MOST_ARMS), (1, middles.MOST_ARMS), (1, 0)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(arms, "MOST_ROUTES", routes)
            patch.setattr(middles, "MOST_ARMS", columns)
            what = position.problem
            run = best_run(what)
        check(what, run)
        assert run.revenue == wanted


@examples(60)
@given(beside_an_e_train(most_tiles=12))
def test_trains_that_leave_stops_out_beside_others(position: Drawn) -> None:
    compare(position, 10_000)


@pytest.mark.slow
@examples(1_500)
@given(beside_an_e_train(most_tiles=22))
def test_many_trains_that_leave_stops_out_beside_others(position: Drawn) -> None:
    compare(position, 60_000)


@examples(40)
@given(drawn(most_tiles=8, titles=("1880",)))
def test_the_other_models_agree_with_brute_force(position: Drawn) -> None:
    try:
        wanted = brute.best(position.position, most=20_000)
    except brute.TooSlow:
        return
    assert packed.best(position.position, most=20_000) == wanted
    assert flowing.best(position.position) == wanted


@pytest.mark.slow
@examples(100)
@given(beside_an_e_train(most_tiles=20))
def test_flows_from_hex_to_hex_agree(position: Drawn) -> None:
    run = best_run(position.problem)
    check(position.problem, run)
    assert run.revenue == flowing.best(position.position)


@pytest.fixture(params=["lists", "columns", "flows"])
def each_method(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param != "lists":
        monkeypatch.setattr(arms, "MOST_ARMS", 1)
    if request.param == "flows":
        monkeypatch.setattr(middles, "MOST_ARMS", 0)


@pytest.mark.usefixtures("each_method")
def test_track_that_can_be_run_in_two_orders() -> None:
    """C5 is passed twice, round a loop that may be run either way: whoever looks from one end names the same track
    by other hexes than whoever looks from the other end.
    """
    tiles = "C5:70/0 D4:57/0 B6:57/0 C3:7/3 B4:7/5 E3:57/0 A7:57/0"
    dearer = Privileges(values=((("E3", 0), 50),))
    for trains, revenue in (("3", 110), ("D", 130), ("3 3", 150), ("D 2", 150)):
        what = running(tiles, "E3.0:JHR A7.0:JHR", trains, privileges=dearer)
        run = best_run(what)
        check(what, run)
        assert run.revenue == revenue


@pytest.mark.usefixtures("each_method")
def test_a_stop_out_of_reach_beside_track_through_its_hex() -> None:
    """Past Uji (D19) track leads to a city that others fill, so that Uji itself is out of reach."""
    position = Drawn(
        "C18:823/3 E18:217/3 D17:12/5 C16:44/0 B17:29/2 B19:206/0 F17:12/5 E16:820/2 F19:39/3",
        "C18.0:X,Y,Z E18.0:JHR D17.0:JHR B19.0:JHR",
        "D D",
        "JHR",
        0,
        "1890",
    )
    run = best_run(position.problem)
    check(position.problem, run)
    assert run.revenue == brute.best(position.position)


def test_a_bonus_stop_with_a_token_may_be_counted_rather_than_a_dearer_one() -> None:
    """Two stops count: the bonus is for M3 with M5 or M9, and M5 has the token."""
    bonus = RunBonus("bonus", (("M3",), ("M5", "M9")), 50)
    printed = replace(SHEET_1880, running=replace(SHEET_1880.running, bonuses=(bonus,)))
    tiles = "M3:57/1 M5:57/1 M7:57/1 M9:57/1"
    what = running(tiles, "M5.0:JHR", "2E", printed=printed, privileges=Privileges(values=((("M9", 0), 30),)))
    whole = best_run(what).routes
    assert [income.revenue for income in incomes(what, whole)] == [20 + 20 + 50]
    route = replace(whole[0], path=("M9.0", "M7.0", "M5.0", "M3.0"))
    assert [income.revenue for income in incomes(what, [route])] == [20 + 20 + 50]
