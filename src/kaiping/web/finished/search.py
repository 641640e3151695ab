"""What somebody looks for in the archive, as they have typed it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from kaiping.errors import BadInput
from kaiping.titles import TITLES
from kaiping.web.finished.models import Result, Summary
from kaiping.web.games.access import Person, seen_tables
from kaiping.web.games.models import Table

#: more actions than any game has
_MOST = 10**6


@dataclass(frozen=True)
class Wanted:
    """The fields of the form; an empty one says nothing."""

    title: str = ""
    player: str = ""
    winner: str = ""
    since: str = ""
    until: str = ""
    least: str = ""
    most: str = ""

    @classmethod
    def of(cls, fields: Mapping[str, str]) -> Wanted:
        asked = {name: fields.get(name, "").strip()[:80] for name in cls.__dataclass_fields__}
        return replace(cls(), **asked)

    def query(self) -> dict[str, str]:
        """What has been filled in."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__ if getattr(self, name)}


def visible(person: Person) -> QuerySet[Summary]:
    """Summaries of the games that somebody may see: of games that are over now, and as they ended."""
    tables = seen_tables(person).filter(status=Table.Status.FINISHED, origin=None, lesson="")
    return Summary.objects.filter(table__in=tables, revision=F("table__revision"))


def ended_by_bots() -> QuerySet[Table]:
    """Games of people far apart at whose end nobody was left in any seat."""
    left = Table.objects.filter(status=Table.Status.FINISHED, departures__isnull=False)
    return left.exclude(seats__bot="").exclude(kind=Table.Kind.HOT_SEAT)


def found(person: Person, wanted: Wanted) -> QuerySet[Summary]:
    """The games that somebody may see and looks for, the latest first."""
    games = visible(person)
    if wanted.title:
        if wanted.title not in TITLES:
            raise BadInput(_("there is no title %(title)s") % {"title": wanted.title})
        games = games.filter(title=wanted.title)
    if wanted.player:
        for names in wanted.player.split(","):
            games = games.filter(_all_played(names))
    if wanted.winner:
        won = Result.objects.filter(seat__name__icontains=wanted.winner, won=True)
        games = games.filter(pk__in=_with(won)).exclude(table__in=ended_by_bots())
    if wanted.since:
        games = games.filter(ended__gte=_day(wanted.since))
    if wanted.until:
        games = games.filter(ended__lt=_day(wanted.until) + timedelta(days=1))
    if wanted.least:
        games = games.filter(length__gte=_number(wanted.least))
    if wanted.most:
        games = games.filter(length__lte=_number(wanted.most))
    by_bots = Exists(ended_by_bots().filter(pk=OuterRef("table")))
    games = games.annotate(by_bots=by_bots)
    return games.select_related("table").prefetch_related("results__seat").order_by("-ended", "-pk")


def _all_played(names: str) -> Q:
    """Somebody of that name has played, be it of several words; or of each of the words somebody."""

    def played(name: str) -> Q:
        return Q(pk__in=_with(Result.objects.filter(seat__name__icontains=name)))

    each = Q()
    for word in names.split():
        each &= played(word)
    return each | played(" ".join(names.split())) if each else each


def _with(results: QuerySet[Result]) -> QuerySet[Result, int]:
    return results.values_list("summary", flat=True)


def _day(text: str) -> datetime:
    try:
        day = date.fromisoformat(text)
        return datetime.combine(day, time(), UTC) if day.year < 9999 else datetime.max.replace(year=9998, tzinfo=UTC)
    except ValueError:
        raise BadInput(_("%(text)s is no day: write it as 2026-05-04") % {"text": text[:20]}) from None


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal()):
        raise BadInput(_("%(text)s is no number of actions") % {"text": text[:20]})
    return min(int(text), _MOST)
