"""The titles: data files plus the rules only that title has.

Called, this package lists them: ``kaiping.titles()``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import cache, lru_cache
from types import ModuleType

import msgspec
from msgspec import Struct

from kaiping import arguments
from kaiping.definition import Definition, Variant
from kaiping.errors import BadInput
from kaiping.flow.title import Title
from kaiping.loading import load_definition
from kaiping.titles.g1880 import TITLE as G1880
from kaiping.titles.g1888 import TITLE as G1888
from kaiping.titles.g1890 import TITLE as G1890
from kaiping.titles.options import Chosen, Option, choose, load_options, load_retired
from kaiping.titles.variants import VariantLike as VariantLike
from kaiping.titles.variants import key_of, made, read_variant, same
from kaiping.words import bring

#: every title there is, by name
TITLES: dict[str, Title] = {title.name: title for title in (G1888, G1880, G1890)}
for _title in TITLES.values():
    bring(_title.words)


def title(name: str) -> Title:
    name = arguments.text("the title", name)
    try:
        return TITLES[name]
    except KeyError:
        known = ", ".join(TITLES)
        raise BadInput(f"there is no title {name[:40]!r}; the titles are {known}") from None


def definition(
    name: str, edition: str | None = None, options: Iterable[str] = (), variant: VariantLike | None = None
) -> Definition:
    """An edition of a title, the newest printed one if none is named, with what options and a variant change in it."""
    name, colon, behind = arguments.text("the title", name).partition(":")  # 1888:2021, as editions are printed
    if colon and edition not in (None, behind):
        raise BadInput(f"{name}:{behind[:40]} and the edition {arguments.quoted(edition)} name two editions; name one")
    edition = behind if colon else edition
    chosen = title(name)
    edition = chosen.default_edition if edition is None else arguments.text("the edition", edition)
    if edition not in chosen.editions:
        raise BadInput(f"{name} has no edition {edition[:40]!r}; it has {', '.join(chosen.editions)}")
    # the same options give the same definition, whatever they were called
    names = tuple(one.name for one in _chosen(name, edition, options))
    if variant is None:
        return _read(name, edition, names)
    found = read_variant(variant)
    if found.editions and edition not in found.editions:
        raise BadInput(
            f"the variant {arguments.quoted(found.name)} is for {' / '.join(found.editions)}, not for {edition}"
        )
    return _read_variant(name, edition, names, key_of(found))


def is_told_by_data(printed: Definition) -> bool:
    """Whether edition, options and variant tell all of a definition, so that a file which names them is enough."""
    try:
        return same(printed, definition(printed.title, printed.edition, printed.options, printed.variant))
    except BadInput:
        return False


def options_of(name: str, edition: str | None = None) -> list[Option]:
    """The options that an edition of a title can be played with, in the order of their names."""
    chosen = title(name)
    return [one for one in _all_options(name) if (edition or chosen.default_edition) in one.editions]


def options_on(printed: Definition) -> tuple[Chosen, ...]:
    """The options that a definition is played with."""
    return _chosen(printed.title, printed.edition, printed.options)


def _chosen(name: str, edition: str, options: Iterable[str]) -> tuple[Chosen, ...]:
    options = arguments.names("options", options)
    if not options:
        return ()
    return choose(name, edition, _all_options(name), _retired(name), options)


@cache
def _all_options(name: str) -> tuple[Option, ...]:
    return load_options(TITLES[name].data)


@cache
def _retired(name: str) -> dict[str, str]:
    return load_retired(TITLES[name].data)


@cache
def _read(name: str, edition: str, options: tuple[str, ...]) -> Definition:
    changes = {one.name: one.changes for one in _chosen(name, edition, options)}
    chosen = TITLES[name]
    return load_definition(chosen.data, edition, changes, chosen.own_rules, chosen.own_powers)


@lru_cache(maxsize=8)
def _read_variant(name: str, edition: str, options: tuple[str, ...], key: str) -> Definition:
    changes = {one.name: one.changes for one in _chosen(name, edition, options)}
    chosen, variant = TITLES[name], msgspec.json.decode(key, type=Variant)
    return made(
        variant,
        lambda: load_definition(chosen.data, edition, changes, chosen.own_rules, chosen.own_powers, variant),
    )


class Edition(Struct, frozen=True):
    """An edition of a title, as somebody sees it who chooses a game."""

    title: str
    edition: str
    #: the name on the box
    name: str
    #: fewest and most
    players: tuple[int, int]
    options: tuple[Option, ...]
    #: whether it is played where no edition is named
    default: bool
    #: the book whose clauses are cited
    rulebook: str
    #: whether it is the rule set of another program, for its files
    house_rules: bool

    def __repr__(self) -> str:
        fewest, most = self.players
        return f"<{self.title}:{self.edition}, {fewest} to {most} players, {len(self.options)} options>"


def editions(name: str | None = None, *, house_rules: bool = False) -> list[Edition]:
    """Every edition of every title or of one; with ``house_rules`` those of other programs too, for their files."""
    found = []
    for one in TITLES.values() if name is None else (title(name),):
        for edition in one.editions:
            printed = definition(one.name, edition)
            if house_rules or not printed.house_rules:
                found.append(
                    Edition(
                        one.name,
                        edition,
                        printed.name,
                        printed.players,
                        tuple(options_of(one.name, edition)),
                        edition == one.default_edition,
                        printed.clauses,
                        printed.house_rules,
                    )
                )
    return found


class _Listed(ModuleType):
    """This package, which is a function too."""

    def __call__(self, name: str | None = None, *, house_rules: bool = False) -> list[Edition]:
        return editions(name, house_rules=house_rules)


sys.modules[__name__].__class__ = _Listed


def site_editions(name: str) -> list[Definition]:
    """The rule sets for files of 18xx.games that a title has, those with an option first."""
    found = [definition(name, edition) for edition in title(name).editions]
    return sorted(
        (one for one in found if one.site is not None), key=lambda one: one.site is None or one.site.option is None
    )
