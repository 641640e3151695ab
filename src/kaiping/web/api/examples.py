"""Examples for the description of the API: mostly taken from a game, so that they stay true."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

from kaiping.action import Bid, LayTile
from kaiping.bots import level
from kaiping.game import Game
from kaiping.records.native import to_data
from kaiping.web.for_programs import refusal

_KEY = "k7m2pq9xwz"
_MOMENT = "2026-05-01T18:30:00Z"
_SEATS = [
    {"name": "Ann", "bot": "", "yours": True, "free": False},
    {"name": "Bo", "bot": "casual", "yours": False, "free": False},
]
_CLOCK = {"kind": "bank", "seconds": 864000, "increment": 43200, "out": "act"}
_HAND = {"seat": "Ann", "left": 851234.5, "since": None, "due": None}
_VOTE = {"about": "seat", "seat": "Bo", "yes": ["Ann"], "needed": 2}
_DAYS = {"first": "2026-08-01", "last": "2026-08-14"}


@cache
def _game() -> Game:
    """Two players; the first of them has bought a private."""
    game = Game("1888", players=["Ann", "Bo"])
    game.play(game.legal_actions()[1])
    return game


def _before() -> Game:
    return _game().at(0)


def _action() -> dict[str, Any]:
    return dict(msgspec.to_builtins(_game().last_action))


def _legal() -> dict[str, Any]:
    legal = _before().legal_actions()
    action = next(one for one in legal if one in legal.ranges)
    return {
        "action": msgspec.to_builtins(action),
        "seat": "Ann",
        "range": msgspec.to_builtins(legal.ranges[action]),
        "number": action.number,
    }


def _state() -> dict[str, Any]:
    position = _before().position()
    return {"version": 0, "played": 0, **{key: value for key, value in position.items() if key != "state"}}


def _events() -> dict[str, Any]:
    game = _game()
    events = [
        {"number": 1, "kind": event.kind, "data": msgspec.to_builtins(event.data, str_keys=True)}
        | {"text": game.describe(event)}
        for event in game.last_events
    ]
    return {"version": 1, "played": 1, "events": events}


def _why() -> dict[str, Any]:
    reason = _before().why_not(Bid("Ann", "FC", 152))
    return {"detail": reason.text, "code": reason.code, "clause": reason.clause} if reason else {}


def _refusal() -> dict[str, Any]:
    why = _why()
    return refusal(422, why["detail"], code=why["code"], clause=why["clause"])


def _table() -> dict[str, Any]:
    game = _game()
    return {
        "key": _KEY,
        "name": "Slow evening",
        "title": game.definition.title,
        "edition": game.definition.edition,
        "options": [],
        "kind": "open",
        "status": "running",
        "undo": "anyone",
        "size": 2,
        "seats": _SEATS,
        "acting": list(game.acting),
        "thinking": [],
        "finished": "",
        "totals": {},
        "played": game.played,
        "version": 1,
        "created": _MOMENT,
        "moved": _MOMENT,
        "asking": None,
        "voting": None,
        "clock": _CLOCK,
        "clocks": [_HAND],
        "patience": 259200,
        "hand_back": True,
        "kept": [],
        "rematch": "",
        "line": None,
        "invitation": "/invitation/WLbXnRkq3vJc7TzY0aGdMfEs",
    }


def _played() -> dict[str, Any]:
    game = _game()
    log = [game.describe(event) for event in game.last_events]
    return {"version": 1, "played": 1, "acting": list(game.acting), "thinking": [], "finished": "", "log": log}


def _person() -> dict[str, Any]:
    rating = {"title": "1888", "rating": 1088, "give_or_take": 610, "games": 1, "wins": 1}
    result = {"table": _KEY, "title": "1888", "place": 1, "players": 3, "total": 5120, "ended": _MOMENT}
    return {"name": "Ann", "ratings": [rating], "results": [result]}


def _me() -> dict[str, Any]:
    token = {"name": "my bot", "created": _MOMENT}
    return {"name": "Ann", "token": token, "rate": "600/m", "playing": 3, "turns": [_KEY]}


def _hook() -> dict[str, Any]:
    well = {"failing": None, "complaint": "", "off": None}
    return {"id": 1, "url": "https://bot.example/turn", "created": _MOMENT, **well}


def _wanted() -> dict[str, Any]:
    return {"title": "1888", "kind": "hot-seat", "seats": [{"name": "Ann"}, {"name": "Bo", "bot": "casual"}]}


def _title() -> dict[str, Any]:
    definition = _game().definition
    option = {"name": "no-export-in-auction", "summary": "No train is exported in the auction", "kind": "reading"}
    return {
        "title": definition.title,
        "edition": definition.edition,
        "players": [2, 6],
        "default": True,
        "options": [option | {"excludes": [], "needs": [], "number": None}],
    }


def _worth() -> dict[str, Any]:
    gains = [{"action": msgspec.to_builtins(LayTile("JS", "F10", "57", 1)), "gain": 20, "proven": True}]
    company = {"company": "JS", "trains": ["2"], "owned": True, "revenue": 50, "proven": True}
    return company | {"gains": gains, "left_out": []}


#: by the names of the schemas
EXAMPLES: dict[str, Callable[[], Any]] = {
    "Action": _action,
    "GameFile": lambda: to_data(_game()),
    "StateOut": _state,
    "Refusal": _refusal,
    "Why": _why,
    "TableIn": _wanted,
    "TableOut": _table,
    "LegalOut": _legal,
    "LegalActionsOut": lambda: {"version": 0, "acting": ["Ann"], "actions": [_legal()]},
    "PlayIn": lambda: {"action": _action(), "version": 0},
    "PlayedOut": _played,
    "WorthOut": _worth,
    "TitleOut": _title,
    "LevelOut": lambda: {"name": "casual", "sentence": level("casual").sentence, "thinks": False},
    "MeOut": _me,
    "PersonOut": _person,
    "HookIn": lambda: {"url": "https://bot.example/turn"},
    "HookOut": _hook,
    "NewHookOut": lambda: _hook() | {"secret": "hook_..."},
    "RedoIn": lambda: {"version": 1, "all": False},
    "UndoIn": lambda: {"version": 7, "to": 4},
    "AgreeIn": lambda: {"version": 8, "agree": True},
    "AskingOut": lambda: {"seat": "Ann", "to": 4, "waits": ["Bo"]},
    "ClockIn": lambda: _CLOCK,
    "HandOut": lambda: _HAND,
    "VoteOut": lambda: _VOTE,
    "ResignIn": lambda: {"to": "offer"},
    "TakeIn": lambda: {"seat": "Bo"},
    "ReplaceIn": lambda: {"seat": "Bo", "bot": "casual"},
    "VoteIn": lambda: {"about": "seat", "seat": "Bo", "agree": True},
    "ArchiveIn": lambda: {"archived": True},
    "RematchIn": lambda: {"seating": "rotated"},
    "VacationIn": lambda: _DAYS,
    "VacationOut": lambda: {"id": 3, **_DAYS},
    "EventsOut": _events,
    "BotIn": lambda: {"bot": "casual"},
    "LeaveIn": lambda: {"seat": "Ann"},
    "ForkIn": lambda: {"at": 1, "name": "sell early", "bots": False},
    "LineOut": lambda: {"game": _KEY, "branch": "", "begins": 1},
    "RemarkIn": lambda: {"text": "Well played!"},
    "RemarkOut": lambda: {"id": 7, "author": "Ann", "text": "Well played!", "played": 1, "at": _MOMENT},
    "NoteBody": lambda: {"text": "sell before the first 4-train"},
    "ProgramIn": lambda: {"kind": "buy", "company": "JS", "source": "ipo", "until": "percent", "figure": 60},
    "ProgramOut": lambda: {"seat": "Ann", "kind": "auction", "words": "passes the rest of the auction", "stopped": ""},
}
