"""Where it is somebody's turn, across all their tables, the most urgent first."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from kaiping.web.games.access import Person, seats_in_play
from kaiping.web.games.clocks import DAY
from kaiping.web.games.models import Seat, Table
from kaiping.web.games.timekeeping import hands_of


@dataclass(frozen=True)
class Turn:
    """A seat that a table waits for, and until when it has time."""

    table: Table
    seat: str
    due: datetime | None
    #: it waits without a limit for whoever has let too many turns run out
    stands: bool = False


#: seconds after which a page asks again where it is somebody's turn: of tables with little time, and of others
_SOON, _LATER = 10, 60


def look_again(seats: list[Seat]) -> int:
    """Seconds after which whoever has these seats may have a turn that they should know of; 0 without any."""
    live = any(hand.left < DAY for seat in seats for hand in hands_of(seat.table).values())
    return (_SOON if live else _LATER) if seats else 0


def turns_of(person: Person, seats: list[Seat] | None = None) -> list[Turn]:
    """Those with the least time first, then those that have waited longest; last those that stand still."""
    found = []
    for seat in seats_in_play(person) if seats is None else seats:
        if seat.name in seat.table.acting:
            hand = hands_of(seat.table).get(seat.name)
            due = None if hand is None or hand.due is None else datetime.fromtimestamp(hand.due, UTC)
            found.append(Turn(seat.table, seat.name, due, hand is not None and hand.stands))
    return sorted(found, key=lambda turn: (turn.stands, turn.due is None, turn.due or turn.table.moved))
