"""Everything a page shows, from a game and who is looking."""

from __future__ import annotations

import json
from typing import Any

from django.utils.translation import get_language

from kaiping.action import Route
from kaiping.draw.theme import letters_on
from kaiping.errors import BadInput, Reason
from kaiping.game import Game
from kaiping.web.table import phrases
from kaiping.web.table.choices import now
from kaiping.web.table.depot import depot, depot_panel
from kaiping.web.table.log import Entry, tail
from kaiping.web.table.market import market, market_panel
from kaiping.web.table.pictures import map_picture
from kaiping.web.table.refusals import sentence
from kaiping.web.table.runs import RunView, run_view
from kaiping.web.table.sheet import sheet
from kaiping.web.table.story import round_marks
from kaiping.web.table.turns import head
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
    entries, earlier = tail(shown)
    return {
        "definition": game.definition,
        "viewer": viewer,
        "links": links,
        "version": game.played,
        "moment": shown.played if past else None,
        "here": shown.played,
        "past": past,
        "head": head(shown),
        "now": now(shown, viewer, past=past),
        "sheet": sheet(shown, frozenset(extras.get("bots") or ())),
        "market": market_panel(market(shown), get_language() or ""),
        "depot": depot_panel(depot(shown), get_language() or ""),
        "map": map_picture(shown),
        "ran": _latest_run(shown),
        "entries": entries,
        "earlier": earlier,
        "marks": round_marks(game),
        "happened": _happened(entries) if shown.played else [],
        "latest": [event["hex"] for event in shown.last_events if event.kind in ("tile", "token", "home-token")],
        "phase": shown.definition.phases[shown.state.phase],
        "finished": shown.finished,
        "winners": shown.winners(),
        "totals": ranking(shown),
        "redo": _can_redo(game),
        "length": game.played,
        "started": bool(shown.state.par),
        "percents": range(10, shown.definition.shares.holding_limit + 10, 10),
        "colors": json.dumps(
            {code: [company.color, letters_on(company.color)] for code, company in game.definition.companies.items()}
        ),
        **extras,
        "refusal": _refusal(extras.get("refusal")),
    }


def ranking(game: Game) -> list[tuple[str, str]]:
    """What each player is worth, the richest first."""
    totals = sorted(game.totals().items(), key=lambda one: -one[1])
    return [(phrases.money(game, worth), player) for player, worth in totals]


def _happened(entries: list[Entry]) -> list[str]:
    """The latest lines of the log, all of the last action and some of those before."""
    lines = [line.text for entry in entries[-3:] for line in entry.lines]
    return lines[-max(_LINES, len(entries[-1].lines) if entries else 0) :]


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
