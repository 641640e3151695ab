"""A turn at another table, told while one has one at this one, too: a sign beside the tools, which takes no room."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.browser.sitting import Sitting
from tests.web.far_apart import Table, Timed

Sit = Callable[..., Sitting]


@pytest.mark.promise("a turn at another table is told while one has a turn at this one")
def test_a_turn_elsewhere_is_told_during_ones_own(sit: Sit, timed: Timed):
    """It comes while one thinks, the decision stays where it is, and it stays through what one does here."""
    here, there = (Table(timed, "ines", "jan", name=f"Table {number}") for number in (1, 2))
    here.goes_on()
    while here.acting != "ines":
        here.goes_on()
    while there.acting == "ines":
        there.goes_on()
    page = sit(here.visitors["ines"], f"/game/{here.key}/", table=False)
    page.page.clock.install()
    page.open()
    assert page.mine
    sign = page.find(".head .elsewhere")
    expect(sign).to_be_hidden()
    before = page.find("#p-now").bounding_box()
    there.goes_on()
    page.page.clock.fast_forward("01:05")
    expect(sign).to_have_text("+1 turn")
    expect(sign).to_be_in_viewport(ratio=1)
    assert page.find("#p-now").bounding_box() == before
    assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for cut in (".asked .who", ".strip"):
        assert page.find(cut).evaluate("one => one.scrollWidth - one.clientWidth") <= 2
    page.find("[data-step=back]").evaluate("one => one.click()")  # another table is swapped in
    expect(page.find("#table[data-past][data-started]")).to_be_attached()
    page.find("[data-now]").first.click()
    expect(sign).to_be_visible()
    sign.click()
    expect(page.find(f'#table[data-page="/game/{there.key}/"]')).to_be_attached()
    expect(page.find(".head .elsewhere")).to_have_attribute("title", "Your turn at Table 1")


def test_who_waits_is_told_by_the_band_alone(sit: Sit, timed: Timed):
    tables = [Table(timed, "kaya", "luis", name=f"Table {number}") for number in (1, 2)]
    for table in tables:
        while table.acting != "kaya":
            table.goes_on()
    page = sit(tables[0].visitors["kaya"], f"/game/{tables[0].key}/")
    expect(page.find(".elsewhere")).to_be_visible()
    page.press(".kind-pass .choice")
    expect(page.find("#next-table a")).to_be_visible()
    expect(page.find(".elsewhere")).to_be_hidden()
