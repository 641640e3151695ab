"""Late in a game, when the map is full and the sheet is high: what one chooses is in sight, and nothing jumps."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from kaiping.action import LayTile, RunRoutes
from kaiping.game import Game
from tests.web.browser.fitting import out_of_sight
from tests.web.browser.positions import bring, whole_game
from tests.web.browser.screens import DESK, LOW, Screen
from tests.web.browser.sitting import Sitting
from tests.web.browser.test_actions import GAMES
from tests.web.browser.test_one_screen import at, starting
from tests.web.server import Visitor

Sit = Callable[..., Sitting]

DESKS = [LOW, pytest.param(DESK, marks=pytest.mark.slow)]

#: whether an element is wholly within another
_WITHIN = """([inner, outer]) => {
    const [one, other] = [inner, outer].map((name) => document.querySelector(name).getBoundingClientRect());
    return one.left >= other.left && one.right <= other.right && one.top >= other.top && one.bottom <= other.bottom;
}"""
_PANE = "#p-map .canvas"
#: a company has been told what it may do on this many hexes
_MANY = 12


def laying() -> Game:
    """The last moment of 1888 at which a tile may be laid on many hexes."""
    whole = whole_game(GAMES["1888"])
    for number in range(whole.played - 1, 0, -1):
        game = whole.at(number)
        if len({one.hex for one in game.legal_actions() if isinstance(one, LayTile)}) > _MANY:
            return game
    raise LookupError("no tile is laid")


def running() -> Game:
    """The last moment of 1888 at which two trains run."""
    whole = whole_game(GAMES["1888"])
    for number in range(whole.played - 1, 0, -1):
        game = whole.at(number)
        if any(len(one.routes) > 1 for one in game.legal_actions() if isinstance(one, RunRoutes)):
            return game
    raise LookupError("nobody runs two trains")


def opened(sit: Sit, visitor: Visitor, game: Game, size: Screen) -> Sitting:
    table = sit(visitor, bring(visitor, game), table=False)
    table.page.set_viewport_size(size.size)
    table.open()
    return table


def width(one: Locator) -> float:
    box = one.bounding_box()
    assert box
    return box["width"]


@pytest.mark.parametrize("size", DESKS, ids=str)
def test_a_map_that_is_near_comes_to_what_is_chosen_or_has_the_focus(sit: Sit, visitor: Visitor, size: Screen):
    table = opened(sit, visitor, laying(), size)
    keyboard = table.page.keyboard
    chips = [str(one.get_attribute("data-hex-choice")) for one in table.find("#act .hex-choice").all()]
    keyboard.press("m")
    for _ in range(3):
        keyboard.press("+")
    for chosen in (chips[-1], chips[0]):
        table.find(f'[data-hex-choice="{chosen}"]').click()
        expect(table.find("#choose .primary")).to_be_visible()
        assert table.page.evaluate(_WITHIN, [f'#p-map .hexes [data-hex="{chosen}"]', _PANE]), chosen
        keyboard.press("Escape")
        expect(table.find("#choose")).to_be_hidden()
    keyboard.press("m")
    for _ in chips:
        keyboard.press("Tab")
        focused = table.page.evaluate("document.activeElement.dataset.hex")
        assert focused in chips
        assert table.page.evaluate(_WITHIN, [f'#p-map .hexes [data-hex="{focused}"]', _PANE]), focused


@pytest.mark.parametrize("size", DESKS, ids=str)
def test_the_map_fills_its_pane_and_does_not_jump_within_a_turn(sit: Sit, visitor: Visitor, size: Screen):
    """What it leaves is the decision's; the company that acts is in sight, however low the sheet is."""
    whole, end = whole_game(GAMES["1888"]), running().played
    widths = set()
    for number in (end + 1, end, end - 1):
        path = bring(visitor, whole.at(number))
        table = sit(visitor, path, table=False)
        table.page.set_viewport_size(size.size)
        table.open()
        drawn = width(table.find("#p-map .hexes"))
        assert width(table.find(_PANE)) - drawn < 40
        widths.add(round(drawn))
        assert not out_of_sight(table)
        assert table.page.evaluate(_WITHIN, ["#p-sheet .holdings tr.acting", "#p-sheet"])
    assert max(widths) - min(widths) <= 2


