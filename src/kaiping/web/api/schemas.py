"""What goes into the API and comes out of it."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import ConfigDict, Field, StringConstraints, WithJsonSchema

from kaiping.action import AnyAction
from kaiping.records.native import NativeFile
from kaiping.records.position import Position
from kaiping.records.site18xx import SiteFile
from kaiping.web.games.clocks import LEAST, MOST, MOST_INCREMENT

#: text without control characters, which no database should have to hold
Line = Annotated[str, StringConstraints(pattern=r"^[^\x00-\x1f\x7f]*$")]
Name = Annotated[Line, StringConstraints(min_length=1, max_length=40)]
HexName = Annotated[Line, StringConstraints(max_length=8)]
Version = Annotated[int, Field(ge=0, le=1_000_000_000)]
Moment = Annotated[int, Field(ge=0, le=1_000_000)]


#: in a schema: the structure of msgspec that stands there, to which ``description`` puts a reference
STANDS_FOR = "x-stands-for"


class StateOut(Position, frozen=True, kw_only=True):
    """A position at a table: ``version`` is what a play of it has to name."""

    version: int
    played: int


#: structures of msgspec that the description has beside the classes below, by their names there
STRUCTURES: dict[str, Any] = {"Action": AnyAction, "StateOut": StateOut, "GameFile": NativeFile, "SiteFile": SiteFile}


def named(structure: str) -> WithJsonSchema:
    return WithJsonSchema({STANDS_FOR: structure})


#: as ``kaiping.action`` writes it
Action = Annotated[dict[str, Any], named("Action")]
State = Annotated[dict[str, Any], named("StateOut")]

# --- what is no JSON of ours: files, pictures, streams, as OpenAPI puts it ---------------------------

_EITHER_FORMAT = {"application/json": {"schema": {"anyOf": [{STANDS_FOR: "GameFile"}, {STANDS_FOR: "SiteFile"}]}}}
#: a game file of either format, as it comes in and goes out
GAME_FILE = {"required": True, "content": _EITHER_FORMAT}
FILE = {"description": "A game file", "content": _EITHER_FORMAT}
PICTURE = {
    "description": "A picture",
    "content": {
        "image/svg+xml": {"schema": {"type": "string"}},
        "image/png": {"schema": {"type": "string", "contentMediaType": "image/png"}},
    },
}
STREAM = {
    "description": "Events, as long as the connection holds",
    "content": {
        "text/event-stream": {
            "schema": {"type": "string"},
            "example": "retry: 1000\n\n"
            'id: 12.3.1\nevent: moved\ndata: {"version": 12}\n\n'
            'id: 12.3.1\nevent: chat\ndata: {"count": 3}\n\n',
        }
    },
}

# --- what is -------------------------------------------------------------------------------------------


class Strict(Schema):
    """What comes in: nothing unknown."""

    model_config = ConfigDict(extra="forbid")


class Why(Schema):
    """Why an action is not legal: in a sentence, as a code, and the clause that forbids it."""

    detail: str
    code: str
    clause: str | None


class Fault(Schema):
    """What is wrong with one part of a request."""

    #: such as ``body.version`` or ``query.at``
    where: str
    detail: str


class Refusal(Schema):
    """Every answer of 400 and above, whatever was asked and wherever."""

    #: that of the answer
    status: int
    #: what a program may tell it by: the code of a rule for an illegal action, one for what a table does not allow
    #: as it stands (``begun_already``, ``not_the_owner``, ...), else a word for the status
    code: str
    #: one sentence
    detail: str
    #: the clause of the rulebook that forbids an action
    clause: str | None
    #: faults in what was sent, each with its place
    fields: list[Fault]


class NumberOut(Schema):
    """The number that an option is named with, as in ``name=30``."""

    label: str
    least: int
    greatest: int
    step: int
    default: int


class OptionOut(Schema):
    """A switch that may be chosen when a table is opened."""

    name: str
    summary: str
    kind: str
    excludes: list[str]
    needs: list[str]
    number: NumberOut | None


class TitleOut(Schema):
    title: str
    edition: str
    players: tuple[int, int]
    default: bool
    options: list[OptionOut]


class ClockIn(Strict):
    """Time for each turn (``move``), or for the whole game (``bank``) with an increment for each turn, in seconds.

    Who has none left is passed for, or answered for by a bot (``act``), or a bot takes the seat (``bot``).
    """

    kind: Literal["move", "bank"]
    seconds: Annotated[int, Field(ge=LEAST, le=MOST)]
    increment: Annotated[int, Field(ge=0, le=MOST_INCREMENT)] = 0
    out: Literal["act", "bot"] = "act"


class HandOut(Schema):
    """The clock of a seat: what was left when it began to run or stopped, since when it runs, when it runs out."""

    seat: str
    left: float
    since: datetime | None
    due: datetime | None


class VoteOut(Schema):
    """What the people at the table vote on, who is for it, and how many it takes."""

    about: Literal["seat", "close"]
    seat: str
    yes: list[str]
    needed: int


class SeatIn(Strict):
    name: Name
    bot: Annotated[Line, StringConstraints(max_length=20)] = ""


class TableIn(Strict):
    """A hot seat names its seats and starts at once; the others have a size and wait for players."""

    title: Annotated[Line, StringConstraints(max_length=20)]
    edition: Annotated[Line, StringConstraints(max_length=40)] | None = None
    #: names of options, in any order; with ``=`` and a number where an option takes one
    options: Annotated[
        list[Annotated[Line, StringConstraints(max_length=40)]], Field(max_length=40, default_factory=list)
    ]
    kind: Literal["hot-seat", "open", "private"]
    seats: Annotated[list[SeatIn], Field(max_length=12, default_factory=list)]
    size: Annotated[int, Field(ge=1, le=12)] | None = None
    undo: Literal["anyone", "own", "owner", "nobody"] = "own"
    name: Annotated[Line, StringConstraints(max_length=80)] = ""
    #: not around one screen; without it time is not limited
    clock: ClockIn | None = None
    #: seconds after which whoever opened the table may replace somebody who does not come
    patience: Literal[600, 3600, 86400, 259200, 604800] = 259200
    #: whether somebody who was replaced by a bot may come back
    hand_back: bool = True


class LevelOut(Schema):
    """A level at which bots play; its name is that of the bot."""

    name: str
    #: what playing against it is like
    sentence: str
    #: whether it thinks for a while before it acts, and nobody waits for that but the table
    thinks: bool


class SeatOut(Schema):
    name: str
    #: the level of the bot that plays it; empty for a person
    bot: str
    yours: bool
    #: whether its person has left it, so that another may take it
    free: bool


class TokenOut(Schema):
    name: str
    created: datetime


class MeOut(Schema):
    """The account that a token acts for."""

    name: str
    token: TokenOut
    #: calls that the account may make, such as ``600/m``
    rate: str
    #: tables in play at which it has a seat, those around one screen among them
    playing: int
    #: keys of those where it is its turn, those with the least time first and those around one screen last
    turns: list[str]


class RatingOut(Schema):
    """What somebody is rated at a title: 19 of 20 times within ``give_or_take`` of ``rating``."""

    title: str
    rating: int
    give_or_take: int
    #: rated games, and those among them that were won
    games: int
    wins: int


class ResultOut(Schema):
    """A game that somebody has played to its end; those who are level share a place."""

    table: str
    title: str
    place: int
    players: int
    total: int
    ended: datetime


class PersonOut(Schema):
    """What the caller may know of somebody."""

    name: str
    ratings: list[RatingOut]
    results: list[ResultOut]


class HookIn(Strict):
    #: on the open internet, and with https
    url: Annotated[Line, StringConstraints(min_length=1, max_length=500)]


class HookOut(Schema):
    id: int
    url: str
    created: datetime
    #: since when nothing has been taken there, and what went wrong last
    failing: datetime | None
    complaint: str
    #: since when nothing is sent there any more
    off: datetime | None


class HelloNotice(Schema):
    """What a hook is sent when it is made, or switched on again."""

    event: Literal["hello"]
    at: datetime


class TurnNotice(Schema):
    """What a hook is sent when it is its owner's turn, signed by ``Kaiping-Signature``."""

    event: Literal["turn"]
    #: the key of the table
    table: str
    seat: str
    #: of the position in which they are to act
    version: int
    title: str
    #: of the table's page
    url: str
    at: datetime


