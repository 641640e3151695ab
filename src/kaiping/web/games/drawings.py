"""What somebody draws on a map for themselves: lines, marks, and a note at a hex."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated

from django.utils.translation import gettext as _
from msgspec import Meta, Struct, ValidationError, json

from kaiping.errors import BadInput

#: how many things a drawing may hold, and how long it may be as it is stored
MOST = 500
LONGEST = 100_000

Pen = Annotated[int, Meta(ge=0, le=3)]
Unit = Annotated[int, Meta(ge=-20_000, le=20_000)]


class Line(Struct, tag="line", tag_field="kind", forbid_unknown_fields=True):
    """A line through points of the map's picture, across and down in turn; one point alone is a mark."""

    pen: Pen
    points: Annotated[tuple[Unit, ...], Meta(min_length=2, max_length=1_200)]


class HexNote(Struct, tag="note", tag_field="kind", forbid_unknown_fields=True):
    """A few words at a hex."""

    pen: Pen
    hex: Annotated[str, Meta(max_length=8)]
    text: Annotated[str, Meta(min_length=1, max_length=80)]


class Drawing(Struct, forbid_unknown_fields=True):
    things: Annotated[tuple[Line | HexNote, ...], Meta(max_length=MOST)] = ()


def checked(text: str, hexes: Collection[str]) -> str:
    """A drawing as it is stored; refuses what a pen cannot have drawn on a map of these hexes."""
    if len(text) > LONGEST:
        raise BadInput(_("The drawing is too large: take something away first."))
    try:
        found = json.decode(text, type=Drawing)
    except (ValidationError, ValueError) as fault:
        raise BadInput(_("That is no drawing.")) from fault
    for thing in found.things:
        if isinstance(thing, HexNote) and thing.hex not in hexes:
            raise BadInput(_("The map has no hex %s.") % thing.hex)
        if isinstance(thing, Line) and len(thing.points) % 2:
            raise BadInput(_("That is no drawing."))
    return json.encode(found).decode() if found.things else ""
