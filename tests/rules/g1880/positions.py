"""Positions of 1880 built in a few lines, for tests by clause."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kaiping.action import Pass, Route, RunRoutes
from kaiping.flow.share_numbers import SHARE, drop_numbers, move_first
from kaiping.flow.stock import StockRound
from kaiping.game import Game
from kaiping.state import CLOSED, IPO
from tests.rules.position import PLAYERS, PositionOfTitle, events, offered, plays, refused

#: companies in the order of the book, and their homes
HOMES = {
    "JHA": "F8", "JHU": "F8", "JGG": "F8", "JLR": "F8", "BZU": "B8", "LHR": "J2", "SCR": "N12", "CKR": "O5",
    "BCR": "M3", "NXR": "J6", "HKR": "K15", "NJR": "K13", "QSR": "D12", "WNR": "L10",
}  # fmt: skip


class Position(PositionOfTitle):
    """A position in the making; ``stock`` and ``operate`` turn it into a game to play on.

    >>> game = Position().company("BCR", par=100, Ann=30, Bo=10).stock("Ann")
    >>> game.state.presidents["BCR"], game.state.held("ipo", "BCR")
    ('Ann', 60)
    """

    def __init__(self, edition: str = "2022", players: int = 3, options: Sequence[str] = ()) -> None:
        """A game after the opening, with no private and no investor in play."""
        super().__init__(Game("1880", edition=edition, players=list(PLAYERS[:players]), options=options))
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
        self._start(name, par, cell)
        rows = [place[1] for place in state.rows.values() if place[0] == par]
        state.rows[name] = (par, max(rows, default=-1) + 1 if row is None else row)
        state.certificates[name] = percent
        self.set(permits=state.own.permits | {name: permits})
        holdings = {**shares, IPO: 100 - sum(shares.values())}
        state.holdings.pop((IPO, name))
        state.holdings.update({(owner, name): part for owner, part in holdings.items() if part})
        players = {owner: part for owner, part in shares.items() if owner in state.players}
        state.presidents[name] = president or max(players, key=lambda player: players[player])
        drop_numbers(state, name, percent // SHARE - 2)
        for owner, part in shares.items():
            own = percent if owner == state.presidents[name] else 0
            move_first(state, name, IPO, owner, (part - own) // SHARE)
        if floated:
            state.floated |= {name}
            home = next(stop for stop, owners in state.board.reserved.items() if name in owners)
            state.board = state.board.with_token(name, home)
            if operated:
                state.operated |= {name}
        self._equip(name, cash, trains)
        return self

    def investor(self, minor: str, player: str, *, cash: int = 0) -> Position:
        """A foreign investor with its owner; its share is set by ``company(..., A1=10)``."""
        state = self.state
        state.minors[minor] = player
        state.board = state.board.with_token(minor, self.definition.minors[minor].home_stop)
        return self.cash(**{minor: cash})

    def left(self, train: str, count: int) -> Position:
        """Leave so many trains of a kind, and none of the kinds before it, in the bank."""
        for kind in self.definition.trains.values():
            if kind.name == train:
                self.scrap(train, self.state.depot.get(train, 0) - count)
                return self
            self.scrap(kind.name, self.state.depot.get(kind.name, 0))
        return self

    def stock(self, player: str = "Ann", inside: str | None = None, **frame: Any) -> Game:
        """A share round with this player on turn; ``inside`` the train step of a company that it interrupts."""
        game = super().stock(player, **frame)
        if inside is not None:
            self.state.stack = (self._operating(inside, "trains"), *self.state.stack)
        return game


def all_pass(game: Game) -> Game:
    """Everybody passes until the share round is over."""
    while isinstance(game.state.stack[-1], StockRound):
        plays(game, Pass(game.acting[0]))
    return game


def earned(game: Game, company: str, *routes: tuple[str, ...]) -> int:
    """What a company's trains earn, played on a copy of the game; the train comes first in each route."""
    plays(then := game.copy(), _run(company, routes))
    return int(next(event for event in then.last_events if event.kind == "run")["revenue"])


def wrong_run(game: Game, company: str, *routes: tuple[str, ...]) -> str:
    """Why a run is refused."""
    return refused(game, _run(company, routes)).code


def _run(company: str, routes: tuple[tuple[str, ...], ...]) -> RunRoutes:
    return RunRoutes(company, tuple(Route(train, tuple(path)) for train, *path in routes))


__all__ = ["HOMES", "PLAYERS", "Position", "all_pass", "earned", "events", "offered", "plays", "refused", "wrong_run"]
