"""Forms: what is wrong is said where it is, and what is proposed fits what was chosen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.browser.sitting import Sitting
from tests.web.server import Server, Visitor

Sit = Callable[..., Sitting]


@pytest.mark.parametrize("phone", [False, True])
def test_what_is_wrong_with_a_password_is_said_where_it_is_typed(sit: Sit, visitor: Visitor, phone: bool):
    page = sit(visitor, "/sign-up", table=False, phone=phone).page
    page.goto(f"{visitor.url}/sign-up")
    first = page.locator(".field", has=page.locator("#id_password1"))
    expect(first.locator(".helptext")).to_have_text("At least 8 characters, and not easily guessed.")
    expect(page.locator(".helptext li, .error")).to_have_count(0)
    page.fill("#id_username", "somebody-new")
    page.fill("#id_password1", "1234")
    page.fill("#id_password2", "1234")
    page.locator("form .primary").click()
    wrong = page.locator(".field:has(.error)")
    expect(wrong).to_have_count(1)
    expect(wrong.locator("#id_password1")).to_be_focused()
    expect(wrong).to_contain_text("too short")
    expect(wrong).to_contain_text("only digits")
    expect(page.locator(".field", has=page.locator("#id_email"))).to_contain_text("if you forget your password")


#: is what has the focus hidden by something?
_COVERED = """() => {
  const one = document.activeElement, box = one.getBoundingClientRect();
  if (!one.matches("input, select, summary, a") || !one.closest("form")) return null;
  const there = document.elementFromPoint(box.x + Math.min(box.width / 2, 40), box.bottom - 3);
  return there === one || one.contains(there) ? null : one.name || one.textContent;
}"""


@pytest.mark.promise("what starts a game, opens a table or joins one is in sight")
def test_the_bar_that_opens_a_table_hides_no_field_that_one_comes_to(sit: Sit, server: Server, fresh_name: str):
    table = sit(server.member(fresh_name), "/lobby", table=False)
    for path in ("/", "/lobby"):
        page = table.goto(path)
        page.locator("form:has(.send) #game").focus()
        for _ in range(14):
            page.keyboard.press("Tab")
            assert page.evaluate(_COVERED) is None
        line = page.locator("form > .send").evaluate("one => getComputedStyle(one).borderTopWidth")
        assert line != "0px", "and it has an edge"


def test_a_time_that_cannot_be_is_shown_where_it_was_typed(sit: Sit, server: Server, fresh_name: str):
    page = sit(member := server.member(fresh_name), "/lobby", table=False).page
    page.goto(f"{member.url}/lobby")
    page.select_option("[name=clock]", "move")
    page.fill("#time", "5")
    page.select_option("[name=unit]", "seconds")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#time-error")).to_be_in_viewport(ratio=1)
    expect(page.locator("#time")).to_be_focused()


def test_what_a_turn_adds_is_less_than_the_time(sit: Sit, server: Server, fresh_name: str):
    page = sit(member := server.member(fresh_name), "/lobby", table=False).page
    page.goto(f"{member.url}/lobby")
    page.select_option("[name=clock]", "bank")
    added = page.locator("[name=increment_unit]")
    for unit, smaller in (("minutes", "seconds"), ("hours", "minutes"), ("days", "hours")):
        page.select_option("[name=unit]", unit)
        expect(added).to_have_value(smaller)
    added.select_option("seconds")
    page.select_option("[name=unit]", "hours")
    expect(added).to_have_value("seconds")
    page.select_option("[name=clock]", label="live: 45 min + 30 s a turn")
    expect(page.locator("[name=out]")).to_be_visible()
    expect(page.locator("[name=time]")).to_be_hidden()
