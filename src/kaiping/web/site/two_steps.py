"""Signing in by two steps: the password, then a code of an authenticator app, or a recovery code that works once.

A code is taken once. Wrong ones are counted with the account, whoever tries and from wherever: after a few, each makes
everybody wait longer. Only who knows the password comes that far, so nobody can shut others out. Tokens of programs
are not touched by it.
"""

from __future__ import annotations

import hmac
import secrets
from datetime import timedelta

import pyotp
import segno
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from kaiping.web.site.models import ApiToken, RecoveryCode, SecondStep

#: wrong codes that make nobody wait; the wait after the next, doubled by each further one, and the longest
_FREE = 4
_WAIT, _LONGEST_WAIT = timedelta(minutes=1), timedelta(hours=1)
#: half minutes by which the clock of a telephone may be wrong
_ASTRAY = 1
RECOVERY_CODES = 8
_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
_GROUPS, _GROUP = 4, 4
LONGEST_CODE = 40


def is_on(user: User) -> bool:
    return SecondStep.objects.filter(user=user).exists()


# --- setting it up ------------------------------------------------------------------------------------


def new_secret() -> str:
    return pyotp.random_base32()


def picture(user: User, secret: str) -> str:
    """What a telephone reads the secret from, as SVG to stand in a page."""
    address = pyotp.TOTP(secret).provisioning_uri(name=user.get_username(), issuer_name="Kaiping")
    return segno.make(address, error="m").svg_inline(scale=5, border=3, dark="#000", light="#fff", svgclass="qr")


def switch_on(user: User, secret: str, code: str) -> list[str]:
    """From now on codes of the app are asked for, which must show that it has the secret; the recovery codes."""
    moment = _moment(secret, code, 0)
    if moment is None:
        raise ValidationError(_("That code is not right; is the clock of your telephone?"))
    with transaction.atomic():
        SecondStep.objects.update_or_create(user=user, defaults={"secret": secret, "latest": moment, "failed": 0})
        return new_codes(user)


def switch_off(user: User) -> bool:
    """No code is asked for any more; was one?"""
    with transaction.atomic():
        RecoveryCode.objects.filter(user=user).delete()
        gone, _rows = SecondStep.objects.filter(user=user).delete()
    return bool(gone)


def new_codes(user: User) -> list[str]:
    """Recovery codes instead of all that there were; they can be told this once."""
    codes = [
        "-".join("".join(secrets.choice(_LETTERS) for _ in range(_GROUP)) for _ in range(_GROUPS))
        for _ in range(RECOVERY_CODES)
    ]
    with transaction.atomic():
        RecoveryCode.objects.filter(user=user).delete()
        RecoveryCode.objects.bulk_create([RecoveryCode(user=user, fingerprint=_fingerprint(one)) for one in codes])
    return codes


# --- codes --------------------------------------------------------------------------------------------


def take_code(user: User, text: str) -> None:
    """Use a code up, or say why it does not hold."""
    with transaction.atomic():
        # whoever comes first counts first: of several tries at once each is counted
        step = SecondStep.objects.select_for_update().filter(user=user).first()
        if step is None:
            return
        wait = _wait(step)
        right = not wait and (_take_of_app(step, text) or _take_recovery(user, text))
        if right:
            SecondStep.objects.filter(pk=step.pk).update(failed=0, failed_at=None)
        elif not wait:
            SecondStep.objects.filter(pk=step.pk, failed__lt=30_000).update(
                failed=F("failed") + 1, failed_at=timezone.now()
            )
    if wait:
        minutes = max(1, -(-wait // timedelta(minutes=1)))
        raise ValidationError(_("There were too many wrong codes; try again in %d minutes.") % minutes)
    if not right:
        raise ValidationError(_("That code does not hold, or has been used."))


def _wait(step: SecondStep) -> timedelta:
    """How long no code is looked at, after too many wrong ones."""
    if step.failed <= _FREE or step.failed_at is None:
        return timedelta()
    doubled: int = 2 ** min(step.failed - _FREE - 1, 10)
    pause = min(_LONGEST_WAIT, _WAIT * doubled)
    return max(timedelta(), step.failed_at + pause - timezone.now())


def _take_of_app(step: SecondStep, text: str) -> bool:
    moment = _moment(step.secret, text, step.latest)
    if moment is None:
        return False
    # two who send the same code at once: one finds that it has been taken
    return bool(SecondStep.objects.filter(pk=step.pk, latest__lt=moment).update(latest=moment))


def _moment(secret: str, text: str, after: int) -> int | None:
    """The half minute whose code it is, later than one that was used."""
    code = "".join(text.split())
    maker = pyotp.TOTP(secret)
    now = maker.timecode(timezone.now())
    for moment in range(max(after + 1, now - _ASTRAY), now + _ASTRAY + 1):
        if hmac.compare_digest(maker.generate_otp(moment).encode(), code.encode()):
            return moment
    return None


def _take_recovery(user: User, text: str) -> bool:
    gone, _rows = RecoveryCode.objects.filter(user=user, fingerprint=_fingerprint(text)).delete()
    return bool(gone)


def _fingerprint(code: str) -> str:
    """Of its letters alone, as people may write it otherwise."""
    return ApiToken.fingerprint_of("".join(sign for sign in code.casefold() if sign.isalnum()))
