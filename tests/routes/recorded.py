"""Positions in which companies ran their trains in recorded games."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from kaiping.board.board import Board, StopId
from kaiping.routes.income import NO_PRIVILEGES, Printed, Privileges, RunProblem, problem
from tests.routes.brute import Position
from tests.routes.sheets import DEFINITION, SITE_1880, SITE_1888

__all__ = ["DEFINITION", "RECORDINGS", "Claim", "board", "claims"]

RECORDINGS = Path(__file__).resolve().parent.parent / "data" / "recordings"
#: which values hold in the phases as the recordings name them
VALUES_IN = {"2": 0, "3": 1, "4": 1, "5": 2, "6": 2, "D": 3}
TAIWAN = ("N16", 0)


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
    printed: Printed = DEFINITION
    privileges: Privileges = NO_PRIVILEGES

    @property
    def problem(self) -> RunProblem:
        return problem(self.printed, self.board, self.company, self.trains, self.values, self.privileges)

    @property
    def position(self) -> Position:
        """The position as brute force has it."""
        return Position(self.printed, self.board, self.company, self.trains, self.values, self.privileges)


def claims(folder: Path, title: str = "1888") -> Iterator[Claim]:
    """Every run in a title's recordings in a folder; running changes neither tiles nor tokens nor trains."""
    for file in sorted(folder.glob(f"{title}*/*.states.jsonl.gz")):
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            before = ""
            for text in lines:
                if '"run_routes"' in text:
                    line = json.loads(text)
                    if line["type"] == "run_routes":
                        claim = _claim(f"{file.name.split('.')[0]} {line['seq']}", line)
                        of_1888 = claim._replace(printed=SITE_1888.get(file.parent.name, DEFINITION))
                        yield of_1888 if title == "1888" else _of_1880(claim, line, json.loads(before))
                before = text


def _claim(name: str, line: dict[str, Any]) -> Claim:
    tiles = " ".join(f"{hex_id}:{lay}" for hex_id, lay in line["tiles"].items())
    owners: dict[str, list[str]] = {}
    for company, stops in line["tokens"].items():
        for stop in stops:
            owners.setdefault(stop.replace(":", "."), []).append(company)
    tokens = " ".join(f"{stop}:{','.join(companies)}" for stop, companies in owners.items())
    actor = line["actor"]
    trains = tuple(line["trains"].get(actor, ()))
    return Claim(name, board(tiles, tokens), actor, trains, VALUES_IN.get(line["phase"], 0), line["revenue"])


def _of_1880(claim: Claim, line: dict[str, Any], before: dict[str, Any]) -> Claim:
    """A run with the powers of its director's privates; an investor runs the train that was on top of the stack."""
    investor = claim.company in line["fi_owner"]
    director = line["fi_owner" if investor else "president"][claim.company]
    return claim._replace(
        trains=(before["depot"]["next"],) if investor else claim.trains,
        values=SITE_1880.phases[line["phase"]].value_index,
        printed=SITE_1880,
        privileges=Privileges(
            values=((TAIWAN, 20),) if line["privates"]["P3"] == director else (),
            no_fees=line["privates"]["P2"] == director,
        ),
    )
