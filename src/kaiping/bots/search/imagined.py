"""What a seat does not know of a position, drawn so that the future can be thought of."""

from __future__ import annotations

from random import Random
from typing import cast

from kaiping.definition import Definition
from kaiping.flow.trains import next_train, top_train
from kaiping.state import State

#: what others have is thought to lie between these parts of what one has oneself
LEAST, MOST = 0.5, 1.5


def knows_all(state: State) -> bool:
    """Is nothing of the position hidden?"""
    return state.bank is not None and state.cash.keys() >= set(state.players) | state.floated


def imagined(definition: Definition, state: State, player: str, rng: Random) -> State:
    """A position that the player might be in, for all they know; a copy."""
    found = state.copy()
    mine = state.cash[player]
    for other in state.players:
        if other not in found.cash:
            found.cash[other] = int(mine * rng.uniform(LEAST, MOST))
    price = next_train(definition, state).price if top_train(definition, state) is not None else mine
    for company in (*definition.companies, *state.minors):
        if company not in found.cash:
            found.cash[company] = int(price * rng.uniform(0.0, MOST)) if company in state.floated else 0
    if cast("int | None", found.bank) is None:  # as a view leaves it
        found.bank = max(0, (definition.bank or 0) - sum(found.cash.values()))
    return found
