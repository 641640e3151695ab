"""The best run in positions written by hand, and what is asked of it that cannot be."""

from __future__ import annotations

import time

import pytest
from msgspec.structs import replace

from kaiping.board.board import StopId
from kaiping.board.map import Map
from kaiping.definition import RunBonus, TrainKind
from kaiping.errors import BadInput
from kaiping.routes import arms, middles
from kaiping.routes.check import fault, incomes
from kaiping.routes.income import NO_PRIVILEGES, Privileges, RunProblem
from kaiping.routes.search import Wish, alternatives, best_run, best_runs_by_calls
from tests.routes.positions import check, running
from tests.routes.sheets import SHEET_1880, SHEET_1890

#: Beijing 30 - Tianjin 30, and a ring: Tianjin - Tangshan 10 - Qinhuangdao 20 - C11 - Tianjin
RING = "D10:15/1 D12:58/1 C13:5/0 C11:8/4"


@pytest.mark.parametrize(
    ("tokens", "trains", "company"),
    [("", "2 D", "JHR"), ("C9.1:JHR", "", "JHR"), ("C9.1:JHR", "no such train", "JHR"), ("C9.1:JHR", "2", "nobody")],
)
def test_nothing_to_run(tokens: str, trains: str, company: str) -> None:
    what = running(RING, tokens, trains, company=company)
    assert best_run(what).routes == ()
    assert best_run(what).proven
    assert {calls: run.routes for calls, run in best_runs_by_calls(what).items()} == {0: ()}
    assert alternatives(what) == []


def test_an_empty_map() -> None:
    run = best_run(running("", "C9.1:JHR", "D"))
    assert (run.routes, run.revenue, run.proven) == ((), 0, True)


def test_two_trains_share_stops_but_not_track() -> None:
    what = running(RING, "C9.1:JHR C13.0:JHR", "2 2")
    run = best_run(what)
    check(what, run)
    assert run.revenue == (30 + 30) + (30 + 20)
    assert [set(route.stops) for route in run.routes] == [{"C9.1", "D10.0"}, {"D10.0", "C13.0"}]


def test_a_train_without_limit_goes_round() -> None:
    what = running(RING, "C9.1:JHR", "D")
    run = best_run(what)
    check(what, run)
    assert run.revenue == 30 + 30 + 10 + 20 + 30  # Tianjin once, and the bonus for Tangshan


@pytest.mark.parametrize(("train", "revenue"), [("2", 40), ("3", 60)])
def test_the_harbour_uses_up_no_range(train: str, revenue: int) -> None:
    """G11 20 - G13 10 - H14 20 - H16 10, with the token on Qingdao (H14)."""
    what = running("G11:57/1 G13:58/5 H14:6/2", "H14.0:LYR", train, company="LYR")
    run = best_run(what)
    check(what, run)
    assert run.revenue == revenue
    assert run.routes[0].stops[-1] == "H16.0" or run.routes[0].stops[0] == "H16.0"


def test_a_station_and_the_harbour_make_a_route() -> None:
    what = running("H14:57/1", "H14.0:LYR", "2", company="LYR")
    assert best_run(what).routes[0].path in (("H14.0", "H16.0"), ("H16.0", "H14.0"))


def test_each_number_of_subsidy_calls_has_its_best_run() -> None:
    """Datong (C3) with a token, the mountain (C5) beside it and Taiyuan beyond: 20 + 0, or 20 + 20."""
    what = running("C3:5/4 C5:L41/1 D4:8/0 E3:57/0", "C3.0:JHR", "2")
    runs = best_runs_by_calls(what)
    for run in runs.values():
        check(what, run)
    assert {calls: (run.revenue, run.subsidy) for calls, run in runs.items()} == {0: (40, 0), 1: (20, 40)}
    assert best_run(what).revenue == 40


def test_equal_revenue_ranks_by_subsidy() -> None:
    """A 3-train that reaches the mountain besides Datong and Taiyuan."""
    what = running("C3:5/4 C5:L41/1 D4:8/0 E3:57/0", "C3.0:JHR", "3")
    assert (best_run(what).revenue, best_run(what).subsidy) == (40, 40)


