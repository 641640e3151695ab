"""Pictures and figures for the page on how a title goes: a turn worked through, shares, prices, trains."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from kaiping.action import LayTile, PlaceToken, RunRoutes
from kaiping.draw.certificates import certificates_svg
from kaiping.draw.map import map_svg
from kaiping.draw.price_moves import Way, price_moves_svg
from kaiping.draw.variables import PAGE
from kaiping.game import Game
from kaiping.ledger import depot
from kaiping.lessons import Lesson, course, lessons, recorded
from kaiping.phrases import money, place, reach
from kaiping.titles.about import Chapter, about
from kaiping.web.table.outcome import outcome
from kaiping.web.table.pictures import hex_picture

#: what a picture says of itself hex by hex
_DESCRIPTION = re.compile(r"<desc>.*?</desc>", re.DOTALL)


@dataclass(frozen=True)
class Part:
    """A chapter with what is shown beside it."""

    chapter: Chapter
    lessons: tuple[Lesson, ...]


@dataclass(frozen=True)
class Done:
    """An action of the worked turn: what is said of it, what it brought, and the hex before and after it."""

    says: str
    clause: str
    brought: tuple[str, ...]
    where: str = ""
    before: SafeString | str = ""
    after: SafeString | str = ""
    #: the map with the run on it
    run: SafeString | str = ""


@dataclass(frozen=True)
class TrainRow:
    name: str
    reach: str
    price: str
    count: str
    phase: str
    rusts: tuple[str, ...]


def how(name: str) -> dict[str, Any]:
    """All that the page shows of a title; made once for each language."""
    return _how(name, get_language())


@lru_cache(24)
def _how(name: str, _language: str | None) -> dict[str, Any]:
    told, known = about(name), {one.name: one for one in lessons(name)}
    return {
        "parts": [Part(chapter, tuple(known[one] for one in chapter.lessons)) for chapter in told.how],
        "turn": worked_turn(name),
        "prices": _prices(name),
        "shares": _shares(name),
        "trains": train_rows(name),
        "first": next(iter(known.values()), None),
        "minutes": sum(one.minutes for one in known.values()),
        "count": len(known),
    }


def worked_turn(name: str) -> tuple[Done, ...]:
    """The turn that a title works through; every figure in it is that of the game."""
    told = about(name).worked
    game = recorded(lessons(name)[0])
    return tuple(
        _done(game.at(told.at + number), game, step.says, step.clause) for number, step in enumerate(told.steps)
    )


def _done(before: Game, game: Game, says: str, clause: str) -> Done:
    action = game.actions[before.played]
    after = before.after(action)
    found = Done(_(says), clause, tuple(outcome(after, 3)))
    match action:
        case LayTile() | PlaceToken():
            phase = before.state.phase
            return replace(
                found,
                where=place(before, action.hex),
                before=hex_picture(before.definition, before.state, action.hex, phase),
                after=hex_picture(before.definition, after.state, action.hex, phase),
            )
        case RunRoutes(_company, routes):
            state = before.state
            drawn = map_svg(
                before.definition,
                state.board,
                phase=state.phase,
                routes=routes,
                waiting=state.waiting_tokens,
                theme=PAGE,
                near={point.partition(".")[0] for route in routes for point in route.path},
            )
            return replace(found, run=mark_safe(drawn))
    return found


@lru_cache(24)
def grown_map(name: str, _language: str | None) -> SafeString:
    """The map of a title late in a recorded game, with the last run on it: what becomes of an empty country."""
    game = recorded(lessons(name)[0])
    number = max(number for number, action in enumerate(game.actions) if isinstance(action, RunRoutes))
    run, state = game.actions[number], game.at(number).state
    assert isinstance(run, RunRoutes)
    printed = game.definition
    drawn = map_svg(printed, state.board, phase=state.phase, routes=run.routes, theme=PAGE, near=printed.map.hexes)
    # the caption says what it is; hex by hex it is told at the table
    return mark_safe(_DESCRIPTION.sub("", drawn, count=1))


def _prices(name: str) -> SafeString:
    """Where a share price goes, from the price at which the worked company stands."""
    told = about(name).worked
    game = recorded(lessons(name)[0]).at(told.at)
    words: dict[Way, str] = {
        "right": _("dividend"),
        "left": _("no dividend"),
        "up": _("sold out"),
        "down": _("a share sold"),
    }
    title = _("What moves the price of a share")
    return mark_safe(price_moves_svg(game.definition, game.state.cells[told.company], words, title=title, theme=PAGE))


def _shares(name: str) -> dict[str, Any]:
    """The certificates of a company that was started as most are, and what they cost."""
    told = about(name).worked
    game, company = recorded(lessons(name)[0]).at(told.at), told.shares
    printed, rules = game.definition.companies[company], game.definition.shares
    first, par = rules.president_percents[0], game.state.par[company]
    return {
        "company": company,
        "name": printed.name,
        "first": first,
        "par": money(game, par),
        "president": game.definition.president,
        "first_costs": money(game, par * first // 10),
        "picture": mark_safe(
            certificates_svg(
                *(game.definition, company, first, _("for the %s") % _(game.definition.president)),
                title=_("The certificates of %(company)s") % {"company": company},
                theme=PAGE,
            )
        ),
    }


def train_rows(name: str) -> tuple[TrainRow, ...]:
    """The trains of a title in the order in which they are sold, and what rusts with the first of each."""
    game = course(lessons(name)[0].key)
    assert game is not None
    kinds = game.begin.definition.trains
    return tuple(
        TrainRow(
            row.name,
            reach(kinds[row.name]),
            money(game.begin, row.price),
            "∞" if row.count is None else str(row.count),
            row.phase or "",
            row.rusts,
        )
        for row in depot(game.begin).trains
    )
