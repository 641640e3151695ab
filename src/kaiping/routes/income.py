"""What a title's trains may do and what their stops pay, as data that the search and the check share.

Room for other titles: a train that counts large and small stops apart or leaves stops out is a further field of
``Train``; fees and limits for track (ferries) are masks of pieces with an amount beside ``bonuses``; a company's own
value for a stop is a line of ``values``; a city that a company may pass though others block it is a bit missing
from ``closed``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from kaiping.board.board import Board
from kaiping.board.tile import StopKind
from kaiping.definition import Definition
from kaiping.routes.network import Network, network


class Train(Struct, frozen=True):
    """A train of the company; no range means no limit."""

    name: str
    range: int | None


class Bonus(Struct, frozen=True):
    """An amount that each route earns which calls at one place of either set; sets are bits of places."""

    name: str
    first: int
    second: int
    amount: int

    def earned(self, places: int) -> bool:
        return bool(places & self.first and places & self.second)


class Problem:
    """A company about to run its trains: everything the search and the check need to know."""

    __slots__ = (
        "bonuses",
        "closed",
        "company",
        "free",
        "memo",
        "network",
        "subsidies",
        "tokens",
        "trains",
        "values",
    )

    def __init__(
        self,
        *,
        network: Network,
        company: str,
        trains: tuple[Train, ...],
        values: tuple[int, ...],
        tokens: int,
        closed: int,
        free: int = 0,
        bonuses: tuple[Bonus, ...] = (),
        subsidies: dict[int, int] | None = None,
    ) -> None:
        self.network = network
        self.company = company
        self.trains = trains
        #: what a call at each stop adds to the revenue, by number of the stop
        self.values = values
        #: bits of the stops with a token of the company
        self.tokens = tokens
        #: bits of the stops that may only be ends: terminals, and cities that others block
        self.closed = closed
        #: bits of the stops that do not use up range
        self.free = free
        self.bonuses = bonuses
        #: what a call at a stop brings to the treasury, apart from the revenue
        self.subsidies = subsidies or {}
        #: best runs found, by name
        self.memo: dict[Any, Any] = {}


def problem(definition: Definition, board: Board, company: str, trains: Sequence[str], phase_index: int) -> Problem:
    """What the company's trains can run on a board, with the values of a phase; made once for each board.

    ``phase_index`` is ``Phase.value_index``. Names of trains that the definition does not know are left out.
    """
    key = ("problem", company, tuple(trains), phase_index)
    found: Problem | None = board.memo.get(key)
    if found is None:
        found = board.memo[key] = _problem(definition, board, company, trains, phase_index)
    return found


def _problem(definition: Definition, board: Board, company: str, trains: Sequence[str], phase_index: int) -> Problem:
    net = network(definition.map, definition.tiles, board)
    tokens = 0
    closed = net.terminals
    for stop_id, owners in board.tokens.items():
        number = net.numbers[stop_id]
        stop = net.stops[number]
        if company in owners:
            tokens |= 1 << number
        elif stop.kind is StopKind.CITY and len(owners) >= stop.slots:
            closed |= 1 << number  # 1888-2022:VIII.2.11
    return Problem(
        network=net,
        company=company,
        trains=tuple(Train(name, definition.trains[name].range) for name in trains if name in definition.trains),
        values=tuple(stop.values[phase_index] for stop in net.stops),
        tokens=tokens,
        closed=closed,
        free=_free(definition, net),
        bonuses=_destination(definition, net, company),
        subsidies={
            number: definition.subsidies[laid[0]]
            for number, (hex_id, _) in enumerate(net.ids)
            if (laid := board.tiles.get(hex_id)) is not None and laid[0] in definition.subsidies
        },
    )


def _free(definition: Definition, net: Network) -> int:
    """Stops that do not count towards the range of a train (1888-2022:VIII.3.6.16)."""
    hexes = definition.map.hexes
    return sum(1 << number for number, (hex_id, _) in enumerate(net.ids) if hexes[hex_id].free)


def _destination(definition: Definition, net: Network, company: str) -> tuple[Bonus, ...]:
    """The bonus for a route with home and destination, any stop of their hexes (1888-2022:VIII.3.6.14)."""
    entry = definition.companies.get(company)
    if entry is None or not entry.bonus or not entry.destination:
        return ()
    home = _places(net, (entry.home_stop[0],))
    destination = _places(net, entry.destination)
    if not home or not destination:
        return ()
    return (Bonus("destination", home, destination, entry.bonus),)


def _places(net: Network, hexes: Sequence[str]) -> int:
    places = 0
    for number, (hex_id, _) in enumerate(net.ids):
        if hex_id in hexes:
            places |= net.places[number]
    return places
