"""Every kind of action, once, by clicking."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any, get_args

import pytest
from playwright.sync_api import expect

from kaiping.action import (
    AcquirePrivate,
    AnyAction,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Choose,
    Consent,
    DeclareBankruptcy,
    DiscardTrain,
    Dividend,
    ExchangePrivate,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    RepayDebt,
    RunRoutes,
    SellBlocks,
    SellShares,
    UsePower,
    from_json,
)
from kaiping.game import Game
from kaiping.titles import TITLES
from kaiping.words import QUESTIONS
from tests.web.browser.fitting import out_of_sight
from tests.web.browser.positions import Games, bring, position
from tests.web.browser.sitting import Sitting
from tests.web.server import Visitor

Sit = Callable[..., Sitting]

#: where positions of each title are looked for
GAMES = {
    "1888": Games("1888"),
    "1880": Games("1880"),
    "1890": Games("1890", "greedy", ("air-raids",), seed=3),
}

#: the kinds of actions that are played by a button, in each title
_BUTTONS = {
    "1888": (
        Pass, Bid, Par, BuyShare, SellShares, ExchangePrivate, RunRoutes, Dividend, BuyTrain, DiscardTrain, BuyPrivate,
        Consent, DeclareBankruptcy,
    ),
    "1880": (
        Pass, Bid, Par, BuyShare, SellShares, RunRoutes, Dividend, BuyTrain, DiscardTrain, UsePower, RepayDebt,
    ),
    "1890": (
        Pass, Bid, Par, BuyShare, SellShares, RunRoutes, Dividend, BuyTrain, DiscardTrain, BuyPrivate, AcquirePrivate,
        Consent, DeclareBankruptcy, UsePower, SellBlocks,
    ),
}  # fmt: skip

#: where the games of the title seldom get
_ELSEWHERE: dict[tuple[str, type], Games] = {
    ("1890", DeclareBankruptcy): Games("1890", seed=12),
    ("1890", SellBlocks): Games("1890", "greedy", ("air-raids",), seed=12),
}

#: those that are played by the map
_ON_THE_MAP = (LayTile, PlaceToken)

#: what is asked, and where
_QUESTIONS = {
    "investor": GAMES["1880"],
    "row": Games("1880", options=("any-row",)),
    "permits": GAMES["1880"],
    "certificate": GAMES["1880"],
    "treasury": GAMES["1880"],
    "station": GAMES["1880"],
    "merger": GAMES["1890"],
    "conversion": Games("1890", options=("kobe-electric-any-time",)),
    "take-token-back": GAMES["1890"],
    "station-right": Games("1890"),
}


#: what no game of bots gets to: hardly anybody is solvent after the earthquake (see tests/web/table/test_choices.py)
_TOO_LATE = {"uncover-token"}


def press_one(
    sit: Sit, visitor: Visitor, name: str, games: Games, wanted: Callable[[AnyAction], bool], *, phone: bool = False
) -> None:
    """Go to a position in which something wanted is legal, press its button, and see that it was played."""
    game = position(name, wanted, games)
    path = bring(visitor, game)
    table = sit(visitor, path, phone=phone)
    for button in table.find('#act button[name="action"]:enabled').all():
        action = from_json(button.get_attribute("value") or "")
        if wanted(action):
            break
    else:
        raise AssertionError("there is no button for it")
    table.unfold(button)
    table.moves(button.click)
    if game.secret:  # its file is not given out, but what was done is told
        game.play(action)
        assert game.describe(game.last_events[0]) in unescape(visitor.get(f"{path}part?name=log").text)
        return
    after = visitor.game(path)
    assert after.played >= game.played + 1
    assert after.actions[game.played] == action


def _buttons() -> Iterator[Any]:
    """Every kind in every title; the second title with the same button differs little."""
    met = set()
    for title, kinds in _BUTTONS.items():
        for kind in kinds:
            yield pytest.param(title, kind, marks=pytest.mark.slow if kind in met else ())
            met.add(kind)


both_sizes = pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
#: what differs little between them
phone_slow = pytest.mark.parametrize(
    "phone", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["desk", "phone"]
)


@phone_slow
@pytest.mark.parametrize(
    ("title", "kind"),
    list(_buttons()),
    ids=lambda part: part if isinstance(part, str) else part.__name__,
)
def test_by_button(sit: Sit, visitor: Visitor, title: str, kind: type[AnyAction], phone: bool):
    games = _ELSEWHERE.get((title, kind), GAMES[title])
    name = f"{title} {kind.__name__}"
    press_one(sit, visitor, name, games, lambda action: isinstance(action, kind), phone=phone)


@phone_slow
@pytest.mark.parametrize("what", _QUESTIONS)
def test_a_question_is_answered(sit: Sit, visitor: Visitor, what: str, phone: bool):
    """Founding a company, choosing an investor, mergers, and what becomes of tokens."""

    def wanted(action: AnyAction) -> bool:
        return isinstance(action, Choose) and action.what == what

    press_one(sit, visitor, f"choose {what}", _QUESTIONS[what], wanted, phone=phone)


def test_every_kind_and_question_is_pressed_here():
    """A new one has to be added above, in some title."""
    pressed = {kind for kinds in _BUTTONS.values() for kind in kinds}
    assert {*pressed, *_ON_THE_MAP, Choose} == set(get_args(AnyAction))
    assert {*_QUESTIONS, *_TOO_LATE} == set(QUESTIONS)


@pytest.mark.slow
@pytest.mark.parametrize("title", TITLES)
def test_a_title_offers_no_kind_that_is_not_pressed_here(title: str):
    """All that is ever legal in games of bots, in a title's positions above and in one of random bots."""
    for whole in (GAMES[title].played(0), Games(title).played(1)):
        offered = {type(action) for number in range(whole.played) for action in whole.at(number).legal_actions()}
        assert offered <= {*_BUTTONS[title], *_ON_THE_MAP, Choose}


