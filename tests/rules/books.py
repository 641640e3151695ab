"""Marks for tests by clause: which clauses a test proves, in which editions it runs."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import Any

import pytest

_CLAUSES = files("kaiping.titles.g1888") / "data" / "clauses"
_AGREE: dict[str, str] = json.loads((_CLAUSES / "agree.json").read_text(encoding="utf-8"))


def known(book: str) -> set[str]:
    """All clause ids of a book."""
    lines = (_CLAUSES / f"{book}.jsonl").read_text(encoding="utf-8").splitlines()
    return {json.loads(line)["id"] for line in lines}


_KNOWN = known("1888-2022") | known("1888-2021")


def clause_in(edition: str, clause: str) -> str:
    """The id of a clause of the 2022 book ("VII.4.5") in an edition's own book, which must agree with it.

    >>> clause_in("2021", "VII.4.5")
    '1888-2021:VI.5.5'
    """
    new = f"1888-2022:{clause}"
    return new if edition == "2022" else _AGREE[new]


def rule_1888(*ids: str, in_2021: Sequence[str] = (), only: str | None = None) -> Callable[[Any], Any]:
    """Run a test in each printed edition whose clauses it proves, as the argument ``edition``.

    ``ids`` are of the 2022 book without its name ("VII.4.5"); the clauses of the 2021 book that agree with them are
    found by themselves, ``in_2021`` names further ones. ``only`` restricts the test to one edition.
    """
    new = [f"1888-2022:{clause}" for clause in ids]
    old = [f"1888-2021:{clause}" for clause in in_2021]
    old += [_AGREE[clause] for clause in new if clause in _AGREE]
    unknown = {*new, *old} - _KNOWN
    if unknown:
        raise ValueError(f"there are no clauses {sorted(unknown)}")
    editions = []
    for edition, clauses in (("2022", new), ("2021", old)):
        if clauses and only in (None, edition):
            editions.append(pytest.param(edition, marks=pytest.mark.clause(*clauses)))
    if not editions:
        raise ValueError("a test by clause names a clause of an edition it runs in")
    return pytest.mark.parametrize("edition", editions)
