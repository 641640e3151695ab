"""All addresses."""

from __future__ import annotations

from django.contrib.auth.views import LogoutView, PasswordResetDoneView
from django.urls import include, path

from kaiping.web.api import api, reference
from kaiping.web.finished import views as finished
from kaiping.web.games.views import turns, waiting
from kaiping.web.lessons import views as lessons
from kaiping.web.plans import views as plans
from kaiping.web.site import (
    accounts,
    addresses,
    home,
    hooks,
    hot_seats,
    lobby,
    notices,
    own_data,
    people,
    rulebooks,
    running,
    second_step,
)

_for_programs, _app, _namespace = api.urls

urlpatterns = [
    path("", home.home, name="home"),
    path("hot-seat", home.hot_seat, name="hot-seat"),
    path("hot-seat/<slug:key>", hot_seats.manage, name="hot-seat-manage"),
    path("hot-seat/<slug:key>/name", hot_seats.rename, name="hot-seat-name"),
    path("hot-seat/<slug:key>/hand-over", hot_seats.hand_over, name="hot-seat-hand-over"),
    path("take-over/<str:token>", hot_seats.take_over, name="take-over"),
    path("bring", home.bring, name="bring"),
    path("learn", lessons.learn, name="learn"),
    path("learn/<str:title>/<slug:name>", lessons.take, name="take-lesson"),
    path("lobby", lobby.lobby, name="lobby"),
    path("new-table", lobby.new_table, name="new-table"),
    path("archive", finished.archive, name="archive"),
    path("archive/<str:title>", finished.title, name="archive-title"),
    path("invitation/<str:token>", waiting.invitation, name="invitation"),
    path("watch/<str:token>", waiting.watch_table, name="watch"),
    path("sign-up", accounts.sign_up, name="sign-up"),
    path("sign-in", accounts.SignInView.as_view(), name="sign-in"),
    path("sign-in/code", second_step.give_code, name="sign-in-code"),
    path("forgotten", accounts.ForgottenView.as_view(), name="forgotten"),
    path(
        "forgotten/sent", PasswordResetDoneView.as_view(template_name="site/forgotten_sent.html"), name="forgotten-sent"
    ),
    path("forgotten/<str:uidb64>/<str:token>", accounts.AnotherPasswordView.as_view(), name="another-password"),
    path("sign-out", LogoutView.as_view(), name="sign-out"),
    path("settings", accounts.settings, name="settings"),
    path("settings/password", accounts.NewPasswordView.as_view(), name="password"),
    path("settings/address", addresses.new_address, name="new-address"),
    path("settings/address/<str:token>", addresses.confirm_address, name="confirm-address"),
    path("settings/new-address/<str:token>", addresses.take_address, name="take-address"),
    path("settings/two-steps", second_step.set_up, name="two-steps"),
    path("settings/data", own_data.download, name="own-data"),
    path("settings/delete", own_data.delete_account, name="delete-account"),
    path("settings/token", accounts.new_token, name="new-token"),
    path("settings/token/<int:number>/delete", accounts.delete_token, name="delete-token"),
    path("settings/browser", notices.add_browser, name="add-browser"),
    path("settings/browser/<int:number>/delete", notices.remove_browser, name="remove-browser"),
    path("settings/hook", hooks.new_hook, name="new-hook"),
    path("settings/hook/<int:number>/delete", hooks.delete_hook, name="delete-hook"),
    path("settings/hook/<int:number>/on", hooks.resume_hook, name="resume-hook"),
    path("turns/next", turns.next_turn, name="next-turn"),
    path("vacation", turns.vacation, name="vacation"),
    path("vacation/<int:number>/end", turns.end, name="end-vacation"),
    path("people/<str:name>", people.person, name="person"),
    path("ranking", people.ranked, name="ranking"),
    path("ranking/<str:title>", people.ranked, name="ranking-of"),
    path("running", running.running, name="running"),
    path("push-worker.js", notices.worker, name="push-worker"),
    path("rules/", rulebooks.index, name="rules-index"),
    path("rules/glossary", rulebooks.words, name="glossary"),
    path("rules/<str:book>", rulebooks.rulebook, name="rules"),
    path("rules/<str:title>/how", rulebooks.how_it_goes, name="how-it-goes"),
    path("game/<slug:key>/plan/", include("kaiping.web.plans.urls")),
    path("game/<slug:key>/lesson", lessons.go, name="lesson"),
    path("game/<slug:key>/", include("kaiping.web.games.urls")),
    path("shared-plan/<str:token>", plans.shared_page, name="shared-plan"),
    path("shared-plan/<str:token>/compare", plans.shared_compare, name="shared-compare"),
    path("shared-plan/<str:token>/line/<slug:key>", plans.shared_line, name="shared-line"),
    path("api", reference.index, name="api"),
    path("api/docs", reference.docs, name="api-docs"),
    path("api/v1/", (_for_programs, _app, _namespace)),
    path("api/", (_for_programs, _app, "api-unversioned")),  # as it was before there were versions
]

handler400 = "kaiping.web.site.errors.bad_request"
handler403 = "kaiping.web.site.errors.forbidden"
handler404 = "kaiping.web.site.errors.not_found"
handler500 = "kaiping.web.site.errors.server_error"
