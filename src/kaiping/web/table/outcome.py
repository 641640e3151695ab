"""What an action brings about, in sentences: as if it were played, so nothing is guessed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import ngettext

from kaiping import ledger, phrases
from kaiping.action import Bid, BuyTrain, Choose, LayTile, Par, Pass, PlaceToken
from kaiping.event import Event
from kaiping.game import After, Game
from kaiping.lot_words import option_words
from kaiping.state import POOL, State
from kaiping.web.spoken import gettext as _

#: events that only say what everybody sees anyway
_SILENT = frozenset({"turn", "step-passed", "passed"})
#: why the price of a company falls that pays nothing
_NO_DIVIDEND = "no dividend"


def outcome_of(after: After) -> list[str]:
    """What an action brings about; of a bid, the start of a company and an answer also what it costs and does."""
    game = after.before
    match action := after.action:
        case Bid():
            return [*outcome(after), *_tied_words(after, action)]
        case Par():
            return [*outcome(after), *start_words(after, action)]
        case Choose():
            return [*outcome(after), *option_words(game, action).told]
        case Pass(actor):
            return [_pass_words(game, actor), *outcome(after)]
    return outcome(after)


def is_dear(after: After, *, noted: bool) -> bool:
    """Does a train cost a player's own money, or an answer that or shares, where no note beside the button says so?"""
    if not isinstance(after.action, BuyTrain | Choose):
        return False
    before, then = after.before.state, after.state
    pays = any((then.cash.get(name) or 0) < (before.cash.get(name) or 0) for name in before.players)
    return pays or (not noted and _held_by_players(before) != _held_by_players(then))


def _held_by_players(state: State) -> dict[tuple[str, str], int]:
    return {held: percent for held, percent in state.holdings.items() if percent and held[0] in state.players}


def outcome(after: After, most: int = 6, said: Sequence[str] = ()) -> list[str]:
    """What would happen if an action were played now: what it brings about itself, whatever else is to be said of
    it, and then what the rules do with a company that cannot run.
    """
    told = [event for event in after.events if event.kind not in _SILENT]
    ended = next((place for place, event in enumerate(told) if _is_the_end(after, event)), len(told))
    words = [begun(sentence(after.before, event)) for event in told[:most]]
    return [*words[:ended], *said, *_then(after, told[ended : ended + 1], words[ended:])]


def _is_the_end(after: After, event: Event) -> bool:
    """Does the company that acts earn nothing, because nothing is left that it could run?"""
    by_itself = isinstance(after.action, LayTile | PlaceToken | Pass)
    return by_itself and event.kind == "price" and event["cause"] == _NO_DIVIDEND


def _then(after: After, events: Sequence[Event], words: list[str]) -> Iterator[str]:
    """What follows because a company cannot run, and why it cannot."""
    for event, first in zip(events, words, strict=False):
        company = event["company"]
        template = _("Then, as %(company)s cannot run: %(what)s")
        if not after.before.running(company).trains:
            template = _("Then, as %(company)s has no train: %(what)s")
        yield template % {"company": company, "what": first}
    yield from words[1:]


def _tied_words(after: After, bid: Bid) -> Iterator[str]:
    """How much of a player's money is tied up by a bid, and how much is left."""
    tied = [_tied(game, bid.player) for game in (after.before, after.game)]
    if tied[1] <= tied[0]:
        return
    cash = after.game.cash(bid.player)
    figures = {
        "amount": phrases.money(after.before, bid.price),
        "free": phrases.money(after.before, None if cash is None else cash - tied[1]),
        "player": bid.player,
    }
    yield _("%(amount)s are tied up by it, %(free)s of %(player)s's money stay free") % figures


def _tied(game: Game, player: str) -> int:
    return next(one.tied for one in ledger.players(game) if one.name == player)


def _pass_words(game: Game, actor: str) -> str:
    """What whoever passes does not do, or no more."""
    step = "" if actor in game.state.players else phrases.step_name(game)
    template = {
        "track": _("%(who)s lays no more track"),
        "token": _("%(who)s places no token"),
        "trains": _("%(who)s buys no more trains"),
        "privates": _("%(who)s buys no private and ends its turn"),
    }.get(step, _("%(who)s passes"))
    return template % {"who": actor}


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
