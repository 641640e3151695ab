"""The game so far as a story: worth of each player round by round, what companies earned, when trains rusted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kaiping.event import ROUNDS
from kaiping.game import Game
from kaiping.phrases import money, round_of, round_short
from kaiping.web.table.chart import worth_chart
from kaiping.web.table.outcome import sentence
from kaiping.web.table.viewer import Links, Viewer
from kaiping.words import GREAT


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
    rounds: list[RoundMark] = []
    worth: list[tuple[str, list[int]]] = []
    operating: list[str] = []
    incomes: dict[str, dict[str, Income]] = {}
    moments: list[Moment] = []
    name = ""
    known = list(game.totals())
    for number, position in enumerate(game.moments()):
        for event in position.last_events:
            if event.kind in ROUNDS:
                name, totals = round_short(position), position.totals()
                rounds.append(RoundMark(name, number))
                worth.append((name, [totals[player] for player in known]))
            match event.kind:
                case "operating-round":
                    operating.append(f"{event['turn']}.{event['round']}")
                case "paid" | "withheld" if operating:
                    row = incomes.setdefault(event["company"], {})
                    row[operating[-1]] = Income(money(game, event["amount"]), event.kind == "paid")
            if event.kind == "floated" or event.kind in GREAT - ROUNDS:
                text = sentence(position, event)
                moments.append(Moment(number, name, text[:1].upper() + text[1:]))
    if game.finished is None:
        worth.append(("", list(game.totals().values())))
    return Story(
        rounds=rounds,
        players=known,
        worth=worth,
        operating=operating,
        incomes=[
            IncomeRow(company, [incomes[company].get(one) for one in operating])
            for company in game.definition.companies
            if company in incomes
        ],
        moments=moments,
    )


def story_part(
    game: Game, viewer: Viewer, query: Mapping[str, str], *, moment: int | None, links: Links
) -> tuple[str, dict[str, Any]]:
    """The story up to a moment."""
    shown = game if moment is None else game.at(moment)
    told, totals = story(shown), shown.totals().items()
    return "table/story.html", {
        "story": told,
        "chart": worth_chart(shown, told.players, told.worth),
        "links": links,
        "winners": shown.winners(),
        "totals": [(player, money(shown, total)) for player, total in sorted(totals, key=lambda row: -row[1])],
    }
