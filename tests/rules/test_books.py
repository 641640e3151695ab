"""The pairs of clauses that a test may prove together, and what a shared test proves in each edition."""

from __future__ import annotations

import re
from typing import Any

import pytest

from kaiping.titles.clauses import Clause, book
from tests.rules.books import Books, rule_1880, rule_1888

BOOKS = [Books("1888", "2022", "2021"), Books("1880", "2022", "2010")]


def clauses(books: Books, edition: str) -> dict[str, Clause]:
    return {clause.id: clause for clause in book(f"{books.title}-{edition}")}


@pytest.mark.parametrize("books", BOOKS, ids=lambda books: books.title)
def test_clauses_that_agree_give_the_same_figures(books: Books) -> None:
    """A figure in the one sentence that is not in the other shows a pair that does not agree."""
    new, old = clauses(books, books.new), clauses(books, books.old)
    for one, other in books.agree.items():
        assert new[one].needs_test == old[other].needs_test, (one, other)
        assert figures(new[one]) == figures(old[other]), (new[one], old[other])


def figures(clause: Clause) -> list[str]:
    return sorted(re.findall(r"\d+", clause.says))


def runs(mark: Any) -> dict[str, set[str]]:
    """The editions in which a test runs, and the clauses that it proves in each."""
    return {case.values[0]: {clause for one in case.marks for clause in one.args} for case in mark.mark.args[1]}


def test_a_shared_test_proves_in_each_edition_what_that_edition_says() -> None:
    assert runs(rule_1880("VII.2.10")) == {"2022": {"1880-2022:VII.2.10"}, "2010": {"1880-2010:VII.26"}}
    assert runs(rule_1880("VII.2.11")) == {"2022": {"1880-2022:VII.2.11"}}, "the 2010 book says something else"
    assert runs(rule_1880("VII.2.10", only="2010")) == {"2010": {"1880-2010:VII.26"}}
    ruled = runs(rule_1888("VIII.3.3.24", ruled="2021"))
    assert ruled == {"2022": {"1888-2022:VIII.3.3.24"}, "2021": set()}, "it runs by a ruling and proves nothing"
    with pytest.raises(ValueError, match="no clauses"):
        rule_1880("VII.2.99")
