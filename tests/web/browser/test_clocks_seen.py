"""Everybody's time left is in sight, not only that of whoever is to act."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.browser.sitting import Sitting
from tests.web.far_apart import Table, Timed

Sit = Callable[..., Sitting]


@pytest.mark.promise("everybody's time left stands beside their names")
def test_the_time_of_each(sit: Sit, timed: Timed):
    """... where it is a bank; one's own is marked, and only that of whoever is to act runs."""
    table = Table(timed, clock={"kind": "bank", "seconds": 2700, "increment": 15})
    who = table.acting
    other = next(name for name in table.names if name != who)
    page = sit(table.visitors[other], f"/game/{table.key}/")
    rows = page.find(".times li" if page.screen.phone else ".wealth tbody tr")
    left = rows.locator(".bank-left time")
    expect(left).to_have_count(3)
    for one in left.all():
        expect(one).to_be_visible()
        expect(one).to_have_text(re.compile(r"4[45]:\d\d"))
    running = rows.filter(has=page.page.locator("[data-until]"))
    expect(running).to_have_count(1)
    expect(running).to_contain_text(who)
    mine = rows.filter(has=page.page.locator(".you")).locator(".bank-left")
    weights = rows.locator(".bank-left").evaluate_all("all => all.map(one => getComputedStyle(one).fontWeight)")
    assert weights.count(mine.evaluate("one => getComputedStyle(one).fontWeight")) == 1
    before = running.locator("time").inner_text()
    expect(running.locator("time")).not_to_have_text(before)
    page.moves(table.goes_on)
    expect(rows.filter(has=page.page.locator("[data-until]"))).not_to_contain_text(who)
    expect(left).to_have_count(3)
