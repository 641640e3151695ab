"""axe-core finds nothing serious on any page, light or dark, on a desk or a phone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import Page

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

_PAGES = [
    *("/", "/lobby", "/settings", "/rules/1888-2022", "/rules/", "/sign-in", "/running"),
    *("/people/{me}", "/ranking", "/settings/two-steps", "/settings/address", "/settings/password", "/settings/delete"),
    *("/learn", "/rules/1888/how", "/vacation", "/archive", "/archive/1888", "/api", "{screen}", "{waiting}"),
]

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


@pytest.mark.promise("axe-core finds nothing serious")
def test_a_table_has_no_serious_fault(sit: Sit, visitor: Visitor):
    table = sit(visitor, visitor.hot_seat())
    assert not wrong(table.page)


def test_home_has_no_serious_fault(sit: Sit, visitor: Visitor):
    table = sit(visitor, "/", table=False, color_scheme="dark")
    table.page.goto(table.url)
    assert not wrong(table.page)


@pytest.fixture(scope="module")
def member(server: Server) -> tuple[Visitor, dict[str, str]]:
    """Somebody with a table around one screen and one that waits for players, and where these are."""
    name = f"axe{uuid4().hex[:8]}"
    person = server.member(name)
    screen = person.hot_seat()
    wanted = {"game": "1888:2022", "size": 3, "kind": "open", "undo": "anyone", "name": "Axe"}
    waiting = str(person.post("/new-table", wanted).headers["location"])
    return person, {"me": name, "screen": screen.replace("/game/", "/hot-seat/").rstrip("/"), "waiting": waiting}


@pytest.mark.promise("axe-core finds nothing serious")
@pytest.mark.slow
@pytest.mark.parametrize("path", _PAGES)
def test_no_page_has_a_serious_fault(sit: Sit, member: tuple[Visitor, dict[str, str]], path: str):
    person, places = member
    table = sit(person, path.format(**places), table=False)
    answer = table.page.goto(table.url)
    assert answer
    assert answer.status in (200, 404 if path == "/running" else 200), path
    assert not wrong(table.page)
    table.complaints.clear()  # of /running, which is not there for most


@pytest.mark.promise("axe-core finds nothing serious")
def test_a_lesson_has_no_serious_fault(sit: Sit, visitor: Visitor):
    path = str(visitor.post("/learn/1888/dividend").headers["location"])
    table = sit(visitor, path)
    assert not wrong(table.page), "the task"
    table.press('.coach [value="show"]')
    assert not wrong(table.page), "the answer"


@pytest.mark.promise("axe-core finds nothing serious")
@pytest.mark.slow
def test_a_report_has_no_serious_fault(sit: Sit, visitor: Visitor):
    table = sit(visitor, f"{bring(visitor, finished_game())}report", table=False)
    table.page.goto(table.url)
    assert not wrong(table.page)


def test_a_profile_and_an_account_have_no_serious_fault(sit: Sit, server: Server, fresh_name: str):
    person = server.member(fresh_name)
    for path in (f"/people/{fresh_name}", "/settings/two-steps"):
        table = sit(person, path, table=False, color_scheme="dark")
        table.page.goto(table.url)
        assert not wrong(table.page), path


@pytest.mark.promise("axe-core finds nothing serious")
@pytest.mark.slow
@pytest.mark.parametrize("step", [*_STEPS, "end"])
def test_no_step_of_a_table_has_a_serious_fault(sit: Sit, visitor: Visitor, step: str):
    table = sit(visitor, bring(visitor, table_in(step)))
    assert not wrong(table.page), "at once"
    table.look_at("map")
    table.find('[data-pen="switch"]').click()
    table.find('[data-pen="note"]').click()
    assert not wrong(table.page), "pen"
    for tab in ("trains", "tiles", "log", "story", "notes", "more", "market"):
        table.look_at(tab)
        table.page.wait_for_load_state("networkidle")
        assert not wrong(table.page), tab
    for view in ("now", "sheet"):
        table.look_at(view)
        assert not wrong(table.page), view
