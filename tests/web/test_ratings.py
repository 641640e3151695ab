"""Ratings: a function of the games that count, in the order in which they ended, however they were worked out."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import pytest

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
_numbers = count(1)


@pytest.fixture
def rated(memory: None) -> Iterator[Any]:
    from django.db import transaction

    from kaiping.web.site import ratings

    with transaction.atomic():
        yield ratings
        transaction.set_rollback(True)


def people(*names: str) -> list[Any]:
    from django.contrib.auth.models import User

    return [User.objects.create(username=f"{name}{next(_numbers)}") for name in names]


def played(day: int, *totals: tuple[Any, int], **more: Any) -> Any:
    """A table whose game ended on some day; each user with what they were worth."""
    from kaiping.web.games.models import Seat, Table

    bots = more.pop("bots", 0)
    fields = {"title": "1888", "edition": "2022", "rules": "1", "kind": "open", "size": 3, "status": "finished"}
    table = Table.objects.create(**fields | more)
    for number, (user, _total) in enumerate(totals, 1):
        Seat.objects.create(table=table, number=number, name=user.username, user=user)
    for number in range(bots):
        Seat.objects.create(table=table, number=90 + number, name=f"Greedy {number}", bot="greedy")
    worth = {user.username: total for user, total in totals} | {f"Greedy {number}": 1 for number in range(bots)}
    table.totals, table.moved = worth, BEGIN + timedelta(days=day)
    table.save()
    return table


def end(rated: Any, *tables: Any) -> None:
    for table in tables:
        rated.settle(table, table.totals, table.moved)


def figures() -> dict[int, tuple[float, float, int]]:
    from kaiping.web.site.models import Rating

    return {row.user_id: (row.mu, row.sigma, row.games) for row in Rating.objects.all()}


def test_whoever_leaves_comes_after_all_who_stay_and_whoever_plays_on_is_not_rated(rated: Any):
    from kaiping.web.games.models import Departure, Seat

    ann, bo, cy, di = people("ann", "bo", "cy", "di")
    table = played(1, (ann, 900), (bo, 500), (cy, 100))
    for user, heir in ((ann, None), (bo, bo), (cy, di)):
        Departure.objects.create(table=table, seat=user.username, user=user, how="resigned")
        Seat.objects.filter(table=table, name=user.username).update(user=heir, bot="" if heir else "random")
    end(rated, table)
    found = {one.name: one.place for one in rated.ranking("1888")}
    assert found[bo.username] == 1, "who came back has stayed"
    assert found[ann.username] == found[cy.username] == 2
    assert di.username not in found


def test_a_game_in_which_nobody_stayed_counts_for_nobody(rated: Any):
    from kaiping.web.games.models import Departure, Seat
    from kaiping.web.site.models import Standing

    ann, bo = people("ann", "bo")
    table = played(1, (ann, 900), (bo, 500))
    end(rated, table)
    for user in (ann, bo):
        Departure.objects.create(table=table, seat=user.username, user=user, how="clock")
        Seat.objects.filter(table=table, name=user.username).update(user=None, bot="casual")
    assert rated.work_out_again() == 0, "nor does one that was counted when that was not known yet"
    end(rated, table)
    assert not Standing.objects.exists()
    assert figures() == {}


def test_winners_rise_and_those_who_are_level_stay_level(rated: Any):
    ann, bo, cy = people("ann", "bo", "cy")
    end(rated, played(1, (ann, 900), (bo, 500), (cy, 500)))
    first, second, third = (one.name for one in rated.ranking("1888"))
    assert (first, {second, third}) == (ann.username, {bo.username, cy.username})
    assert [one.place for one in rated.ranking("1888")] == [1, 2, 2]
    found = figures()
    assert found[ann.pk][0] > 25 > found[bo.pk][0]
    assert found[bo.pk] == found[cy.pk]
    assert found[ann.pk][1] < 25 / 3, "it is surer than before"


def test_only_games_that_count(rated: Any):
    from kaiping.web.site.models import Standing

    ann, bo = people("ann", "bo")
    both = (ann, 9), (bo, 5)
    original = played(1, *both)
    for wrong in (
        played(2, *both, kind="hot-seat"),
        played(3, *both, bots=1),
        played(4, *both, origin=original),
        played(5, *both, start={}),
        played(6, (ann, 9)),
    ):
        end(rated, wrong)
    assert not Standing.objects.exists()
    end(rated, played(7, *both, kind="private"), original)
    assert Standing.objects.count() == 4


def test_it_is_the_same_however_it_is_worked_out(rated: Any):
    ann, bo, cy = people("ann", "bo", "cy")
    games = [
        played(day, *zip((ann, bo, cy), worth, strict=True))
        for day, worth in enumerate([(9, 5, 5), (1, 2, 3), (4, 4, 4), (7, 8, 1)])
    ]
    for table in (games[0], games[2], games[1], games[3]):  # the second was heard of late
        end(rated, table)
        rated.bring_up_to_date("1888")
    once = figures()
    assert rated.work_out_again() == 4
    assert figures() == once
    end(rated, games[1])  # told twice, it counts once
    rated.bring_up_to_date("1888")
    assert figures() == once


def test_an_end_that_is_taken_back_counts_no_more(rated: Any):
    ann, bo, cy = people("ann", "bo", "cy")
    first, second, third = played(1, (ann, 9), (bo, 1)), played(2, (ann, 1), (cy, 9)), played(3, (bo, 3), (cy, 2))
    end(rated, first, third)
    rated.bring_up_to_date("1888")
    without = figures()
    end(rated, second)
    rated.bring_up_to_date("1888")
    assert figures() != without
    rated.settle(second, None, BEGIN)
    rated.bring_up_to_date("1888")
    assert figures() == without
    for table in (first, third):
        rated.settle(table, None, BEGIN)
    assert figures() == {}


def test_who_is_gone_still_counts_for_the_others(rated: Any):
    ann, bo, cy = people("ann", "bo", "cy")
    end(rated, played(1, (ann, 9), (bo, 1)), played(2, (ann, 9), (cy, 1)), played(3, (ann, 2), (bo, 9)))
    rated.bring_up_to_date("1888")
    before = figures()
    ann.delete()
    rated.work_out_again()
    assert {pk: pytest.approx(one) for pk, one in before.items() if pk in (bo.pk, cy.pk)} == figures()


def test_words_for_how_sure_it_is(rated: Any):
    assert [rated.shown(25, sigma).words for sigma in (1, 2, 4, 8)] == [
        "sure",
        "fairly sure",
        "still rough",
        "hardly known",
    ]
    assert rated.shown(30, 2).at_least == 1200 - 160
