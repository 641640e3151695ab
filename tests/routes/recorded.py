"""Positions in which companies ran their trains in recorded games."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from kaiping.board.board import Board, StopId
from kaiping.definition import load_definition
from kaiping.routes.income import Problem, problem

DEFINITION = load_definition(files("kaiping.titles.g1888") / "data", "2022")
RECORDINGS = Path(__file__).resolve().parent.parent / "data" / "recordings"
#: which values hold in the phases as the recordings name them
VALUES_IN = {"2": 0, "3": 1, "4": 1, "5": 2, "6": 2, "D": 3}


def board(tiles: str, tokens: str) -> Board:
    """A board from "C11:9/0 D10:5/2" (hex, tile, rotation) and "C9.1:JHR D10.0:JHR,SSL" (stop, companies)."""
    laid = {}
    for entry in tiles.split():
        hex_id, lay = entry.split(":")
        tile, rotation = lay.split("/")
        laid[hex_id] = (tile, int(rotation))
    placed: dict[StopId, tuple[str, ...]] = {}
    for entry in tokens.split():
        stop, owners = entry.split(":")
        hex_id, index = stop.split(".")
        placed[hex_id, int(index)] = tuple(owners.split(","))
    return Board(laid, placed, {})


class Claim(NamedTuple):
    """A run in a recorded game."""

    name: str
    board: Board
    company: str
    trains: tuple[str, ...]
    values: int
    revenue: int

    @property
    def problem(self) -> Problem:
        return problem(DEFINITION, self.board, self.company, self.trains, self.values)


def claims(folder: Path) -> Iterator[Claim]:
    """Every run in the recordings of 1888 in a folder; running changes neither tiles nor tokens nor trains."""
    for file in sorted(folder.glob("1888*/*.states.jsonl.gz")):
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            for text in lines:
                if '"run_routes"' in text:
                    line = json.loads(text)
                    if line["type"] == "run_routes":
                        yield _claim(f"{file.name.split('.')[0]} {line['seq']}", line)


def _claim(name: str, line: dict[str, Any]) -> Claim:
    tiles = " ".join(f"{hex_id}:{lay}" for hex_id, lay in line["tiles"].items())
    owners: dict[str, list[str]] = {}
    for company, stops in line["tokens"].items():
        for stop in stops:
            owners.setdefault(stop.replace(":", "."), []).append(company)
    tokens = " ".join(f"{stop}:{','.join(companies)}" for stop, companies in owners.items())
    actor = line["actor"]
    trains = tuple(line["trains"].get(actor, ()))
    return Claim(name, board(tiles, tokens), actor, trains, VALUES_IN[line["phase"]], line["revenue"])
