"""Every reason and every event has its words, and every reason that is a rule has its clause."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from kaiping.titles import TITLES, definition
from kaiping.words import EVENTS, REASONS

SOURCE = Path(__file__).resolve().parent.parent / "src" / "kaiping"
CODE = "\n".join(file.read_text(encoding="utf-8") for file in SOURCE.rglob("*.py"))
#: reasons that are no rule of a game: names and numbers that mean nothing
NO_RULE = re.compile(r"unknown_|no_such_|sale_not_in_shares|offer_refused|game_over|route_unknown_point")


def used(call: str) -> set[str]:
    """The codes that the source passes to a call."""
    return set(re.findall(rf'{call}\(\s*"([a-z_-]+)"', CODE))


def test_every_reason_has_words() -> None:
    assert used(r"table\.refuse") | used("_Refused") == set(REASONS)


def test_every_event_has_words() -> None:
    logged = used(r"(?:table|self)\.log") | {"agreed", "refused"}
    assert logged == set(EVENTS)


@pytest.mark.parametrize(("title", "edition"), [(t.name, e) for t in TITLES.values() for e in t.editions])
def test_every_rule_that_refuses_has_its_clause(title: str, edition: str) -> None:
    cited = definition(title, edition).reason_clauses
    absent = set(tomllib.loads((TITLES[title].data / "clauses" / "reasons.toml").read_text(encoding="utf-8"))["absent"])
    assert not absent & cited.keys()
    missing = {code for code in REASONS if code not in cited and not NO_RULE.match(code)} - absent
    assert missing <= {"private_price"}, "the older book of 1888 has no range for the price of a private"


def test_no_rule_is_absent_everywhere() -> None:
    """A reason without a clause in any title would be no rule, or one of another program only."""
    everywhere = [set(definition(title.name, title.default_edition).reason_clauses) for title in TITLES.values()]
    nowhere = {code for code in REASONS if not NO_RULE.match(code)} - set().union(*everywhere)
    assert nowhere == {"repay_first", "sale_limit"}, "house rules"


@pytest.mark.parametrize(("title", "edition"), [(t.name, e) for t in TITLES.values() for e in t.editions])
def test_no_clause_stands_for_an_unknown_reason(title: str, edition: str) -> None:
    known = tuple(REASONS)
    for code in definition(title, edition).reason_clauses:
        assert code.startswith(known)
