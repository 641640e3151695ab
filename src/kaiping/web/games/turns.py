"""Where it is somebody's turn, across all their tables, the most urgent first."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from kaiping.web.games.access import Person, seats_in_play
from kaiping.web.games.models import Table
from kaiping.web.games.timekeeping import hands_of


@dataclass(frozen=True)
class Turn:
    """A seat that a table waits for, and until when it has time."""

    table: Table
    seat: str
    due: datetime | None


def turns_of(person: Person) -> list[Turn]:
    """Those with the least time first, then those that have waited longest."""
    found = []
    for seat in seats_in_play(person):
        if seat.name in seat.table.acting:
            hand = hands_of(seat.table).get(seat.name)
            due = None if hand is None or hand.due is None else datetime.fromtimestamp(hand.due, UTC)
            found.append(Turn(seat.table, seat.name, due))
    return sorted(found, key=lambda turn: (turn.due is None, turn.due or turn.table.moved))
