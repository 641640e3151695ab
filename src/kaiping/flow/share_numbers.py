"""Which numbered share is where, for house rules under which one 10 % share is not as good as another.

On 18xx.games the shares of a company that are locked at first have the highest numbers. Such a share may reach a player
as change for a president's certificate; if they still have it when the others are unlocked it never becomes saleable.
Where a rule set keeps no numbers, ``State.numbers`` is empty and nothing here does anything.
"""

from __future__ import annotations

from collections.abc import Iterable

from kaiping.state import IPO, State

#: per cent of an ordinary share
SHARE = 10


def number_shares(state: State, companies: Iterable[str], count: int, locked: int) -> None:
    """Number the ordinary shares of all companies from 1; the last ``locked`` of them cannot be bought yet."""
    for company in companies:
        state.numbers = {**state.numbers, (IPO, company): tuple(range(1, count + 1))}
        state.unsaleable |= {(company, number) for number in range(count - locked + 1, count + 1)}


def unlock_shares(state: State) -> None:
    """Shares that lie in the bank become saleable."""
    state.unsaleable = frozenset(
        (company, number) for company, number in state.unsaleable if number not in state.numbers.get((IPO, company), ())
    )


def saleable(state: State, company: str) -> int:
    """Per cent of a company in the bank that may be bought."""
    numbers = state.numbers.get((IPO, company), ())
    return SHARE * sum((company, number) not in state.unsaleable for number in numbers)


def drop_numbers(state: State, company: str, count: int) -> None:
    """A larger president's certificate takes the place of some shares, the highest of those on offer first."""
    if not state.numbers:
        return
    numbers = state.numbers[IPO, company]
    open_ones = [number for number in numbers if (company, number) not in state.unsaleable]
    lost = open_ones[len(open_ones) - count :]
    left = tuple(number for number in numbers if number not in lost)
    state.numbers = {**state.numbers, (IPO, company): left}


def move_first(state: State, company: str, source: str, target: str, count: int, *, bought: bool = False) -> None:
    """The first shares of an owner go to another; a buyer takes only what may be bought."""
    if not state.numbers or count <= 0:
        return
    numbers = state.numbers.get((source, company), ())
    moved = [number for number in numbers if not bought or (company, number) not in state.unsaleable][:count]
    left = tuple(number for number in numbers if number not in moved)
    after = {**state.numbers, (source, company): left}
    after[target, company] = (*after.get((target, company), ()), *moved)
    state.numbers = after


def swap_certificate(state: State, company: str, old: str, new: str, percent: int, *, short: int = 0) -> None:
    """The new president gives shares for the certificate.

    ``short``: per cent of the certificate that the old president has sold with it; then the shares go to the bank,
    which gives them the rest.
    """
    count = percent // SHARE
    if not short:
        move_first(state, company, new, old, count)
        return
    move_first(state, company, new, IPO, count)
    move_first(state, company, IPO, old, count - short // SHARE)
