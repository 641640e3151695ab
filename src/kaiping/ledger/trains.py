"""The bank's trains: which are on sale, which come next, what leaves the game with them."""

from __future__ import annotations

from msgspec import Struct

from kaiping.flow.trains import on_sale, top_train
from kaiping.game import Game
from kaiping.state import POOL


class TrainRow(Struct, frozen=True):
    name: str
    price: int
    #: how many the bank had and has; None where there is no end to them
    count: int | None
    left: int | None
    on_sale: bool
    #: kinds that rust with the first of this one, and the kind that rusts this one
    rusts: tuple[str, ...]
    rusted_by: str | None
    #: the phase that its first brings, and whether that has begun
    phase: str | None
    begun: bool
    #: owner -> how many
    owners: dict[str, int]


class Depot(Struct, frozen=True):
    trains: tuple[TrainRow, ...]
    #: the kind on top of the bank's stack
    next: str | None
    #: it leaves the game after this set of rounds unless it is bought
    export: bool
    #: trains in the pool
    pool: tuple[str, ...]


def depot(game: Game) -> Depot:
    state, definition = game.state, game.definition
    top = top_train(definition, state)
    following = None if top is None else top.name
    selling = {kind.name for kind in on_sale(game.table())}
    order = definition.phase_order
    rows = []
    for kind in definition.trains.values():
        phase = definition.phase_of_train.get(kind.name)
        rows.append(
            TrainRow(
                name=kind.name,
                price=kind.price,
                count=kind.count,
                left=None if kind.count is None else state.depot.get(kind.name, 0),
                on_sale=kind.name in selling,
                rusts=tuple(other.name for other in definition.trains.values() if other.rusted_by == kind.name),
                rusted_by=kind.rusted_by,
                phase=phase,
                begun=phase is not None and order[state.phase] >= order[phase],
                owners={
                    owner: trains.count(kind.name)
                    for owner, trains in sorted(state.trains.items())  # a stored position has no other order
                    if kind.name in trains and owner != POOL
                },
            )
        )
    return Depot(
        trains=tuple(rows),
        next=following,
        export=following is not None and following in definition.train_rules.export,
        pool=state.trains.get(POOL, ()),
    )
