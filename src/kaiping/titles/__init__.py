"""The titles: data files plus the rules only that title has."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from kaiping.definition import Definition
from kaiping.errors import BadInput
from kaiping.flow.title import Title
from kaiping.reading import load_definition
from kaiping.titles.g1880 import TITLE as G1880
from kaiping.titles.g1888 import TITLE as G1888
from kaiping.titles.g1890 import TITLE as G1890
from kaiping.titles.options import Option, check_options, load_options

#: every title there is, by name
TITLES: dict[str, Title] = {title.name: title for title in (G1888, G1880, G1890)}


def title(name: str) -> Title:
    try:
        return TITLES[name]
    except KeyError:
        known = ", ".join(TITLES)
        raise BadInput(f"there is no title {name[:40]!r}; the titles are {known}") from None


def definition(name: str, edition: str | None = None, options: Iterable[str] = ()) -> Definition:
    """An edition of a title, the newest printed one if none is named, with what the options change in it."""
    chosen = title(name)
    edition = edition or chosen.default_edition
    if edition not in chosen.editions:
        raise BadInput(f"{name} has no edition {edition[:40]!r}; it has {', '.join(chosen.editions)}")
    wanted = frozenset(options)
    if wanted:
        check_options(name, edition, _all_options(name), wanted)
    return _loaded(name, edition, wanted)


def options_of(name: str, edition: str | None = None) -> list[Option]:
    """The options that an edition of a title can be played with, in the order of their names."""
    chosen = title(name)
    return [one for one in _all_options(name) if (edition or chosen.default_edition) in one.editions]


def options_on(printed: Definition) -> list[Option]:
    """The options that a definition is played with."""
    return [one for one in options_of(printed.title, printed.edition) if one.name in printed.options]


@cache
def _all_options(name: str) -> tuple[Option, ...]:
    return load_options(TITLES[name].data)


@cache
def _loaded(name: str, edition: str, options: frozenset[str]) -> Definition:
    changes = {one.name: one.changes for one in _all_options(name) if one.name in options}
    return load_definition(TITLES[name].data, edition, changes)


def site_editions(name: str) -> list[Definition]:
    """The rule sets for files of 18xx.games that a title has, those with an option first."""
    found = [definition(name, edition) for edition in title(name).editions]
    return sorted(
        (one for one in found if one.site is not None), key=lambda one: one.site is None or one.site.option is None
    )
