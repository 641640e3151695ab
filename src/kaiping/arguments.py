"""What callers hand in, looked at where it comes in: one sentence says what is wrong, before anything is made of it."""

from __future__ import annotations

from collections.abc import Iterable

from kaiping.errors import BadInput

#: whole numbers that every reader of JSON can hold
LEAST_NUMBER, GREATEST_NUMBER = -(2**63), 2**64 - 1


def shown(value: object) -> str:
    """A value as a sentence may quote it."""
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:39]}…"


def text(what: str, value: object) -> str:
    """A name or the like, which must be a text.

    >>> text("the title", 1888)
    Traceback (most recent call last):
    ...
    kaiping.errors.BadInput: the title is a text, such as '1888', not 1888
    """
    if isinstance(value, str):
        return value
    such = f", such as '{value}'," if isinstance(value, int) and not isinstance(value, bool) else ","
    raise BadInput(f"{what} is a text{such} not {shown(value)}")


def names(what: str, value: object) -> tuple[str, ...]:
    """Several names: any collection of texts, but not a text alone."""
    if isinstance(value, str):
        raise BadInput(f"{what} is a list of names, as in [{shown(value)}], not a text")
    if not isinstance(value, Iterable):
        raise BadInput(f"{what} is a list of names, not {shown(value)}")
    return tuple(text(f"each name in {what}", name) for name in value)


def seed(value: object) -> int | None:
    """Where chance starts: a whole number that a file can hold, or nothing."""
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadInput(f"the seed is a whole number, not {shown(value)}")
    if not LEAST_NUMBER <= value <= GREATEST_NUMBER:
        raise BadInput(f"the seed {shown(value)} is too large for a game file")
    return value


def number(what: str, value: object) -> int:
    """A whole number."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadInput(f"{what} is a whole number, not {shown(value)}")
    return value
