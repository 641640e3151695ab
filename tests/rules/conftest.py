"""A test by clause plays the edition whose clause it proves, and no other in its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import kaiping.titles as titles
from kaiping.definition import Definition


@pytest.fixture(autouse=True)
def in_its_own_edition(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail a test that proves a clause of an edition (``1880-2010:VII.27``) without a game of that edition.

    So a test that two editions share proves the clause of each only as it runs in each. The scenarios of 1890 have
    one book: there it is the scenario of the argument ``edition`` that must be played.
    """
    played: set[str] = set()
    read = titles._read

    def noted(name: str, edition: str, options: tuple[str, ...]) -> Definition:
        played.add(f"{name}-{edition}")
        return read(name, edition, options)

    monkeypatch.setattr(titles, "_read", noted)
    yield
    missing = _editions(request.node) - played
    assert not missing, f"the test proves clauses of {sorted(missing)}, but plays {sorted(played)}"


def _editions(test: Any) -> set[str]:
    """The editions that a test says something about, by its clauses."""
    books = {clause.partition(":")[0] for mark in test.iter_markers("clause") for clause in mark.args}
    edition = test.callspec.params.get("edition") if hasattr(test, "callspec") else None
    return {book if "-" in book else f"{book}-{edition}" for book in books}
