"""Everything a page shows, from a game and who is looking."""

from __future__ import annotations

import json
from collections.abc import Container
from dataclasses import dataclass, replace
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import ngettext

from kaiping import phrases
from kaiping.action import Route
from kaiping.draw.theme import letters_on
from kaiping.errors import BadInput, Reason
from kaiping.game import Game
from kaiping.records.site18xx import options_of as options_for_site
from kaiping.refusals import sentence
from kaiping.titles import options_on
from kaiping.web.packed import Packed
from kaiping.web.spoken import gettext as _
from kaiping.web.spoken import one_language
from kaiping.web.table.choices import Now, now
from kaiping.web.table.depot import depot
from kaiping.web.table.hint import is_alone
from kaiping.web.table.log import TAIL, Entry, Told, by_moment, entries, laid, stamps, tail, told_of, written
from kaiping.web.table.market import market
from kaiping.web.table.pictures import map_picture, shape
from kaiping.web.table.runs import RunView, run_view
from kaiping.web.table.shared import cached, fragment, panel
from kaiping.web.table.sheet import sheet, sheet_rows
from kaiping.web.table.since import Stretch, stretches
from kaiping.web.table.story import round_marks
from kaiping.web.table.turns import Head, head
from kaiping.web.table.viewer import Around, Asking, Links, Times, Viewer

#: lines of the log that stand on the map
_LINES = 3
#: where the map's panel has the picture of the map
_MAP_PLACE = mark_safe("<svg/>")
#: so much of what happened since one's own last turn is listed
_NEWS = 60


@dataclass(frozen=True)
class _Refusal:
    """Why an action was refused, and by which clause."""

    text: str
    clause: str


@dataclass(frozen=True)
class _PageKey:
    """All that the body shows besides the position.

    The template is given nothing else of the viewer, the links and the table around the game. So people whose keys
    for a position are equal see the same, and it is drawn and packed once for all of them.
    """

    links: Links
    around: Around
    refusal: _Refusal | None
    #: looking back from a game of so many actions
    past: bool
    length: int
    may_undo: bool
    asks_undo: bool
    redo: bool
    #: the viewer's seats that may do something, and whether it is their turn
    seats: frozenset[str]
    mine: bool
    #: whether the viewer has a seat at all, and the seats to choose from where they have several
    sits: bool
    own: tuple[str, ...]
    #: the viewer's seats while somebody asks to go back
    asked: frozenset[str]
    #: it is the turn of one who plays with bots alone, and may ask what one of them would do
    hints: bool

    @property
    def lasting(self) -> bool:
        """Whether others may have the same key; an answer to one person's request is nobody else's."""
        return not self.refusal and not self.around.notice


def body(game: Game, viewer: Viewer, *, moment: int | None, links: Links, around: Around) -> Packed:
    """``table/body.html`` for a viewer; made once for all who see the same."""
    with one_language():
        return _Page(game, viewer, moment, links, around).body()


def page(game: Game, viewer: Viewer, *, moment: int | None, links: Links, around: Around) -> dict[str, Any]:
    """What ``table/page.html`` needs: the body, and what stands in the head of the document."""
    with one_language():
        drawn = _Page(game, viewer, moment, links, around)
        text = drawn.body().text
    return {
        "definition": game.definition,
        "name": around.name,
        "links": links,
        "round": drawn.head.round,
        "colors": json.dumps({code: [color, letters_on(color)] for code, color in _colors(game).items()}),
        "body": mark_safe(text),
    }


def _colors(game: Game) -> dict[str, str]:
    companies = {code: company.color for code, company in game.definition.companies.items()}
    return companies | {code: minor.color for code, minor in game.definition.minors.items()}


