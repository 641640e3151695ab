"""The table as players sit round it, clockwise."""

from __future__ import annotations

from collections.abc import Sequence


def left_of(players: Sequence[str], player: str) -> str:
    """The player to the left of another.

    >>> left_of(("Ann", "Bo", "Cy"), "Cy")
    'Ann'
    """
    return players[(players.index(player) + 1) % len(players)]


def from_left_of(players: Sequence[str], player: str) -> list[str]:
    """All players, beginning to the left of one and ending with them.

    >>> from_left_of(("Ann", "Bo", "Cy"), "Ann")
    ['Bo', 'Cy', 'Ann']
    """
    place = players.index(player) + 1
    return [*players[place:], *players[:place]]
