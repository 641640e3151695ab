"""A new game: money dealt, everything else with the bank, the first round begun."""

from __future__ import annotations

from kaiping.board.board import Board, StopId
from kaiping.definition import Definition
from kaiping.errors import BadInput
from kaiping.flow.play import Play
from kaiping.flow.rules import settle
from kaiping.flow.share_numbers import number_shares
from kaiping.flow.shares import SHARE, move_shares
from kaiping.flow.title import Title
from kaiping.language import gettext as _
from kaiping.state import BANK, CLOSED, IPO, POOL, State


def check_number(definition: Definition, number: int) -> None:
    """A number of players for whom there is a game, in which nobody starts with less than nothing."""
    least, most = definition.players
    if not least <= number <= most:
        raise BadInput(
            _("%(game)s is for %(least)d to %(most)d players, not %(number)d")
            % {"game": f"{definition.title} {definition.edition}", "least": least, "most": most, "number": number}
        )
    cash, less = definition.starting_cash[number], definition.first_player_less
    if less > cash:
        raise BadInput(
            _("the first of %(number)d players has %(cash)d at the start and cannot have %(less)d less")
            % {"number": number, "cash": cash, "less": less}
        )


def check_players(definition: Definition, players: tuple[str, ...]) -> None:
    """The right number of players, with names that differ from each other and from everything else."""
    check_number(definition, len(players))
    if len(set(players)) != len(players):
        raise BadInput(_("two players have the same name"))
    taken = {BANK, IPO, POOL, CLOSED, *definition.companies, *definition.privates, *definition.minors}
    for name in players:
        if not name.strip() or name != name.strip():
            raise BadInput(_("a player's name may not be empty or begin or end with a space"))
        if not name.isprintable():
            raise BadInput(_("a player's name may hold only characters that can be printed"))
        if name in taken:
            raise BadInput(_("a player cannot be called %r: that name is used in the game") % name)


def _minor_tokens(definition: Definition) -> dict[StopId, tuple[str, ...]]:
    """Minors that nobody has to buy stand on the map from the beginning."""
    return {minor.home_stop: (name,) for name, minor in definition.minors.items() if not minor.price}


def _kept_homes(definition: Definition) -> dict[StopId, tuple[str, ...]]:
    """Homes kept free: of companies that start by themselves, and of minors that are bought."""
    homes = {name: company.home_stops for name, company in definition.companies.items() if not company.formed_by_minors}
    for name, minor in definition.minors.items():
        if minor.price and minor.shares_token_of is None:
            homes[name] = minor.home_stops
    reserved: dict[StopId, tuple[str, ...]] = {}
    for name, stops in homes.items():
        for stop in stops:
            reserved[stop] = (*reserved.get(stop, ()), name)
    return reserved


def new_table(definition: Definition, title: Title, players: tuple[str, ...], seed: int | None = None) -> Play:
    check_players(definition, players)
    owners = (*definition.companies, *definition.minors)
    cash = dict.fromkeys(players, definition.starting_cash[len(players)]) | dict.fromkeys(owners, 0)
    cash[players[0]] -= definition.first_player_less
    state = State(
        players=players,
        seed=seed if definition.chance else None,
        priority=players[0],
        bank=(definition.bank or 0) - sum(cash.values()),
        cash=cash,
        holdings={(IPO, company): 100 for company in definition.companies},
        minors=dict.fromkeys(definition.minors, BANK),
        privates=dict.fromkeys(definition.privates, BANK),
        depot={kind.name: kind.count for kind in definition.trains.values() if kind.count is not None},
        board=Board({}, _minor_tokens(definition), _kept_homes(definition)),
        phase=next(iter(definition.phases)),
        own=title.own_state() if title.own_state is not None else None,
    )
    for name, minor in definition.minors.items():
        if minor.merges_into is not None:
            move_shares(state, minor.merges_into, IPO, name, minor.reserved)
    rules = definition.shares
    if rules.numbered:
        ordinary = (100 - rules.president_percents[0]) // SHARE
        locked = next(iter(definition.phases.values())).locked_percent // SHARE
        number_shares(state, definition.companies, ordinary, locked)
    table = Play(definition, title, state)
    title.begin(table)
    settle(table)
    return table
