"""One possible future: from a position to a horizon, and what everybody is worth then."""

from __future__ import annotations

from random import Random

from kaiping.bots.search.foresight import Foresight, Future
from kaiping.bots.search.players import Players
from kaiping.flow.rules import settle
from kaiping.flow.shares import SHARE
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
    left = foresight.rounds_left(table)
    market = table.definition.market
    for company in state.cells:
        income = foresight.income(table, company)
        cell = state.cells[company]
        price = market.cells[cell].price
        right = market.cells[market.right(cell)].price
        growth = (right - price) * min(left, 5.0) if income else 2 * (market.cells[market.left(cell)].price - price)
        for player in state.players:
            held = state.held(player, company)
            if held:
                found[player] += held / SHARE * (left * income / 10 + growth)
    return found
