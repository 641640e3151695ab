"""Trains and phases: what is on sale, what comes next, what rusts then, and what each phase brings."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from kaiping import ledger
from kaiping.definition import Definition, Phase
from kaiping.game import Game
from kaiping.phrases import money, reach


@dataclass(frozen=True)
class TrainView:
    name: str
    reach: str
    price: str
    left: str
    count: str
    on_sale: bool
    gone: bool
    #: kinds that rust with the first of this one
    rusts: tuple[str, ...]
    #: the kind whose first train rusts this one
    rusted_by: str
    phase: str
    trade_in: str
    owners: tuple[tuple[str, int], ...]
    exported: bool


@dataclass(frozen=True)
class PhaseView:
    name: str
    now: bool
    past: bool
    starts_with: str
    limit: int
    colors: tuple[str, ...]
    rounds: int
    events: tuple[str, ...]


@dataclass(frozen=True)
class Depot:
    trains: tuple[TrainView, ...]
    phases: tuple[PhaseView, ...]
    pool: tuple[tuple[str, str], ...]
    next: str
    export: str
    #: operating rounds come in sets
    sets: bool
    #: what only this title has to tell of trains
    facts: tuple[ledger.Fact, ...]


def depot(game: Game) -> Depot:
    """The bank's trains and the phases of the title."""
    found, definition = ledger.depot(game), game.definition
    return Depot(
        trains=tuple(_train(game, row) for row in found.trains),
        phases=tuple(_phase(game, name) for name in definition.phases),
        pool=tuple((name, money(game, definition.trains[name].price)) for name in found.pool),
        next=found.next or "",
        export=(found.next or "") if found.export else "",
        sets=any(phase.operating_rounds for phase in definition.phases.values()),
        facts=ledger.facts(game, "trains"),
    )


def _train(game: Game, row: ledger.TrainRow) -> TrainView:
    kind = game.definition.trains[row.name]
    trade_in = ""
    if kind.trade_in is not None:
        trade_in = _("%(price)s against a %(trains)s") % {
            "price": money(game, kind.trade_in.price),
            "trains": _(" or ").join(kind.trade_in.accepts),
        }
    return TrainView(
        name=row.name,
        reach=reach(kind),
        price=money(game, row.price),
        left="∞" if row.left is None else str(row.left),
        count="∞" if row.count is None else str(row.count),
        on_sale=row.on_sale,
        gone=row.left == 0,
        rusts=row.rusts,
        rusted_by=row.rusted_by or "",
        phase=row.phase or "",
        trade_in=trade_in,
        owners=tuple(row.owners.items()),
        exported=row.name in game.definition.train_rules.export,
    )


def _phase(game: Game, name: str) -> PhaseView:
    definition = game.definition
    phase = definition.phases[name]
    order = definition.phase_order
    rusting = [
        kind.name for kind in definition.trains.values() if kind.rusted_by == phase.starts_with and phase.starts_with
    ]
    events = [_("%(train)s-trains rust") % {"train": train} for train in rusting]
    rules = definition.private_rules
    if name == rules.sold_from:
        events.append(_("companies may buy privates"))
    if name == definition.train_rules.between_companies_from:
        events.append(_("companies may deal in trains"))
    if name == rules.closed_by:
        events.append(_closing(definition))
    events += _changes(game, phase)
    return PhaseView(
        name=name,
        now=name == game.state.phase,
        past=order[name] < order[game.state.phase],
        starts_with=phase.starts_with,
        limit=phase.train_limit,
        colors=phase.colors,
        rounds=phase.operating_rounds,
        events=tuple(events),
    )


def _closing(definition: Definition) -> str:
    """That the privates close, and which do not."""
    left = [name for name, private in definition.privates.items() if private.stays and not private.late]
    if not left:
        return _("the privates close")
    return _("the privates close but for %(names)s") % {"names": ", ".join(left)}


def _changes(game: Game, phase: Phase) -> list[str]:
    """What is different in a phase from the one before it."""
    definition, news = game.definition, game.title.phase_news
    names = list(definition.phases)
    place = names.index(phase.name)
    before = definition.phases[names[place - 1]] if place else None
    found = list(news(definition, phase, before)) if news is not None else []
    if phase.float_percent and (before is None or before.float_percent != phase.float_percent):
        found.append(_("companies float at %(percent)d %%") % {"percent": phase.float_percent})
    if before is None:
        return found
    if before.locked_percent and not phase.locked_percent:
        found.append(_("all shares are for sale"))
    if before.frozen != phase.frozen:
        found.append(_("share prices are frozen") if phase.frozen else _("share prices move again"))
    if before.yellow_lays != phase.yellow_lays:
        found.append(_("%(count)d yellow tiles a turn") % {"count": phase.yellow_lays})
    if before.privates_pay and not phase.privates_pay:
        found.append(_("privates pay no more"))
    if before.token_factor != phase.token_factor:
        found.append(_("tokens cost %(factor)d times as much") % {"factor": phase.token_factor})
    return found
