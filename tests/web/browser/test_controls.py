"""Whatever can be pressed does something, and what a button would do reads like a promise and not like the past."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.web.browser.sitting import Sitting
from tests.web.browser.test_live import far_apart
from tests.web.server import Server, Visitor

Sit = Callable[..., Sitting]

#: all of a page that a press can change without leaving it
_SHOWN = """() => JSON.stringify([
    document.documentElement.outerHTML, location.href, scrollX, scrollY,
    [...document.querySelectorAll('input, select, textarea')].map((one) => [one.value, one.checked]),
    [...document.querySelectorAll('*')].filter((one) => one.scrollTop).map((one) => one.scrollTop),
])"""
_CONTROLS = "button:enabled, a.button, summary, [role=tab], input[type=checkbox], input[type=radio]:not(:checked)"
#: signing out would leave the page to somebody else, and a form that lacks something is told so by the browser
_PRESSED = (
    "(one) => !one.closest('[action*=sign-out]') && (!one.form || one.type === 'button' || one.form.checkValidity())"
)


@pytest.mark.promise("the buttons of the map zoom")
def test_the_buttons_of_the_map(sit: Sit, visitor: Visitor):
    table = sit(visitor, visitor.hot_seat())
    table.look_at("map")
    picture = table.find("#p-map .canvas > svg")
    if table.screen.phone:  # which begins near what may be done
        table.find("[data-zoom=all]").click()
    whole = picture.get_attribute("viewBox")
    table.find("[data-zoom=in]").click()
    near = picture.get_attribute("viewBox")
    assert near != whole
    table.find("[data-zoom=in]").click()
    assert picture.get_attribute("viewBox") != near
    table.find("[data-zoom=out]").click()
    assert [float(one) for one in (picture.get_attribute("viewBox") or "").split()] == pytest.approx(
        [float(one) for one in (near or "").split()]
    )
    table.find("[data-zoom=all]").click()
    assert picture.get_attribute("viewBox") == whole


@pytest.mark.promise("whatever can be pressed does something")
@pytest.mark.slow
@pytest.mark.parametrize("where", ["/", "/lobby", "/settings", "/rules/1888-2022", "table"])
def test_every_control_does_something(sit: Sit, server: Server, fresh_name: str, where: str):
    member = server.member(fresh_name)
    path = member.hot_seat() if where == "table" else where
    table = sit(member, path, table=where == "table")
    table.page.goto(table.url)
    count = len(visible(table.page))
    assert count
    asked: list[str] = []
    table.page.on("request", lambda request: asked.append(request.url))
    for number in range(count):
        table.page.goto(table.url)
        controls = visible(table.page)
        if number >= len(controls):
            break  # a press before has taken some away
        control = controls[number]
        words = control.evaluate("(one) => one.outerHTML.slice(0, 160)")
        before = table.page.evaluate(_SHOWN)
        asked.clear()
        control.click()
        for _ in range(100):  # whatever it takes here, it is there long before
            if asked or table.page.evaluate(_SHOWN) != before:
                break
            table.page.wait_for_timeout(50)
        else:
            pytest.fail(f"nothing comes of {words}")
    table.complaints.clear()  # forms that were sent empty


def visible(page: Page) -> list[Locator]:
    return [one for one in page.locator(_CONTROLS).all() if one.is_visible() and one.evaluate(_PRESSED)]


@pytest.mark.promise("pointing at a button says what a click would do, and no longer than that")
def test_what_a_button_would_do_is_said_while_it_is_pointed_at(sit: Sit, visitor: Visitor):
    table = sit(visitor, visitor.hot_seat())
    words = table.find("#outcome")
    table.find("#act .choice[data-outcome]").first.hover()
    assert words.inner_text().startswith("If you press: ")
    table.find(".head h1").hover()
    expect(words).to_have_text("")


def test_what_comes_to_lie_under_a_mouse_at_rest_is_not_pointed_at(sit: Sit, visitor: Visitor):
    """A row that has moved there promises nothing, and nothing is lit, until the mouse moves."""
    table = sit(visitor, visitor.hot_seat())
    words = table.find("#outcome")
    choice = table.find("#act .choice[data-outcome]").first
    choice.hover()
    expect(words).to_contain_text("If you press: ")
    table.moves(choice.click)
    expect(table.find("body.still")).to_be_attached()
    expect(words).to_have_text("")
    box = choice.bounding_box()
    assert box
    table.page.mouse.move(box["x"] + 4, box["y"] + 4)
    expect(words).to_contain_text("If you press: ")
    expect(table.find("body.still")).to_have_count(0)


@pytest.mark.promise("who cannot act is promised nothing")
def test_who_waits_is_promised_nothing(sit: Sit, server: Server, fresh_name: str):
    path, ann, bo = far_apart(server, (f"{fresh_name}a", f"{fresh_name}b"))
    ann.post(f"{path}start")
    tables = [sit(ann, path), sit(bo, path)]
    (waiting,) = [table for table in tables if not table.mine]
    waiting.find("#act .choice").first.hover(force=True)
    expect(waiting.find("#outcome")).to_have_text("")
    expect(waiting.find("#act [data-outcome]")).to_have_count(0)


@pytest.mark.promise("a server that is gone is told, a click is given back, and its return is seen")
def test_a_server_that_is_gone_is_told_and_its_return_too(sit: Sit, tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server = Server(tmp_path / "data", "--port", str(port)).start()
    visitor = server.visitor()
    table = sit(visitor, visitor.hot_seat())
    page = table.page
    lost = page.locator("#lost")
    expect(lost).to_be_hidden()
    server.kill()
    expect(lost).to_be_visible(timeout=30_000)
    expect(lost.locator("[data-clicked]")).to_be_hidden()
    page.locator(".kind-pass .choice").first.click()
    expect(lost.locator("[data-clicked]")).to_be_visible()
    server.start()
    expect(lost).to_be_hidden(timeout=60_000)
    expect(page.locator("#back")).to_have_text(re.compile("has not arrived: choose once more"))
    page.locator(".kind-pass .choice").first.click()
    expect(page.locator("#table[data-here='1']")).to_be_visible(timeout=30_000)
    table.complaints.clear()  # of what was asked while nobody answered
    server.stop()


def test_a_click_whose_answer_was_lost_is_told_to_be_taken(sit: Sit, visitor: Visitor):
    table = sit(visitor, visitor.hot_seat())

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    table.page.route("**/play", lose)
    table.find(".kind-pass .choice").first.click()
    expect(table.find("#back")).to_have_text(re.compile("What you pressed last was taken"), timeout=30_000)
    expect(table.find("#lost")).to_be_hidden()
    assert table.here == 1
    table.complaints.clear()  # of the request that was lost


def test_what_takes_long_is_said_to_be_under_way(sit: Sit, visitor: Visitor):
    table = sit(visitor, visitor.hot_seat())
    working = table.find("#working")
    kept: list[Route] = []
    table.page.route("**/play", lambda route: kept.append(route))
    expect(working).to_be_hidden()
    table.find(".kind-pass .choice").first.click()
    expect(working).to_be_visible()
    table.moves(kept[0].continue_)
    expect(working).to_be_hidden()


def test_a_page_that_is_long_in_coming_is_said_to_be_under_way(sit: Sit, visitor: Visitor):
    page = sit(visitor, "/", table=False).page
    page.goto(visitor.url)
    page.evaluate(
        "new MutationObserver(() => sessionStorage.setItem('told', '1'))"
        ".observe(document.getElementById('working'), {attributes: true})"
    )

    def late(route: Route) -> None:
        time.sleep(2)  # much longer than what needs no word
        route.continue_()

    page.route("**/hot-seat", late)
    page.locator('form[action="/hot-seat"] .primary').click(no_wait_after=True)
    expect(page.locator("#table[data-started]")).to_be_attached()
    assert page.evaluate("sessionStorage.getItem('told')") == "1"
    expect(page.locator("#working")).to_be_hidden()
