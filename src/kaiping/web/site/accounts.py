"""Accounts: sign up, sign in, settings, tokens for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.conf import settings as configured
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import (
    AuthenticationForm,
    PasswordChangeForm,
    PasswordResetForm,
    SetPasswordForm,
    UserCreationForm,
    UsernameField,
)
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView, PasswordChangeView, PasswordResetConfirmView, PasswordResetView
from django.contrib.messages.views import SuccessMessageMixin
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from kaiping.web.games.access import adopt, person_of
from kaiping.web.push import public_key
from kaiping.web.site.addresses import LONGEST_ADDRESS
from kaiping.web.site.letters import ask_whether_theirs, confirm, is_confirmed, may_write
from kaiping.web.site.limits import too_often, tried_enough, tried_once_more
from kaiping.web.site.locked import locked_out
from kaiping.web.site.models import ApiToken, Hook, NameLook, Preferences, PushAddress
from kaiping.web.site.names import LONGEST, looks, mixes_scripts, used_in_games
from kaiping.web.site.second_step import ask_for_code
from kaiping.web.site.sudo import signed_in
from kaiping.web.site.two_steps import is_on

_MOST_TOKENS = 20
#: letters of an address within the site to go on to
_LONGEST_WAY = 2000
#: letters of a name that can be looked for; older accounts on SQLite may have more
_LONGEST_NAME = 150

#: letters for a new password that one place may ask for, and within how many seconds
_MOST_LETTERS = 5
_LETTERS_WITHIN = 900


_ALIKE = gettext_lazy("Somebody has that name already, or one that looks like it.")


#: all at once in a line; a password that is refused is told why
_NEEDED = gettext_lazy("At least 8 characters, and not easily guessed.")
_REPEATED = gettext_lazy("The same once more.")

# Generic for the type checker only.
if TYPE_CHECKING:
    _CreationForm = UserCreationForm[User]
else:
    _CreationForm = UserCreationForm


class FirstPassword:
    """What a password needs is one line, and what is wrong with it is said where it is typed first."""

    def __init__(self, *args: Any, **fields: Any) -> None:
        super().__init__(*args, **fields)
        for name in ("password", "new_password"):
            for number, words in enumerate((_NEEDED, _REPEATED), 1):
                if field := self.fields.get(f"{name}{number}"):  # type: ignore[attr-defined]
                    field.help_text = words

    def validate_password_for_user(self, user: User, password_field_name: str = "password2") -> None:
        first = f"{password_field_name.removesuffix('2')}1"
        super().validate_password_for_user(user, first)  # type: ignore[misc]


class ChangeForm(FirstPassword, PasswordChangeForm):
    """Django's own."""


class AnotherForm(FirstPassword, SetPasswordForm):  # type: ignore[type-arg]
    """Django's own."""


class SignUpForm(FirstPassword, _CreationForm):
    """A name that can sit at every table, a password, and an e-mail address for those who want notices."""

    email = forms.EmailField(
        label=gettext_lazy("E-mail (may be left empty)"),
        help_text=gettext_lazy(
            "For notices, and for a link to you if you forget your password; other players never see it."
        ),
        max_length=LONGEST_ADDRESS,
        required=False,
    )

    class Meta:
        model = User
        fields = ("username", "email")
        help_texts = {"username": gettext_lazy("Letters, digits and @ . + - _")}  # noqa: RUF012
        field_classes = {"username": UsernameField}  # noqa: RUF012  which brings a name to one form before it is checked

    def clean_username(self) -> str:
        name = super().clean_username() or ""
        if len(name) > LONGEST:
            raise ValidationError(_("A name may have %d letters.") % LONGEST)
        if mixes_scripts(name):
            raise ValidationError(_("A name cannot mix letters of several scripts."))
        if used_in_games(name):
            raise ValidationError(_("That name is used in the games."))
        if NameLook.objects.filter(look__in=looks(name)).exists():
            raise ValidationError(_ALIKE)
        return str(name)

    def save_with_look(self) -> User:
        """The account, and what its name looks like; the database refuses a second one of either.

        The password is hashed, which takes its time, before anybody has to wait for the database.
        """
        user: User = self.save(commit=False)
        with transaction.atomic():
            user.save()
            NameLook.objects.bulk_create([NameLook(look=look, user=user) for look in looks(user.username)])
        return user


