"""Ratings, for each title: what came of the games that count, in the order in which they ended, and nothing else.

How a game ended is written down in the transaction that ends it, and struck out in the one that takes it back
(``settle``), so that nothing counts twice. The figures are worked out from that by OpenSkill (Plackett-Luce, those who
are level share a place) when somebody looks, from the first game on that has none; so they are the same as if all
had been worked out at once (``work_out_again``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from kaiping.web.games.models import Departure, Seat, Table
from kaiping.web.site.models import Rating, Standing

if TYPE_CHECKING:
    from openskill.models import PlackettLuce, PlackettLuceRating

#: a newcomer is shown as 1000; 19 of 20 people are within twice the deviation
_SCALE = 40
#: what an uncertainty is called that is below so many points
_WORDS = ((120, "sure"), (250, "fairly sure"), (450, "still rough"))


@cache
def _model() -> PlackettLuce:
    from openskill.models import PlackettLuce  # late: a table does without it until its game ends

    return PlackettLuce()


class Shown(NamedTuple):
    """A rating for people to read: a number, how far off it may be, and the order in which rankings stand."""

    number: int
    give_or_take: int
    words: str

    @property
    def at_least(self) -> int:
        return self.number - self.give_or_take


def shown(mu: float, sigma: float) -> Shown:
    """
    >>> shown(25.0, 25 / 3)[:2]
    (1000, 667)
    """
    give_or_take = round(2 * sigma * _SCALE)
    named = {"sure": _("sure"), "fairly sure": _("fairly sure"), "still rough": _("still rough")}
    words = next((named[word] for most, word in _WORDS if give_or_take < most), _("hardly known"))
    return Shown(round(mu * _SCALE), give_or_take, words)


# --- what came of a game ------------------------------------------------------------------------------


def settle(table: Table, totals: Mapping[str, int] | None, ended: datetime) -> None:
    """Inside the transaction that ends a game, or takes its end back (without totals): write down who came where."""
    _strike_out(table)
    if totals is None or not may_count(table):
        return
    seats = list(Seat.objects.filter(table=table.pk))
    counted = [one for one in map(_began(table).get, seats) if one is not None]
    if len(counted) < len(seats) or sum(one.user is not None for one in counted) < 2:
        return
    stayed = {one.seat.name: totals[one.seat.name] for one in counted if one.stayed}
    if not stayed:  # bots alone have brought it to its end: nobody has won or lost it
        return
    Standing.objects.bulk_create(
        [
            Standing(
                table=table,
                game=table.key,
                ended=ended,
                title=table.title,
                user_id=one.user,
                seat=one.seat.number,
                # whoever did not stay comes after all who did
                place=place_of(one.seat.name, stayed) if one.stayed else len(stayed) + 1,
                players=len(seats),
                total=totals[one.seat.name],
            )
            for one in counted
            if one.user is not None
        ]
    )


class _Began(NamedTuple):
    """Who began a game in a seat, if the account is still there, and whether they have it at the end."""

    seat: Seat
    user: int | None
    stayed: bool


def _began(table: Table) -> dict[Seat, _Began]:
    """Seats in which a person began: the game counts for them, not for who plays on in their place."""
    left: dict[str, int | None] = {}
    for name, user in Departure.objects.filter(table=table.pk).order_by("pk").values_list("seat", "user"):
        left.setdefault(name, user)
    found = {}
    for seat in Seat.objects.filter(table=table.pk):
        if seat.name in left:
            first = left[seat.name]
            found[seat] = _Began(seat, first, first is not None and first == seat.user_id)
        elif seat.user_id is not None and not seat.bot:
            found[seat] = _Began(seat, seat.user_id, True)
    return found


def may_count(table: Table) -> bool:
    """People far apart, in a game of its own from the beginning; all who sit there must have accounts besides."""
    return table.kind != Table.Kind.HOT_SEAT and table.origin_id is None and table.start is None


def _strike_out(table: Table) -> None:
    """The end of a game counts no longer: what was worked out since has to be worked out again."""
    rows = Standing.objects.filter(game=table.key)
    ended = rows.values_list("ended", flat=True).first()
    if ended is None:
        return
    later = Standing.objects.filter(title=table.title, ended__gte=ended)
    people = set(later.exclude(user=None).values_list("user", flat=True))
    rows.delete()
    later.update(mu=None, sigma=None)
    Rating.objects.filter(title=table.title, user__in=people).delete()
    _keep(table.title, people)


def place_of(name: str, totals: Mapping[str, int]) -> int:
    """The best has 1; those who are level have the same place, and after them it goes on as if they had not.

    >>> [place_of(name, {"Ann": 900, "Bo": 700, "Cy": 700, "Di": 400}) for name in ("Ann", "Bo", "Cy", "Di")]
    [1, 2, 2, 4]
    """
    return 1 + sum(other > totals[name] for other in totals.values())


# --- what people are rated ----------------------------------------------------------------------------


def bring_up_to_date(title: str) -> None:
    """Work out what has not been yet: from the earliest game on that has no figures."""
    rows = Standing.objects.filter(title=title)
    first = rows.filter(mu=None).order_by("ended", "game").values_list("ended", "game").first()
    if first is None:
        return
    with transaction.atomic():
        rows = rows.select_for_update()  # two who look at once work out the same, one after the other
        since = Q(ended__gt=first[0]) | Q(ended=first[0], game__gte=first[1])
        later = list(rows.filter(since).order_by("ended", "game", "seat"))
        people = {row.user_id for row in later if row.user_id is not None}
        now = {pk: _before(title, pk, since) for pk in people}
        for _game, group in groupby(later, key=lambda row: row.game):
            _rate(list(group), now)
        fields = ["mu_before", "sigma_before", "mu", "sigma"]
        Standing.objects.bulk_update(later, fields, batch_size=200)
        _keep(title, people)


def work_out_again() -> int:
    """All of it from the beginning, with games that ended before there were ratings; how many count."""
    finished = Table.objects.filter(status=Table.Status.FINISHED).exclude(kind=Table.Kind.HOT_SEAT)
    Standing.objects.filter(table__isnull=False).exclude(table__status=Table.Status.FINISHED).delete()
    # games that bots alone have brought to their end once counted as won by all who had left
    Standing.objects.filter(table__in=finished.exclude(seats__bot="")).delete()
    for table in finished.filter(standings=None).iterator():
        with transaction.atomic():
            settle(table, table.totals, table.moved)
    with transaction.atomic():
        Rating.objects.all().delete()
        # those of people who are gone are known from then only
        Standing.objects.exclude(user=None).update(mu_before=None, sigma_before=None)
        Standing.objects.update(mu=None, sigma=None)
    for title in Standing.objects.order_by().values_list("title", flat=True).distinct():
        bring_up_to_date(title)
    return Standing.objects.order_by().values("game").distinct().count()


def _before(title: str, user: int, since: Q) -> PlackettLuceRating:
    rows = Standing.objects.filter(title=title, user=user).exclude(since)
    row = rows.order_by("-ended", "-game").values_list("mu", "sigma").first()
    return _model().rating() if row is None else _model().rating(mu=row[0], sigma=row[1])


def _rate(game: list[Standing], now: dict[int, PlackettLuceRating]) -> None:
    """One game: everybody's figures before it, and after."""
    before = []
    for row in game:
        gone = row.user_id is None
        known = row.mu_before is not None and row.sigma_before is not None
        before.append(
            _model().rating(mu=row.mu_before, sigma=row.sigma_before)
            if gone and known
            else (_model().rating() if row.user_id is None else now[row.user_id])
        )
    after = _model().rate([[one] for one in before], ranks=[row.place for row in game])
    for row, old, (new,) in zip(game, before, after, strict=True):
        row.mu_before, row.sigma_before, row.mu, row.sigma = old.mu, old.sigma, new.mu, new.sigma
        if row.user_id is not None:
            now[row.user_id] = new


