"""What an analysis has found out about a game, as HTML: the curve of chances, and what cost each player most."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from kaiping.analysis import Analysis, Decision
from kaiping.draw.svg import Markup, element, join
from kaiping.game import Game
from kaiping.language import gettext as _
from kaiping.language import ngettext
from kaiping.phrases import brought, money, round_short
from kaiping.report.parts import Address, moment, nowhere, section, sentence, wide
from kaiping.report.plots import chance_chart


def looked_back(game: Game, found: Analysis, address: Address = nowhere) -> Markup:
    """Both parts, under headings of their own."""
    return join(
        element(
            "div",
            section(_("Chances to win"), wide(_curve(game, found)), element("p", _about(), _few(found), class_="note")),
            section(_("What cost most"), *_dearest(game, found, address)),
            class_="pair charts analysis",
        )
    )


def _about() -> str:
    return _(
        "These are estimates. The chances at the beginning of each round come from futures that bots play, widened by "
        "how far such forecasts were off in other games. A decision cost what the best action that a search like that "
        "of the strongest bots found would have brought more, measured by the lead over the others. Track, tokens and "
        "auctions are not weighed."
    )


def _few(found: Analysis) -> str:
    """From how many futures a point of the curve comes, and how far it may be off because they are so few."""
    futures = min((one.futures for one in found.chances if one.futures), default=0)
    if not futures:
        return ""
    figures = {"number": futures, "margin": round(100 / sqrt(futures))}
    told = ngettext(
        "Each point comes from %(number)d future: it may be chance.",
        "Each point comes from %(number)d futures: jumps of less than about %(margin)d in a hundred may be chance.",
        futures,
    )
    return " " + told % figures


def _curve(game: Game, found: Analysis) -> Markup:
    players = list(game.players)
    rows = [(_round(game, one.at), [one.of[player] for player in players]) for one in found.chances]
    return Markup(chance_chart(game, players, rows))


def _round(game: Game, number: int) -> str:
    return round_short(game.at(number))


def _dearest(game: Game, found: Analysis, address: Address) -> list[Markup]:
    parts = []
    for player in game.players:
        parts.append(element("h3", player))
        dearest = found.dearest(player)
        if dearest:
            items = (element("li", *_told(game, one, address)) for one in dearest)
            parts.append(element("ol", *items, class_="turning"))
        else:
            parts.append(element("p", _("Nothing was surely better than what was played."), class_="note"))
    return parts


def _told(game: Game, one: Decision, address: Address) -> Sequence[str]:
    """What was played when, what would have been better, and what that is worth."""
    before = game.at(one.at)
    figures = {"best": brought(before, one.best), "more": money(game, one.cost)}
    better = _("%(best)s: about %(more)s more against the others") % figures
    if one.alike:
        template = _("%(better)s (%(foreseen_best)s in the end instead of %(foreseen)s, the same in every future)")
        if one.foreseen_best <= one.foreseen:
            template = _(
                "%(better)s (%(foreseen_best)s in the end instead of %(foreseen)s, but the others have less, "
                "the same in every future)"
            )
    elif one.futures and one.foreseen_best <= one.foreseen:
        template = ngettext(
            "%(better)s (%(foreseen_best)s in the end instead of %(foreseen)s, but the others have less, "
            "in %(number)d future)",
            "%(better)s (%(foreseen_best)s in the end instead of %(foreseen)s, but the others have less, "
            "on average of %(number)d futures)",
            one.futures,
        )
    elif one.futures:
        template = ngettext(
            "%(better)s (%(foreseen_best)s in the end instead of %(foreseen)s, in %(number)d future)",
            "%(better)s (%(foreseen_best)s in the end instead of %(foreseen)s, on average of %(number)d futures)",
            one.futures,
        )
    if one.futures or one.alike:
        better = template % {
            "better": better,
            "number": one.futures,
            "foreseen": money(game, one.foreseen),
            "foreseen_best": money(game, one.foreseen_best),
        }
    return (
        element("b", round_short(before)),
        " ",
        moment(one.at, address),
        ": ",
        sentence(brought(before, one.played)),
        " ",
        element("i", _("Better:")),
        " ",
        sentence(better),
    )
