"""What a password needs besides what Django asks: something to guess."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

#: signs that differ from each other, without blanks
LEAST_DIFFERENT = 4


class Substance:
    """Not blanks or digits alone, nor the same few signs again and again."""

    def validate(self, password: str, user: User | None = None) -> None:
        seen = [sign for sign in password if sign.isprintable() and not sign.isspace()]
        if all(sign.isnumeric() for sign in seen):
            raise ValidationError(_("This password holds only digits and blanks."), code="password_entirely_numeric")
        if len(set(seen)) < LEAST_DIFFERENT:
            raise ValidationError(_("This password repeats the same few letters."), code="password_too_plain")

    def get_help_text(self) -> str:
        return _("Your password can’t be digits and blanks alone.")
