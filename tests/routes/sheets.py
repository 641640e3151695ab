"""What of each title routes depend on: 1888 and 1880 as played, and boards with short trains for small positions."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

from msgspec import Struct

from kaiping.board.map import Map
from kaiping.board.tile import Tile
from kaiping.definition import BestRun, Company, RunRules, TrainKind
from kaiping.loading import load_map, load_tiles, load_trains
from kaiping.titles import definition as find_definition

DEFINITION = find_definition("1888", "2022")
DEFINITION_1880 = find_definition("1880", "2022")
#: as 18xx.games plays them, 1888 by the folders of recordings
SITE_1888 = {"1888": find_definition("1888", "18xx-north"), "1888_prototype": find_definition("1888", "18xx-prototype")}
SITE_1880 = find_definition("1880", "18xx")


class Sheet(Struct, frozen=True):
    """As much of a title as routes depend on."""

    map: Map
    tiles: dict[str, Tile]
    trains: Mapping[str, TrainKind]
    running: RunRules
    companies: Mapping[str, Company] = {}
    subsidies: Mapping[str, int] = {}


def _and(trains: Mapping[str, TrainKind], *shorter: TrainKind) -> dict[str, TrainKind]:
    return {**trains, **{kind.name: kind for kind in shorter}}


SHEET_1880 = Sheet(
    DEFINITION_1880.map,
    DEFINITION_1880.tiles,
    _and(
        DEFINITION_1880.trains,
        TrainKind("1+1", 0, range=2, cities=1),
        TrainKind("2E", 0, range=2, skips=True),
        TrainKind("3E", 0, range=3, skips=True),
    ),
    DEFINITION_1880.running,
)
_DATA_1890 = files("kaiping.titles.g1890") / "data"
SHEET_1890 = Sheet(
    load_map(_DATA_1890),
    load_tiles(_DATA_1890),
    _and(load_trains(_DATA_1890), TrainKind("1+1", 0, cities=1, towns=1), TrainKind("1+2", 0, cities=1, towns=2)),
    RunRules(best_run=BestRun.DIVIDEND),
)
