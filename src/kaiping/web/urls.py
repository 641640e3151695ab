"""All addresses."""

from __future__ import annotations

from django.contrib.auth.views import LogoutView, PasswordResetDoneView
from django.urls import include, path

from kaiping.web.api import api, reference
from kaiping.web.games.views import waiting
from kaiping.web.site import accounts, home, hooks, lobby, notices, rulebooks, running

_for_programs, _app, _namespace = api.urls

urlpatterns = [
    path("", home.home, name="home"),
    path("hot-seat", home.hot_seat, name="hot-seat"),
    path("bring", home.bring, name="bring"),
    path("lobby", lobby.lobby, name="lobby"),
    path("new-table", lobby.new_table, name="new-table"),
    path("invitation/<str:token>", waiting.invitation, name="invitation"),
    path("watch/<str:token>", waiting.watch_table, name="watch"),
    path("sign-up", accounts.sign_up, name="sign-up"),
    path("sign-in", accounts.SignInView.as_view(), name="sign-in"),
    path("forgotten", accounts.ForgottenView.as_view(), name="forgotten"),
    path(
        "forgotten/sent", PasswordResetDoneView.as_view(template_name="site/forgotten_sent.html"), name="forgotten-sent"
    ),
    path("forgotten/<str:uidb64>/<str:token>", accounts.AnotherPasswordView.as_view(), name="another-password"),
    path("sign-out", LogoutView.as_view(), name="sign-out"),
    path("settings", accounts.settings, name="settings"),
    path("settings/password", accounts.NewPasswordView.as_view(), name="password"),
    path("settings/address/<str:token>", accounts.confirm_address, name="confirm-address"),
    path("settings/token", accounts.new_token, name="new-token"),
    path("settings/token/<int:number>/delete", accounts.delete_token, name="delete-token"),
    path("settings/browser", notices.add_browser, name="add-browser"),
    path("settings/browser/<int:number>/delete", notices.remove_browser, name="remove-browser"),
    path("settings/hook", hooks.new_hook, name="new-hook"),
    path("settings/hook/<int:number>/delete", hooks.delete_hook, name="delete-hook"),
    path("settings/hook/<int:number>/on", hooks.resume_hook, name="resume-hook"),
    path("running", running.running, name="running"),
    path("push-worker.js", notices.worker, name="push-worker"),
    path("rules/", rulebooks.index, name="rules-index"),
    path("rules/<str:book>", rulebooks.rulebook, name="rules"),
    path("game/<slug:key>/", include("kaiping.web.games.urls")),
    path("api", reference.index, name="api"),
    path("api/docs", reference.docs, name="api-docs"),
    path("api/v1/", (_for_programs, _app, _namespace)),
    path("api/", (_for_programs, _app, "api-unversioned")),  # as it was before there were versions
]

handler400 = "kaiping.web.site.errors.bad_request"
handler403 = "kaiping.web.site.errors.forbidden"
handler404 = "kaiping.web.site.errors.not_found"
handler500 = "kaiping.web.site.errors.server_error"
