"""Nothing misleads: what is tried, refused, taken back or pointed at cannot be taken for something else."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from kaiping.action import BuyTrain, DeclareBankruptcy, RunRoutes
from tests.web.browser.decisions import recorded
from tests.web.browser.positions import bring, position
from tests.web.browser.sitting import Sitting
from tests.web.browser.test_actions import laying
from tests.web.browser.test_clicks import two_rounds
from tests.web.browser.test_live import far_apart
from tests.web.far_apart import Table, Timed
from tests.web.server import PASSWORD, Server, Visitor

Sit = Callable[..., Sitting]


@pytest.mark.promise("a program that stops is told to its owner alone")
def test_a_program_that_stops_is_its_owners_business(sit: Sit, timed: Timed):
    table = Table(timed)
    first = table.acting
    table.goes_on()
    later = next(name for name in table.names if name not in (first, table.acting))
    wish = {"type": "buy-share", "player": later, "company": "TA", "source": "ipo"}
    assert table.asks(later, "programs", kind="action", seat=later, action=wish).status_code == 200
    table.goes_on()
    own, other = (sit(table.visitors[name], f"/game/{table.key}/") for name in (later, first))
    told = own.find(".banner.program.stopped")
    expect(told).to_contain_text(f"{later}'s program")
    expect(told).to_contain_text("has stopped")
    other.look_at("chat")
    expect(other.find(".remarks")).to_be_visible()
    expect(other.page.locator("body")).not_to_contain_text("has stopped")
    told.get_by_role("button", name="I see").click()
    expect(told).to_have_count(0)


@pytest.mark.promise("the route editor opens in sight, rings what can be reached, and refuses in names of places")
def test_the_route_editor(sit: Sit, visitor: Visitor):
    game = position("a run", lambda action: isinstance(action, RunRoutes) and bool(action.routes))
    table = sit(visitor, bring(visitor, game))
    table.find("[data-edit-run]").first.click()
    editor = table.find(".editor")
    for part in (editor.locator("h3"), editor.locator(".plan"), editor.locator(".primary")):
        expect(part).to_be_in_viewport(ratio=1)
    reach = (editor.get_attribute("data-reach") or "").split()
    rings = table.find("#p-map .stop:visible")
    assert {one.get_attribute("data-stop") for one in rings.all()} == set(reach)
    assert 0 < len(reach) < table.find("#p-map .stop").count()
    editor.locator('[data-clear="0"]').click()
    expect(editor.locator('[data-clear="0"]')).to_have_count(0)
    refused = editor.locator(".no")
    for number, stop in enumerate(reach, 1):
        table.find(f'#p-map [data-stop="{stop}"]').dispatch_event("click")
        expect(table.find("#p-map .stop.in-plan")).to_have_count(number)
        if refused.count():
            break
    said = refused.first.inner_text()
    assert not re.search(r"[A-Z]\d+\.\d", said), "ids are for programs"
    expect(editor.locator(".primary")).to_be_disabled()


@pytest.mark.promise("what is tried from here is not taken for the game, and bots stay bots in it")
def test_a_try_is_marked_and_bots_play_in_it(sit: Sit, visitor: Visitor):
    path = visitor.hot_seat("person", "greedy", "greedy")
    table = sit(visitor, path)
    table.press(".kind-pass .choice")
    expect(table.find("#table[data-mine]")).to_be_attached()
    played = visitor.game(path).played
    table.open("?at=0")
    table.find('.banner button:has-text("Try from here")').click()
    table.page.wait_for_url(lambda url: not url.startswith(table.url))
    expect(table.find('#table[data-here="0"][data-started][data-trial]')).to_be_attached()
    band = table.find(".banner.trial")
    expect(band).to_be_in_viewport()
    expect(band).to_contain_text("trying things out")
    table.press(".kind-pass .choice")
    expect(table.find("#table[data-mine]")).to_be_attached()
    assert table.here > 1, "bots have acted"
    table.look_at("sheet")
    expect(table.find(".wealth .bot")).to_have_count(2)
    band.get_by_role("link", name="Back to the game").click()
    table.page.wait_for_url(table.url)
    expect(table.find(".banner.trial")).to_have_count(0)
    assert visitor.game(path).played == played


@pytest.mark.promise("what cannot be had for 18xx.games is grey, with the reason")
def test_a_file_that_cannot_be(sit: Sit, visitor: Visitor):
    table = sit(visitor, visitor.hot_seat())
    more = table.look_at("more")
    button = more.get_by_role("button", name="For 18xx.games")
    expect(button).to_be_disabled()
    reason = table.find(f"#{button.get_attribute('aria-describedby')}")
    reason.scroll_into_view_if_needed()
    expect(reason).to_contain_text("not by printed editions")


def two_of(sit: Sit, server: Server, name: str, undo: str = "own") -> tuple[Sitting, Sitting]:
    """Two people at a table, the one who acts first."""
    path, ann, bo = far_apart(server, (f"{name}a", f"{name}b"), undo)
    ann.post(f"{path}start")
    tables = [sit(ann, path), sit(bo, path)]
    first, second = sorted(tables, key=lambda table: not table.mine)
    return first, second


@pytest.mark.promise("one's own latest action is taken back at once, and it stands in the log")
def test_ones_own_action_is_taken_back(sit: Sit, server: Server, fresh_name: str):
    first, second = two_of(sit, server, fresh_name)
    first.press(".kind-pass .choice")
    expect(second.find("#table[data-mine]")).to_be_attached()
    second.moves(lambda: first.find("#undo").click())
    for table in (first, second):
        expect(table.find('#table[data-here="0"]')).to_be_attached()
        expect(table.look_at("log")).to_contain_text("took back “")
        expect(table.find("#p-log .told").last).to_have_css("position", "static")  # not upon other words


@pytest.mark.promise("what others have done since is taken back with their consent")
def test_others_are_asked(sit: Sit, server: Server, fresh_name: str):
    first, second = two_of(sit, server, fresh_name)
    first.press(".kind-pass .choice")
    expect(second.find("#table[data-mine]")).to_be_attached()
    second.press(".kind-pass .choice")
    expect(first.find("#table[data-mine]")).to_be_attached()
    asks = first.page.get_by_role("button", name="Ask to take back")
    for answer, stands in (("No", 2), ("Agree", 0)):
        asks.click()
        banner = second.find(".banner.asking")
        expect(banner).to_contain_text("asks to take back")
        expect(banner).to_be_in_viewport()
        assert first.here == 2, "nothing has changed yet"
        banner.get_by_role("button", name=answer).click()
        expect(first.find(".banner.asking")).to_have_count(0)
        expect(first.find(f'#table[data-here="{stands}"]')).to_be_attached()


@pytest.mark.promise("a table may let everybody take back")
def test_a_table_where_everybody_takes_back(sit: Sit, server: Server, fresh_name: str):
    first, second = two_of(sit, server, fresh_name, "anyone")
    first.press(".kind-pass .choice")
    expect(second.find("#table[data-mine]")).to_be_attached()
    first.moves(lambda: second.find("#undo").click())
    expect(first.find('#table[data-here="0"][data-mine]')).to_be_attached()


def sent(page: Page, button: str) -> None:
    page.get_by_role("button", name=button).click()
    expect(page.locator('[role="alert"], .error, .messages').first).to_be_visible()


@pytest.mark.promise("a form that is refused keeps what was typed")
def test_what_was_typed_stays(sit: Sit, server: Server, fresh_name: str):
    table = sit(server.visitor(), "/", table=False)
    page = table.goto("/")
    page.select_option('[name="game"]', "1890:C")
    for number in (1, 2):
        page.fill(f'[name="name{number}"]', "The same")
        page.select_option(f'[name="who{number}"]', "person")
    page.select_option('[name="who3"]', "random")
    sent(page, "Start the game")
    expect(page.locator('[name="game"]')).to_have_value("1890:C")
    expect(page.locator('[name="name2"]')).to_have_value("The same")
    expect(page.locator("[aria-invalid]")).to_have_count(2)
    expect(page.locator('[name="name1"]')).to_be_focused()
    expect(page.locator('[name="name1"]')).to_be_in_viewport(ratio=1)
    expect(page.locator("#start-wrong")).to_contain_text("two players have the same name")
    expect(page.locator("#start-wrong")).to_be_in_viewport()
    expect(page.locator('[name="who3"]')).to_have_value("random")
    page = table.goto("/")
    page.fill("#position", "this is no position")
    sent(page, "Play on from it")
    expect(page.locator("#position")).to_have_value("this is no position")
    expect(page.locator("#position")).to_be_in_viewport(ratio=1)
    expect(page.locator("#position-wrong")).to_contain_text("this is not a position")
    expect(page.locator("#position-wrong")).to_be_in_viewport()
    page = table.goto("/sign-up")
    page.fill('[name="username"]', fresh_name)
    page.fill('[name="password1"]', PASSWORD)
    page.fill('[name="password2"]', f"{PASSWORD}?")
    sent(page, "Make the account")
    expect(page.locator('[name="username"]')).to_have_value(fresh_name)
    page = sit(server.member(fresh_name), "/lobby", table=False).goto("/lobby")
    page.fill("#name", "A long evening")
    page.select_option("#game", "1888:2022")
    page.fill("#size", "8")
    page.select_option("#undo", "nobody")
    page.select_option("#clock", "bank")
    page.fill("#time", "33")
    sent(page, "Open the table")
    typed = {"name": "A long evening", "size": "8", "undo": "nobody", "clock": "bank", "time": "33"}
    for field, value in typed.items():
        expect(page.locator(f"#{field}")).to_have_value(value)


_LOOKS = (
    "(one) => { const is = getComputedStyle(one); return [is.backgroundColor, is.boxShadow, is.borderColor].join(); }"
)


@pytest.mark.promise("a company that is pointed at is not taken for the one that acts")
def test_pointing_at_a_company_makes_no_other_act(sit: Sit, visitor: Visitor):
    table = sit(visitor, bring(visitor, two_rounds()))
    table.look_at_the_table()
    acting = table.find(".holdings tr.acting[data-company]")
    expect(acting).to_have_count(1)
    on_turn = table.find(".strip .turn.now")
    before = on_turn.evaluate(_LOOKS)
    other = table.find(".holdings tbody tr[data-company]:not(.acting)").first
    other.hover()
    expect(table.find("body.lighting")).to_be_attached()
    assert on_turn.evaluate(_LOOKS) == before
    cell = "(one) => getComputedStyle(one.querySelector('td')).backgroundColor"
    assert other.evaluate(cell) != acting.evaluate(cell)
    accent = table.page.evaluate("getComputedStyle(document.querySelector('.head .who')).color")
    for chip in table.find(".chip.lit:visible").all():
        assert chip.evaluate("(one) => getComputedStyle(one).outlineColor") != accent
    table.find(".head h1").hover()
    expect(table.find("body.lighting")).to_have_count(0)


@pytest.mark.promise("the lines of a chart have a colour for each of seven players")
def test_seven_colours(sit: Sit, visitor: Visitor):
    table = sit(visitor, bring(visitor, recorded("1880/200034.json.gz").at(200)))
    table.look_at("story")
    lines = table.find("#p-story .chart polyline")
    expect(lines).to_have_count(7)
    colors = lines.evaluate_all("all => all.map((one) => getComputedStyle(one).stroke)")
    assert len(set(colors)) == 7


@pytest.mark.promise("bankruptcy is the last choice, and what is missing stands above")
def test_bankruptcy_comes_last(sit: Sit, visitor: Visitor):
    game = recorded("1888/101003.json.gz").at(211)
    assert {BuyTrain, DeclareBankruptcy} <= {type(action) for action in game.legal_actions()}
    table = sit(visitor, bring(visitor, game))
    choices = table.find("#act .groups .choice:visible")
    expect(choices.last).to_have_text("Declare bankruptcy")
    note = table.find("#act .note").first
    expect(note).to_contain_text("are missing for the train")
    expect(note).to_be_in_viewport()
    above, first = note.bounding_box(), choices.first.bounding_box()
    assert above
    assert first
    assert above["y"] < first["y"]


@pytest.mark.promise("a bank below nothing says what that means")
def test_an_empty_bank(sit: Sit, visitor: Visitor):
    whole = recorded("1888/101003.json.gz")
    game = whole.at(next(number for number in range(whole.played) if whole.at(number).state.bank < 0))
    table = sit(visitor, bring(visitor, game))
    expect(table.find(".head .bank")).to_contain_text(f"empty, ¥{-game.state.bank} paid out beyond it")
    expect(table.find(".head .bank")).to_be_in_viewport()


def test_who_is_to_act_is_never_cut_off(sit: Sit, visitor: Visitor):
    """Names of the table and of the game, and what is asked, give way."""
    table = sit(visitor, bring(visitor, laying("1888")), viewport={"width": 1280, "height": 720})
    for part in (".called", ".title", ".prompt"):
        table.find(f".head {part}").evaluate("one => (one.textContent = 'words that have no end '.repeat(6))")
    who = table.find(".head .who")
    expect(who).to_be_in_viewport(ratio=1)
    assert who.evaluate("one => one.scrollWidth <= one.clientWidth")
    right, left = who.bounding_box(), table.find(".head .strip").bounding_box()
    assert right
    assert left
    assert right["x"] + right["width"] <= left["x"]


def test_a_tile_that_is_tried_lies_upon_what_hexes_would_add(sit: Sit, visitor: Visitor):
    table = sit(visitor, bring(visitor, laying("1888")))
    table.find("#act [hx-get*=worth]").first.click()
    expect(table.find("#p-map .gains + .preview")).to_be_attached()
