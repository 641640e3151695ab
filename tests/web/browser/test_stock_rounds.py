"""A stock round on a desk: names end after whole words, what starts a company stands together, nothing moves."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from kaiping.action import AcquirePrivate
from kaiping.game import Game
from tests.web.browser.positions import bring, finished_game, position
from tests.web.browser.screens import DESK, LOW, Screen
from tests.web.browser.sitting import Sitting
from tests.web.browser.test_actions import GAMES
from tests.web.browser.test_said_whole import is_cut, seven
from tests.web.server import Visitor

Sit = Callable[..., Sitting]

#: names that are seen with half a word, or not at all
_TORN = """(all) => all.filter((one) => {
    const [box, words] = [one.getBoundingClientRect(), document.createRange()];
    const text = [...one.childNodes].find((node) => node.nodeType === 3 && node.textContent.trim());
    const seen = [...text.textContent.matchAll(/\\S+/g)].map((word) => {
        words.setStart(text, word.index);
        words.setEnd(text, word.index + word[0].length);
        return words.getBoundingClientRect();
    }).filter((word) => word.top < box.bottom - 3);
    return !seen.length || seen.some((word) => word.right > box.right + 1 || word.bottom > box.bottom + 3)
        || (getComputedStyle(one).textOverflow === 'ellipsis' && one.scrollWidth > one.clientWidth);
}).map((one) => one.textContent.trim())"""


def on_a_desk(sit: Sit, visitor: Visitor, game: Game, size: Screen) -> Sitting:
    table = sit(visitor, bring(visitor, game), table=False)
    table.page.set_viewport_size(size.size)
    table.open()
    return table


def founding() -> Game:
    """Companies may be started, at one price or at many."""
    return position("1890 AcquirePrivate", lambda one: isinstance(one, AcquirePrivate), GAMES["1890"])


@pytest.mark.parametrize("size", [LOW, pytest.param(DESK, marks=pytest.mark.slow)], ids=str)
@pytest.mark.parametrize("game", [seven, founding])
def test_names_beside_shares_end_after_a_word(sit: Sit, visitor: Visitor, game: Callable[[], Game], size: Screen):
    """All of a name is told to whoever points at it."""
    names = on_a_desk(sit, visitor, game(), size).find("#act .of-sellshares .about b")
    assert names.count() > 1
    assert not names.evaluate_all(_TORN)
    for name in names.all():
        expect(name).to_have_attribute("title", " ".join(name.inner_text().split()))


@pytest.mark.parametrize("size", [LOW, pytest.param(DESK, marks=pytest.mark.slow)], ids=str)
def test_what_starts_a_company_stands_together_and_moves_nothing(sit: Sit, visitor: Visitor, size: Screen):
    table = on_a_desk(sit, visitor, founding(), size)
    heading, companies = table.find("#act .of-par legend"), table.find("#act .of-par .start")
    assert companies.count() > 4
    before = table.find("#act .of-pass .choice").bounding_box()
    for company in companies.all():
        company.locator("input").check()
        row = table.find("#act .of-par .row:visible")
        expect(row).to_have_count(1)
        line, chip, prices = heading.bounding_box(), company.bounding_box(), row.bounding_box()
        assert line
        assert chip
        assert prices
        assert line["x"] - 1 <= chip["x"] < line["x"] + line["width"]
        assert line["y"] < chip["y"] < prices["y"]
        assert abs(line["x"] - prices["x"]) < 3
        assert table.find("#act .of-pass .choice").bounding_box() == before


def test_what_is_true_of_most_lots_is_told_whole(sit: Sit, visitor: Visitor):
    """Where what is said of each has made room for it."""
    table = on_a_desk(sit, visitor, Game("1890", players=["Ann", "Bo", "Cy"]), LOW)
    assert not is_cut(table.find("#act .of-bid .common"))


def test_letters_in_a_narrow_market_are_whole(sit: Sit, visitor: Visitor):
    chips = on_a_desk(sit, visitor, finished_game().at(364), LOW).find("#p-market .chip")
    assert chips.count() > 5
    clipped = """all => all.filter((one) => {
        const words = document.createRange();
        words.selectNodeContents(one);
        return words.getBoundingClientRect().width > one.closest("td").clientWidth;
    }).map((one) => one.textContent.trim())"""
    assert not chips.evaluate_all(clipped)
