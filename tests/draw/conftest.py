"""A definition and two positions to draw."""

import gzip
import json
from pathlib import Path

import pytest

from kaiping.board.board import Board
from kaiping.definition import Definition
from kaiping.titles import definition as find_definition


@pytest.fixture(scope="session")
def definition() -> Definition:
    return find_definition("1888", "2022")


@pytest.fixture(scope="session")
def start(definition: Definition) -> Board:
    """The board before the first tile: homes kept free, nothing else."""
    return Board({}, {}, {company.home_stop: (name,) for name, company in definition.companies.items()})


@pytest.fixture(scope="session")
def later() -> Board:
    """A board in play, with one to four slots and several cities on one tile."""
    return Board(
        {
            "C9": ("8893", 4),
            "D10": ("51", 0),
            "C11": ("23", 0),
            "C13": ("51", 0),
            "D12": ("58", 1),
            "B16": ("1", 0),
            "B18": ("8859", 3),
            "B20": ("512", 0),
            "C5": ("L41", 0),
            "H2": ("L39", 5),
            "F6": ("611", 4),
            "G7": ("23", 2),
            "H6": ("27", 0),
        },
        {
            ("C9", 0): ("JHR", "TJL", "JZR"),
            ("D10", 0): ("JHR", "TJL"),
            ("C13", 0): ("JZR",),
            ("B18", 0): ("SSL",),
            ("B20", 0): ("SSL", "CDL", "LYR"),
        },
        {("F6", 0): ("HJR",), ("G11", 0): ("ZDR",)},
    )


@pytest.fixture(scope="session")
def recorded(shared: Path) -> Board:
    """The last position of a recorded game."""
    with gzip.open(shared / "recordings" / "1888" / "101000.states.jsonl.gz", "rt") as lines:
        state = json.loads(list(lines)[-1])
    tokens: dict[tuple[str, int], tuple[str, ...]] = {}
    for company, places in state["tokens"].items():
        for place in places:
            hex_id, index = place.split(":")
            tokens[hex_id, int(index)] = (*tokens.get((hex_id, int(index)), ()), company)
    laid = {hex_id: tile.split("/") for hex_id, tile in state["tiles"].items()}
    return Board({hex_id: (tile, int(rotation)) for hex_id, (tile, rotation) in laid.items()}, tokens, {})
