"""What a person has no choice in is not asked of them: it is played, and falls with the action that it followed."""

from __future__ import annotations

from kaiping.game import Game
from kaiping.ledger import only_answer
from kaiping.web.games.access import Visit
from kaiping.web.games.changes import record
from kaiping.web.games.errors import TooLate
from kaiping.web.games.models import Move


def play_on(view: Visit, game: Game) -> int:
    """Play what a person would only have to confirm, as long as it is theirs; how much that was."""
    count = 0
    while (action := only_answer(game)) is not None:
        seat = game.seat_of(action)
        if seat not in view.own_seats:
            break
        try:
            game = record(view.table, game, action, seat, Move.How.PROGRAM)
        except TooLate:  # somebody has taken the action back already
            view.table.refresh_from_db()
            break
        count += 1
    return count
