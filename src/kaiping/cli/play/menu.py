"""The legal actions as a menu: grouped by kind, numbered, long groups one level deeper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kaiping.action import AnyAction, ExchangePrivate, LayTile, Par, Range, SellShares
from kaiping.cli.play.phrases import HEADINGS, action_words, place
from kaiping.game import Game

#: groups with more entries than this are nested, if they have parts
_LONG = 5


class Entry(NamedTuple):
    """A line of the menu: an action, or the lines below it."""

    label: str
    action: AnyAction | None = None
    below: tuple[Entry, ...] = ()


class Section(NamedTuple):
    heading: str
    entries: tuple[Entry, ...]


class Menu:
    """What may be done now; ``sections`` hold the entries, which are numbered from 1 across all of them."""

    def __init__(self, game: Game) -> None:
        legal = game.legal_actions()
        self.actions: Sequence[AnyAction] = list(legal)
        self.ranges: dict[AnyAction, Range] = legal.ranges
        self.sections = [
            Section(heading, _entries(game, kind, self.ranges))
            for heading, kind in _by_kind(game, self.actions).items()
        ]

    @property
    def entries(self) -> list[Entry]:
        return [entry for section in self.sections for entry in section.entries]

    def number_of(self, action: AnyAction) -> str | None:
        """The number, or the numbers from top to bottom, by which an action is chosen."""
        for number, entry in enumerate(self.entries, 1):
            if entry.action == action:
                return str(number)
            for inner, deeper in enumerate(entry.below, 1):
                if deeper.action == action:
                    return f"{number} {inner}"
        return None


def _by_kind(game: Game, actions: Sequence[AnyAction]) -> dict[str, list[AnyAction]]:
    acting = game.acting
    kinds: dict[str, list[AnyAction]] = {}
    for kind, heading in HEADINGS.items():
        for action in actions:
            if isinstance(action, kind):
                others = isinstance(action, ExchangePrivate) and action.player not in acting
                power = action.private if isinstance(action, LayTile) else None
                title = heading + (f" ({action.player}, out of turn)" if others else "")  # type: ignore[union-attr]
                title += f" (power of {power})" if power else ""
                kinds.setdefault(title, []).append(action)
    return kinds


def _entries(game: Game, actions: list[AnyAction], ranges: dict[AnyAction, Range]) -> tuple[Entry, ...]:
    parts: dict[str, list[AnyAction]] = {}
    for action in actions:
        parts.setdefault(_part(game, action), []).append(action)
    flat = len(actions) <= _LONG or len(parts) == len(actions)
    if flat and not isinstance(actions[0], LayTile):
        return tuple(_entry(game, action, ranges) for action in actions)
    return tuple(
        Entry(
            f"{part}: {_summary(game, inside)}",
            below=tuple(_entry(game, action, ranges) for action in inside),
        )
        for part, inside in parts.items()
    )


def _entry(game: Game, action: AnyAction, ranges: dict[AnyAction, Range]) -> Entry:
    return Entry(action_words(game, action, ranges.get(action)), action)


def _part(game: Game, action: AnyAction) -> str:
    """What a long group is divided by."""
    match action:
        case LayTile():
            return place(game, action.hex)
        case Par() | SellShares():
            return f"{action.company} {game.definition.companies[action.company].name}"
    return action_words(game, action)


def _summary(game: Game, actions: list[AnyAction]) -> str:
    """What is to be found one level deeper."""
    first = actions[0]
    match first:
        case LayTile():
            tiles = dict.fromkeys(action.tile for action in actions if isinstance(action, LayTile))
            printed = game.definition.map.hexes[first.hex]
            laid = game.state.board.tiles.get(first.hex)
            cost = printed.cost if laid is None and first.private is None else 0
            words = f"tile {', '.join(tiles)}" if len(tiles) == 1 else f"tiles {', '.join(tiles)}"
            if laid is not None:
                words += f" over {laid[0]}"
            ways = f"{len(actions)} ways" if len(actions) > 1 else "one way"
            return words + f" ({ways}{f', costs {game.definition.money(cost)}' if cost else ''})"
        case Par():
            prices = [str(action.price) for action in actions if isinstance(action, Par)]
            return f"at {', '.join(prices)}"
        case SellShares():
            percents = [str(action.percent) for action in actions if isinstance(action, SellShares)]
            return f"{', '.join(percents)} %"
    return f"{len(actions)} ways"
