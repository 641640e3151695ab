"""What only 1890 asks of its players, by clicking."""

from __future__ import annotations

from collections.abc import Callable
from html import unescape
from random import Random

from playwright.sync_api import expect

from kaiping.action import (
    AcquirePrivate,
    AnyAction,
    Bid,
    BuyShare,
    Choose,
    Consent,
    LayTile,
    Pass,
    UsePower,
    from_json,
)
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.private_trade import TradeOffer
from kaiping.game import Game
from tests.bots.greedy_0 import BOT as GREEDY_0
from tests.web.browser.positions import Games, before, bring, position
from tests.web.browser.sitting import Sitting
from tests.web.browser.test_actions import GAMES
from tests.web.server import Visitor

Sit = Callable[..., Sitting]


def press(table: Sitting, wanted: Callable[[AnyAction], bool]) -> AnyAction:
    """Press the first button for something wanted; what it stands for."""
    for button in table.find('#act button[name="action"]:enabled').all():
        action = from_json(button.get_attribute("value") or "")
        if wanted(action):
            table.unfold(button)
            table.moves(button.click)
            return action
    raise AssertionError("there is no button for it")


def log(visitor: Visitor, path: str) -> str:
    return unescape(visitor.get(f"{path}part?name=log").text)


def test_a_bid_stays_until_its_lot_is_the_cheapest(sit: Sit, visitor: Visitor):
    path = visitor.hot_seat(title="1890:C")
    table = sit(visitor, path)
    field = table.find(".kind-bid [data-amount]").first
    field.fill("140")
    table.moves(lambda: field.press("Enter"))
    bid = visitor.game(path).actions[-1]
    assert isinstance(bid, Bid)
    assert bid.price == 140
    expect(table.find('.wealth [data-player="Ann"]')).to_contain_text("(¥140)")
    assert visitor.game(path).acting == ("Bo",)


def test_who_has_the_priority_gets_what_nobody_wants(sit: Sit, visitor: Visitor):
    """All pass again and again: the cheapest lot becomes cheaper, and at last has to be taken for nothing."""
    path = visitor.hot_seat(title="1890:C")
    table = sit(visitor, path)
    lot = next(action for action in visitor.game(path).legal_actions() if isinstance(action, Bid)).private
    for _ in range(30):
        table.press(".kind-pass .choice")
        if visitor.game(path).state.privates[lot] != "bank":
            break
    game = visitor.game(path)
    assert game.state.privates[lot] in game.players
    assert f"buys {lot} for ¥0" in log(visitor, path)


def test_a_private_of_another_player(sit: Sit, visitor: Visitor):
    """An offer with a price that is typed, and the owner's consent."""
    game = position("1890 AcquirePrivate", lambda action: isinstance(action, AcquirePrivate), GAMES["1890"])
    path = bring(visitor, game)
    table = sit(visitor, path)
    offer = next(action for action in game.legal_actions() if isinstance(action, AcquirePrivate))
    seller = game.state.privates[offer.private]
    field = table.find(f'.kind-acquireprivate:has([value*="{offer.private}"]) [data-amount]').first
    table.unfold(field)
    field.fill("7")
    table.moves(lambda: field.press("Enter"))
    assert isinstance(visitor.game(path).state.stack[-1], TradeOffer)
    press(table, lambda action: action == Consent(seller, agree=True))
    after = visitor.game(path)
    assert after.state.privates[offer.private] == offer.player
    assert after.state.cash[seller] == game.state.cash[seller] + 7


def test_a_late_private_with_a_token(sit: Sit, visitor: Visitor):
    game = position(
        "1890 KR for sale", lambda action: isinstance(action, AcquirePrivate) and action.private == "KR", Games("1890")
    )
    path = bring(visitor, game)
    table = sit(visitor, path)
    expect(table.find('#p-map .token[data-company="KR"]')).to_have_count(0)
    press(table, lambda action: isinstance(action, AcquirePrivate) and action.private == "KR")
    expect(table.find('#p-map .token[data-company="KR"]')).to_have_count(1)


def test_a_minor_becomes_a_private(sit: Sit, visitor: Visitor):
    game = position("1890 UsePower", lambda action: isinstance(action, UsePower), GAMES["1890"])
    path = bring(visitor, game)
    table = sit(visitor, path)
    power = press(table, lambda action: isinstance(action, UsePower))
    assert isinstance(power, UsePower)
    expect(table.find(f'#p-sheet tr[data-player="{power.player}"]').first).to_contain_text(power.private)
    assert visitor.game(path).state.privates[power.private] == power.player


