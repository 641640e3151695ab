"""What follows an action by itself: what whoever acts would have no choice in, and is not asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kaiping.action import from_json
from kaiping.errors import BadInput
from kaiping.game import Game
from kaiping.ledger import only_answer
from kaiping.web.table.outcome import outcome
from kaiping.web.table.viewer import Links, Viewer

#: no action is longer, and so many follow each other at most
_LONGEST, _MOST = 8_000, 12


def then_part(
    game: Game, viewer: Viewer, query: Mapping[str, str], *, moment: int | None, links: Links
) -> tuple[str, dict[str, Any]]:
    """The sentences about it, as ``games.only`` would play it."""
    text = query.get("action", "")
    if len(text) > _LONGEST:
        raise BadInput("that is too long for an action")
    action = from_json(text)
    told: list[str] = []
    if game.why_not(action) is not None:  # whoever asks points at a table that has moved on
        return "table/then.html", {"told": told}
    after = game.after(action).game
    for _ in range(_MOST):
        following = only_answer(after)
        if moment is not None or following is None or after.seat_of(following) not in viewer.seats:
            break
        step = after.after(following)
        told += outcome(step)
        after = step.game
    return "table/then.html", {"told": told}
