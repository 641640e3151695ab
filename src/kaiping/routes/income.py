"""What a title's trains may do and what their stops pay, as data that the search and the check share.

A title states its own in its data files: kinds of train, bonuses, fees for ferries, stops that use up no range. What
only one company enjoys, and only for a time, is handed in as ``Privileges``. Nothing here or in the search asks
which title it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any, NamedTuple, Protocol

from msgspec import Struct

from kaiping.board.board import Board, StopId
from kaiping.board.map import Map
from kaiping.board.tile import StopKind, Tile
from kaiping.board.track import color_at
from kaiping.definition import Company, RunRules, TrainKind
from kaiping.routes import counts
from kaiping.routes.network import Network, network


class Printed(Protocol):
    """What of a definition the routes depend on."""

    @property
    def map(self) -> Map: ...
    @property
    def tiles(self) -> dict[str, Tile]: ...
    @property
    def trains(self) -> Mapping[str, TrainKind]: ...
    @property
    def companies(self) -> Mapping[str, Company]: ...
    @property
    def subsidies(self) -> Mapping[str, int]: ...
    @property
    def running(self) -> RunRules: ...


class Train(Struct, frozen=True):
    """A train of the company: what a route of it may count; nothing means no limit.

    A train that skips counts as many stops as its range says and leaves out any others on its way.
    """

    name: str
    range: int | None
    cities: int | None = None
    towns: int | None = None
    skips: bool = False

    @property
    def limit(self) -> int | None:
        """The most stops that its route may hold, as ``counts`` writes it."""
        return None if self.skips else counts.limit(self.range, self.cities, self.towns)

    @property
    def counted(self) -> int | None:
        """How many stops it counts where it may leave others out."""
        return (self.range or 0) if self.skips else None


class Bonus(Struct, frozen=True):
    """An amount for a route that counts a place of both sets, for each such route or once; sets are bits of places."""

    name: str
    first: int
    second: int
    amount: int
    once: bool = False

    def earned(self, places: int) -> bool:
        return bool(places & self.first and places & self.second)


class Toll(Struct, frozen=True):
    """What a route pays that uses a piece of track, by the bit of the piece."""

    name: str
    piece: int
    amount: int


class Privileges(Struct, frozen=True):
    """What holds for one company only, beyond what is printed."""

    #: stops that are worth more to it, and how much more
    values: tuple[tuple[StopId, int], ...] = ()
    #: cities that it may pass although the tokens of others fill them
    passes: tuple[StopId, ...] = ()
    #: it pays no fees for ferries
    no_fees: bool = False


NO_PRIVILEGES = Privileges()


class Origin(NamedTuple):
    """Where a problem comes from, so that it can be written down."""

    tiles: Mapping[str, tuple[str, int]]
    tokens: Mapping[StopId, tuple[str, ...]]
    values: int
    privileges: Privileges


class RunProblem:
    """A company about to run its trains: everything the search and the check need to know."""

    __slots__ = (
        "bonuses",
        "but_trains",
        "closed",
        "company",
        "free",
        "memo",
        "network",
        "origin",
        "subsidies",
        "tokens",
        "tolls",
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
        tolls: tuple[Toll, ...] = (),
        subsidies: dict[int, int] | None = None,
        origin: Origin | None = None,
        but_trains: object = None,
    ) -> None:
        if sum(bonus.once for bonus in bonuses) > 1:
            raise ValueError("one bonus at most may be for one route only")
        if subsidies and any(train.skips for train in trains):
            raise ValueError("a train that leaves stops out cannot run where stops pay a subsidy")
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
        self.tolls = tolls
        #: what a call at a stop brings to the treasury, apart from the revenue
        self.subsidies = subsidies or {}
        self.origin = origin
        #: the same object for all that differ in nothing but trains
        self.but_trains = but_trains or object()
        #: best runs found, by name
        self.memo: dict[Any, Any] = {}

    def __repr__(self) -> str:
        trains = ", ".join(train.name for train in self.trains) or "no train"
        return f"<what {self.company} can run with {trains}>"

    def with_trains(self, trains: tuple[Train, ...]) -> RunProblem:
        """The same with other trains; made once."""
        found: RunProblem | None = self.memo.get(("trains", trains))
        if found is None:
            found = self.memo["trains", trains] = RunProblem(
                network=self.network,
                company=self.company,
                trains=trains,
                values=self.values,
                tokens=self.tokens,
                closed=self.closed,
                free=self.free,
                bonuses=self.bonuses,
                tolls=self.tolls,
                subsidies=self.subsidies,
                origin=self.origin,
                but_trains=self.but_trains,
            )
        return found

    def count(self, stop: int) -> int:
        """What a call at a stop uses up of the range of a train, as ``counts`` writes it."""
        if self.free >> stop & 1:
            return 0
        kind = self.network.stops[stop]
        return counts.LARGE if kind.large else counts.SMALL if kind.small else counts.PLAIN

    def toll(self, mask: int) -> int:
        """What a route pays for its track."""
        return sum(toll.amount for toll in self.tolls if toll.piece & mask)

    def earned(self, places: int, *, once: bool = True) -> list[Bonus]:
        """The bonuses of a route that counts these places, with or without the one for one route only."""
        return [bonus for bonus in self.bonuses if (once or not bonus.once) and bonus.earned(places)]

    def best_counted(self, stops: Sequence[int], number: int, *, once: bool = True) -> list[int]:
        """Which stops of its route a train counts that leaves others out: the dearest, one with a token among them."""
        places, values = self.network.places, self.values
        ranked = sorted(stops, key=lambda stop: -values[stop])
        called = 0
        for stop in stops:
            called |= places[stop]
        bonuses = self.earned(called, once=once)
        best: list[int] = []
        best_value = -1
        for forced in self._forced(ranked, bonuses):
            chosen = self._with_forced(ranked, number, forced)
            if chosen:
                counted = 0
                for stop in chosen:
                    counted |= places[stop]
                value = sum(values[stop] for stop in chosen)
                value += sum(bonus.amount for bonus in self.earned(counted, once=once))
                if value > best_value:
                    best, best_value = chosen, value
        return best

    def _forced(self, ranked: list[int], bonuses: Sequence[Bonus]) -> Iterator[list[int]]:
        """Stops that earn some of the bonuses, in every way."""
        places = self.network.places
        for some in (group for size in range(len(bonuses) + 1) for group in combinations(bonuses, size)):
            sides = [side for bonus in some for side in (bonus.first, bonus.second)]
            for stops in product(*([stop for stop in ranked if places[stop] & side] for side in sides)):
                yield list(dict.fromkeys(stops))

    def _with_forced(self, ranked: list[int], number: int, forced: list[int]) -> list[int]:
        """The dearest stops with some that are forced among them, or none where they do not fit."""
        chosen = list(forced)
        if not any(self.tokens >> stop & 1 for stop in chosen):
            dearest = [stop for stop in ranked if stop not in chosen][: max(0, number - len(chosen))]
            if not any(self.tokens >> stop & 1 for stop in dearest):
                chosen += [stop for stop in ranked if self.tokens >> stop & 1][:1]
        chosen += [stop for stop in ranked if stop not in chosen][: max(0, number - len(chosen))]
        return chosen if len(chosen) <= number and any(self.tokens >> stop & 1 for stop in chosen) else []


def problem(
    printed: Printed,
    board: Board,
    company: str,
    trains: Sequence[str],
    phase_index: int,
    privileges: Privileges = NO_PRIVILEGES,
) -> RunProblem:
    """What the company's trains can run on a board, with the values of a phase; made once for each board.

    ``phase_index`` is ``Phase.value_index``. Names of trains that the definition does not know are left out.
    """
    key = ("problem", company, phase_index, privileges)
    found: RunProblem | None = board.memo.get(key)
    if found is None:
        found = board.memo[key] = _problem(printed, board, company, phase_index, privileges)
    named = ("named", tuple(trains))
    ready: RunProblem | None = found.memo.get(named)
    if ready is None:
        ready = found.memo[named] = found.with_trains(
            tuple([train_of(printed.trains[name]) for name in trains if name in printed.trains])
        )
    return ready


def _problem(printed: Printed, board: Board, company: str, phase_index: int, privileges: Privileges) -> RunProblem:
    net = network(printed.map, printed.tiles, board)
    tokens = 0
    closed = net.terminals
    for stop_id, owners in board.tokens.items():
        number = net.numbers[stop_id]
        stop = net.stops[number]
        if company in owners:
            tokens |= 1 << number
        elif stop.kind is StopKind.CITY and len(owners) >= stop.slots and stop_id not in privileges.passes:
            closed |= 1 << number  # 1888-2022:VIII.2.11
    values = [stop.values[phase_index] for stop in net.stops]
    for stop_id, more in privileges.values:
        if stop_id in net.numbers:
            values[net.numbers[stop_id]] += more
    return RunProblem(
        network=net,
        company=company,
        trains=(),
        values=tuple(values),
        tokens=tokens,
        closed=closed,
        free=_free(printed, net),
        bonuses=_destination(printed, net, board, company)
        + _fame(printed, net, board, company)
        + _bonuses(printed, net),
        tolls=() if privileges.no_fees else _tolls(printed, net),
        subsidies=_subsidies(printed, net, board) if any(map(board.copies, printed.subsidies)) else {},
        origin=Origin(board.tiles, board.tokens, phase_index, privileges),
    )


def _subsidies(printed: Printed, net: Network, board: Board) -> dict[int, int]:
    """What stops on tiles that pay the treasury bring it, in the order of the stops."""
    found = {}
    for hex_id, (tile, _) in board.tiles.items():
        if tile in printed.subsidies:
            for index in range(len(net.shapes[hex_id].stops)):
                found[net.numbers[hex_id, index]] = printed.subsidies[tile]
    return dict(sorted(found.items()))


def train_of(kind: TrainKind) -> Train:
    return Train(kind.name, kind.range, kind.cities, kind.towns, kind.skips)


def _free(printed: Printed, net: Network) -> int:
    """Stops that do not count towards the range of a train (1888-2022:VIII.3.6.16)."""
    found: int | None = net.memo.get("free")
    if found is None:
        hexes = printed.map.hexes
        found = sum(1 << number for number, (hex_id, _) in enumerate(net.ids) if hexes[hex_id].free)
        net.memo["free"] = found
    return found


def _destination(printed: Printed, net: Network, board: Board, company: str) -> tuple[Bonus, ...]:
    """The bonus for a route with home and destination, which is any stop of its hex (1888-2022:VIII.3.6.14)."""
    entry = printed.companies.get(company)
    if entry is None or not entry.bonus or not entry.destination:
        return ()
    home, there = _home(net, board, company, entry), _places(net, entry.destination)
    return (Bonus("destination", home, there, entry.bonus),) if home and there else ()


def _home(net: Network, board: Board, company: str, entry: Company) -> int:
    """Where a company is at home: the city of its home token where that matters, else any stop of the hex."""
    home = entry.home_stop[0]
    shown = [stop for stop in board.tokens_of(company) if stop[0] == home] if entry.bonus_in_home_city else []
    return net.places[net.numbers[shown[0]]] if shown else _places(net, (home,))


def _fame(printed: Printed, net: Network, board: Board, company: str) -> tuple[Bonus, ...]:
    """What a company earns once a turn for calling at a hex with a tile of a colour (1890:C.8.4.53)."""
    entry = printed.companies.get(company)
    if entry is None or entry.fame is None or entry.fame.die:
        return ()
    fame = entry.fame
    if fame.hex not in printed.map.hexes or color_at(printed.map, printed.tiles, board, fame.hex) != fame.color:
        return ()
    return _bonus(net, fame.name, (fame.hex,), (fame.hex,), fame.amount, once=True)


def _bonuses(printed: Printed, net: Network) -> tuple[Bonus, ...]:
    """Bonuses that any company may earn (1880-2022:X.10)."""
    found: tuple[Bonus, ...] = ()
    for entry in printed.running.bonuses:
        found += _bonus(net, entry.name, *entry.between, entry.amount, once=entry.once)
    return found


def _bonus(
    net: Network, name: str, one: Sequence[str], other: Sequence[str], amount: int, *, once: bool = False
) -> tuple[Bonus, ...]:
    first, second = _places(net, one), _places(net, other)
    return (Bonus(name, first, second, amount, once),) if first and second else ()


def _places(net: Network, hexes: Sequence[str]) -> int:
    key = ("places", tuple(hexes))
    places: int | None = net.memo.get(key)
    if places is None:
        places = 0
        for number, (hex_id, _) in enumerate(net.ids):
            if hex_id in hexes:
                places |= net.places[number]
        net.memo[key] = places
    return places


def _tolls(printed: Printed, net: Network) -> tuple[Toll, ...]:
    """A fee for each ferry (1880-2022:X.8.4): who uses it crosses the first side of its track."""
    rules = printed.running
    if not rules.ferry_fee:
        return ()
    ferries: dict[str, int] | None = printed.map.memo.get("ferries")
    if ferries is None:
        ferries = printed.map.memo["ferries"] = {}
        for name, entry in printed.map.hexes.items():
            if entry.ferry and entry.ferry not in ferries:
                ferries[entry.ferry] = 1 << printed.map.sides[name][entry.track[0][0]]
    if rules.most_ferry_fees is not None and len(ferries) > rules.most_ferry_fees:
        raise ValueError("there are more ferries than are paid for, which the search cannot reckon with")
    return tuple(Toll(ferry, side, rules.ferry_fee) for ferry, side in ferries.items())
