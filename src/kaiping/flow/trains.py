"""Trains: what is on sale, phases, rust, limits, export."""

from __future__ import annotations

from kaiping.definition import Definition, SpecialTiles, TrainKind
from kaiping.flow.play import Play
from kaiping.state import BANK, CLOSED, POOL, Frame, State, put, without


class Discards(Frame, frozen=True):
    """Companies above the train limit, each to give trains up."""

    companies: tuple[str, ...]


def top_train(definition: Definition, state: State) -> TrainKind | None:
    """The train on top of the stack, if any is left."""
    for kind in definition.trains.values():
        if kind.count is None or state.depot.get(kind.name, 0):
            return kind
    return None


def next_train(definition: Definition, state: State) -> TrainKind:
    """The train on top of the stack, for callers who know that the stack is not empty."""
    top = top_train(definition, state)
    if top is None:
        raise ValueError("no train is left in the stack")
    return top


def on_sale(table: Play) -> list[TrainKind]:
    """Kinds that the bank sells now: the top of the stack, and kinds that stand beside it."""
    definition, state = table.definition, table.state
    top = top_train(definition, state)
    if top is None:
        return []
    kinds = [top]
    for kind in definition.trains.values():
        if (
            kind is not top
            and kind.on_sale_with
            and definition.train_order[kind.name] > definition.train_order[top.name]
            and (kind.count is None or state.depot.get(kind.name))
        ):
            if table.at_least(definition.phase_of_train[kind.on_sale_with]):
                kinds.append(kind)
    return kinds


def cheapest(table: Play) -> int | None:
    """Price of the cheapest train of the bank and the pool, of those that a company must own; None without any."""
    kinds = [*on_sale(table), *(table.definition.trains[name] for name in table.state.trains.get(POOL, ()))]
    return min((kind.price for kind in kinds if kind.fulfils_duty), default=None)


def owners(table: Play) -> tuple[str, ...]:
    """Who may own trains: companies, and minors where these do."""
    return table.definition.train_owners


def crowded(table: Play, companies: tuple[str, ...]) -> tuple[str, ...]:
    """Those of some companies that own more trains than they may."""
    state = table.state
    return tuple(
        company
        for company in companies
        if len(state.trains.get(company, ())) > table.definition.train_limit(state.phase, company)
    )


def take_from_depot(table: Play, name: str) -> None:
    state = table.state
    if name in state.depot:
        state.depot = put(state.depot, name, state.depot[name] - 1)


def add_train(state: State, owner: str, name: str) -> None:
    state.trains = {**state.trains, owner: (*state.trains.get(owner, ()), name)}


def remove_train(state: State, owner: str, name: str) -> None:
    trains = list(state.trains[owner])
    trains.remove(name)
    state.trains = put(state.trains, owner, tuple(trains))


def scrap(state: State, name: str, count: int = 1) -> None:
    state.scrapped = {**state.scrapped, name: state.scrapped.get(name, 0) + count}


def first_of_kind(table: Play, name: str) -> None:
    """The first train of a kind, sold or exported, starts its phase: trains rust, limits fall, privates close."""
    definition, state = table.definition, table.state
    phase = definition.phase_of_train.get(name)
    if phase is None or table.at_least(phase):
        return
    state.phase = phase
    table.log("phase", phase=phase, train=name)
    rusting = [kind.name for kind in definition.trains.values() if kind.rusted_by == name]
    for kind in rusting:
        _rust(table, kind)
    if phase == definition.private_rules.closed_by:
        close_privates(table)
    if table.title.phase_begun is not None:
        table.title.phase_begun(table)
    over = crowded(table, owners(table))
    if over:
        table.push(Discards(over))


def _rust(table: Play, kind: str) -> None:
    state = table.state
    lost: dict[str, int] = {}
    for owner, trains in state.trains.items():
        count = trains.count(kind)
        if count:
            lost[owner] = count
            state.trains = put(state.trains, owner, tuple(train for train in trains if train != kind))
    if kind in state.depot:
        lost[BANK] = state.depot[kind]
        state.depot = without(state.depot, kind)
    if lost:
        scrap(state, kind, sum(lost.values()))
        table.log("rusted", train=kind, owners=lost)


def close_privates(table: Play) -> None:
    """Privates leave the game but for some; special tiles not laid by then go with them."""
    definition, state = table.definition, table.state
    leaving = (name for name, owner in state.privates.items() if owner != CLOSED)
    open_privates = [name for name in leaving if not definition.privates[name].stays]
    state.privates = {**state.privates, **dict.fromkeys(open_privates, CLOSED)}
    for name in open_privates:
        power = definition.privates[name].power
        if isinstance(power, SpecialTiles):
            laid = {tile for tile, _ in state.board.tiles.values()}
            state.lost_tiles |= {tile for _, tile in power.lays if tile not in laid}
    if open_privates:
        table.log("privates-closed", privates=open_privates)


def close_private(table: Play, name: str) -> None:
    """One private leaves the game, if it has not yet."""
    if table.state.privates[name] != CLOSED:
        table.state.privates = {**table.state.privates, name: CLOSED}
        table.log("private-closed", private=name)


def export(table: Play) -> None:
    """The top train leaves the game, if it is of a kind that is exported."""
    top = top_train(table.definition, table.state)
    if top is None or top.name not in table.definition.train_rules.export:
        return
    take_from_depot(table, top.name)
    scrap(table.state, top.name)
    table.log("exported", train=top.name)
    first_of_kind(table, top.name)
