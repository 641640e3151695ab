"""A real browser: Debian's chromium, driven by Playwright."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.web.browser.sitting import Sitting
from tests.web.server import Visitor

DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        pytest.fail("these tests need a browser: apt-get install chromium")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        )
        yield running
        running.close()


@pytest.fixture
def sit(browser: Browser) -> Iterator[Callable[..., Sitting]]:
    """Opens the table at an address as somebody sees it; at the end no console may hold an error."""
    contexts: list[BrowserContext] = []
    sittings: list[Sitting] = []

    def open_table(
        visitor: Visitor, path: str, *, phone: bool = False, table: bool = True, **options: object
    ) -> Sitting:
        size = PHONE if phone else DESK
        context = browser.new_context(viewport=size, has_touch=phone, **options)  # type: ignore[arg-type]
        contexts.append(context)
        context.add_cookies(
            [{"name": one.name, "value": one.value or "", "url": visitor.url} for one in visitor.http.cookies.jar]
        )
        page: Page = context.new_page()
        sitting = Sitting(page, f"{visitor.url}{path}")
        sittings.append(sitting)
        if table:
            sitting.open()
        return sitting

    yield open_table
    for context in contexts:
        context.close()
    for sitting in sittings:
        assert not sitting.complaints, sitting.complaints
