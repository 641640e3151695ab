"""Positions of 1890 built in a few lines, for tests by clause."""

from __future__ import annotations

from collections.abc import Sequence

from kaiping.action import AnyAction, Bid, Par, Pass
from kaiping.definition import AttachedShare
from kaiping.flow.auction import Auction
from kaiping.flow.shares import certificates, move_shares
from kaiping.flow.stock import StockRound
from kaiping.game import Game
from kaiping.state import BANK, CLOSED, IPO
from kaiping.titles.g1890.opening import ParChoice
from tests.rules.position import PLAYERS, PositionOfTitle, events, offered, plays, refused


class Position(PositionOfTitle):
    """A position in the making; ``stock`` and ``operate`` turn it into a game to play on.

    >>> game = Position().company("HK", par=75, Ann=30, Bo=20).stock("Ann")
    >>> game.state.presidents["HK"], game.state.held("ipo", "HK")
    ('Ann', 50)
    """

    def __init__(
        self, edition: str = "C", players: int = 3, options: Sequence[str] = (), seed: int | None = None
    ) -> None:
        """A game in its second turn, after the initial stock round, with no private or minor in play."""
        super().__init__(Game("1890", edition=edition, players=list(PLAYERS[:players]), options=options, seed=seed))
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
        self._start(name, par, cell)
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
        self._equip(name, cash, trains)
        return self

    def minor(self, name: str, player: str, *, cash: int | None = None, trains: tuple[str, ...] = ()) -> Position:
        """A minor in play, with its capital unless another sum is named."""
        state, entry = self.state, self.definition.minors[name]
        state.minors[name] = player
        if entry.shares_token_of is None:
            for stop in entry.home_stops:
                state.board = state.board.with_token(name, stop)
        self._equip(name, entry.capital if cash is None else cash, trains)
        return self

    def private(self, name: str, owner: str) -> Position:
        """A private in play; a share that comes with it goes to its first owner."""
        super().private(name, owner)
        power = self.definition.privates[name].power
        if isinstance(power, AttachedShare) and owner in self.state.players and power.company not in self.state.par:
            move_shares(self.state, power.company, IPO, owner, power.percent)
        return self


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
    return certificates(game.table(game.state), player)


__all__ = [
    "PLAYERS",
    "Position",
    "all_pass",
    "buys",
    "counted",
    "events",
    "fresh",
    "offered",
    "plays",
    "price",
    "refused",
    "sold_to",
]
