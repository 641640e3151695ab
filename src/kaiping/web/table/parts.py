"""Fragments of the page that are made only when they are asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kaiping.errors import BadInput
from kaiping.game import Game
from kaiping.web.table.viewer import Links, Viewer

PARTS: dict[str, Any] = {}


def part(
    name: str, game: Game, viewer: Viewer, query: Mapping[str, str], *, moment: int | None, links: Links
) -> tuple[str, dict[str, Any]]:
    """The template of a part and its context; the query is that of the address."""
    if name not in PARTS:
        raise BadInput(f"the table has no part {name!r}")
    return PARTS[name](game, viewer, query, moment=moment, links=links)  # type: ignore[no-any-return]
