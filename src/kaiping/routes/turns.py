"""A good run to start from: each train in turn runs the best that the others leave it, until none can better it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from kaiping.routes.country import Slot, union
from kaiping.routes.packing import LOWEST

#: how often each train may choose again
_ROUNDS = 2


class Choice(Struct, frozen=True):
    """What a train runs: revenue, track as the country numbers it, and points; none of it for a train at home."""

    revenue: int
    #: the same without a bonus that one route only has
    plain: int
    mask: int
    path: tuple[str, ...]


def earned(choices: Iterable[Choice]) -> int:
    """What choices earn together: one of them has the bonus that one route only has."""
    single = total = 0
    for choice in choices:
        total += choice.plain
        single = max(single, choice.revenue - choice.plain)
    return total + single


class Alone(Protocol):
    """The best choice for one train as if it ran alone."""

    def __call__(self, slot: Slot, *, used: int = 0, least: int = LOWEST) -> Choice | None:
        """A choice off the track used that earns at least so much.

        None where there is none: the train cannot do what is asked of it, or all earn less.
        """


class Start(Struct, frozen=True):
    """A run, and what the trains would earn if none stood in the way of another."""

    choices: tuple[Choice, ...] | None
    ceiling: int

    @property
    def revenue(self) -> int:
        return earned(self.choices or ())


def start(slots: Sequence[Slot], alone: Alone) -> Start | None:
    """A good run, None where a train cannot do what is asked of it even if it runs alone."""
    firsts: dict[Slot, Choice] = {}
    for slot in dict.fromkeys(slots):
        first = alone(slot)
        if first is None:
            return None
        firsts[slot] = first
    ceiling = sum(firsts[slot].revenue for slot in slots)
    chosen: list[Choice | None] = [None] * len(slots)
    # the kind with the most to lose first
    for index in sorted(range(len(slots)), key=lambda index: -firsts[slots[index]].revenue):
        first, used = firsts[slots[index]], _used(chosen)
        chosen[index] = alone(slots[index], used=used) if first.mask & used else first
    if None in chosen:
        return Start(None, ceiling)
    return Start(_improved(slots, [choice for choice in chosen if choice], firsts, alone), ceiling)


def _improved(
    slots: Sequence[Slot], choices: Sequence[Choice], firsts: Mapping[Slot, Choice], alone: Alone
) -> tuple[Choice, ...]:
    """The run after each train has chosen again, until none can better it."""
    chosen = list(choices)
    for _ in range(_ROUNDS):
        before = earned(chosen)
        for index, slot in enumerate(slots):
            others = [choice for other, choice in enumerate(chosen) if other != index]
            # what the train must earn so that all earn more, whoever has the bonus that one route only has
            least = 1 + earned(chosen) - sum(choice.revenue for choice in others)
            if least <= firsts[slot].revenue:
                best = alone(slot, used=_used(others), least=least)
                if best is not None:
                    chosen = max(chosen, [*chosen[:index], best, *chosen[index + 1 :]], key=earned)
        if earned(chosen) == before:
            break
    return tuple(chosen)


def _used(choices: Iterable[Choice | None]) -> int:
    return union(choice.mask for choice in choices if choice is not None)