class _Page:
    """A game as one viewer sees it at one moment."""

    def __init__(self, game: Game, viewer: Viewer, moment: int | None, links: Links, around: Around) -> None:
        past = moment is not None and moment != game.played
        shown = game.at(moment) if moment is not None and past else game
        self.game, self.shown, self.links, self.past = game, shown, links, past
        self.now: Now = cached(shown, "now", lambda: now(shown))
        self.head: Head = cached(shown, "head", lambda: head(shown, self.now.asked))
        seats = frozenset() if past or viewer.spectator else viewer.seats
        self.key = _PageKey(
            links=links,
            around=replace(around, refusal=None),
            refusal=_refusal(around.refusal),
            past=past,
            length=game.played,
            may_undo=viewer.may_undo,
            asks_undo=viewer.asks_undo,
            redo=_can_redo(game) if around.redo is None else around.redo,
            seats=seats & self.now.actors,
            mine=bool(seats & set(self.head.acting)),
            sits=bool(viewer.seats),
            own=tuple(sorted(viewer.seats)) if len(viewer.seats) > 1 else (),
            asked=viewer.seats if around.asking is not None else frozenset(),
            hints=bool(seats & set(self.head.acting)) and is_alone(shown, viewer.seats, dict(around.bots)),
        )

    def body(self) -> Packed:
        if not self.key.lasting:
            return self._drawn()
        return cached(self.shown, ("body", self.key), self._drawn)

    def _drawn(self) -> Packed:
        key, shown = self.key, self.shown
        found = {
            **self._base(),
            "key": key,
            "shape": shape(shown),
            "version": key.around.version,
            "taken_back": _taken_back(self.game, key.around.asking),
            "lost": _lost(self.game, key.around.asking, {*key.asked}),
            "falls": key.length - shown.played,
            "goes_on": [name for name in self.head.acting if name in dict(key.around.bots)],
            "stays": self.game.finished is not None and key.around.line is None and key.around.coach is None,
            "name": key.around.name,
            "panels": self._panels(),
            "news": self._news(),
            "just": self._just(),
            "started": list(shown.state.par),
            "auction": bool(self.head.auction),
            "holding_limit": shown.definition.shares.holding_limit,
            "pool": shown.definition.shares.pool_limit is not None,
        }
        return Packed(render_to_string("table/body.html", found))

    def _news(self) -> tuple[int, list[Stretch]]:
        """How much others have done since the viewer acted last, and what of it is told."""
        since = self.key.around.since
        if since is None or since >= self.shown.played or self.past or not self.key.mine:
            return 0, []
        found, earlier = cached(self.shown, "tail", lambda: tail(self.shown))
        if earlier and since < self.shown.played - TAIL:
            found = entries(self.shown, since + 1)
        news = [entry for entry in found if entry.number > since][-_NEWS:]
        companies = {*self.shown.definition.companies, *self.shown.definition.minors}
        return self.shown.played - since, stretches(news, companies, self.key.around.ran_out)

    def _just(self) -> list[str]:
        """What the viewer's own latest action brought, or what was done last: a phone shows no log beside it."""
        if self.past or not self.shown.played:
            return []
        found, _earlier = cached(self.shown, "tail", lambda: tail(self.shown))
        since = self.key.around.since if self.key.mine else None
        number = self.shown.played if since is None else since
        return [line.text for entry in found if entry.number == number for line in entry.lines][:_LINES]

    def _base(self) -> dict[str, Any]:
        return {
            "definition": self.game.definition,
            "links": self.links,
            "past": self.past,
            "here": self.shown.played,
            "begins": 0 if self.key.around.line is None else self.key.around.line.begins,
            "moment": self.shown.played if self.past else None,
            "head": self.head,
            "now": self.now,
            "finished": self.shown.finished,
        }

    def _panels(self) -> dict[str, str]:
        """Each panel by the name of its template, made once for all to whom it looks the same."""
        game, shown, links, past = self.game, self.shown, self.links, self.past
        seats, may_undo, asks_undo, redo = self.key.seats, self.key.may_undo, self.key.asks_undo, self.key.redo
        anothers = self.key.around.anothers
        bots, times, told = self.key.around.bots, self.key.around.times, self.key.around.told
        played_for = seats | set(self.key.own) if seats else seats  # what follows may be another seat of theirs
        clocks = () if past else self.key.around.clocks
        banks = () if past else self.key.around.banks
        closed = self.key.around.closed and not past
        thinking = () if past else self.key.around.thinking
        called = "" if self.key.around.line else self.key.around.called
        hints = self.key.hints and bool(links.part)
        unread = self.key.around.unheard.number
        return {
            "head": panel(
                shown,
                "head",
                (links, past, may_undo, asks_undo, redo, anothers, clocks, banks, closed, thinking, called),
                lambda: {
                    **self._base(),
                    "called": called,
                    "closed": closed,
                    "thinking": thinking,
                    "may_undo": may_undo,
                    "asks_undo": asks_undo,
                    "redo": redo,
                    "anothers": anothers,
                    "clocks": clocks,
                    "banks": banks,
                },
            ),
            "map": _with_map(
                panel(
                    shown,
                    "map",
                    (past, bool(links.drawing), closed),
                    lambda: {**self._base(), **_map(shown), "closed": closed},
                ),
                map_picture(shown),
            ),
            "time": panel(
                shown,
                "time",
                (links.fork, game.played),
                lambda: {
                    **self._base(),
                    "length": game.played,
                    "marks": cached(game, "marks", lambda: fragment("marks", marks=tuple(round_marks(game)))),
                },
            ),
            "now": panel(
                shown,
                "choices",
                (links, past, seats, played_for, closed, thinking, hints),
                lambda: {
                    **self._base(),
                    **_end(shown),
                    "seats": seats,
                    "played_for": played_for,
                    "hints": hints,
                    "closed": closed,
                    "thinking": thinking,
                },
            ),
            "tabs": panel(shown, "tabs", (links, unread), lambda: {**self._base(), "unread": unread}),
            "market": cached(shown, "market", lambda: fragment("market", market=market(shown))),
            "trains": cached(shown, "trains", lambda: fragment("trains", depot=depot(shown))),
            "log": panel(
                shown, "log", (links, past, told), lambda: {**self._base(), **_log(shown, links, times, told)}
            ),
            "more": panel(shown, "more", (links, unread), lambda: {**self._base(), **_rules(shown), "unread": unread}),
            "sheet": panel(
                shown,
                "sheet",
                (links, bots, past, banks),
                lambda: {**self._base(), "sheet": sheet_rows(sheet(shown, dict(bots)), banks)},
            ),
        }


