"""The network of a board: segments between stops, junctions, crossings, track inside a hex."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kaiping.action import Route
from kaiping.board.tile import Stop, Tile, parse_track
from kaiping.routes.check import fault
from kaiping.routes.network import Network, network
from kaiping.routes.search import best_run, best_runs_by_calls
from tests.routes.brute import Position, best_by_calls
from tests.routes.positions import running
from tests.routes.recorded import board
from tests.routes.sheets import DEFINITION


def segments(tiles: str) -> set[tuple[str, ...]]:
    """Every segment as the points that it joins and passes."""
    net = Network(DEFINITION.map, DEFINITION.tiles, board(tiles, ""))
    return {
        (_stop(net, start), *segment.hexes, _stop(net, segment.to))
        for start in range(len(net.ids))
        for segment in net.segments(start)
    }


def _stop(net: Network, number: int) -> str:
    hex_id, index = net.ids[number]
    return f"{hex_id}.{index}"


def new(tiles: str) -> set[tuple[str, ...]]:
    """The segments that tiles add to those printed on the map, in one direction."""
    return {segment for segment in segments(tiles) - segments("") if segment[0] < segment[-1]}


def test_plain_track_joins_stops() -> None:
    assert new("C11:8/4 C13:5/0 D10:15/1") == {("C9.1", "D10.0"), ("C13.0", "C11", "D10.0")}


def test_a_junction_forks() -> None:
    assert new("E9:29/1 D10:57/0 D8:57/2 E7:57/1") == {("D10.0", "E9", "E7.0"), ("D8.0", "E9", "E7.0")}


def test_a_crossing_does_not() -> None:
    assert new("D8:20/0 C9:8893/0 E7:57/0 D6:57/1 D10:57/1") == {("C9.0", "D8", "E7.0"), ("D10.0", "D8", "D6.0")}


def test_segments_run_both_ways_over_the_same_track() -> None:
    net = network(DEFINITION.map, DEFINITION.tiles, board("E9:29/1 D10:57/0 D8:57/2 E7:57/1", ""))
    for start in range(len(net.ids)):
        for segment in net.segments(start):
            back = [other for other in net.segments(segment.to) if other.to == start and other.mask == segment.mask]
            assert [other.hexes for other in back] == [segment.hexes[::-1]]


def test_a_loop_on_the_way_is_legal_but_not_searched() -> None:
    """From E5 over E7 to E9, straight or once round by D8 and D6: all the track of the straight way, and more."""
    loop = "E5:57/1 E7:43/1 D8:7/0 D6:7/4 E9:57/1"
    assert new(loop) == {("E5.0", "E7", "E9.0")}
    claim = Route("2", ("E5.0", "E7", "D8", "D6", "E7", "E9.0"))
    assert fault(running(loop, "E5.0:JHR", "2"), [claim]) is None


def test_a_detour_that_leaves_out_track_is_kept() -> None:
    """From E5 to E11, straight over E7 and E9 or between these by D8."""
    detour = "E5:57/1 E7:24/1 D8:7/5 E9:23/4 E11:57/1"
    assert new(detour) == {("E11.0", "E9", "E7", "E5.0"), ("E11.0", "E9", "D8", "E7", "E5.0")}


def test_a_board_keeps_its_network() -> None:
    here = board("C11:8/4", "")
    assert network(DEFINITION.map, DEFINITION.tiles, here) is network(DEFINITION.map, DEFINITION.tiles, here)


#: two cities on one hex, joined with each other
TWIN = Tile(
    id="twin",
    color="green",
    stops=(Stop.parse("city 40 x1"), Stop.parse("city 30 x1")),
    track=parse_track("1-s0 s0-s1 s1-4"),
)
JOINED = replace(DEFINITION, tiles={**DEFINITION.tiles, "twin": TWIN})


def test_track_inside_a_hex_joins_its_stops() -> None:
    what = running("D10:twin/0 D12:4/1", "D10.0:JHR", "2 D", printed=JOINED)
    assert best_run(what).revenue == 40 + 30 + 10
    assert fault(what, [Route("D", ("D10.0", "D10.1", "D12.0"))]) is None
    shared = fault(what, [Route("D", ("D10.0", "D10.1", "D12.0")), Route("2", ("D10.0", "D10.1"))])
    assert shared is not None
    assert shared.code == "route_tracks_shared"


@pytest.mark.parametrize("rotation", range(6))
@pytest.mark.parametrize("trains", ["2", "3 2", "2 2 D"])
def test_track_inside_a_hex_against_brute_force(rotation: int, trains: str) -> None:
    tiles = f"D10:twin/{rotation} D12:twin/{rotation} C11:twin/0 C13:15/0 C9:8893/0"
    tokens = "D10.0:JHR C13.0:JHR"
    wanted = best_by_calls(Position(JOINED, board(tiles, tokens), "JHR", trains.split(), 1))
    runs = best_runs_by_calls(running(tiles, tokens, trains, values=1, printed=JOINED))
    assert {calls: run.revenue for calls, run in runs.items()} == wanted
