"""Nothing lies on anything else: letters, values, signs, stops and track, on every hex and every tile of every title.

A square unit is a hundredth by a hundredth of a hex's side; a digit of a value has about a hundred of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import pytest

from kaiping.board.board import Board
from kaiping.board.map import Hex
from kaiping.board.tile import STOP, StopKind, Tile
from kaiping.definition import Definition
from kaiping.definition.names import native_name
from kaiping.draw.face import Face, hex_face, tile_face
from kaiping.draw.lettering import lettering
from kaiping.draw.theme import LIGHT
from kaiping.draw.tile import company_colors
from kaiping.game import Game
from kaiping.titles import TITLES
from kaiping.titles import definition as find_definition
from tests.draw.overlaps import overlaps

#: what a measure by points may find where two things only touch
TOUCH = 10.0
#: a name that finds no free place may cross a track, with a rim of the ground round its letters, or touch a value
CROSSING = 170.0

#: of a name, where a capital letter of a value has 18
SMALLEST = 9.9

EDITIONS = [(title, edition) for title, known in TITLES.items() for edition in known.editions]
#: all six, of which one is quick to see
TURNS = [pytest.param(turn, marks=pytest.mark.slow if turn else ()) for turn in range(6)]


def clashes(definition: Definition, faces: Iterable[Face], crossing: float = TOUCH) -> Iterator[str]:
    """What lies on something else and is too large to be a touch."""
    for face in faces:
        for found in overlaps(face, company_colors(definition)):
            named = "name" in (found.one.split()[0], found.other.split()[0])
            most = TOUCH if not named else crossing if found.other == "track" else max(TOUCH, crossing / 6)
            if found.area > most:
                where = f"{face.tile}/{face.rotation} {face.coordinate} {face.name}"
                yield f"{where}: {found.one} on {found.other}, {found.area:.0f}"


def laid(definition: Definition, rotation: int) -> Iterator[Face]:
    """Every tile as it lies on the hex with the longest name among those that may be meant for it."""
    named = [here for here in definition.map.hexes.values() if here.buildable]
    for tile_id, tile in definition.tiles.items():

        def fits(here: Hex, tile: Tile = tile) -> bool:
            at_sea = here.color == "blue", tile.color == "blue"
            return here.label == tile.label and bool(here.stops) == bool(tile.stops) and at_sea[0] == at_sea[1]

        here = max(filter(fits, named), key=lambda here: len(here.name or ""), default=None)
        if here is not None:
            name, native = here.name or "", native_name(here)
            yield tile_face(definition, tile_id, rotation)._replace(coordinate=here.id, name=name, native=native)


@pytest.mark.parametrize(("title", "edition"), EDITIONS)
def test_on_every_hex(title: str, edition: str) -> None:
    definition = find_definition(title, edition)
    game = Game(title, edition=edition, players=["Ann", "Bo", "Cy", "Di"][: max(definition.players[0], 2)])
    faces = [hex_face(definition, game.state.board, hex_id, game.state.phase) for hex_id in definition.map.hexes]
    assert list(clashes(definition, faces)) == []
    called = [face._replace(called=(stop,)) for face in faces for stop in range(len(face.stops)) if face.track]
    assert list(clashes(definition, called)) == []


@pytest.mark.parametrize("rotation", range(6))
@pytest.mark.parametrize("title", TITLES)
def test_on_every_tile(title: str, rotation: int) -> None:
    definition = find_definition(title)
    faces = [tile_face(definition, tile_id, rotation) for tile_id in definition.tiles]
    assert list(clashes(definition, faces)) == []


@pytest.mark.parametrize("rotation", TURNS)
@pytest.mark.parametrize("title", TITLES)
def test_on_every_tile_as_it_lies_on_the_map(title: str, rotation: int) -> None:
    definition = find_definition(title)
    assert list(clashes(definition, laid(definition, rotation), CROSSING)) == []


def named(definition: Definition, rotation: int) -> Iterator[Face]:
    """Every tile on every hex with a name on which it can lie so, with flags, walls and all, and with a run or none."""
    last = list(definition.phases)[-1]
    for here in definition.map.hexes.values():
        if not here.buildable or not here.name or not here.stops:
            continue
        for tile_id, tile in definition.tiles.items():
            if _fits(definition, here, tile, rotation):
                face = hex_face(definition, Board({here.id: (tile_id, rotation)}, {}, {}), here.id, last)
                yield face
                yield from (face._replace(called=(stop,)) for stop in range(len(face.stops)))


def _fits(definition: Definition, here: Hex, tile: Tile, rotation: int) -> bool:
    """Its stops are meant for the hex, and its track leads off the map and against barriers nowhere."""
    at_sea = here.color == "blue", tile.color == "blue"
    of_here, of_tile = ({stop.kind is StopKind.CITY for stop in stops} for stops in (here.stops, tile.stops))
    if tile.label != here.label or at_sea[0] != at_sea[1] or of_here != of_tile:
        return False
    edges = {(end + rotation) % 6 for piece in tile.track for end in piece if end < STOP}
    around = definition.map.neighbours[here.id]
    return all(around[edge] is not None and not definition.map.barred(here.id, edge) for edge in edges)


@pytest.mark.parametrize("rotation", TURNS)
@pytest.mark.parametrize("title", TITLES)
def test_every_name_finds_room(title: str, rotation: int) -> None:
    """Large enough to be read, and with rings and flags in nobody's way."""
    definition = find_definition(title)
    colors = company_colors(definition)
    faces = list(named(definition, rotation))
    for face in faces:
        drawn = lettering(face, LIGHT.ground[face.color], dict(colors), LIGHT)
        sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)"[^>]*class="name"', drawn)]
        assert sizes, f"{face.tile}/{rotation} on {face.coordinate} has no {face.name}"
        assert min(sizes) >= SMALLEST, f"{face.tile}/{rotation} on {face.coordinate}: {face.name} in {min(sizes)}"
    assert list(clashes(definition, faces, CROSSING)) == []
