"""Everything a page shows, from a game and who is looking."""

from __future__ import annotations

import json
from typing import Any

from kaiping import phrases
from kaiping.action import Route
from kaiping.draw.theme import letters_on
from kaiping.errors import BadInput, Reason
from kaiping.game import Game
from kaiping.titles import options_on
from kaiping.web.table.choices import Now, now
from kaiping.web.table.depot import depot
from kaiping.web.table.log import Entry, Times, stamps, tail, written
from kaiping.web.table.market import market
from kaiping.web.table.pictures import map_picture
from kaiping.web.table.refusals import sentence
from kaiping.web.table.runs import RunView, run_view
from kaiping.web.table.shared import fragment, kept, panel
from kaiping.web.table.sheet import sheet, sheet_rows
from kaiping.web.table.story import round_marks
from kaiping.web.table.turns import Head, head
from kaiping.web.table.viewer import Links, Viewer

#: lines of the log that stand on the map
_LINES = 3


def context(
    game: Game, viewer: Viewer, *, moment: int | None, links: Links, extras: dict[str, Any] | None = None
) -> dict[str, Any]:
    """What ``table/page.html`` and ``table/body.html`` need."""
    extras = dict(extras or {})
    past = moment is not None and moment != game.played
    shown = game.at(moment) if moment is not None and past else game
    redo = extras.pop("redo", None)
    times: Times | None = extras.pop("times", None)
    page = _Page(game, shown, viewer, links, past, _can_redo(game) if redo is None else bool(redo))
    return {
        "definition": game.definition,
        "viewer": viewer,
        "links": links,
        "version": game.played,
        "moment": shown.played if past else None,
        "here": shown.played,
        "past": past,
        "finished": shown.finished,
        "head": page.head,
        "now": page.now,
        "mine": bool(page.seats & set(page.head.acting)),
        "panels": page.panels(frozenset(extras.get("bots") or ()), times),
        "started": list(shown.state.par),
        "auction": bool(page.head.auction),
        "holding_limit": shown.definition.shares.holding_limit,
        "pool": shown.definition.shares.pool_limit is not None,
        "colors": json.dumps({code: [color, letters_on(color)] for code, color in _colors(game).items()}),
        **extras,
        "refusal": _refusal(extras.get("refusal")),
    }


def _colors(game: Game) -> dict[str, str]:
    companies = {code: company.color for code, company in game.definition.companies.items()}
    return companies | {code: minor.color for code, minor in game.definition.minors.items()}


class _Page:
    """The panels of one page; what does not depend on the viewer is made once for all."""

    def __init__(self, game: Game, shown: Game, viewer: Viewer, links: Links, past: bool, redo: bool) -> None:
        self.game, self.shown, self.viewer, self.links, self.past, self.redo = game, shown, viewer, links, past, redo
        self.head: Head = kept(shown, "head", lambda: head(shown))
        self.now: Now = kept(shown, "now", lambda: now(shown))
        self.seats = frozenset() if past or viewer.spectator else viewer.seats

    def _base(self) -> dict[str, Any]:
        return {
            "definition": self.game.definition,
            "links": self.links,
            "past": self.past,
            "here": self.shown.played,
            "moment": self.shown.played if self.past else None,
            "head": self.head,
            "now": self.now,
            "finished": self.shown.finished,
        }

    def panels(self, bots: frozenset[str], times: Times | None) -> dict[str, str]:
        """Each panel by the name of its template."""
        game, shown, links, past = self.game, self.shown, self.links, self.past
        seats = self.seats & self.now.actors
        may_undo = self.viewer.may_undo
        return {
            "head": panel(
                shown,
                "head",
                (links, past, may_undo, self.redo),
                lambda: {**self._base(), "may_undo": may_undo, "redo": self.redo},
            ),
            "map": panel(shown, "map", past, lambda: {**self._base(), **_map(shown)}),
            "time": panel(
                shown,
                "time",
                game.played,
                lambda: {
                    **self._base(),
                    "length": game.played,
                    "marks": kept(game, "marks", lambda: fragment("marks", marks=tuple(round_marks(game)))),
                },
            ),
            "now": panel(
                shown, "choices", (links, past, seats), lambda: {**self._base(), **_end(shown), "seats": seats}
            ),
            "tabs": panel(shown, "tabs", links, self._base),
            "market": kept(shown, "market", lambda: fragment("market", market=market(shown))),
            "trains": kept(shown, "trains", lambda: fragment("trains", depot=depot(shown))),
            "log": panel(shown, "log", (links, past), lambda: {**self._base(), **_log(shown, links, times)}),
            "more": panel(shown, "more", links, lambda: {**self._base(), "options": options_on(shown.definition)}),
            "sheet": panel(
                shown, "sheet", (links, bots, past), lambda: {**self._base(), "sheet": sheet_rows(sheet(shown, bots))}
            ),
        }


def _map(game: Game) -> dict[str, Any]:
    entries, _earlier = kept(game, "tail", lambda: tail(game))
    return {
        "map": map_picture(game),
        "ran": _latest_run(game),
        "happened": _happened(entries) if game.played else [],
        "latest": [event["hex"] for event in game.last_events if event.kind in ("tile", "token", "home-token")],
    }


def _log(game: Game, links: Links, times: Times | None) -> dict[str, Any]:
    entries, earlier = kept(game, "tail", lambda: tail(game))
    first = entries[0].number - 1 if entries else game.played
    return {
        "entries": written(entries, links, game.played),
        "earlier": earlier,
        "stamps": stamps(times, first) if times else {},
    }


def _end(game: Game) -> dict[str, Any]:
    return {"winners": game.winners(), "totals": ranking(game) if game.finished else []}


def ranking(game: Game) -> list[tuple[str, str]]:
    """What each player is worth, the richest first."""
    totals = sorted(game.totals().items(), key=lambda one: -one[1])
    return [(phrases.money(game, worth), player) for player, worth in totals]


def _happened(entries: list[Entry]) -> list[str]:
    """The latest lines of the log."""
    return [line.text for entry in entries[-_LINES:] for line in entry.lines][-_LINES:]


def _can_redo(game: Game) -> bool:
    try:
        game.at(game.played + 1)
    except BadInput:
        return False
    return True


def _refusal(refusal: object) -> dict[str, str] | None:
    if refusal is None:
        return None
    if isinstance(refusal, Reason):
        return {"text": sentence(refusal), "clause": refusal.clause or ""}
    return {"text": str(refusal), "clause": ""}


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
