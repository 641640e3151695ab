"""Notices, by e-mail and web push, to those who asked for them, in games of people far apart.

"Your turn", which goes to hooks as well; that a bot has taken one's seat; that one is asked to play again.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

from django.conf import settings
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import close_old_connections
from django.db.models import F
from django.utils.translation import gettext as _

from kaiping.game import Game
from kaiping.web.games.hooks import tell_hooks
from kaiping.web.games.models import Seat, Table
from kaiping.web.push import Address, send
from kaiping.web.site.letters import is_confirmed, post
from kaiping.web.site.models import Preferences, PushAddress

_log = logging.getLogger(__name__)
_push = ThreadPoolExecutor(2, thread_name_prefix="push")


def tell_turn(table: Table, game: Game) -> None:
    """Tell the people whose turn it is now, away from the request."""
    if table.kind == Table.Kind.HOT_SEAT:
        return
    # once for each turn: whoever was to act before and still is knows it already
    before = set(game.at(game.played - 1).acting) if game.played else set()
    new = [name for name in game.acting if name not in before]
    if new:
        _tell_by_push(table, new)
        tell_hooks(table, new)
    if settings.LETTERS:
        _tell_by_mail(table, game)


def _tell_by_mail(table: Table, game: Game) -> None:
    """At addresses that they have said to be theirs, and not again within the gap that they chose."""
    told = table.seats.filter(name__in=game.acting, user__preferences__mail=True).exclude(user__email="")
    seats = told.filter(user__preferences__confirmed=F("user__email"))
    for seat in seats.select_related("user__preferences"):
        user = seat.user
        if user is None:
            continue
        gap = user.preferences.mail_gap * 60
        if gap and not cache.add(f"turn/{table.pk}/{user.pk}", True, gap):
            continue
        link = f"{settings.PUBLIC_URL}{table.get_absolute_url()}"
        words = {"table": str(table), "name": seat.name, "link": link}
        subject = _("Your turn: %(table)s") % words
        body = (
            _("%(name)s, it is your turn at %(table)s.\n\n%(link)s\n\nYour settings say when to write to you.") % words
        )
        post(subject, body, user.email)


def tell_replaced(table: Table, user: User) -> None:
    """Somebody's seat is played by a bot now, which was not their own decision."""
    back = _("If the table lets people come back, you can take the seat again there.") if table.hand_back else ""
    _tell(user, table, _("A bot plays for you"), _("A bot has taken your seat at %(table)s.") % {"table": table}, back)


def tell_invited(table: Table, user: User, by: str) -> None:
    """Somebody has opened another game of the same people."""
    words = _("%(name)s asks you to play again, at %(table)s.") % {"name": by, "table": table}
    _tell(user, table, _("Play again?"), words)


def _tell(user: User, table: Table, title: str, words: str, more: str = "") -> None:
    """A notice that does not come often: by push, and at an address that they have said to be theirs."""
    _push_to(PushAddress.objects.filter(user=user), table, title)
    chosen = Preferences.objects.filter(user=user, mail=True).first()
    if settings.LETTERS and chosen is not None and is_confirmed(user, chosen):
        link = f"{settings.PUBLIC_URL}{table.get_absolute_url()}"
        settled = _("Your settings say whether to write to you.")
        body = "\n\n".join(part for part in (f"{user.get_username()}: {words}", more, link, settled) if part)
        post(f"{title} · {table}", body, user.email)


def _tell_by_push(table: Table, seats: list[str]) -> None:
    users = Seat.objects.filter(table=table, name__in=seats, user__isnull=False).values("user")
    _push_to(PushAddress.objects.filter(user__in=users), table, _("It is your turn"))


def _push_to(addresses: Iterable[PushAddress], table: Table, title: str) -> None:
    message = {"title": title, "body": str(table), "link": table.get_absolute_url()}
    for address in addresses:
        _push.submit(_send_push, address, message)


def _send_push(row: PushAddress, message: dict[str, str]) -> None:
    try:
        reached = send(
            settings.PUSH_KEY,
            Address(row.endpoint, row.public, row.secret),
            message,
            f"mailto:{settings.DEFAULT_FROM_EMAIL}",
            settings.PUSH_HOSTS,
        )
        if not reached:
            row.delete()
    except (OSError, ValueError):
        _log.exception("a notice could not be pushed")
    finally:
        close_old_connections()
