"""What others and bots did since one's own last turn is listed, on a desk and on a phone, until it is dismissed."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.browser.screens import LOW
from tests.web.browser.sitting import Sitting
from tests.web.far_apart import PEOPLE, Table, Timed
from tests.web.server import Visitor

Sit = Callable[..., Sitting]


def unfolded(table: Sitting) -> None:
    """On a phone what others did is one line, with how much it is, until it is pressed; so it is on a small desk."""
    if table.screen.phone:
        table.look_at("now")
        listed = table.find(".since .entry")
        expect(listed.last).not_to_be_visible()
        number = listed.count()
        expect(table.find(".since .count")).to_have_text(f"{number} action{'s' if number > 1 else ''}")
        expect(table.find("#act .choice").first).to_be_in_viewport(ratio=1)
    if table.find(".since details:not([open])").count():
        table.find(".since summary").click()


@pytest.mark.promise("what others did since one's last turn is listed and marked on the map, until it is dismissed")
def test_what_bots_did_is_listed(sit: Sit, visitor: Visitor):
    table = sit(visitor, visitor.hot_seat("person", "greedy", "greedy"))
    expect(table.find(".since")).to_have_count(0)
    table.press("#act .of-pass .choice")
    expect(table.find("#table[data-mine]")).to_be_attached()
    news = table.find(".since .entry")
    unfolded(table)
    expect(news.last).to_be_visible()
    numbers = [int(one.get_attribute("data-at") or 0) for one in table.find(".since [data-at]").all()]
    assert numbers == list(range(2, table.here + 1)), "all that came after one's own action"
    table.page.reload()
    expect(table.find("#table[data-started]")).to_be_attached()
    unfolded(table)
    expect(news.last).to_be_visible()
    table.find("[data-since-gone]").click()
    expect(table.find(".since")).to_have_count(0)
    table.page.reload()
    expect(table.find("#table[data-started]")).to_be_attached()
    expect(table.find(".since")).to_have_count(0)


def test_another_device_of_the_same_person_knows_it(sit: Sit, visitor: Visitor):
    table = sit(visitor, visitor.hot_seat("person", "casual", "casual"))
    table.press("#act .of-pass .choice")
    expect(table.find("#table[data-mine] .since .entry").last).to_be_attached()
    unfolded(table)
    expect(table.find(".since .entry").last).to_be_visible()
    count = table.find(".since .entry").count()
    other = sit(visitor, table.url.removeprefix(visitor.url), phone=True)
    expect(other.find(".since .entry")).to_have_count(count)


def test_around_one_screen_there_is_nothing_to_tell(sit: Sit, visitor: Visitor):
    """Everybody has seen it."""
    table = sit(visitor, visitor.hot_seat())
    for _ in range(3):
        table.press("#act .of-pass .choice")
    expect(table.find(".since")).to_have_count(0)


@pytest.mark.promise("what others did since one's last turn is listed and marked on the map, until it is dismissed")
def test_what_is_listed_is_marked_on_the_map(sit: Sit, visitor: Visitor):
    """... until it is dismissed; a line that is pointed at shows its place."""
    table = sit(visitor, visitor.hot_seat("person", "greedy", "greedy"))
    for _ in range(40):
        if table.find(".since [data-hexes]").count():
            break
        table.stay_out()
        expect(table.find("#table[data-mine]")).to_be_attached()
    lines = table.find(".since [data-hexes]")
    hexes = {one for line in lines.all() for one in (line.get_attribute("data-hexes") or "").split()}
    assert hexes
    marked = table.find("#p-map .hex.news").evaluate_all("all => all.map(one => one.dataset.hex)")
    assert {*marked} == hexes
    unfolded(table)
    lines.first.hover()
    first = (lines.first.get_attribute("data-hexes") or "").split()
    expect(table.find("#p-map .hex.pointed")).to_have_count(len(first))
    table.find("[data-since-gone]").click()
    expect(table.find("#p-map .hex.news")).to_have_count(0)


@pytest.mark.promise("what others did since one's last turn is listed and marked on the map, until it is dismissed")
def test_it_begins_at_its_beginning(sit: Sit, visitor: Visitor):
    """... and all of it can be reached, however little room the decision leaves."""
    table = sit(visitor, visitor.hot_seat("person", "greedy", "greedy"))
    for _ in range(8):
        if table.find(".since .entry").count() > 6:
            break
        table.stay_out()
        expect(table.find("#table[data-mine]")).to_be_attached()
    table.page.reload()
    expect(table.find("#table[data-started]")).to_be_attached()
    assert table.find(".since .entry").count() > 6
    unfolded(table)
    expect(table.find(".since .entry").first).to_be_in_viewport(ratio=0.9)
    table.find(".since .entry").last.scroll_into_view_if_needed()
    expect(table.find(".since .entry").last).to_be_in_viewport(ratio=0.9)


def test_nothing_moves_when_it_is_dismissed(sit: Sit, visitor: Visitor):
    """In a stock round the market stands beside the decision, whether others have done something or not."""
    table = sit(visitor, visitor.hot_seat("person", "greedy", "greedy"), table=False)
    table.page.set_viewport_size(LOW.size)
    table.open()
    for _ in range(30):
        if table.find(".since").count() and table.find("#act .of-par, #act .of-sellshares").count():
            break
        table.stay_out()
        expect(table.find("#table[data-mine]")).to_be_attached()
    where = """() => [document.getElementById("table").className,
        ...["p-now", "p-map", "p-market", "p-sheet"].map((one) => document.getElementById(one).getBoundingClientRect())
            .flatMap((box) => [box.x, box.width])]"""
    before = table.page.evaluate(where)
    table.find("[data-since-gone]").click()
    expect(table.find(".since")).to_have_count(0)
    assert table.page.evaluate(where) == before


@pytest.mark.promise("what others did since one's last turn is listed and marked on the map, until it is dismissed")
def test_it_is_listed_whole_where_there_is_room(sit: Sit, timed: Timed):
    """Also to who acts for the first time, and with a tab that was opened by hand."""
    table = Table(timed, *PEOPLE, "dora")
    before = [table.goes_on() for _ in range(3)]
    page = sit(table.visitors[table.acting], f"/game/{table.key}/")
    page.look_at("chat")
    page.look_at("now")
    unfolded(page)
    lines = page.find(".since .entry")
    expect(lines).to_have_text([re.compile(name, re.IGNORECASE) for name in before])
    for line in lines.all():
        expect(line).to_be_in_viewport(ratio=0.9)


@pytest.mark.promise("what others did since one's last turn is listed and marked on the map, until it is dismissed")
def test_who_acts_for_the_first_time_is_told(sit: Sit, timed: Timed):
    table = Table(timed)
    first, second = table.goes_on(), table.acting
    page = sit(table.visitors[second], f"/game/{table.key}/")
    expect(page.find(".since .entry")).to_have_count(1)
    expect(page.find(".since .entry")).to_contain_text(first, ignore_case=True)
