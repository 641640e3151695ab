"""Positions of 1888 built in a few lines, for tests by clause."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from kaiping.board.board import Board
from kaiping.game import Game
from kaiping.state import BANK, CLOSED, IPO, POOL
from tests.rules.position import PLAYERS, PositionOfTitle, offered, plays, refused


class Position(PositionOfTitle):
    """A position in the making; ``stock`` and ``operate`` turn it into a game to play on.

    >>> game = Position().company("JHR", par=90, Ann=60, Bo=20).stock("Ann")
    >>> game.state.presidents["JHR"]
    'Ann'
    """

    set_rounds = 1

    def __init__(
        self, edition: str = "2022", players: int = 3, privates: str = CLOSED, options: Sequence[str] = ()
    ) -> None:
        """A game after the auction; all privates closed, or with the owner named."""
        super().__init__(Game("1888", edition=edition, players=list(PLAYERS[:players]), options=options))
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
        self._start(name, par, cell)
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
        self._equip(name, cash, trains)
        return self

    def bank(self, amount: int) -> Position:
        """Leave the bank so much; the rest of the money is with a player who does not matter (the last)."""
        last = self.state.players[-1]
        self.state.cash[last] += self.state.bank - amount
        self.state.bank = amount
        return self

    def phase(self, name: str) -> Self:
        """Also a phase that a train has begun without being sold."""
        self.state.first_train_bought = True
        return super().phase(name)


__all__ = ["BANK", "PLAYERS", "Board", "Position", "offered", "plays", "refused"]
