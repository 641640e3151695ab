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
from django.db import transaction
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
_CHANGE = "kaiping.web.site.letters.change"

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


def ask_whether_theirs(user: User, *, notices: bool) -> bool:
    """Ask at a person's address whether it is theirs; False if there have been too many such letters.

    ``notices``: because they have asked for some, and not only told it with their account.
    """
    if one_more(f"letters-by:{user.pk}", _DAY) > MOST_A_DAY or not may_write(user.email):
        return False
    token = signing.dumps([user.pk, user.email], salt=_SALT, compress=True)
    words = {"name": user.get_username(), "link": f"{settings.PUBLIC_URL}{reverse('confirm-address', args=[token])}"}
    why = (
        _("%(name)s wants to be told by e-mail, at this address, when it is their turn.")
        if notices
        else _("%(name)s has told this address with their account, for a link if they forget their password.")
    )
    body = f"{why}\n\n" + _("If that is you, say so here:\n%(link)s\n\nIf it was not you, there is nothing to do.")
    post(_("Is this your address?"), body % words, user.email)
    return True


def asked_about(token: str) -> User | None:
    """Whose address a link asks about, if it holds and the address is still theirs."""
    try:
        number, address = signing.loads(token, salt=_SALT, max_age=_HOLDS)
    except signing.BadSignature:
        return None
    return User.objects.filter(pk=number, email=address, is_active=True).first()


def ask_for_change(user: User, address: str) -> bool:
    """Ask at a new address whether it is to be somebody's; False if there have been too many such letters."""
    if one_more(f"letters-by:{user.pk}", _DAY) > MOST_A_DAY or not may_write(address):
        return False
    token = signing.dumps([user.pk, user.email, address], salt=_CHANGE, compress=True)
    words = {"name": user.get_username(), "link": f"{settings.PUBLIC_URL}{reverse('take-address', args=[token])}"}
    body = _(
        "%(name)s wants this to be the address of their account.\n\nIf that is you, say so here:\n%(link)s\n\n"
        "If it was not you, there is nothing to do."
    )
    post(_("Your new address?"), body % words, address)
    return True


def asked_to_change(token: str) -> tuple[User, str] | None:
    """Whose address a link changes, and to which; it holds as long as theirs is the one that it was."""
    try:
        number, old, new = signing.loads(token, salt=_CHANGE, max_age=_HOLDS)
    except signing.BadSignature:
        return None
    user = User.objects.filter(pk=number, email=old, is_active=True).first()
    return None if user is None else (user, new)


def change_address(user: User, old: str, new: str, *, confirmed: bool = False) -> bool:
    """Another address, and a word to the old one; False if somebody has changed it meanwhile."""
    with transaction.atomic():
        if not User.objects.filter(pk=user.pk, email=old).update(email=new):
            return False
        Preferences.objects.update_or_create(user=user, defaults={"confirmed": new if confirmed else ""})
    user.email = new
    if old and settings.LETTERS and may_write(old):
        words = {"name": user.get_username(), "link": settings.PUBLIC_URL}
        body = _(
            "The account %(name)s at %(link)s has another address now; nothing more will come to this one.\n\n"
            "If that was not you, somebody knows your password: write to whoever runs the server."
        )
        post(_("Your address was changed"), body % words, old)
    return True


def confirm(user: User) -> None:
    """The person has had a letter at their address; notices go there if they have asked for some."""
    Preferences.objects.update_or_create(user=user, defaults={"confirmed": user.email})


def wants_notices(user: User) -> bool:
    return Preferences.objects.filter(user=user, mail=True).exists()


def is_confirmed(user: User, chosen: Preferences) -> bool:
    return bool(user.email) and chosen.confirmed == user.email
