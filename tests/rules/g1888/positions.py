"""Positions of 1888 built in a few lines, for tests by clause."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kaiping.action import AnyAction
from kaiping.board.board import Board
from kaiping.errors import Reason
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.operating.round import OperatingRules
from kaiping.flow.stock import StockRound
from kaiping.flow.trains import add_train
from kaiping.game import Game
from kaiping.state import BANK, CLOSED, IPO, POOL

PLAYERS = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")


class Position:
    """A position in the making; ``stock`` and ``operate`` turn it into a game to play on.

    >>> game = Position().company("JHR", par=90, Ann=60, Bo=20).stock("Ann")
    >>> game.state.presidents["JHR"]
    'Ann'
    """

    def __init__(
        self, edition: str = "2022", players: int = 3, privates: str = CLOSED, options: Sequence[str] = ()
    ) -> None:
        """A game after the auction; all privates closed, or with the owner named."""
        self.game = Game("1888", edition=edition, players=list(PLAYERS[:players]), options=options)
        self.state = self.game.state
        self.definition = self.game.definition
        self.state.turn = 2
        self.state.round = 1
        self.state.privates = dict.fromkeys(self.definition.privates, privates)

    def company(
        self,
        name: str,
        *,
        par: int = 80,
        cell: tuple[int, int] | None = None,
        pool: int = 0,
        cash: int = 0,
        trains: tuple[str, ...] = (),
        president: str | None = None,
        operated: bool = True,
        **shares: int,
    ) -> Position:
        """A company that has been started; shares in per cent by player, the rest in the IPO.

        It has floated if it is sold enough; ``operated`` says that its home token lies on the map.
        """
        state = self.state
        state.par[name] = par
        place = cell or self.definition.market.par_cells[par]
        state.cells[name] = place
        state.market[place] = (*state.market.get(place, ()), name)
        holdings = {**shares, POOL: pool, IPO: 100 - pool - sum(shares.values())}
        state.holdings.pop((IPO, name))
        state.holdings.update({(owner, name): part for owner, part in holdings.items() if part})
        state.presidents[name] = president or max(shares, key=lambda player: shares[player])
        floated = holdings[IPO] <= 100 - self.definition.shares.float_percent
        if floated:
            state.floated |= {name}
        if floated and operated:
            state.operated |= {name}
            home = next(stop for stop, owners in state.board.reserved.items() if name in owners)
            state.board = state.board.with_token(name, home)
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

    def cash(self, **amounts: int) -> Position:
        """Set cash of players and companies; the bank has the rest."""
        for owner, amount in amounts.items():
            self.state.bank += self.state.cash[owner] - amount
            self.state.cash[owner] = amount
        return self

    def bank(self, amount: int) -> Position:
        """Leave the bank so much; the rest of the money is with a player who does not matter (the last)."""
        last = self.state.players[-1]
        self.state.cash[last] += self.state.bank - amount
        self.state.bank = amount
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
            if train.count:
                self.scrap(train.name, state.depot.get(train.name, 0))
        state.first_train_bought = True
        return self

    def scrap(self, train: str, count: int = 1) -> Position:
        """Trains of the stack that have left the game."""
        for _ in range(count):
            self._take(train)
        self.state.scrapped[train] = self.state.scrapped.get(train, 0) + count
        return self

    def tile(self, hex_id: str, tile: str, rotation: int = 0) -> Position:
        """Lay a tile, tokens and homes going with it."""
        from kaiping.board.track import moved_stops, shape_at

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

    def stock(self, player: str = "Ann", **frame: Any) -> Game:
        """A stock round with this player on turn."""
        self.state.priority = player
        self.state.stack = (StockRound(player, **frame),)
        return self.game

    def operate(self, company: str, step: str = "track", after: tuple[str, ...] = (), **frame: Any) -> Game:
        """An operating round with this company in this step ("track", "token", "run", "dividend", "trains",
        "privates"), and others still to come."""
        rules = self.game.title.frames[OperatingRound]
        assert isinstance(rules, OperatingRules)
        number = [one.name for one in rules.steps].index(step)
        self.state.set_rounds = self.state.set_rounds or 1
        self.state.stack = (OperatingRound((company, *after), step=number, **frame),)
        return self.game

    def begin_round(self, *order: str) -> Game:
        """An operating round about to begin its first turn."""
        from kaiping.flow.rules import settle

        self.state.set_rounds = self.state.set_rounds or 1
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
    from kaiping.invariants import violations

    for action in actions:
        reason = game.why_not(action)
        assert reason is None, f"{action} is refused: {reason}"
        game.play(action)
        found = violations(game.definition, game.state)
        # positions close the privates in any phase, where they do not matter
        assert [one for one in found if "has closed in phase" not in one] == []
    return game


def offered(game: Game, kind: type) -> list[Any]:
    """The listed actions of a kind."""
    return [action for action in game.legal_actions() if isinstance(action, kind)]


__all__ = ["BANK", "PLAYERS", "Board", "Position", "offered", "plays", "refused"]
