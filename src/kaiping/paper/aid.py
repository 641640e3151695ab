"""The player aid of a title on one page: limits, trains, phases, the order of steps."""

from __future__ import annotations

from msgspec import Struct

from kaiping.draw.market import meanings
from kaiping.draw.theme import LIGHT
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.operating.round import OperatingRules
from kaiping.game import Game
from kaiping.language import gettext as _
from kaiping.phase_words import phase_words, trade_words
from kaiping.phrases import money, reach, silent, step_words


class AidTrain(Struct, frozen=True):
    name: str
    price: str
    count: str
    reach: str
    rusts: str
    notes: str


class AidPhase(Struct, frozen=True):
    name: str
    begins: str
    colors: tuple[str, ...]
    limit: str
    rounds: str
    news: str


class Aid(Struct, frozen=True):
    #: players, what each starts with, how many certificates each may have
    seats: tuple[tuple[str, str, str], ...]
    limits: tuple[str, ...]
    trains: tuple[AidTrain, ...]
    phases: tuple[AidPhase, ...]
    #: rounds in which several operating rounds come in a set
    sets: bool
    #: a company's turn, and that of a minor if it has one
    steps: tuple[str, ...]
    minor_steps: tuple[str, ...]
    market: tuple[str, ...]


def aid(game: Game) -> Aid:
    definition = game.definition
    least, most = definition.players
    company, minor = _steps(game)
    return Aid(
        seats=tuple(
            (str(number), money(game, definition.starting_cash[number]), str(definition.certificate_limit[number]))
            for number in range(least, most + 1)
        ),
        limits=tuple(_limits(game)),
        trains=tuple(
            AidTrain(
                kind.name,
                money(game, kind.price),
                "∞" if kind.count is None else str(kind.count),
                reach(kind),
                kind.rusted_by or "–",
                trade_words(game, kind),
            )
            for kind in definition.trains.values()
        ),
        phases=tuple(
            AidPhase(
                phase.name,
                phase.starts_with or _("the beginning"),
                phase.colors,
                str(phase.train_limit),
                str(phase.operating_rounds) if phase.operating_rounds else "",
                "; ".join(phase_words(game, phase.name)),
            )
            for phase in definition.phases.values()
        ),
        sets=any(phase.operating_rounds for phase in definition.phases.values()),
        steps=company,
        minor_steps=minor if definition.minors else (),
        market=tuple(words if sign in LIGHT.market else f"{sign}: {words}" for sign, words in meanings(definition)),
    )


def _steps(game: Game) -> tuple[tuple[str, ...], tuple[str, ...]]:
    rules = game.title.frames[OperatingRound]
    assert isinstance(rules, OperatingRules)
    found = [
        tuple(dict.fromkeys(step_words(step.name) for step in steps if not silent(step)))
        for steps in (rules.steps, rules.minor_steps)
    ]
    return found[0], found[1]


def _limits(game: Game) -> list[str]:
    definition = game.definition
    shares = definition.shares
    found = []
    if definition.bank is not None:
        found.append(_("The bank has %(money)s.") % {"money": money(game, definition.bank)})
    found.append(_("A player may hold %(percent)d %% of a company.") % {"percent": shares.holding_limit})
    if shares.pool_limit is not None:
        found.append(_("The pool may hold %(percent)d %% of a company.") % {"percent": shares.pool_limit})
    if shares.float_percent:
        found.append(_("A company floats when %(percent)d %% of it are sold.") % {"percent": shares.float_percent})
    costs = ", ".join(money(game, cost) for cost in definition.stations.costs)
    found.append(_("Tokens cost %(costs)s, one after the other.") % {"costs": costs})
    return found
