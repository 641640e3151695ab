"""What follows an action by itself: what whoever acts would have no choice in, and is not asked for."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from itertools import takewhile
from typing import Any

from kaiping.action import AnyAction, from_json
from kaiping.errors import BadInput
from kaiping.game import Game
from kaiping.ledger import only_answer
from kaiping.web.table.outcome import outcome
from kaiping.web.table.viewer import Links, Viewer

#: no action is longer, and so many follow each other at most
_LONGEST, _MOST = 8_000, 12

#: whose action follows, and what it brings about
Step = tuple[str | None, list[str]]


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
    if moment is None:
        told = told_to(following(game, action), viewer.seats)
    return "table/then.html", {"told": told}


def following(game: Game, action: AnyAction) -> Iterator[Step]:
    """Each action that the rules demand after an action: whose it is, and what it brings about."""
    after = game.after(action).game
    for _ in range(_MOST):
        demanded = only_answer(after)
        if demanded is None:
            return
        step = after.after(demanded)
        yield after.seat_of(demanded), outcome(step)
        after = step.game


def told_to(steps: Iterable[Step], seats: Container[str | None]) -> list[str]:
    """What would be played for somebody with these seats."""
    return [words for _seat, told in takewhile(lambda step: step[0] in seats, steps) for words in told]