def _keep(title: str, people: Iterable[int]) -> None:
    """The latest figures of people, where rankings find them."""
    for user in people:
        rows = Standing.objects.filter(title=title, user=user, mu__isnull=False).order_by("-ended", "-game")
        row = rows.values_list("mu", "sigma").first()
        if row is not None:
            fields = {"mu": row[0], "sigma": row[1], "games": rows.count()}
            Rating.objects.update_or_create(title=title, user_id=user, defaults=fields)


# --- shown --------------------------------------------------------------------------------------------


class Ranked(NamedTuple):
    place: int
    name: str
    rating: Shown
    games: int


def ranking(title: str) -> list[Ranked]:
    """Those who have not kept themselves out, in the order of what they are worth at least."""
    bring_up_to_date(title)
    rows = Rating.objects.filter(title=title, user__is_active=True).exclude(user__preferences__hidden=True)
    found = [(row.user.get_username(), shown(row.mu, row.sigma), row.games) for row in rows.select_related("user")]
    found.sort(key=lambda one: (-one[1].at_least, one[0]))
    levels = [rating.at_least for _name, rating, _games in found]
    return [Ranked(1 + levels.index(rating.at_least), name, rating, games) for name, rating, games in found]


def ratings_of(user: User, titles: Iterable[str]) -> dict[str, tuple[Shown, int]]:
    """Title -> rating and number of games."""
    for title in titles:
        bring_up_to_date(title)
    rows = Rating.objects.filter(user=user)
    return {row.title: (shown(row.mu, row.sigma), row.games) for row in rows}
