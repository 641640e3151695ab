"""From one file format to the other."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from kaiping import arguments
from kaiping.arguments import one_line
from kaiping.errors import BadInput
from kaiping.game import Game
from kaiping.records import native, site18xx
from kaiping.records.files import lines_of_actions, read_json, write_bytes
from kaiping.records.site_export import to_site

#: how a game is written, by the names of the formats; ``short`` is the native one with digests for positions
FORMATS: dict[str, Callable[[Game], dict[str, Any]]] = {
    "native": native.to_data,
    "short": partial(native.to_data, short=True),
    "18xx": to_site,
}


def convert(source: str | Path, target: str | Path, *, short: bool = False) -> str:
    """Read a game of either format and write it in the other; says which was written: "native" or "18xx.games".

    In short either becomes a native file with digests for positions.
    """
    source, target = arguments.path(source), arguments.path(target)
    data = read_json(source)
    try:
        if short:
            game = native.from_data(data) if native.is_native(data) else _from_site(data)
            native.save(game, target, short=True, bots=data.get("bots") if native.is_native(data) else None)
            return "native, short"
        if native.is_native(data):
            write_bytes(target, lines_of_actions(to_site(native.from_data(data))))
            return "18xx.games"
        native.save(_from_site(data), target)
        return "native"
    except BadInput as wrong:
        wrong.args = (f"{one_line(source)}: {wrong}",)
        raise


def _from_site(data: Any) -> Game:
    return site18xx.replay(site18xx.read(data)).game
