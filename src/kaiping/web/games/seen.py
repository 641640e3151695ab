"""A table's game as the person may know it who asks: everything that leaves the server goes through here."""

from __future__ import annotations

from django.utils.translation import gettext as _

from kaiping.game import Game
from kaiping.web.games.access import Visit
from kaiping.web.games.errors import Barred
from kaiping.web.games.game_cache import GAMES
from kaiping.web.games.models import Table


def as_seen(view: Visit, game: Game) -> Game:
    """The game as this person's seat may know it; around one screen, as the seat whose turn it is."""
    return GAMES.seen(view.table, game, _seat(view, game)) if game.secret else game


def _seat(view: Visit, game: Game) -> str | None:
    own = view.own_seats
    if view.table.kind == Table.Kind.HOT_SEAT and len(own) > 1:
        return next((name for name in game.acting if name in own), None)
    return next(iter(own), None)


def check_open(game: Game) -> None:
    """A file or a copy would tell everything, so of a game that hides something there is none before its end."""
    if game.secret:
        sentence = _("this game hides something from its players; files and copies can be had when it is over")
        raise Barred("hidden", sentence)
