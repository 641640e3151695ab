"""Files of 18xx.games: reading them, and replaying them under that site's own rule sets."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from kaiping.arguments import one_line, plain, quoted
from kaiping.definition import Definition
from kaiping.errors import BadInput, IllegalAction
from kaiping.game import Game
from kaiping.records.files import MOST_ACTIONS
from kaiping.records.refused import Refused
from kaiping.records.site_actions import Translator
from kaiping.titles import TITLES, site_editions


def options_of(definition: Definition) -> list[str] | None:
    """The options of a file for a rule set of the site; None for all other rules."""
    if definition.site is None or definition.variant is not None:
        return None
    return [definition.site.option] if definition.site.option else []


def _edition(title: str, options: list[str], players: int) -> str:
    """The rule set for a file; an option counts only with as many players as it asks for."""
    editions = site_editions(title) if title in TITLES else []
    for one in editions:
        site = one.site
        if site is not None and (site.option is None or (site.option in options and players >= site.least_players)):
            return one.edition
    known = ", ".join(name for name in TITLES if site_editions(name))
    raise BadInput(f"there is no title {quoted(title)} for files of 18xx.games; known is {known}")


class SiteAction(Struct, frozen=True):
    """An action that takes effect, with its place in the file."""

    seq: int
    raw: dict[str, Any]

    @property
    def id(self) -> Any:
        """Its id; its place where it has none."""
        found = self.raw.get("id")
        return self.seq if found is None else found


class SiteGame(Struct, frozen=True):
    """A file of the site, with undo and redo resolved."""

    title: str
    edition: str
    #: player id -> name, in the order of seats
    players: dict[int | str, str]
    actions: tuple[SiteAction, ...]
    result: dict[str, int] | None
    raw: dict[str, Any]


class Step(Struct, frozen=True):
    """One action of the file, and how many of the game's actions had been played before and after it."""

    action: SiteAction
    before: int
    after: int


class Replay(Struct, frozen=True):
    game: Game
    steps: tuple[Step, ...]


class NotReplayed(Refused):
    """An action of the file that the rules refuse, with its place."""

    def __init__(self, action: SiteAction, cause: IllegalAction | BadInput | str) -> None:
        super().__init__(action.id, action.raw["type"], cause)
        self.action = action


# --- the outline of a file ------------------------------------------------------------------------


class SitePlayer(Struct):
    id: int | str
    name: str


class SiteSettings(Struct):
    optional_rules: list[str] | None = None


class SiteFile(Struct):
    """What is read of a file; the rest is information only."""

    title: str
    players: list[SitePlayer]
    actions: list[dict[str, Any]]
    settings: SiteSettings | None = None
    result: dict[str, int] | None = None


def read(data: Any) -> SiteGame:
    """Check the outline of a file and filter what was undone."""
    try:
        file = msgspec.convert(data, SiteFile)
    except msgspec.ValidationError as wrong:
        raise BadInput(f"the file is not a game: {plain(wrong)}") from None
    options = (file.settings and file.settings.optional_rules) or []
    players = {player.id: player.name for player in file.players}
    if len(players) != len(file.players):
        raise BadInput("two players have the same id")
    return SiteGame(
        title=file.title,
        edition=_edition(file.title, options, len(players)),
        players=players,
        actions=tuple(in_force(file.actions)),
        result=file.result or None,
        raw=data,
    )


# --- undo and redo --------------------------------------------------------------------------------


def in_force(actions: list[dict[str, Any]]) -> list[SiteAction]:
    """The actions that stand once every undo and redo has been carried out; messages are never undone."""
    if len(actions) > MOST_ACTIONS:
        raise BadInput(f"the file has {len(actions)} actions; no game has more than {MOST_ACTIONS}")
    standing: list[SiteAction] = []
    messages: list[SiteAction] = []
    undone: list[list[SiteAction]] = []
    places: dict[Any, int] = {}
    for seq, raw in enumerate(actions):
        action = _checked(seq, raw)
        match raw["type"]:
            case "undo":
                cut = _place_of_undo(action, standing, places)
                undone.append(standing[cut:])
                del standing[cut:]
            case "redo":
                if undone:
                    standing.extend(undone.pop())
            case "message":
                messages.append(action)
            case _:
                undone.clear()
                standing.append(action)
        places[raw.get("id")] = seq
    return sorted([*standing, *messages], key=_seq) if messages else standing


def _checked(seq: int, raw: dict[str, Any]) -> SiteAction:
    if not isinstance(raw.get("type"), str):
        raise BadInput(f"action #{seq} of the file has no type")
    if not isinstance(raw.get("id"), int | str | None):
        raise BadInput(f"action #{seq} of the file has an id that is no number")
    for automatic in _automatic(seq, raw):
        if not isinstance(automatic, dict) or not isinstance(automatic.get("type"), str):
            raise BadInput(f"action #{seq} of the file has an automatic action without a type")
    return SiteAction(seq, raw)


def _automatic(seq: int, raw: dict[str, Any]) -> list[Any]:
    """What the site did by itself directly after an action."""
    found = raw.get("auto_actions") or []
    if not isinstance(found, list):
        raise BadInput(f"action #{seq} of the file has automatic actions that are no list")
    return found


def _seq(action: SiteAction) -> int:
    return action.seq


def _place_of_undo(undo: SiteAction, standing: list[SiteAction], places: dict[Any, int]) -> int:
    """Where an undo cuts: the latest action, or everything after the action that it names."""
    target = undo.raw.get("action_id")
    if target is None:
        return max(0, len(standing) - 1)
    if not isinstance(target, int):
        raise BadInput(f"action #{undo.seq} of the file undoes to {quoted(target)}, which is no action")
    if target in places:
        return bisect_left(standing, places[target] + 1, key=_seq)
    # the action itself is not in the file (a message that was left out, or 0 for the start): what has a later id goes
    later = (n for n, action in enumerate(standing) if isinstance(action.id, int) and action.id > target)
    return next(later, len(standing))


# --- replaying --------------------------------------------------------------------------------------


def start(site: SiteGame) -> Game:
    """The game of a file before its first action."""
    try:
        return Game(site.title, edition=site.edition, players=list(site.players.values()))
    except BadInput as wrong:
        raise BadInput(one_line(wrong)) from None


def steps(site: SiteGame) -> Iterator[tuple[Game, Step]]:
    """Replay a file action by action; the game is the same object throughout."""
    game = start(site)
    for step in _play(game, site):
        yield game, step


def _play(game: Game, site: SiteGame) -> Iterator[Step]:
    translator = Translator(game, site.players)
    for action in site.actions:
        before = game.played
        try:
            for raw in (action.raw, *_automatic(action.seq, action.raw)):
                translator.play(raw)
        except (IllegalAction, BadInput) as wrong:
            raise NotReplayed(action, wrong) from None
        except OverflowError:
            raise NotReplayed(action, "a number is too large") from None
        yield Step(action, before, game.played)


def replay(site: SiteGame) -> Replay:
    """The whole game of a file."""
    game = start(site)
    return Replay(game, tuple(_play(game, site)))
