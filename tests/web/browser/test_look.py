"""The page on a desk and on a phone: what is in sight, what can be touched, what lights up."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from kaiping import phrases
from kaiping.action import AnyAction, Dividend, LayTile
from kaiping.titles import TITLES
from tests.web.browser.decisions import recorded
from tests.web.browser.fitting import out_of_sight
from tests.web.browser.positions import bring, position, whole_game
from tests.web.browser.sitting import Sitting
from tests.web.browser.test_actions import GAMES
from tests.web.server import Visitor

Sit = Callable[..., Sitting]


@pytest.fixture
def laying(visitor: Visitor) -> str:
    def wanted(action: AnyAction) -> bool:
        return isinstance(action, LayTile) and not action.private

    return bring(visitor, position("1888 LayTile or Pass, after 200", wanted, after=200, may_pass=True))


@pytest.mark.promise("map, decision and sheet stand side by side")
def test_a_desk_shows_everything_at_once(sit: Sit, visitor: Visitor, laying: str):
    table = sit(visitor, laying)
    width, height = table.screen.width, table.screen.height
    for name in ("#p-map", "#p-now", "#p-sheet", "#p-market", "#time"):
        box = table.find(name).bounding_box()
        assert box, name
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= width + 0.5
        assert box["y"] + box["height"] <= height + 0.5
    assert table.page.evaluate("document.documentElement.scrollHeight") <= height
    assert table.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.promise("Confirm and Pass are in sight without scrolling")
def test_confirm_and_pass_are_in_sight(sit: Sit, visitor: Visitor, laying: str):
    """Also where many tiles may be laid on a hex, and for whoever has scrolled in them."""
    table = sit(visitor, laying)
    expect(table.find("#act .of-pass .choice")).to_be_in_viewport(ratio=1)
    table = sit(visitor, bring(visitor, recorded("1888/101003.json.gz").at(40)))
    table.find("#act .hex-choice").last.click()
    expect(table.find("#choose .option").nth(12)).to_be_attached()
    confirm = table.find("#choose .primary")
    expect(confirm).to_be_in_viewport(ratio=1)
    box = confirm.bounding_box()
    assert box
    top = "([x, y]) => document.elementFromPoint(x, y).closest('button')?.classList.contains('primary')"
    assert table.page.evaluate(top, [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2])
    if not table.screen.phone:
        table.page.keyboard.press("Escape")
        assert not out_of_sight(table)


@pytest.mark.parametrize(
    "title", [pytest.param(one, marks=() if one == "1890" else pytest.mark.slow) for one in TITLES]
)
def test_the_sheet_of_every_title_fits_a_desk(sit: Sit, visitor: Visitor, title: str):
    """No column is out of sight, early, in the middle or at the end."""
    whole = whole_game(GAMES[title])
    for number in (whole.played // 10, whole.played // 2, 3 * whole.played // 5, whole.played):
        table = sit(visitor, bring(visitor, whole.at(number)))
        for name in (".holdings", ".wealth"):
            box = table.find(name).first.bounding_box()
            assert box, name
            assert box["x"] + box["width"] <= 1440.5, (number, name)


def test_a_phone_shows_one_thing_and_tabs_at_the_thumb(sit: Sit, visitor: Visitor, laying: str):
    table = sit(visitor, laying, phone=True)
    assert table.page.evaluate("document.documentElement.scrollWidth") <= 390
    expect(table.find("#p-now")).to_be_visible()
    expect(table.find("#p-map")).to_be_hidden()
    for name, panel in (("map", "map"), ("sheet", "sheet"), ("market", "market"), ("trains", "trains"), ("log", "log")):
        table.find(f'.tabs [data-view="{name}"]').click()
        expect(table.find(f"#p-{panel}")).to_be_visible()
        expect(table.find("#p-now")).to_be_hidden()
        assert table.page.evaluate("document.documentElement.scrollWidth") <= 390
    table.find('.tabs [data-view="now"]').click()
    small = table.page.evaluate(
        """() => [...document.querySelectorAll('#act button, .tabs button, .tools button')]
        .filter(one => one.offsetParent && one.getBoundingClientRect().height < 43.5).map(one => one.outerHTML)"""
    )
    assert not small
    table.find("#act .hex-choice").first.click()
    expect(table.find("#p-map")).to_be_visible()
    expect(table.find("#choose .primary")).to_be_in_viewport()
    table.confirm()


def test_all_tabs_of_a_phone_are_in_sight(sit: Sit, visitor: Visitor, laying: str):
    """What is looked at seldom stands behind the last of them."""
    table = sit(visitor, laying, phone=True)
    assert table.find(".tabs").evaluate("one => one.scrollWidth - one.clientWidth") <= 0
    more = table.find('.tabs [data-view="more"]')
    expect(more).to_be_in_viewport(ratio=1)
    for panel in ("tiles", "story", "chat", "notes"):
        more.click()
        table.find(f'.further [data-view="{panel}"]').click()
        expect(table.find(f"#p-{panel}")).to_be_visible()
        expect(more).to_have_attribute("aria-selected", "true")
    table.find('.tabs [data-view="sheet"]').click()
    table.page.get_by_role("button", name="All holdings in one grid").click()
    expect(table.find(".holdings")).to_be_in_viewport()
    table.page.set_viewport_size({"width": 360, "height": 740})
    assert table.find(".tabs").evaluate("one => one.scrollWidth - one.clientWidth") <= 0


def test_a_dividend_is_told_in_figures_first(sit: Sit, visitor: Visitor):
    """The rest is folded; that something must be decided is no mistake."""
    game = position("1888 Dividend", lambda one: isinstance(one, Dividend))
    table = sit(visitor, bring(visitor, game))
    told = table.find(".kind-dividend details.then")
    first = told.first.locator("summary")
    company = phrases.company_on_turn(game)
    price = game.definition.market.cells[game.state.cells[str(company)]].price
    assert re.search(rf"gets ¥\d+ · .*price ¥{price} → ¥\d+$", first.inner_text())
    box = first.bounding_box()
    assert box
    assert box["height"] < 30, "on one line"
    expect(told.first.locator("small")).not_to_be_visible()
    first.click()
    expect(told.first.locator("small")).to_contain_text("a share")
    sign = table.find("#act .must").evaluate("one => getComputedStyle(one, '::before').content")
    assert sign == "none"


def test_nothing_lies_on_a_phones_map(sit: Sit, visitor: Visitor, laying: str):
    """What happened last and the buttons that zoom stand below it."""
    table = sit(visitor, laying, phone=True)
    table.find('.tabs [data-view="map"]').click()
    canvas = table.find("#p-map .canvas").bounding_box()
    assert canvas
    assert canvas["height"] > 400
    for name in (".ticker", ".zoom", "#time"):
        box = table.find(name).bounding_box()
        assert box, name
        assert box["y"] >= canvas["y"] + canvas["height"] - 0.5
        assert box["y"] + box["height"] <= 844


def test_the_map_zooms_and_moves(sit: Sit, visitor: Visitor, laying: str):
    table = sit(visitor, laying)

    def view() -> list[float]:
        text = table.find("#p-map .canvas > svg").get_attribute("viewBox") or ""
        return [float(one) for one in text.split()]

    whole = view()
    table.page.keyboard.press("m")
    table.page.keyboard.press("+")
    assert view()[2] < whole[2]
    zoomed = view()
    table.page.keyboard.press("ArrowRight")
    assert view()[0] > zoomed[0]
    table.page.keyboard.press("0")
    assert view() == whole
    box = table.find("#p-map").bounding_box()
    assert box
    table.page.mouse.move(box["x"] + 200, box["y"] + 200)
    table.page.mouse.wheel(0, -300)
    table.page.wait_for_function(
        "w => Number(document.querySelector('.canvas > svg').getAttribute('viewBox').split(' ')[2]) < w", arg=whole[2]
    )
    before = view()
    table.page.mouse.down()
    table.page.mouse.move(box["x"] + 300, box["y"] + 260, steps=4)
    table.page.mouse.up()
    assert view()[0] < before[0]
    expect(table.find("#choose")).to_be_hidden()
    kept = view()
    table.press(".kind-pass .choice")
    assert view() == kept


def test_a_company_lights_up_everywhere(sit: Sit, visitor: Visitor, laying: str):
    table = sit(visitor, laying)
    row = table.find(".holdings tr[data-company]").first
    company = row.get_attribute("data-company")
    row.hover()
    expect(table.find("body.lighting")).to_be_attached()
    for place in ("#p-map", ".market", ".holdings", ".strip"):
        lit = table.find(f'{place} .lit[data-company="{company}"]')
        all_of_it = table.find(f'{place} [data-company="{company}"]')
        assert lit.count() == all_of_it.count()
    assert table.find(".market .chip.lit").count() == 1


def test_light_and_dark(sit: Sit, visitor: Visitor, laying: str):
    def ground(table: Sitting) -> str:
        return str(table.page.evaluate("getComputedStyle(document.body).backgroundColor"))

    light, dark = sit(visitor, laying, color_scheme="light"), sit(visitor, laying, color_scheme="dark")
    assert ground(light) != ground(dark)
    yellow = "getComputedStyle(document.querySelector('.canvas .ground polygon')).fill"
    assert light.page.evaluate(yellow) != dark.page.evaluate(yellow)
    before = ground(light)
    light.find("[data-theme-switch]").click()
    assert ground(light) == ground(dark)
    light.open()
    assert ground(light) == ground(dark) != before


def test_cards_instead_of_a_table(sit: Sit, visitor: Visitor, laying: str):
    table = sit(visitor, laying)
    expect(table.find(".holdings")).to_be_visible()
    table.find('.holdings [data-sheet="cards"]').click()
    expect(table.find(".holdings")).to_be_hidden()
    expect(table.find(".card.player").first).to_be_visible()
    table.press(".kind-pass .choice")
    expect(table.find(".card.player").first).to_be_visible()


def test_a_panel_stays_open_and_filled(sit: Sit, visitor: Visitor, laying: str):
    table = sit(visitor, laying)
    table.page.keyboard.press("i")
    expect(table.find("#p-tiles .manifest").first).to_be_visible()
    table.press(".kind-pass .choice")
    expect(table.find("#p-tiles .manifest").first).to_be_visible()
    table.open()
    expect(table.find("#p-tiles .manifest").first).to_be_visible()
    table.find('.tabs [data-view="tiles"]').click()
    expect(table.find("#p-tiles")).to_be_hidden()
    table.find('.tabs [data-view="chat"]').click()
    expect(table.find('#p-chat input:not([type="hidden"]), #p-chat textarea').first).to_be_visible()


def test_everything_has_a_name_for_a_screen_reader(sit: Sit, visitor: Visitor, laying: str):
    table = sit(visitor, laying)
    nameless = table.page.evaluate(
        """() => [...document.querySelectorAll('button, input:not([type=hidden]), select, a, [role=button]')]
        .filter(one => !(one.getAttribute('aria-label') || one.textContent.trim() || one.title || one.labels?.length))
        .map(one => one.outerHTML)"""
    )
    assert not nameless
    legal = table.find("#p-map .hex.legal").first
    assert legal.get_attribute("role") == "button"
    assert legal.get_attribute("aria-label")