def test_alternatives_earn_the_same_and_call_elsewhere() -> None:
    """Zibo (G11) with a town worth 10 on either side."""
    what = running("G11:57/1 G13:58/5 G9:58/4", "G11.0:ZDR", "2", company="ZDR")
    best = best_run(what)
    (other,) = alternatives(what)
    check(what, other)
    assert other.revenue == best.revenue == 30
    assert {frozenset(run.routes[0].stops) for run in (best, other)} == {
        frozenset({"G11.0", "G13.0"}),
        frozenset({"G11.0", "G9.0"}),
    }


def test_runs_with_impossible_calls_are_refused() -> None:
    with pytest.raises(BadInput, match="JHR can run nothing like that"):
        best_run(running(RING, "C9.1:JHR", "2"), Wish(subsidy_calls=3))


#: a line of 1880 from west to east: cities and towns in turn, all worth 20
LINE = "M3:57/1 M5:8852/1 M7:57/1 M9:8852/1 M11:57/1"
#: cities only
CITIES = "M3:57/1 M5:57/1 M7:57/1 M9:57/1 M11:57/1"


@pytest.fixture(params=["lists", "columns", "flows"])
def each_method(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Small positions as if they were too dense to list their routes, and then too dense for columns."""
    if request.param != "lists":
        monkeypatch.setattr(arms, "MOST_ARMS", 1)
    if request.param == "flows":
        monkeypatch.setattr(middles, "MOST_ARMS", 0)


def in_1880(
    tiles: str, tokens: str, trains: str, privileges: Privileges = NO_PRIVILEGES, *bonuses: RunBonus
) -> RunProblem:
    printed = replace(SHEET_1880, running=replace(SHEET_1880.running, bonuses=bonuses))
    return running(tiles, tokens, trains, printed=printed, privileges=privileges)


@pytest.mark.usefixtures("each_method")
@pytest.mark.parametrize(
    ("tiles", "trains", "revenue"),
    [
        (LINE, "1+1", 40),
        (LINE, "2+2", 80),  # two of each
        (LINE, "3+3", 100),
        (CITIES, "2+2", 40),
        (CITIES, "4+4", 80),
        (CITIES, "4", 80),
    ],
)
def test_plus_trains(tiles: str, trains: str, revenue: int) -> None:
    what = in_1880(tiles, "M3.0:JHR", trains)
    check(what, best_run(what))
    assert best_run(what).revenue == revenue


@pytest.mark.usefixtures("each_method")
def test_plus_trains_of_1890_count_towns_apart() -> None:
    """A city and three towns in a row: two of the towns at most, where 1880 would take all three."""
    tiles = "E4:57/1 E6:4/1 E8:4/1 E10:4/1"
    for printed, revenue in ((SHEET_1890, 20 + 10 + 10), (replace(SHEET_1890, trains=SHEET_1880.trains), 50)):
        what = running(tiles, "E4.0:JHR", "2+2", printed=printed)
        check(what, best_run(what))
        assert best_run(what).revenue == revenue


@pytest.mark.usefixtures("each_method")
@pytest.mark.parametrize(("trains", "revenue", "left_out"), [("2E", 90, 3), ("3E", 110, 2), ("2E 2", 90, 3)])
def test_trains_that_leave_stops_out(trains: str, revenue: int, left_out: int) -> None:
    """The token is at one end of the line, the dearest stop at the other."""
    what = in_1880(CITIES, "M3.0:JHR", trains, Privileges(values=((("M11", 0), 50),)))
    run = best_run(what)
    check(what, run)
    assert run.revenue == revenue
    assert [len(income.left_out) for income in incomes(what, run.routes)] == [left_out]


@pytest.mark.usefixtures("each_method")
@pytest.mark.parametrize(("no_fees", "revenue"), [(False, 40 - 10), (True, 40)])
def test_a_ferry_costs_a_fee(no_fees: bool, revenue: int) -> None:
    """From Tianjin (F10) over the sea to Dalian (E13)."""
    what = in_1880("F10:5/4 E13:57/0", "F10.0:JHR", "2", Privileges(no_fees=no_fees))
    check(what, best_run(what))
    assert best_run(what).revenue == revenue


@pytest.mark.usefixtures("each_method")
def test_a_fee_is_worth_avoiding() -> None:
    """From Tianjin (F10) to Beijing for 20, rather than over the sea to Dalian (E13) for 25 less the fee."""
    what = in_1880("F10:455/0 E13:57/0", "F10.0:JHR", "2", Privileges(values=((("E13", 0), 5),)))
    check(what, best_run(what))
    assert best_run(what).revenue == 50 + 20


@pytest.mark.usefixtures("each_method")
def test_no_train_runs_at_a_loss() -> None:
    """Two stops that are worth nothing to the company, and a ferry between them."""
    worthless = Privileges(values=((("F10", 0), -20), (("E13", 0), -20)))
    run = best_run(in_1880("F10:5/4 E13:57/0", "F10.0:JHR", "2", worthless))
    assert (run.routes, run.revenue, run.proven) == ((), 0, True)


@pytest.mark.usefixtures("each_method")
@pytest.mark.parametrize(
    ("tiles", "trains", "privileges", "revenue"),
    [
        ("B4:455/0 C3:455/0", "2E", NO_PRIVILEGES, 20 + 50),
        ("B4:455/0", "2", Privileges(values=((("B4", 0), -50),)), 20 + 0),
        ("B4:455/0", "2", NO_PRIVILEGES, 20 + 50),
    ],
)
def test_a_route_from_a_token_off_the_board(tiles: str, trains: str, privileges: Privileges, revenue: int) -> None:
    """The token is on Russia (A3), where routes end."""
    what = in_1880(tiles, "A3.0:JHR", trains, privileges)
    check(what, best_run(what))
    assert best_run(what).revenue == revenue


@pytest.mark.usefixtures("each_method")
@pytest.mark.parametrize(("once", "revenue"), [(True, 80 + 50), (False, 80 + 2 * 50)])
def test_a_bonus_for_one_route_only(once: bool, revenue: int) -> None:
    bonus = RunBonus("bonus", (("M7",), ("M5", "M9")), 50, once=once)
    what = in_1880(CITIES, "M7.0:JHR", "2 2", NO_PRIVILEGES, bonus)
    check(what, best_run(what))
    assert best_run(what).revenue == revenue


@pytest.mark.usefixtures("each_method")
def test_a_second_route_does_not_run_for_a_bonus_paid_once() -> None:
    """M7 with a dear stop to the north-east, and two stops worth less to which the bonus is paid."""
    bonus = RunBonus("bonus", (("M7",), ("M5", "M9")), 50, once=True)
    tiles = "M5:57/1 M7:455/0 M9:57/1 L8:57/0"
    what = in_1880(tiles, "M7.0:JHR", "2 2", Privileges(values=((("L8", 0), 20),)), bonus)
    check(what, best_run(what))
    assert best_run(what).revenue == (50 + 20 + 50) + (50 + 40)


@pytest.mark.usefixtures("each_method")
@pytest.mark.parametrize(("passes", "revenue"), [((), 40), ((("M5", 0),), 60)])
def test_a_company_may_pass_cities_that_others_fill(passes: tuple[StopId, ...], revenue: int) -> None:
    what = in_1880(CITIES, "M3.0:JHR M5.0:X", "3", Privileges(passes=passes))
    check(what, best_run(what))
    assert best_run(what).revenue == revenue


@pytest.mark.usefixtures("each_method")
def test_a_run_by_wish() -> None:
    what = in_1880(CITIES, "M7.0:JHR", "2 3", Privileges(values=((("M5", 0), 30), (("M3", 0), 10))))
    assert best_run(what).revenue == (30 + 50 + 20) + (20 + 20)
    dear = best_run(what, Wish(stops=("M11.0",)))
    check(what, dear)
    assert dear.revenue == 3 * 20 + (20 + 50)
    alone = best_run(what, Wish(home=("3",)))
    check(what, alone)
    assert ([route.train for route in alone.routes], alone.revenue) == (["2"], 70)


@pytest.mark.usefixtures("each_method")
def test_a_wish_for_a_stop_that_a_train_leaves_out() -> None:
    """The train goes there and counts dearer stops."""
    what = in_1880(CITIES, "M5.0:JHR", "2E", Privileges(values=((("M3", 0), 60), (("M9", 0), 50))))
    run = best_run(what, Wish(stops=("M11.0",)))
    check(what, run)
    assert "M11.0" in run.routes[0].stops
    assert run.revenue == 20 + 80


@pytest.mark.usefixtures("each_method")
def test_a_wish_that_earns_nothing() -> None:
    """Stops that are worth nothing to the company, and a ferry between them."""
    worthless = Privileges(values=((("F10", 0), -20), (("E13", 0), -20)))
    what = in_1880("F10:5/4 E13:57/0", "F10.0:JHR", "2", worthless)
    run = best_run(what, Wish(stops=("E13.0",)))
    check(what, run)
    assert run.revenue == -10


@pytest.mark.usefixtures("each_method")
@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        (Wish(stops=("M3.0", "M5.0", "M9.0", "M11.0")), "JHR can run nothing like that"),
        (Wish(stops=("A5.0",)), "JHR can run nothing like that"),
        (Wish(stops=("M5.0",), home=("2", "3")), "JHR can run nothing like that"),
        (Wish(stops=("M5.7",)), "there is no stop 'M5.7' on the map"),
        (Wish(stops=("M5",)), "there is no stop 'M5' on the map"),
        (Wish(stops=("",)), "there is no stop '' on the map"),
        (Wish(home=("4",)), "JHR has no 4-train to keep at home"),
        (Wish(home=("2", "2")), "JHR has no 2-train to keep at home"),
        (Wish(subsidy_calls=1), "JHR can run nothing like that"),
    ],
)
def test_wishes_that_cannot_be(wish: Wish, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        best_run(in_1880(CITIES, "M7.0:JHR", "2 3"), wish)


@pytest.mark.parametrize("skips", [False, True])
@pytest.mark.parametrize(("range_", "cities", "towns"), [(0, None, None), (None, 0, 0), (0, 2, None)])
def test_trains_that_can_run_nowhere(range_: int | None, cities: int | None, towns: int | None, skips: bool) -> None:
    kind = TrainKind("0", 0, range=range_, cities=cities, towns=towns, skips=skips)
    what = running(CITIES, "M7.0:JHR", "0 0", printed=replace(SHEET_1880, trains={"0": kind}))
    run = best_run(what)
    assert (run.routes, run.revenue, run.proven, run.bound) == ((), 0, True, 0)


@pytest.mark.parametrize("trains", ["", "2", "2+2 6E", "10 10 10"])
def test_a_map_without_hexes(trains: str) -> None:
    run = best_run(running("", "", trains, printed=replace(SHEET_1880, map=Map({}))))
    assert (run.routes, run.revenue, run.proven, run.bound) == ((), 0, True, 0)


@pytest.mark.parametrize("trains", ["3", "10", "4+4 8", "8E", "6E 10 2R", "8E 8E"])
def test_out_of_time_on_a_dense_map(trains: str) -> None:
    """Six exits on every hex: no list of routes ends, and the deadline has passed."""
    tiles = " ".join(f"{name}:63/0" for name, entry in SHEET_1880.map.hexes.items() if entry.buildable)
    what = running(tiles, "H6.0:JHR L10.0:JHR C9.0:JHR", trains, printed=SHEET_1880, values=3)
    run = best_run(what, deadline=time.perf_counter() - 1)
    assert fault(what, run.routes) is None
    assert run.revenue == sum(income.revenue for income in incomes(what, run.routes))
    assert run.bound >= run.revenue
    assert not run.proven or trains == "3"
