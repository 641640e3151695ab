"""Who is looking, where the page may turn, and what the server knows of the table around the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime

from kaiping.errors import Reason

#: gives numbers and times of the actions after the first so many, in order
Times = Callable[[int], Iterable[tuple[int, datetime]]]


@dataclass(frozen=True)
class Viewer:
    """Whose page it is: the seats it may act for (all of them on one screen), and whether it may take back."""

    name: str | None
    seats: frozenset[str]
    may_undo: bool = False
    #: whether others are asked first
    asks_undo: bool = False
    spectator: bool = False


@dataclass(frozen=True, kw_only=True)
class Links:
    """Addresses that the server offers; an empty one is not offered."""

    page: str = ""
    body: str = ""
    play: str = ""
    undo: str = ""
    redo: str = ""
    agree: str = ""
    stream: str = ""
    part: str = ""
    chat: str = ""
    notes: str = ""
    export: str = ""
    picture: str = ""
    fork: str = ""
    program: str = ""
    rules: str = ""
    #: for whoever should look on
    watch: str = ""


@dataclass(frozen=True)
class Programmed:
    """What the table does for a seat, in words."""

    seat: str
    words: str
    #: why it does so no longer
    stopped: str = ""


@dataclass(frozen=True, kw_only=True)
class Asking:
    """Somebody asks to go back to an action."""

    seat: str
    to: int
    #: who has not agreed yet
    waits: tuple[str, ...]
    #: whether the viewer is among those, or has asked
    mine: bool
    own: bool


@dataclass(frozen=True, kw_only=True)
class Around:
    """What the server adds to the game."""

    #: of the table: it grows with every change, and an action names the one it was chosen in
    version: int = 0
    #: of the game, as its players call it
    name: str = ""
    #: names of the seats played by bots
    bots: frozenset[str] = frozenset()
    #: what the table does for the viewer's seats
    programs: tuple[Programmed, ...] = ()
    #: whether there is something to redo; None: the game is asked
    redo: bool | None = None
    #: for this answer only: what has happened meanwhile, and why an action was refused
    notice: str = ""
    refusal: Reason | str | None = None
    asking: Asking | None = None
    #: of which game this is a try, and where that is
    origin: tuple[str, str] | None = None
    #: when the actions were played; the log shows it
    times: Times | None = field(default=None, compare=False)
