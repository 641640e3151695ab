"""Options: switches of a title that are chosen when a game is made.

An option is a file in the title's ``data/options``. It says in which editions it exists, and what it changes there, in
the form in which an edition says what it changes in the title. An option whose effect is code sets a field of the
definition that this code reads. One that takes a number is named with it: ``first-player-less=30``.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from enum import Enum
from importlib.resources.abc import Traversable
from typing import Any, NoReturn

import msgspec

from kaiping.definition import Data
from kaiping.errors import BadInput
from kaiping.language import gettext as _
from kaiping.loading import overlay, read_toml


class OptionKind(Enum):
    """Where an option comes from."""

    #: the rulebook offers it
    VARIANT = "variant"
    #: the rulebook can be read in more than one way
    READING = "reading"


class OptionNumber(Data, frozen=True, kw_only=True):
    """The number that an option is named with: its limits, and the figure that it becomes."""

    #: what it is, in a few words, for a form
    label: str
    least: int
    greatest: int
    #: it is so many steps above the least
    step: int = 1
    #: what a form begins with
    default: int
    #: the figure of the edition that it replaces; a dot before each table below
    figure: str

    def read(self, name: str, text: str) -> int:
        """A number as somebody has typed it, or why it will not do."""
        try:
            number = int(text)
        except ValueError:
            raise BadInput(
                _("the option %(name)s takes %(limits)s; %(text)r is no whole number")
                % {"name": name, "limits": self.limits, "text": text[:20]}
            ) from None
        if not self.least <= number <= self.greatest or (number - self.least) % self.step:
            raise BadInput(
                _("the option %(name)s takes %(limits)s, not %(text)s")
                % {"name": name, "limits": self.limits, "text": text[:20]}
            )
        return number

    @property
    def limits(self) -> str:
        """Which numbers may be named, in words."""
        words = {"least": self.least, "greatest": self.greatest, "step": self.step}
        if self.step == 1:
            return _("a number from %(least)d to %(greatest)d") % words
        return _("a number from %(least)d to %(greatest)d in steps of %(step)d") % words

    def changes(self, number: int) -> dict[str, Any]:
        """What the number changes in the edition."""
        found: Any = number
        for key in reversed(self.figure.split(".")):
            found = {key: found}
        changes: dict[str, Any] = found
        return changes


class Option(Data, frozen=True, kw_only=True):
    """One option, as its file says it."""

    #: kebab-case, as people type it
    name: str
    #: what people call it, in a few words
    label: str
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
    changes: dict[str, Any] = msgspec.field(default_factory=dict)
    #: the number that it takes, if it does
    number: OptionNumber | None = None
    #: names that it had before it took a number, and the numbers that they stood for; files may still have them
    former: dict[str, int] = msgspec.field(default_factory=dict)

    @property
    def typed(self) -> str:
        """How it may be named: with a number, if it takes one."""
        return self.name if self.number is None else f"{self.name}={self.number.default}"

    def cited(self, book: str) -> str:
        """The clause in full, in the book of an edition."""
        return f"{book}:{self.clause[book]}"


class Chosen(Data, frozen=True):
    """An option that a game is played with, and its number."""

    option: Option
    number: int | None = None

    @property
    def name(self) -> str:
        """As files and pages name it."""
        return self.option.name if self.number is None else f"{self.option.name}={self.number}"

    @property
    def label(self) -> str:
        """As people read it."""
        return self.option.label if self.number is None else f"{self.option.label}: {self.number}"

    @property
    def summary(self) -> str:
        return self.option.summary

    @property
    def changes(self) -> dict[str, Any]:
        """What is laid over the edition."""
        if self.option.number is None or self.number is None:
            return self.option.changes
        changes: dict[str, Any] = overlay(self.option.changes, self.option.number.changes(self.number))
        return changes


def load_options(data: Traversable) -> tuple[Option, ...]:
    """Every option of a title, by name."""
    folder = data / "options"
    if not folder.is_dir():
        return ()
    found = [msgspec.convert(read_toml(file), Option) for file in folder.iterdir() if file.name.endswith(".toml")]
    return tuple(sorted(found, key=lambda option: option.name))


def load_retired(data: Traversable) -> dict[str, str]:
    """Options that a title once had: name -> what has become of it."""
    file = data / "retired-options.toml"
    return msgspec.convert(read_toml(file), dict[str, str]) if file.is_file() else {}


def choose(
    title: str, edition: str, known: Sequence[Option], retired: Mapping[str, str], wanted: Iterable[str]
) -> tuple[Chosen, ...]:
    """The options that somebody names, in the order of their names.

    Refused are options that do not exist, not in this edition, not together, and numbers that will not do.
    """
    by_name = {option.name: option for option in known}
    former = {name: option for option in known for name in option.former}
    here = [option.typed for option in known if edition in option.editions]
    found: dict[str, Chosen] = {}
    for text in sorted(set(wanted)):
        name, equals, number = text.partition("=")
        if text in former:
            one = Chosen(former[text], former[text].former[text])
        elif name in by_name:
            one = _with_number(by_name[name], number if equals else None)
        else:
            _refuse_unknown(title, edition, text, here, retired)
        before = found.setdefault(one.option.name, one)
        if before != one:
            raise BadInput(
                _("the option %(name)s is named with two numbers, %(one)s and %(other)s")
                % {"name": one.option.name, "one": before.number, "other": one.number}
            )
    for one in found.values():
        _check_company(title, edition, one.option, found)
    return tuple(found[name] for name in sorted(found))


def _with_number(option: Option, text: str | None) -> Chosen:
    """An option with its number, which must be there if the option takes one, and only then."""
    if option.number is None:
        if text is not None:
            raise BadInput(_("the option %(name)s takes no number") % {"name": option.name})
        return Chosen(option)
    if text is None:
        words = {"name": option.name, "limits": option.number.limits, "typed": option.typed}
        raise BadInput(_("the option %(name)s takes %(limits)s, as in %(typed)s") % words)
    return Chosen(option, option.number.read(option.name, text))


def _refuse_unknown(title: str, edition: str, text: str, here: Sequence[str], retired: Mapping[str, str]) -> NoReturn:
    words = {"title": title, "name": text[:40], "edition": edition, "here": ", ".join(here)}
    if text in retired:
        raise BadInput(_("%(title)s has no option %(name)s any more: %(why)s") % {**words, "why": _(retired[text])})
    if not here:
        raise BadInput(_("%(title)s has no option %(name)r; %(edition)s has none") % words)
    raise BadInput(_("%(title)s has no option %(name)r; %(edition)s has %(here)s") % words)


def _check_company(title: str, edition: str, option: Option, wanted: Container[str]) -> None:
    """An option goes with the edition, and with the others."""
    name = option.name
    if edition not in option.editions:
        editions = " / ".join(option.editions)
        raise BadInput(
            _("the option %(name)s is for %(title)s %(editions)s, not for %(edition)s")
            % {"name": name, "title": title, "editions": editions, "edition": edition}
        )
    for other in option.excludes:
        if other in wanted:
            raise BadInput(_("the options %(name)s and %(other)s exclude each other") % {"name": name, "other": other})
    for other in option.needs:
        if other not in wanted:
            raise BadInput(_("the option %(name)s needs the option %(other)s") % {"name": name, "other": other})