def laying(title: str, after: int = 0) -> Game:
    """A company may lay an ordinary tile."""
    name = f"{title} LayTile, after {after}" if after else f"{title} LayTile"
    return position(name, lambda action: isinstance(action, LayTile) and not action.private, GAMES[title], after=after)


@both_sizes
@pytest.mark.parametrize("title", TITLES)
def test_a_tile_by_the_map(sit: Sit, visitor: Visitor, title: str, phone: bool):
    """Click a hex, turn the tile, see it in place, confirm."""
    game = laying(title)
    path = bring(visitor, game)
    table = sit(visitor, path, phone=phone)
    if phone:
        table.find('.tabs [data-view="map"]').click()
    legal = [action for action in game.legal_actions() if isinstance(action, LayTile)]
    hex_id = legal[0].hex
    assert table.find("#p-map .hex.legal").count() == len({action.hex for action in legal})
    table.choose_hex(hex_id)
    here = [action for action in legal if action.hex == hex_id]
    options = table.find("#choose input[type=radio]")
    expect(options).to_have_count(len(here))
    expect(table.find("#p-map .preview > g")).to_have_count(1)
    first = table.find("#p-map .preview").inner_html()
    table.page.keyboard.press("r")
    if len([action for action in here if action.tile == here[0].tile]) > 1:
        assert table.find("#p-map .preview").inner_html() != first
    picked = json.loads(table.find("#choose input:checked").get_attribute("value") or "")
    table.find("#choose [data-worth]").click()
    expect(table.find("#choose .gain").first).not_to_be_empty()
    table.confirm()
    last = visitor.game(path).actions[game.played]
    assert isinstance(last, LayTile)
    assert (last.hex, last.tile, last.rotation) == (picked["hex"], picked["tile"], picked.get("rotation", 0))