class SettingsForm(forms.Form):
    """Notices by e-mail and by the browser, and what others see."""

    mail = forms.BooleanField(label=gettext_lazy("Write to me when it is my turn"), required=False)
    mail_gap = forms.IntegerField(
        label=gettext_lazy("At most one e-mail for a table in so many minutes"), min_value=0, max_value=10_000
    )
    browser = forms.BooleanField(label=gettext_lazy("Let the browser tell me when it is my turn"), required=False)
    hidden = forms.BooleanField(
        label=gettext_lazy("Keep me off the rankings, and close my profile to others"), required=False
    )

    def __init__(self, user: User, **more: Any) -> None:
        super().__init__(**more)
        self.user = user

    def clean_mail(self) -> bool:
        mail: bool = self.cleaned_data["mail"]
        if mail and not self.user.email:
            raise ValidationError(_("For notices by e-mail an address is needed."))
        return mail


class SignInForm(AuthenticationForm):
    """Django's own; a name that no account can have is not looked for, nor written down."""

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        if len(name) > _LONGEST_NAME and not User.objects.filter(username=name).exists():
            raise self.get_invalid_login_error()
        return name


class SignInView(LoginView):
    """Django's own; tables opened in this browser before become the person's."""

    template_name = "site/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True
    #: a forgotten password needs a letter, which not every server can send
    extra_context = {"letters": configured.LETTERS}  # noqa: RUF012

    def post(self, request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        if tried_enough(request):
            return locked_out(request)
        return super().post(request, *args, **named)

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        tried_once_more(self.request)
        return super().form_invalid(form)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        if is_on(form.get_user()):
            return ask_for_code(self.request, form.get_user(), self.get_success_url())
        keeper = person_of(self.request).keeper
        response = super().form_valid(form)
        adopt(form.get_user(), keeper)
        return response


class NewPasswordView(SuccessMessageMixin, PasswordChangeView):  # type: ignore[type-arg]
    """Django's own; other browsers are signed out, and tokens end."""

    template_name = "site/password.html"
    form_class = ChangeForm
    success_url = reverse_lazy("settings")
    success_message = gettext_lazy("Your password is changed. Tokens for programs have ended.")

    def form_valid(self, form: SetPasswordForm[User]) -> HttpResponse:
        with transaction.atomic():
            end_tokens(form.user)
            return super().form_valid(form)


class ForgottenForm(PasswordResetForm):
    """Django's own, but whoever writes a stranger's address into many accounts does not make it get many letters."""

    def get_users(self, email: str) -> list[User]:
        found = list(super().get_users(email))
        sure = Preferences.objects.filter(user__in=found, confirmed=F("user__email")).values_list("user", flat=True)
        theirs = [user for user in found if user.pk in set(sure)]
        return theirs[:_MOST_LETTERS] or sorted(found, key=lambda user: user.pk)[:1]


class ForgottenView(PasswordResetView):
    """Django's own: a letter with a link that holds once and for a while; it does not tell who has an account."""

    template_name = "site/forgotten.html"
    form_class = ForgottenForm
    email_template_name = "site/forgotten_letter.txt"
    subject_template_name = "site/forgotten_subject.txt"
    success_url = reverse_lazy("forgotten-sent")

    def dispatch(self, request: HttpRequest, *args: Any, **named: Any) -> HttpResponseBase:
        if not configured.LETTERS:
            raise Http404("this server sends no letters")
        return super().dispatch(request, *args, **named)

    def form_valid(self, form: PasswordResetForm) -> HttpResponse:
        if too_often(self.request, "letters", _MOST_LETTERS, _LETTERS_WITHIN):
            return locked_out(self.request)
        if not may_write(form.cleaned_data["email"]):
            return HttpResponseRedirect(self.get_success_url())  # as if: who has an account is not told
        # links begin with the address that the settings name, so that no forged header leads elsewhere
        self.extra_email_context = {"home": configured.PUBLIC_URL}
        return super().form_valid(form)


class AnotherPasswordView(SuccessMessageMixin, PasswordResetConfirmView):  # type: ignore[type-arg]
    """Where the link of the letter leads."""

    template_name = "site/another_password.html"
    form_class = AnotherForm
    success_url = reverse_lazy("sign-in")
    success_message = gettext_lazy("Your password is changed. Sign in with it. Tokens for programs have ended.")

    def form_valid(self, form: SetPasswordForm[User]) -> HttpResponse:
        with transaction.atomic():
            end_tokens(form.user)
            confirm(form.user)  # the link came to their address
            return super().form_valid(form)


def end_tokens(user: User) -> None:
    """Whoever changes a password may fear that somebody else acts for them, be it by a program."""
    ApiToken.objects.filter(user=user).delete()


@sensitive_post_parameters("password1", "password2")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    if request.method == "POST" and tried_enough(request):
        return locked_out(request)
    form = SignUpForm(request.POST if request.method == "POST" else None)
    if form.is_bound and "username" in form.errors:
        tried_once_more(request)
    if request.method == "POST" and form.is_valid():
        if too_often(request, "sign-up", configured.SIGN_UPS, 3600):
            return locked_out(request)
        keeper = person_of(request).keeper
        user = _made(form)
        if user is not None:
            login(request, user, backend="kaiping.web.site.backend.Accounts")
            adopt(user, keeper)
            if user.email and configured.LETTERS:
                ask_whether_theirs(user, notices=False)
            return HttpResponseRedirect(_onward(request) or reverse("lobby"))
    found = {"form": form, "next": request.GET.get("next", "") or request.POST.get("next", "")}
    return render(request, "site/sign_up.html", found, status=422 if form.is_bound else 200)


def _onward(request: HttpRequest) -> str:
    """The page of ours that a form asks to go on to, if it is one."""
    onward = request.POST.get("next", "")
    ours = onward.startswith("/") and url_has_allowed_host_and_scheme(onward, allowed_hosts={request.get_host()})
    return onward if ours and len(onward) <= _LONGEST_WAY else ""


def _made(form: SignUpForm) -> User | None:
    """The account, unless somebody has taken the name since it was looked up."""
    try:
        return form.save_with_look()
    except IntegrityError:
        form.add_error("username", _ALIKE)
        return None


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest) -> HttpResponse:
    user = signed_in(request)
    chosen, _made = Preferences.objects.get_or_create(user=user)
    names = tuple(SettingsForm.base_fields)
    now = {name: getattr(chosen, name) for name in names}
    form = SettingsForm(user, data=request.POST if request.method == "POST" else None, initial=now)
    if request.method == "POST" and form.is_valid():
        _ask_for_notices(request, user, chosen, wanted=form.cleaned_data["mail"])
        for name in names:
            setattr(chosen, name, form.cleaned_data[name])
        chosen.save(update_fields=names)
        messages.success(request, _("Your settings are kept."))
        return redirect("settings")
    found = {
        "form": form,
        "tokens": user.api_tokens.order_by("created"),
        "fresh": request.session.pop("fresh_token", None),
        "hooks": Hook.objects.filter(user=user).order_by("pk"),
        "fresh_hook": request.session.pop("fresh_hook", None),
        "push_key": public_key(configured.PUSH_KEY),
        "unconfirmed": configured.LETTERS and user.email and not is_confirmed(user, chosen),
        "two_steps": is_on(user),
        "browsers": PushAddress.objects.filter(user=user).order_by("created"),
    }
    return render(request, "site/settings.html", found, status=422 if form.is_bound else 200)


def _ask_for_notices(request: HttpRequest, user: User, chosen: Preferences, *, wanted: bool) -> None:
    """A new address for notices is asked first whether it wants them."""
    if not wanted or not configured.LETTERS or is_confirmed(user, chosen):
        return
    if ask_whether_theirs(user, notices=True):
        text = _("A letter is on its way to %s. Follow the link in it, and notices will go there.")
        messages.info(request, text % user.email)
    else:
        messages.error(request, _("There were too many letters today; try again tomorrow."))


@login_required
@require_POST
def new_token(request: HttpRequest) -> HttpResponse:
    user = signed_in(request)
    name = " ".join(request.POST.get("name", "").split())[:60] or _("a program")
    if user.api_tokens.count() >= _MOST_TOKENS:
        messages.error(request, _("You have %d tokens; delete one first.") % _MOST_TOKENS)
    else:
        _row, text = ApiToken.make(user, name)
        request.session["fresh_token"] = text  # shown once, on the next page
    return redirect("settings")


@login_required
@require_POST
def delete_token(request: HttpRequest, number: int) -> HttpResponse:
    deleted, _rows = ApiToken.objects.filter(user=signed_in(request), pk=number).delete()
    if not deleted:
        raise Http404("there is no such token")
    return redirect("settings")
