"""A run put together by clicking stops: the server finds the track and the engine judges."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import count
from typing import Any

from kaiping import phrases
from kaiping.action import Route, to_json
from kaiping.errors import BadInput, Reason
from kaiping.game import Game
from kaiping.refusals import sentence
from kaiping.routes.check import fault
from kaiping.routes.country import Country
from kaiping.web.spoken import gettext as _
from kaiping.web.table.runs import layers, planned, route_color, run_view
from kaiping.web.table.viewer import Links, Viewer

_MOST = 20_000
#: a stop as claims name it, or its hex
_STOP = re.compile(r"\b([A-Z]{1,2}\d{1,2})(\.\d)?\b")
#: reasons that say that another run earns more
_BEATEN = frozenset({"not_the_best_run", "run_beaten"})


def _name(game: Game, stop: str) -> str:
    """A stop as people call it."""
    hex_id = stop.partition(".")[0]
    return game.definition.map.hexes[hex_id].name or hex_id


def _named(game: Game, text: str) -> str:
    """A sentence about a claim, with names in place of what programs call the stops."""
    known = game.definition.map.hexes
    return _STOP.sub(lambda found: _name(game, found[0]) if found[1] in known else found[0], text)


def _why(game: Game, reason: Reason) -> str:
    """Why a run may not be made; of one that earns too little no more than what can be had, for it stands there."""
    if reason.code not in _BEATEN:
        return _named(game, sentence(reason))
    figures = {"amount": phrases.money(game, reason.figures["best"]), "calls": reason.figures.get("most", 0)}
    if reason.code == "run_beaten":
        return _("%(amount)s with %(calls)d calls that pay the treasury can be had.") % figures
    return _("%(amount)s can be had.") % figures


def _far(game: Game, company: str, stop: str) -> str:
    """Why a train cannot call at a place that was pressed."""
    figures = {"place": _name(game, stop), "company": company}
    if "." not in stop:
        return _("There is nothing to call at in %(place)s.") % figures
    return (
        _("%(company)s cannot reach %(place)s: no track that its trains may use leads there from its tokens.") % figures
    )


def run_part(
    game: Game, viewer: Viewer, query: Mapping[str, str], *, moment: int | None, links: Links
) -> tuple[str, dict[str, Any]]:
    """What a plan of trains and stops would earn, or what is wrong with it."""
    company = phrases.company_on_turn(game)
    if company is None or game.finished is not None or phrases.step_name(game) != "run":
        raise BadInput(_("no company runs its trains now"))
    text = query.get("plan", "[]")
    if len(text) > _MOST:
        raise BadInput(_("that plan is too long"))
    try:
        plan = json.loads(text)
    except (json.JSONDecodeError, RecursionError):
        raise BadInput(_("a run is a list of trains with their stops")) from None
    action = planned(game, company, plan)
    reason = game.why_not(action)
    problem = game.running(company)
    hexes = game.definition.map.hexes
    # what one train does wrong takes nothing from the others
    sound = {number: route for number, route in enumerate(action.routes) if fault(problem, [route]) is None}
    run = run_view(game, company, list(sound.values()))
    told = {number: replace(one, color=route_color(number)) for number, one in zip(sound, run.routes, strict=True)}
    numbers = count()
    rows = [
        {
            "train": one["train"],
            "stops": [_name(game, stop) for stop in one["stops"]],
            "route": told.get(next(numbers)) if one["stops"] else None,
        }
        for one in plan
        if all(stop.partition(".")[0] in hexes for stop in one["stops"])
    ]
    drawn = [route if number in sound else Route(route.train, ()) for number, route in enumerate(action.routes)]
    lines, rings = layers(game, drawn)
    far = query.get("far", "")
    begun = any(len(one["stops"]) == 1 for one in plan)
    network = problem.network
    reached = (network.ids[stop] for stop in Country(problem).stops)
    return "table/edit.html", {
        "company": company,
        "rows": rows,
        "active": query.get("active", "0"),
        "plan": json.dumps(plan),
        "action": to_json(action).decode(),
        "reason": reason,
        "begun": begun,
        "why": _why(game, reason) if reason else "",
        "far": _far(game, company, far) if far.partition(".")[0] in hexes else "",
        "reach": " ".join(f"{hex_id}.{stop}" for hex_id, stop in reached),
        "run": run if fault(problem, action.routes) is None else None,
        "lines": lines,
        "rings": rings,
        "mine": game.seat_of(action) in viewer.seats and moment is None,
        "links": links,
        "version": game.played,
    }