def test_every_lot_of_an_auction_has_a_key(sit: Sit, visitor: Visitor):
    """Eleven lots need more than digits; the keys stand beside them, and in the help."""
    table = sit(visitor, visitor.hot_seat(title="1890:C"))
    lots = table.find("#act .of-bid .choice")
    assert lots.count() > 9
    keys = lots.evaluate_all("all => all.map((one) => one.dataset.key)")
    assert len({*keys}) == len(keys)
    assert all(keys)
    table.page.keyboard.press(keys[-1])
    amount = table.find("#act .of-bid .row").last.locator("[data-amount]")
    expect(amount).to_be_focused()
    table.moves(lambda: table.page.keyboard.press("Enter"))
    last = visitor.game(table.url.removeprefix(visitor.url)).actions[-1]
    assert isinstance(last, Bid)
    table.page.keyboard.press("?")
    expect(table.find("#keys")).to_contain_text("from the tenth on a letter")


def test_a_tile_by_keys_alone(sit: Sit, visitor: Visitor):
    game = laying("1888")
    path = bring(visitor, game)
    table = sit(visitor, path)
    table.page.keyboard.press("1")
    expect(table.find("#act .hex-choice").first).to_be_focused()
    table.page.keyboard.press("Enter")
    expect(table.find("#choose input:checked")).to_be_focused()
    table.page.keyboard.press("Escape")
    expect(table.find("#choose")).to_be_hidden()
    expect(table.find("#p-map .preview > g")).to_have_count(0)
    expect(table.find("#p-map .hex.legal:focus")).to_have_count(1)
    table.page.keyboard.press("Enter")
    expect(table.find("#choose input:checked")).to_be_focused()
    table.moves(lambda: table.page.keyboard.press("Enter"))
    assert isinstance(visitor.game(path).actions[game.played], LayTile)


@both_sizes
@pytest.mark.parametrize("title", TITLES)
def test_a_token_by_the_map(sit: Sit, visitor: Visitor, title: str, phone: bool):
    game = position(f"{title} PlaceToken", lambda action: isinstance(action, PlaceToken), GAMES[title])
    path = bring(visitor, game)
    table = sit(visitor, path, phone=phone)
    if phone:
        table.find('.tabs [data-view="map"]').click()
    legal = next(action for action in game.legal_actions() if isinstance(action, PlaceToken))
    table.choose_hex(legal.hex)
    expect(table.find(f'#p-map .preview [data-company="{legal.company}"]').first).to_be_attached()
    table.confirm()
    assert isinstance(visitor.game(path).actions[game.played], PlaceToken)


def test_a_power_by_the_map(sit: Sit, visitor: Visitor):
    game = position("a tile by a power", lambda action: isinstance(action, LayTile) and bool(action.private))
    path = bring(visitor, game)
    table = sit(visitor, path)
    if table.find(".of-power:not([open])").count():  # where the step itself needs the room
        table.find(".of-power:not([open]) summary").first.click()
    table.find(".of-power[open] .hex-choice").first.click()
    option = table.find('#choose input[value*="private"]').first
    option.check(force=True)
    table.confirm()
    last = visitor.game(path).actions[game.played]
    assert isinstance(last, LayTile)
    assert last.private


def test_an_amount_is_typed(sit: Sit, visitor: Visitor):
    path = visitor.hot_seat()
    table = sit(visitor, path)
    field = table.find(".kind-bid [data-amount]").first
    field.fill("7")
    expect(table.find(".press.kind-bid:has([data-amount]) button").first).to_be_disabled()
    row = table.find("#act .of-bid .row:has([data-amount])").first
    expect(row.locator(".amount small")).to_be_in_viewport()
    expect(row.locator(".not-so")).to_contain_text("must be at least ¥55; ¥7 is too low")
    expect(row.locator(".not-so a.clause")).to_be_in_viewport()
    assert not out_of_sight(table)
    field.fill("77")
    expect(row.locator(".not-so")).to_have_count(0)
    table.moves(lambda: field.press("Enter"))
    last = visitor.game(path).actions[0]
    assert isinstance(last, Bid)
    assert last.price == 77


