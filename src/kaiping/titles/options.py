"""Options: switches of a title that are chosen when a game is made.

An option is a file in the title's ``data/options``. It says in which editions it exists, and what it changes there, in
the form in which an edition says what it changes in the title. An option whose effect is code sets a field of the
definition that this code reads.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from enum import Enum
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from kaiping.definition import Data
from kaiping.errors import BadInput
from kaiping.language import gettext as _
from kaiping.reading import read_toml


class OptionKind(Enum):
    """Where an option comes from."""

    #: the rulebook offers it
    VARIANT = "variant"
    #: the rulebook can be read in more than one way
    READING = "reading"


class Option(Data, frozen=True, kw_only=True):
    """One option, as its file says it."""

    #: kebab-case, as people type it
    name: str
    #: one sentence for somebody who has to choose
    summary: str
    kind: OptionKind
    editions: tuple[str, ...]
    #: rulebook -> the clause that offers it, or that it reads in its own way
    clause: dict[str, str]
    #: options that make no sense beside it; saying so on one side is enough
    excludes: tuple[str, ...] = ()
    #: options without which it makes no sense
    needs: tuple[str, ...] = ()
    #: what is laid over the edition
    changes: dict[str, Any]

    def cited(self, book: str) -> str:
        """The clause in full, in the book of an edition."""
        return f"{book}:{self.clause[book]}"


def load_options(data: Traversable) -> tuple[Option, ...]:
    """Every option of a title, by name."""
    folder = data / "options"
    if not folder.is_dir():
        return ()
    found = [msgspec.convert(read_toml(file), Option) for file in folder.iterdir() if file.name.endswith(".toml")]
    return tuple(sorted(found, key=lambda option: option.name))


def check_options(title: str, edition: str, known: Sequence[Option], wanted: Set[str]) -> None:
    """Refuse options that do not exist, not in this edition, or not together."""
    by_name = {option.name: option for option in known}
    here = [option.name for option in known if edition in option.editions]
    for name in sorted(wanted):
        option = by_name.get(name)
        if option is None:
            words = {"title": title, "name": name[:40], "edition": edition, "here": ", ".join(here)}
            if not here:
                raise BadInput(_("%(title)s has no option %(name)r; %(edition)s has none") % words)
            raise BadInput(_("%(title)s has no option %(name)r; %(edition)s has %(here)s") % words)
        if edition not in option.editions:
            editions = " / ".join(option.editions)
            raise BadInput(
                _("the option %(name)s is for %(title)s %(editions)s, not for %(edition)s")
                % {"name": name, "title": title, "editions": editions, "edition": edition}
            )
        for other in option.excludes:
            if other in wanted:
                raise BadInput(
                    _("the options %(name)s and %(other)s exclude each other") % {"name": name, "other": other}
                )
        for other in option.needs:
            if other not in wanted:
                raise BadInput(_("the option %(name)s needs the option %(other)s") % {"name": name, "other": other})
