"""Games of every version of the rules: how today's behaviour is told from another, and how its digests are written.

``python -m tests.ages`` writes the digests of the present version of the rules (`tests/data/ages/digests-N.json`) and
a whole game of each printed edition (`tests/data/ages/N/`), both once for each version and never again afterwards.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random

from kaiping.action import to_json
from kaiping.bots import bot
from kaiping.game import Game
from kaiping.records.native import to_data
from kaiping.titles import TITLES, definition

FOLDER = Path(__file__).resolve().parent / "data" / "ages"
SEATS = ("Ann", "Bo", "Cy", "Di")
#: simulated games for each edition
GAMES = 200


def editions() -> list[str]:
    """All editions that people play."""
    found = (f"{title.name}:{edition}" for title in TITLES.values() for edition in title.editions)
    return [name for name in found if not definition(*name.split(":")).house_rules]


def rules_of(edition: str) -> str:
    return definition(*edition.split(":")).rules_version


def played(edition: str, seed: int) -> Iterator[Game]:
    """The positions of a game by random players."""
    title, name = edition.split(":")
    chance = Random(seed)
    game = Game(title, edition=name, players=SEATS[: 3 + seed % 2], seed=seed)
    while game.finished is None:
        yield game
        game.play(bot("random").choose(game, chance))
    yield game


def digest(edition: str, seed: int) -> str:
    """What may be told of a game from outside: who may do what, and what everybody has after it."""
    found = hashlib.sha256()
    for game in played(edition, seed):
        told = [*game.acting, game.state.phase, game.state.bank, sorted(game.state.cash.items()), game.totals()]
        found.update(json.dumps(told).encode())
        found.update(b"".join(sorted(map(to_json, game.legal_actions()))))
    return found.hexdigest()[:16]


def stored(rules: str) -> dict[str, list[str]]:
    """Edition -> digests of its games, as they were written for a version of the rules."""
    found: dict[str, list[str]] = json.loads((FOLDER / f"digests-{rules}.json").read_text())
    return found


def write() -> None:
    for rules in {rules_of(edition) for edition in editions()}:
        mine = [edition for edition in editions() if rules_of(edition) == rules]
        file, folder = FOLDER / f"digests-{rules}.json", FOLDER / rules
        if not file.exists():
            with ProcessPoolExecutor() as pool:
                games = [(edition, seed) for edition in mine for seed in range(GAMES)]
                digests = iter(list(pool.map(digest, *zip(*games, strict=True), chunksize=8)))
            found = {edition: [next(digests) for _ in range(GAMES)] for edition in mine}
            file.write_text(json.dumps(found, indent=0) + "\n")
        folder.mkdir(exist_ok=True)
        for edition in mine:
            target = folder / f"{edition.replace(':', '-')}.json.gz"
            if not target.exists():
                *_, game = played(edition, 7)
                target.write_bytes(gzip.compress(json.dumps(to_data(game)).encode(), mtime=0))


if __name__ == "__main__":
    write()
