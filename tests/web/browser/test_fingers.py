"""A phone has no mouse that rests on a button, and shows one panel at a time: what counts stands there all the same."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from kaiping.action import BuyTrain, Choose, Par
from kaiping.game import Game
from tests.web.browser.positions import bring, finished_game, position, whole_game
from tests.web.browser.sitting import Sitting
from tests.web.browser.test_actions import _QUESTIONS, GAMES
from tests.web.server import Visitor

Sit = Callable[..., Sitting]


def test_shares_that_change_hands_are_told_below_the_answer(sit: Sit, visitor: Visitor):
    game = position("choose merger", lambda one: isinstance(one, Choose), _QUESTIONS["merger"])
    path = bring(visitor, game)
    told = sit(visitor, path, phone=True).page.locator("#act .press", has_text="merge now").locator(".dear")
    expect(told).to_contain_text("gets 20 % of it")
    expect(told).to_be_visible()
    expect(sit(visitor, path).find("#act .dear").first).to_be_hidden()  # a mouse is told when it rests on it


def test_ones_own_money_for_a_train_is_told_below_the_button(sit: Sit, visitor: Visitor):
    """And after the press, what it brought."""
    whole = finished_game()
    game = next(
        at
        for number in range(400, whole.played)
        if any(
            isinstance(one, BuyTrain) and _pays(at := whole.at(number), one) for one in whole.at(number).legal_actions()
        )
    )
    table = sit(visitor, bring(visitor, game), phone=True)
    told = table.find("#act .kind-buytrain .dear").first
    expect(told).to_be_visible()
    expect(told).to_contain_text(f"{game.acting[0]} adds ¥")
    table.moves(table.find("#act .kind-buytrain:has(.dear) .choice").first.click)
    just = table.find(".just")
    expect(just).to_be_visible()
    expect(just).to_contain_text(f"{game.acting[0]} adds ¥")


def _pays(game: Game, action: BuyTrain) -> bool:
    after = game.after(action).state.cash
    return any(after[name] < game.state.cash[name] for name in game.players)


@pytest.mark.parametrize("title", ["1880", "1890"])
def test_the_market_begins_where_the_leading_companies_are(sit: Sit, visitor: Visitor, title: str):
    game = whole_game(GAMES[title])
    table = sit(visitor, bring(visitor, game.at(game.played - 1)), phone=True)
    market = table.look_at("market")
    right = market.locator(".scroll:has(.market)").evaluate("one => one.getBoundingClientRect().right")
    marked = market.locator(".market .full").evaluate_all(
        "all => Math.max(...all.map((one) => one.getBoundingClientRect().right))"
    )
    assert marked <= right


def test_a_company_is_started_by_prices_that_come_first(sit: Sit, visitor: Visitor):
    game = position("1880 Par", lambda one: isinstance(one, Par), GAMES["1880"])
    row = sit(visitor, bring(visitor, game), phone=True).find("#act [data-start]").first
    price, words = row.locator(".choice").first.bounding_box(), row.locator(".about small").last.bounding_box()
    assert price
    assert words
    assert price["y"] < words["y"]
