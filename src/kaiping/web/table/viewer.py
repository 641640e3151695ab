"""Who is looking, where the page may turn, and what the server knows of the table around the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

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
    #: what one draws on the map for oneself
    drawing: str = ""
    export: str = ""
    picture: str = ""
    fork: str = ""
    #: the planning board, with all lines beside the game
    plan: str = ""
    program: str = ""
    rules: str = ""
    how: str = ""
    learn: str = ""
    #: what became of the game, when it is over
    report: str = ""
    #: for whoever should look on
    watch: str = ""
    #: who plays for whom, and votes about it
    seats: str = ""
    vote: str = ""
    take: str = ""
    #: another game with the same people
    rematch: str = ""


class Thinker(NamedTuple):
    """A seat whose bot is thinking, and the level of the bot."""

    seat: str
    level: str


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
class Running:
    """The clock of a seat that is to act."""

    seat: str
    #: when it runs out, in seconds since 1970
    until: int
    #: whether it is the viewer's
    mine: bool
    #: until which day whose it is is away, so that it stands still
    away: str = ""


class Bank(NamedTuple):
    """What a seat has left of its bank of time: seconds, and while its clock runs when that is over."""

    seat: str
    left: int
    until: int | None = None


@dataclass(frozen=True, kw_only=True)
class Voting:
    """What the people at the table vote on: to close it, or that a bot plays somebody's seat."""

    about: str
    seat: str
    #: who is for it, and how many it takes
    yes: tuple[str, ...]
    needed: int
    #: whether the viewer may still be for it, and whether they may end it
    open: bool
    mine: bool
    #: whether it is about the viewer's own seat
    about_me: bool


@dataclass(frozen=True, kw_only=True)
class PlanLine:
    """What is shown is played beside a game."""

    #: what that game is called, and where it is; empty for who may not see it
    name: str
    game: str
    #: where all lines are
    board: str
    #: how many actions are the game's own, or another line's, and not taken back
    begins: int
    #: whether it is the viewer's, who tries things out in it
    own: bool


@dataclass(frozen=True, kw_only=True)
class Coach:
    """What the band of a lesson says at one step."""

    heading: str
    #: from 1, and how many there are
    step: int
    steps: int
    #: what is to be seen, what is to be done, and the clause with its address
    says: str
    task: str
    clause: str
    rules: str
    #: what the page points at
    look: tuple[str, ...]
    #: "right" or "wrong" once something was played, what that brought, and what is said to it
    verdict: str
    brought: tuple[str, ...]
    comment: str
    #: said when the last step is done
    ends: str
    #: whether the step is done, so that the next may come
    through: bool
    #: where the buttons are answered, where all lessons are, and the next lesson
    go: str
    all: str
    following: str
    following_heading: str


class Unheard(NamedTuple):
    """What somebody has not read: how many remarks, and the latest of those that the table itself has told."""

    number: int = 0
    told: tuple[str, ...] = ()
    #: whether there is nothing but these
    all_told: bool = True
    #: how many remarks there are: who has read them all has read so many
    said: int = 0


@dataclass(frozen=True, kw_only=True)
class Around:
    """What the server adds to the game."""

    #: of the table: it grows with every change, and an action names the one it was chosen in
    version: int = 0
    #: of the game, as its players call it
    name: str = ""
    #: the name that somebody has given to it
    called: str = ""
    #: names of the seats played by bots, and their levels
    bots: tuple[tuple[str, str], ...] = ()
    #: those of them who think about what to do now
    thinking: tuple[Thinker, ...] = ()
    #: what the table does for the viewer's seats
    programs: tuple[Programmed, ...] = ()
    #: whether there is something to redo; None: the game is asked
    redo: bool | None = None
    #: how many actions come back if all are played again at once; 0 where one step brings them all
    again: int = 0
    #: who alone may play again what comes next, if the viewer may not
    anothers: str = ""
    #: for this answer only: what has happened meanwhile, and why an action was refused
    notice: str = ""
    refusal: Reason | str | None = None
    asking: Asking | None = None
    voting: Voting | None = None
    #: of those who are to act, where time is limited
    clocks: tuple[Running, ...] = ()
    #: of everybody, where each has a bank of time
    banks: tuple[Bank, ...] = ()
    #: whether the table was closed before the end of the game
    closed: bool = False
    #: whether nobody is left in any seat, so that bots wait
    deserted: bool = False
    #: seats to act whose people do not come any more, so that no time runs for them
    waits: tuple[str, ...] = ()
    #: seats that wait for somebody and that the viewer may take, and the one they have left themselves
    free: tuple[str, ...] = ()
    back: str = ""
    #: whether they gave that up themselves
    resigned: bool = True
    #: where another game of the same people is
    rematch: str = ""
    #: if it is a line of a plan
    line: PlanLine | None = None
    #: if it is a lesson
    coach: Coach | None = None
    #: after how many actions the viewer, whose turn it is, has acted last; None: not yet
    since: int | None = None
    #: after how many actions the table had acted for the viewer, whose time had run out, since they acted last
    ran_out: tuple[int, ...] = ()
    #: what has been said and told at the table that the viewer has not read
    unheard: Unheard = field(default_factory=Unheard)
    #: what the table itself has told of late, and how many actions had been played then; the log shows it
    told: tuple[tuple[int, str], ...] = ()
    #: when the actions were played; the log shows it
    times: Times | None = field(default=None, compare=False)
