"""A run put together by clicking stops: the server finds the track and the engine judges."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from kaiping import phrases
from kaiping.action import to_json
from kaiping.errors import BadInput
from kaiping.game import Game
from kaiping.routes.check import fault
from kaiping.web.table.refusals import sentence
from kaiping.web.table.runs import planned, run_view
from kaiping.web.table.viewer import Links, Viewer

_MOST = 20_000


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
    drawable = fault(problem, action.routes) is None
    hexes = game.definition.map.hexes
    rows = [
        {"train": one["train"], "stops": [hexes[stop.partition(".")[0]].name or stop for stop in one["stops"]]}
        for one in plan
        if all(stop.partition(".")[0] in hexes for stop in one["stops"])
    ]
    return "table/edit.html", {
        "company": company,
        "rows": rows,
        "active": query.get("active", "0"),
        "plan": json.dumps(plan),
        "action": to_json(action).decode(),
        "reason": reason,
        "why": sentence(reason) if reason else "",
        "run": run_view(game, company, action.routes) if drawable else None,
        "mine": game.seat_of(action) in viewer.seats and moment is None,
        "links": links,
        "version": game.played,
    }
