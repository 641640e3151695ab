"""What an action brings about, in sentences: as if it were played, so nothing is guessed."""

from __future__ import annotations

from django.utils.translation import gettext as _

from kaiping import phrases
from kaiping.event import Event
from kaiping.game import After, Game
from kaiping.state import POOL

#: events that only say what everybody sees anyway
_SILENT = frozenset({"turn", "step-passed", "passed"})


def outcome(after: After, most: int = 6) -> list[str]:
    """What would happen if an action were played now, its own consequences first."""
    told = [event for event in after.events if event.kind not in _SILENT]
    return [sentence(after.before, event) for event in told[:most]]


def sentence(game: Game, event: Event) -> str:
    """An event in words, with every payment that belongs to it."""
    words = game.describe(event)
    if event.kind == "paid":
        words += _(": %(payments)s") % {"payments": payments(game, event)}
    if event.kind == "run" and event["routes"]:
        words += ": " + "; ".join(_run_words(game, route["train"], route["path"]) for route in event["routes"])
    return words


def payments(game: Game, event: Event) -> str:
    """Who gets how much of a dividend: "Ann ¥80, Bo ¥240, the pool's ¥40 to LYR"."""
    parts = []
    for owner, amount in event["shares"].items():
        figures = {"owner": owner, "amount": phrases.money(game, amount), "company": event["company"]}
        template = _("the pool's %(amount)s to %(company)s") if owner == POOL else _("%(owner)s %(amount)s")
        parts.append(template % figures)
    return ", ".join(parts)


def _run_words(game: Game, train: str, path: list[str]) -> str:
    hexes = game.definition.map.hexes
    names = (hexes[point.partition(".")[0]].name or point.partition(".")[0] for point in path if "." in point)
    return f"{train}: " + " – ".join(names)
