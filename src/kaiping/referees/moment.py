"""What a referee is shown of a game: one moment, as plain data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from kaiping.action import AnyAction, Range
from kaiping.definition import Definition
from kaiping.event import Event
from kaiping.state import State

#: every action that may be played, each with the range of its open number if it has one
Listing = Sequence[tuple[AnyAction, Range | None]]


class Moment(Struct, frozen=True):
    """A position and what the engine says about it."""

    definition: Definition
    state: State
    #: who may act; nobody when the game is over
    acting: tuple[str, ...]
    #: short name of the round that is going on (SR, OR ...), also below an interruption
    round: str
    #: the kind of frame on top of the stack, by the name of its class; another one than the round's is an interruption
    frame: str
    #: the company or minor that operates, and the name of its step; empty in other rounds
    company: str
    step: str
    #: what the action before brought about
    events: Sequence[Event]
    #: lists the legal actions; dear, so that referees ask only where it tells them something
    legal: Callable[[], Listing]
    #: what every player is worth, as the end of the game would count it
    worth: Callable[[], Mapping[str, int]]