def test_minors_form_a_company(sit: Sit, visitor: Visitor):
    """One declares the merger, the next is asked whether it joins, and the company has a turn at once."""
    game, declared = before("company-formed", GAMES["1890"])
    path = bring(visitor, game)
    table = sit(visitor, path)
    expect(table.find("#p-now .lead")).to_contain_text("The owner of OE is asked: choose the merger")
    expect(table.find("#p-now .lead .chip")).to_have_text("OE")
    expect(table.find("#p-now .no")).to_have_count(0)
    press(table, lambda action: action == declared)
    expect(table.find("#p-now .lead")).to_contain_text("KN is formed, KA may join")
    press(table, lambda action: isinstance(action, Choose) and (action.what, action.option) == ("merger", "merge"))
    after = visitor.game(path)
    assert len([event for event in after.events_since(game.played) if event.kind == "minor-merged"]) == 3
    assert {getattr(action, "company", "KN") for action in after.legal_actions()} == {"KN"}
    expect(table.find('.holdings tr[data-company="KN"]')).to_be_visible()


def test_two_tiles_in_a_turn(sit: Sit, visitor: Visitor):
    game = position(
        "a tile of JR", lambda action: isinstance(action, LayTile) and action.company == "JR", GAMES["1890"]
    )
    path = bring(visitor, game)
    table = sit(visitor, path)
    for _ in range(2):
        table.choose_hex()
        table.confirm()
    assert [getattr(action, "company", "") for action in visitor.game(path).actions[-2:]] == ["JR", "JR"]
    assert all(isinstance(action, LayTile) for action in visitor.game(path).actions[-2:])


def late_subway() -> Game:
    """The first turn of the Subway, whose shares nobody has bought before there were green tiles."""
    game, chance, robot = Game("1890", players=["Ann", "Bo", "Cy"]), Random(0), GREEDY_0
    while not isinstance(frame := game.state.stack[-1], OperatingRound) or not frame.order or frame.company != "OS":
        action = robot.choose(game, chance)
        early = isinstance(action, BuyShare) and action.company == "OS" and game.state.phase < "2"
        game.play(Pass(game.acting[0]) if early else action)
    return game


def test_the_subways_first_tile(sit: Sit, visitor: Visitor):
    """Only its own places are marked, and no track leads there."""
    game = late_subway()
    path = bring(visitor, game)
    table = sit(visitor, path)
    marked = {one.get_attribute("data-hex") for one in table.find("#p-map .hex.legal").all()}
    assert marked == set(game.definition.companies["OS"].free_lay)
    table.choose_hex()
    table.confirm()
    after = visitor.game(path)
    assert after.state.cash["OS"] == game.state.cash["OS"]


def test_a_die_is_thrown_for_a_run(sit: Sit, visitor: Visitor):
    game, _ = before("die", Games("1890", "greedy", ("tigers-die",)))
    path = bring(visitor, game)
    table = sit(visitor, path)
    table.press(".run .primary")
    assert "die is thrown for HS" in log(visitor, path)


def test_a_company_closes(sit: Sit, visitor: Visitor):
    game, last = before("company-closed", GAMES["1890"])
    path = bring(visitor, game)
    table = sit(visitor, path)
    press(table, lambda action: action == last)
    closed = next(event.data["company"] for event in visitor.game(path).last_events if event.kind == "company-closed")
    assert table.find(f'.market [data-company="{closed}"]').count() == 0
    assert table.find(f'#p-map [data-company="{closed}"]').count() == 0
    expect(table.find("#p-sheet .closed")).to_contain_text(game.definition.companies[closed].name)


def test_tokens_that_wait_are_in_sight(sit: Sit, visitor: Visitor):
    """The sale of the train that brings the air raids: tokens without a space stand beside the city."""
    game, sale = before("tokens-wait", GAMES["1890"])
    path = bring(visitor, game)
    table = sit(visitor, path)
    press(table, lambda action: action == sale)
    waiting = visitor.game(path).state.waiting_tokens
    assert waiting
    for companies in waiting.values():
        for company in companies:
            expect(table.find(f'#p-map .waiting [data-company="{company}"]')).to_have_count(1)
            expect(table.find(f'.holdings tr[data-company="{company}"] sub[title^="waiting"]')).to_be_visible()
