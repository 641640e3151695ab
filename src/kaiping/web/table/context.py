"""Everything a page shows, from a game and who is looking."""

from __future__ import annotations

from typing import Any

from kaiping.game import Game
from kaiping.web.table.viewer import Links, Viewer


def context(
    game: Game, viewer: Viewer, *, moment: int | None, links: Links, extras: dict[str, Any] | None = None
) -> dict[str, Any]:
    """What ``table/page.html`` and ``table/body.html`` need."""
    shown = game if moment is None else game.at(moment)
    return {"game": shown, "viewer": viewer, "links": links, "version": game.played, "moment": moment, **(extras or {})}
