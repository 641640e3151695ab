"""The log in words: every action with all that came of it, by round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils.safestring import SafeString

from kaiping import phrases
from kaiping.event import GOES_ON, ROUNDS, Event
from kaiping.game import Game
from kaiping.phrases import round_short
from kaiping.web.table.outcome import begun, sentence
from kaiping.web.table.shared import fragment
from kaiping.web.table.viewer import Links, Times, Viewer
from kaiping.words import GREAT

#: actions shown until the whole log is asked for
TAIL = 12

#: what the table itself has told, each with how many actions had been played
Told = Iterable[tuple[int, str]]

#: actions that follow each other faster need no time of their own
_WHILE = timedelta(minutes=5)

#: events that put something on the map
PUT = frozenset({"tile", "token", "home-token"})

#: events of which several are told in a row
_SLIGHT = frozenset({"bid", "passed", "step-passed"})
#: what comes by itself in every round, or what another event says as well: those who were away need not be told
_ROUTINE = frozenset(
    {
        *{"turn", "turn-ended", "step-passed", "stock-round-ended", "private-income", "subsidy", "price-bonus"},
        *{"run", "sold-out", "home-token", "marker", "no-merger"},
        *{*ROUNDS, GOES_ON} - {"game-over"},
    }
)
#: why prices move with every dividend
_DIVIDENDS = frozenset({"dividend", "no dividend"})

_ROUNDS = ROUNDS - {"game-over"}
_KINDS = {
    "round": _ROUNDS,
    "money": {"paid", "withheld", "subsidy", "private-income", "sold", "floated", "president-paid"},
    "price": {"price", "sold-out"},
    "great": GREAT,
}


@dataclass(frozen=True)
class Line:
    text: str
    kind: str
    company: str
    #: the same in brief for those who were away; empty if they need not be told
    brief: str = ""


@dataclass(frozen=True)
class Begun:
    """A round that an action has brought about, and what came of it by itself."""

    name: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Entry:
    """What one action brought about; ``number`` of actions had been played after it."""

    number: int
    #: in the round in which it was played
    own: tuple[Line, ...]
    #: in the rounds that begin with it
    begun: tuple[Begun, ...] = ()
    #: where something was laid
    hexes: tuple[str, ...] = ()
    #: a bid or a pass, and nothing more
    slight: bool = False
    #: the player or the company that has acted
    actor: str = ""

    @property
    def lines(self) -> tuple[Line, ...]:
        return (*self.own, *(line for one in self.begun for line in one.lines))


def entries(game: Game, first: int = 0) -> list[Entry]:
    """The log from the moment after the first so many actions."""
    found = []
    went_on = round_short(game.at(first - 1)) if first else ""
    for position in game.moments(first):
        events = position.last_events
        own, *begun = phrases.by_round(position, went_on)
        went_on = begun[-1][0] if begun else went_on
        lines = tuple(_line(position, event) for event in own[1]) or _quiet(position)
        if lines or begun:
            slight = bool(events) and all(event.kind in _SLIGHT for event in events)
            found.append(Entry(position.played, lines, _begun(position, begun), laid(events), slight, _actor(position)))
    return found


def _actor(game: Game) -> str:
    """Who has acted."""
    action = game.last_action
    return "" if action is None else action.who


def _begun(game: Game, rounds: Iterable[tuple[str, list[Event]]]) -> tuple[Begun, ...]:
    return tuple(Begun(name, tuple(_line(game, event) for event in events)) for name, events in rounds)


def laid(events: Iterable[Event]) -> tuple[str, ...]:
    """The hexes on which something was laid."""
    return tuple(dict.fromkeys(event["hex"] for event in events if event.kind in PUT))


def _quiet(game: Game) -> tuple[Line, ...]:
    """An action of which nothing came yet, as a choice on the way to something, in words of its own."""
    action = game.last_action
    if action is None:
        return ()
    words = phrases.said(game, action)
    return (Line(words, "", str(getattr(action, "company", None) or ""), words),)


def _line(game: Game, event: Event) -> Line:
    text = begun(sentence(game, event))
    kind = next((kind for kind, events in _KINDS.items() if event.kind in events), "")
    routine = event.kind in _ROUTINE or (event.kind == "price" and event["cause"] in _DIVIDENDS)
    brief = "" if routine else game.describe(event)
    return Line(text, kind, str(event.data.get("company", "")), brief)


def written(entries: list[Entry], links: Links, here: int) -> list[tuple[int, SafeString]]:
    """Each entry as it stands on the page, with its number; the one of the moment shown stands out."""
    return [
        (entry.number, fragment("entry", entry=entry, page=links.page, here=entry.number == here)) for entry in entries
    ]


def stamps(times: Times, first: int = 0) -> dict[int, datetime]:
    """The times that the log shows: of its first action, and of each that came a while after the one before."""
    shown: dict[int, datetime] = {}
    latest: datetime | None = None
    for number, time in times(first):
        if latest is None or time - latest > _WHILE:
            shown[number] = time
        latest = time
    return shown


def by_moment(told: Told) -> dict[int, list[str]]:
    """What the table has told after so many actions: that some were taken back, that a seat changed hands."""
    found: dict[int, list[str]] = {}
    for number, words in told:
        found.setdefault(number, []).append(words)
    return found


def tail(game: Game) -> tuple[list[Entry], bool]:
    """The latest entries, and whether there are earlier ones."""
    first = max(0, game.played - TAIL)
    return entries(game, first), first > 0


def log_part(
    game: Game, viewer: Viewer, query: Mapping[str, str], *, moment: int | None, links: Links
) -> tuple[str, dict[str, Any]]:
    """The whole log up to a moment."""
    shown = game if moment is None else game.at(moment)
    return "table/log.html", {
        "entries": written(entries(shown), links, shown.played),
        "earlier": False,
        "links": links,
        "moment": moment,
    }


def told_of(game: Game, number: int) -> str:
    """The action after so many others, as the log tells it."""
    after = game.at(number + 1)
    lines = [line for entry in entries(after, number) if entry.number == after.played for line in entry.lines]
    return lines[0].text.rstrip(".") if lines else phrases.turn_words(game.at(number))
