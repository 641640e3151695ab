"""Moments of watched games of 1888, found by what happened in them, and ways to falsify them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from kaiping.action import (
    Pass,
)
from kaiping.referees import Moment
from kaiping.state import State
from tests.referees.watched import Seen, changed, watched

#: edition, players, seed: these are played in every run of the tests
GAMES = [("2022", 3, 3), ("2021", 4, 1), ("2022", 5, 2), ("2021", 3, 6), ("2022", 2, 4), ("2021", 6, 5)]


def seen() -> Iterator[Seen]:
    for edition, players, seed in GAMES:
        yield from watched("1888", edition, players, seed)


def first(fits: Callable[[Seen], Any]) -> Seen:
    return next(entry for entry in seen() if fits(entry))


def events(entry: Seen, *kinds: str) -> bool:
    """Did the action bring about events of all these kinds?"""
    return set(kinds) <= {event.kind for event in entry.after.events}


def company_of(entry: Seen) -> str:
    """The company that the action names."""
    company = getattr(entry.action, "company", None)
    assert isinstance(company, str)
    return company


def listed(entry: Seen, kind: type) -> bool:
    """Are actions of a kind listed after the action?"""
    return any(isinstance(action, kind) for action, _ in entry.after.legal())


def another_is_asked(entry: Seen) -> bool:
    return isinstance(entry.action, Pass) and entry.before.acting != entry.after.acting


def paid_for(entry: Seen) -> bool:
    return any(event.data.get("cost") for event in entry.after.events)


def says(entry: Seen, after: Moment, *clauses: str) -> None:
    """The referee holds with what was, and cites one of the clauses (of the newer book or the older) for the change."""
    assert entry.again(entry.after) == []
    said = " ".join(entry.again(after))
    assert any(f":{clause}{end}" in said for clause in clauses for end in "),"), said


def says_of(entry: Seen, change: Callable[[State], Any], *clauses: str) -> None:
    says(entry, changed(entry.after, change), *clauses)


def shift(owner: str, amount: int) -> Callable[[State], None]:
    """Somebody has more than they should, and the bank less."""

    def change(state: State) -> None:
        state.cash[owner] += amount
        state.bank -= amount

    return change


def move(state: State, company: str, place: tuple[int, int]) -> None:
    old = state.cells[company]
    state.market[old] = tuple(name for name in state.market[old] if name != company)
    state.cells[company] = place
    state.market[place] = (*state.market.get(place, ()), company)
