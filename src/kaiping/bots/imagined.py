"""A whole position that fits what a seat knows, for bots that try things out where something is hidden.

Hidden money is dealt by lot: players have about as much as the seat itself, companies about as much as those that it
knows, and the bank has the rest. Nothing is asked of the game itself, so nothing of it can be given away.
"""

from __future__ import annotations

from random import Random
from statistics import mean

from kaiping.definition import Definition
from kaiping.state import State


def imagined(definition: Definition, known: State, seat: str, rng: Random) -> State:
    """The position as a seat knows it (``View.state``) with what is hidden from it dealt by lot."""
    state = known.copy()
    owners = (*state.players, *definition.companies, *(name for name in definition.minors if name in state.minors))
    unknown = [owner for owner in owners if owner not in state.cash]
    bank: int | None = known.bank
    if not unknown and bank is not None:
        return state
    left = (definition.bank or 0) - sum(state.cash.values())
    if bank is not None:  # then all that is missing is with those who are unknown
        dealt = _shared(left - bank, [owner for owner in unknown if _may_have(definition, state, owner)], rng)
    else:
        wished = {owner: _wish(definition, state, owner, seat, rng) for owner in unknown}
        least = 1 if definition.ending.bank_out_at_zero else 0
        room = max(0, left - least) if definition.bank is not None and state.ending is None else None
        total = sum(wished.values())
        scale = 1.0 if room is None or total <= room else room / total
        dealt = {owner: int(wish * scale) for owner, wish in wished.items()}
        bank = left - sum(dealt.values())
    state.bank = bank
    state.cash = {owner: state.cash.get(owner, dealt.get(owner, 0)) for owner in owners}
    return state


def _wish(definition: Definition, state: State, owner: str, seat: str, rng: Random) -> int:
    """What somebody may have, before the bank is looked at; no player has less than they have bid."""
    about = rng.uniform(0.5, 1.5)
    if owner in state.players:
        bid = sum(
            int(amount) for frame in state.stack for _lot, who, amount in getattr(frame, "bids", ()) if who == owner
        )
        return max(bid, int(state.cash.get(seat, 0) * about))
    if not _may_have(definition, state, owner):
        return 0
    others = [
        cash for name, cash in state.cash.items() if name not in state.players and _may_have(definition, state, name)
    ]
    return int((mean(others) if others else 2 * state.par.get(owner, 50)) * about)


def _may_have(definition: Definition, state: State, owner: str) -> bool:
    """Whether there can be money in a hand: a company that has not floated has none."""
    if owner not in definition.companies:
        return True
    funded = state.own.funded if state.own is not None else frozenset()
    return owner in state.floated | funded | state.paid_by_share


def _shared(amount: int, owners: list[str], rng: Random) -> dict[str, int]:
    """An amount in as many parts."""
    if not owners:
        return {}
    cuts = sorted(rng.randint(0, max(0, amount)) for _ in owners[1:])
    return {
        owner: after - before for owner, before, after in zip(owners, [0, *cuts], [*cuts, max(0, amount)], strict=True)
    }
