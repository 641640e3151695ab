"""The report of a game: its charts are seen whole, with letters that can be read."""

from __future__ import annotations

from collections.abc import Callable

import pytest

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
