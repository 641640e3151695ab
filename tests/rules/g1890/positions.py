"""Positions of 1890 built in a few lines, for tests by clause."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kaiping.action import AnyAction, Bid, Par, Pass
from kaiping.board.track import moved_stops, shape_at
from kaiping.definition import AttachedShare
from kaiping.errors import Reason
from kaiping.flow.auction import Auction
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.operating.round import OperatingRules
from kaiping.flow.rules import settle
from kaiping.flow.shares import certificates, move_shares
from kaiping.flow.stock import StockRound
from kaiping.flow.trains import add_train
from kaiping.game import Game
from kaiping.invariants import violations
from kaiping.state import BANK, CLOSED, IPO
from kaiping.titles.g1890.opening import ParChoice

PLAYERS = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus")


class Position:
    """A position in the making; ``stock`` and ``operate`` turn it into a game to play on.

    >>> game = Position().company("HK", par=75, Ann=30, Bo=20).stock("Ann")
    >>> game.state.presidents["HK"], game.state.held("ipo", "HK")
    ('Ann', 50)
    """

    def __init__(
        self, edition: str = "C", players: int = 3, options: Sequence[str] = (), seed: int | None = None
    ) -> None:
        """A game in its second turn, after the initial stock round, with no private or minor in play."""
        self.game = Game("1890", edition=edition, players=list(PLAYERS[:players]), options=options, seed=seed)
        self.state = self.game.state
        self.definition = self.game.definition
        self.state.turn = 2
        self.state.round = 1
        for name, private in self.definition.privates.items():
            self.state.privates[name] = BANK if private.late else CLOSED
        for minor in self.definition.minors:
            self.state.minors[minor] = CLOSED
            self.state.board = self.state.board.without_reservations(minor)

    def company(
        self,
        name: str,
        *,
        par: int = 80,
        cell: tuple[int, int] | None = None,
        cash: int = 0,
        trains: tuple[str, ...] = (),
        president: str | None = None,
        floated: bool | None = None,
        operated: bool = True,
        **shares: int,
    ) -> Position:
        """A company that has been started; shares in per cent by owner, the rest in the initial offer."""
        state = self.state
        state.par[name] = par
        place = cell or self.definition.market.par_cells[par]
        state.cells[name] = place
        state.market[place] = (*state.market.get(place, ()), name)
        reserved = {(owner, name): part for (owner, held), part in state.holdings.items() if held == name}
        reserved.pop((IPO, name), None)
        for key in reserved:
            del state.holdings[key]
        kept = {minor: part for (minor, _), part in reserved.items() if minor in state.minors}
        held = {**kept, **{owner: part for owner, part in shares.items() if part}}
        state.holdings.pop((IPO, name), None)
        left = 100 - sum(held.values())
        state.holdings.update({(owner, name): part for owner, part in {**held, IPO: left}.items() if part})
        players = {owner: part for owner, part in shares.items() if owner in state.players}
        if players and (president or max(players.values()) >= 20):
            state.presidents[name] = president or max(players, key=lambda player: players[player])
        if floated if floated is not None else 100 - left - sum(kept.values()) >= 50:
            state.floated |= {name}
            if operated:
                state.operated |= {name}
                entry = self.definition.companies[name]
                for place_of in entry.home_stops:
                    if place_of[0] not in entry.home_phases:
                        state.board = state.board.with_token(name, place_of)
                state.free_tokens[name] = len(entry.homes) - len(entry.home_phases) - 1
        self.cash(**{name: cash})
        for train in trains:
            self.train(name, train)
        return self

    def train(self, owner: str, train: str) -> Position:
        """A train of the bank, or one that has left the game, for a company, a minor or the open market."""
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

    def minor(self, name: str, player: str, *, cash: int | None = None, trains: tuple[str, ...] = ()) -> Position:
        """A minor in play, with its capital unless another sum is named."""
        state, entry = self.state, self.definition.minors[name]
        state.minors[name] = player
        if entry.shares_token_of is None:
            for stop in entry.home_stops:
                state.board = state.board.with_token(name, stop)
        self.cash(**{name: entry.capital if cash is None else cash})
        for train in trains:
            self.train(name, train)
        return self

    def cash(self, **amounts: int) -> Position:
        """Set cash of players, companies and minors; the bank has the rest."""
        for owner, amount in amounts.items():
            self.state.bank += self.state.cash[owner] - amount
            self.state.cash[owner] = amount
        return self

    def private(self, name: str, owner: str) -> Position:
        """A private in play; a share that comes with it goes to its first owner."""
        self.state.privates[name] = owner
        power = self.definition.privates[name].power
        if isinstance(power, AttachedShare) and owner in self.state.players and power.company not in self.state.par:
            move_shares(self.state, power.company, IPO, owner, power.percent)
        return self

    def phase(self, name: str) -> Position:
        """A phase, with the trains as they are just after the first train of the phase has left the bank."""
        state, definition = self.state, self.definition
        state.phase = name
        kind = definition.phases[name].starts_with
        for train in definition.trains.values():
            if train.name == kind:
                self.scrap(train.name)
                break
            if kind:
                self.scrap(train.name, state.depot.get(train.name, 0))
        return self

    def scrap(self, train: str, count: int = 1) -> Position:
        """Trains of the bank that have left the game."""
        for _ in range(count):
            self._take(train)
        self.state.scrapped[train] = self.state.scrapped.get(train, 0) + count
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

    def stock(self, player: str = "Ann", **frame: Any) -> Game:
        """A regular stock round with this player on turn."""
        self.state.priority = player
        self.state.stack = (StockRound(player, **frame),)
        return self.game

    def operate(self, company: str, step: str = "track", after: tuple[str, ...] = (), **frame: Any) -> Game:
        """An operating round with this company or minor in this step, and others still to come."""
        rules = self.game.title.frames[OperatingRound]
        assert isinstance(rules, OperatingRules)
        steps = rules.minor_steps if company in self.definition.minors else rules.steps
        number = [one.name for one in steps].index(step)
        self.state.stack = (OperatingRound((company, *after), step=number, **frame),)
        return self.game

    def begin_round(self, *order: str) -> Game:
        """An operating round about to begin its first turn."""
        self.state.stack = (OperatingRound(order),)
        settle(self.game._table(self.state))
        return self.game


def fresh(edition: str = "C", players: int = 3, options: Sequence[str] = ()) -> Game:
    """A new game, at the beginning of the initial stock round."""
    return Game("1890", edition=edition, players=list(PLAYERS[:players]), options=options)


def sold_to(buyers: str, edition: str = "C", players: int = 3, price: int = 100, options: Sequence[str] = ()) -> Game:
    """A game whose initial stock round is over: each lot in turn bought at face value by the player with that letter.

    The first player on turn who is not the buyer passes; prices of companies that are set on the way are all alike.
    """
    game = fresh(edition, players, options)
    rich = (game.definition.bank or 0) // 2 // players
    game.state.cash.update(dict.fromkeys(game.state.players, rich))
    game.state.bank -= (rich - game.definition.starting_cash[players]) * players
    order = game.definition.auction.order  # type: ignore[union-attr]
    for lot, letter in zip(order, buyers, strict=True):
        buyer = next(player for player in game.state.players if player[0] == letter)
        while game.acting[0] != buyer:
            plays(game, Pass(game.acting[0]))
        plays(game, Bid(buyer, lot, game.definition.lot(lot).price))
        while not isinstance(game.state.stack[-1], Auction | StockRound):
            plays(game, Par(buyer, _asked(game), price))
    return game


def _asked(game: Game) -> str:
    """The company whose price must be set now."""
    frame = game.state.stack[-1]
    assert isinstance(frame, ParChoice)
    return frame.company


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
    """Everybody passes until the round at hand, a stock round or the initial one, is over."""
    kind = type(game.state.stack[-1])
    turn = game.state.turn
    while type(game.state.stack[-1]) is kind and game.state.turn == turn:
        plays(game, Pass(game.acting[0]))
    return game


def buys(game: Game, action: AnyAction) -> Game:
    """Make the purchase of a turn and end the turn, unless it ends of itself because there is nothing to sell."""
    player = game.acting[0]
    plays(game, action)
    if game.acting == (player,):
        plays(game, Pass(player))
    return game


def price(game: Game, company: str) -> int:
    """The price of a company's shares on the table."""
    return game.definition.market.cells[game.state.cells[company]].price


def counted(game: Game, player: str) -> int:
    """The certificates of a player that count."""
    return certificates(game._table(game.state), player)


def events(game: Game, kind: str) -> list[Any]:
    """What the latest action brought about, of one kind."""
    return [event.data for event in game.last_events if event.kind == kind]
