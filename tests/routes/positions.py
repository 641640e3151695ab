"""Positions to run trains in: written down in a few words, or drawn at random."""

from __future__ import annotations

from typing import NamedTuple

from hypothesis import strategies as st

from kaiping.board.board import Board
from kaiping.definition import Definition
from kaiping.routes.income import Problem, problem
from tests.routes.recorded import DEFINITION, board


def running(
    tiles: str, tokens: str, trains: str, *, company: str = "JHR", values: int = 0, definition: Definition = DEFINITION
) -> Problem:
    """A company about to run; trains as "2 2 D"."""
    return problem(definition, board(tiles, tokens), company, trains.split(), values)


class Drawn(NamedTuple):
    """A random position, written as its test prints it."""

    tiles: str
    tokens: str
    trains: str
    company: str
    values: int

    @property
    def board(self) -> Board:
        return board(self.tiles, self.tokens)

    @property
    def problem(self) -> Problem:
        return running(self.tiles, self.tokens, self.trains, company=self.company, values=self.values)


_LIES = {tile: range(6) if len(entry.rotations) > 1 else (0,) for tile, entry in DEFINITION.tiles.items()}
_STOPPING = sorted(tile for tile, entry in DEFINITION.tiles.items() if entry.stops)
_PLAIN = sorted(tile for tile, entry in DEFINITION.tiles.items() if not entry.stops)


@st.composite
def drawn(draw: st.DrawFn, most_tiles: int = 9, trains: tuple[str, ...] = ("2", "3", "4", "5", "D")) -> Drawn:
    """Any tiles on a patch of the map, whatever the colour of its hexes; tokens of two companies; trains."""
    neighbours = DEFINITION.map.neighbours
    patch = [draw(st.sampled_from(sorted(neighbours)))]
    for hex_id in patch:  # grows to a patch around the first
        patch += [other for other in neighbours[hex_id] if other is not None and other not in patch]
        if len(patch) > most_tiles:
            break
    laid = {}
    for hex_id in patch[:most_tiles]:
        if draw(st.integers(0, 9)):
            tile = draw(st.sampled_from(_STOPPING if draw(st.booleans()) else _PLAIN))
            laid[hex_id] = (tile, draw(st.sampled_from(_LIES[tile])))
    stops = [
        (hex_id, index, stop.slots)
        for hex_id in patch
        for index, stop in enumerate(
            DEFINITION.tiles[laid[hex_id][0]].stops if hex_id in laid else DEFINITION.map.hexes[hex_id].stops
        )
    ]
    company = draw(st.sampled_from(sorted(DEFINITION.companies)))
    tokens = []
    for hex_id, index, slots in stops:
        if slots:
            kind = draw(st.sampled_from(("", "", "own", "own", "others", "full")))
            others = "X" if kind == "others" else ",".join("XYZW"[:slots]) if kind == "full" else ""
            if kind:
                tokens.append(f"{hex_id}.{index}:{company if kind == 'own' else others}")
    return Drawn(
        " ".join(f"{hex_id}:{tile}/{rotation}" for hex_id, (tile, rotation) in laid.items()),
        " ".join(tokens),
        " ".join(draw(st.lists(st.sampled_from(trains), min_size=1, max_size=3))),
        company,
        draw(st.integers(0, 3)),
    )
