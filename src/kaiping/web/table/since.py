"""Since your last turn: what others did, in brief, each company's turn told together."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from kaiping.web.spoken import gettext as _
from kaiping.web.table.log import Entry, Line
from kaiping.web.table.outcome import begun


@dataclass(frozen=True)
class Done:
    """What came of one action; ``number`` of actions had been played after it."""

    number: int
    text: str
    hexes: tuple[str, ...]


@dataclass
class Stretch:
    """Actions that are told together: of one company, or bids and passes in a row; or a round that has begun."""

    round: str = ""
    #: the company that has acted, whose letters stand before all of it
    company: str = ""
    done: list[Done] = field(default_factory=list)
    #: what makes the next action part of it
    key: str = ""


def stretches(entries: Iterable[Entry], companies: Iterable[str], ran_out: Collection[int] = ()) -> list[Stretch]:
    """What is worth telling of some entries of the log, without what comes by itself in every round.

    ``ran_out``: actions of the table for the reader, whose time had run out; these are always told.
    """
    found: list[Stretch] = []
    known = frozenset(companies)
    for entry in entries:
        company = entry.actor if entry.actor in known else ""
        words = _words(entry.own, company)
        if entry.number in ran_out:
            words = _("your time ran out: %s") % words if words else _("your time ran out")
        if words:
            key = company or ("-" if entry.slight else "")
            if not key or not found or found[-1].key != key:
                found.append(Stretch(company=company, key=key))
            found[-1].done.append(Done(entry.number, words, entry.hexes))
        for following in entry.begun:
            found.append(Stretch(round=following.name))
            if words := _words(following.lines, ""):
                found[-1].done.append(Done(entry.number, words, ()))
    return found


def _words(lines: Iterable[Line], company: str) -> str:
    """The lines in one sentence, without the company's letters where they stand before it."""
    words = "; ".join(line.brief.removeprefix(f"{company} ") for line in lines if line.brief)
    return words if company else begun(words)