#: what is posted to hooks
NOTICES: tuple[type[Schema], ...] = (HelloNotice, TurnNotice)


class NewHookOut(HookOut):
    #: signs what is sent; told this once
    secret: str


class AskingOut(Schema):
    """Somebody asks to go back to an action; ``waits`` are those who have not agreed yet."""

    seat: str
    to: int
    waits: list[str]


class LineOut(Schema):
    """Where a line of a planning board leaves its game, or the line from which it branches."""

    game: str
    #: the key of that line; empty if it begins in the game
    branch: str
    begins: int


class TableOut(Schema):
    key: str
    name: str
    title: str
    edition: str
    options: list[str]
    kind: str
    status: str
    undo: str
    size: int
    seats: list[SeatOut]
    #: people for whom seats are kept until they sit down, decline (``leave``) or the table's owner gives these free
    kept: list[str]
    acting: list[str]
    #: those of them whose bots are thinking; a stream tells when they have acted
    thinking: list[str]
    finished: str
    totals: dict[str, int]
    played: int
    version: int
    created: datetime
    moved: datetime
    asking: AskingOut | None
    voting: VoteOut | None
    clock: ClockIn | None
    clocks: list[HandOut]
    patience: int
    hand_back: bool
    #: the key of another game of the same people
    rematch: str
    #: if it is not a game but a line beside one
    line: LineOut | None
    #: for those who sit at the table
    invitation: str = ""


