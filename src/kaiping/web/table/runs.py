"""Runs: what each stop adds, how they are drawn, and a run put together stop by stop."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString, mark_safe

from kaiping import ledger, phrases
from kaiping.action import Route, RunRoutes
from kaiping.draw.map import run_layers
from kaiping.draw.variables import PAGE
from kaiping.errors import BadInput
from kaiping.game import Game
from kaiping.routes.check import incomes
from kaiping.routes.income import RunProblem
from kaiping.routes.network import point
from kaiping.web.spoken import gettext as _
from kaiping.web.table.pictures import afar

#: ways tried between the stops of a plan; more would mean that somebody plays with the server
_MOST_TRIES = 5000


@dataclass(frozen=True)
class StopIncome:
    id: str
    name: str
    amount: int


@dataclass(frozen=True)
class RouteIncome:
    """One train's way with what each stop adds."""

    train: str
    color: int
    stops: list[StopIncome]
    bonuses: list[tuple[str, int]]
    #: what is taken off, and stops on the way that are left out
    fees: list[tuple[str, int]]
    left_out: list[str]
    revenue: str
    subsidy: str
    path: str


@dataclass(frozen=True)
class RunView:
    """A whole run: what it earns and its lines for the map."""

    total: int
    revenue: str
    per_share: str
    #: what the share price adds, as part of what is paid
    price_bonus: str
    subsidy: str
    routes: list[RouteIncome]
    idle: list[str]
    lines: SafeString
    rings: SafeString
    #: train and stops of each route, from which editing begins
    plan: str


def run_view(game: Game, company: str, routes: Sequence[Route]) -> RunView:
    """A legal run spelled out."""
    problem = game.running(company)
    told = []
    revenue = subsidy = 0
    for number, (route, income) in enumerate(zip(routes, incomes(problem, routes), strict=True)):
        revenue += income.revenue
        subsidy += income.subsidy
        stops = [StopIncome(stop, _stop_name(game, stop), amount) for stop, amount in income.stops]
        told.append(
            RouteIncome(
                train=route.train,
                color=route_color(number),
                stops=stops,
                bonuses=[(_bonus_words(name), amount) for name, amount in income.bonuses],
                fees=[(_bonus_words(name), amount) for name, amount in income.fees],
                left_out=[_stop_name(game, stop) for stop in income.left_out],
                revenue=phrases.money(game, income.revenue),
                subsidy=phrases.money(game, income.subsidy) if income.subsidy else "",
                path=" ".join(route.path),
            )
        )
    bonus = _price_bonus(game)
    lines, rings = layers(game, routes)
    return RunView(
        total=revenue,
        revenue=phrases.money(game, revenue),
        per_share=phrases.money(game, (revenue + bonus) // 10) if company in game.definition.companies else "",
        price_bonus=phrases.money(game, bonus) if bonus else "",
        subsidy=phrases.money(game, subsidy) if subsidy else "",
        routes=told,
        idle=_idle(problem, routes),
        lines=lines,
        rings=rings,
        plan=json.dumps([{"train": route.train, "stops": list(route.stops)} for route in routes]),
    )


def route_color(number: int) -> int:
    """Which of the colours of runs a route has by its place among them."""
    return number % len(PAGE.routes)


def layers(game: Game, routes: Sequence[Route]) -> tuple[SafeString, SafeString]:
    """The lines and the rings of routes for the map; one without a path only keeps its colour from the others."""
    lines, rings = run_layers(game.definition, game.state.board, routes, PAGE, afar(game))
    return mark_safe(lines), mark_safe(rings)


def _price_bonus(game: Game) -> int:
    """What the share price adds to the income of the company on turn."""
    turn = ledger.operating_turn(game)
    return 0 if turn is None else turn.price_bonus


def _idle(problem: RunProblem, routes: Sequence[Route]) -> list[str]:
    left = [train.name for train in problem.trains]
    for route in routes:
        if route.train in left:
            left.remove(route.train)
    return left


def _stop_name(game: Game, stop: str) -> str:
    hex_id = stop.partition(".")[0]
    return game.definition.map.hexes[hex_id].name or hex_id


def _bonus_words(name: str) -> str:
    return {"destination": _("destination"), "ferry": _("ferry")}.get(name, name)


def planned(game: Game, company: str, plan: object) -> RunRoutes:
    """A run from trains and stops: track between the stops is found, used by no two trains where that can be."""
    problem = game.running(company)
    wanted = [_wish(one) for one in plan] if isinstance(plan, list) else None
    if wanted is None:
        raise BadInput(_("a run is a list of trains with their stops"))
    used = 0
    routes = []
    for train, stops in wanted:
        if not stops:
            continue
        found = next(_ways(problem, stops, used), None) or next(_ways(problem, stops, 0), None)
        path, mask = found or (tuple(stops), 0)
        used |= mask
        routes.append(Route(train, path))
    return RunRoutes(company, tuple(routes))


def _wish(one: Any) -> tuple[str, list[str]]:
    if not isinstance(one, dict) or not isinstance(one.get("train"), str) or not isinstance(one.get("stops"), list):
        raise BadInput(_("a run is a list of trains with their stops"))
    return one["train"], [str(stop) for stop in one["stops"][:60]]


def _ways(problem: RunProblem, stops: Sequence[str], used: int) -> Iterator[tuple[tuple[str, ...], int]]:
    """Paths through the stops in their order that leave used track alone, with the track each uses."""
    network = problem.network
    names = {point(stop): number for stop, number in network.numbers.items()}
    if any(stop not in names for stop in stops):
        return
    numbers = [names[stop] for stop in stops]
    tries = iter(range(_MOST_TRIES))

    def further(position: int, mask: int) -> Iterator[tuple[tuple[str, ...], int]]:
        here = numbers[position]
        if next(tries, None) is None:
            return
        if position + 1 == len(numbers):
            yield (point(network.ids[here]),), mask
            return
        for segment in network.segments(here):
            if segment.to == numbers[position + 1] and not segment.mask & (mask | used):
                for path, whole in further(position + 1, mask | segment.mask):
                    yield (point(network.ids[here]), *segment.hexes, *path), whole

    yield from further(0, 0)
