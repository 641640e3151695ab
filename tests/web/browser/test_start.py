"""Start at once: from the front page to the first move, a file brought along, a file and a picture taken away."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from kaiping.records.files import lines_of_actions
from kaiping.records.native import to_data
from tests.web.browser.positions import bring, finished_game
from tests.web.browser.sitting import Sitting
from tests.web.browser.test_actions import laying
from tests.web.server import Server, Visitor

Sit = Callable[..., Sitting]


def test_from_the_front_page_to_the_first_move(sit: Sit, visitor: Visitor):
    table = sit(visitor, "/", table=False)
    table.page.goto(table.url)
    for number, (name, who) in enumerate((("Ann", "person"), ("Bo", "casual"), ("Cy", "random")), 1):
        table.page.fill(f'[name="name{number}"]', name)
        table.page.select_option(f'[name="who{number}"]', who)
    table.page.locator('form[action="/hot-seat"] button').last.click()
    expect(table.find("#table[data-started]")).to_be_attached()
    assert table.mine
    table.press(".kind-pass .choice")
    expect(table.find(".wealth .tag")).to_have_text(["you"])
    expect(table.find(".wealth .bot")).to_have_text(["casual", "random"])


def test_the_number_of_an_option_counts_with_its_option(sit: Sit, visitor: Visitor):
    """A number that does not count keeps nobody from starting; one that counts is brought into sight if it is wrong."""
    page = sit(visitor, "/", table=False).page
    page.goto(visitor.url)
    page.select_option('[name="game"]', "1890:A")
    options, number = page.locator('[data-options="1890:A"]'), page.locator('[name="number:1890:A:first-player-less"]')
    expect(number).to_be_disabled()
    options.locator("summary").click()
    options.locator('[value="first-player-less"]').check()
    number.fill("0")
    options.locator("summary").click()
    start = page.locator('form[action="/hot-seat"] button').last
    start.click()
    expect(number).to_be_focused()
    page.select_option('[name="game"]', "1888:2022")
    start.click()
    expect(page.locator("#table[data-started]")).to_be_attached()


def test_a_file_comes_and_goes(sit: Sit, visitor: Visitor, tmp_path: Path):
    game = finished_game()
    file = tmp_path / "game.json"
    file.write_bytes(lines_of_actions(to_data(game)))
    table = sit(visitor, "/", table=False)
    table.page.goto(table.url)
    table.page.set_input_files('form[action="/bring"] input[type="file"]', file)
    table.page.locator('form[action="/bring"] button').first.click()
    expect(table.find("#table[data-started]")).to_be_attached()
    assert table.here == game.played
    assert table.finished
    table.page.keyboard.press("e")
    with table.page.expect_download() as coming:
        table.find('#p-more a:has-text("Game file")').click()
    assert json.loads(coming.value.path().read_bytes())["actions"] == to_data(game)["actions"]
    with table.page.expect_download() as coming:
        table.find('#p-more a:has-text("Map (PNG)")').click()
    assert coming.value.path().read_bytes().startswith(b"\x89PNG")


def test_a_program_passes_until_something_changes(sit: Sit, visitor: Visitor):
    table = sit(visitor, visitor.hot_seat("person", "random", "random"))
    table.find(".program summary").first.click()
    before = table.version
    table.find('.program button[value="auction"]').click()
    table.page.wait_for_function(
        "before => Number(document.getElementById('table').dataset.version) > before", arg=before, timeout=20_000
    )


def test_two_fingers_zoom_the_map(sit: Sit, visitor: Visitor):
    game = laying("1888")
    table = sit(visitor, bring(visitor, game), phone=True)
    table.find('.tabs [data-view="map"]').click()
    expect(table.find("#p-map")).to_be_visible()

    def width() -> float:
        return float((table.find("#p-map .canvas > svg").get_attribute("viewBox") or "").split()[2])

    whole = width()
    touch = table.page.context.new_cdp_session(table.page)

    def fingers(kind: str, apart: float) -> None:
        points = [{"x": 195 - apart, "y": 400, "id": 1}, {"x": 195 + apart, "y": 400, "id": 2}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points if kind != "touchEnd" else []})

    fingers("touchStart", 40)
    for apart in (50, 60, 80, 100):
        fingers("touchMove", apart)
    fingers("touchEnd", 0)
    assert width() < 0.7 * whole
    expect(table.find("#choose")).to_be_hidden()


@pytest.mark.promise("whoever has games going on finds them first")
def test_games_going_on_come_first(sit: Sit, server: Server):
    """... and a newcomer what such a game looks like; on a phone the form for another game is behind a button."""
    newcomer = sit(server.visitor(), "/", table=False)
    expect(newcomer.goto("/").locator(".newcomer figure svg")).to_be_in_viewport()
    visitor = server.visitor()
    paths = [visitor.hot_seat() for _ in range(6)]
    table = sit(visitor, "/", table=False)
    page = table.goto("/")
    expect(page.locator("h2").first).to_have_text("Go on with")
    listed = page.get_by_role("region", name="Go on with").locator("tbody a[href^='/game/']")
    expect(listed.first).to_have_attribute("href", paths[-1])
    expect(listed.first).to_be_in_viewport(ratio=1)
    expect(page.locator(".newcomer")).to_have_count(0)
    form = page.get_by_role("button", name="Start the game")
    if table.screen.phone:
        expect(form).to_be_hidden()
        page.get_by_role("link", name="A new game").click()
    expect(form).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
