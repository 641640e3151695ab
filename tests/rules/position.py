"""Positions built in a few lines, for tests by clause: what is the same in all titles."""

from __future__ import annotations

from typing import Any, Self

from msgspec.structs import replace

from kaiping.action import AnyAction
from kaiping.board.track import moved_stops, shape_at
from kaiping.errors import Reason
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.operating.round import OperatingRules
from kaiping.flow.rules import settle
from kaiping.flow.stock import StockRound
from kaiping.flow.trains import add_train
from kaiping.game import Game
from kaiping.invariants import violations
from kaiping.state import State

PLAYERS = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus")


def set_fields(state: State, **fields: Any) -> None:
    """Set fields of a state by name, those that only its title has among them."""
    for name, value in fields.items():
        if name in State.__struct_fields__:
            setattr(state, name, value)
        else:
            state.own = replace(state.own, **{name: value})


class PositionOfTitle:
    """A position in the making; ``stock`` and ``operate`` turn it into a game to play on."""

    #: operating rounds of a set, where they come in sets
    set_rounds = 0

    def __init__(self, game: Game) -> None:
        """A new game, taken to its second turn."""
        self.game = game
        self.state = game.state
        self.definition = game.definition
        self.state.turn = 2
        self.state.round = 1

    def _start(self, name: str, par: int, cell: tuple[int, int] | None) -> None:
        """The prices of a company that has been started."""
        state = self.state
        state.par[name] = par
        place = cell or self.definition.market.par_cells[par]
        state.cells[name] = place
        state.market[place] = (*state.market.get(place, ()), name)

    def _equip(self, name: str, cash: int, trains: tuple[str, ...]) -> None:
        self.cash(**{name: cash})
        for train in trains:
            self.train(name, train)

    def train(self, owner: str, train: str) -> Self:
        """A train of the bank, or one that has left the game, for a company, a minor or the pool."""
        add_train(self.state, owner, train)
        self._take(train)
        return self

    def _take(self, train: str) -> None:
        if train in self.state.depot:
            self.state.depot[train] -= 1
            if not self.state.depot[train]:
                del self.state.depot[train]
        elif self.state.scrapped.get(train):
            self.state.scrapped[train] -= 1

    def cash(self, **amounts: int) -> Self:
        """Set cash of players, companies and minors; the bank has the rest."""
        for owner, amount in amounts.items():
            self.state.bank += self.state.cash[owner] - amount
            self.state.cash[owner] = amount
        return self

    def private(self, name: str, owner: str) -> Self:
        self.state.privates[name] = owner
        return self

    def phase(self, name: str) -> Self:
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

    def scrap(self, train: str, count: int = 1) -> Self:
        """Trains of the stack that have left the game."""
        for _ in range(count):
            self._take(train)
        self.state.scrapped[train] = self.state.scrapped.get(train, 0) + count
        return self

    def tile(self, hex_id: str, tile: str, rotation: int = 0) -> Self:
        """Lay a tile, tokens and homes going with it."""
        board, definition = self.state.board, self.definition
        old = shape_at(definition.map, definition.tiles, board, hex_id)
        moved = moved_stops(old, definition.tiles[tile].shapes[rotation])
        assert moved is not None, f"{tile}/{rotation} does not fit {hex_id}"
        self.state.board = board.with_tile(hex_id, tile, rotation, moved)
        return self

    def token(self, company: str, hex_id: str, stop: int = 0) -> Self:
        self.state.board = self.state.board.with_token(company, (hex_id, stop))
        return self

    def set(self, **fields: Any) -> Self:
        """Set fields of the state by name, its title's own too."""
        set_fields(self.state, **fields)
        return self

    def stock(self, player: str = "Ann", **frame: Any) -> Game:
        """A stock round with this player on turn."""
        self.state.priority = player
        self.state.stack = (StockRound(player, **frame),)
        return self.game

    def operate(self, company: str, step: str = "track", after: tuple[str, ...] = (), **frame: Any) -> Game:
        """An operating round with this company or minor in this step, and others still to come."""
        self._begin_set()
        self.state.stack = (self._operating(company, step, after, **frame),)
        return self.game

    def _operating(self, company: str, step: str, after: tuple[str, ...] = (), **frame: Any) -> OperatingRound:
        rules = self.game.title.frames[OperatingRound]
        assert isinstance(rules, OperatingRules)
        steps = rules.minor_steps if company in self.definition.minors else rules.steps
        number = [one.name for one in steps].index(step)
        return OperatingRound((company, *after), step=number, **frame)

    def begin_round(self, *order: str) -> Game:
        """An operating round about to begin its first turn."""
        self._begin_set()
        self.state.stack = (OperatingRound(order),)
        settle(self.game.table(self.state))
        return self.game

    def _begin_set(self) -> None:
        self.state.set_rounds = self.state.set_rounds or self.set_rounds


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
        found = [one for one in violations(game.table()) if "has closed in phase" not in one]
        assert not found, f"after {action}: {found}"
    return game


def offered(game: Game, kind: type) -> list[Any]:
    """The listed actions of a kind."""
    return [action for action in game.legal_actions() if isinstance(action, kind)]


def events(game: Game, kind: str) -> list[Any]:
    """What the latest action brought about, of one kind."""
    return [event.data for event in game.last_events if event.kind == kind]
