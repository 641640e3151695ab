"""The dense positions of the bench: proven best, and known by their revenue."""

from __future__ import annotations

import pytest

from kaiping.cli.bench_routes import Position, read, solved

POSITIONS = list(read())


def test_all_titles_and_kinds_are_there() -> None:
    assert len(POSITIONS) == 198
    assert {position.title for position in POSITIONS} == {"1880", "1888", "1890"}
    trains = {train for position in POSITIONS for train in position.trains}
    assert {"D", "8E", "10", "4+4"} <= trains
    assert any(len(position.trains) == 4 for position in POSITIONS)


@pytest.mark.parametrize("position", POSITIONS[::20], ids=lambda position: position.name)
def test_some_are_solved_with_proof(position: Position) -> None:
    run, _ = solved(position)
    assert run.proven
    assert run.bound == run.revenue


@pytest.mark.slow
@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_all_are_solved_with_proof(position: Position) -> None:
    run, _ = solved(position)
    assert run.proven
    assert run.bound == run.revenue
