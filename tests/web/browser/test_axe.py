"""axe-core finds nothing serious on any page, light or dark, on a desk or a phone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from kaiping.action import AnyAction, Bid, BuyShare, BuyTrain, LayTile, RunRoutes
from kaiping.game import Game
from tests.web.browser.positions import bring, finished_game, position
from tests.web.browser.sitting import Sitting
from tests.web.server import Server, Visitor

Sit = Callable[..., Sitting]

AXE = (Path(__file__).resolve().parents[2] / "data" / "axe" / "axe.min.js").read_text()

#: what it holds against a page: the rule, what is wrong, and the first places
_RUN = """async () => (await axe.run(document, { resultTypes: ['violations'] })).violations
    .filter((one) => ['serious', 'critical'].includes(one.impact))
    .map((one) => [one.id, ...one.nodes.slice(0, 4).map((node) =>
        `${node.html.slice(0, 140)} ${node.any.map((why) => why.message).join('; ').slice(0, 160)}`)].join('\\n  '))"""

_PAGES = ["/", "/lobby", "/settings", "/rules/1888-2022", "/rules/", "/sign-in", "/running"]

_STEPS = {"auction": Bid, "stock": BuyShare, "track": LayTile, "run": RunRoutes, "trains": BuyTrain}


def wrong(page: Page) -> list[str]:
    """The serious and critical faults of a page."""
    page.evaluate(AXE)
    found: list[str] = page.evaluate(_RUN)
    return found


def table_in(step: str) -> Game:
    """A game of 1888 in a step of its rounds, or at its end."""
    if step == "end":
        return finished_game()

    def wanted(action: AnyAction) -> bool:
        return isinstance(action, _STEPS[step])

    return position(f"1888 {_STEPS[step].__name__}", wanted)


def test_a_table_has_no_serious_fault(sit: Sit, visitor: Visitor):
    table = sit(visitor, visitor.hot_seat())
    assert not wrong(table.page)


def test_home_has_no_serious_fault(sit: Sit, visitor: Visitor):
    table = sit(visitor, "/", table=False, color_scheme="dark")
    table.page.goto(table.url)
    assert not wrong(table.page)


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", _PAGES)
def test_no_page_has_a_serious_fault(sit: Sit, server: Server, fresh_name: str, path: str, theme: str):
    table = sit(server.member(fresh_name), path, table=False, color_scheme=theme)
    table.page.goto(table.url)
    for phone in (False, True):
        if phone:
            table.page.set_viewport_size({"width": 390, "height": 844})
        assert not wrong(table.page), phone


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("step", [*_STEPS, "end"])
def test_no_step_of_a_table_has_a_serious_fault(sit: Sit, visitor: Visitor, step: str, theme: str):
    table = sit(visitor, bring(visitor, table_in(step)), color_scheme=theme)
    for tab in ("trains", "tiles", "log", "story", "notes", "more", "market"):
        table.find(f'.tabs [data-view="{tab}"]').click()
        expect(table.find(f"#p-{tab}")).to_be_visible()
        table.page.wait_for_load_state("networkidle")
        assert not wrong(table.page), tab
    table.page.set_viewport_size({"width": 390, "height": 844})
    for view in ("now", "map", "sheet"):
        table.find(f'.tabs [data-view="{view}"]').click()
        assert not wrong(table.page), view
