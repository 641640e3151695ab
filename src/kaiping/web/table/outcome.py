"""What an action brings about, in sentences: as if it were played, so nothing is guessed."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from kaiping import ledger, phrases
from kaiping.action import Par
from kaiping.event import Event
from kaiping.game import After, Game
from kaiping.state import POOL

#: events that only say what everybody sees anyway
_SILENT = frozenset({"turn", "step-passed", "passed"})


def outcome(after: After, most: int = 6) -> list[str]:
    """What would happen if an action were played now, its own consequences first."""
    told = [event for event in after.events if event.kind not in _SILENT]
    return [begun(sentence(after.before, event)) for event in told[:most]]


def begun(words: str) -> str:
    """A sentence as it begins, where others may stand before it."""
    return words[:1].upper() + words[1:]


def sentence(game: Game, event: Event) -> str:
    """An event in words, with every payment that belongs to it."""
    words = game.describe(event)
    if event.kind == "paid":
        words += _(": %(payments)s") % {"payments": payments(game, event)}
    if event.kind == "run" and event["routes"]:
        words += ": " + "; ".join(_run_words(game, route["train"], route["path"]) for route in event["routes"])
    return words


def start_words(after: After, action: Par) -> list[str]:
    """What whoever starts a company pays for how much of it, and how much is then missing until it floats."""
    return [*_place_words(after.before, action), *_paid_words(after, action)]


def _place_words(game: Game, action: Par) -> list[str]:
    place = ledger.par_place(game, action)
    if place is None:
        return []
    figures = {"company": action.company, "place": place + 1, "price": phrases.money(game, action.price)}
    return [_("%(company)s operates in place %(place)d of those started at %(price)s") % figures]


def _paid_words(after: After, action: Par) -> list[str]:
    game, player, company = after.before, action.player, action.company
    held, paid = after.state.held(player, company), (game.cash(player) or 0) - (after.game.cash(player) or 0)
    percents = game.definition.shares.president_percents
    if not held and len(percents) > 1:
        costs = (f"{percent} %: {phrases.money(game, action.price * percent // 10)}" for percent in percents)
        return [_("How much of it is bought is asked next (%(costs)s)") % {"costs": ", ".join(costs)}]
    if not held or company in after.state.floated:
        return []
    figures = {"player": player, "cost": phrases.money(game, paid), "percent": held, "company": company}
    found = [_("%(player)s pays %(cost)s for %(percent)d %%") % figures]
    needs = ledger.floating(game, company)
    more = max(((needs.held or needs.sold or 0) - held) // 10, 0)
    if more:
        template = ngettext(
            "%(count)d more share until %(company)s floats", "%(count)d more shares until %(company)s floats", more
        )
        found.append(template % {"count": more, "company": company})
    return found


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
