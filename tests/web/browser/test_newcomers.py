"""Somebody who knows none of the games: what each is stands beside the choice, and a page says how it goes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.browser.sitting import Sitting
from tests.web.server import Server, Visitor

Sit = Callable[..., Sitting]


@pytest.mark.parametrize("phone", [False, True])
def test_home_says_what_each_game_is(sit: Sit, visitor: Visitor, phone: bool):
    page = sit(visitor, "/", table=False, phone=phone).page
    page.goto(visitor.url)
    told = page.locator("form[action='/hot-seat'] .about:visible")
    for game, words in (
        ("1888:2022", ["North China", "3 to 4 hours", "begin here"]),
        ("1890:A", ["Kansai", "2 to 3 hours", "an introduction", "two to four players"]),
        ("1880:2010", ["China", "5 to 6 hours", "hardest", "communists"]),
    ):
        page.select_option('[name="game"]', game)
        expect(told).to_have_count(1)
        for one in words:
            expect(told).to_contain_text(one)
    listed = page.locator('[name="game"] option').all_inner_texts()
    assert "1890, scenario C, the full game (2 to 7 players)" in listed
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.select_option('[name="game"]', "1888:2022")
    options = page.locator('[data-options="1888:2022"]')
    options.locator("summary").click()
    expect(options).to_contain_text("Shenshan's bonus from either city")
    expect(options).not_to_contain_text("bonus-any-stop")
    told.locator("a").click()
    expect(page.locator("h1")).to_have_text("How 1888 goes")
    page.locator(".how .cited").nth(4).click()
    clause = page.locator("dt:target")
    expect(clause).to_be_in_viewport()


def test_the_question_mark_leads_to_how_it_goes(sit: Sit, visitor: Visitor):
    table = sit(visitor, visitor.hot_seat(title="1880:2022"))
    table.page.keyboard.press("?")
    links = table.find("#keys a")
    expect(links).to_have_count(3)
    assert links.first.get_attribute("href") == "/rules/1880/how"
    for one in links.all():
        assert visitor.get(one.get_attribute("href") or "").status_code == 200


def test_rules_begin_with_what_the_titles_are(visitor: Visitor):
    page = visitor.get("/rules/").text
    for words in ("North China", "Kansai", "How it goes", "scenario A, Hanshin Railways", "/rules/1890/how"):
        assert words in page
    assert visitor.get("/rules/1889/how").status_code == 404


@pytest.mark.promise("what starts a game, opens a table or joins one is in sight")
def test_what_begins_is_in_sight(sit: Sit, server: Server, fresh_name: str):
    """Without scrolling on the first page; in the lobby as soon as the form is, and the button beside a table."""
    ann, bo = (sit(server.member(f"{fresh_name}{one}"), "/lobby", table=False) for one in "ab")
    page = ann.goto("/")
    expect(page.get_by_role("button", name="Start the game")).to_be_in_viewport(ratio=1)
    page.get_by_text("More seats").click()
    page.select_option('[name="who5"]', "person")
    expect(page.get_by_role("button", name="Start the game")).to_be_in_viewport(ratio=1)
    page = ann.goto("/lobby")
    page.locator("#new").evaluate("one => one.scrollIntoView()")
    expect(page.get_by_role("button", name="Open the table")).to_be_in_viewport(ratio=1)
    page.fill("#name", f"Table of {fresh_name}")
    page.get_by_role("button", name="Open the table").click()
    row = bo.goto("/lobby").locator("tr", has_text=f"Table of {fresh_name}")
    expect(row).to_contain_text("1 of 3 seats taken")
    expect(row.get_by_role("link", name="Look")).to_be_visible()
    row.get_by_role("button", name="Join").click()
    expect(bo.page.locator("#waiting")).to_contain_text(f"{fresh_name}b")
    expect(bo.goto("/lobby").locator("tr", has_text=f"Table of {fresh_name}").get_by_text("Join")).to_have_count(0)
