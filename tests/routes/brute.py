"""Best runs by trying everything, hex by hex, straight from the map: slow, and sharing nothing with the search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from kaiping.board.board import Board, StopId
from kaiping.board.tile import Shape, StopKind
from kaiping.definition import TrainKind
from kaiping.routes.income import NO_PRIVILEGES, Printed, Privileges

#: hex and edge at which a side is crossed, named from both hexes
Side = frozenset[tuple[str, int]]


class TooSlow(Exception):
    """More to try than was allowed."""


class Way(NamedTuple):
    """A route: the stops it calls at, and the track it uses."""

    stops: tuple[StopId, ...]
    track: frozenset[Side]


class Fare(NamedTuple):
    """What a train makes of a route, beside the revenue."""

    #: calls at stops that pay a subsidy
    calls: int
    #: it takes the bonus that one route of a company only has
    single: bool
    #: at which of the stops asked for it calls
    wanted: frozenset[object]
    track: frozenset[Side]


class Position(NamedTuple):
    """A company about to run, with nothing worked out yet."""

    printed: Printed
    board: Board
    company: str
    trains: Sequence[str]
    values: int
    privileges: Privileges = NO_PRIVILEGES


def best_by_calls(position: Position, *, most: int = 200_000) -> dict[int, int]:
    """The highest revenue for each number of calls at stops that pay a subsidy."""
    return {calls: revenue for (calls, _), revenue in _runs(position, (), most).items()}


def best(position: Position, *, stops: Sequence[StopId] = (), most: int = 200_000) -> int | None:
    """The highest revenue of a run that calls at these stops; None where no run does."""
    wanted = frozenset(_place(position.printed, stop) for stop in stops)
    return max((revenue for (_, met), revenue in _runs(position, stops, most).items() if met == wanted), default=None)


def _runs(position: Position, stops: Iterable[StopId], most: int) -> dict[tuple[int, frozenset[object]], int]:
    """The highest revenue for each number of subsidy calls and each set of the stops asked for."""
    wanted = frozenset(_place(position.printed, stop) for stop in stops)
    walker = Walker(position, most)
    ways = list(walker.ways())
    kinds = [position.printed.trains[name] for name in position.trains]
    fares = {kind.name: walker.fares(kind, ways, wanted) for kind in kinds}
    found: dict[tuple[int, frozenset[object]], int] = {}
    tried = 0

    def run(index: int, revenue: int, calls: int, single: bool, met: frozenset[object], used: frozenset[Side]) -> None:
        nonlocal tried
        tried += 1
        if tried > most:
            raise TooSlow
        if index == len(kinds):
            found[calls, met] = max(found.get((calls, met), revenue), revenue)
            return
        run(index + 1, revenue, calls, single, met, used)
        for fare, earned in fares[kinds[index].name].items():
            if not (single and fare.single) and not fare.track & used:
                run(
                    index + 1,
                    revenue + earned,
                    calls + fare.calls,
                    single or fare.single,
                    met | fare.wanted,
                    used | fare.track,
                )

    run(0, 0, 0, False, frozenset(), frozenset())
    return found


def _place(printed: Printed, stop: StopId) -> object:
    return printed.map.hexes[stop[0]].group or stop


class Walker:
    """Walks from every stop along every track, one hex at a time."""

    def __init__(self, position: Position, most: int) -> None:
        self.printed, self.board, self.company, _, self.values, self.privileges = position
        self.hexes = self.printed.map.hexes
        self.steps = most

    def shape(self, hex_id: str) -> Shape:
        if hex_id in self.board.tiles:
            tile, rotation = self.board.tiles[hex_id]
            return self.printed.tiles[tile].shapes[rotation]
        return self.hexes[hex_id].shape

    def step(self) -> None:
        self.steps -= 1
        if self.steps < 0:
            raise TooSlow

    def ways(self) -> Iterator[Way]:
        """Each route once from either end."""
        for hex_id in self.hexes:
            for index in range(len(self.shape(hex_id).stops)):
                yield from self.at_stop([(hex_id, index)], frozenset())

    def at_stop(self, stops: list[StopId], track: frozenset[Side]) -> Iterator[Way]:
        self.step()
        if len(stops) > 1:
            if any(map(self.has_token, stops)):
                yield Way(tuple(stops), track)
            if not self.may_pass(stops[-1]):
                return
        hex_id, index = stops[-1]
        for end in self.shape(hex_id).by_stop[index]:
            if end < 6:
                yield from self.across(hex_id, end, stops, track)
            else:
                inside = frozenset({(hex_id, 6 + index), (hex_id, end)})
                if inside not in track:
                    yield from self.arrive((hex_id, end - 6), stops, track | {inside})

    def across(self, hex_id: str, edge: int, stops: list[StopId], track: frozenset[Side]) -> Iterator[Way]:
        """Leave a hex by an edge, unless that side has been crossed already."""
        other = self.printed.map.neighbours[hex_id][edge]
        if other is None:
            return
        came = (edge + 3) % 6
        side = frozenset({(hex_id, edge), (other, came)})
        if side in track:
            return
        for one, two in self.shape(other).track:
            for here, there in ((one, two), (two, one)):
                if here == came and there < 6:
                    yield from self.across(other, there, stops, track | {side})
                elif here == came:
                    yield from self.arrive((other, there - 6), stops, track | {side})

    def arrive(self, stop: StopId, stops: list[StopId], track: frozenset[Side]) -> Iterator[Way]:
        if self.place(stop) not in map(self.place, stops):
            yield from self.at_stop([*stops, stop], track)

    def cities(self, hex_id: str) -> list[StopId]:
        return [(hex_id, index) for index in range(len(self.shape(hex_id).stops))]

    def place(self, stop: StopId) -> object:
        return _place(self.printed, stop)

    def kind(self, stop: StopId) -> StopKind:
        return self.shape(stop[0]).stops[stop[1]].kind

    def has_token(self, stop: StopId) -> bool:
        return self.company in self.board.tokens.get(stop, ())

    def may_pass(self, stop: StopId) -> bool:
        if self.hexes[stop[0]].terminal:
            return False
        free_slots = self.shape(stop[0]).stops[stop[1]].slots - len(self.board.tokens.get(stop, ()))
        blocked = self.kind(stop) is StopKind.CITY and free_slots <= 0
        return not blocked or self.has_token(stop) or stop in self.privileges.passes

    def fares(self, train: TrainKind, ways: Iterable[Way], wanted: frozenset[object]) -> dict[Fare, int]:
        """All that a train can make of the routes: the highest revenue for each."""
        fares: dict[Fare, int] = {}
        for way in ways:
            for counted in self.countings(train, way.stops):
                self.step()
                revenue = sum(map(self.value, counted)) - self.fees(way.track)
                revenue += sum(bonus for bonus, single in self.bonuses(counted) if not single)
                met = wanted & {self.place(stop) for stop in way.stops}
                fare = Fare(sum(map(self.pays_subsidy, counted)), False, met, way.track)
                fares[fare] = max(fares.get(fare, revenue), revenue)
                for bonus in (bonus for bonus, single in self.bonuses(counted) if single):
                    taken = fare._replace(single=True)
                    fares[taken] = max(fares.get(taken, revenue + bonus), revenue + bonus)
        return fares

    def countings(self, train: TrainKind, stops: tuple[StopId, ...]) -> Iterator[tuple[StopId, ...]]:
        """Which stops of a route a train may count: all of them or none, unless it leaves stops out."""
        if train.skips:
            for size in range(1, (train.range or 0) + 1):
                for some in combinations(stops, size):
                    if any(map(self.has_token, some)):
                        yield some
            return
        using = [stop for stop in stops if not self.hexes[stop[0]].free]
        large = sum(self.kind(stop) in (StopKind.CITY, StopKind.OFFBOARD) for stop in using)
        small = sum(self.kind(stop) in (StopKind.TOWN, StopKind.HARBOUR) for stop in using)
        limits = ((len(using), train.range), (large, train.cities), (small, train.towns))
        if all(limit is None or number <= limit for number, limit in limits):
            yield stops

    def value(self, stop: StopId) -> int:
        more = sum(more for place, more in self.privileges.values if place == stop)
        return self.shape(stop[0]).stops[stop[1]].values[self.values] + more

    def fees(self, track: frozenset[Side]) -> int:
        if self.privileges.no_fees:
            return 0
        crossed = {self.hexes[hex_id].ferry for side in track for hex_id, _ in side}
        return self.printed.running.ferry_fee * len(crossed - {None})

    def bonuses(self, counted: Iterable[StopId]) -> Iterator[tuple[int, bool]]:
        """Amounts, and whether one route only has them."""
        calls = set(counted)
        called = {hex_id for hex_id, _ in calls}
        company = self.printed.companies.get(self.company)
        if company is not None and called & set(company.destination):
            home = {stop for stop in calls if stop[0] == company.home_stop[0]}
            if company.bonus_in_home_city and any(self.has_token(stop) for stop in self.cities(company.home_stop[0])):
                home = set(filter(self.has_token, home))
            if home:
                yield company.bonus, False
        for bonus in self.printed.running.bonuses:
            if all(called & set(side) for side in bonus.between):
                yield bonus.amount, bonus.once

    def pays_subsidy(self, stop: StopId) -> bool:
        return stop[0] in self.board.tiles and self.board.tiles[stop[0]][0] in self.printed.subsidies
