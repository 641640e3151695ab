"""What happened, as data; ``words.describe`` puts it into a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

#: events with which a round begins, and the end of the game
ROUNDS = frozenset({"auction-begins", "stock-round", "operating-round", "game-over"})
#: after a round in which nobody was asked anything
GOES_ON = "auction-goes-on"


class Event(Struct, frozen=True, gc=False):
    """One thing that a play brought about."""

    kind: str
    data: dict[str, Any]

    def __getitem__(self, key: str) -> Any:
        return self.data[key]


def round_begun(events: Iterable[Event]) -> Event | None:
    """The event that tells which round goes on after others, if one has begun."""
    found = [event for event in events if event.kind in ROUNDS or event.kind == GOES_ON]
    return found[-1] if any(event.kind in ROUNDS for event in found) else None
