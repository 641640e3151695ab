"""Positions to run trains in: written down in a few words, or drawn at random, on the boards of all three titles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from hypothesis import strategies as st
from msgspec.structs import replace

from kaiping.board.board import Board
from kaiping.board.tile import Shape
from kaiping.definition import RunBonus
from kaiping.routes.check import fault, incomes
from kaiping.routes.income import NO_PRIVILEGES, Printed, Privileges, RunProblem, problem
from kaiping.routes.search import Run
from tests.routes.brute import Position
from tests.routes.recorded import board
from tests.routes.sheets import DEFINITION, SHEET_1880, SHEET_1890, Sheet

PRINTED: dict[str, Printed] = {"1888": DEFINITION, "1880": SHEET_1880, "1890": SHEET_1890}
#: in 1890 values have three steps, in the other titles four
_STEPS = {"1888": 4, "1880": 4, "1890": 3}
#: trains short enough for small positions to matter to them
SHORT = {
    "1888": ("2", "3", "4", "5", "D"),
    "1880": ("2", "1+1", "2+2", "3", "3+3", "4", "6", "10", "2E", "3E", "6E"),
    "1890": ("2", "1+1", "1+2", "2+2", "3", "3+3", "4", "D"),
}


def running(
    tiles: str,
    tokens: str,
    trains: str,
    *,
    company: str = "JHR",
    values: int = 0,
    printed: Printed = DEFINITION,
    privileges: Privileges = NO_PRIVILEGES,
) -> RunProblem:
    """A company about to run; trains as "2 2 D"."""
    return problem(printed, board(tiles, tokens), company, trains.split(), values, privileges)


def check(what: RunProblem, run: Run) -> None:
    """A run is legal, earns what it says, and nothing earns more."""
    assert fault(what, run.routes) is None
    earned = incomes(what, run.routes)
    assert run.revenue == sum(income.revenue for income in earned)
    assert run.subsidy == sum(income.subsidy for income in earned)
    assert run.proven
    assert run.bound == run.revenue


class Drawn(NamedTuple):
    """A random position, written as its test prints it."""

    tiles: str
    tokens: str
    trains: str
    company: str
    values: int
    title: str = "1888"
    bonuses: tuple[RunBonus, ...] = ()
    privileges: Privileges = NO_PRIVILEGES

    @property
    def printed(self) -> Printed:
        sheet = PRINTED[self.title]
        return (
            replace(sheet, running=replace(sheet.running, bonuses=self.bonuses)) if isinstance(sheet, Sheet) else sheet
        )

    @property
    def board(self) -> Board:
        return board(self.tiles, self.tokens)

    @property
    def problem(self) -> RunProblem:
        """The position as the search has it, with nothing remembered."""
        return problem(
            self.printed, self.board, self.company, self.trains.split(), self.values, privileges=self.privileges
        )

    @property
    def position(self) -> Position:
        """The position as brute force has it."""
        return Position(self.printed, self.board, self.company, self.trains.split(), self.values, self.privileges)

    def without(self, trains: tuple[str, ...]) -> Drawn:
        """The same with some trains left at home."""
        left = self.trains.split()
        for name in trains:
            left.remove(name)
        return self._replace(trains=" ".join(left))


_LIES = {
    title: {tile: range(6) if len(entry.rotations) > 1 else (0,) for tile, entry in printed.tiles.items()}
    for title, printed in PRINTED.items()
}
_STOPPING = {
    title: sorted(tile for tile, entry in printed.tiles.items() if entry.stops) for title, printed in PRINTED.items()
}
_PLAIN = {
    title: sorted(tile for tile, entry in printed.tiles.items() if not entry.stops)
    for title, printed in PRINTED.items()
}
#: around ferries, harbours, places off the board, and large cities of several stops
_NOTABLE = {
    title: sorted(
        other
        for name, entry in printed.map.hexes.items()
        if entry.ferry or entry.terminal or len(entry.stops) > 2
        for other in ([name] * 20 if entry.ferry else [name, *filter(None, printed.map.neighbours[name])])
    )
    for title, printed in PRINTED.items()
}


@st.composite
def drawn(
    draw: st.DrawFn,
    most_tiles: int = 9,
    trains: tuple[str, ...] | None = None,
    titles: tuple[str, ...] = ("1888",),
) -> Drawn:
    """Any tiles on a patch of a map, whatever the colour of most hexes; tokens of two companies; trains."""
    title = draw(st.sampled_from(titles))
    printed = PRINTED[title]
    patch = _patch(draw, title, most_tiles)
    laid: dict[str, tuple[str, int]] = {}
    for hex_id in patch:
        entry = printed.map.hexes[hex_id]
        # hexes that are one stop together cannot hold a tile
        if entry.ferry is None and not entry.group and draw(st.integers(0, 9)):
            tile = draw(st.sampled_from((_STOPPING if draw(st.integers(0, 2)) else _PLAIN)[title]))
            laid[hex_id] = (tile, draw(st.sampled_from(_lies(draw, title, laid, hex_id, tile))))
    stops = [
        (hex_id, index, stop.slots)
        for hex_id in patch
        for index, stop in enumerate(_shape(printed, laid, hex_id).stops)
    ]
    company = draw(st.sampled_from(sorted(printed.companies) or ["JHR"]))
    tokens, passes = [], []
    for hex_id, index, slots in stops:
        if slots:
            terminal = printed.map.hexes[hex_id].terminal
            kind = draw(st.sampled_from(("own", "own", "", "" if not terminal else "own", "others", "full")))
            others = "X" if kind == "others" else ",".join("XYZW"[:slots]) if kind == "full" else ""
            if kind:
                tokens.append(f"{hex_id}.{index}:{company if kind == 'own' else others}")
            if kind == "full" and title != "1888" and not draw(st.integers(0, 2)):
                passes.append((hex_id, index))
    position = Drawn(
        " ".join(f"{hex_id}:{tile}/{rotation}" for hex_id, (tile, rotation) in laid.items()),
        " ".join(tokens),
        " ".join(draw(st.lists(st.sampled_from(trains or SHORT[title]), min_size=1, max_size=3))),
        company,
        draw(st.integers(0, _STEPS[title] - 1)),
        title,
    )
    if title == "1888":
        return position
    dearer = [
        ((hex_id, index), draw(st.sampled_from((10, 20, 50))))
        for hex_id, index, _ in stops
        if not draw(st.integers(0, 7))
    ]
    return position._replace(
        bonuses=printed.running.bonuses if draw(st.booleans()) else _bonuses(draw, [stop[0] for stop in stops]),
        privileges=Privileges(values=tuple(dearer), passes=tuple(passes), no_fees=not draw(st.integers(0, 3))),
    )


def _patch(draw: st.DrawFn, title: str, size: int) -> list[str]:
    """Hexes around some hex, often a notable one."""
    neighbours = PRINTED[title].map.neighbours
    patch = [draw(st.sampled_from(_NOTABLE[title] if draw(st.booleans()) else sorted(neighbours)))]
    for hex_id in patch:  # grows to a patch around the first
        patch += [other for other in neighbours[hex_id] if other is not None and other not in patch]
        if len(patch) > size:
            break
    return patch[:size]


def _shape(printed: Printed, laid: Mapping[str, tuple[str, int]], hex_id: str) -> Shape:
    if hex_id not in laid:
        return printed.map.hexes[hex_id].shape
    tile, rotation = laid[hex_id]
    return printed.tiles[tile].shapes[rotation]


def _lies(draw: st.DrawFn, title: str, laid: Mapping[str, tuple[str, int]], hex_id: str, tile: str) -> list[int]:
    """Any rotation, or more often those that join most track."""
    printed, lies = PRINTED[title], list(_LIES[title][tile])
    if not draw(st.integers(0, 3)):
        return lies
    joined = {
        edge
        for edge, other in enumerate(printed.map.neighbours[hex_id])
        if other is not None and (edge + 3) % 6 in _shape(printed, laid, other).exits
    }
    meets = {lie: len(joined & printed.tiles[tile].shapes[lie].exits) for lie in lies}
    return [lie for lie in lies if meets[lie] == max(meets.values())]


def _bonuses(draw: st.DrawFn, hexes: list[str]) -> tuple[RunBonus, ...]:
    """Up to two bonuses between any hexes, one of them perhaps for one route only."""
    if not hexes:
        return ()
    some = st.lists(st.sampled_from(sorted(set(hexes))), min_size=1, max_size=2, unique=True).map(tuple)
    return tuple(
        RunBonus(f"bonus {number}", (draw(some), draw(some)), draw(st.sampled_from((20, 50))), once=number == 0)
        for number in range(draw(st.integers(0, 2)))
    )
