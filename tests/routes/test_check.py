"""Claimed routes, piece by piece: each thing that can be wrong with one, and what a right one earns."""

from __future__ import annotations

from typing import Any

import pytest

from kaiping.action import Route
from kaiping.routes.check import fault, worth
from tests.routes.positions import running

#: Beijing 30 - Tianjin 30, and a ring: Tianjin - Tangshan 10 - Qinhuangdao 20 - C11 - Tianjin
RING = "D10:15/1 D12:58/1 C13:5/0 C11:8/4"
#: Two junctions with one side between them: D2 and C3 lead by D4 and D6 to D8 and E7; D8 and C3 are joined as well
NECK = "D4:23/4 D6:23/1 D2:57/1 C3:5/4 D8:5/1 E7:57/2 C7:8/5 C5:9/1"


def route(train: str, path: str) -> Route:
    return Route(train, tuple(path.split()))


@pytest.mark.parametrize(
    ("tiles", "tokens", "trains", "routes", "code", "figures"),
    [
        (RING, "C9.1:JHR", "2", ["3: C9.1 D10.0"], "route_unknown_train", {"train": "3"}),
        (RING, "C9.1:JHR", "3", ["3: C9.1 D10.0", "3: D10.0 D12.0"], "route_train_twice", {"routes": 2, "trains": 1}),
        (RING, "C9.1:JHR", "2", ["2: C9.1 Z99"], "route_unknown_point", {"point": "Z99"}),
        (RING, "C9.1:JHR", "2", ["2: C9.1 nowhere"], "route_unknown_point", {"point": "nowhere"}),
        (RING, "C9.1:JHR", "2", ["2: C9.1 D10.4"], "route_unknown_point", {"point": "D10.4"}),
        (RING, "C9.1:JHR", "2", ["2: C9.1 D10.99999"], "route_unknown_point", {"point": "D10.99999"}),
        (RING, "C9.1:JHR", "D", ["D: C11 D10.0 C9.1"], "route_end_no_stop", {"hex": "C11"}),
        (RING, "C9.1:JHR", "D", ["D: C9.1 D10.0 C11"], "route_end_no_stop", {"hex": "C11"}),
        (RING, "C9.1:JHR", "2", ["2:"], "route_one_stop", {"stops": 0}),
        (RING, "C9.1:JHR", "2", ["2: C9.1"], "route_one_stop", {"stops": 1}),
        (RING, "C9.1:JHR", "2", ["2: C9.1 D12.0"], "route_no_track", {"between": "C9.1 – D12.0"}),
        (RING, "C9.1:JHR", "2", ["2: C9.0 D10.0"], "route_no_track", {"between": "C9.0 – D10.0"}),
        (RING, "C9.1:JHR", "2", ["2: C9.1 D8 D10.0"], "route_no_track", {"between": "C9.1 – D8"}),
        (RING, "C9.1:JHR", "2", ["2: C9.0 C9.1"], "route_no_track", {"between": "C9.0 – C9.1"}),
        (RING, "C9.1:JHR", "3", ["3: C9.1 D10 D12.0"], "route_skips_stop", {"hex": "D10"}),
        (RING, "C9.1:JHR", "D", ["D: D10.0 C11 D10.0 C9.1"], "route_reverses", {"hex": "C11"}),
        (RING, "C9.1:JHR", "2", ["2: D10.0 D12.0"], "route_no_token", {"company": "JHR"}),
        (RING, "C9.1:JHR", "2", ["2: C9.1 D10.0 D12.0"], "route_too_long", {"stops": 3, "range": 2}),
        (
            RING,
            "C9.1:JHR",
            "D",
            ["D: C9.1 D10.0 D12.0 C13.0 C11 D10.0"],
            "route_stop_twice",
            {"stop": "D10.0"},
        ),
        (RING, "C9.1:JHR D10.0:X,Y", "3", ["3: C9.1 D10.0 D12.0"], "route_blocked_city", {"stop": "D10.0"}),
        (
            RING,
            "C9.1:JHR",
            "2 3",
            ["2: C9.1 D10.0", "3: D12.0 D10.0 C9.1"],
            "route_tracks_shared",
            {"train": "3", "other": "2", "between": "D10.0 – C9.1"},
        ),
        (
            NECK,
            "D2.0:JHR",
            "D",
            ["D: D2.0 D4 D6 D8.0 C7 C5 C3.0 D4 D6 E7.0"],
            "route_track_twice",
            {"between": "D4 – D6"},
        ),
        (
            NECK,
            "D2.0:JHR C3.0:JHR",
            "2 2",
            ["2: D2.0 D4 D6 D8.0", "2: E7.0 D6 D4 C3.0"],
            "route_tracks_shared",
            {"between": "D6 – D4"},
        ),
        ("H14:57/1", "H14.0:JHR", "D", ["D: H14.0 H16.0 H14.0"], "route_through_terminal", {"stop": "H16.0"}),
        # Changchun is a city, and yet an end
        (
            "B18:8860/5 B20:8859/0",
            "B20.1:JHR",
            "D",
            ["D: B20.1 A19.0 B18.1"],
            "route_through_terminal",
            {"stop": "A19.0"},
        ),
        # Baotou is one place on two hexes
        ("B2:6/2 B4:7/1", "B2.0:JHR", "D", ["D: A1.0 B2.0 B4 A3.0"], "route_stop_twice", {"stop": "A3.0"}),
    ],
)
def test_faults(tiles: str, tokens: str, trains: str, routes: list[str], code: str, figures: dict[str, Any]) -> None:
    what = running(tiles, tokens, trains)
    found = fault(what, [route(*text.split(":")) for text in routes])
    assert found is not None
    assert found.code == code
    assert figures.items() <= found.figures.items()


