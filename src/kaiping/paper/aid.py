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


class AidSign(Struct, frozen=True):
    """What is to be seen on the market: a colour, or a sign in letters, and what it means."""

    color: str
    words: str


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
    #: where a price goes, and what the market's colours and signs mean
    moves: tuple[str, ...]
    market: tuple[AidSign, ...]


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
        moves=tuple(_moves(game)),
        market=tuple(
            AidSign(LIGHT.market[sign], words) if sign in LIGHT.market else AidSign("", f"{sign}: {words}")
            for sign, words in meanings(definition)
        ),
    )


def _steps(game: Game) -> tuple[tuple[str, ...], tuple[str, ...]]:
    rules = game.title.frames[OperatingRound]
    assert isinstance(rules, OperatingRules)
    found = [
        tuple(dict.fromkeys(step_words(step.name) for step in steps if not silent(step)))
        for steps in (rules.steps, rules.minor_steps)
    ]
    return found[0], found[1]


def _moves(game: Game) -> list[str]:
    """What moves a share price, and where to."""
    found = [
        _("A dividend is paid: one step to the right; at the end of a row one up."),
        _("Nothing is paid: one step to the left; at the beginning of a row one down."),
        _("Shares are sold: one row down for each."),
        _("All shares are sold when a stock round ends: one row up."),
    ]
    if game.definition.shares.fixed_before_float:
        found.append(_("Until a company floats its price stays where it began."))
    if any(phase.frozen for phase in game.definition.phases.values()):
        found.append(_("While prices are frozen none of it moves them."))
    return found


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
