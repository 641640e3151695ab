"""Pictures of the table for the README, from a real game: ``python -m tests.web.browser.pictures docs/pictures``."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Literal

from playwright.sync_api import Browser, sync_playwright

from kaiping.action import AnyAction, Choose, LayTile, RunRoutes, SellShares
from kaiping.game import Game
from tests.bots.greedy_0 import BOT as GREEDY_0
from tests.web.browser.positions import bring
from tests.web.browser.sitting import Sitting
from tests.web.server import Server, Visitor

Scheme = Literal["light", "dark"]


def played(title: str) -> Game:
    """A game of four greedy bots, to its end."""
    game, chance, robot = Game(title, players=["Ann", "Bo", "Cy", "Di"]), Random(1), GREEDY_0
    while game.finished is None:
        game.play(robot.choose(game, chance))
    return game


def moment(game: Game, share: float, wanted: Callable[[AnyAction], bool]) -> Game:
    """The first position after so much of the game in which an action that is wanted is legal."""
    for number in range(int(game.played * share), game.played):
        position = game.at(number)
        if any(wanted(action) for action in position.legal_actions()):
            return position
    raise LookupError("the game has no such moment")


def open_table(
    browser: Browser, server: Server, visitor: Visitor, game: Game, size: tuple[int, int], scheme: Scheme
) -> Sitting:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, has_touch=size[0] < 700
    )
    context.add_cookies(
        [{"name": one.name, "value": one.value or "", "url": server.url} for one in visitor.http.cookies.jar]
    )
    sitting = Sitting(context.new_page(), f"{server.url}{bring(visitor, game)}")
    sitting.open()
    return sitting


def make(folder: Path) -> None:
    """Write the pictures into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    whole, china, osaka = played("1888"), played("1880"), played("1890")
    laying = moment(whole, 0.55, lambda action: isinstance(action, LayTile) and not action.private)
    running = moment(whole, 0.5, lambda action: isinstance(action, RunRoutes) and len(action.routes) > 1)
    shares = moment(china, 0.75, lambda action: isinstance(action, SellShares))
    merging = moment(osaka, 0.25, lambda action: isinstance(action, Choose) and action.what == "merger")
    server = Server(Path(tempfile.mkdtemp()) / "data").start()
    try:
        visitor = server.visitor()
        visitor.token()
        visitor.hot_seat()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            table = open_table(browser, server, visitor, laying, (1440, 900), "light")
            table.find("#act .hex-choice").nth(2).click()
            table.find("#choose form").wait_for()
            table.find("#choose [data-worth]").click()
            table.find("#choose .gain:not(:empty)").first.wait_for()
            table.screenshot(folder / "track.png")
            table = open_table(browser, server, visitor, running, (1440, 900), "dark")
            table.page.keyboard.press("s")
            table.find("#p-story polyline").first.wait_for()
            table.screenshot(folder / "run.png")
            table = open_table(browser, server, visitor, shares, (1440, 900), "light")
            table.screenshot(folder / "shares.png")
            table = open_table(browser, server, visitor, merging, (1440, 900), "light")
            table.screenshot(folder / "merger.png")
            table = open_table(browser, server, visitor, laying, (390, 844), "light")
            table.find("#act .hex-choice").nth(2).click()
            table.find("#choose form").wait_for()
            table.screenshot(folder / "phone.png")
            browser.close()
    finally:
        server.stop()


if __name__ == "__main__":
    make(Path(sys.argv[1]))