@pytest.mark.parametrize(
    ("tiles", "tokens", "trains", "routes"),
    [
        (RING, "C9.1:JHR", "2", []),
        (RING, "C9.1:JHR", "2", ["2: C9.1 D10.0"]),
        (RING, "C9.1:JHR D10.0:X,Y", "2", ["2: C9.1 D10.0"]),
        (RING, "C9.1:JHR D10.0:X", "3", ["3: C9.1 D10.0 D12.0"]),
        (RING, "C9.1:JHR", "2 D", ["D: C9.1 D10.0 C11 C13.0 D12.0"]),
        (RING, "D10.0:JHR", "2 2", ["2: D10.0 C9.1", "2: D12.0 D10.0"]),
    ],
)
def test_nothing_wrong(tiles: str, tokens: str, trains: str, routes: list[str]) -> None:
    what = running(tiles, tokens, trains)
    assert fault(what, [route(*text.split(":")) for text in routes]) is None


def test_a_junction_is_not_turned_back_on() -> None:
    """E9 leads from the west to the north east and to the north west, never from one of these to the other."""
    what = running("E9:29/1 D10:57/0 D8:57/2 E7:57/1", "D10.0:JHR", "D")
    assert fault(what, [route("D", "E7.0 E9 D10.0")]) is None
    found = fault(what, [route("D", "D10.0 E9 D8.0")])
    assert found is not None
    assert (found.code, found.figures["hex"]) == ("route_reverses", "E9")


def test_a_crossing_is_not_a_junction() -> None:
    """On D8 one track joins Beijing's side with the south, another the west with the east."""
    what = running("D8:20/0 D10:57/1 C9:8893/0", "D10.0:JHR", "D")
    found = fault(what, [route("D", "D10.0 D8 C9.0")])
    assert found is not None
    assert (found.code, found.figures["hex"]) == ("route_changes_track", "D8")


def test_income_is_spelled_out() -> None:
    """Beijing to Tangshan is home to destination for JHR."""
    what = running(RING, "C9.1:JHR", "3")
    income = worth(what, route("3", "C9.1 D10.0 D12.0"))
    assert income.stops == (("C9.1", 30), ("D10.0", 30), ("D12.0", 10))
    assert income.bonuses == (("destination", 30),)
    assert (income.revenue, income.subsidy) == (100, 0)


def test_the_mountain_pays_the_treasury() -> None:
    what = running("C3:5/4 C5:L41/1", "C3.0:JHR", "2")
    income = worth(what, route("2", "C3.0 C5.0"))
    assert income.stops == (("C3.0", 20), ("C5.0", 0))
    assert (income.revenue, income.subsidy) == (20, 40)


@pytest.mark.parametrize(("values", "revenue"), [(0, 60), (1, 70), (2, 80), (3, 90)])
def test_values_follow_the_phase(values: int, revenue: int) -> None:
    """Xuzhou (I11) is worth more in later phases, a tile is worth what it says."""
    what = running("H10:9/2 G9:57/2", "G9.0:JHR", "2", values=values)
    assert worth(what, route("2", "G9.0 H10 I11.0")).revenue == revenue - 10
