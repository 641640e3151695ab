"""How many stops a route counts: all of them, the large and the small ones, as one number.

A number has a field for each of the three, so that counts are added like numbers and compared in one step.

>>> two_large_one_small = 2 * LARGE + SMALL
>>> within(two_large_one_small, limit(4, 2, None)), within(two_large_one_small, limit(2, None, None))
(True, False)
"""

from __future__ import annotations

from functools import cache

_BITS = 10
_MOST = (1 << _BITS - 1) - 1
#: a bit above each field, which a difference keeps where it is not below zero
GUARD = sum(1 << field * _BITS + _BITS - 1 for field in range(3))

#: a stop that is neither large nor small, a large one, a small one; a stop that uses up no range counts 0
PLAIN = 1
LARGE = 1 + (1 << _BITS)
SMALL = 1 + (1 << 2 * _BITS)


@cache
def limit(stops: int | None, large: int | None, small: int | None) -> int | None:
    """The most that a route may count of all stops, of large and of small ones; None where there is no limit."""
    if stops is None and large is not None and small is not None:
        stops = large + small
    if stops is large is small is None:
        return None
    fields = (_MOST if most is None else max(0, min(_MOST, most)) for most in (stops, large, small))
    return sum(most << field * _BITS for field, most in enumerate(fields))


def within(count: int, most: int | None) -> bool:
    """No field of the count is above the limit's."""
    return most is None or ((most | GUARD) - count) & GUARD == GUARD


def split(count: int) -> tuple[int, int, int]:
    """All stops, the large and the small ones."""
    field = (1 << _BITS) - 1
    return count & field, count >> _BITS & field, count >> 2 * _BITS & field


def shortened(most: int | None, stops: int) -> int:
    """A limit with no more stops in all than so many."""
    shorter = limit(stops, None, None)
    assert shorter is not None
    return shorter if most is None else most - max(0, split(most)[0] - stops)


def highest(limits: list[int | None]) -> int | None:
    """The limit that allows all that any of these allows."""
    fields: list[tuple[int, int, int]] = []
    for most in limits:
        if most is None:
            return None
        fields.append(split(most))
    stops, large, small = (max(column) for column in zip(*fields, strict=True)) if fields else (0, 0, 0)
    return stops | large << _BITS | small << 2 * _BITS
