"""What callers hand in, looked at where it comes in: one sentence says what is wrong, before anything is made of it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Set
from os import PathLike
from pathlib import Path

import msgspec

from kaiping.errors import BadInput

#: whole numbers that every reader of JSON can hold
LEAST_NUMBER, GREATEST_NUMBER = -(2**63), 2**64 - 1
#: a sentence about a file stays readable whatever the file holds
MOST_WORDS = 300

_UNPRINTABLE = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u2028\u2029]+")


def one_line(text: object, most: int = MOST_WORDS) -> str:
    """A sentence on one line; where something long was quoted its middle is left out.

    >>> one_line("there is no company\\nABCDEFGHIJKLMNOPQRSTUVWXYZ", most=30)
    'there is no company…QRSTUVWXYZ'
    """
    line = _UNPRINTABLE.sub(" ", str(text)).strip()
    if len(line) <= most:
        return line
    tail = most // 3
    return f"{line[: most - tail - 1].rstrip()}…{line[-tail:].lstrip()}"


def quoted(value: object) -> str:
    """A value from a file or a caller as a sentence may quote it: short, and on one line."""
    if isinstance(value, int):
        return one_line(value, 60) if value.bit_length() < 1000 else "that number"
    return one_line(repr(value), 60)


def path(value: object) -> Path:
    """The place of a file."""
    if not isinstance(value, str | PathLike):
        raise BadInput(f"a file is named by a text or a path, not by {quoted(value)}")
    if not os.fspath(value):
        raise BadInput("a file needs a name, and an empty text is none")
    return Path(os.fsdecode(value))


def text(what: str, value: object) -> str:
    """A name or the like, which must be a text.

    >>> text("the title", 1888)
    Traceback (most recent call last):
    ...
    kaiping.errors.BadInput: the title is a text, such as '1888', not 1888
    """
    if isinstance(value, str):
        return value
    number = isinstance(value, int) and not isinstance(value, bool)
    such = f", such as '{quoted(value)}'," if number else ","
    raise BadInput(f"{what} is a text{such} not {quoted(value)}")


def no_action(wrong: Exception | None = None) -> BadInput:
    """What is told of data that are no action, and why if that is known."""
    why = plain(wrong) if isinstance(wrong, msgspec.ValidationError) else wrong
    return BadInput("that is not an action" if why is None else f"that is not an action: {why}")


def names(what: str, value: object) -> tuple[str, ...]:
    """Several names: any collection of texts, but not a text alone."""
    if isinstance(value, str):
        raise BadInput(f"{what} is a list of names, as in [{quoted(value)}], not a text")
    if not isinstance(value, Iterable) or isinstance(value, bytes | bytearray):
        raise BadInput(f"{what} is a list of names, not {quoted(value)}")
    return tuple(text(f"each name in {what}", name) for name in value)


def in_order(what: str, value: object) -> tuple[str, ...]:
    """Several names whose order matters."""
    if isinstance(value, Set):
        raise BadInput(f"{what} is a list of names, not a set, which has no order")
    return names(what, value)


def all_of(what: str, value: object, kind: type, such: str) -> None:
    """Refuse what is no collection of things of a kind."""
    if isinstance(value, str) or not isinstance(value, Iterable) or not all(isinstance(one, kind) for one in value):
        raise BadInput(f"{what} is a list of {what}, {such}, not {quoted(value)}")


def seed(value: object) -> int | None:
    """Where chance starts: a whole number that a file can hold, or nothing."""
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadInput(f"the seed is a whole number, not {quoted(value)}")
    if not LEAST_NUMBER <= value <= GREATEST_NUMBER:
        raise BadInput(f"the seed {quoted(value)} is too large for a game file")
    return value


def number(what: str, value: object) -> int:
    """A whole number."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadInput(f"{what} is a whole number, not {quoted(value)}")
    return value


# --- data of the wrong kind ---

_WORDS = {
    "object": "an object",
    "dict": "an object",
    "array": "a list",
    "list": "a list",
    "str": "a text",
    "int": "a whole number",
    "float": "a fraction",
    "bool": "true or false",
    "null": "nothing",
}
#: what msgspec says of data of the wrong kind, and how it reads in plain words
_COMPLAINTS = (
    (re.compile(r"Object missing required field `(.*?)`"), "{1} is missing{at}"),
    (re.compile(r"Object contains unknown field `(.*?)`"), "there is no field {1}{at}"),
    (re.compile(r"Invalid enum value (.*)"), "{1} is not possible{at}"),
    (re.compile(r"Invalid value (.*)"), "{1} is not known{at}"),
    (re.compile(r"Expected `array` of length (\d+), got (\d+)"), "{place} should be a list of {1} and has {2}"),
    (re.compile(r"Expected `([^`]*)`, got `([^`]*)`"), "{place} should be {1} and is {2}"),
)


def plain(wrong: msgspec.ValidationError) -> str:
    """What is wrong with data of the wrong kind, in plain words.

    >>> plain(msgspec.ValidationError("Expected `int`, got `str` - at `$.price`"))
    'price should be a whole number and is a text'
    """
    said, _, place = str(wrong).replace("`key` in `$", "`$a key of ").partition(" - at `$")
    place = place.strip("`.").replace("a key of .", "a name in ")
    for pattern, words in _COMPLAINTS:
        match = pattern.fullmatch(said)
        if match is not None:
            parts = [" or ".join(_WORDS.get(kind, kind) for kind in group.split(" | ")) for group in match.groups()]
            at = f" in {place}" if place else ""
            return one_line(words.format(said, *parts, place=place or "it", at=at))
    return one_line(said[:1].lower() + said[1:])


def one_of(what: str, value: object, known: Iterable[object]) -> None:
    """Refuse what is none of the words that there are."""
    if value not in tuple(known):
        words = ", ".join(str(one) for one in known if one is not None)
        raise BadInput(f"there is no {what} {quoted(value)}; there are {words}")
