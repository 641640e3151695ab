"""After the game, in a browser: its report on the screen and on paper, and the archive of all games."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from random import choices
from string import ascii_lowercase

import pypdfium2
import pytest
from playwright.sync_api import expect

from tests.report.games import RECORDED, game
from tests.web.browser.positions import bring, finished_game
from tests.web.browser.sitting import Sitting
from tests.web.server import Visitor
from tests.web.short_games import short_game

Sit = Callable[..., Sitting]


@pytest.mark.promise("a report tells who won by what, round by round, and where it turned")
def test_a_report(sit: Sit, visitor: Visitor):
    whole = finished_game()
    table = sit(visitor, bring(visitor, whole))
    table.find(".finale").get_by_role("link", name="the report").click()
    page = table.page
    expect(page.locator("main.report")).to_contain_text(whole.winners()[0])
    for word in ("cash", "dividends"):
        expect(page.locator("main.report")).to_contain_text(word, ignore_case=True)
    plots = page.locator("main.report svg")
    expect(plots.first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    moment = page.locator('main.report a[href*="?at="]').first
    moment.scroll_into_view_if_needed()
    moment.click()
    expect(table.find(".banner.past")).to_be_visible()


@pytest.mark.promise("a report is printed on paper")
def test_a_report_on_paper(sit: Sit, visitor: Visitor):
    """In ink on white, whatever the screen, with nothing that only a screen can do."""
    table = sit(visitor, f"{bring(visitor, finished_game())}report", table=False)
    page = table.page
    page.goto(table.url)
    paper = pypdfium2.PdfDocument(page.pdf(format="A4"))
    assert 1 <= len(paper) <= 6
    told = "".join(sheet.get_textpage().get_text_range() for sheet in paper)
    assert finished_game().winners()[0] in told
    assert "Back to the table" not in told
    picture = paper[0].render().to_pil().convert("L")
    assert picture.getpixel((2, 2)) > 240, "white"


def test_a_game_is_analysed(sit: Sit, visitor: Visitor):
    """By a button; how far it has come is seen, and what was found comes by itself, with links to the moments."""
    path = bring(visitor, short_game())
    table = sit(visitor, f"{path}report", table=False)
    page = table.page
    page.goto(table.url)
    page.get_by_role("button", name="Analyse this game").click()
    part = page.locator("#analysis")
    curve = part.get_by_role("img", name="Chances to win")
    expect(part.locator("progress").or_(curve)).to_be_visible()
    expect(curve).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for player in short_game().players:
        expect(part.get_by_role("heading", name=player)).to_be_visible()
    expect(page.get_by_role("button", name="Analyse this game")).to_have_count(0)
    moment = part.locator('a[href*="?at="]').first
    moment.scroll_into_view_if_needed()
    moment.click()
    expect(table.find(".banner.past")).to_be_visible()


def renamed(name: str) -> bytes:
    """The file of a recorded game with names that nobody else has; "Player 3" won it."""
    data = json.loads(gzip.decompress(RECORDED.read_bytes()))
    for player in data["players"]:
        player["name"] = player["name"].replace("Player ", name)
    return json.dumps(data).encode()


@pytest.mark.promise("the archive finds games by title, people, day, length and winner")
def test_the_archive(sit: Sit, visitor: Visitor):
    length = game(RECORDED).played
    mark = "".join(choices(ascii_lowercase, k=8))
    path = visitor.post("/bring", files={"file": ("game.json", renamed(mark))}).headers["location"]
    table = sit(visitor, "/archive", table=False)
    found = table.find(f'a[href="{path}"]')
    right = {"#player": mark, "#winner": f"{mark}3", "#least": str(length), "#most": str(length)}
    wrong = {"#winner": f"{mark}1", "#most": str(length - 1), "#until": "2001-01-01", "#title": "1890"}
    page = table.goto("/archive")
    for field, value in right.items():
        page.fill(field, value)
    page.select_option("#title", "1888")
    page.get_by_role("button", name="Search").click()
    expect(found.first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for field, value in wrong.items():
        page = table.goto(f"/archive?player={mark}")
        expect(found.first).to_be_visible()
        if field == "#title":
            page.select_option(field, value)
        else:
            page.fill(field, value)
        page.get_by_role("button", name="Search").click()
        expect(found).to_have_count(0)


@pytest.mark.promise("each title has statistics of seats, prices, lengths and companies")
def test_statistics(sit: Sit, visitor: Visitor):
    bring(visitor, finished_game())
    table = sit(visitor, "/archive", table=False)
    page = table.goto("/archive")
    page.get_by_role("region", name="Statistics").get_by_role("link", name="1888").click()
    for heading in ("How long they took", "Where the winners sat", "Companies"):
        expect(page.get_by_role("region", name=heading).locator("tbody tr").first).to_be_visible()
    expect(page.get_by_role("columnheader", name="Start price")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_statistics_fit_on_a_phone(sit: Sit, visitor: Visitor):
    bring(visitor, finished_game())
    page = sit(visitor, "/archive", table=False, phone=True).goto("/archive")
    page.get_by_role("region", name="Statistics").get_by_role("link", name="1888").click()
    expect(page.get_by_role("columnheader", name="Start price")).to_be_attached()
    cards = page.locator(".card").evaluate_all("all => all.map((one) => one.scrollWidth - one.clientWidth)")
    assert max(cards) <= 0, "no table reaches over its card"
