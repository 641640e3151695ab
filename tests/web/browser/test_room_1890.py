"""1890 on a small desk: companies stay in sight where one deals and buys trains, and the market can be read."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from kaiping.action import Bid, BuyTrain, Choose, LayTile, SellShares
from kaiping.game import Game
from tests.web.browser.fitting import out_of_sight
from tests.web.browser.positions import bring, position, whole_game
from tests.web.browser.screens import DESK, LOW, Screen
from tests.web.browser.sitting import Sitting
from tests.web.browser.test_actions import GAMES
from tests.web.browser.test_forced_sales import forced
from tests.web.browser.test_said_whole import SEVEN, is_cut, seven
from tests.web.server import Visitor

Sit = Callable[..., Sitting]

both_desks = pytest.mark.parametrize("size", [LOW, pytest.param(DESK, marks=pytest.mark.slow)], ids=str)


def on_a_desk(sit: Sit, visitor: Visitor, path: str, size: Screen) -> Sitting:
    table = sit(visitor, path, table=False)
    table.page.set_viewport_size(size.size)
    table.open()
    return table


@both_desks
def test_seven_see_all_companies_in_a_stock_round(sit: Sit, visitor: Visitor, size: Screen):
    """Privates of others are one line until somebody wants them; nothing forces anybody to buy one."""
    table = on_a_desk(sit, visitor, bring(visitor, seven()), size)
    rows = table.find(".holdings tbody tr")
    assert rows.count() >= 4
    for one in (*rows.all(), *table.find(".wealth tbody tr").all()):
        expect(one).to_be_in_viewport(ratio=0.95)
    privates = table.find("#act .of-acquireprivate")
    expect(privates).not_to_have_attribute("open", "")
    expect(privates.locator("summary")).to_be_in_viewport(ratio=1)
    assert not out_of_sight(table)
    privates.locator("summary").click()
    expect(privates.locator("[data-key]").first).to_be_visible()


@both_desks
def test_trains_of_others_are_offered_a_company_a_line(sit: Sit, visitor: Visitor, size: Screen):
    game = position("choose take-token-back", lambda one: isinstance(one, Choose), GAMES["1890"])
    bought = [one for one in game.legal_actions() if isinstance(one, BuyTrain)]
    sellers = {one.source for one in bought if one.source in {*game.state.floated, *game.state.minors}}
    table = on_a_desk(sit, visitor, bring(visitor, game), size)
    rows = table.find("#act .of-buytrain .seller")
    assert {row.get_attribute("data-company") for row in rows.all()} == sellers
    row = table.find('#act .of-buytrain .seller[data-company="SY"]')
    assert row.locator(".train").all_inner_texts() == ["2+2", "3", "3+3"]
    assert not out_of_sight(table)
    assert table.find("#act .of-buytrain").evaluate("one => one.offsetHeight") < 250
    expect(table.find(".holdings tbody tr").nth(2)).to_be_in_viewport(ratio=0.9)
    # amounts of four figures are seen whole
    cut = """all => all.filter((one) => {
        const before = one.value;
        one.value = 1234;
        const cut = one.scrollWidth > one.clientWidth;
        one.value = before;
        return cut;
    }).length"""
    assert not table.find("#act .seller [data-amount]").evaluate_all(cut)
    # one of them is offered for, and nothing else
    press = row.locator(".press:has(.train:text-is('3'))")
    press.locator("[data-amount]").fill("55")
    press.locator(".choice").focus()
    expect(table.find("#outcome")).to_contain_text("¥55")
    path = table.url.removeprefix(visitor.url)
    table.moves(press.locator(".choice").click)
    played = visitor.game(path).actions[game.played]
    assert isinstance(played, BuyTrain)
    assert (played.train, played.source, played.price) == ("3", "SY", 55)


def test_what_would_be_added_stands_where_it_is_about(sit: Sit, visitor: Visitor):
    """Hexes in the fold of the power that lays track, trains above the trains."""
    game = position("choose take-token-back", lambda one: isinstance(one, Choose), GAMES["1890"])
    assert any(isinstance(one, LayTile) and one.private for one in game.legal_actions())
    table = sit(visitor, bring(visitor, game))
    expect(table.find("#act .of-buytrain .hint .link")).to_have_text("What would each add?")
    power = table.find("#act .of-power")
    power.evaluate("one => one.open = true")
    asks = power.locator(".hint .link")
    expect(asks).to_have_text("What would each hex add?")
    asks.click()
    expect(power.locator(".worth .gain-at")).to_have_count(1)
    table.find("#act .of-buytrain .hint .link").click()
    expect(table.find("#act .of-buytrain .weighed li").first).to_contain_text("train from")
    expect(table.find("#act .of-buytrain .gain-at")).to_have_count(0)


@both_desks
def test_who_must_raise_money_has_everything_in_sight(sit: Sit, visitor: Visitor, size: Screen):
    table = on_a_desk(sit, visitor, bring(visitor, forced()), size)
    expect(table.find("[data-edit-sale]")).to_be_in_viewport(ratio=1)
    expect(table.page.get_by_role("button", name="Convert it")).to_be_in_viewport(ratio=1)
    assert not out_of_sight(table)


@both_desks
def test_no_figure_of_the_market_is_cut(sit: Sit, visitor: Visitor, size: Screen):
    """It scrolls in itself where there is not room for all."""
    whole = whole_game(GAMES["1890"])
    table = on_a_desk(sit, visitor, bring(visitor, whole.at(whole.played // 2)), size)
    market = table.look_at("market")
    cut = market.locator(":is(.price, .chip)").evaluate_all(
        """all => all.filter((one) => {
            const words = document.createRange();
            words.selectNodeContents(one);
            const cell = one.closest("td").getBoundingClientRect();
            const box = words.getBoundingClientRect();
            return box.left < cell.left + 0.5 || box.right > cell.right - 0.5;
        }).map((one) => one.textContent.trim())"""
    )
    assert not cut
    chip = market.locator(".chip").last
    chip.scroll_into_view_if_needed()
    expect(chip).to_be_in_viewport(ratio=1)


@both_desks
def test_bids_of_seven_are_told_whole(sit: Sit, visitor: Visitor, size: Screen):
    """The highest first; and their money stands in one line each."""
    game = Game("1890", players=list(SEVEN))
    for place, player in enumerate(SEVEN[:6]):
        game.play(Bid(player, "HN", 115 + 5 * place))
    table = on_a_desk(sit, visitor, bring(visitor, game), size)
    bids = table.find("#act .of-bid .bids")
    expect(bids).to_have_count(1)
    expect(bids).to_have_text("Ferdinand bids ¥140, Eve ¥135, Dmitri ¥130, Christine ¥125, Bo ¥120, Annabel ¥115.")
    assert not is_cut(bids)
    whole = table.find("#act .of-bid .lot").evaluate_all(
        "all => all.filter((one) => one.scrollWidth <= one.clientWidth).length"
    )
    assert whole > 4, "powers are told whole as far as there is room"
    rows = table.find(".wealth:not(.minors) tbody tr").evaluate_all("all => all.map((one) => one.offsetHeight)")
    assert max(rows) < 1.3 * min(rows)


@both_desks
def test_companies_have_names(sit: Sit, visitor: Visitor, size: Screen):
    """... on the sheet, and where shares are sold."""
    whole = whole_game(GAMES["1890"])
    selling = next(
        number
        for number in range(whole.played // 2, whole.played)
        if sum(isinstance(one, SellShares) for one in whole.at(number).legal_actions()) > 4
    )
    table = on_a_desk(sit, visitor, bring(visitor, whole.at(selling)), size)
    sheet = (
        [table.find(".holdings .name")] if size == DESK else []
    )  # a small desk leaves them out where there is no room
    for names in (*sheet, table.find("#act .of-sellshares .about b")):
        assert names.count()
        for name in names.all():
            box = name.bounding_box()
            assert box
            assert box["width"] > 40
    for share in table.find("#act .of-sellshares .about small").all():
        assert share.evaluate("one => one.offsetHeight < 1.6 * parseFloat(getComputedStyle(one).fontSize)")


@both_desks
def test_the_market_is_seen_whole(sit: Sit, visitor: Visitor, size: Screen):
    table = on_a_desk(sit, visitor, bring(visitor, whole_game(GAMES["1890"])), size)
    market = table.look_at("market").locator(".scroll").first
    assert market.evaluate("one => one.scrollWidth <= one.clientWidth")
