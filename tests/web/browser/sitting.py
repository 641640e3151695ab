"""Somebody at a table in a browser: clicks, and what the page then shows."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import ConsoleMessage, Error, Locator, Page, expect

from tests.web.browser.screens import DESK, Screen


class Sitting:
    def __init__(self, page: Page, url: str, screen: Screen = DESK) -> None:
        self.page = page
        self.url = url
        self.screen = screen
        #: what the browser's console holds against the page
        self.complaints: list[str] = []
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _heard(self, message: ConsoleMessage) -> None:
        # an answer of 409 or 422 is no fault of the page, though the console reports every such status
        expected = "409" in message.text or "422" in message.text
        if message.type in ("error", "warning") and not expected:
            self.complaints.append(message.text)

    def open(self, query: str = "") -> None:
        self.page.goto(self.url + query)
        expect(self.page.locator("#table[data-started]")).to_be_attached()

    def leave(self) -> None:
        """Off to an empty page: a context that is closed while its page goes somewhere else may never close."""
        with suppress(Error):  # where it was going comes first: then it is there
            self.page.goto("about:blank")

    # --- what is shown ----------------------------------------------------------------------------

    @property
    def version(self) -> int:
        return int(self.page.locator("#table").get_attribute("data-version") or -1)

    @property
    def here(self) -> int:
        return int(self.page.locator("#table").get_attribute("data-here") or -1)

    @property
    def mine(self) -> bool:
        return self.page.locator("#table[data-mine]").count() > 0

    @property
    def finished(self) -> bool:
        return self.page.locator(".finale").count() > 0

    def find(self, selector: str) -> Locator:
        return self.page.locator(selector)

    def look_at(self, panel: str) -> Locator:
        """Bring a panel into sight: a phone shows one at a time, a desk has map, decision and sheet always there."""
        if self.screen.phone or panel not in ("now", "map", "sheet"):
            tab = self.find(f'.tabs [data-view="{panel}"]')
            if self.screen.phone and tab.is_hidden():  # what is looked at seldom stands behind "More"
                self.find('.tabs [data-view="more"]').click()
                tab = self.find(f'.further [data-view="{panel}"]')
            if tab.get_attribute("aria-selected") != "true" or not self.find(f"#p-{panel}").is_visible():
                tab.click()
        shown = self.find(f"#p-{panel}")
        expect(shown).to_be_visible()
        return shown

    def look_at_the_table(self) -> None:
        """The sheet as a table: a phone shows cards first."""
        self.look_at("sheet")
        switch = self.find('.cards [data-sheet="grid"]')
        if switch.is_visible():
            switch.click()
        expect(self.find(".holdings")).to_be_visible()

    def goto(self, path: str) -> Page:
        """Another page of the same server."""
        self.page.goto("/".join(self.url.split("/")[:3]) + path)
        return self.page

    def screenshot(self, file: Path) -> None:
        self.page.screenshot(path=str(file))

    # --- acting -------------------------------------------------------------------------------------

    def moves(self, act: Callable[[], object], timeout: float = 20_000) -> None:
        """Do something that changes the game, and wait until the page shows it."""
        before = self.version
        act()
        self.page.wait_for_function(
            "before => Number(document.getElementById('table').dataset.version) > before"
            " && document.getElementById('table').matches('[data-started]:not(.htmx-settling)')",
            arg=before,
            timeout=timeout,
        )

    def press(self, selector: str) -> None:
        """Press the first button that fits and may be pressed."""
        self.moves(lambda: self.find(selector).first.click())

    def stay_out(self) -> None:
        """Pass, so that one never has more to decide than that; take the first thing where one cannot."""
        passing = "#act .of-pass .choice"
        self.press(passing if self.find(passing).count() else "#act .choice[name=action]")

    def unfold(self, button: Locator) -> None:
        """Open what a button is folded into."""
        button.evaluate("one => one.closest('#act details:not([open])')?.querySelector('summary').click()")

    def choose_hex(self, hex_id: str | None = None) -> None:
        """Click a marked hex on the map, or one in the list."""
        if hex_id is None:
            self.find("#act .hex-choice").first.click()
        else:
            self.find(f'#p-map .hexes [data-hex="{hex_id}"]').click()
        expect(self.find("#choose form")).to_be_visible()

    def confirm(self) -> None:
        self.moves(lambda: self.find("#choose .primary").click())

    def show_moment(self, act: Callable[[], object], number: int) -> None:
        """Do something that shows another moment, and wait until it is shown."""
        act()
        expect(self.find(f'#table[data-here="{number}"][data-started]:not(.htmx-settling)')).to_be_attached()
