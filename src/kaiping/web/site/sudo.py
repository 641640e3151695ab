"""What matters most asks for the password again, and for a code of whoever signs in by two steps."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from kaiping.web.games.access import person_of
from kaiping.web.site.two_steps import LONGEST_CODE, is_on, take_code


def signed_in(request: HttpRequest) -> User:
    """Whoever is signed in; behind ``login_required`` there is somebody."""
    user = person_of(request).user
    if user is None:
        raise Http404("nobody is signed in")
    return user


class SureForm(forms.Form):
    """Done only if whoever sits at the browser knows the password; wrong ones count as failures to sign in."""

    password = forms.CharField(
        label=gettext_lazy("Your password"),
        strip=False,
        max_length=4096,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, request: HttpRequest, **more: Any) -> None:
        super().__init__(request.POST if request.method == "POST" else None, **more)
        self.request, self.user = request, signed_in(request)
        if is_on(self.user):
            self.fields["code"] = code_field()

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        if self.errors:
            return found  # nothing is tried, and no code is used up, for a form that is refused anyway
        if authenticate(self.request, username=self.user.get_username(), password=found["password"]) != self.user:
            raise ValidationError({"password": _("That is not your password.")})
        if "code" in self.fields:
            try:
                take_code(self.user, found["code"])
            except ValidationError as wrong:
                raise ValidationError({"code": wrong}) from None
        return found


def code_field() -> forms.CharField:
    attributes = {"autocomplete": "one-time-code", "spellcheck": "false", "autocapitalize": "none"}
    return forms.CharField(
        label=gettext_lazy("A code of your authenticator app, or a recovery code"),
        max_length=LONGEST_CODE,
        widget=forms.TextInput(attrs=attributes),
    )
