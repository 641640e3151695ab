"""What a bot would do in one's place, what it compared and why: for who plays with nobody but bots and themselves."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from kaiping.action import Par
from kaiping.errors import BadInput
from kaiping.game import Game
from kaiping.phrases import brought, money
from kaiping.web.table.outcome import begun
from kaiping.web.table.viewer import Links, Viewer

#: who is asked: it answers at once, so that no page waits
ADVISER = "casual"
#: of what was compared, so many are told
MOST = 4


def is_alone(game: Game, seats: Collection[str], bots: Collection[str]) -> bool:
    """Whether nobody else plays who would not be asked a bot's advice."""
    return bool(seats) and all(player in seats or player in bots for player in game.players)


def hint_part(
    game: Game, viewer: Viewer, query: Mapping[str, str], *, moment: int | None, links: Links
) -> tuple[str, dict[str, Any]]:
    """The candidates of whoever of the viewer's seats is to act, each with its worth and the reason."""
    seat = next((name for name in game.acting if name in viewer.seats), None)
    if seat is None or moment is not None:
        raise BadInput("a bot is asked what it would do when it is your turn")
    if not is_alone(game, viewer.seats, game.bots):
        raise BadInput("bots advise nobody who plays with other people")
    advice = game.advice(seat, ADVISER)
    rows = [
        (begun(brought(game, one.action)), money(game, round(one.value)), one.reason)
        for one in advice.candidates[:MOST]
    ]
    no_start = not any(isinstance(one.action, Par) for one in advice.candidates) and any(
        isinstance(action, Par) for action in game.legal_actions()
    )
    return "table/hint.html", {
        "rows": rows,
        "decided": begun(advice.decided),
        "level": ADVISER,
        #: companies might be started, and it would start none
        "no_start": no_start,
    }