def test_a_run_is_changed_by_clicking_stops(sit: Sit, visitor: Visitor):
    game = position("a run", lambda action: isinstance(action, RunRoutes) and bool(action.routes))
    best = next(action for action in game.legal_actions() if isinstance(action, RunRoutes))
    path = bring(visitor, game)
    table = sit(visitor, path)
    expect(table.find("#p-map .routes .route")).to_have_count(len(best.routes))
    table.find("[data-edit-run]").first.click()
    table.find('[data-clear="0"]').click()
    expect(table.find('[data-clear="0"]')).to_have_count(0)
    for count, stop in enumerate(best.routes[0].stops, 1):
        table.find(f'#p-map [data-stop="{stop}"]').click()
        expect(table.find(".plan li").first).to_contain_text(
            game.definition.map.hexes[stop.partition(".")[0]].name or stop
        )
        if count == 1:
            expect(table.find(".editor")).to_contain_text("Press the next stop of the train.")
            expect(table.find(".editor .primary")).to_be_disabled()
    expect(table.find(".editor .primary")).to_be_enabled()
    table.moves(lambda: table.find(".editor .primary").click())
    last = visitor.game(path).actions[game.played]
    assert isinstance(last, RunRoutes)
    assert last.routes[0].stops == best.routes[0].stops


@pytest.mark.parametrize("phone", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_long_plan_keeps_run_in_sight_and_a_phone_shows_the_whole_of_it(sit: Sit, visitor: Visitor, phone: bool):
    game = position("a run", lambda action: isinstance(action, RunRoutes) and bool(action.routes))
    table = sit(visitor, bring(visitor, game), phone=phone)
    if not phone:
        table.page.set_viewport_size({"width": 1280, "height": 380})
        table.open()
    table.find("[data-edit-run]").first.click()
    expect(table.find(".editor .primary")).to_be_visible()
    table.find("#p-now").evaluate("one => one.scrollTo(0, 0)")
    expect(table.find(".editor .primary")).to_be_in_viewport(ratio=1)
    if phone:
        pane, run = (table.find(place).bounding_box() for place in ("#p-map .canvas", "#p-map .routes"))
        assert pane
        assert run
        assert run["x"] >= pane["x"]
        assert run["y"] >= pane["y"]
        assert run["x"] + run["width"] <= pane["x"] + pane["width"]
        assert run["y"] + run["height"] <= pane["y"] + pane["height"]
        assert max(run["width"] / pane["width"], run["height"] / pane["height"]) > 0.3


def test_a_run_is_changed_by_keys_alone(sit: Sit, visitor: Visitor):
    game = position("a run", lambda action: isinstance(action, RunRoutes) and bool(action.routes))
    best = next(action for action in game.legal_actions() if isinstance(action, RunRoutes))
    path = bring(visitor, game)
    table = sit(visitor, path)
    for selector in ("[data-edit-run]", '[data-clear="0"]'):
        table.find(selector).first.focus()
        table.page.keyboard.press("Enter")
    expect(table.find('[data-clear="0"]')).to_have_count(0)
    for count, stop in enumerate(best.routes[0].stops, 1):
        table.find(f'#p-map [data-stop="{stop}"]').focus()
        table.page.keyboard.press("Enter")
        expect(table.find("#p-map .stop.in-plan")).to_have_count(count)
    expect(table.find(".editor .primary")).to_be_enabled()
    table.find(".editor .primary").focus()
    table.moves(lambda: table.page.keyboard.press("Enter"))
    assert isinstance(visitor.game(path).actions[game.played], RunRoutes)


def test_what_every_hex_would_add(sit: Sit, visitor: Visitor):
    game = laying("1888", after=150)
    table = sit(visitor, bring(visitor, game))
    hexes = {action.hex for action in game.legal_actions() if isinstance(action, LayTile)}
    table.find('#act button:has-text("What would each hex add?")').first.click()
    expect(table.find("#p-map .gains > g")).to_have_count(len(hexes))


def test_what_is_not_legal_says_why(sit: Sit, visitor: Visitor):
    game = laying("1888")
    table = sit(visitor, bring(visitor, game))
    table.choose_hex("A1")
    expect(table.find("#choose .no").first).to_contain_text("no tiles are laid there")
    link = table.find("#choose .clause").first
    address = link.get_attribute("href") or ""
    table.page.goto(table.url.split("/game/")[0] + address)
    clause = address.partition("#")[2]
    expect(table.page.locator(f'[id="{clause}"]')).to_be_visible()
