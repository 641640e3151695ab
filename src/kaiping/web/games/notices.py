"""E-mail "your turn", to those who asked for it, when a game of people far apart comes to them."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor

from django.conf import settings
from django.core.cache import cache
from django.core.mail import send_mail
from django.utils.translation import gettext as _

from kaiping.game import Game
from kaiping.web.games.models import Table

_log = logging.getLogger(__name__)
_post = ThreadPoolExecutor(1, thread_name_prefix="mail")


def tell_turn(table: Table, game: Game) -> None:
    """Write to the people whose turn it is now, away from the request; not again within the gap they chose."""
    if table.kind == Table.Kind.HOT_SEAT or settings.EMAIL_BACKEND.endswith("dummy.EmailBackend"):
        return
    seats = table.seats.filter(name__in=game.acting, user__preferences__mail=True).exclude(user__email="")
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
        _post.submit(_send, subject, body, user.email)


def _send(subject: str, body: str, address: str) -> None:
    try:
        send_mail(subject.replace("\n", " "), body, settings.DEFAULT_FROM_EMAIL, [address])
    except OSError:
        _log.exception("an e-mail could not be sent")
