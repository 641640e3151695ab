"""Chance: dice and shuffled cards, all drawn from the seed of the game, so that the same actions give the same game.

What will be drawn can be worked out by whoever knows the seed. It stands in the state and in the file of a game, and
in nothing that players are shown while the game goes on.
"""

from __future__ import annotations

from hashlib import sha256

from kaiping.state import State


def draw(state: State, occasion: str, sides: int) -> int | None:
    """A number from 0 to ``sides`` - 1, always the same for one occasion; None where the seed is not known."""
    if state.seed is None:
        return None
    digest = sha256(f"{state.seed}/{occasion}".encode()).digest()
    return int.from_bytes(digest) % sides
