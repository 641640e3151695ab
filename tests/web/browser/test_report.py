"""The report of a game: its charts are seen whole, with letters that can be read."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from kaiping.game import Game
from kaiping.report import report
from kaiping.report.page import document
from tests.bots.greedy_0 import BOT as GREEDY_0
from tests.web.browser.positions import bring, finished_game
from tests.web.browser.sitting import Sitting
from tests.web.server import Visitor

Sit = Callable[..., Sitting]

#: texts of charts that stand outside of what is shown of these, and the height of the smallest letters
_SEEN = """() => {
  const texts = [...document.querySelectorAll('.charts svg text')];
  const outside = texts.filter((one) => {
    const [text, frame] = [one.getBoundingClientRect(), one.closest('.scroll').getBoundingClientRect()];
    return text.right > frame.right + 1 || text.left < frame.left - 1;
  });
  return [texts.length, outside.map((one) => one.textContent),
    Math.min(...texts.map((one) => one.getBoundingClientRect().height))];
}"""


@pytest.mark.parametrize("width", [1280, 390])
def test_charts_are_seen_whole(sit: Sit, visitor: Visitor, width: int):
    path = bring(visitor, finished_game())
    page = sit(visitor, path, table=False).page
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{visitor.url}{path}report")
    count, outside, least = page.evaluate(_SEEN)
    assert count > 20
    assert not outside
    assert least > 8


#: cells of tables that stand beyond what is shown, and words that a cell says without a head of its own
_BEYOND = """() => [...document.querySelectorAll('main.report table :is(td, tbody th)')].filter((one) => {
    const [cell, frame] = [one.getBoundingClientRect(), one.closest('.scroll').getBoundingClientRect()];
    return !one.checkVisibility() || cell.right > frame.right + 1 || cell.right > innerWidth;
}).map((one) => one.textContent)"""


def of_seven() -> Game:
    """A game of as many as there may be, far enough for figures."""
    game, chance = Game("1880", players=[f"Player {number}" for number in range(1, 8)]), Random(1)
    while game.finished is None and game.played < 300:
        game.play(GREEDY_0.choose(game, chance))
    return game


@pytest.mark.parametrize("many", [False, True])
def test_no_figure_of_a_table_lies_beyond_a_phone(sit: Sit, visitor: Visitor, many: bool):
    """Rows are paragraphs there, and each figure says what it is; of few players the columns stay."""
    page = sit(visitor, "/", phone=True, table=False).page
    page.set_content(document(report(of_seven() if many else finished_game())))
    assert page.locator("main.report td").count() > 20
    assert not page.evaluate(_BEYOND)
    said = "one => getComputedStyle(one, '::before').content"
    assert "Start" in page.locator(".companies td").first.evaluate(said)
    assert ("Player" in page.locator(".sums td").first.evaluate(said)) == many
