"""Moments of watched games of 1888, found by what happened in them, and ways to falsify them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from kaiping.action import (
    Pass,
)
from kaiping.state import State
from tests.referees.watched import Seen, watched

#: edition, players, seed: these are played in every run of the tests
GAMES = [("2022", 3, 3), ("2021", 4, 1), ("2022", 5, 2), ("2021", 3, 6), ("2022", 2, 4), ("2021", 6, 5)]


def seen() -> Iterator[Seen]:
    for edition, players, seed in GAMES:
        yield from watched("1888", edition, players, seed)


def first(fits: Callable[[Seen], Any]) -> Seen:
    return next(entry for entry in seen() if fits(entry))


def another_is_asked(entry: Seen) -> bool:
    return isinstance(entry.action, Pass) and entry.before.acting != entry.after.acting


def paid_for(entry: Seen) -> bool:
    return any(event.data.get("cost") for event in entry.after.events)


def move(state: State, company: str, place: tuple[int, int]) -> None:
    old = state.cells[company]
    state.market[old] = tuple(name for name in state.market[old] if name != company)
    state.cells[company] = place
    state.market[place] = (*state.market.get(place, ()), company)
