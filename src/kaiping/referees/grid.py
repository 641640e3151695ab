"""The share price board as a grid of prices: moves of a marker, and the order in which markers lie."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

Place = tuple[int, int]


class Printed(Protocol):
    """A printed space of the board."""

    @property
    def price(self) -> int: ...

    @property
    def zone(self) -> str: ...


class Grid:
    """Rows of spaces, the top row first. A marker that can go neither way stays."""

    def __init__(self, rows: Sequence[Sequence[Printed | None]]) -> None:
        spaces = {(r, c): cell for r, row in enumerate(rows) for c, cell in enumerate(row) if cell is not None}
        self.prices: dict[Place, int] = {place: cell.price for place, cell in spaces.items()}
        #: spaces of a coloured zone
        self.zones: dict[Place, str] = {place: cell.zone for place, cell in spaces.items() if cell.zone}

    def up(self, place: Place) -> Place:
        return self._first(place, (-1, 0))

    def down(self, place: Place) -> Place:
        return self._first(place, (1, 0))

    def right(self, place: Place) -> Place:
        """One to the right, at the end of the row one up."""
        return self._first(place, (0, 1), (-1, 0))

    def left(self, place: Place) -> Place:
        """One to the left, at the beginning of the row one down."""
        return self._first(place, (0, -1), (1, 0))

    def _first(self, place: Place, *steps: Place) -> Place:
        for down, across in steps:
            goal = place[0] + down, place[1] + across
            if goal in self.prices:
                return goal
        return place


def operating_order(
    grid: Grid, cells: Mapping[str, Place], stacks: Mapping[Place, Sequence[str]], companies: Iterable[str]
) -> list[str]:
    """The dearest first; of one price the one further right; of one space the one on top."""

    def rank(company: str) -> tuple[int, int, int]:
        place = cells[company]
        return -grid.prices[place], -place[1], list(stacks[place]).index(company)

    return sorted(companies, key=rank)
