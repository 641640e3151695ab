"""The data files of the titles: as many hexes, tiles and trains as the boxes hold, and what the facts say of each."""

from __future__ import annotations

import json
from collections import Counter
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import pytest

from kaiping.board.map import Map
from kaiping.board.tile import STOP, Stop, Tile
from kaiping.board.track import moved_stops, next_color, same_stops
from kaiping.definition import Phase
from kaiping.errors import BadInput
from kaiping.loading import load_map, load_tile_counts, load_tiles, load_trains

Facts = dict[str, Any]

NEW = ("1880", "1890")


def data(title: str) -> Traversable:
    return files(f"kaiping.titles.g{title}") / "data"


@pytest.fixture(params=NEW)
def title(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def facts(shared: Path, title: str) -> Facts:
    found: Facts = json.loads((shared / "facts" / f"{title}.json").read_text(encoding="utf-8"))
    return found


def stops_of(facts: list[Facts]) -> list[tuple[str, tuple[int, ...], int]]:
    """Stops as the facts tell them: a value by phase, or one for all."""
    return [
        (
            stop["kind"],
            tuple(stop["revenue"].values()) if isinstance(stop["revenue"], dict) else (stop["revenue"],) * 4,
            stop["slots"],
        )
        for stop in facts
    ]


def told(stops: tuple[Stop, ...]) -> list[tuple[str, tuple[int, ...], int]]:
    return [(stop.kind.value, stop.values, stop.slots) for stop in stops]


def track_of(facts: list[Facts]) -> set[frozenset[int]]:
    def end(word: str) -> int:
        return int(word[4:]) + (STOP if word.startswith("stop") else 0)

    return {frozenset((end(piece["a"]), end(piece["b"]))) for piece in facts}


def color_of(fact: Facts) -> str:
    return "grey" if fact["color"] == "gray" else str(fact["color"])


# --- what can be counted ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "hexes", "land", "stops"),
    [
        ("1880", 121, 109, {"city": 34, "town": 29, "boomtown": 10, "offboard": 6, "harbour": 2}),
        ("1890", 83, 71, {"city": 36, "town": 7, "offboard": 9}),
    ],
)
def test_the_map_is_whole(name: str, hexes: int, land: int, stops: dict[str, int]) -> None:
    found = load_map(data(name)).hexes.values()
    assert len(found) == hexes
    assert sum(one.buildable for one in found) == land
    assert Counter(stop.kind.value for one in found for stop in one.stops) == stops


@pytest.mark.parametrize(
    ("name", "kinds", "colors"),
    [
        ("1880", 57, {"yellow": 86, "green": 64, "brown": 20, "grey": 9}),
        ("1890", 58, {"yellow": 38, "green": 40, "brown": 33}),
    ],
)
def test_the_tiles_are_all_there(name: str, kinds: int, colors: dict[str, int]) -> None:
    tiles, counts = load_tiles(data(name)), load_tile_counts(data(name))
    assert len(tiles) == kinds
    assert counts.keys() == tiles.keys()
    by_color: Counter[str] = Counter()
    for tile, count in counts.items():
        by_color[tiles[tile].color] += count
    assert by_color == colors


def test_labels_of_tiles_are_found_on_the_map_or_on_a_tile_before(title: str) -> None:
    """The label of two cities is not printed on the map of 1880: the yellow tile brings it."""
    tiles = load_tiles(data(title)).values()
    printed = {one.label for one in load_map(data(title)).hexes.values()}
    assert {tile.label for tile in tiles} <= printed | {tile.label for tile in tiles if tile.color == "yellow"}


def test_stubs_lead_to_beijing() -> None:
    board = load_map(data("1880"))
    stubs = {(name, board.neighbours[name][edge]) for name, one in board.hexes.items() for edge in one.required_exits}
    assert stubs == {("E9", "F8"), ("F6", "F8"), ("F10", "F8"), ("G7", "F8")}
    assert {board.neighbours["F8"][edge] for edge in board.hexes["F8"].shape.exits} == {"E9", "F6", "F10", "G7"}


def test_what_a_river_costs_is_part_of_the_cost() -> None:
    for one in load_map(data("1880")).hexes.values():
        assert one.river <= one.cost
        assert bool(one.river) == ("river" in one.terrain)


