"""A position as arrays of fixed shapes, as a seat may know it.

Rows of players begin with the seat itself and go on to its left; all other rows are in the order of the definition.
Money is in thousands, per cents are parts of one, flags are 0 or 1. What the seat may not know is 0, and a flag beside
it says that it is not known.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

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
from kaiping.flow.shares import certificates
from kaiping.flow.title import Figure, Title
from kaiping.game import Game
from kaiping.state import BANK, CLOSED, IPO, POOL, Frame, State

Arrays = dict[str, NDArray[np.float32]]

#: money, per cents and the counts of rounds and tiles as one unit
MONEY, PERCENT, ROUNDS, COUNT = 1000.0, 100.0, 10.0, 10.0
#: no figure is greater: a million in money
GREATEST = 1000.0

#: columns of the arrays, in their order; those that hang on the definition follow them
GAME = (
    *("bank", "bank known", "turn", "round", "rounds of the set", "share prices frozen", "a train was bought"),
    *("the end is near", "price on offer", "revenue of the turn", "actions of the turn"),
)
PLAYER = ("cash", "cash known", "worth", "worth known", "owed", "certificates", "priority", "acts")
COMPANY = (
    *("cash", "cash known", "started", "floated", "has operated", "closed", "on turn", "place in the order"),
    *("share price", "starting price", "column", "row", "place in its cell", "latest revenue"),
    *("tokens placed", "tokens in all", "tokens that wait"),
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
        self._steps = max(
            max(len(rules.steps), len(rules.minor_steps))
            for rules in title.frames.values()
            if isinstance(rules, OperatingRules)
        )
        self._hexes = {name: number for number, name in enumerate(definition.map.hexes)}
        #: rows of the map that have been worked out before: step of values, or with it a hex and what lies there
        self._rows: dict[Hashable, NDArray[np.float32]] = {}
        self._company = {name: number for number, name in enumerate(self.companies)}
        self._stop = {stop: number for number, stop in enumerate(self.stops)}
        self._train = {name: number for number, name in enumerate(definition.trains)}
        self._counted = {name: number for number, name in enumerate(definition.tile_counts)}
        self._tile = {name: number for number, name in enumerate(definition.tiles, 1)}
        found = title.figures(definition) if title.figures is not None else ()
        self._figures: dict[str, list[Figure]] = {place: [] for place in ("game", "company", "player")}
        for figure in found:
            self._figures[figure.place].append(figure)
        rows, columns = (max(place[axis] for place in definition.market.cells) + 1 for axis in (0, 1))
        self._grid = rows, columns
        #: name -> what its columns hold, where the rows are a list of things
        self.columns = self._columns()
        #: name -> shape
        self.shapes: dict[str, tuple[int, ...]] = {
            name: shape for name, shape in self._shapes().items() if 0 not in shape
        }

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
            "trains": (companies + 3, len(definition.trains)),
            "lots": (len(self.lots), width["lots"]),
            "owners": (len(self.lots), players + companies),
            "map": (len(definition.map.hexes), width["map"]),
            "tokens": (len(self.stops), companies + 1),
            "homes": (len(self.stops), companies),
            "tiles": (len(definition.tile_counts),),
        }

    def observe(self, game: Game, seat: str) -> Arrays:
        """What the seat knows, where ``game`` is what it may know (``kaiping.view.seen_by``)."""
        state, table = game.state, game.table()
        first = state.players.index(seat)
        seats = state.players[first:] + state.players[:first]
        place = {name: number for number, name in enumerate(seats)}
        on_map, tokens, homes, tiles = self._board(state)
        arrays = {
            "game": self._game(game, table),
            "players": self._players(table, seats, game.acting, game.totals()),
            "companies": self._companies(table),
            "presidents": self._presidents(state, place),
            "holdings": self._holdings(state, place),
            "trains": self._trains(state),
            "lots": self._lots(state, seat),
            "owners": self._owners(state, place),
            "map": on_map,
            "tokens": tokens,
            "homes": homes,
            "tiles": tiles,
        }
        return {name: arrays[name] for name in self.shapes}

    # --- the parts ---------------------------------------------------------------------------

    def _game(self, game: Game, table: Play) -> NDArray[np.float32]:
        state, definition = table.state, self.definition
        values = np.zeros(self.shapes["game"], np.float32)
        bank = game.bank
        top = state.stack[-1] if state.stack else None
        turn = _operating(state)
        values[: len(GAME)] = (
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
        )
        at = len(GAME)
        values[at + definition.phase_order[state.phase]] = 1
        at += len(definition.phases)
        for frame in reversed(state.stack):
            if type(frame) in self._rounds:
                values[at + self._rounds[type(frame)]] = 1
                break
        at += len(self._rounds)
        if top is not None:
            values[at + self._frames[type(top)]] = 1
        at += len(self._frames)
        if turn is not None and 0 <= turn.step < self._steps:
            values[at + turn.step] = 1
        at += self._steps
        for number, figure in enumerate(self._figures["game"]):
            values[at + number] = figure.of(table, "")
        return values

    def _players(
        self, table: Play, seats: Sequence[str], acting: Sequence[str], worth: Mapping[str, int]
    ) -> NDArray[np.float32]:
        state, own = table.state, self._figures["player"]
        limit = self.definition.certificate_limit[self.players]
        rows = []
        for player in seats:
            cash = state.cash.get(player)
            rows.append(
                [
                    (cash or 0) / MONEY,
                    cash is not None,
                    worth.get(player, 0) / MONEY,
                    player in worth,
                    state.owed(player) / MONEY,
                    certificates(table, player) / limit,
                    player == state.priority,
                    player in acting,
                    *(figure.of(table, player) for figure in own),
                ]
            )
        return np.array(rows, np.float32)

    def _companies(self, table: Play) -> NDArray[np.float32]:
        state, definition = table.state, self.definition
        cells, (rows, columns) = definition.market.cells, self._grid
        turn, own = _operating(state), self._figures["company"]
        order = {name: number for number, name in enumerate(turn.order)} if turn is not None else {}
        placed: dict[str, int] = {}
        for owners in state.board.tokens.values():
            for owner in owners:
                placed[owner] = placed.get(owner, 0) + 1
        waiting = [name for names in state.waiting_tokens.values() for name in names]
        values = []
        for name in self.companies:
            cash, cell, entry = state.cash.get(name), state.cells.get(name), definition.companies.get(name)
            if entry is None:
                started = state.minors.get(name) not in (BANK, CLOSED, None)
                closed = state.minors.get(name) == CLOSED
            else:
                started, closed = name in state.par, name in state.closed_companies
            values.append(
                (
                    (cash or 0) / MONEY,
                    cash is not None,
                    started,
                    name in state.floated,
                    name in state.operated,
                    closed,
                    order.get(name) == 0,
                    (len(order) - order[name]) / len(order) if name in order else 0,
                    cells[cell].price / MONEY if cell is not None else 0,
                    state.par.get(name, 0) / MONEY,
                    (cell[1] + 1) / columns if cell is not None else 0,
                    (cell[0] + 1) / rows if cell is not None else 0,
                    (state.market[cell].index(name) + 1) / COUNT if cell is not None else 0,
                    state.revenue.get(name, 0) / MONEY,
                    placed.get(name, 0) / COUNT,
                    entry.stations / COUNT if entry is not None else 0,
                    waiting.count(name) / COUNT,
                    *(figure.of(table, name) if entry is not None else 0 for figure in own),
                )
            )
        return np.array(values, np.float32)

    def _presidents(self, state: State, place: Mapping[str, int]) -> NDArray[np.float32]:
        values = np.zeros((len(self.companies), self.players), np.float32)
        for owned in (state.presidents, state.minors):
            for company, owner in owned.items():
                if owner in place:
                    values[self._company[company], place[owner]] = 1
        return values

    def _holdings(self, state: State, place: Mapping[str, int]) -> NDArray[np.float32]:
        """Players, the initial offer, the pool, and what is kept for minors."""
        values = np.zeros(self.shapes["holdings"], np.float32)
        rows = {**place, IPO: self.players, POOL: self.players + 1}
        for (owner, company), percent in state.holdings.items():
            values[rows.get(owner, self.players + 2), self._company[company]] += percent / PERCENT
        return values

    def _trains(self, state: State) -> NDArray[np.float32]:
        """Companies and minors, the pool, the bank, and those that have left the game."""
        values = np.zeros(self.shapes["trains"], np.float32)
        pool, train = len(self.companies), self._train
        for owner, names in state.trains.items():
            row = self._company.get(owner, pool)
            for name in names:
                values[row, train[name]] += 1
        for row, counts in ((pool + 1, state.depot), (pool + 2, state.scrapped)):
            for name, count in counts.items():
                values[row, train[name]] = count
        values[pool + 1 :] /= COUNT
        return values

    def _lots(self, state: State, seat: str) -> NDArray[np.float32]:
        """Privates, then minors."""
        definition = self.definition
        contested = next((lot for frame in state.stack if (lot := getattr(frame, "contested", None))), None)
        highest: dict[str, int] = {}
        own: dict[str, int] = {}
        for frame in state.stack:
            for lot, player, amount in getattr(frame, "bids", ()):
                highest[lot] = max(amount, highest.get(lot, 0))
                if player == seat:
                    own[lot] = amount
        rows = []
        for name in self.lots:
            private = name in definition.privates
            owner = state.privates.get(name) or state.minors.get(name)
            rows.append(
                (
                    definition.lot(name).price / MONEY,
                    definition.private_income(name, state.phase) / MONEY if private else 0,
                    owner == BANK,
                    owner in (CLOSED, None),
                    name in state.powers_used,
                    highest.get(name, 0) / MONEY,
                    own.get(name, 0) / MONEY,
                    name == contested,
                )
            )
        return np.array(rows, np.float32)

    def _owners(self, state: State, place: Mapping[str, int]) -> NDArray[np.float32]:
        """Players, then companies and minors."""
        values = np.zeros(self.shapes["owners"], np.float32)
        for number, name in enumerate(self.lots):
            owner = state.privates.get(name) or state.minors.get(name, CLOSED)
            if owner in place:
                values[number, place[owner]] = 1
            elif owner in self._company:
                values[number, self.players + self._company[owner]] = 1
        return values

    # --- the board ---------------------------------------------------------------------------

    def _board(self, state: State) -> tuple[NDArray[np.float32], ...]:
        """Map, tokens, homes and tiles left; worked out once for each board and each step of values."""
        index = self.definition.phases[state.phase].value_index
        key = ("observation", index)
        found: tuple[NDArray[np.float32], ...] | None = state.board.memo.get(key)
        if found is None:
            found = state.board.memo[key] = (
                self._map(state.board, index),
                self._marks(state.board.tokens, len(self.companies) + 1),
                self._marks(state.board.reserved, len(self.companies)),
                self._tiles(state.board),
            )
        on_map, tokens, homes, tiles = (array.copy() for array in found)
        for name in state.lost_tiles:
            tiles[self._counted[name]] = 0
        return on_map, tokens, homes, tiles

    def _map(self, board: Board, index: int) -> NDArray[np.float32]:
        """The printed map with the rows of the hexes on which tiles lie."""
        rows = self._rows
        bare = rows.get(index)
        if bare is None:
            empty = Board({}, {}, {})
            bare = rows[index] = np.array([self._hex(empty, name, index) for name in self._hexes], np.float32)
        values = bare.copy()
        for name, laid in board.tiles.items():
            key = (index, name, laid)
            row = rows.get(key)
            if row is None:
                row = rows[key] = np.array(self._hex(board, name, index), np.float32)
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

    def _marks(self, marks: Mapping[tuple[str, int], Sequence[str]], width: int) -> NDArray[np.float32]:
        values = np.zeros((len(self.stops), width), np.float32)
        for stop, owners in marks.items():
            for owner in owners:
                if stop in self._stop:
                    values[self._stop[stop], self._company.get(owner, width - 1)] = 1
        return values

    def _tiles(self, board: Board) -> NDArray[np.float32]:
        """How many of each kind of tile are left."""
        left = dict(self.definition.tile_counts)
        for name, _ in board.tiles.values():
            if name in left:
                left[name] -= 1
        return np.array([max(0, count) / COUNT for count in left.values()], np.float32)


def _operating(state: State) -> OperatingRound | None:
    return next((one for one in reversed(state.stack) if isinstance(one, OperatingRound) and one.order), None)


def _offered(frame: Frame | None) -> float:
    """What somebody offers and waits for an answer to, or is to be paid."""
    purchase = getattr(frame, "purchase", None)
    amount = getattr(purchase, "price", None) if isinstance(purchase, Action) else getattr(frame, "amount", None)
    return float(amount or 0)
