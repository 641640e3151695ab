"""Game files: the native format, and the files of 18xx.games."""

from __future__ import annotations

from pathlib import Path

from kaiping.arguments import one_line
from kaiping.errors import BadInput
from kaiping.game import Game
from kaiping.records.files import read_json


def load(file: Path) -> Game:
    """Read a game from a file of either format, plain or compressed; every action is checked."""
    from kaiping.records import native, site18xx

    data = read_json(file)
    try:
        if native.is_native(data):
            return native.from_data(data)
        return site18xx.replay(site18xx.read(data)).game
    except BadInput as wrong:
        wrong.args = (f"{one_line(file)}: {wrong}",)
        raise
