"""What the finished games of a title say: how long they take, where the winners sat, which companies they led."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Avg, Count, Max, Min, Q, QuerySet

from kaiping.web.finished.models import CompanyResult, Result, Summary


@dataclass(frozen=True)
class Lengths:
    """Games with so many players."""

    players: int
    games: int
    #: actions
    least: int
    average: int
    most: int
    rounds: int


@dataclass(frozen=True)
class Place:
    """A place in the order at the beginning, among so many players."""

    players: int
    number: int
    games: int
    wins: int
    worth: int

    @property
    def share(self) -> int:
        """Per cent of the games that were won from there."""
        return round(100 * self.wins / self.games)


@dataclass(frozen=True)
class Started:
    """A company in the games in which it was started."""

    code: str
    games: int
    start: int
    price: int
    #: per cent of these games in which a winner led it, and what winners held on average
    led: int
    held: int


@dataclass(frozen=True)
class Statistics:
    games: int
    #: what winners were worth
    least: int
    average: int
    most: int
    lengths: list[Lengths]
    places: list[Place]
    companies: list[Started]


def statistics(games: QuerySet[Summary], companies: Iterable[str]) -> Statistics:
    """Of these games; the companies in the order of the title."""
    results = Result.objects.filter(summary__in=games)
    won = results.filter(won=True).aggregate(least=Min("worth"), average=Avg("worth"), most=Max("worth"))
    return Statistics(
        games=games.count(),
        least=won["least"] or 0,
        average=round(won["average"] or 0),
        most=won["most"] or 0,
        lengths=_lengths(games),
        places=_places(results),
        companies=_companies(games, list(companies)),
    )


def _lengths(games: QuerySet[Summary]) -> list[Lengths]:
    rows = (
        games.order_by()
        .values("players")
        .annotate(
            games=Count("pk"),
            least=Min("length"),
            average=Avg("length"),
            most=Max("length"),
            turns=Avg("rounds", filter=Q(rounds__gt=0)),
        )
    )
    return [
        Lengths(
            row["players"], row["games"], row["least"], round(row["average"]), row["most"], round(row["turns"] or 0)
        )
        for row in rows.order_by("players")
    ]


def _places(results: QuerySet[Result]) -> list[Place]:
    rows: QuerySet[Any, dict[str, Any]] = (
        results.order_by()
        .values("summary__players", "number")
        .annotate(games=Count("pk"), wins=Count("pk", filter=Q(won=True)), worth_of=Avg("worth"))
    )
    return [
        Place(row["summary__players"], row["number"], row["games"], row["wins"], round(row["worth_of"]))
        for row in rows.order_by("summary__players", "number")
    ]


def _companies(games: QuerySet[Summary], order: list[str]) -> list[Started]:
    rows = (
        CompanyResult.objects.filter(summary__in=games)
        .order_by()
        .values("code")
        .annotate(
            games=Count("pk"),
            start_of=Avg("start"),
            price_of=Avg("price"),
            led_of=Count("pk", filter=Q(led=True)),
            held_of=Avg("held"),
        )
    )
    found = [
        Started(
            row["code"],
            row["games"],
            round(row["start_of"]),
            round(row["price_of"]),
            round(100 * row["led_of"] / row["games"]),
            round(row["held_of"]),
        )
        for row in rows
    ]
    return sorted(found, key=lambda one: (one.code not in order, order.index(one.code) if one.code in order else 0))
