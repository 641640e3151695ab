"""Letters and signs have words: for who points at them, and for a finger."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from kaiping.game import Game
from tests.web.browser.positions import bring, whole_game
from tests.web.browser.sitting import Sitting
from tests.web.browser.test_actions import GAMES, laying
from tests.web.server import Visitor

Sit = Callable[..., Sitting]


def late(title: str) -> Game:
    whole = whole_game(GAMES[title])
    return whole.at(whole.played * 9 // 10)


@pytest.mark.promise("letters and signs have words")
@pytest.mark.parametrize("title", ["1880", *(pytest.param(one, marks=pytest.mark.slow) for one in ("1888", "1890"))])
def test_every_sign_of_the_sheet_has_words(sit: Sit, visitor: Visitor, title: str):
    table = sit(visitor, bring(visitor, late(title)))
    table.look_at("sheet")
    signs = table.find("#p-sheet .grid :is(abbr, .train)")  # on cards the words stand beside them
    assert signs.count() > 10
    silent = signs.evaluate_all("all => all.filter((one) => !one.title).map((one) => one.outerHTML)")
    assert not silent
    bare = table.find("#p-sheet tr[data-company] > th").evaluate_all("all => all.filter((one) => !one.title).length")
    assert not bare


def test_a_finger_is_told_what_a_sign_means(sit: Sit, visitor: Visitor):
    table = sit(visitor, bring(visitor, late("1880")), phone=True)
    table.find('.tabs [data-view="sheet"]').click()
    table.find('[data-sheet="grid"]').first.click()
    words = table.find(".tip")
    for sign, meaning in (
        ('.holdings abbr.mark:text("◆")', "bought the latest train"),
        ('.holdings abbr:text("½")', "half of its capital is still to come"),
        (".holdings .president abbr", "director, "),
        (".holdings .train", "stops"),
        (".holdings td abbr:text('ABC')", "may lay track in phases"),
        (".minors tbody th", "Once track joins the two it merges"),
        (".holdings tr[data-company='BCR'] > th", "It may lay 2 yellow tiles"),
    ):
        one = table.find(sign).first
        one.scroll_into_view_if_needed()
        one.tap(position={"x": 3, "y": 3})
        expect(words).to_have_text(re.compile(re.escape(meaning)))
        box = words.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
        one.tap(position={"x": 3, "y": 3})
        expect(words).to_have_count(0)


def test_a_mouse_is_not_disturbed(sit: Sit, visitor: Visitor):
    table = sit(visitor, bring(visitor, late("1880")))
    table.find(".holdings .train").first.click()
    expect(table.find(".tip")).to_have_count(0)


@pytest.mark.promise("companies tell what is peculiar to them")
def test_cards_tell_what_companies_do(sit: Sit, visitor: Visitor):
    """Also those that nobody has started, and investors."""
    table = sit(visitor, bring(visitor, late("1880")))
    table.look_at("sheet")
    switch = table.find('.holdings [data-sheet="cards"]')
    if switch.is_visible():  # on a phone the cards are there from the start
        switch.click()
    deck = table.find(".cards .deck")
    expect(deck.locator('[data-company="BCR"].card')).to_contain_text("It may lay 2 yellow tiles in each turn.")
    expect(deck.locator('[data-company="BZU"].card')).to_contain_text("At home in B8 Harbin.")
    expect(deck.locator('[data-player="Ann"].card')).to_contain_text("Once track joins the two it merges")
    expect(deck.locator('[data-company="NJR"].card')).to_contain_text("half of its capital is still to come")


@pytest.mark.promise("tiles tell what they can become")
def test_tiles_tell_what_they_can_become(sit: Sit, visitor: Visitor):
    table = sit(visitor, bring(visitor, laying("1888")))
    table.find("#act .hex-choice").first.click()
    expect(table.find("#choose .outcome")).to_have_text(re.compile(r"Later tiles? \w+"))


@pytest.mark.promise("trains tell what they rust")
def test_trains_tell_what_they_rust(sit: Sit, visitor: Visitor):
    table = sit(visitor, bring(visitor, late("1888")))
    trains = table.look_at("trains")
    expect(trains.locator(".depot b:text('rust')").first).to_be_visible()
    table.look_at("sheet")
    told = table.find(".holdings .train").evaluate_all("all => all.map((one) => one.title)")
    assert any("rust" in words for words in told), told
