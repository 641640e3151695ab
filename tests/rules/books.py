"""Marks for tests by clause: which clauses a test proves, in which editions it runs."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import pytest


class Books:
    """The two printed books of a title: the newer, whose clauses tests name, and the older."""

    def __init__(self, title: str, new: str, old: str) -> None:
        self.title, self.new, self.old = title, new, old
        self._folder = files(f"kaiping.titles.g{title}") / "data" / "clauses"
        #: clause of the newer book -> the clause of the older one that says the same, in substance and not by its place
        self.agree: dict[str, str] = json.loads((self._folder / "agree.json").read_text(encoding="utf-8"))
        self._known = self.known(new) | self.known(old)

    def known(self, edition: str) -> set[str]:
        """All clause ids of a book."""
        lines = (self._folder / f"{self.title}-{edition}.jsonl").read_text(encoding="utf-8").splitlines()
        return {json.loads(line)["id"] for line in lines}

    def clause_in(self, edition: str, clause: str) -> str:
        """The id of a clause of the newer book ("VII.4.5") in an edition's own book, which must agree with it."""
        new = f"{self.title}-{self.new}:{clause}"
        return new if edition == self.new else self.agree[new]

    def rule(
        self, ids: Sequence[str], in_old: Sequence[str], only: str | None, ruled: str | None
    ) -> Callable[[Any], Any]:
        """Run a test in each printed edition whose clauses it proves, as the argument ``edition``.

        Each run proves the clauses of its own edition; that it plays this edition is seen to in ``conftest.py``.
        """
        new = [f"{self.title}-{self.new}:{clause}" for clause in ids]
        old = [f"{self.title}-{self.old}:{clause}" for clause in in_old]
        old += [self.agree[clause] for clause in new if clause in self.agree]
        unknown = {*new, *old} - self._known
        if unknown:
            raise ValueError(f"there are no clauses {sorted(unknown)}")
        editions = []
        for edition, clauses in ((self.new, new), (self.old, old)):
            if edition == ruled:
                editions.append(pytest.param(edition))
            elif clauses and only in (None, edition):
                editions.append(pytest.param(edition, marks=pytest.mark.clause(*clauses)))
        if not editions:
            raise ValueError("a test by clause names a clause of an edition it runs in")
        return pytest.mark.parametrize("edition", editions)


_1888 = Books("1888", "2022", "2021")
_1880 = Books("1880", "2022", "2010")


def clause_in(edition: str, clause: str) -> str:
    """The id of a clause of 1888's newer book in an edition's own book.

    >>> clause_in("2021", "VII.4.5")
    '1888-2021:VI.5.5'
    """
    return _1888.clause_in(edition, clause)


def rule_1888(
    *ids: str, in_2021: Sequence[str] = (), only: str | None = None, ruled: str | None = None
) -> Callable[[Any], Any]:
    """Run a test in each printed edition of 1888 whose clauses it proves, as the argument ``edition``.

    ``ids`` are of the 2022 book without its name ("VII.4.5"); the clauses of the 2021 book that agree with them are
    found by themselves, ``in_2021`` names further ones. ``only`` restricts the test to one edition. ``ruled`` is an
    edition whose book does not say it: there the test runs, by a ruling, and proves no clause.
    """
    return _1888.rule(ids, in_2021, only, ruled)


def rule_1880(
    *ids: str, in_2010: Sequence[str] = (), only: str | None = None, ruled: str | None = None
) -> Callable[[Any], Any]:
    """The same for 1880: ``ids`` of the 2022 book, ``in_2010`` further ones of the other."""
    return _1880.rule(ids, in_2010, only, ruled)


def rule_1890(*ids: str, scenarios: str = "C") -> Callable[[Any], Any]:
    """Run a test in each of these scenarios of 1890, as the argument ``edition``; they have one book.

    What the book says of one scenario is proved only by the test as it runs in that scenario.
    """
    clauses = [f"1890:{clause}" for clause in ids]
    unknown = set(clauses) - _known_1890()
    if unknown or not clauses:
        raise ValueError(f"there are no clauses {sorted(unknown)}")
    elsewhere = {clause for clause in clauses if not any(_speaks_of(clause, scenario) for scenario in scenarios)}
    if elsewhere:
        raise ValueError(f"the test does not run in the scenario of {sorted(elsewhere)}")
    editions = []
    for scenario in scenarios:
        proved = [clause for clause in clauses if _speaks_of(clause, scenario)]
        editions.append(pytest.param(scenario, marks=pytest.mark.clause(*proved) if proved else ()))
    return pytest.mark.parametrize("edition", editions)


def _speaks_of(clause: str, scenario: str) -> bool:
    """Does a clause hold in a scenario? Variants of C (C.10) are also played in others."""
    chapter = clause.removeprefix("1890:").split(".")
    return chapter[0] not in "ABCD" or chapter[0] == scenario or chapter[:2] == ["C", "10"]


@cache
def _known_1890() -> set[str]:
    """All clause ids of the book."""
    file = files("kaiping.titles.g1890") / "data" / "clauses" / "1890.jsonl"
    return {json.loads(line)["id"] for line in file.read_text(encoding="utf-8").splitlines()}