def test_large_and_small_stops() -> None:
    """A boomtown is neither: no track leads to it before a tile makes it a town or a city."""
    kinds = ("city", "offboard", "town", "harbour", "boomtown")
    sizes = {kind: (Stop.parse(f"{kind} 0").large, Stop.parse(f"{kind} 0").small) for kind in kinds}
    assert sizes == {
        "city": (True, False),
        "offboard": (True, False),
        "town": (False, True),
        "harbour": (False, True),
        "boomtown": (False, False),
    }


def test_a_phase_may_say_which_values_hold() -> None:
    """In 1890 the middle value holds from phase 4, which brings brown tiles; elsewhere values go by colours."""
    himeji = load_map(data("1890")).hexes["F1"].stops[0]
    colors = ("yellow", "green", "brown")
    phase = Phase(name="4", train_limit=2, colors=colors, operating_rounds=3, values=1)
    assert himeji.values[phase.value_index] == 50
    assert Phase(name="C1", train_limit=3, colors=colors, operating_rounds=1).value_index == 2


@pytest.mark.parametrize(("scenario", "hexes"), [("A", 37), ("B", 44), ("C", 83), ("D", 83)])
def test_a_scenario_is_played_on_its_part_of_the_map(scenario: str, hexes: int) -> None:
    whole, part = load_map(data("1890")), load_map(data("1890"), scenario)
    assert len(part.hexes) == hexes
    for name, edges in part.open_edges.items():
        outside = {edge for edge in whole.open_edges[name] if whole.neighbours[name][edge] not in part.hexes}
        assert edges == whole.open_edges[name] - outside


def test_an_unknown_scenario_is_refused() -> None:
    with pytest.raises(BadInput, match="there is no scenario 'E'"):
        load_map(data("1890"), "E")


# --- against the facts -----------------------------------------------------------------------------------


def test_hexes_are_as_the_facts_say(title: str, facts: Facts) -> None:
    hexes = load_map(data(title)).hexes
    assert hexes.keys() == {fact["coord"] for fact in facts["hexes"]}
    for fact in facts["hexes"]:
        one = hexes[fact["coord"]]
        assert (one.color, one.name, one.label) == (color_of(fact), fact["name"], fact["label"]), one.id
        assert (one.cost, one.river) == (fact["cost"] or 0, fact.get("river_cost", 0)), one.id
        assert list(one.terrain) == fact["terrain"], one.id
        assert told(one.stops) == stops_of(fact["stops"]), one.id
        assert {frozenset(piece) for piece in one.track} == track_of(fact["tracks"]), one.id
        assert list(one.required_exits) == fact.get("required_exits", []), one.id
        assert one.terminal == fact.get("terminal", one.color == "red"), one.id
        assert one.group == fact.get("group"), one.id
        if "buildable" in fact:
            assert one.buildable == fact["buildable"], one.id


def test_track_may_leave_where_the_facts_say(title: str, facts: Facts) -> None:
    """On 1890's grey and red hexes the facts close every side without track; they take no tiles, so none is asked."""
    board = load_map(data(title))
    for fact in facts["hexes"]:
        name = fact["coord"]
        if not board.hexes[name].buildable:
            continue
        if "open_edges" in fact:
            assert board.open_edges[name] == set(fact["open_edges"]), name
            assert set(board.hexes[name].barriers) == set(fact["blocked_edges"]), name
        else:
            assert board.open_edges[name] == set(range(6)) - set(fact["blocked_edges"]), name
            rivers = {int(edge) for edge, reason in fact["blocked_reasons"].items() if reason == "river"}
            assert set(board.hexes[name].barriers) == rivers, name


@pytest.mark.parametrize("title", ["1880"])
def test_ferries_cross_where_the_facts_say(title: str, facts: Facts) -> None:
    board = load_map(data(title))
    crossings: dict[str, list[str]] = {}
    for name, one in board.hexes.items():
        if one.ferry is not None:
            crossings.setdefault(one.ferry, []).append(name)
    assert crossings == {ferry["id"]: ferry["via"] for ferry in facts["ferries"]}
    for ferry in facts["ferries"]:
        for end in ferry["ends"]:
            assert board.neighbours[end["hex"]][end["edge"]] in ferry["via"]
            assert end["edge"] in board.open_edges[end["hex"]]


