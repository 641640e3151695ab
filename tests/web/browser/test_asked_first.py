"""What could not be mended is asked first; what was taken back, or half typed, is not lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Dialog, expect

from tests.web.browser.positions import bring, finished_game
from tests.web.browser.sitting import Sitting
from tests.web.far_apart import Table, Timed
from tests.web.server import Visitor

Sit = Callable[..., Sitting]


@pytest.mark.promise("what falls is said before it does, and comes again at once")
def test_taking_back_to_a_moment(sit: Sit, visitor: Visitor):
    game = finished_game()
    table = sit(visitor, bring(visitor, game.at(60)))
    table.open("?at=20")
    falls = table.page.get_by_role("button", name="Take 40 actions back")
    expect(falls).to_be_hidden()
    table.find(".banner.past .sure summary").click()
    table.moves(falls.click)
    assert table.here == 20
    table.moves(table.page.get_by_role("button", name="Play them all again").click)
    assert table.here == 60
    expect(table.page.get_by_role("button", name="Play them all again")).to_have_count(0)


@pytest.mark.promise("what falls is said before it does, and comes again at once")
def test_a_game_that_is_over_is_not_taken_back_by_a_press(sit: Sit, visitor: Visitor):
    game = finished_game()
    table = sit(visitor, bring(visitor, game))
    table.open("?at=300")
    past = table.find(".banner.past")
    expect(past.get_by_role("button", name="Try from here")).to_be_visible()
    expect(past).not_to_contain_text("Take back to here")
    table.open()
    asked: list[str] = []

    def no(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.dismiss()

    table.page.once("dialog", no)
    table.find("#undo").click()
    assert asked[0].startswith("The game is over.")
    assert table.here == game.played
    table.page.once("dialog", lambda dialog: dialog.accept())
    table.moves(table.find("#undo").click)
    assert not table.finished
    table.moves(table.find("#redo").click)
    assert table.finished


@pytest.mark.promise("who waits for a game may leave, and who opened the table may close it")
def test_somebody_is_sent_away(sit: Sit, timed: Timed):
    """The host is asked, and whoever is sent away is told; what is being typed meanwhile stays."""
    table = Table(timed, started=False)
    host, sent, typing = (sit(table.visitors[name], f"/game/{table.key}/", table=False) for name in table.names)
    for one in (host, sent, typing):
        one.page.goto(one.url)
        expect(one.find("#say")).to_be_visible()
        one.find("#say").fill("wait for m")
    yes = host.page.get_by_role("button", name="Yes, send bert away")
    expect(yes).to_be_hidden()
    host.page.locator("#waiting tr", has_text="bert").locator(".sure summary").click()
    yes.click()
    expect(sent.find("[data-sent-away]")).to_be_visible()
    expect(typing.find("#waiting .sitting tr")).to_have_count(2)
    for one in (host, sent, typing):
        expect(one.find(".remarks")).to_contain_text("anna has sent bert away")
        expect(one.find("#say")).to_have_value("wait for m")
    assert table.asks("anna", "start").status_code == 200
    expect(typing.find("#table[data-started]")).to_be_attached()
    typing.look_at("chat")
    expect(typing.find("#say")).to_have_value("wait for m")
