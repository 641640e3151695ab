"""A hex is chosen: its tiles are in sight on the smallest desk, and nothing beside them moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random

import pytest
from playwright.sync_api import expect

from kaiping.action import LayTile
from kaiping.game import Game
from kaiping.titles import TITLES
from tests.bots.greedy_0 import BOT as GREEDY_0
from tests.web.browser.fitting import HIDDEN
from tests.web.browser.positions import bring, whole_game
from tests.web.browser.screens import LOW
from tests.web.browser.sitting import Sitting
from tests.web.browser.test_actions import GAMES
from tests.web.server import Visitor

Sit = Callable[..., Sitting]

_PLACES = """() => ['#p-map', '#p-now', '.tabs', '.side', '#p-sheet', '#time'].map((one) => {
    const { x, y, width, height } = document.querySelector(one).getBoundingClientRect();
    return [one, x, y, width, height].join(' ');
})"""


def most(whole: Game, last: int) -> tuple[Game, str]:
    """The position of a game in which a hex has the most tiles in all their rotations, of some that are looked at."""
    found = []
    for number in range(last % 5, last, 5):
        tiles = Counter(one.hex for one in whole.at(number).legal_actions() if isinstance(one, LayTile))
        found += [(count, number, hexagon) for hexagon, count in tiles.most_common(1)]
    _count, number, hexagon = max(found)
    return whole.at(number), hexagon


@cache
def seven(title: str) -> Game:
    """As many players as there may be: their sheet leaves the decision little room."""
    game, chance = Game(title, players=[f"Bartholomew {number}" for number in range(1, 8)]), Random(1)
    while game.finished is None and game.played < 260:
        game.play(GREEDY_0.choose(game, chance))
    return game


@pytest.mark.parametrize("title", [*TITLES, "1880 of seven"])
def test_nothing_moves_when_a_hex_is_chosen(sit: Sit, visitor: Visitor, title: str):
    whole = seven("1880") if "seven" in title else whole_game(GAMES[title])
    game, hexagon = most(whole, whole.played)
    table = sit(visitor, bring(visitor, game), table=False)
    table.page.set_viewport_size(LOW.size)
    table.open()
    before = table.page.evaluate(_PLACES)
    table.choose_hex(hexagon)
    expect(table.find("#choose .primary")).to_be_in_viewport(ratio=1)
    assert table.page.evaluate(_PLACES) == before
    assert not table.page.evaluate(HIDDEN, "#choose")
    table.find("#choose [data-worth]").click()
    expect(table.find("#choose .weighed, #choose .gain:not(:empty)").first).to_be_attached()
    assert table.page.evaluate(_PLACES) == before
    table.find("#choose [data-close]").click()
    assert table.page.evaluate(_PLACES) == before
