"""Games and files that the tests of the file formats share."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from kaiping import Game
from kaiping.bots import bot
from kaiping.records import native, site18xx
from kaiping.records.files import read_json

RECORDINGS = Path(__file__).resolve().parent.parent / "data" / "recordings"
SEATS = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
#: every edition with a number of players
TABLES = [("2022", 2), ("2022", 4), ("2021", 3), ("2021", 6), ("18xx-north", 3), ("18xx-prototype", 2)]


def recordings() -> list[Path]:
    return sorted(file for file in RECORDINGS.glob("1888*/*.json.gz"))


def name(file: Path) -> str:
    return f"{file.parent.name}/{file.name.removesuffix('.json.gz')}"


@cache
def recorded(number: str) -> Game:
    """The game of a recording."""
    return site18xx.replay(site18xx.read(site_data(number))).game


@cache
def site_data(number: str) -> dict[str, Any]:
    """A recording as it is written."""
    (file,) = RECORDINGS.glob(f"1888*/{number}.json.gz")
    return read_json(file)


@cache
def random_game(edition: str, players: int, most: int = 10_000, seed: int = 1) -> Game:
    """A game by random players, to its end or so many actions."""
    game = Game("1888", edition=edition, players=SEATS[:players], seed=seed)
    rng = Random(f"{edition}/{players}/{seed}")
    while game.finished is None and game.played < most:
        game.play(bot("random").choose(game, rng))
    return game


def native_data(game: Game, number: int | None = None) -> dict[str, Any]:
    """A game after so many actions as a native file."""
    return native.to_data(game if number is None else game.at(number))


def same(one: Game, other: Game) -> bool:
    """Two games with the same setup, the same actions, and the same state after each of them."""
    if (edition(one), one.players, one.actions) != (edition(other), other.players, other.actions):
        return False
    return all(one.at(n).state == other.at(n).state for n in range(one.played + 1))


def edition(game: Game) -> tuple[str, str]:
    return game.definition.title, game.definition.edition
