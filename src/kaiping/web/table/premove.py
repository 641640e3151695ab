"""Premoves: what a seat could do if its turn came with nothing changed, chosen before that turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kaiping.action import Pass
from kaiping.errors import BadInput
from kaiping.game import Game
from kaiping.web.table.choices import now
from kaiping.web.table.viewer import Links, Viewer


def on_own_turn(game: Game, seat: str) -> Game | None:
    """The position in which a seat would act if all before it passed; None if they cannot, or the round would end."""
    ahead = game
    for _ in game.players:
        if game.finished is not None or not ahead.acting:
            return None
        if seat in ahead.acting:
            return ahead
        first = Pass(ahead.acting[0])
        if ahead.why_not(first) is not None:
            return None
        ahead = ahead.after(first).game
        if _round_of(ahead) != _round_of(game):
            return None
    return ahead if seat in ahead.acting else None


def _round_of(game: Game) -> tuple[object, ...]:
    now = game.position()["round"]
    return now["kind"], now["turn"], now["number"]


def premove_part(
    game: Game, viewer: Viewer, query: Mapping[str, str], *, moment: int | None, links: Links
) -> tuple[str, dict[str, Any]]:
    """The choices of a seat's own next turn."""
    seat = query.get("seat") or (min(viewer.seats) if len(viewer.seats) == 1 else "")
    if seat not in viewer.seats:
        raise BadInput("that is not your seat")
    ahead = None if seat in game.acting else on_own_turn(game, seat)
    return "table/premove.html", {
        "links": links,
        "seat": seat,
        "acts": seat in game.acting,
        "seats": frozenset((seat,)),
        "now": None if ahead is None else now(ahead),
    }
