"""What goes into the API and comes out of it."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from ninja import Schema
from pydantic import ConfigDict, Field, StringConstraints, WithJsonSchema

from kaiping.action import AnyAction
from kaiping.records.position import Position

#: text without control characters, which no database should have to hold
Line = Annotated[str, StringConstraints(pattern=r"^[^\x00-\x1f\x7f]*$")]
Name = Annotated[Line, StringConstraints(min_length=1, max_length=40)]
HexName = Annotated[Line, StringConstraints(max_length=8)]
Version = Annotated[int, Field(ge=0, le=1_000_000_000)]
Moment = Annotated[int, Field(ge=0, le=1_000_000)]


def _schema_of(kind: Any) -> dict[str, Any]:
    """What msgspec would write, in one piece: OpenAPI has no place for the parts that its schema would refer to."""
    (schema,), parts = msgspec.json.schema_components([kind], ref_template="{name}")

    def inlined(value: Any) -> Any:
        if isinstance(value, dict):
            if "$ref" in value:
                return inlined(parts[value["$ref"]])
            return {key: inlined(inner) for key, inner in value.items() if key != "discriminator"}
        return [inlined(inner) for inner in value] if isinstance(value, list) else value

    found: dict[str, Any] = inlined(schema)
    return found


#: as ``kaiping.action`` writes it
Action = Annotated[dict[str, Any], WithJsonSchema(_schema_of(AnyAction))]


class _StateOut(Position, frozen=True, kw_only=True):
    """A position at a table: ``version`` is what a play of it has to name."""

    version: int
    played: int


State = Annotated[dict[str, Any], WithJsonSchema(_schema_of(_StateOut))]


class Strict(Schema):
    """What comes in: nothing unknown."""

    model_config = ConfigDict(extra="forbid")


class Said(Schema):
    """Why not, in a sentence; for an illegal action with the clause that forbids it."""

    detail: str
    code: str | None = None
    clause: str | None = None


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
    undo: Literal["anyone", "own", "owner", "nobody"] = "anyone"
    name: Annotated[Line, StringConstraints(max_length=80)] = ""


class SeatOut(Schema):
    name: str
    bot: str
    yours: bool


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
    acting: list[str]
    finished: str
    totals: dict[str, int]
    played: int
    version: int
    created: datetime
    moved: datetime
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


class VersionIn(Strict):
    version: Version


class PlayedOut(Schema):
    """How the table stands after a change, and what has been played since, bots and programs included."""

    version: int
    played: int
    acting: list[str]
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


class ProgramIn(Strict):
    kind: Literal["pass", "round", "buy", "auction"]
    seat: Name | None = None
    company: Annotated[Line, StringConstraints(max_length=20)] | None = None
    source: Literal["ipo", "pool"] | None = None
    #: what ends a series of purchases, and the per cent or the price that it speaks of
    until: Literal["percent", "president", "floated", "price", "none-left"] | None = None
    figure: Annotated[int, Field(ge=1, le=10_000)] | None = None
    percent: Annotated[int, Field(ge=1, le=100)] | None = None


class ProgramOut(Schema):
    seat: str
    kind: str
    words: str
