"""What a result is worth to each player: how far their part of all wealth is above an equal part."""

from __future__ import annotations

from collections.abc import Mapping

from kaiping.game import Game


def relative(worths: Mapping[str, int]) -> dict[str, float]:
    """Each player's part of all wealth: 1 for all of it, 0 for an equal part; together they are 0.

    Debts count as nothing owned.

    >>> relative({"Ann": 300, "Bo": 100})
    {'Ann': 0.5, 'Bo': -0.5}
    >>> relative({"Ann": 0, "Bo": -20})
    {'Ann': 0.0, 'Bo': 0.0}
    """
    owned = {player: max(0, worth) for player, worth in worths.items()}
    total, players = sum(owned.values()), len(owned)
    if not total or players < 2:
        return dict.fromkeys(owned, 0.0)
    return {player: (players * worth / total - 1) / (players - 1) for player, worth in owned.items()}


def by_worth(game: Game) -> dict[str, float]:
    """By what the players are worth now."""
    return relative(game.totals())


def by_victory(game: Game) -> dict[str, float]:
    """1 for the winner, of several for all of them a part; nothing for anybody before the end."""
    winners = game.winners()
    return relative({player: int(player in winners) for player in game.players})
