"""Told before it is pressed: what a choice costs, what follows by itself, why a place is out of reach."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from kaiping import ledger, phrases
from kaiping.action import BuyTrain, LayTile, Par, RunRoutes, to_json
from tests.web.browser.positions import bring, finished_game, whole_game
from tests.web.browser.sitting import Sitting
from tests.web.browser.test_actions import GAMES, laying
from tests.web.server import Visitor

Sit = Callable[..., Sitting]


def test_a_train_that_is_bought_without_being_asked_is_told(sit: Sit, visitor: Visitor):
    """Before the tile is confirmed after which it is; and it is then bought."""
    whole = finished_game()

    def bought(number: int) -> bool:
        kinds = isinstance(whole.actions[number], LayTile) and isinstance(whole.actions[number + 1], BuyTrain)
        return kinds and ledger.only_answer(whole.at(number + 1)) is not None

    moment = next(number for number in range(whole.played) if bought(number))
    tile = whole.actions[moment]
    assert isinstance(tile, LayTile)
    table = sit(visitor, bring(visitor, whole.at(moment)))
    table.choose_hex(tile.hex)
    option = table.find(f"#choose input[value='{to_json(tile).decode()}']")
    option.check()
    words = table.find("#choose .outcome")
    expect(words.locator(".follows")).to_contain_text("buys a 2-train")
    expect(words).to_contain_text("Then by itself")
    table.confirm()
    assert table.here > moment + 1
    assert isinstance(visitor.game(table.url.removeprefix(visitor.url)).actions[moment + 1], BuyTrain)


def test_whoever_wants_to_be_asked_is_told_nothing_of_it(sit: Sit, visitor: Visitor):
    whole = whole_game(GAMES["1888"])
    moment = next(number for number in range(whole.played) if isinstance(whole.actions[number], LayTile))
    table = sit(visitor, bring(visitor, whole.at(moment)))
    table.page.evaluate("localStorage.setItem('kaiping-ask-all', 'yes')")
    asked: list[str] = []
    table.page.on("request", lambda one: asked.append(one.url) if "name=then" in one.url else None)
    table.choose_hex()
    expect(table.find("#choose .outcome")).to_contain_text("If you confirm")
    table.page.wait_for_timeout(400)
    assert not asked


def test_the_start_of_a_company_tells_its_cost(sit: Sit, visitor: Visitor):
    """On the button, and before it is pressed also how many shares are missing until it floats."""
    whole = whole_game(GAMES["1888"])
    moment = next(number for number in range(whole.played) if isinstance(whole.actions[number], Par))
    table = sit(visitor, bring(visitor, whole.at(moment)))
    button = table.find("#act [data-start]:visible .choice").first
    expect(button).to_contain_text("at ¥70 for ¥140")
    button.hover()
    expect(table.find("#outcome")).to_contain_text("pays ¥140 for 20 %")
    expect(table.find("#outcome")).to_contain_text("4 more shares until")
    table.moves(button.click)


def test_a_place_out_of_reach_says_why(sit: Sit, visitor: Visitor):
    whole = whole_game(GAMES["1888"])
    runs = [number for number, action in enumerate(whole.actions) if isinstance(action, RunRoutes) and action.routes]
    game = whole.at(runs[0])
    company = phrases.company_on_turn(game)
    table = sit(visitor, bring(visitor, game))
    table.find("[data-edit-run]").first.click()
    expect(table.find(".editor")).to_be_visible()
    far = table.find("#p-map .stop.far").first.get_attribute("data-stop") or ""
    before = table.find(".editor").get_attribute("data-plan")
    table.find(f'#p-map .hexes [data-hex="{far.partition(".")[0]}"]').click()
    expect(table.find(".editor .no[role=alert]")).to_contain_text(f"{company} cannot reach")
    assert table.find(".editor").get_attribute("data-plan") == before


def test_why_nothing_may_be_done_on_a_hex_can_be_read(sit: Sit, visitor: Visitor):
    """The picture stands beside the words, and the hex is not ringed like one where something may be done."""
    table = sit(visitor, bring(visitor, laying("1888")))
    ring = "one => getComputedStyle(one).stroke"
    legal = table.find("#p-map .hex.legal").first.evaluate(ring)
    table.find("#p-map .hexes .hex:not(.legal)").first.dispatch_event("click")
    words = table.find("#choose .nothing > div")
    expect(words).to_contain_text("Nothing may be done here now.")
    picture, sentence = table.find("#choose .nothing svg").first.bounding_box(), words.bounding_box()
    assert picture
    assert sentence
    assert picture["x"] + picture["width"] <= sentence["x"]
    assert table.find("#p-map .hex.chosen").evaluate(ring) != legal
