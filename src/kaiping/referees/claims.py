"""Runs that a company claims: its trains and the track that they use, whatever the stops are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from kaiping.action import Route
from kaiping.board.board import Board
from kaiping.definition import Definition
from kaiping.referees import ways

#: numbers of a clause, in the newest book and in another
Clause = tuple[str, ...]
#: a sentence and the clause that it goes by
Fault = tuple[str, Clause]


class Clauses(NamedTuple):
    """What forbids a train that is not there, a way without track, track that is used twice by one route or by two."""

    train: Clause
    way: Clause
    twice: Clause
    shared: Clause


def faults(
    definition: Definition,
    board: Board,
    routes: Iterable[Route],
    trains: Iterable[str],
    clauses: Clauses,
    of_stops: Callable[[Route], Iterable[Fault]],
) -> Iterator[Fault]:
    """All that is wrong; where a route does lead over track its stops are looked at as well."""
    left = list(trains)
    crossed: set[ways.Side] = set()
    for route in routes:
        if route.train not in left:
            yield f"it has no further {route.train}-train", clauses.train
        else:
            left.remove(route.train)
        fault = ways.fault(definition, board, route.path)
        if fault:
            yield f"{fault}: {'-'.join(route.path)}", clauses.way
            continue
        sides = ways.sides(route.path)
        if len(set(sides)) < len(sides):
            yield "a route uses track twice", clauses.twice
        if crossed & set(sides):
            yield "two routes use the same track", clauses.shared
        crossed |= set(sides)
        yield from of_stops(route)
