"""What follows an action by itself: what whoever acts would have no choice in, and is not asked for."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

from kaiping.action import from_json
from kaiping.errors import BadInput
from kaiping.game import After, Game
from kaiping.ledger import only_answer
from kaiping.refusals import refused
from kaiping.web.table.outcome import outcome, outcome_of
from kaiping.web.table.viewer import Links, Viewer

#: no action is longer, and so many follow each other at most
_LONGEST, _MOST = 8_000, 12


def then_part(
    game: Game, viewer: Viewer, query: Mapping[str, str], *, moment: int | None, links: Links
) -> tuple[str, dict[str, Any]]:
    """The sentences about it, as ``games.only`` would play it; of an amount that was asked about first what it does, or
    why there can be none such.
    """
    text = query.get("action", "")
    if len(text) > _LONGEST:
        raise BadInput("that is too long for an action")
    action = from_json(text)
    told: list[str] = []
    would: list[str] = []
    no = None
    # whoever asks may point at a table that has moved on
    mine = moment is None and game.seat_of(action) in viewer.seats
    if mine and game.why_not(action) is None:
        after = game.after(action)
        told = Follows(after).told(viewer.seats)
        would = outcome_of(after) if action.number else []
    elif mine and action.number:
        no = refused(game, action)
    return "table/then.html", {"told": told, "would": would, "refused": no, "links": links}


class Follows:
    """What follows an action by itself; it is worked out when somebody is told, for most are told nothing."""

    __slots__ = ("_after",)

    def __init__(self, after: After) -> None:
        self._after = after

    def told(self, seats: Container[str | None]) -> list[str]:
        """What would be played for somebody with these seats, because the rules demand it, in words."""
        found: list[str] = []
        after = self._after.game
        for _ in range(_MOST):
            if not any(seat in seats for seat in after.acting):
                break
            demanded = only_answer(after)
            if demanded is None or after.seat_of(demanded) not in seats:
                break
            step = after.after(demanded)
            found += outcome(step)
            after = step.game
        return found