def _taken_back(game: Game, asking: Asking | None) -> str:
    """The first of the actions that somebody asks to take back, as the log tells it."""
    if asking is None:
        return ""
    return told_of(game, asking.to)


def _lost(game: Game, asking: Asking | None, seats: Container[str | None]) -> str:
    """The viewer's own actions that would be taken back too; empty if there are none."""
    if asking is None or asking.own:
        return ""
    numbers = range(asking.to, game.played)
    own = [number for number in numbers if game.at(number).seat_of(game.actions[number]) in seats]
    if not own:
        return ""
    words = ngettext(
        "Your own action would fall with it: %(first)s.",
        "%(count)d of your own actions would fall with it, the first: %(first)s.",
        len(own),
    )
    return words % {"count": len(own), "first": told_of(game, own[0])}


def _with_map(panel: SafeString, picture: SafeString) -> SafeString:
    """The picture in its place; it is most of the page, and kept already by the board (``map_picture``)."""
    return mark_safe(panel.replace(_MAP_PLACE, picture, 1))


def _map(game: Game) -> dict[str, Any]:
    latest, _earlier = cached(game, "tail", lambda: tail(game))
    return {
        "map_place": _MAP_PLACE,
        "ran": _latest_run(game),
        "pens": [_("red pen"), _("blue pen"), _("green pen"), _("black pen")],
        "happened": _happened(latest) if game.played else [],
        "latest": laid(game.last_events),
    }


def _log(game: Game, links: Links, times: Times | None, told: Told) -> dict[str, Any]:
    latest, earlier = cached(game, "tail", lambda: tail(game))
    first = latest[0].number - 1 if latest else game.played
    return {
        "entries": written(latest, links, game.played),
        "earlier": earlier,
        "stamps": stamps(times, first) if times else {},
        "told": by_moment(told),
    }


def _rules(game: Game) -> dict[str, Any]:
    printed = game.definition
    return {
        "options": options_on(printed),
        "rules": phrases.rules_words(game),
        "fits_site": options_for_site(printed) is not None,
    }


def _end(game: Game) -> dict[str, Any]:
    return {"winners": game.winners(), "totals": ranking(game) if game.finished else []}


def ranking(game: Game) -> list[tuple[str, str]]:
    """What each player is worth, the richest first."""
    totals = sorted(game.totals().items(), key=lambda one: -one[1])
    return [(phrases.money(game, worth), player) for player, worth in totals]


def _happened(latest: list[Entry]) -> list[str]:
    """The latest lines of the log."""
    return [line.text for entry in latest[-_LINES:] for line in entry.lines][-_LINES:]


def _can_redo(game: Game) -> bool:
    try:
        game.at(game.played + 1)
    except BadInput:
        return False
    return True


def _refusal(refusal: Reason | str | None) -> _Refusal | None:
    if isinstance(refusal, Reason):
        return _Refusal(sentence(refusal), refusal.clause or "")
    return _Refusal(refusal, "") if refusal else None


def _latest_run(game: Game) -> RunView | None:
    """The run that the company on turn has just made, to be drawn while its dividend is decided."""
    if phrases.step_name(game) != "dividend":
        return None
    company = phrases.company_on_turn(game)
    for event in reversed(game.last_events):
        if event.kind == "run" and event["company"] == company:
            routes = [Route(one["train"], tuple(one["path"])) for one in event["routes"]]
            return run_view(game, str(company), routes)
    return None
