"""Positions of 1880 built in a few lines, for tests by clause."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kaiping.action import AnyAction, Pass, Route, RunRoutes
from kaiping.board.track import moved_stops, shape_at
from kaiping.errors import Reason
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.operating.round import OperatingRules
from kaiping.flow.rules import settle
from kaiping.flow.stock import StockRound
from kaiping.flow.trains import add_train
from kaiping.game import Game
from kaiping.invariants import violations
from kaiping.state import CLOSED, IPO

PLAYERS = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus")


class Position:
    """A position in the making; ``stock`` and ``operate`` turn it into a game to play on.

    >>> game = Position().company("BCR", par=100, Ann=30, Bo=10).stock("Ann")
    >>> game.state.presidents["BCR"], game.state.held("ipo", "BCR")
    ('Ann', 60)
    """

    def __init__(self, edition: str = "2022", players: int = 3, options: Sequence[str] = ()) -> None:
        """A game after the opening, with no private and no investor in play."""
        self.game = Game("1880", edition=edition, players=list(PLAYERS[:players]), options=options)
        self.state = self.game.state
        self.definition = self.game.definition
        self.state.turn = 2
        self.state.round = 1
        self.state.privates = dict.fromkeys(self.definition.privates, CLOSED)
        for minor, entry in self.definition.minors.items():
            self.state.minors[minor] = CLOSED
            self.state.board = self.state.board.without_token(minor, entry.home_stop[0])

    def company(
        self,
        name: str,
        *,
        par: int = 80,
        row: int | None = None,
        percent: int = 20,
        permits: str = "ABCD",
        cell: tuple[int, int] | None = None,
        cash: int = 0,
        trains: tuple[str, ...] = (),
        president: str | None = None,
        floated: bool = True,
        operated: bool = True,
        **shares: int,
    ) -> Position:
        """A company that has been started; shares in per cent by owner, the rest with the bank."""
        state = self.state
        state.par[name] = par
        rows = [place[1] for place in state.rows.values() if place[0] == par]
        state.rows[name] = (par, max(rows, default=-1) + 1 if row is None else row)
        state.certificates[name] = percent
        state.permits[name] = permits
        place = cell or self.definition.market.par_cells[par]
        state.cells[name] = place
        state.market[place] = (*state.market.get(place, ()), name)
        holdings = {**shares, IPO: 100 - sum(shares.values())}
        state.holdings.pop((IPO, name))
        state.holdings.update({(owner, name): part for owner, part in holdings.items() if part})
        players = {owner: part for owner, part in shares.items() if owner in state.players}
        state.presidents[name] = president or max(players, key=lambda player: players[player])
        if floated:
            state.floated |= {name}
            home = next(stop for stop, owners in state.board.reserved.items() if name in owners)
            state.board = state.board.with_token(name, home)
            if operated:
                state.operated |= {name}
        self.cash(**{name: cash})
        for train in trains:
            add_train(state, name, train)
            self._take(train)
        return self

    def _take(self, train: str) -> None:
        if train in self.state.depot:
            self.state.depot[train] -= 1
            if not self.state.depot[train]:
                del self.state.depot[train]
        elif self.state.scrapped.get(train):
            self.state.scrapped[train] -= 1

    def investor(self, minor: str, player: str, *, cash: int = 0) -> Position:
        """A foreign investor with its owner; its share is set by ``company(..., A1=10)``."""
        state = self.state
        state.minors[minor] = player
        state.board = state.board.with_token(minor, self.definition.minors[minor].home_stop)
        return self.cash(**{minor: cash})

    def cash(self, **amounts: int) -> Position:
        """Set cash of players, companies and investors; the bank has the rest."""
        for owner, amount in amounts.items():
            self.state.bank += self.state.cash[owner] - amount
            self.state.cash[owner] = amount
        return self

    def private(self, name: str, owner: str) -> Position:
        self.state.privates[name] = owner
        return self

    def phase(self, name: str) -> Position:
        """A phase, with the stack of trains as it is just after the first train of the phase has left."""
        state, definition = self.state, self.definition
        state.phase = name
        kind = definition.phases[name].starts_with
        for train in definition.trains.values():
            if train.name == kind:
                if train.count:
                    self.scrap(train.name)
                break
            if train.count and kind:
                self.scrap(train.name, state.depot.get(train.name, 0))
        return self

    def scrap(self, train: str, count: int = 1) -> Position:
        """Trains of the stack that have left the game."""
        for _ in range(count):
            self._take(train)
        self.state.scrapped[train] = self.state.scrapped.get(train, 0) + count
        return self

    def left(self, train: str, count: int) -> Position:
        """Leave so many trains of a kind, and none of the kinds before it, in the bank."""
        for kind in self.definition.trains.values():
            if kind.name == train:
                self.scrap(train, self.state.depot.get(train, 0) - count)
                return self
            self.scrap(kind.name, self.state.depot.get(kind.name, 0))
        return self

    def tile(self, hex_id: str, tile: str, rotation: int = 0) -> Position:
        """Lay a tile, tokens and homes going with it."""
        board, definition = self.state.board, self.definition
        old = shape_at(definition.map, definition.tiles, board, hex_id)
        moved = moved_stops(old, definition.tiles[tile].shapes[rotation])
        assert moved is not None, f"{tile}/{rotation} does not fit {hex_id}"
        self.state.board = board.with_tile(hex_id, tile, rotation, moved)
        return self

    def token(self, company: str, hex_id: str, stop: int = 0) -> Position:
        self.state.board = self.state.board.with_token(company, (hex_id, stop))
        return self

    def set(self, **fields: Any) -> Position:
        """Set fields of the state by name."""
        for name, value in fields.items():
            setattr(self.state, name, value)
        return self

    def stock(self, player: str = "Ann", inside: str | None = None, **frame: Any) -> Game:
        """A share round with this player on turn; ``inside`` the train step of a company that it interrupts."""
        self.state.priority = player
        self.state.stack = (StockRound(player, **frame),)
        if inside is not None:
            self.state.stack = (self._operating(inside, "trains", ()), *self.state.stack)
        return self.game

    def _operating(self, company: str, step: str, after: tuple[str, ...], **frame: Any) -> OperatingRound:
        rules = self.game.title.frames[OperatingRound]
        assert isinstance(rules, OperatingRules)
        steps = rules.minor_steps if company in self.definition.minors else rules.steps
        number = [one.name for one in steps].index(step)
        return OperatingRound((company, *after), step=number, **frame)

    def operate(self, company: str, step: str = "track", after: tuple[str, ...] = (), **frame: Any) -> Game:
        """An operating round with this company in this step, and others still to come."""
        self.state.stack = (self._operating(company, step, after, **frame),)
        return self.game

    def begin_round(self, *order: str) -> Game:
        """An operating round about to begin its first turn."""
        self.state.stack = (OperatingRound(order),)
        settle(self.game._table(self.state))
        return self.game


def refused(game: Game, action: AnyAction) -> Reason:
    """Why an action is refused; it must be, and it must change nothing."""
    before = game.state.copy()
    reason = game.why_not(action)
    assert reason is not None, f"{action} is legal"
    assert action not in list(game.legal_actions())
    assert game.state == before
    return reason


def plays(game: Game, *actions: AnyAction) -> Game:
    """Play actions, each of which must be legal, and check the invariants."""
    for action in actions:
        reason = game.why_not(action)
        assert reason is None, f"{action} is refused: {reason}"
        game.play(action)
        # positions close the privates in any phase, where they do not matter
        found = [one for one in violations(game.definition, game.state) if "has closed in phase" not in one]
        assert not found, f"after {action}: {found}"
    return game


def offered(game: Game, kind: type) -> list[Any]:
    """The listed actions of a kind."""
    return [action for action in game.legal_actions() if isinstance(action, kind)]


def all_pass(game: Game) -> Game:
    """Everybody passes until the share round is over."""
    while isinstance(game.state.stack[-1], StockRound):
        plays(game, Pass(game.acting[0]))
    return game


def events(game: Game, kind: str) -> list[Any]:
    """What the latest action brought about, of one kind."""
    return [event.data for event in game.last_events if event.kind == kind]


def earned(game: Game, company: str, *routes: tuple[str, ...]) -> int:
    """What a company's trains earn, played on a copy of the game; the train comes first in each route."""
    plays(then := game.copy(), _run(company, routes))
    return int(next(event for event in then.last_events if event.kind == "run")["revenue"])


def wrong_run(game: Game, company: str, *routes: tuple[str, ...]) -> str:
    """Why a run is refused."""
    return refused(game, _run(company, routes)).code


def _run(company: str, routes: tuple[tuple[str, ...], ...]) -> RunRoutes:
    return RunRoutes(company, tuple(Route(train, tuple(path)) for train, *path in routes))
