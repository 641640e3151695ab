"""The share price board: a grid of cells, and how a marker moves over it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

CellId = tuple[int, int]


class Cell(NamedTuple):
    price: int
    par: bool
    #: colour of the zone that the cell belongs to
    zone: str
    #: a company whose marker comes here leaves the game
    closed: bool = False
    #: added to the income for each share of a company whose marker lies here
    bonus: int = 0


class Market:
    """The printed grid; row 0 on top. Where a move has no cell, the edge rules say what happens instead."""

    def __init__(self, rows: list[str], zones: Mapping[str, str]) -> None:
        """``rows`` has a word for each cell: "." none, "x" one that closes a company, else the price, marked "p" where
        companies start, with the letter of its zone, "+" and its bonus."""
        self.rows: tuple[tuple[Cell | None, ...], ...] = tuple(
            tuple(self._cell(word, zones) for word in row.split()) for row in rows
        )
        #: colours of the zones that there are
        self.zones = tuple(zones.values())
        self.cells: dict[CellId, Cell] = {
            (r, c): cell for r, row in enumerate(self.rows) for c, cell in enumerate(row) if cell is not None
        }
        self.par_cells: dict[int, CellId] = {cell.price: place for place, cell in self.cells.items() if cell.par}
        self.par_prices: tuple[int, ...] = tuple(sorted(self.par_cells))

    @staticmethod
    def _cell(word: str, zones: Mapping[str, str]) -> Cell | None:
        if word == ".":
            return None
        if word == "x":
            return Cell(0, par=False, zone="", closed=True)
        figure, _, bonus = word.partition("+")
        price = figure.rstrip("p" + "".join(zones))
        zone = next((color for letter, color in zones.items() if letter in figure), "")
        return Cell(int(price), par="p" in figure, zone=zone, bonus=int(bonus or 0))

    def right(self, place: CellId) -> CellId:
        """One right; past the end of the row one up; on the top row it stays."""
        row, column = place
        if (row, column + 1) in self.cells:
            return row, column + 1
        return self.up(place)

    def left(self, place: CellId) -> CellId:
        """One left; past the beginning of the row one down; on the bottom row it stays."""
        row, column = place
        if (row, column - 1) in self.cells:
            return row, column - 1
        return self.down(place)

    def up(self, place: CellId) -> CellId:
        row, column = place
        return (row - 1, column) if (row - 1, column) in self.cells else place

    def down(self, place: CellId) -> CellId:
        row, column = place
        return (row + 1, column) if (row + 1, column) in self.cells else place