def test_the_company_that_acts_is_in_sight_in_a_low_sheet(sit: Sit, visitor: Visitor):
    table = opened(sit, visitor, running(), LOW)
    table.find("#p-sheet").evaluate("(one) => one.style.setProperty('max-height', '70px')")
    table.page.set_viewport_size({"width": 1281, "height": 720})
    expect(table.find("#p-sheet .holdings tr.acting")).to_be_in_viewport()
    assert table.page.evaluate(_WITHIN, ["#p-sheet .holdings tr.acting", "#p-sheet"])


@pytest.mark.promise("the route editor opens in sight, rings what can be reached, and refuses in names of places")
def test_the_route_editor_says_beside_run_why_not(sit: Sit, visitor: Visitor):
    """In one sentence; what one train does wrong takes nothing from the other."""
    table = sit(visitor, bring(visitor, running()))
    table.look_at("now")
    table.find("[data-edit-run]").first.click()
    editor = table.find(".editor")
    expect(editor.locator(".primary")).to_be_enabled()
    expect(table.find("#p-map .routes .route")).to_have_count(2)
    stop = table.find("#p-map .stop.in-plan").last.get_attribute("data-stop")
    plan = str(editor.get_attribute("data-plan"))
    last = re.findall(r'"([A-Z]\d+\.\d)"\]', plan)[0]
    assert stop
    table.find(f'#p-map .stop[data-stop="{last}"]').dispatch_event("click")
    why = editor.locator(".buttons .no")
    expect(why).to_have_text(re.compile(r"^\s*¥[\d,]+ can be had\.\s*\(?1888-2022, VIII\.3\.7\.\d"))
    expect(why).to_be_in_viewport(ratio=1)
    expect(editor.locator(".primary")).to_be_in_viewport(ratio=1)
    expect(editor.locator(".primary")).to_be_disabled()
    # a stop to which no track of the train leads on
    reach = (editor.get_attribute("data-reach") or "").split()
    for other in reach:
        if other not in plan:
            table.find(f'#p-map .stop[data-stop="{other}"]').dispatch_event("click")
            expect(table.find(f'#p-map .stop[data-stop="{other}"].in-plan')).to_be_attached()
            if table.find("#p-map .routes .route").count() == 1:
                break
            table.find(f'#p-map .stop[data-stop="{other}"]').dispatch_event("click")
            expect(table.find(f'#p-map .stop[data-stop="{other}"].in-plan')).to_have_count(0)
    expect(table.find("#p-map .routes .route")).to_have_count(1)
    expect(why).to_contain_text("–")


