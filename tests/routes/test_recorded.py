"""Runs in recorded games: nobody claimed more than the best, and where brute force ends in time it finds the same."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from pathlib import Path

import pytest

from kaiping.routes.search import best_run, best_runs_by_calls
from tests.routes.brute import TooSlow, best_by_calls
from tests.routes.positions import check
from tests.routes.recorded import RECORDINGS, Claim, claims


def compare(some: Iterable[Claim], *, every: int, most: int) -> int:
    """How many of the runs brute force has tried: every so many-th, unless it is too slow."""
    compared = 0
    for number, claim in enumerate(some):
        run = best_run(claim.problem)
        check(claim.problem, run)
        assert run.revenue >= claim.revenue, claim.name
        if number % every:
            continue
        try:
            wanted = best_by_calls(claim.position, most=most)
        except TooSlow:
            continue
        compared += 1
        runs = best_runs_by_calls(claim.problem)
        assert {calls: best.revenue for calls, best in runs.items()} == wanted, claim.name
    return compared


def test_runs_of_1888() -> None:
    assert compare(islice(claims(RECORDINGS), 0, None, 12), every=4, most=5_000) > 10


def test_runs_of_1880() -> None:
    assert compare(claims(RECORDINGS, "1880"), every=4, most=5_000) > 10


@pytest.mark.slow
def test_all_runs_of_1888(shared: Path) -> None:
    assert compare(claims(shared / "recordings"), every=3, most=20_000) > 500


@pytest.mark.slow
def test_all_runs_of_1880(shared: Path) -> None:
    assert compare(claims(shared / "recordings", "1880"), every=1, most=20_000) > 4_000
