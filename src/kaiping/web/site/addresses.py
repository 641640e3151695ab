"""A person's e-mail address: another one is theirs once the link of a letter that went there has been followed."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from kaiping.web.site.letters import (
    ask_for_change,
    asked_about,
    asked_to_change,
    change_address,
    confirm,
    wants_notices,
)
from kaiping.web.site.sudo import SureForm

#: letters of an e-mail address
LONGEST_ADDRESS = 254


class AddressForm(SureForm):
    email = forms.EmailField(
        label=gettext_lazy("New address (empty: none)"), max_length=LONGEST_ADDRESS, required=False
    )
    field_order = ("email", "password", "code")

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"]
        if email == self.user.email:
            raise ValidationError(_("That is your address already.") if email else _("You have no address here."))
        return email


@sensitive_post_parameters("password")
@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_address(request: HttpRequest) -> HttpResponse:
    """Ask for another address; without letters, and for none at all, it is changed at once."""
    form = AddressForm(request)
    if request.method == "POST" and form.is_valid():
        user, email = form.user, form.cleaned_data["email"]
        if not email or not settings.LETTERS:
            change_address(user, user.email, email)
            messages.success(request, _("Your address is changed."))
            return redirect("settings")
        if ask_for_change(user, email):
            text = _("A letter is on its way to %s. Follow the link in it, and that is your address.")
            messages.info(request, text % email)
            return redirect("settings")
        form.add_error(None, _("There were too many letters today; try again tomorrow."))
    found: dict[str, Any] = {"form": form, "letters": settings.LETTERS}
    return render(request, "site/address.html", found, status=422 if form.is_bound else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def take_address(request: HttpRequest, token: str) -> HttpResponse:
    """Where the link of the letter leads: a button, and then the address is changed. It holds once."""
    asked = asked_to_change(token)
    if asked is None:
        return _run_out(request)
    user, email = asked
    if request.method == "POST":
        if not change_address(user, user.email, email, confirmed=True):
            return _run_out(request)
        messages.success(request, _("Thank you: that is the address of %s now.") % user.get_username())
        return redirect("home")
    return render(request, "site/take_address.html", {"whose": user, "email": email})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_address(request: HttpRequest, token: str) -> HttpResponse:
    """Where the link of a letter leads that asks whether an address is somebody's: a button, and then it is."""
    whose = asked_about(token)
    if whose is None:
        return _run_out(request)
    if request.method == "POST":
        confirm(whose)
        text = (
            _("Thank you: notices for %s will go to this address.")
            if wants_notices(whose)
            else _("Thank you: this is the address of %s. Notices come if the settings ask for them.")
        )
        messages.success(request, text % whose.get_username())
        return redirect("home")
    return render(request, "site/confirm_address.html", {"whose": whose, "notices": wants_notices(whose)})


def _run_out(request: HttpRequest) -> HttpResponse:
    """A link holds once, and not for ever; whoever follows it later need not know which of the two it was."""
    sentence = _(
        "This link has been used already, or is too old. The settings show your address, and send another link."
    )
    return render(request, "site/error.html", {"status": 404, "sentence": sentence}, status=404)