@pytest.mark.parametrize("title", [*(pytest.param(one, marks=pytest.mark.slow) for one in ("1880", "1890")), "1888"])
def test_a_tile_that_lies_for_trial_has_letters_as_large_as_the_map(sit: Sit, visitor: Visitor, title: str):
    whole = whole_game(GAMES[title])
    for number in range(whole.played // 2, whole.played):
        game = whole.at(number)
        hexes = game.definition.map.hexes
        named = {one.hex for one in game.legal_actions() if isinstance(one, LayTile) and hexes[one.hex].name}
        if named:
            break
    table = opened(sit, visitor, game, LOW)
    expect(table.find("#p-map svg.far")).to_be_attached()
    table.choose_hex(sorted(named)[0])
    size = "(all) => Math.max(...all.map((one) => parseFloat(getComputedStyle(one).fontSize)))"
    tried = table.find("#p-map .preview .large text")
    assert tried.count()
    expect(tried.first).to_be_visible()
    assert tried.evaluate_all(size) >= table.find("#p-map svg > .large text").evaluate_all(size) * 0.8
    expect(table.find("#p-map .preview .words")).not_to_be_visible()
    expect(table.find("#choose .face .large").first).not_to_be_visible()


@pytest.mark.parametrize("title", [*(pytest.param(one, marks=pytest.mark.slow) for one in ("1888", "1890")), "1880"])
def test_what_each_hex_would_add_hides_no_choice(sit: Sit, visitor: Visitor, title: str):
    whole = whole_game(GAMES[title])

    def hexes(number: int) -> int:
        return len({one.hex for one in whole.at(number).legal_actions() if isinstance(one, LayTile)})

    number = max(range(whole.played // 3, whole.played, 5), key=hexes)
    table = opened(sit, visitor, whole.at(number), LOW)
    assert not out_of_sight(table)
    table.find("#act .hint .link").first.click()
    expect(table.find("#act .gain-at").first).to_be_attached()
    assert not out_of_sight(table)


def test_keys_reach_everything_and_say_why_one_may_not_pass(sit: Sit, visitor: Visitor):
    table = sit(visitor, bring(visitor, laying()))
    keys = [one.get_attribute("data-key") for one in table.find("#act .hex-choice").all()]
    assert keys[8:11] == ["9", "a", "b"]
    table.page.keyboard.press("a")
    table.page.keyboard.press("Enter")
    tenth = table.find("#act .hex-choice").nth(9).get_attribute("data-hex-choice")
    expect(table.find(f'#choose form[data-hex="{tenth}"]')).to_be_visible()
    table = sit(visitor, bring(visitor, running()))
    table.page.keyboard.press("p")
    expect(table.find("#outcome")).to_contain_text("must run its trains")
    table = sit(visitor, bring(visitor, at(starting)))
    chip = table.find("#act .start").nth(1)
    table.page.keyboard.press(str(chip.get_attribute("data-key")))
    expect(chip.locator("input")).to_be_checked()
    expect(table.find("#act [data-start]:visible")).to_have_attribute(
        "data-start", str(chip.locator("input").get_attribute("value"))
    )


def test_a_finger_finds_what_each_hex_would_add_on_its_button(sit: Sit, visitor: Visitor):
    """And the buttons are as large as a finger, however many there are."""
    table = sit(visitor, bring(visitor, laying()), phone=True)
    table.look_at("now")
    chips = table.find("#act .hex-choice")
    assert min(chips.evaluate_all("(all) => all.map((one) => one.offsetHeight)")) >= 44
    table.find("#act .hint .link").first.click()
    expect(chips.locator(".adds")).to_have_count(chips.count())
    expect(chips.locator(".adds").first).to_be_visible()
    expect(chips.locator(".adds").first).to_have_text(re.compile(r"^[+−-]?\d+\??$"))


@pytest.mark.parametrize("height", [844, pytest.param(664, marks=pytest.mark.slow)])
def test_a_lesson_leaves_the_map_to_whoever_chooses_on_a_phone(sit: Sit, visitor: Visitor, height: int):
    """The band folds to the task, and what opens below takes nothing from the size of the hexes."""
    table = sit(visitor, "/learn", table=False, phone=True)
    table.page.set_viewport_size({"width": 390, "height": height})
    table = lesson_on(table)
    table.press('.coach [value="next"]')
    table.look_at("map")
    band = table.find(".coach")
    whole = band.bounding_box()
    legal = str(table.find("#p-map").get_attribute("data-legal")).split()[0]
    table.find(f'#p-map .hexes [data-hex="{legal}"]').dispatch_event("click")
    expect(table.find("#choose .primary")).to_be_in_viewport(ratio=1)
    expect(band.locator(".task")).to_be_visible()
    expect(band.locator(".says")).not_to_be_visible()
    folded = band.bounding_box()
    assert whole
    assert folded
    assert folded["height"] < whole["height"] / 2
    hexagon = table.find(f'#p-map .hexes [data-hex="{legal}"]')
    before = width(hexagon)
    assert before >= 40
    table.find("#choose [data-worth]").click()
    expect(table.find("#choose .worth")).to_contain_text("run for")
    assert width(hexagon) == pytest.approx(before, abs=1)
    table.find("#choose [data-close]").click()
    expect(band.locator(".says")).to_be_visible()


def lesson_on(table: Sitting) -> Sitting:
    table.page.goto(table.url)
    table.page.locator('.lessons form[action="/learn/1888/track"] button').click()
    expect(table.find("#table[data-started]")).to_be_attached()
    return table
