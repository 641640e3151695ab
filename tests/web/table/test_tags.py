"""The tag of an answer names all that the answer depends on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


def tag(
    address: str = "/game/abc/body",
    *,
    seats: tuple[str, ...] = ("Ann", "Bo"),
    user: str = "",
    keeper: str = "k" * 32,
    wish: str = "",
    language: str = "en",
    **columns: Any,
) -> str:
    """Of a page of a table around one screen; no database is asked."""
    from django.contrib.auth.models import User
    from django.test import RequestFactory
    from django.utils import translation

    from kaiping.web.games.access import Person, Visit
    from kaiping.web.games.models import Program, Seat, Table
    from kaiping.web.games.unchanged import tag_of

    row = {"pk": 7, "key": "abc", "title": "1888", "kind": "hot-seat", "keeper": "k" * 32, "moved": NOW, "revision": 3}
    view = Visit(Table(**row | columns), Person(User(pk=len(user), username=user) if user else None, keeper))
    view.__dict__["seats"] = tuple(Seat(name=name) for name in seats)
    view.__dict__["programs"] = (Program(seat="Ann", kind="buy", wish={"company": wish}),) if wish else ()
    with translation.override(language):
        return tag_of(RequestFactory().get(address), view)


@pytest.mark.parametrize(
    "other",
    [
        {"revision": 4},
        {"seated": 1},
        {"written": 1},
        {"moved": NOW + timedelta(microseconds=1)},
        {"pk": 8},
        {"name": "Evening"},
        {"undo": "nobody"},
        {"kind": "open"},
        {"rules": "2"},
        {"address": "/game/abc/body?at=1"},
        {"address": "/game/abc/part"},
        {"seats": ("Ann",)},
        {"user": "Ann"},
        {"keeper": ""},
        {"keeper": "", "user": "Ann"},
        {"wish": "HR"},
        {"language": "de"},
    ],
)
def test_another_answer_has_another_tag(other: dict[str, Any]):
    assert tag() == tag()
    assert tag(**other) == tag(**other) != tag()


def test_what_a_program_is_asked_for_counts():
    assert tag(wish="HR") != tag(wish="KR")


def test_another_version_has_other_tags(monkeypatch: pytest.MonkeyPatch):
    from kaiping.web.games import unchanged

    before = tag()
    monkeypatch.setattr(unchanged, "program", lambda: "another")
    assert tag() != before