@pytest.mark.parametrize("title", ["1890"])
def test_scenarios_take_the_hexes_the_facts_say(title: str, facts: Facts) -> None:
    for scenario, hexes in facts["scenario_maps"].items():
        whole = [fact["coord"] for fact in facts["hexes"]]
        assert load_map(data(title), scenario).hexes.keys() == set(whole if hexes == "all" else hexes)


def test_tiles_are_as_the_facts_say(title: str, facts: Facts) -> None:
    tiles, counts = load_tiles(data(title)), load_tile_counts(data(title))
    assert tiles.keys() == {fact["id"] for fact in facts["tiles"]}
    for fact in facts["tiles"]:
        tile = tiles[fact["id"]]
        assert (tile.color, tile.label, tile.cost) == (color_of(fact), fact["label"], fact.get("cost", 0)), tile.id
        assert told(tile.stops) == stops_of(fact["stops"]), tile.id
        assert {frozenset(piece) for piece in tile.track} == track_of(fact["tracks"]), tile.id
        assert counts[tile.id] == fact["count"], tile.id


def upgrades(tile: Tile, tiles: dict[str, Tile], board: Map) -> set[str]:
    """What may cover a tile: the next colour, with its stops, track and label.

    A hex may have a label that no tile of a colour bears: there the plain tiles of that colour are laid.
    """
    borne = {other.label for other in tiles.values() if other.color == tile.color}
    borne |= {printed.label for printed in board.hexes.values() if printed.color == tile.color}
    old = tile.shapes[0]
    return {
        name
        for name, new in tiles.items()
        if new.color == next_color(tile.color)
        and (new.label == tile.label or (tile.label is None and new.label not in borne))
        and name not in tile.barred
        and same_stops(old, new.shapes[0])
        and any(moved_stops(old, shape) is not None for shape in new.shapes)
    }


def test_upgrades_follow_from_track_stops_and_labels(title: str, facts: Facts) -> None:
    """So no list of upgrades is kept, but for the few tiles that would fit and that the manifest does not name."""
    tiles, board = load_tiles(data(title)), load_map(data(title))
    added = facts.get("upgrades_recommended_additions", {})
    for name, tile in tiles.items():
        assert upgrades(tile, tiles, board) == {*facts["upgrades"][name], *added.get(name, ())}, name


@pytest.mark.parametrize("title", ["1890"])
def test_green_tiles_that_fit_a_printed_hex(title: str, facts: Facts) -> None:
    """They follow from the printed track and the open sides, so no list of allowed tiles is kept."""
    tiles, board = load_tiles(data(title)), load_map(data(title))
    greens = {name: tile for name, tile in tiles.items() if tile.color == "green"}
    labels = {tile.label for tile in greens.values()}
    for hex_id, names in facts["hex_upgrades"].items():
        here = board.hexes[hex_id]
        label = here.label if here.label in labels else None
        fitting = {
            name
            for name, tile in greens.items()
            if tile.label == label
            and same_stops(here.shape, tile.shapes[0])
            and any(
                shape.exits <= board.open_edges[hex_id] and moved_stops(here.shape, shape) is not None
                for shape in tile.shapes
            )
        }
        assert fitting == set(names), hex_id


def limits(fact: Facts) -> tuple[int | None, int | None, int | None, bool]:
    """Range, most large stops, most small stops, and whether stops are left out, in the words of either file."""
    if "range" in fact:
        reach = fact["range"]
        return reach["stops"], reach.get("large_max"), None, reach["may_skip"]
    stops = fact["stops"]
    reach = stops.get("any")
    return None if reach == "unlimited" else reach, stops.get("cities_and_red"), stops.get("towns"), False


def test_trains_are_as_the_facts_say(title: str, facts: Facts) -> None:
    trains = load_trains(data(title))
    rows = facts["trains"]["list"] if title == "1890" else facts["trains"]
    assert list(trains) == [fact["name"] for fact in rows]
    for fact in rows:
        train = trains[fact["name"]]
        assert (train.range, train.cities, train.towns, train.skips) == limits(fact), train.name
        assert train.price == fact["price"], train.name
        assert train.count == (None if fact["count"] == "unlimited" else fact["count"]), train.name
        assert train.rusted_by == fact.get("rusts_on", fact.get("rusted_by")), train.name
        trade = fact.get("trade_in")
        assert (train.trade_in is None) == (trade is None), train.name
        if train.trade_in is not None and trade is not None:
            assert (train.trade_in.price, list(train.trade_in.accepts)) == (trade["price"], trade["accepts"])
