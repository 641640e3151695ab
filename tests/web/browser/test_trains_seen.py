"""The trains beside a map: nothing is cut, and on the smallest desk those for sale and those that run are in sight."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kaiping.titles import TITLES
from tests.web.browser.positions import bring, whole_game
from tests.web.browser.sitting import Sitting
from tests.web.browser.test_actions import GAMES
from tests.web.server import Visitor

Sit = Callable[..., Sitting]


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("size", [(1280, 720), (1440, 900), (390, 844)], ids=str)
def test_trains_are_not_cut(sit: Sit, visitor: Visitor, title: str, size: tuple[int, int]):
    whole = whole_game(GAMES[title])
    table = sit(visitor, bring(visitor, whole.at(whole.played * 9 // 10)), phone=size[0] < 700)
    table.page.set_viewport_size({"width": size[0], "height": size[1]})
    panel = table.look_at("trains")
    assert panel.evaluate("one => one.scrollWidth - one.clientWidth") <= 0
    rows = panel.locator(".depot tbody tr").evaluate_all("all => all.map((one) => one.getBoundingClientRect().height)")
    assert max(rows) <= 100, "in many short lines it is hard to read"
    if (title, size) == ("1880", (1280, 720)):
        bottom = panel.evaluate("one => one.getBoundingClientRect().bottom")
        last = panel.locator(".depot tbody tr").last.evaluate("one => one.getBoundingClientRect().bottom")
        assert last <= bottom + 1
