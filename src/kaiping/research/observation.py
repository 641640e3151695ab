"""A position as arrays of fixed shapes, as a seat may know it.

Rows of players begin with the seat itself and go on to its left; all other rows are in the order of the definition.
Money is in thousands, per cents are parts of one, flags are 0 or 1. What the seat may not know is 0, and a flag beside
it says that it is not known.

All arrays of an observation are parts of one row, which is filled at once: that is by far the quickest.
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Mapping, Sequence
from math import prod

import numpy as np
from numpy.typing import NDArray

from kaiping.action import Action
from kaiping.board.board import Board, StopId
from kaiping.board.tile import COLORS
from kaiping.board.track import color_at, shape_at
from kaiping.definition import Definition
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.operating.round import OperatingRules
from kaiping.flow.play import Play
from kaiping.flow.shares import SHARE, certificates, president_percent
from kaiping.flow.title import Figure, Title
from kaiping.game import Game
from kaiping.state import BANK, CLOSED, IPO, POOL, Frame, State

Array = NDArray[np.float32]

#: money, per cents and the counts of rounds and tiles as one unit
MONEY, PERCENT, ROUNDS, COUNT = 1000.0, 100.0, 10.0, 10.0
#: no figure is greater: a million in money
GREATEST = 1000.0

#: columns of the arrays, in their order; those that hang on the definition follow them
GAME = (
    *("bank", "bank known", "turn", "round", "rounds of the set", "share prices frozen", "a train was bought"),
    *("the end is near", "price on offer", "revenue of the turn", "actions of the turn", "passed in a row"),
)
PLAYER = ("cash", "cash known", "cash and shares", "owed", "certificates", "priority", "acts")
COMPANY = (
    *("cash", "cash known", "started", "floated", "has operated", "closed", "on turn", "place in the order"),
    *("share price", "starting price", "column", "row", "place in its cell", "latest revenue"),
    *("tokens placed", "tokens in all", "tokens that wait", "president's certificate"),
)
LOT = ("price", "income", "in the bank", "closed", "power used", "highest bid", "own bid", "bid for now")
HEX = (
    *("exit 0", "exit 1", "exit 2", "exit 3", "exit 4", "exit 5"),
    *("colour", "cities", "towns", "value", "spaces", "cost", "tile", "rotation"),
)


class Observer:
    """Makes the observations of all games of a definition with so many players."""

    def __init__(self, definition: Definition, title: Title, players: int, stops: Sequence[StopId]) -> None:
        self.definition, self.title, self.players = definition, title, players
        self.companies = (*definition.companies, *definition.minors)
        #: what can be auctioned
        self.lots = (*definition.privates, *definition.minors)
        #: where tokens may lie
        self.stops = stops
        self._frames = {kind: number for number, kind in enumerate(title.frames)}
        self._rounds = {kind: number for number, kind in enumerate(title.rounds)}
        operating = [rules for rules in title.frames.values() if isinstance(rules, OperatingRules)]
        self._steps = max(max(len(rules.steps), len(rules.minor_steps)) for rules in operating)
        self._company = {name: number for number, name in enumerate(self.companies)}
        self._stop = {stop: number for number, stop in enumerate(self.stops)}
        self._train = {name: number for number, name in enumerate(definition.trains)}
        self._hexes = {name: number for number, name in enumerate(definition.map.hexes)}
        self._counted = {name: number for number, name in enumerate(definition.tile_counts)}
        self._tile = {name: number for number, name in enumerate(definition.tiles, 1)}
        self._limit = definition.certificate_limit[players]
        self._grid = tuple(max(place[axis] for place in definition.market.cells) + 1 for axis in (0, 1))
        self._figures: dict[str, list[Figure]] = {place: [] for place in ("game", "company", "player")}
        for figure in title.figures(definition) if title.figures is not None else ():
            self._figures[figure.place].append(figure)
        #: rows of the map that have been worked out before: step of values, or with it a hex and what lies there
        self._known: dict[Hashable, Array] = {}
        #: name -> what its columns hold, where these are not players, companies or trains
        self.columns = self._columns()
        #: name -> shape
        self.shapes: dict[str, tuple[int, ...]] = self._shapes()
        self._at: dict[str, int] = {}
        self.size = 0
        for name, shape in self.shapes.items():
            self._at[name] = self.size
            self.size += prod(shape)
        self._parts = [
            (name, slice(self._at[name], self._at[name] + prod(shape)), shape) for name, shape in self.shapes.items()
        ]

        self._printed = {phase: self._always(phase) for phase in definition.phases}

    def _always(self, phase: str) -> list[float]:
        """What stands in every row of a phase: prices, incomes, numbers of tokens."""
        definition, row = self.definition, [0.0] * self._at["map"]
        row[len(GAME) + definition.phase_order[phase]] = 1.0
        for number, entry in enumerate(definition.companies.values()):
            at = self._at["companies"] + number * self.shapes["companies"][1]
            row[at + COMPANY.index("tokens in all")] = entry.stations / COUNT
        for number, name in enumerate(self.lots):
            at = self._at["lots"] + number * len(LOT)
            row[at] = definition.lot(name).price / MONEY
            row[at + 1] = definition.private_income(name, phase) / MONEY if name in definition.privates else 0.0
        return row

    def _columns(self) -> dict[str, tuple[str, ...]]:
        definition, title = self.definition, self.title
        own = {place: tuple(figure.name for figure in found) for place, found in self._figures.items()}
        return {
            "game": (
                *GAME,
                *(f"phase {name}" for name in definition.phases),
                *(f"round {name}" for name in title.rounds.values()),
                *(f"asked by {kind.__name__}" for kind in title.frames),
                *(f"step {number}" for number in range(self._steps)),
                *own["game"],
            ),
            "players": (*PLAYER, *own["player"]),
            "companies": (*COMPANY, *own["company"]),
            "lots": LOT,
            "map": HEX,
        }

    def _shapes(self) -> dict[str, tuple[int, ...]]:
        definition, players = self.definition, self.players
        companies, public = len(self.companies), len(definition.companies)
        width = {name: len(columns) for name, columns in self.columns.items()}
        return {
            "game": (width["game"],),
            "players": (players, width["players"]),
            "companies": (companies, width["companies"]),
            "presidents": (companies, players),
            "holdings": (players + 3, public),
            "sold": (players, public),
            "trains": (companies + 3, len(definition.trains)),
            "lots": (len(self.lots), width["lots"]),
            "owners": (len(self.lots), players + companies),
            # from here on it hangs on the board
            "map": (len(definition.map.hexes), width["map"]),
            "tokens": (len(self.stops), companies + 1),
            "homes": (len(self.stops), companies),
            "tiles": (len(definition.tile_counts),),
        }

    def observe(self, game: Game, seat: str) -> dict[str, Array]:
        """What the seat knows, where ``game`` is what it may know (``kaiping.view.seen_by``)."""
        row = self.row(game, seat)
        return {name: row[part].reshape(shape) for name, part, shape in self._parts}

    def row(self, game: Game, seat: str) -> Array:
        """The same as one row, array after array."""
        state, table, board = game.state, game.table(), self._at["map"]
        first = state.players.index(seat)
        seats = state.players[first:] + state.players[:first]
        place = {name: number for number, name in enumerate(seats)}
        row = self._printed[state.phase].copy()
        self._game(row, game, table)
        self._players(row, table, place, game.acting)
        self._companies(row, table)
        self._shares(row, state, place)
        self._trains(row, state)
        self._lots(row, state, place, seat)
        values = np.empty(self.size, np.float32)
        values[:board] = np.frombuffer(array("f", row), np.float32)
        values[board:] = self._board(state)
        for name in state.lost_tiles:
            values[self._at["tiles"] + self._counted[name]] = 0
        return values

    # --- the parts ---------------------------------------------------------------------------

    def _game(self, row: list[float], game: Game, table: Play) -> None:
        state, bank = table.state, game.bank
        top = state.stack[-1] if state.stack else None
        turn = _operating(state)
        at = len(GAME)
        row[:at] = (
            (bank or 0) / MONEY,
            bank is not None,
            state.turn / ROUNDS,
            state.round / ROUNDS,
            state.set_rounds / ROUNDS,
            state.frozen,
            state.first_train_bought,
            state.ending is not None,
            _offered(top) / MONEY,
            turn.revenue / MONEY if turn is not None else 0,
            (turn.yellow_laid + turn.tile_laid + turn.token_placed) / COUNT if turn is not None else 0,
            _passed(state) / self.players,
        )
        at += len(self.definition.phases)
        for frame in reversed(state.stack):
            if type(frame) in self._rounds:
                row[at + self._rounds[type(frame)]] = 1
                break
        at += len(self._rounds)
        if top is not None:
            row[at + self._frames[type(top)]] = 1
        at += len(self._frames)
        if turn is not None and 0 <= turn.step < self._steps:
            row[at + turn.step] = 1
        at += self._steps
        for number, figure in enumerate(self._figures["game"]):
            row[at + number] = figure.of(table).get("", 0)

    def _players(self, row: list[float], table: Play, place: Mapping[str, int], acting: Sequence[str]) -> None:
        state, cells = table.state, self.definition.market.cells
        shares = dict.fromkeys(place, 0)
        for (owner, company), percent in state.holdings.items():
            if owner in shares and (cell := state.cells.get(company)) is not None:
                shares[owner] += cells[cell].price * percent // SHARE
        at, width = self._at["players"], len(PLAYER)
        for player in place:
            cash = state.cash.get(player)
            row[at : at + width] = (
                (cash or 0) / MONEY,
                cash is not None,
                (cash + shares[player]) / MONEY if cash is not None else 0,
                state.owed(player) / MONEY,
                certificates(table, player) / self._limit,
                player == state.priority,
                player in acting,
            )
            at += self.shapes["players"][1]
        self._own(row, table, "player", "players", place, width)

    def _companies(self, row: list[float], table: Play) -> None:
        state, cells, (rows, columns) = table.state, self.definition.market.cells, self._grid
        turn = _operating(state)
        order = {name: number for number, name in enumerate(turn.order)} if turn is not None else {}
        placed: dict[str, int] = {}
        for owners in state.board.tokens.values():
            for owner in owners:
                placed[owner] = placed.get(owner, 0) + 1
        waiting = [name for names in state.waiting_tokens.values() for name in names]
        at, width, step = self._at["companies"], len(COMPANY), self.shapes["companies"][1]
        for name in self.companies:
            cash = state.cash.get(name)
            if cash is not None:
                row[at] = cash / MONEY
                row[at + 1] = 1
            if name in state.minors:
                row[at + 2] = state.minors[name] not in (BANK, CLOSED)
                row[at + 5] = state.minors[name] == CLOSED
            if name in order:
                row[at + 6] = order[name] == 0
                row[at + 7] = 1 - order[name] / len(order)
            if name in state.par:
                row[at + 2] = 1
                row[at + 3] = name in state.floated
                row[at + 9] = state.par[name] / MONEY
                row[at + 17] = president_percent(state, name) / PERCENT
            if (cell := state.cells.get(name)) is not None:
                row[at + 8] = cells[cell].price / MONEY
                row[at + 10 : at + 13] = (
                    (cell[1] + 1) / columns,
                    (cell[0] + 1) / rows,
                    (state.market[cell].index(name) + 1) / COUNT,
                )
            if name in placed:
                row[at + 14] = placed[name] / COUNT
            if name in state.revenue:
                row[at + 13] = state.revenue[name] / MONEY
            if name in waiting:
                row[at + 16] = waiting.count(name) / COUNT
            at += step
        at = self._at["companies"]
        for column, names in ((4, state.operated), (5, state.closed_companies)):
            for name in names:
                row[at + self._company[name] * step + column] = 1
        self._own(row, table, "company", "companies", self._company, width)

    def _own(
        self, row: list[float], table: Play, place: str, array: str, number: Mapping[str, int], width: int
    ) -> None:
        """What only this title has, behind the other columns."""
        at, step = self._at[array] + width, self.shapes[array][1]
        for column, figure in enumerate(self._figures[place]):
            for name, value in figure.of(table).items():
                row[at + number[name] * step + column] = value

    def _shares(self, row: list[float], state: State, place: Mapping[str, int]) -> None:
        """Who leads what; shares of players, the initial offer, the pool, and kept for minors; who has sold what."""
        at, players, company = self._at["presidents"], self.players, self._company
        for owned in (state.presidents, state.minors):
            for name, owner in owned.items():
                if owner in place:
                    row[at + company[name] * players + place[owner]] = 1
        rows = {**place, IPO: players, POOL: players + 1}
        at, width = self._at["holdings"], len(self.definition.companies)
        for (owner, name), percent in state.holdings.items():
            row[at + rows.get(owner, players + 2) * width + company[name]] += percent / PERCENT
        at = self._at["sold"]
        for frame in state.stack:
            for player, name in getattr(frame, "sold", ()):
                row[at + place[player] * width + company[name]] = 1

    def _trains(self, row: list[float], state: State) -> None:
        """Companies and minors, the pool, the bank, and those that have left the game."""
        at, width, train = self._at["trains"], len(self._train), self._train
        pool = len(self.companies)
        for owner, names in state.trains.items():
            start = at + self._company.get(owner, pool) * width
            for name in names:
                row[start + train[name]] += 1
        for number, counts in ((pool + 1, state.depot), (pool + 2, state.scrapped)):
            start = at + number * width
            for name, count in counts.items():
                row[start + train[name]] = count / COUNT

    def _lots(self, row: list[float], state: State, place: Mapping[str, int], seat: str) -> None:
        """Privates, then minors; their owners are players, then companies and minors."""
        contested = None
        highest: dict[str, int] = {}
        own: dict[str, int] = {}
        for frame in state.stack:
            contested = getattr(frame, "contested", None) or contested
            for lot, player, amount in getattr(frame, "bids", ()):
                highest[lot] = max(amount, highest.get(lot, 0))
                if player == seat:
                    own[lot] = amount
        at, owned = self._at["lots"], self._at["owners"]
        for name in self.lots:
            owner = state.privates.get(name) or state.minors.get(name, CLOSED)
            if owner == BANK:
                row[at + 2] = 1
            elif owner == CLOSED:
                row[at + 3] = 1
            elif owner in place:
                row[owned + place[owner]] = 1
            else:
                row[owned + self.players + self._company[owner]] = 1
            if name in state.powers_used:
                row[at + 4] = 1
            if name in highest:
                row[at + 5] = highest[name] / MONEY
                row[at + 6] = own.get(name, 0) / MONEY
                row[at + 7] = name == contested
            at += len(LOT)
            owned += self.players + len(self.companies)

    # --- the board ---------------------------------------------------------------------------

    def _board(self, state: State) -> Array:
        """Map, tokens, homes and tiles left; worked out once for each board and each step of values."""
        board, index = state.board, self.definition.phases[state.phase].value_index
        key = ("observation", index)
        found: Array | None = board.memo.get(key)
        if found is None:
            companies = len(self.companies)
            parts = (
                self._map(board, index),
                self._marks(board.tokens, companies + 1),
                self._marks(board.reserved, companies),
                self._tiles(board),
            )
            found = board.memo[key] = np.concatenate([part.ravel() for part in parts])
        return found

    def _map(self, board: Board, index: int) -> Array:
        """The printed map with the rows of the hexes on which tiles lie."""
        known = self._known
        bare = known.get(index)
        if bare is None:
            empty = Board({}, {}, {})
            bare = known[index] = np.array([self._hex(empty, name, index) for name in self._hexes], np.float32)
        values = bare.copy()
        for name, laid in board.tiles.items():
            key = (index, name, laid)
            row = known.get(key)
            if row is None:
                row = known[key] = np.array(self._hex(board, name, index), np.float32)
            values[self._hexes[name]] = row
        return values

    def _hex(self, board: Board, name: str, index: int) -> tuple[float, ...]:
        printed, tiles = self.definition.map, self.definition.tiles
        shape, color = shape_at(printed, tiles, board, name), color_at(printed, tiles, board, name)
        laid = board.tiles.get(name)
        return (
            *(edge in shape.exits for edge in range(6)),
            (COLORS.index(color) + 1) / len(COLORS) if color in COLORS else 0,
            sum(stop.large for stop in shape.stops),
            sum(stop.small for stop in shape.stops),
            sum(stop.values[min(index, len(stop.values) - 1)] for stop in shape.stops) / MONEY,
            sum(stop.slots for stop in shape.stops),
            (printed.hexes[name].cost if laid is None else tiles[laid[0]].cost) / MONEY,
            self._tile[laid[0]] / len(self._tile) if laid is not None else 0,
            laid[1] / 6 if laid is not None else 0,
        )

    def _marks(self, marks: Mapping[StopId, Sequence[str]], width: int) -> Array:
        values = np.zeros((len(self.stops), width), np.float32)
        for stop, owners in marks.items():
            for owner in owners:
                if stop in self._stop:
                    values[self._stop[stop], self._company.get(owner, width - 1)] = 1
        return values

    def _tiles(self, board: Board) -> Array:
        """How many of each kind of tile are left."""
        left = dict(self.definition.tile_counts)
        for name, _ in board.tiles.values():
            if name in left:
                left[name] -= 1
        return np.array([max(0, count) / COUNT for count in left.values()], np.float32)


def _operating(state: State) -> OperatingRound | None:
    return next((one for one in reversed(state.stack) if isinstance(one, OperatingRound) and one.order), None)


def _passed(state: State) -> int:
    """How many have passed in a row, where that ends a round."""
    return next((number for frame in reversed(state.stack) if (number := getattr(frame, "passed", 0))), 0)


def _offered(frame: Frame | None) -> float:
    """What somebody offers and waits for an answer to, or is to be paid."""
    purchase = getattr(frame, "purchase", None)
    amount = getattr(purchase, "price", None) if isinstance(purchase, Action) else getattr(frame, "amount", None)
    return float(amount or 0)
