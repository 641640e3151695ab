"""One's account and one's games around one screen, in a browser."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pyotp
import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.sitting import Sitting
from tests.web.browser.test_live import far_apart
from tests.web.server import PASSWORD, Server, Visitor
from tests.web.test_accounts import letters_in, link_in, posting, say_that_it_is_mine, tell_address
from tests.web.test_hot_seats import manage

__all__ = ["posting"]  # a fixture

Sit = Callable[..., Sitting]


def sign_in(page: Page, name: str, password: str = PASSWORD) -> None:
    page.fill('[name="username"]', name)
    page.fill('[name="password"]', password)
    page.get_by_role("button", name="Sign in").click()


@pytest.mark.promise("a forgotten password is set again by a letter")
def test_a_forgotten_password(sit: Sit, posting: tuple[Server, Path]):
    server, post = posting
    ann = server.member("forgetful")
    tell_address(ann, "ann@b.example")
    say_that_it_is_mine(server, post, "ann@b.example")
    table = sit(server.visitor(), "/sign-in", table=False)
    page = table.goto("/sign-in")
    page.get_by_role("link", name="Forgotten the password?").click()
    page.fill('[name="email"]', "ann@b.example")
    page.get_by_role("button", name="Send the letter").click()
    expect(page.locator("h1")).to_have_text("The letter is on its way")
    table.goto(link_in(letters_in(post, 1)[0], "ann@b.example"))
    for field in ("new_password1", "new_password2"):
        page.fill(f'[name="{field}"]', "another-long-secret")
    page.get_by_role("button", name="Keep it").click()
    page.wait_for_url("**/sign-in")
    sign_in(page, "forgetful", "another-long-secret")
    expect(page.get_by_role("link", name="forgetful").or_(page.get_by_text("forgetful")).first).to_be_visible()


@pytest.mark.promise("an e-mail address is changed by a letter")
def test_another_address(sit: Sit, posting: tuple[Server, Path]):
    server, post = posting
    ann = server.member("mover")
    tell_address(ann, "old@b.example")
    say_that_it_is_mine(server, post, "old@b.example")
    table = sit(ann, "/settings", table=False)
    page = table.goto("/settings")
    page.get_by_role("link", name="Change the e-mail address").click()
    page.fill('[name="email"]', "new@b.example")
    page.fill('[name="password"]', PASSWORD)
    page.get_by_role("button", name="Change the address").click()
    expect(table.goto("/settings").locator("body")).to_contain_text("Your address is old@b.example")
    table.goto(link_in(letters_in(post, 1)[0], "new@b.example"))
    page.get_by_role("button", name="Yes, that is me").click()
    expect(table.goto("/settings").locator("body")).to_contain_text("Your address is new@b.example")


@pytest.mark.promise("an account is deleted: its games stay, with somebody in its place")
def test_an_account_is_deleted(sit: Sit, server: Server, fresh_name: str):
    path, ann, bo = far_apart(server, (f"{fresh_name}a", f"{fresh_name}b"))
    ann.post(f"{path}start")
    table = sit(bo, "/settings", table=False)
    page = table.goto("/settings")
    page.get_by_role("link", name="Delete the account").click()
    page.fill('[name="password"]', PASSWORD)
    page.get_by_role("button", name="Delete my account").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    stays = sit(ann, path)
    stays.look_at("sheet")
    expect(stays.find(".wealth")).to_contain_text("somebody")
    expect(stays.page.locator("body")).not_to_contain_text(f"{fresh_name}b")


@pytest.mark.promise("all one's data can be downloaded")
def test_all_ones_data(sit: Sit, server: Server, fresh_name: str):
    ann = server.member(fresh_name)
    ann.hot_seat()
    page = sit(ann, "/settings", table=False).goto("/settings")
    with page.expect_download() as coming:
        page.get_by_role("button", name="Download all my data").click()
    assert fresh_name in json.dumps(json.loads(coming.value.path().read_text()))


@pytest.mark.promise("signing in takes two steps where that is wished")
def test_two_steps(sit: Sit, server: Server, fresh_name: str):
    ann = sit(server.member(fresh_name), "/settings", table=False)
    page = ann.goto("/settings")
    page.get_by_role("link", name="Sign in by two steps").click()
    secret = page.locator("code").first.inner_text().replace(" ", "")
    page.fill('[name="password"]', PASSWORD)
    page.fill('[name="first"]', pyotp.TOTP(secret).now())
    page.get_by_role("button", name="Ask for codes from now on").click()
    codes = page.locator("#fresh-codes code").all_inner_texts()
    assert len(codes) == 8
    page = sit(server.visitor(), "/sign-in", table=False).goto("/sign-in")
    sign_in(page, fresh_name)
    expect(page.locator("h1")).to_have_text("Now the code")
    page.fill('[name="code"]', codes[0])
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/lobby")


@pytest.mark.promise("games around one screen are named, moved by a link and deleted")
def test_games_around_one_screen(sit: Sit, server: Server, visitor: Visitor, fresh_name: str):
    path = visitor.hot_seat()
    table = sit(visitor, "/", table=False)
    page = table.goto("/")
    page.get_by_role("link", name="Name, move or delete").first.click()
    page.get_by_label("Name of the game").fill("Sunday evening")
    page.get_by_role("button", name="Keep").click()
    expect(page.locator("h1")).to_have_text("Sunday evening")
    page.get_by_role("button", name="Make a link").click()
    link = page.locator('[role="status"] code').inner_text()
    other = sit(server.member(fresh_name), "/", table=False)
    there = other.goto(link.removeprefix(server.url))
    there.get_by_role("button", name="Take it").click()
    expect(there.locator("#table")).to_be_attached()
    expect(table.goto("/").get_by_role("link", name="Sunday evening")).to_have_count(0)
    other.goto(manage(path)).get_by_role("button", name="Delete the game for good").click()
    expect(other.goto("/").get_by_role("link", name="Sunday evening")).to_have_count(0)
