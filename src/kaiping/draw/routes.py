"""Routes: each train in a colour and pattern of its own, exactly along the track it runs over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from kaiping.action import Route
from kaiping.arguments import quoted
from kaiping.board.hex import opposite
from kaiping.board.map import Map
from kaiping.board.tile import STOP
from kaiping.draw.geometry import Curve, centre
from kaiping.draw.layout import Layout
from kaiping.draw.svg import Markup, group, join
from kaiping.draw.theme import ROUTE, ROUTE_CASING, Theme
from kaiping.draw.track import stroke
from kaiping.errors import BadInput

#: white dashes inside a route's line, so that colour is not all that tells routes apart
_PATTERNS = (None, "1 0", "9 9", "2 12", "22 8", "9 6 2 6")


class Leg(NamedTuple):
    """One piece of track under a route."""

    hex: str
    ends: tuple[int, int]


def _place(point: str) -> tuple[str, int | None]:
    hex_id, dot, index = point.partition(".")
    return hex_id, STOP + int(index) if dot else None


def check_routes(printed: Map, routes: Sequence[Route]) -> None:
    """Refuse routes that were made by hand and name no train, or lead nowhere."""
    for route in routes:
        names = (route.train, *route.path) if isinstance(route.path, tuple) else (None,)
        if not all(isinstance(name, str) for name in names):
            raise BadInput(f"a route has a train and a path of hexes and stops, not {quoted(route)}")
        if len(route.path) < 2:
            raise BadInput(f"the route of train {route.train} leads nowhere")
        for point in route.path:
            if point.partition(".")[0] not in printed.hexes:
                raise BadInput(f"the route {' '.join(route.path)} names {quoted(point)}, which is not on the map")


def legs(printed: Map, route: Route) -> list[Leg]:
    """The pieces of track that a route runs over, from its first stop to its last."""
    try:
        points = [_place(point) for point in route.path]
    except ValueError:
        raise BadInput(f"the route {' '.join(route.path)} names a stop that cannot be read") from None
    found: list[Leg] = []
    entry: int | None = None
    for (hex_id, stop), (other, next_stop) in pairwise(points):
        if hex_id == other:
            if stop is None or next_stop is None:
                raise BadInput(f"the route {' '.join(route.path)} stays on {hex_id}")
            if entry is not None:
                found.append(Leg(hex_id, (entry, stop)))
            found.append(Leg(hex_id, (stop, next_stop)))
            entry = None
            continue
        around = printed.neighbours.get(hex_id, ())
        if other not in around:
            raise BadInput(f"the route {' '.join(route.path)} jumps from {hex_id} to {other}")
        edge = around.index(other)
        if entry is not None and stop is not None:
            found.append(Leg(hex_id, (entry, stop)))
        start = stop if stop is not None else entry
        if start is not None:
            found.append(Leg(hex_id, (start, edge)))
        entry = opposite(edge)
    last, stop = points[-1] if points else ("", None)
    if entry is not None and stop is not None:
        found.append(Leg(last, (entry, stop)))
    return found


def routes_drawn(
    printed: Map, layouts: dict[str, Layout], routes: Sequence[Route], theme: Theme
) -> tuple[Markup, dict[tuple[str, int], list[str]]]:
    """The lines of all routes, and for each stop called at the colours of the routes that do."""
    used: Counter[Leg] = Counter()
    parts = []
    calls: dict[tuple[str, int], list[str]] = {}
    for number, route in enumerate(routes):
        color = theme.routes[number % len(theme.routes)]
        lines: list[tuple[Curve, float]] = []
        for leg in legs(printed, route):
            placed = layouts.get(leg.hex)
            curve = placed.piece(*leg.ends) if placed else None
            if curve is None:
                raise BadInput(f"the route {' '.join(route.path)} finds no track on {leg.hex}")
            share = Leg(leg.hex, (min(leg.ends), max(leg.ends)))
            lines.append((curve.moved(centre(leg.hex)), 0.7 ** used[share]))
            used[share] += 1
        pattern = _PATTERNS[number % len(_PATTERNS)]
        parts.append(
            group(
                *(stroke(line, "#FFFFFF", ROUTE_CASING * thick, stroke_linecap="round") for line, thick in lines),
                *(stroke(line, color, (ROUTE + 2) * thick, stroke_linecap="round") for line, thick in lines),
                *(
                    stroke(line, "#FFFFFF", 3 * thick, stroke_dasharray=pattern)
                    for line, thick in lines
                    if pattern is not None
                ),
                class_="route",
                data_train=route.train,
            )
        )
        for point in route.stops:
            hex_id, stop = _place(point)
            if stop is not None:
                calls.setdefault((hex_id, stop - STOP), []).append(color)
    return join(*parts), calls


def sample(number: int, length: float, theme: Theme) -> Markup:
    """A stretch of a route's line, for the key below the map."""
    line = Curve.straight((0, 0), (length, 0))
    pattern = _PATTERNS[number % len(_PATTERNS)]
    return join(
        stroke(line, theme.routes[number % len(theme.routes)], ROUTE + 2, stroke_linecap="round"),
        stroke(line, "#FFFFFF", 3, stroke_dasharray=pattern) if pattern else Markup(""),
    )
