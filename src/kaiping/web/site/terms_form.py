"""The terms of a table for people far apart in a form: what is offered, and what was asked for."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import QueryDict
from django.utils.translation import gettext as _

from kaiping.errors import BadInput
from kaiping.web.games.clocks import DAY, HOUR, LEAST, MINUTE, MOST, Clock, Kind, Out, checked, duration
from kaiping.web.games.models import Table
from kaiping.web.games.opening import PATIENCE, Terms, usual_patience
from kaiping.web.site.game_form import typed

#: clocks that most tables want: of live games, then of slow ones
_PRESETS = {
    "bank-20m": Clock(Kind.BANK, 20 * MINUTE, 20),
    "bank-45m": Clock(Kind.BANK, 45 * MINUTE, 30),
    "move-5m": Clock(Kind.MOVE, 5 * MINUTE),
    "move-1d": Clock(Kind.MOVE, DAY),
    "move-3d": Clock(Kind.MOVE, 3 * DAY),
    "bank-7d": Clock(Kind.BANK, 7 * DAY, 12 * HOUR),
}
#: seconds of the units of a form
_UNITS = {"seconds": 1, "minutes": MINUTE, "hours": HOUR, "days": DAY}


class WrongField(BadInput):
    """What was typed into a certain field cannot be."""

    def __init__(self, field: str, words: str) -> None:
        super().__init__(words)
        self.field = field


def terms_choices() -> dict[str, Any]:
    """What the form offers."""
    words = {"seconds": _("seconds"), "minutes": _("minutes"), "hours": _("hours"), "days": _("days")}
    return {
        "presets": [(name, clock.in_short()) for name, clock in _PRESETS.items()],
        "units": [(name, words[name]) for name in _UNITS],
        "patience": [(str(seconds), duration(seconds)) for seconds in PATIENCE],
    }


def typed_terms(posted: QueryDict | None) -> dict[str, Any]:
    """The fields as they were typed, or as they usually are."""
    fields = QueryDict() if posted is None else posted
    usual = {"clock": "", "time": "2", "unit": "days", "increment": "0", "increment_unit": "hours"}
    found = typed(fields, **usual, out=Out.ACT.value, patience="")
    return {**found, "hand_back": posted is None or "hand_back" in fields}


def asked_terms(fields: QueryDict) -> Terms:
    undo, patience = fields.get("undo", ""), fields.get("patience", "")
    if undo not in Table.Undo or (patience and not patience.isdecimal()):
        raise BadInput(_("the form was not filled in"))
    # a form that says nothing of time, as older ones, means what a table usually has
    hand_back = "hand_back" in fields if "patience" in fields else True
    clock = _clock(fields)
    return Terms(Table.Undo(undo), clock, int(patience[:9]) if patience else usual_patience(clock), hand_back)


def _clock(fields: QueryDict) -> Clock | None:
    kind, out = fields.get("clock", ""), fields.get("out", Out.ACT.value)
    if not kind:
        return None
    if kind in _PRESETS and out in list(Out):
        return msgspec.structs.replace(_PRESETS[kind], out=Out(out))
    if kind not in list(Kind) or out not in list(Out):
        raise BadInput(_("the form was not filled in"))
    increment = _seconds(fields, "increment", "increment_unit") if kind == Kind.BANK else 0
    time = _seconds(fields, "time", "unit")
    try:
        return checked(Clock(Kind(kind), time, increment, Out(out)))
    except BadInput as wrong:
        raise WrongField("time" if not LEAST <= time <= MOST else "increment", str(wrong)) from None


def _seconds(fields: QueryDict, number: str, unit: str) -> int:
    text, seconds = fields.get(number, "") or "0", _UNITS.get(fields.get(unit, ""))
    if not text.isdecimal() or len(text) > 4 or seconds is None:
        raise WrongField(number, _("a time is a whole number of seconds, minutes, hours or days"))
    return int(text) * seconds
