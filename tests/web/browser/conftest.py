"""A real browser: Debian's chromium, driven by Playwright."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.web.browser.promises import PROMISES
from tests.web.browser.screens import DESK, PHONE, Screen
from tests.web.browser.sitting import Sitting
from tests.web.server import Visitor

#: milliseconds until something that does not come is given up: however busy the machine is, it has come by then
_PATIENCE = 60_000


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that proves a promise runs on all screens of it, the first of them in the fast suite."""
    mark = metafunc.definition.get_closest_marker("promise")
    if mark is None:
        return
    unknown = [words for words in mark.args if words not in PROMISES]
    if unknown or not mark.args:
        pytest.fail(f"{metafunc.definition.nodeid} names no promise of promises.py: {unknown}", pytrace=False)
    screens = [screen for screen in PROMISES[mark.args[0]] if all(screen in PROMISES[words] for words in mark.args)]
    first, *others = screens
    slow = [pytest.param(screen, marks=pytest.mark.slow) for screen in others]
    metafunc.fixturenames.append("screen")
    metafunc.parametrize("screen", [first, *slow], ids=str)


@pytest.fixture
def screen() -> Screen:
    """Where a test sits that does not say where."""
    return DESK


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        pytest.fail("these tests need a browser: apt-get install chromium")
    expect.set_options(timeout=_PATIENCE)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        )
        yield running
        running.close()


@pytest.fixture
def sit(browser: Browser, screen: Screen) -> Iterator[Callable[..., Sitting]]:
    """Opens the table at an address as somebody sees it; at the end no console may hold an error."""
    contexts: list[BrowserContext] = []
    sittings: list[Sitting] = []

    def open_table(
        visitor: Visitor, path: str, *, phone: bool = False, table: bool = True, **options: object
    ) -> Sitting:
        there = PHONE if phone else screen
        context = browser.new_context(
            **{"viewport": there.size, "has_touch": there.phone, "color_scheme": there.scheme, **options}  # type: ignore[arg-type]
        )
        context.set_default_timeout(_PATIENCE)
        contexts.append(context)
        context.add_cookies(
            [{"name": one.name, "value": one.value or "", "url": visitor.url} for one in visitor.http.cookies.jar]
        )
        page: Page = context.new_page()
        sitting = Sitting(page, f"{visitor.url}{path}", there)
        sittings.append(sitting)
        if table:
            sitting.open()
        return sitting

    yield open_table
    for sitting in sittings:
        sitting.leave()
    for context in contexts:
        context.close()
    for sitting in sittings:
        assert not sitting.complaints, sitting.complaints
