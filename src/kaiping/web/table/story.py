"""The game so far as a story: worth of each player round by round, what companies earned, when trains rusted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import mark_safe

from kaiping.game import Game
from kaiping.phrases import money, round_of
from kaiping.report.course import Course, Great, Revenue
from kaiping.report.plots import worth_chart
from kaiping.web.table.outcome import sentence
from kaiping.web.table.viewer import Links, Viewer


@dataclass(frozen=True)
class Income:
    """What a company ran for in one operating round and what became of it."""

    amount: str
    paid: bool


@dataclass(frozen=True)
class RoundMark:
    """A round and the number of actions played when it began."""

    name: str
    number: int


@dataclass(frozen=True)
class IncomeRow:
    company: str
    rounds: list[Income | None]


@dataclass(frozen=True)
class Moment:
    """Something to remember, with the number of actions after which it stood."""

    number: int
    round: str
    text: str


@dataclass(frozen=True)
class Story:
    rounds: list[RoundMark]
    #: those whose worth may be known
    players: list[str]
    #: worth of each of these players after each round
    worth: list[tuple[str, list[int]]]
    #: names of operating rounds, and what each company ran for in them
    operating: list[str]
    incomes: list[IncomeRow]
    moments: list[Moment]


def round_marks(game: Game) -> list[RoundMark]:
    """Every round with the number of actions that had been played when it began."""
    return [RoundMark(round_of(event), number) for number, event in game.rounds()]


def story(game: Game) -> Story:
    """Read the game from its beginning."""
    course, known = Course(), list(game.totals())
    for position in game.moments():
        course.take(position)
    worth = [(mark.name, [mark.worth[player] for player in known]) for mark in course.marks]
    if game.finished is None:
        worth.append(("", list(game.totals().values())))
    earned = {
        company: {name: _income(game, one) for name, one in rounds.items() if one.paid or one.kept}
        for company, rounds in course.revenues.items()
    }
    return Story(
        rounds=[RoundMark(mark.name, mark.number) for mark in course.marks],
        players=known,
        worth=worth,
        operating=course.operating,
        incomes=[
            IncomeRow(company, [earned[company].get(one) for one in course.operating])
            for company in game.definition.companies
            if earned.get(company)
        ],
        moments=[_moment(game, one) for one in course.great],
    )


def _income(game: Game, one: Revenue) -> Income:
    return Income(money(game, one.paid or one.kept), one.paid > 0)


def _moment(game: Game, one: Great) -> Moment:
    text = sentence(game, one.event)
    return Moment(one.number, one.round, text[:1].upper() + text[1:])


def story_part(
    game: Game, viewer: Viewer, query: Mapping[str, str], *, moment: int | None, links: Links
) -> tuple[str, dict[str, Any]]:
    """The story up to a moment."""
    shown = game if moment is None else game.at(moment)
    told, totals = story(shown), shown.totals().items()
    return "table/story.html", {
        "story": told,
        "chart": mark_safe(worth_chart(shown, told.players, told.worth)),
        "links": links,
        "winners": shown.winners(),
        "totals": [(player, money(shown, total)) for player, total in sorted(totals, key=lambda row: -row[1])],
    }
