"""From one file format to the other."""

from __future__ import annotations

from pathlib import Path

from kaiping.errors import BadInput
from kaiping.records import native, site18xx
from kaiping.records.files import lines_of_actions, one_line, read_json, write_bytes
from kaiping.records.site_export import to_site


def convert(source: Path, target: Path) -> str:
    """Read a game of either format and write it in the other; says which was written: "native" or "18xx.games"."""
    data = read_json(source)
    try:
        if native.is_native(data):
            write_bytes(target, lines_of_actions(to_site(native.from_data(data))))
            return "18xx.games"
        native.save(site18xx.replay(site18xx.read(data)).game, target)
        return "native"
    except BadInput as wrong:
        wrong.args = (f"{one_line(source)}: {wrong}",)
        raise
