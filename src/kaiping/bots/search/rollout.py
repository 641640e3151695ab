"""One possible future: from a position to a horizon, and what everybody is worth then."""

from __future__ import annotations

from random import Random

from kaiping.bots.search.foresight import Foresight, Future
from kaiping.bots.search.players import Players
from kaiping.bots.search.value import value
from kaiping.flow.rules import settle
from kaiping.flow.shares import SHARE, price
from kaiping.flow.title import Title
from kaiping.flow.totals import totals
from kaiping.state import State

#: more actions than this mean that a future leads nowhere
MOST = 3000


def play_on(foresight: Foresight, title: Title, state: State, rng: Random, *, sets: int) -> Future:
    """Play from a position until so many stock rounds later, or to the end."""
    table = Future(foresight.today, title, state.copy())
    players = Players(foresight, rng)
    until = state.turn + sets
    settle(table)
    for _ in range(MOST):
        if table.state.finished is not None or table.state.turn >= until:
            break
        rules = title.frames[type(table.top)]
        rules.apply(table, players.action(table, rules))
        settle(table)
    return table


def worth(foresight: Foresight, table: Future) -> dict[str, float]:
    """What everybody will be worth at the end, by a forecast from where a future has been broken off."""
    state = table.state
    found: dict[str, float] = {player: float(amount) for player, amount in totals(table).items()}
    if state.finished is not None:
        return found
    learned = value(table.title)
    if learned.weights:
        return learned.worths(table, foresight)
    left = foresight.rounds_left(table)
    for company in state.cells:
        more = foresight.share(table, company, left) - price(table, company)
        for player in state.players:
            if held := state.held(player, company):
                found[player] += held / SHARE * more
    return found
