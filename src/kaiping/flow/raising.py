"""Raising money by selling shares: the most there is to be had, and which sets of shares are just enough.

A sale moves the marker of its own company only, and all shares of a block bring the price before it. So what the shares
of a company bring does not hang on what else is sold, nor on the order, and nobody can raise more than by selling all
they may of each company at once. A company that closes on the way leaves its trains in the pool, where the cheapest
train may then cost less.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from kaiping.flow.play import Play
from kaiping.flow.rules import passes
from kaiping.flow.shares import SHARE, check_sale, fallen, price, proceeds

#: sets that are listed at most; others may be put together and are accepted all the same
LISTED = 40
#: sets that are looked at to find the ones to list
EXPLORED = 1000

#: how many shares of each holding are sold
Counts = tuple[int, ...]


class Holding(NamedTuple):
    """Shares of one company, as somebody who must sell sees them."""

    company: str
    held: int
    #: shares that may be sold
    most: int
    #: what each brings
    price: int
    #: the price once none, one, two ... have been sold; 0 when the company has closed
    prices: tuple[int, ...]
    #: price of the cheapest train that the pool gets if the company closes
    train: int | None = None

    def closes(self, sold: int) -> bool:
        return self.prices[sold] == 0


class Need(NamedTuple):
    """The cheapest train, and the money that is ready for it."""

    train: int
    ready: int

    @property
    def missing(self) -> int:
        return max(0, self.train - self.ready)


def holdings(table: Play, player: str, *, keeps: str | None = None, emergency: bool = True) -> list[Holding]:
    """What a player may sell of each company, for a train or another debt; ``keeps``: its president must not change."""
    keep_all = emergency and table.definition.train_rules.emergency_keeps_all_presidents
    found = []
    for company in table.definition.companies:
        held = table.state.held(player, company) // SHARE
        most = 0
        keep = keep_all or company == keeps
        for count in range(1, held + 1):
            if passes(check_sale, table, player, company, count * SHARE, keep=keep, emergency=emergency):
                most = count
        if most:
            found.append(_holding(table, company, held, most))
    return found


def _holding(table: Play, company: str, held: int, most: int) -> Holding:
    cells, state = table.definition.market.cells, table.state
    prices = [price(table, company)]
    for count in range(1, most + 1):
        cell = fallen(table, company, count * SHARE)
        prices.append(0 if cells[cell].closed else cells[cell].price)
    kinds = (table.definition.trains[name] for name in state.trains.get(company, ()))
    train = min((kind.price for kind in kinds if kind.fulfils_duty), default=None)
    return Holding(company, held, most, proceeds(table, company, SHARE), tuple(prices), train)


def most_raised(offered: Sequence[Holding]) -> int:
    """The most that sales can bring, in whatever sets and order."""
    return sum(holding.most * holding.price for holding in offered)


def most_after(offered: Sequence[Holding], company: str, sold: int) -> int:
    """The most that sales can bring in all, if first so many shares of one company are sold by themselves."""
    total = 0
    for holding in offered:
        if holding.company == company:
            total += sold * holding.price + (holding.most - sold) * holding.prices[sold]
        else:
            total += holding.most * holding.price
    return total


def raised(offered: Sequence[Holding], counts: Counts) -> int:
    """What a set of shares brings."""
    return sum(count * holding.price for holding, count in zip(offered, counts, strict=True))


def cheapest_after(need: Need, offered: Sequence[Holding], counts: Counts) -> int:
    """Price of the cheapest train once the set is sold: those of companies that it closes are in the pool."""
    freed = [
        holding.train
        for holding, count in zip(offered, counts, strict=True)
        if holding.train is not None and holding.closes(count)
    ]
    return min([need.train, *freed])


def is_enough(need: Need, offered: Sequence[Holding], counts: Counts) -> bool:
    """Does a set pay for the cheapest train that there is after it?"""
    return need.ready + raised(offered, counts) >= cheapest_after(need, offered, counts)


def is_least(need: Need, offered: Sequence[Holding], counts: Counts) -> bool:
    """Would a set that is enough not be so without any one of its certificates?"""
    return not any(
        is_enough(need, offered, (*counts[:place], count - 1, *counts[place + 1 :]))
        for place, count in enumerate(counts)
        if count
    )


def in_reach(need: Need, offered: Sequence[Holding]) -> bool:
    """Can the train be paid for at all? Whatever is enough is so with more shares, too: so all are tried together."""
    return is_enough(need, offered, tuple(holding.most for holding in offered))


def least_sets(need: Need, offered: Sequence[Holding]) -> Iterator[Counts]:
    """Every set that is enough, and not without any one of its certificates; those with fewest certificates first."""
    order = sorted(range(len(offered)), key=lambda place: offered[place].price)
    rising = [offered[place] for place in order]
    freed = [holding.train for holding in rising if holding.train is not None and holding.closes(holding.most)]
    search = _Search(rising, need.train - need.ready, min([need.train, *freed]) - need.ready)
    for size in range(1, sum(holding.most for holding in rising) + 1):
        for sold in search.sets(size):
            counts = [0] * len(offered)
            for place, count in zip(order, sold, strict=True):
                counts[place] = count
            found = tuple(counts)
            if is_enough(need, offered, found) and is_least(need, offered, found):
                yield found


class _Search:
    """Sets of a given size whose proceeds come near the sum that is needed; cheap shares are chosen first."""

    def __init__(self, rising: Sequence[Holding], most_needed: int, least_needed: int) -> None:
        self.rising = rising
        self.most_needed = most_needed
        self.least_needed = least_needed
        #: place -> number of shares -> the least and the most that so many bring from that holding on
        self.least: list[list[int]] = []
        self.most: list[list[int]] = []
        for place in range(len(rising) + 1):
            prices = [holding.price for holding in rising[place:] for _ in range(holding.most)]
            self.least.append(_sums(prices))
            self.most.append(_sums(prices[::-1]))

    def sets(self, size: int) -> Iterator[Counts]:
        yield from self._from(0, size, 0, None, ())

    def _from(self, place: int, left: int, money: int, cheapest: int | None, chosen: Counts) -> Iterator[Counts]:
        if left >= len(self.most[place]) or money + self.most[place][left] < self.least_needed:
            return
        if cheapest is not None and money + self.least[place][left] - cheapest >= self.most_needed:
            return  # the cheapest share could be left out
        if place == len(self.rising):
            yield chosen
            return
        holding = self.rising[place]
        for count in range(min(left, holding.most), -1, -1):
            first = holding.price if cheapest is None and count else cheapest
            yield from self._from(place + 1, left - count, money + count * holding.price, first, (*chosen, count))


def _sums(prices: Sequence[int]) -> list[int]:
    sums = [0]
    for one in prices:
        sums.append(sums[-1] + one)
    return sums


def loss(offered: Sequence[Holding], counts: Counts) -> int:
    """What the seller's other shares of the companies sold are worth less after a set."""
    return sum(
        (holding.held - count) * (holding.prices[0] - holding.prices[count])
        for holding, count in zip(offered, counts, strict=True)
    )


def proposals(need: Need, offered: Sequence[Holding]) -> list[Counts]:
    """The sets to list: all that are just enough, or of very many the smallest and those that cost least."""
    found = list(islice(least_sets(need, offered), EXPLORED))
    found.sort(key=lambda counts: (sum(counts), loss(offered, counts)))
    if len(found) <= LISTED:
        return found
    smallest = found[: LISTED // 2]
    kind = sorted(found[LISTED // 2 :], key=lambda counts: (loss(offered, counts), sum(counts)))
    return smallest + kind[: LISTED - len(smallest)]
