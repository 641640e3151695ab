"""Names of accounts: one form for each, and none that could be taken for another or for something of the games.

Which letters look alike comes from Unicode's table of confusables, which scripts go together from its report on
security mechanisms (UTS #39): Latin, Cyrillic and the like each alone, those of East Asia together with Latin.
"""

from __future__ import annotations

import json
import unicodedata
from functools import lru_cache
from importlib.resources import files

from kaiping.state import BANK, CLOSED, IPO, POOL
from kaiping.titles import TITLES, definition

LONGEST = 30
#: what people are called at their tables who have deleted their account, with a number where there are several
NOBODY = "somebody"
#: letters that what is kept of a look may have: there may be more than in the name, as m looks like rn
LONGEST_LOOK = 200

_EVERYWHERE = {"COMMON", "INHERITED"}
_TOGETHER = (
    {"LATIN", "HAN", "HIRAGANA", "KATAKANA"},
    {"LATIN", "HAN", "BOPOMOFO"},
    {"LATIN", "HAN", "HANGUL"},
)


def mixes_scripts(name: str) -> bool:
    """Does it hold letters of scripts that nobody writes together?

    >>> mixes_scripts("Ann_7"), mixes_scripts("аnn"), mixes_scripts("太郎さん")
    (False, True, False)
    """
    from confusable_homoglyphs.categories import unique_aliases

    scripts = unique_aliases(name) - _EVERYWHERE
    return len(scripts) > 1 and not any(scripts <= group for group in _TOGETHER)


def looks(name: str) -> frozenset[str]:
    """What a name looks like; names that share one could be taken for each other.

    Capitals count for nothing, but a capital may look like another letter than the small one does: I like l.

    >>> bool(looks("alice") & looks("aIice")), bool(looks("modern") & looks("MODERN")), bool(looks("Al") & looks("Ali"))
    (True, True, False)
    """
    plain = unicodedata.normalize("NFKC", name)
    return frozenset(_seen(one).casefold()[:LONGEST_LOOK] for one in (plain, plain.casefold()))


def _seen(text: str) -> str:
    """Each letter replaced by the one that stands for all that look like it."""
    table = _alike()
    for _turn in range(2):  # what stands for a letter may hold one that something else stands for
        text = unicodedata.normalize("NFD", text).translate(table)
    return text


@lru_cache(1)
def _alike() -> dict[int, str]:
    """For each letter the text that stands for all that look like it.

    The package tells of each letter, and of each pair as rn, which others look like it.
    """
    rows = json.loads((files("confusable_homoglyphs") / "confusables.json").read_text())
    alike: dict[str, set[str]] = {}
    for one, others in rows.items():
        for other in others:
            left, right = (text.strip("\u200e") for text in (one, other["c"]))
            alike.setdefault(left, set()).add(right)
            alike.setdefault(right, set()).add(left)
    table: dict[int, str] = {}
    for letter in sorted(alike):
        if len(letter) == 1 and ord(letter) not in table:
            group = _reached(letter, alike)
            # several letters stand for one, never one for several, which could not be replaced letter by letter
            chosen = max(group, key=lambda text: (len(text), len(alike[text]), text.isascii(), text))
            table |= {ord(one): chosen for one in group if len(one) == 1}
    return table


def _reached(letter: str, alike: dict[str, set[str]]) -> set[str]:
    group, ahead = {letter}, [letter]
    while ahead:
        new = alike[ahead.pop()] - group
        group |= new
        ahead += new
    return group


def is_nobodys(name: str) -> bool:
    """Could it be taken for somebody who is gone?

    >>> is_nobodys("Somebody"), is_nobodys("s0mebody_2"), is_nobodys("somebody_else")
    (True, True, False)
    """
    plain = name.rstrip("0123456789 _.-+@")
    return bool(plain) and not looks(plain).isdisjoint(looks(NOBODY))


def used_in_games(name: str) -> bool:
    """Is something in a game called so, or something that looks like it in letters of elsewhere?

    In plain letters only the word itself counts: nobody takes Al for A1.
    """
    words = _words()
    if is_nobodys(name):
        return True
    if name.isascii():
        return name.casefold() in words
    return any(not looks(name).isdisjoint(looks(word)) for word in words)


@lru_cache(1)
def _words() -> frozenset[str]:
    found = {BANK, IPO, POOL, CLOSED}
    for title in TITLES.values():
        for edition in title.editions:
            printed = definition(title.name, edition)
            found |= {*printed.companies, *printed.privates, *printed.minors}
    return frozenset(word.casefold() for word in found)
