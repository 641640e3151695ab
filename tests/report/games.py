"""Games that are over, for reports: recorded elsewhere, and one of each printed edition."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from kaiping.cli.record import game_at
from kaiping.game import Game
from kaiping.report import Report, report
from tests.ages import FOLDER as AGES
from tests.test_recordings import HERE, recordings

#: one of each title, quick to read
EDITIONS = sorted((AGES / "3").glob("*.json.gz"))
RECORDED = HERE / "1888" / "100000.json.gz"


def all_games() -> list[Path]:
    return [*EDITIONS, *recordings()]


@lru_cache(8)
def game(file: Path) -> Game:
    return game_at(file, None)


@lru_cache(8)
def told(file: Path) -> Report:
    return report(game(file))
