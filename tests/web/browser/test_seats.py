"""People far apart in browsers: time that is left is counted down, a seat is given up."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.browser.sitting import Sitting
from tests.web.far_apart import Table, Timed
from tests.web.server import Server

Sit = Callable[..., Sitting]


@pytest.fixture
def server(timed: Timed) -> Server:
    return timed.server


@pytest.mark.promise("time is counted down, and told when little is left")
def test_time_is_counted_down_and_said_when_little_is_left(sit: Sit, timed: Timed):
    table = Table(timed, "anna", "bert", clock={"kind": "bank", "seconds": 900, "increment": 10})
    mine = sit(table.visitors[table.acting], f"/game/{table.key}/", table=False)
    mine.page.clock.install()
    mine.open()
    clock, aloud = mine.find(".clock.mine time"), mine.find("#time-told")
    expect(clock).to_have_text(re.compile(r"^1[45]:\d\d$"))
    expect(aloud).to_be_empty()
    mine.page.clock.fast_forward("05:30")
    expect(clock).to_have_text(re.compile(r"^[89]:\d\d$"))
    expect(aloud).to_have_text("9 minutes left for you at this table.")
    mine.page.clock.fast_forward("01:00")
    expect(clock).to_have_text(re.compile(r"^[78]:\d\d$"))
    expect(aloud).to_have_text("9 minutes left for you at this table.")
    width = mine.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert width <= 0, "nothing runs off the edge"


@pytest.mark.promise("a seat is given up to another person")
def test_a_seat_is_given_up_and_taken(sit: Sit, timed: Timed):
    table = Table(timed, "anna", "bert")
    who = table.acting
    other = next(name for name in table.names if name != who)
    table.comes("dora")
    path = f"/game/{table.key}/"
    left, watching, comes = (sit(table.visitors[name], path) for name in (who, other, "dora"))
    left.look_at("more")
    left.find(".seats summary").click()
    watching.moves(lambda: left.find('.seats [name="to"][value="offer"]').click())
    free = f"The seat of {who} is free"
    expect(left.find("#table[data-started]")).to_be_attached()
    assert not left.mine
    with watching.page.expect_navigation():  # who sits where is on the whole page, which comes anew by itself
        comes.page.locator(".banner", has_text=free).get_by_role("button", name="Take this seat").click()
    expect(comes.find("#table[data-mine][data-started]")).to_be_attached()
    expect(watching.find("#table[data-started]")).to_be_attached()
    watching.look_at("more")
    expect(watching.page.locator(".seats li", has_text=who)).to_contain_text("played by dora")
    comes.look_at("now")
    comes.press(".kind-pass .choice")
    expect(watching.find("#table[data-mine]")).to_be_attached()


@pytest.mark.slow
def test_the_next_table_is_offered_after_acting(sit: Sit, timed: Timed):
    tables = [Table(timed, "ines", "jan", name=f"Table {number}") for number in (1, 2)]
    for table in tables:
        while table.acting != "ines":
            table.goes_on()
    page = sit(tables[0].visitors["ines"], f"/game/{tables[0].key}/")
    expect(page.find("#next-table a")).to_be_hidden()
    page.press(".kind-pass .choice")
    link = page.find("#next-table a")
    expect(link).to_contain_text("Your turn at Table 2")
    row, table_ = (page.find(name).bounding_box() for name in ("#next-table", "#table"))
    assert row
    assert table_
    assert row["y"] + row["height"] <= table_["y"] + 0.5, "it lies on nothing of the table"
    assert table_["y"] + table_["height"] <= 900.5
    link.click()
    expect(page.find(f'#table[data-page="/game/{tables[1].key}/"]')).to_be_attached()


def test_the_head_has_room_for_those_who_play(sit: Sit, timed: Timed):
    """On the smallest desk and beside a clock nobody is cut off; the table's own name, which stands there, may be."""
    names = ("anna", "bert", "carl")
    table = Table(timed, *names, name="Evening game", clock={"kind": "bank", "seconds": 900, "increment": 10})
    page = sit(table.visitors[table.acting], f"/game/{table.key}/", table=False)
    page.page.set_viewport_size({"width": 1280, "height": 720})
    page.open()
    for _ in range(2):  # on one's own turn, and while another has theirs
        expect(page.find(".head .called")).to_have_text("Evening game")
        # what surpasses it by its padding cuts nobody off
        assert page.find(".strip").evaluate("one => one.scrollWidth - one.clientWidth") <= 2
        if page.find("#table[data-mine]").count():
            page.press(".kind-pass .choice")
