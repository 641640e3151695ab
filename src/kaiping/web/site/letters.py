"""Letters by e-mail: sent away from the request, and only to people who have said that an address is theirs.

Anybody can write anybody's address into their settings. So an address gets one letter that asks, with a link; notices
go there once the link has been followed.
"""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256

from django.conf import settings
from django.contrib.auth.models import User
from django.core import signing
from django.core.mail import send_mail
from django.urls import reverse
from django.utils.translation import gettext as _

from kaiping.web.site.limits import one_more
from kaiping.web.site.models import Preferences

#: letters that are not notices, to one address and for one account, within a day
MOST_A_DAY = 5
_DAY = 24 * 3600
#: a link that asks holds for three days
_HOLDS = 3 * _DAY
_SALT = "kaiping.web.site.letters"

_log = logging.getLogger(__name__)
_post = ThreadPoolExecutor(1, thread_name_prefix="mail")


def post(subject: str, body: str, address: str) -> None:
    """Send a letter, soon."""
    _post.submit(_send, " ".join(subject.split()), body, address)


def _send(subject: str, body: str, address: str) -> None:
    try:
        send_mail(subject, body, settings.DEFAULT_FROM_EMAIL, [address])
    except OSError:
        _log.exception("an e-mail could not be sent")


def may_write(address: str) -> bool:
    """Count one more letter that somebody asked for; an address does not get many, whoever asks."""
    return one_more(f"letters-to:{sha256(address.casefold().encode()).hexdigest()}", _DAY) <= MOST_A_DAY


def ask_whether_theirs(user: User) -> bool:
    """Ask at a person's address whether it is theirs; False if there have been too many such letters."""
    if one_more(f"letters-by:{user.pk}", _DAY) > MOST_A_DAY or not may_write(user.email):
        return False
    token = signing.dumps([user.pk, user.email], salt=_SALT, compress=True)
    words = {"name": user.get_username(), "link": f"{settings.PUBLIC_URL}{reverse('confirm-address', args=[token])}"}
    body = _(
        "%(name)s wants to be told by e-mail, at this address, when it is their turn.\n\nIf that is you, say so here:\n"
        "%(link)s\n\nIf it was not you, there is nothing to do."
    )
    post(_("Is this your address?"), body % words, user.email)
    return True


def asked_about(token: str) -> User | None:
    """Whose address a link asks about, if it holds and the address is still theirs."""
    try:
        number, address = signing.loads(token, salt=_SALT, max_age=_HOLDS)
    except signing.BadSignature:
        return None
    return User.objects.filter(pk=number, email=address, is_active=True).first()


def confirm(user: User) -> None:
    """The person has had a letter at their address."""
    Preferences.objects.update_or_create(user=user, defaults={"confirmed": user.email})


def is_confirmed(user: User, chosen: Preferences) -> bool:
    return bool(user.email) and chosen.confirmed == user.email
