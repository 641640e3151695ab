"""The map as it is first shown: hexes are large enough to point at, every name can be read, none hides another.

So can the letters of tokens, what stops pay, and what building costs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from playwright.sync_api import expect

from kaiping.action import LayTile
from kaiping.game import Game
from kaiping.titles import TITLES
from tests.web.browser.positions import bring, whole_game
from tests.web.browser.sitting import Sitting
from tests.web.browser.test_actions import GAMES
from tests.web.server import Visitor

Sit = Callable[..., Sitting]

#: of letters, in points of the screen
READABLE = 8.0
#: ... of what else is written on the map
OTHERS = {"token": 6.5, "value": 7.0, "cost": 7.0}
#: how wide a hex is at least, in points, by the size of the screen
SIZES = {(1920, 1080): 58, (1440, 900): 48, (1280, 720): 38, (390, 844): 38}

#: hexes and names as they are seen, and pairs of names of different places that lie on each other
_MEASURE = """() => {
    const picture = document.querySelector('#p-map .canvas > svg'), scale = picture.getScreenCTM().a;
    const seen = [...picture.querySelectorAll('.name')].filter((one) =>
        getComputedStyle(one.closest('.words, .places, .large')).display !== 'none');
    const names = seen.map((one) => ({
        words: one.textContent, size: parseFloat(getComputedStyle(one).fontSize) * scale,
        place: one.parentElement, box: one.getBoundingClientRect(),
    }));
    const inside = (one, other) => Math.min(
        Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left),
        Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top) - 0.35 * one.size);
    const hidden = names.flatMap((one, index) => names.slice(index + 1)
        .filter((other) => other.place !== one.place && inside(one, other) > 1)
        .map((other) => `${one.words} - ${other.words}`));
    const others = {
        token: '.token text, .home text, .waiting text, .initials text',
        value: '.value text, .subsidy text', cost: '.terrain text',
    };
    const least = (selector) => Math.min(...[...picture.querySelectorAll(selector)]
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width)
        .map((one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().d));
    return {
        others: Object.fromEntries(Object.entries(others).map(([kind, selector]) => [kind, least(selector)])),
        hex: picture.querySelector('.hex').getBoundingClientRect().width,
        names: names.map(({ words, size }) => [words, size]), hidden,
    };
}"""


def moments(title: str) -> list[Game]:
    """A game at its beginning, in the middle, and late."""
    whole = whole_game(GAMES[title])
    return [whole.at(whole.played * share // 10) for share in (0, 5, 9)]


def measured(table: Sitting, width: int, height: int) -> dict[str, Any]:
    """As it is first shown on such a screen."""
    if (width, height) != (table.screen.width, table.screen.height):
        table.page.set_viewport_size({"width": width, "height": height})
    table.open()
    if width < 700:
        table.find('.tabs [data-view="map"]').click()
    expect(table.find("#p-map .canvas > svg.far")).to_be_visible()
    found: dict[str, Any] = table.page.evaluate(_MEASURE)
    return found


def legible(table: Sitting, game: Game, sizes: Iterable[tuple[int, int]]) -> None:
    # of a quarter of a city that has hexes of its own its own name is enough
    names = (hexagon.name.removeprefix("Osaka ") for hexagon in game.definition.map.hexes.values() if hexagon.name)
    places = {name.split()[0][:4] for name in names}
    for size in sizes:
        found = measured(table, *size)
        assert found["hex"] >= SIZES[size], size
        assert min(letters for _, letters in found["names"]) >= READABLE, size
        small = {kind: found["others"][kind] for kind, least in OTHERS.items() if not found["others"][kind] >= least}
        assert not small, size
        written = " ".join(words for words, _ in found["names"])
        assert not [place for place in places if place not in written]
        assert not found["hidden"], size


def test_the_words_on_the_largest_map_can_be_read_on_the_smallest_desk(sit: Sit, visitor: Visitor):
    game = moments("1880")[-1]
    legible(sit(visitor, bring(visitor, game), table=False), game, [(1280, 720)])


@pytest.mark.promise("hexes are large and names on the map can be read")
@pytest.mark.parametrize("title", [*(pytest.param(one, marks=pytest.mark.slow) for one in ("1888", "1890")), "1880"])
def test_names_can_be_read_on_every_screen(sit: Sit, visitor: Visitor, title: str):
    game = moments(title)[1]
    table = sit(visitor, bring(visitor, game), table=False)
    legible(table, game, [(table.screen.width, table.screen.height)])


@pytest.mark.slow
@pytest.mark.parametrize("title", TITLES)
def test_names_can_be_read(sit: Sit, visitor: Visitor, title: str):
    for game in moments(title):
        legible(sit(visitor, bring(visitor, game), table=False), game, SIZES)


def test_a_closer_look_shows_everything(sit: Sit, visitor: Visitor):
    """Nearer by, coordinates, numbers of tiles and all values are there."""
    table = sit(visitor, visitor.hot_seat())
    picture = table.find("#p-map .canvas > svg")
    expect(picture.locator(".words")).to_be_hidden()
    table.find('[data-zoom="in"]').click()
    expect(picture.locator(".words")).to_be_visible()
    expect(picture.locator(".large")).to_be_hidden()
    table.find('[data-zoom="all"]').click()
    expect(picture.locator(".large")).to_be_visible()


def test_the_style_stays_while_the_map_is_hardly_smaller(sit: Sit, visitor: Visitor):
    """What opens beside the map must not make another picture of it; who comes to the smaller one has larger words."""
    table = sit(visitor, visitor.hot_seat())
    far, near = (table.find(f"#p-map .canvas > svg{style}") for style in (".far", ":not(.far)"))
    table.page.set_viewport_size({"width": 1920, "height": 1200})
    expect(near).to_be_visible()
    before = near.bounding_box()
    assert before
    table.page.set_viewport_size({"width": 1760, "height": 1040})
    table.page.wait_for_function(
        "wide => document.querySelector('#p-map .canvas > svg').clientWidth < wide", arg=before["width"]
    )
    table.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    expect(near).to_be_visible()
    table.press(".kind-pass .choice")
    expect(near).to_be_visible()
    table.open()
    expect(far).to_be_visible()


@pytest.mark.parametrize("title", ["1888", *(pytest.param(one, marks=pytest.mark.slow) for one in ("1880", "1890"))])
def test_a_phone_begins_where_something_may_be_done(sit: Sit, visitor: Visitor, title: str):
    whole = whole_game(GAMES[title])
    number = next(number for number in range(whole.played // 2, whole.played) if hexes_to_choose(whole.at(number)))
    table = sit(visitor, bring(visitor, whole.at(number)), phone=True)
    table.find('.tabs [data-view="map"]').click()
    expect(table.find("#p-map .hex.legal").first).to_be_visible()
    in_sight = table.page.evaluate(
        """() => { const pane = document.querySelector('#p-map .canvas').getBoundingClientRect();
            return [...document.querySelectorAll('#p-map .hex.legal')].some((one) => {
                const box = one.getBoundingClientRect();
                return box.left >= pane.left && box.right <= pane.right && box.top >= pane.top
                    && box.bottom <= pane.bottom;
            }); }"""
    )
    assert in_sight


#: how much of the map is in the frame of the small one, across and down
_FRAMED = """() => {
    const small = document.querySelector('.overview'), frame = small.querySelector('rect');
    const [w, h] = small.getAttribute('viewBox').split(' ').slice(2).map(Number);
    return [frame.getAttribute('width') / w, frame.getAttribute('height') / h];
}"""


def test_a_phone_shows_where_on_the_map_one_is(sit: Sit, visitor: Visitor):
    """The map in small, with a frame round what is in sight, on the button that shows all of it."""
    table = sit(visitor, visitor.hot_seat(title="1890:C"), phone=True)
    table.find('.tabs [data-view="map"]').click()
    expect(table.find(".overview")).to_be_visible()
    assert min(table.page.evaluate(_FRAMED)) < 0.9
    table.find('[data-zoom="all"]').click()
    assert min(table.page.evaluate(_FRAMED)) > 0.99
    table.find('[data-zoom="in"]').click()
    assert max(table.page.evaluate(_FRAMED)) < 0.99
    desk = sit(visitor, table.url.removeprefix(visitor.url))
    expect(desk.find(".overview")).to_have_count(0)


def hexes_to_choose(game: Game) -> bool:
    return any(isinstance(action, LayTile) and not action.private for action in game.legal_actions())
