"""What people at a table decide together: that a bot plays for somebody who does not come, or that the table closes.

A vote stands in the table's row until it is decided, or something is played.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NotRequired, TypedDict

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _

from kaiping.errors import BadInput
from kaiping.web.games.access import Visit, seats_of
from kaiping.web.games.bell import ring
from kaiping.web.games.changes import advance, remark
from kaiping.web.games.clocks import duration
from kaiping.web.games.errors import Barred, NotYours
from kaiping.web.games.models import Departure, Seat, Table
from kaiping.web.games.opening import tell_before
from kaiping.web.games.seats import STAND_IN, lock_running, people_at, vacate
from kaiping.web.games.timekeeping import absence, columns, hands_of
from kaiping.web.present import now


class About(StrEnum):
    """What is voted on."""

    SEAT = "seat"
    CLOSE = "close"


class Vote(TypedDict):
    """What is voted on, about whose seat, and who is for it."""

    about: str
    seat: str
    yes: list[str]
    #: the remark that tells of it, which is no news beside the vote itself
    told: NotRequired[int]


def vote(view: Visit, about: str, name: str, agree: bool) -> None:
    """Be for something, which begins a vote if there is none; or against it, which ends one, as one's own seat does."""
    if about not in list(About):
        raise BadInput(_("say what is voted on"))
    with transaction.atomic():
        lock_running(view.table)
        table = view.table
        own = next(iter(view.own_among(seats_of(table))), "")
        if not own or (own == name and agree):
            raise NotYours(_("That is not yours to vote on."))
        name = name if about == About.SEAT else ""
        running: Vote | None = table.voting
        same = running is not None and (running["about"], running["seat"]) == (about, name)
        if not agree:
            if not same:
                raise Barred("no_vote", _("nobody votes on that"))
            _store(table, None)
            told = _("%(name)s is against it: the vote is over") % {"name": own}
            if own == name:  # whoever says so is there, and is waited for once more
                _is_here(table, name)
                told = _("%(name)s is here: the vote is over") % {"name": own}
            remark(table, told, user=view.person.user)
            return
        if running is not None and not same:
            raise Barred("other_vote", _("another vote is under way"))
        if about == About.SEAT:
            _check_absent(table, name)
        yes = sorted({own, *(running["yes"] if running is not None else ())})
        if running is None:
            begun = remark(table, _begun(about, name) % {"name": own, "seat": name}, user=view.person.user).pk
        else:
            begun = running.get("told", 0)
        _store(table, Vote(about=about, seat=name, yes=yes, told=begun))
        if len(yes) >= needed(table, about, name):
            _decide(table, about, name)


def needed(table: Table, about: str, name: str) -> int:
    """How many must be for it: all who play, or most of those who wait for somebody."""
    people = [one for one in people_at(table) if one != name]
    return len(people) if about == About.CLOSE else len(people) // 2 + 1


def vote_after(table: Table, name: str) -> int:
    """Seconds after which people may vote about who does not come: half of what whoever opened the table waits.

    One person alone is no vote: then the whole of it counts.
    """
    return table.patience // 2 if len([one for one in people_at(table) if one != name]) > 1 else table.patience


def _check_absent(table: Table, name: str) -> None:
    if name not in people_at(table):
        raise Barred("not_seated", _("%s does not sit at this table") % name)
    if absence(table, name) < vote_after(table, name):
        words = {"seat": name, "time": duration(vote_after(table, name))}
        raise Barred("not_absent", _("%(seat)s may be voted on when waited for %(time)s") % words)


def _begun(about: str, name: str) -> str:
    if about == About.CLOSE:
        return _("%(name)s asks to close the table")
    return _("%(name)s asks that a bot plays for %(seat)s")


def _decide(table: Table, about: str, name: str) -> None:
    if about == About.CLOSE:
        closed = {"status": Table.Status.CLOSED, "acting": [], **columns({})}
        advance(table, voting=None, asking=None, **closed)
        table.refresh_from_db()
        remark(table, _("All agreed: the table is closed"))
        tell_before(table)
        ring(table.pk)
        return
    seat = Seat.objects.select_related("user").get(table=table, name=name)
    vacate(table, seat, Departure.How.VOTE, bot=STAND_IN)
    remark(table, _("It was decided: a bot plays for %(seat)s") % {"seat": name})


def _is_here(table: Table, name: str) -> None:
    """Somebody is waited for anew from now on; once in a turn, for whoever is there may also act."""
    hands = hands_of(table)
    hand = hands.get(name)
    if hand is None or hand.here is not None:
        return
    found = columns({**hands, name: msgspec.structs.replace(hand, here=now())})
    advance(table, **found)
    table.refresh_from_db()


def _store(table: Table, running: Vote | None) -> None:
    """Let the pages show it."""
    advance(table, voting=running)
    table.refresh_from_db()
    ring(table.pk)
