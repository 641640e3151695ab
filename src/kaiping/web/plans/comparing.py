"""Two lines, or a line and its game, side by side."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from kaiping.draw.theme import letters_on
from kaiping.game import Game
from kaiping.phrases import money, round_short
from kaiping.plan import Comparison, Figure, Station, compare, parting, stations
from kaiping.web.games.game_cache import GAMES
from kaiping.web.games.gate import GATE
from kaiping.web.games.models import Move, Table


@dataclass(frozen=True)
class Row:
    """A figure of both, in words; ``sign`` tells which has more of it."""

    name: str
    first: str
    second: str
    change: str
    sign: str
    #: whether its name is that of a company or minor
    company: bool


@dataclass(frozen=True)
class Compared:
    station: Station
    stations: tuple[Station, ...]
    parted: int
    #: in which round they part, and in which each of them stands
    parted_in: str
    first_in: str
    second_in: str
    #: headings and their rows
    figures: tuple[tuple[str, tuple[Row, ...]], ...]
    trains: tuple[Row, ...]
    #: whether a dividend was paid in either since
    paid: bool
    #: colours of companies and minors, as their style sheet is made of
    colors: str


def compared(first: Table, second: Table, at: str) -> Compared:
    """At the station that an address names, or at the latest that both have reached."""
    with GATE.passing(urgent=False):
        return _compared(first, first.revision, second, second.revision, at, get_language())


@lru_cache(128)
def _compared(first: Table, revision: int, second: Table, other: int, at: str, language: str | None) -> Compared:
    one, two = GAMES.game(first), GAMES.game(second)
    parted = parting(_actions(first), _actions(second))
    known = stations(one, two, parted)
    found = compare(one, two, parted, next((station for station in known if station.key == at), None))
    return Compared(
        station=found.station,
        stations=tuple(known),
        parted=parted,
        parted_in=round_short(one.at(parted)),
        first_in=round_short(one.at(found.station.first)),
        second_in=round_short(two.at(found.station.second)),
        figures=_figures(one, found),
        trains=tuple(
            Row(row.name, ", ".join(row.first), ", ".join(row.second), "", "differ" if row.differ else "", True)
            for row in found.trains
        ),
        paid=bool(found.paid),
        colors=json.dumps({code: [color, letters_on(color)] for code, color in _colors(one).items()}),
    )


def _colors(game: Game) -> dict[str, str]:
    companies = {code: company.color for code, company in game.definition.companies.items()}
    return companies | {code: minor.color for code, minor in game.definition.minors.items()}


def _actions(table: Table) -> list[str]:
    """As they are stored: written by one program, the same actions are the same text."""
    moves = Move.objects.filter(table=table, number__lte=table.played).order_by("number")
    return list(moves.values_list("action", flat=True))


def _figures(game: Game, found: Comparison) -> tuple[tuple[str, tuple[Row, ...]], ...]:
    parts = (
        (_("Worth"), found.worth),
        (_("Dividends to players"), found.received if found.paid else []),
        (_("Dividends of companies"), found.paid),
        (_("Share prices"), found.prices),
    )
    return tuple((heading, tuple(_row(game, one) for one in rows)) for heading, rows in parts)


def _row(game: Game, one: Figure) -> Row:
    def words(amount: int | None) -> str:
        return "–" if amount is None else money(game, amount)

    sign = "more" if one.change > 0 else "less" if one.change < 0 else ""
    change = f"+{money(game, one.change)}" if one.change > 0 else money(game, one.change) if one.change else "="
    return Row(one.name, words(one.first), words(one.second), change, sign, one.name not in game.players)
