"""Trains and phases: what is on sale, what comes next, what rusts then, and what each phase brings."""

from __future__ import annotations

from dataclasses import dataclass

from kaiping import ledger
from kaiping.game import Game
from kaiping.phase_words import phase_words, trade_words
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
    #: those that may still be had or that somebody has, the former first
    trains: tuple[TrainView, ...]
    #: the other kinds
    over: tuple[str, ...]
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
    over = tuple(row.name for row in found.trains if row.left == 0 and not row.owners and row.name not in found.pool)
    rows = sorted((row for row in found.trains if row.name not in over), key=lambda row: row.left == 0)
    return Depot(
        trains=tuple(_train(game, row) for row in rows),
        over=over,
        phases=tuple(_phase(game, name) for name in definition.phases),
        pool=tuple((name, money(game, definition.trains[name].price)) for name in found.pool),
        next=found.next or "",
        export=(found.next or "") if found.export else "",
        sets=any(phase.operating_rounds for phase in definition.phases.values()),
        facts=ledger.facts(game, "trains"),
    )


def _train(game: Game, row: ledger.TrainRow) -> TrainView:
    kind = game.definition.trains[row.name]
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
        trade_in=trade_words(game, kind),
        owners=tuple(row.owners.items()),
        exported=row.name in game.definition.train_rules.export,
    )


def _phase(game: Game, name: str) -> PhaseView:
    definition = game.definition
    phase = definition.phases[name]
    order = definition.phase_order
    return PhaseView(
        name=name,
        now=name == game.state.phase,
        past=order[name] < order[game.state.phase],
        starts_with=phase.starts_with,
        limit=phase.train_limit,
        colors=phase.colors,
        rounds=phase.operating_rounds,
        events=tuple(phase_words(game, name)),
    )