class RangeOut(Schema):
    least: int
    greatest: int
    step: int


class LegalOut(Schema):
    """An action as ``kaiping.action`` writes it; with ``range``, the field ``number`` may hold any number in it."""

    action: Action
    seat: str | None
    range: RangeOut | None = None
    number: str | None = None


class LegalActionsOut(Schema):
    version: int
    acting: list[str]
    actions: list[LegalOut]


class GainOut(Schema):
    """What a tile or token would add to the best run; unproven where more may be possible."""

    action: Action
    gain: int
    proven: bool


class WorthOut(Schema):
    """What the company on turn can run for now, and what each tile and token would add."""

    company: str
    trains: list[str]
    #: the trains are its own; otherwise it has none, and the next on sale is taken
    owned: bool
    revenue: int
    proven: bool
    gains: list[GainOut]
    #: for these no time was left
    left_out: list[Action]


class PlayIn(Strict):
    action: Action
    version: Version


class RedoIn(Strict):
    version: Version
    #: as much as may be played again, instead of one step
    all: bool = False


class UndoIn(Strict):
    version: Version
    #: how many actions are to stay; None: all before one's own latest
    to: Annotated[int, Field(ge=0, le=100_000)] | None = None


class AgreeIn(Strict):
    version: Version
    agree: bool


class PlayedOut(Schema):
    """How the table stands after a change, and what has been played since, bots and programs included."""

    version: int
    played: int
    acting: list[str]
    #: those of them whose bots are thinking
    thinking: list[str]
    finished: str
    log: list[str]


class EventOut(Schema):
    #: events of the same action have the same number; 0 is the setup
    number: int
    kind: str
    data: dict[str, Any]
    text: str


class EventsOut(Schema):
    version: int
    played: int
    events: list[EventOut]


class BotIn(Strict):
    bot: Annotated[Line, StringConstraints(max_length=20)]


class LeaveIn(Strict):
    seat: Name


class ResignIn(Strict):
    """A bot plays on, or the seat is offered and the game waits."""

    to: Literal["bot", "offer"]
    #: the level of the bot; without it, the usual one
    bot: Annotated[Line, StringConstraints(max_length=20)] = ""


class TakeIn(Strict):
    seat: Name


class ReplaceIn(Strict):
    seat: Name
    #: the level of the bot; without it, the usual one
    bot: Annotated[Line, StringConstraints(max_length=20)] = ""


class VoteIn(Strict):
    """For or against: that a bot plays somebody's seat, or that the table is closed."""

    about: Literal["seat", "close"]
    seat: Annotated[Line, StringConstraints(max_length=40)] = ""
    agree: bool = True


class ArchiveIn(Strict):
    archived: bool = True


class RematchIn(Strict):
    seating: Literal["drawn", "rotated"] = "drawn"


class VacationIn(Strict):
    """Days, both included."""

    first: date
    last: date


class VacationOut(Schema):
    id: int
    first: date
    last: date


class RemarkIn(Strict):
    text: Annotated[Line, StringConstraints(min_length=1, max_length=1000)]


class RemarkOut(Schema):
    id: int
    author: str
    text: str
    played: int
    at: datetime


class NoteBody(Strict):
    text: Annotated[str, StringConstraints(max_length=20_000, pattern=r"^[^\x00]*$")]


class ForkIn(Strict):
    at: Moment | None = None
    name: Name | None = None
    #: whether the game's bots play in the line; without it, as they do where it begins
    bots: bool | None = None


class ProgramIn(Strict):
    kind: Literal["pass", "round", "buy", "auction", "action"]
    seat: Name | None = None
    #: played once when the turn comes, if it is legal and nothing has changed that the seat holds
    action: Action | None = None
    company: Annotated[Line, StringConstraints(max_length=20)] | None = None
    source: Literal["ipo", "pool"] | None = None
    #: what ends a series of purchases, and the per cent or the price that it speaks of
    until: Literal["percent", "president", "floated", "price", "none-left"] | None = None
    figure: Annotated[int, Field(ge=1, le=10_000)] | None = None
    percent: Annotated[int, Field(ge=1, le=100)] | None = None


class ProgramOut(Schema):
    """What the table does for a seat; ``stopped`` is empty as long as it runs, and then says why it no longer does."""

    seat: str
    kind: str
    words: str
    stopped: str
