"""Where each player's worth came from: what was gained and lost, action by action, on which account."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
from msgspec import Struct

from kaiping import ledger
from kaiping.game import Game
from kaiping.words import INCOMES, OUTLAYS


class Account(Struct):
    """What a player began with, gained and lost; all of it together is what the player is worth."""

    #: worth at the beginning
    start: int = 0
    dividends: int = 0
    #: what privates and minors paid
    incomes: int = 0
    #: of shares that were held while their price moved
    rises: int = 0
    falls: int = 0
    #: shares bought above or below their price, fees of sales
    trades: int = 0
    #: privates and minors: what they cost, what they count, what was got for them, what their closing took
    lots: int = 0
    #: for trains of companies, and what was seized with it
    outlays: int = 0
    #: interest, levies and whatever else
    other: int = 0

    @property
    def total(self) -> int:
        return sum(msgspec.structs.astuple(self))

    def parts(self) -> Iterator[tuple[str, int]]:
        """Every account by its name, in their order."""
        yield from msgspec.structs.asdict(self).items()


class _Standing(Struct, frozen=True):
    """What there is to compare between two moments."""

    #: of each player
    cash: dict[str, int]
    lots_worth: dict[str, int]
    debt: dict[str, int]
    lots: dict[str, frozenset[str]]
    #: of each started company
    prices: dict[str, int]
    #: (player, company) -> shares
    held: dict[tuple[str, str], int]


def _standing(game: Game) -> _Standing:
    state, cells, worth = game.state, game.definition.market.cells, ledger.worths(game)
    owned = [*state.privates.items(), *state.minors.items()]
    return _Standing(
        cash={player: one.cash for player, one in worth.items()},
        lots_worth={player: one.privates for player, one in worth.items()},
        debt={player: one.debt for player, one in worth.items()},
        lots={player: frozenset(name for name, owner in owned if owner == player) for player in worth},
        prices={company: cells[cell].price for company, cell in state.cells.items()},
        held={key: percent // 10 for key, percent in state.holdings.items() if key[0] in worth},
    )


class Accounts:
    """The accounts of all players; every moment of a game is to be handed in, in order."""

    def __init__(self) -> None:
        self.of: dict[str, Account] = {}
        #: what each player was worth after so many actions
        self.worth: list[dict[str, int]] = []
        self._before: _Standing | None = None

    def take(self, position: Game) -> None:
        now, totals = _standing(position), position.totals()
        if self._before is None:
            self.of = {player: Account(start=worth) for player, worth in totals.items()}
        else:
            told = _told(position)
            for player, account in self.of.items():
                _book(account, player, self._before, now, told.get(player))
        self._before = now
        self.worth.append(totals)


class _Told(Struct):
    """What the events of a moment say of one player."""

    account: Account
    #: company -> shares sold
    sold: dict[str, int]


def _told(position: Game) -> dict[str, _Told]:
    found: dict[str, _Told] = {}

    def of(player: str) -> _Told:
        return found.setdefault(player, _Told(Account(), {}))

    for event in position.last_events:
        if event.kind == "paid":
            for owner, amount in event["shares"].items():
                of(owner).account.dividends += amount
        elif event.kind == "sold":
            sold = of(event["player"]).sold
            sold[event["company"]] = sold.get(event["company"], 0) + event["percent"] // 10
        elif event.kind in INCOMES:
            owner, figure = INCOMES[event.kind]
            of(event[owner]).account.incomes += event[figure]
        elif event.kind in OUTLAYS:
            owner, figure = OUTLAYS[event.kind]
            of(event[owner]).account.outlays -= event[figure]
    return found


def _book(account: Account, player: str, old: _Standing, new: _Standing, told: _Told | None) -> None:
    """Put what has changed for a player on its accounts; whatever it is, nothing is left over."""
    told = told or _Told(Account(), {})
    account.dividends += told.account.dividends
    account.incomes += told.account.incomes
    account.outlays += told.account.outlays
    owed = new.debt[player] - old.debt[player]
    cash = new.cash[player] - old.cash[player] - owed - told.account.total
    counted = new.lots_worth[player] - old.lots_worth[player]
    shares, traded = _book_prices(account, player, old, new, told.sold)
    # what is left was given and taken: money for shares, shares for privates, ...
    if new.lots[player] - old.lots[player] or (old.lots[player] != new.lots[player] and (not traded or not cash)):
        account.lots += cash + shares + counted
    elif traded:
        account.trades += cash + shares
        account.lots += counted
    elif counted:
        account.lots += cash + counted
    else:
        account.other += cash


def _book_prices(
    account: Account, player: str, old: _Standing, new: _Standing, sold: Mapping[str, int]
) -> tuple[int, bool]:
    """Rises and falls of what is held; gives what shares changed hands for at their prices, and whether any did.

    A trade counts at the price before it: it is traded first and the marker moves afterwards.
    """
    moved, traded = 0, False
    for company in old.prices.keys() | new.prices.keys():
        before, after = old.held.get((player, company), 0), new.held.get((player, company), 0)
        if company in old.prices and company not in new.prices:  # it has left the game
            gone = sold.get(company, 0)
            moved, traded = moved - gone * old.prices[company], traded or gone > 0
            account.falls -= (before - gone) * old.prices[company]
            continue
        price = new.prices[company]
        former = old.prices.get(company, price)
        moved, traded = moved + (after - before) * former, traded or after != before
        if company not in old.prices:  # shares that came with something before there was a price
            account.lots += before * price
        change = after * (price - former)
        if change > 0:
            account.rises += change
        else:
            account.falls += change
    return moved, traded
