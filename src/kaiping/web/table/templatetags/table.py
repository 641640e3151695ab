"""Tags and filters of the table's templates."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from kaiping.bots import Level, offered, present_name
from kaiping.web.table import faces
from kaiping.web.table.press import press as pressed
from kaiping.web.table.press import then_by_itself

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser, User

    from kaiping.definition.names import NativeName
    from kaiping.web.games.models import Table
    from kaiping.web.table.choices import Button

register = template.Library()


@register.filter
def clause_name(clause: str) -> str:
    """A clause as a reader says it: the book, a comma, the number.

    >>> clause_name("1888-2022:VII.4.5")
    '1888-2022, VII.4.5'
    """
    return clause.replace(":", ", ", 1)


register.filter(then_by_itself)


@register.filter
def thousands(amount: int) -> str:
    """A sum as tables show it everywhere.

    >>> thousands(4648)
    '4,648'
    """
    return f"{amount:,}"


@register.filter
def brackets_whole(name: str) -> str:
    """A name that is not broken within its brackets.

    >>> brackets_whole("JR (Japan Railways)") == "JR (Japan\u00a0Railways)"
    True
    """
    before, bracket, within = name.partition("(")
    return before + bracket + within.replace(" ", "\u00a0")


@register.filter
def at_number(found: dict[int, Any] | None, number: int) -> Any:
    """What stands beside an entry of the log, if something does."""
    return (found or {}).get(number)


@register.filter
def sits(table: Table, user: User | AnonymousUser) -> bool:
    """Whether somebody has a seat at a table already."""
    return user.pk is not None and any(seat.user_id == user.pk for seat in table.seats.all())


def _kept(table: Table) -> list[int]:
    """For whom of those who do not sit at a table yet a seat is kept; only another game of the same people has any."""
    if table.previous_id is None:
        return []
    sitting = {seat.user_id for seat in table.seats.all()}
    return [guest.user_id for guest in table.guests.all() if guest.kept and guest.user_id not in sitting]


@register.filter
def kept_seats(table: Table) -> int:
    """How many seats are kept for people who were asked."""
    return len(_kept(table))


@register.filter
def asks(table: Table, user: User | AnonymousUser) -> bool:
    """Whether a seat is kept for somebody."""
    return user.pk in _kept(table)


@register.filter
def utc(moment: datetime) -> SafeString:
    """Day and time of a moment, for everybody the same.

    >>> utc(datetime(2026, 5, 4, 12, 30, tzinfo=UTC))
    '<time datetime="2026-05-04T12:30:00+00:00">2026-05-04 12:30 UTC</time>'
    """
    moment = moment.astimezone(UTC)
    exact, shown = moment.isoformat(timespec="seconds"), f"{moment:%Y-%m-%d %H:%M}"
    return format_html('<time datetime="{}">{} UTC</time>', exact, shown)


@register.simple_tag
def levels() -> list[Level]:
    """The levels of bots, as people are offered them."""
    return offered()


@register.simple_tag
def face(level: str, words: str = "") -> SafeString:
    """The face of a level of bots; ``words`` if its name stands beside it."""
    return faces.face(level, beside_words=bool(words))


@register.simple_tag
def bot(level: str) -> SafeString:
    """A bot wherever a seat is shown: its face and its level, which says what it is like."""
    name, sentence = present_name(level), faces.bot_words(level)
    drawn = faces.face(level, beside_words=True)
    return format_html('<small class="bot" title="{}">{}{}</small>', sentence, drawn, name)


@register.simple_tag
def chip(company: str | None, text: str = "") -> SafeString:
    """A company's letters on its colour; whatever points at it lights up everywhere."""
    if not company:
        return SafeString("")
    return format_html('<span class="chip co-{}" data-company="{}">{}</span>', company, company, text or company)


@register.simple_tag(takes_context=True)
def press(context: template.Context, button: Button) -> SafeString:
    """A thing to press, as whoever looks at the table may."""
    return pressed(button, context.get("seats") or (), context.get("played_for"))


@register.simple_tag
def native(name: NativeName | None) -> SafeString:
    """What something is called where it lies."""
    return format_html(' <small lang="{}">{}</small>', name.language, name.name) if name else SafeString("")
