"""A position as arrays of fixed shapes, as a seat may know it.

Rows of players begin with the seat itself and go on to its left; all other rows are in the order of the definition.
Money is in thousands, per cents are parts of one, flags are 0 or 1. What the seat may not know is 0, and a flag beside
it says that it is not known.

All arrays of an observation are parts of one row, which is filled at once: that is by far the quickest.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from math import prod

import numpy as np

from kaiping.action import Action
from kaiping.board.board import StopId
from kaiping.definition import Definition
from kaiping.env.ground import COUNT, HEX, MONEY, Array, Ground
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.operating.round import OperatingRules
from kaiping.flow.play import Play
from kaiping.flow.shares import SHARE, certificates, president_percent
from kaiping.flow.title import Figure, Title
from kaiping.game import Game
from kaiping.state import BANK, CLOSED, IPO, POOL, Frame, State

#: per cents and the counts of rounds as one unit
PERCENT, ROUNDS = 100.0, 10.0
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
(
    _CASH,
    _CASH_KNOWN,
    _STARTED,
    _FLOATED,
    _OPERATED,
    _CLOSED,
    _ON_TURN,
    _ORDER,
    _PRICE,
    _PAR,
    _COLUMN,
    _ROW,
    _IN_CELL,
    _REVENUE,
    _PLACED,
    _TOKENS,
    _WAITING,
    _CERTIFICATE,
) = range(len(COMPANY))
_FACE, _INCOME, _UNSOLD, _GONE, _USED, _HIGHEST, _OWN, _CONTESTED = range(len(LOT))


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
        self._train = {name: number for number, name in enumerate(definition.trains)}
        self._counted = {name: number for number, name in enumerate(definition.tile_counts)}
        self._ground = Ground(definition, self._company, stops)
        self._limit = definition.certificate_limit[players]
        self._grid = tuple(max(place[axis] for place in definition.market.cells) + 1 for axis in (0, 1))
        self._figures: dict[str, list[Figure]] = {place: [] for place in ("game", "company", "player")}
        for figure in title.figures(definition) if title.figures is not None else ():
            self._figures[figure.place].append(figure)
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
            row[at + _TOKENS] = entry.stations / COUNT
        for number, name in enumerate(self.lots):
            at = self._at["lots"] + number * len(LOT)
            row[at + _FACE] = definition.lot(name).price / MONEY
            row[at + _INCOME] = definition.private_income(name, phase) / MONEY if name in definition.privates else 0.0
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
            **self._ground.shapes,
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
        values[board:] = self._ground.row(state.board, self.definition.phases[state.phase].value_index)
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
                row[at + _CASH] = cash / MONEY
                row[at + _CASH_KNOWN] = 1
            if name in state.minors:
                row[at + _STARTED] = state.minors[name] not in (BANK, CLOSED)
                row[at + _CLOSED] = state.minors[name] == CLOSED
            if name in order:
                row[at + _ON_TURN] = order[name] == 0
                row[at + _ORDER] = 1 - order[name] / len(order)
            if name in state.par:
                row[at + _STARTED] = 1
                row[at + _FLOATED] = name in state.floated
                row[at + _PAR] = state.par[name] / MONEY
                row[at + _CERTIFICATE] = president_percent(state, name) / PERCENT
            if (cell := state.cells.get(name)) is not None:
                row[at + _PRICE] = cells[cell].price / MONEY
                row[at + _COLUMN] = (cell[1] + 1) / columns
                row[at + _ROW] = (cell[0] + 1) / rows
                row[at + _IN_CELL] = (state.market[cell].index(name) + 1) / COUNT
            if name in placed:
                row[at + _PLACED] = placed[name] / COUNT
            if name in state.revenue:
                row[at + _REVENUE] = state.revenue[name] / MONEY
            if name in waiting:
                row[at + _WAITING] = waiting.count(name) / COUNT
            at += step
        at = self._at["companies"]
        for column, names in ((_OPERATED, state.operated), (_CLOSED, state.closed_companies)):
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
                row[at + _UNSOLD] = 1
            elif owner == CLOSED:
                row[at + _GONE] = 1
            elif owner in place:
                row[owned + place[owner]] = 1
            else:
                row[owned + self.players + self._company[owner]] = 1
            if name in state.powers_used:
                row[at + _USED] = 1
            if name in highest:
                row[at + _HIGHEST] = highest[name] / MONEY
                row[at + _OWN] = own.get(name, 0) / MONEY
                row[at + _CONTESTED] = name == contested
            at += len(LOT)
            owned += self.players + len(self.companies)


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
