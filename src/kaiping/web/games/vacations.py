"""Vacations: days on which the slow clocks of a person stand still, so many in a year."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, date, datetime, timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from kaiping.errors import BadInput
from kaiping.web.games.clocks import Span
from kaiping.web.games.models import Vacation

#: how far ahead somebody may plan
_AHEAD = timedelta(days=366)


def spans_of(users: Collection[int]) -> dict[int, list[Span]]:
    """When these people are away, by the ids of their accounts; days begin and end at midnight UTC."""
    found: dict[int, list[Span]] = {}
    for one in Vacation.objects.filter(user__in=users).order_by("first"):
        found.setdefault(one.user_id, []).append((_midnight(one.first), _midnight(one.last + timedelta(days=1))))
    return found


def away_until(spans: Collection[Span], moment: float) -> date | None:
    """The last day on which somebody is away without a break; none if they are there."""
    end = moment
    for begins, ends in sorted(spans):
        if begins <= end < ends:
            end = ends
    return None if end == moment else today(end - 1)


def _midnight(day: date) -> float:
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()


def today(moment: float) -> date:
    return datetime.fromtimestamp(moment, UTC).date()


def in_days(day: date) -> str:
    """A day as people name it."""
    return date_format(day, _("j F"))


def check(user: User, first: date, last: date, moment: float) -> None:
    """Why somebody cannot be away then."""
    day = today(moment)
    if last < first:
        raise BadInput(_("a vacation ends after it begins"))
    if first < day:
        raise BadInput(_("a vacation begins today or later"))
    if last > day + _AHEAD:
        raise BadInput(_("vacations are planned a year ahead at most"))
    if Vacation.objects.filter(user=user, first__lte=last, last__gte=first).exists():
        raise BadInput(_("you are on vacation then already"))
    for year in range(first.year, last.year + 1):
        within = sum(1 for one in _days(first, last) if one.year == year)
        if within > left_in(user, year):
            words = {"year": year, "left": left_in(user, year)}
            raise BadInput(_("in %(year)d you have %(left)d days of vacation left") % words)


def left_in(user: User, year: int) -> int:
    """Days of vacation that somebody may still take in a year."""
    rows = Vacation.objects.filter(user=user, first__lte=date(year, 12, 31), last__gte=date(year, 1, 1))
    taken = sum(1 for row in rows for one in _days(row.first, row.last) if one.year == year)
    return max(0, settings.VACATION_DAYS - taken)


def _days(first: date, last: date) -> list[date]:
    return [first + timedelta(days=number) for number in range((last - first).days + 1)]
