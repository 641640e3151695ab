"""What a move would add to the best run: worked out on copies, on request only."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter
from typing import Any

from kaiping.action import AnyAction, LayTile, PlaceToken, to_json
from kaiping.errors import BadInput
from kaiping.flow.table import Table
from kaiping.flow.trains import next_train
from kaiping.game import Game
from kaiping.routes.income import problem
from kaiping.routes.search import best_runs_by_calls
from kaiping.web.table import phrases
from kaiping.web.table.hexes import hex_actions
from kaiping.web.table.viewer import Links, Viewer

#: how long the server searches for all options of a hex together
_SECONDS = 3.0


def worth_part(
    game: Game, viewer: Viewer, query: Mapping[str, str], *, moment: int | None, links: Links
) -> tuple[str, dict[str, Any]]:
    """What each option on a hex would add to the best run of the company on turn; without a hex, the best of each."""
    hex_id = query.get("hex", "")
    if hex_id and hex_id not in game.definition.map.hexes:
        raise BadInput(f"the map has no hex {hex_id}")
    shown = game if moment is None else game.at(moment)
    company = phrases.company_on_turn(shown)
    if company is None or shown.finished:
        return "table/worth.html", {"rows": [], "hexes": {}, "before": "", "trains": "", "owned": False, "company": ""}
    deadline = perf_counter() + _SECONDS
    trains, owned = _trains(shown, company)
    before = best_revenue(shown, company, trains, deadline)
    gains = {
        action: best_after(shown, company, trains, action, deadline) - before
        for action in (hex_actions(shown, hex_id) if hex_id else shown.legal_actions())
        if isinstance(action, LayTile | PlaceToken) and perf_counter() < deadline
    }
    hexes: dict[str, int] = {}
    for action, gain in gains.items():
        hexes[action.hex] = max(gain, hexes.get(action.hex, gain))
    return "table/worth.html", {
        "rows": [(to_json(action).decode(), gain) for action, gain in gains.items()] if hex_id else [],
        "hexes": {} if hex_id else hexes,
        "before": phrases.money(shown, before),
        "trains": " ".join(trains),
        "owned": owned,
        "company": company,
    }


def _trains(game: Game, company: str) -> tuple[tuple[str, ...], bool]:
    """The company's trains, or the next on sale where it has none."""
    owned = game.state.trains.get(company, ())
    return (owned, True) if owned else ((next_train(game.definition, game.state).name,), False)


def best_revenue(game: Game, company: str, trains: tuple[str, ...], deadline: float) -> int:
    """The most that trains of a company could run for on the board as it lies, as far as is known by the deadline."""
    table = Table(game.definition, game.title, game.state)
    what = problem(game.definition, game.state.board, company, trains, table.phase.value_index)
    if not what.tokens:
        return 0
    return max((run.revenue for run in best_runs_by_calls(what, deadline=deadline).values()), default=0)


def best_after(game: Game, company: str, trains: tuple[str, ...], action: AnyAction, deadline: float) -> int:
    """The same after an action."""
    trial = game.copy()
    trial.play(action)
    return best_revenue(trial, company, trains, deadline)
