"""Fragments of the page that are made only when they are asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from kaiping.errors import BadInput
from kaiping.game import Game
from kaiping.web.table.edit import run_part
from kaiping.web.table.hexes import hex_part
from kaiping.web.table.hint import hint_part
from kaiping.web.table.log import log_part
from kaiping.web.table.premove import premove_part
from kaiping.web.table.sales import sale_part
from kaiping.web.table.sheet import cards_part
from kaiping.web.table.story import story_part
from kaiping.web.table.then import then_part
from kaiping.web.table.tiles import tiles_part
from kaiping.web.table.viewer import Links, Viewer
from kaiping.web.table.worth import worth_part


class Part(Protocol):
    """A function from a game and a query to a template and what it needs."""

    def __call__(
        self, game: Game, viewer: Viewer, query: Mapping[str, str], *, moment: int | None, links: Links
    ) -> tuple[str, dict[str, Any]]: ...


PARTS: dict[str, Part] = {
    "cards": cards_part,
    "hex": hex_part,
    "hint": hint_part,
    "log": log_part,
    "premove": premove_part,
    "run": run_part,
    "sale": sale_part,
    "story": story_part,
    "then": then_part,
    "tiles": tiles_part,
    "worth": worth_part,
}


def part(
    name: str, game: Game, viewer: Viewer, query: Mapping[str, str], *, moment: int | None, links: Links
) -> tuple[str, dict[str, Any]]:
    """The template of a part and its context; the query is that of the address."""
    if name not in PARTS:
        raise BadInput(f"the table has no part {name!r}")
    return PARTS[name](game, viewer, query, moment=moment, links=links)
