"""A planning board in the browser: from the game to it, along a line and back, and two lines side by side."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from kaiping.action import Bid, Pass, to_json
from tests.web.browser.positions import bring, finished_game
from tests.web.browser.sitting import Sitting
from tests.web.browser.test_axe import wrong
from tests.web.server import Server, Visitor
from tests.web.test_plans import begin, play

Sit = Callable[..., Sitting]


def fits(page: Page) -> bool:
    """Nothing stands beyond the right edge."""
    found: bool = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    return found


@pytest.mark.promise(
    "a line is begun, named, played for all seats and left with one click", "two lines stand side by side"
)
def test_along_a_line_and_back(sit: Sit, visitor: Visitor) -> None:
    path = visitor.hot_seat()
    play(visitor, path, Bid("Ann", "KT", 25))
    table = sit(visitor, path)
    page = table.page
    phone = table.screen.phone
    if phone:
        page.locator('.tabs [data-view="more"]').click()
        page.locator("#p-more").get_by_role("link", name="Planning board").click()
    else:
        page.locator(".tools").get_by_role("link", name="Planning board").click()
    page.get_by_label("New line from here").fill("Bo waits")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".banner.trial")).to_contain_text("trying things out in “Bo waits”")
    expect(page.locator("#undo")).to_be_disabled()
    if phone:
        page.locator('.tabs [data-view="now"]').click()
    table.moves(lambda: page.locator("#p-now").get_by_role("button", name="Pass").click())
    expect(page.locator("#undo")).to_be_enabled()
    page.locator(".banner.trial").get_by_role("link", name="Planning board").click()
    line = page.get_by_role("article", name="Bo waits")
    expect(line).to_contain_text("1 move, stops in auction with Cy to act.")
    expect(line).to_contain_text("The game stands where it begins.")
    assert fits(page)
    assert not wrong(page)
    line.get_by_text("Name, bots, delete").click()
    line.get_by_label("Name of the line").fill("Bo sleeps")
    line.get_by_role("button", name="Rename").click()
    line = page.get_by_role("article", name="Bo sleeps")
    line.get_by_role("link", name="Compare with the game").click()
    expect(page.locator("h1")).to_contain_text("Side by side")
    expect(page.get_by_role("row", name="Ann")).to_contain_text("=")
    assert fits(page)
    page.get_by_role("link", name="Back to the game").click()
    expect(page.locator("#table")).to_have_attribute("data-here", "1")
    expect(page.locator(".banner.trial")).to_have_count(0)


@pytest.mark.promise("lines say whether they still hold when the game has moved on")
def test_what_no_longer_holds_is_seen(sit: Sit, visitor: Visitor) -> None:
    path = visitor.hot_seat()
    line = begin(visitor, path, 0, name="mine")
    play(visitor, line, Bid("Ann", "KT", 25), Pass("Bo"))
    good = begin(visitor, path, 0, name="still good")
    play(visitor, good, Pass("Ann"), Pass("Bo"), Pass("Cy"))
    play(visitor, path, Pass("Ann"), Bid("Bo", "KT", 25))
    table = sit(visitor, f"{path}plan/", table=False)
    page = table.page
    page.goto(table.url)
    expect(page.get_by_role("article", name="mine")).to_contain_text("no longer possible")
    holds = page.get_by_role("article", name="still good")
    expect(holds.locator(".verdict")).to_have_text("holds in part")
    holds.get_by_role("button", name="Carry over to now").click()
    expect(page.get_by_role("article", name="still good")).to_have_count(2)
    carried = page.locator(".line:target")
    expect(carried).to_contain_text("1 move")
    carried.get_by_role("link", name="Open").click()
    expect(page.locator("#table")).to_have_attribute("data-here", "3")


def test_a_board_hears_that_the_game_moves_on(sit: Sit, visitor: Visitor) -> None:
    path = visitor.hot_seat()
    line = begin(visitor, path, 0, name="mine")
    play(visitor, line, Bid("Ann", "KT", 25))
    table = sit(visitor, f"{path}plan/", table=False)
    table.page.goto(table.url)
    told = table.page.locator(".moved-on")
    expect(told).to_be_hidden()
    play(visitor, path, Bid("Ann", "KT", 25))
    expect(told).to_be_visible()
    told.get_by_role("link").click()
    expect(table.page.get_by_role("article", name="mine")).to_contain_text("The game has played its move.")
    expect(told).to_be_hidden()


def test_an_earlier_moment_of_a_line_is_not_taken_back(sit: Sit, visitor: Visitor) -> None:
    path = visitor.hot_seat()
    play(visitor, path, Bid("Ann", "KT", 25), Pass("Bo"))
    line = begin(visitor, path, 1)
    play(visitor, line, Bid("Bo", "TA", 50))
    table = sit(visitor, line)
    for moment, offered in ((0, 0), (1, 1)):
        table.open(f"?at={moment}")
        expect(table.page.get_by_text("Take back to here", exact=True)).to_have_count(offered)
    table.page.locator(".banner.past").get_by_role("button", name="Try from here").click()
    expect(table.page.locator(".banner.trial")).to_contain_text("Line 2")


@pytest.mark.promise(
    "a plan is shared by a link when the game is over", "two lines stand side by side", "axe-core finds nothing serious"
)
@pytest.mark.slow
def test_boards_and_comparisons_fit_and_have_no_serious_fault(sit: Sit, server: Server, fresh_name: str) -> None:
    """Of a game that is over, with branches, shared, and as whoever has the link sees it."""
    whole = finished_game()
    ann = server.member(fresh_name)
    path = bring(ann, whole)
    line = begin(ann, path, whole.played - 20, name="a line whose name is as long as a name can be " + "m" * 30)
    for number in range(3):
        line = begin(ann, line, whole.played - 20 + number)
        ann.play(line, to_json(whole.actions[whole.played - 20 + number]).decode(), ann.version(line))
    table = sit(ann, f"{path}plan/", table=False)
    page = table.page
    page.goto(table.url)
    page.get_by_role("button", name="Make a link").click()
    shared = page.get_by_label("Whoever has this link can read it:").input_value()
    for address in (table.url, f"{table.url}compare", shared, f"{shared}/compare"):
        page.goto(address)
        for details in page.locator(".doings details").all():
            details.locator("summary").click()
        assert fits(page), address
        assert not wrong(page), address
