"""The rulebooks' clauses in our own words, as the titles' data folders hold them."""

from __future__ import annotations

import re
from functools import cache

import msgspec
from msgspec import Struct

from kaiping.errors import BadInput
from kaiping.titles import TITLES


class Clause(Struct, frozen=True, forbid_unknown_fields=True):
    """One clause: its id, where it stands, what it says; ``untestable`` says why no test can prove it."""

    id: str
    section: str
    kind: str
    testable: bool
    says: str
    untestable: str | None = None

    @property
    def number(self) -> str:
        """The id without the book."""
        return self.id.partition(":")[2]

    @property
    def needs_test(self) -> bool:
        return self.testable and self.untestable is None


@cache
def books() -> dict[str, tuple[Clause, ...]]:
    """Every rulebook there is, with its clauses in the order of the book."""
    decoder = msgspec.json.Decoder(Clause)
    found = {}
    for title in TITLES.values():
        for file in (title.data / "clauses").iterdir():
            if file.name.endswith(".jsonl"):
                lines = file.read_text(encoding="utf-8").splitlines()
                found[file.name.removesuffix(".jsonl")] = tuple(decoder.decode(line) for line in lines if line)
    return dict(sorted(found.items(), reverse=True))


def book(name: str) -> tuple[Clause, ...]:
    try:
        return books()[name]
    except KeyError:
        raise BadInput(f"there is no rulebook {name!r}; there are {', '.join(books())}") from None


def find(clause: str, default_book: str | None = None) -> Clause | None:
    """A clause by its id, or by its number in the book at hand."""
    name, colon, number = clause.rpartition(":")
    wanted = (name if colon else default_book or "").lower(), number.lower()
    for title, clauses in books().items():
        if title.lower() == wanted[0]:
            return next((one for one in clauses if one.number.lower() == wanted[1]), None)
    return None


def with_word(word: str, name: str) -> list[Clause]:
    """Clauses of a book that speak of something: words that begin so."""
    wanted = re.compile(rf"\b{re.escape(word.strip())}", re.IGNORECASE)
    return [one for one in book(name) if wanted.search(one.says) or wanted.search(one.section)]
