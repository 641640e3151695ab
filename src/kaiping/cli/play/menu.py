"""The legal actions as a menu: grouped by kind, numbered, long groups one level deeper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kaiping import ledger
from kaiping.action import KINDS, AnyAction, ExchangePrivate, LayTile, Par, Pass, Range, SellBlocks, SellShares
from kaiping.board.hex import parse
from kaiping.cli.play.phrases import action_words
from kaiping.game import Game
from kaiping.phrases import heading, place

#: groups with more entries than this are nested, if they have parts
_LONG = 5
#: sets of shares that are shown at once; the others stand one level deeper
_SETS = 6
#: heading for what privates allow
POWERS = "Use a private"


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
            for heading, kind in _by_kind(game, _told_apart(game, self.actions)).items()
        ]

    @property
    def entries(self) -> list[Entry]:
        return [entry for section in self.sections for entry in section.entries]

    def number_of(self, action: AnyAction) -> str | None:
        """The number, or the numbers from top to bottom, by which an action is chosen."""
        return _path(self.entries, action)


def _path(entries: Sequence[Entry], action: AnyAction) -> str | None:
    for number, entry in enumerate(entries, 1):
        if entry.action == action:
            return str(number)
        deeper = _path(entry.below, action)
        if deeper is not None:
            return f"{number} {deeper}"
    return None


def _told_apart(game: Game, actions: Sequence[AnyAction]) -> list[AnyAction]:
    """Without turns of a tile that look the same as one listed before; lays in the order of the map."""
    seen: set[object] = set()
    lays: list[LayTile] = []
    others: list[AnyAction] = []
    for action in actions:
        if not isinstance(action, LayTile):
            others.append(action)
            continue
        track = game.definition.tiles[action.tile].shapes[action.rotation].track
        look = (action.hex, action.tile, action.private, frozenset(frozenset(piece) for piece in track))
        if look not in seen:
            seen.add(look)
            lays.append(action)
    return [*others, *sorted(lays, key=lambda lay: parse(lay.hex))]


def _by_kind(game: Game, actions: Sequence[AnyAction]) -> dict[str, list[AnyAction]]:
    acting = game.acting
    kinds: dict[str, list[AnyAction]] = {}
    for kind in sorted(KINDS, key=lambda kind: kind is not Pass):  # to pass is always the first number
        for action in actions:
            if isinstance(action, kind):
                title = heading(kind)
                if isinstance(action, ExchangePrivate) and action.player not in acting:
                    title += f" ({action.player}, out of turn)"
                if isinstance(action, LayTile) and action.private is not None:
                    title = POWERS
                kinds.setdefault(title, []).append(action)
    return kinds


def _entries(game: Game, actions: list[AnyAction], ranges: dict[AnyAction, Range]) -> tuple[Entry, ...]:
    """One line for each action, or for each part of a long group with the actions below it."""
    powers: dict[str, list[AnyAction]] = {}
    for action in actions:
        powers.setdefault((action.private if isinstance(action, LayTile) else None) or "", []).append(action)
    if "" not in powers:
        return tuple(
            Entry(_power_words(game, private, inside), below=_parts(game, inside, ranges))
            for private, inside in powers.items()
        )
    return _parts(game, actions, ranges)


def _parts(game: Game, actions: list[AnyAction], ranges: dict[AnyAction, Range]) -> tuple[Entry, ...]:
    if isinstance(actions[0], SellBlocks):
        return _sets(game, actions, ranges)
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


def _sets(game: Game, actions: list[AnyAction], ranges: dict[AnyAction, Range]) -> tuple[Entry, ...]:
    """The first sets that are enough, and the others together."""
    entries = tuple(_entry(game, action, ranges) for action in actions)
    if len(entries) <= _SETS + 1:
        return entries
    others = entries[_SETS:]
    return (*entries[:_SETS], Entry(f"other sets: {len(others)} (or type your own: sell A 20, B 10)", below=others))


def _power_words(game: Game, private: str, actions: list[AnyAction]) -> str:
    hexes = dict.fromkeys(action.hex for action in actions if isinstance(action, LayTile))
    return f"{private} {game.definition.privates[private].name}: lay a tile on {', '.join(hexes)}"


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
            laid = game.state.board.tiles.get(first.hex)
            cost = ledger.lay_cost(game, first)
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
