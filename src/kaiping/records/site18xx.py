"""Files of 18xx.games: reading them, and replaying them under that site's own rule sets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from kaiping.errors import BadInput, IllegalAction
from kaiping.game import Game
from kaiping.records.site_actions import Translator


class SiteAction(Struct, frozen=True):
    """An action that takes effect, with its place in the file."""

    seq: int
    raw: dict[str, Any]

    @property
    def id(self) -> Any:
        return self.raw.get("id", self.seq)


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


def _edition(title: str, options: list[Any], players: int) -> str:
    """The rule set that a file's options name; too few players fall back to the older one."""
    if title == "1888":
        return "18xx-north" if "north" in options and players >= 3 else "18xx-prototype"
    raise BadInput(f"files of the title {title!r} are not known")


def read(data: Any) -> SiteGame:
    """Check the outline of a file and filter what was undone."""
    if not isinstance(data, dict):
        raise BadInput("a game file is a JSON object")
    for key, kind in (("title", str), ("players", list), ("actions", list)):
        if not isinstance(data.get(key), kind):
            raise BadInput(f"the file is not a game: it has no {key}")
    players: dict[int | str, str] = {}
    for player in data["players"]:
        if not isinstance(player, dict) or not isinstance(player.get("name"), str):
            raise BadInput("the file is not a game: a player has no name")
        players[player.get("id", len(players))] = player["name"]
    settings = data.get("settings")
    options = settings.get("optional_rules") if isinstance(settings, dict) else None
    edition = _edition(data["title"], options if isinstance(options, list) else [], len(players))
    result = data.get("result")
    return SiteGame(
        title=data["title"],
        edition=edition,
        players=players,
        actions=tuple(in_force(data["actions"])),
        result=result if isinstance(result, dict) and result else None,
        raw=data,
    )


def in_force(actions: list[Any]) -> list[SiteAction]:
    """The actions that stand once every undo and redo has been carried out."""
    standing: list[SiteAction] = []
    undone: list[list[SiteAction]] = []
    places: dict[Any, int] = {}
    for seq, raw in enumerate(actions):
        if not isinstance(raw, dict) or not isinstance(raw.get("type"), str):
            raise BadInput(f"action {seq} of the file has no type")
        match raw["type"]:
            case "undo":
                target = raw.get("action_id")
                undone.append(_undo(standing, None if target is None else places.get(target, -1)))
            case "redo":
                if undone:
                    standing.extend(undone.pop())
            case "message":
                standing.append(SiteAction(seq, raw))
            case _:
                undone.clear()
                standing.append(SiteAction(seq, raw))
        if isinstance(raw.get("id"), int):
            places[raw["id"]] = seq
    return standing


def _undo(standing: list[SiteAction], last: int | None) -> list[SiteAction]:
    """Take back the latest action that is no message, or everything after a place in the file."""
    if last is None:
        last = max((action.seq for action in standing if action.raw["type"] != "message"), default=0) - 1
    cut = [action for action in standing if action.seq > last and action.raw["type"] != "message"]
    standing[:] = [action for action in standing if action not in cut]
    return cut


class NotReplayed(IllegalAction):
    """An action of the file that the rules refuse, with its place."""

    def __init__(self, action: SiteAction, cause: IllegalAction | BadInput) -> None:
        self.action = action
        self.cause = cause
        Exception.__init__(self, action, cause)
        if isinstance(cause, IllegalAction):
            self.reason = cause.reason

    def __str__(self) -> str:
        return f"action {self.action.id} ({self.action.raw['type']}): {self.cause}"


def steps(site: SiteGame) -> Iterator[tuple[Game, Step]]:
    """Replay a file action by action; the game is the same object throughout."""
    game = Game(site.title, edition=site.edition, players=list(site.players.values()))
    translator = Translator(game, site.players)
    for action in site.actions:
        before = game.played
        try:
            for raw in (action.raw, *_auto_actions(action.raw)):
                for native in translator.translate(raw):
                    game.play(native)
                    translator.played(raw, native)
        except (IllegalAction, BadInput) as wrong:
            raise NotReplayed(action, wrong) from None
        yield game, Step(action, before, game.played)


def _auto_actions(raw: dict[str, Any]) -> list[dict[str, Any]]:
    extra = raw.get("auto_actions")
    return [one for one in extra if isinstance(one, dict)] if isinstance(extra, list) else []


def replay(site: SiteGame) -> Replay:
    """The whole game of a file."""
    game = Game(site.title, edition=site.edition, players=list(site.players.values()))
    done = []
    for game, step in steps(site):
        done.append(step)
    return Replay(game, tuple(done))


