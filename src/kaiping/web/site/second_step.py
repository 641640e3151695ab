"""The pages of signing in by two steps (``two_steps.py``): set it up, and give the code."""

from __future__ import annotations

import time
from typing import Any

from axes.handlers.proxy import AxesProxyHandler
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_login_failed
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render, resolve_url
from django.utils.crypto import constant_time_compare
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from kaiping.web.games.access import adopt, person_of
from kaiping.web.site import two_steps
from kaiping.web.site.locked import locked_out
from kaiping.web.site.models import RecoveryCode, SecondStep
from kaiping.web.site.sudo import SureForm, code_field, signed_in

#: where the session keeps who has given the password, a secret that is being set up, and codes to be shown once
_HALF, _NEW, _FRESH = "half_signed_in", "new_second_step", "fresh_codes"
#: seconds in which the code has to follow the password
_HOLDS = 600

_BACKEND = "kaiping.web.site.backend.Accounts"


# --- signing in ---------------------------------------------------------------------------------------


def ask_for_code(request: HttpRequest, user: User, onward: str) -> HttpResponse:
    """The password was right; nobody is signed in before the code is, too."""
    request.session.cycle_key()
    request.session[_HALF] = {
        "user": user.pk,
        "password": user.get_session_auth_hash(),
        "at": time.time(),
        "onward": onward,
    }
    return redirect("sign-in-code")


def _half(request: HttpRequest) -> User | None:
    """Who has given the password a moment ago; if it was changed since, nobody has."""
    found = request.session.get(_HALF)
    if found is None or not 0 <= time.time() - found["at"] <= _HOLDS:
        return None
    user = User.objects.filter(pk=found["user"], is_active=True).first()
    if user is None or not constant_time_compare(found["password"], user.get_session_auth_hash()):
        return None
    return user


class CodeForm(forms.Form):
    code = code_field()

    def __init__(self, request: HttpRequest, user: User) -> None:
        super().__init__(request.POST if request.method == "POST" else None)
        self.user = user

    def clean_code(self) -> str:
        code: str = self.cleaned_data["code"]
        two_steps.take_code(self.user, code)
        return code


@sensitive_post_parameters("code")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def give_code(request: HttpRequest) -> HttpResponse:
    user = _half(request)
    if user is None:
        request.session.pop(_HALF, None)
        return redirect("sign-in")
    who = {"username": user.get_username()}
    if request.method == "POST" and not AxesProxyHandler.is_allowed(request, who):
        return locked_out(request)
    form = CodeForm(request, user)
    if request.method == "POST" and form.is_valid():
        onward = request.session.pop(_HALF)["onward"]
        keeper = person_of(request).keeper
        login(request, user, backend=_BACKEND)
        adopt(user, keeper)
        left = RecoveryCode.objects.filter(user=user).count()
        if left < 3:
            messages.info(request, _("You have %d recovery codes left; your settings make new ones.") % left)
        return HttpResponseRedirect(onward or resolve_url(settings.LOGIN_REDIRECT_URL))
    if form.is_bound:  # as a wrong password: after too many, this address waits
        user_login_failed.send(sender=__name__, credentials=who, request=request)
    return render(request, "site/code.html", {"form": form}, status=422 if form.is_bound else 200)


# --- setting it up ------------------------------------------------------------------------------------


class SetUpForm(SureForm):
    first = forms.CharField(
        label=gettext_lazy("The code that the app shows now"),
        max_length=two_steps.LONGEST_CODE,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}),
    )
    field_order = ("first", "password")


@sensitive_post_parameters("password", "code", "first")
@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def set_up(request: HttpRequest) -> HttpResponse:
    """Begin to sign in by two steps; once one does, make new recovery codes or end it (``do``)."""
    user = signed_in(request)
    step = SecondStep.objects.filter(user=user).first()
    return _begin(request, user) if step is None else _change(request, user, step)


def _begin(request: HttpRequest, user: User) -> HttpResponse:
    secret: str = request.session.setdefault(_NEW, two_steps.new_secret())
    form = SetUpForm(request)
    if request.method == "POST" and form.is_valid():
        try:
            request.session[_FRESH] = two_steps.switch_on(user, secret, form.cleaned_data["first"])
        except ValidationError as wrong:
            form.add_error("first", wrong)
        else:
            del request.session[_NEW]
            messages.success(request, _("From now on signing in asks for a code, too."))
            return redirect("two-steps")
    found = {
        "form": form,
        "secret": " ".join(secret[start : start + 4] for start in range(0, len(secret), 4)),
        "picture": mark_safe(two_steps.picture(user, secret)),
    }
    return render(request, "site/two_steps_begin.html", found, status=422 if form.is_bound else 200)


def _change(request: HttpRequest, user: User, step: SecondStep) -> HttpResponse:
    form = SureForm(request)
    if request.method == "POST" and form.is_valid():
        if request.POST.get("do") == "off":
            two_steps.switch_off(user)
            messages.success(request, _("From now on the password alone is enough."))
            return redirect("settings")
        request.session[_FRESH] = two_steps.new_codes(user)
        return redirect("two-steps")
    found: dict[str, Any] = {
        "form": form,
        "step": step,
        "left": RecoveryCode.objects.filter(user=user).count(),
        "fresh": request.session.pop(_FRESH, None),
    }
    return render(request, "site/two_steps.html", found, status=422 if form.is_bound else 200)
