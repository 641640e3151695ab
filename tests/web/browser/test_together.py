"""Playing with others, in browsers: seats, votes, clocks, another game, and what is kept for oneself."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from playwright.sync_api import expect

from kaiping.action import Pass
from kaiping.bots import bot
from kaiping.game import Game
from tests.web.browser.positions import bring
from tests.web.browser.screens import PHONE
from tests.web.browser.sitting import Sitting
from tests.web.far_apart import PEOPLE, Table, Timed
from tests.web.server import Server, Visitor
from tests.web.test_people import finished_online
from tests.web.test_programs import stock_round

Sit = Callable[..., Sitting]

DAY = 86400


def at(sit: Sit, table: Table, name: str) -> Sitting:
    return sit(table.visitors[name], f"/game/{table.key}/")


def seats(sitting: Sitting) -> Sitting:
    """Where the seats of a table are listed."""
    sitting.look_at("more")
    expect(sitting.find(".seats li").first).to_be_visible()
    return sitting


@pytest.mark.promise("who waits for a game may leave, and who opened the table may close it")
def test_a_table_that_waits(sit: Sit, server: Server, fresh_name: str):
    ann, bo = (sit(server.member(f"{fresh_name}{one}"), "/lobby", table=False) for one in "ab")
    page = ann.goto("/lobby")
    page.fill("#name", f"Table of {fresh_name}")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#waiting h1")).to_have_text(f"Table of {fresh_name}")
    page.evaluate("navigator.clipboard.writeText = async (text) => (window.taken = text)")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert "/invitation/" in page.evaluate("window.taken")
    other = bo.goto("/lobby")
    other.get_by_role("link", name=f"Table of {fresh_name}").click()
    other.get_by_role("button", name="Join the game").click()
    expect(page.locator("#waiting")).to_contain_text(f"{fresh_name}b", timeout=15_000)
    other.get_by_role("button", name="Leave").click()
    expect(page.locator("#waiting")).not_to_contain_text(f"{fresh_name}b", timeout=15_000)
    page.get_by_role("button", name="Close the table").click()
    expect(page.locator("#waiting h1")).to_have_count(0)
    expect(bo.goto("/lobby").get_by_role("link", name=f"Table of {fresh_name}")).to_have_count(0)


@pytest.mark.promise("who waits for a game may leave, and who opened the table may close it")
def test_a_table_that_is_closed_is_told_to_who_waits(sit: Sit, server: Server, fresh_name: str):
    ann, bo = (sit(server.member(f"{fresh_name}{one}"), "/lobby", table=False) for one in "ab")
    page = ann.goto("/lobby")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#waiting h1")).to_be_visible()
    other = bo.goto("/lobby")
    other.locator("tr", has_text=f"{fresh_name}a").get_by_role("button", name="Join").click()
    expect(other.get_by_role("button", name="Send")).to_be_visible()
    page.get_by_role("button", name="Close the table").click()
    told = other.get_by_role("alert").filter(has_text="This table was closed")
    expect(told).to_be_visible()
    other.wait_for_timeout(1_500)  # as long as a browser takes to listen again, to what is no more
    for button in ("Leave", "Send"):
        expect(other.get_by_role("button", name=button)).to_have_count(0)
    told.get_by_role("link", name="To the lobby").click()
    expect(other.get_by_role("heading", name="Lobby")).to_be_visible()


@pytest.mark.promise("who waits for a game may leave, and who opened the table may close it")
def test_a_table_without_a_name_is_called_after_who_opened_it(sit: Sit, server: Server, fresh_name: str):
    """In the waiting room what can be pressed looks like it."""
    ann, bo = (sit(server.member(f"{fresh_name}{one}"), "/lobby", table=False) for one in "ab")
    page = ann.goto("/lobby")
    page.select_option("#game", "1890:C")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#waiting h1")).to_have_text(f"{fresh_name}a's 1890")
    for name in ("Leave", "Close the table"):
        button = page.get_by_role("button", name=name)
        assert button.evaluate("one => getComputedStyle(one).borderTopColor") != "rgba(0, 0, 0, 0)", name
    bo.goto("/lobby").locator("tr", has_text=f"{fresh_name}a's 1890").get_by_role("button", name="Join").click()
    expect(bo.page.locator("#waiting .sitting tr")).to_have_count(2)


@pytest.mark.promise("a seat is given up to a bot, and taken again")
def test_a_bot_plays_on(sit: Sit, timed: Timed):
    table = Table(timed)
    who = table.acting
    left = seats(at(sit, table, who))
    left.find(".seats summary").click()
    left.find('.seats [name="to"][value="bot"]').click()
    back = left.find(".banner").get_by_role("button", name="Come back")  # the list of the seats has it, too
    expect(back).to_be_visible()
    assert table.seat(who)["bot"]
    back.click()
    expect(back).to_have_count(0)
    assert not table.seat(who)["bot"]


@pytest.mark.promise("who opened the table replaces who does not come")
def test_the_host_replaces_somebody(sit: Sit, timed: Timed):
    table = Table(timed, patience=DAY)
    while (who := table.acting) == "anna":
        table.goes_on()
    timed.pass_by(DAY + 100)
    host = seats(at(sit, table, "anna"))
    host.moves(lambda: host.find(".seats").get_by_role("button", name="Let a bot play", exact=True).click())
    assert table.seat(who)["bot"]


@pytest.mark.promise("the others vote on who does not come")
def test_the_others_vote(sit: Sit, timed: Timed):
    table = Table(timed, *PEOPLE, "dora", patience=DAY)
    who = table.acting
    first, second, _third = (name for name in table.names if name != who)
    timed.pass_by(DAY / 2 + 10)
    one, other = seats(at(sit, table, first)), at(sit, table, second)
    one.page.get_by_role("button", name="Vote to let a bot play").click()
    vote = other.find(".banner.asking")
    expect(vote).to_contain_text(f"Should a bot play for {who}")
    vote.get_by_role("button", name="Agree").click()
    expect(vote).to_have_count(0)
    assert table.seat(who)["bot"]


@pytest.mark.promise("the others vote on who does not come")
def test_who_is_voted_on_may_say_that_they_are_here(sit: Sit, timed: Timed):
    table = Table(timed, *PEOPLE, "dora", patience=DAY)
    who = table.acting
    first, second, third = (name for name in table.names if name != who)
    timed.pass_by(DAY / 2 + 10)
    assert table.asks(first, "vote", about="seat", seat=who).status_code == 200
    late = at(sit, table, who)
    vote = late.find(".banner.asking")
    expect(vote).to_contain_text("vote on whether a bot should play for you")
    vote.get_by_role("button", name="I am here").click()
    expect(vote).to_have_count(0)
    assert table.remarks()[-1] == f"{who} is here: the vote is over"
    timed.pass_by(DAY / 2 + 10)
    for name in (first, second, third):
        table.asks(name, "vote", about="seat", seat=who)
    assert table.seat(who)["bot"]
    expect(late.page.locator(".banner", has_text="as you were not there")).to_be_visible()


@pytest.mark.promise("all agree to close a table, and it goes on the shelf")
def test_a_table_is_closed(sit: Sit, timed: Timed):
    table = Table(timed, "anna", "bert", name="Too late")
    one, other = seats(at(sit, table, "anna")), at(sit, table, "bert")
    one.page.get_by_role("button", name="Ask to close the table").click()
    vote = other.find(".banner.asking")
    expect(vote).to_contain_text("would close the table")
    vote.get_by_role("button", name="Agree").click()
    expect(one.find(".head .asked")).to_contain_text("The table is closed")
    with one.page.expect_navigation():
        seats(one).page.get_by_role("button", name="Take out of my lists").click()
    address = f'section[aria-labelledby="mine"] a[href="/game/{table.key}/"]'
    expect(one.goto("/lobby").locator(address)).to_have_count(0)
    expect(one.goto("/lobby?shelf").locator(address).first).to_be_visible()


@pytest.mark.promise("another game with the same people is one click away")
def test_another_game(sit: Sit, timed: Timed):
    table = Table(timed, "anna", "bert")
    for name in table.names:
        table.asks(name, "vote", about="close")
    one, other = at(sit, table, "anna"), at(sit, table, "bert")
    one.page.get_by_role("button", name="Yes, seats by lot").click()
    one.page.wait_for_url(lambda url: table.key not in url)
    other.open()
    other.page.get_by_role("link", name="To the new table").click()
    other.page.wait_for_url(one.page.url)
    assert other.page.locator("body").inner_text().count("anna") >= 1


def test_the_row_of_an_invitation_is_whole_on_a_phone(sit: Sit, timed: Timed):
    """What makes it stand out lies under all of it, also where no cell is."""
    table = Table(timed, "anna", "bert")
    for name in table.names:
        table.asks(name, "vote", about="close")
    table.asks("anna", "rematch")
    bert = sit(table.visitors["bert"], "/", table=False, viewport=PHONE.size)
    row = bert.goto("/").locator("tr.open-to-join").first
    expect(row).to_be_visible()
    ground = "one => getComputedStyle(one).backgroundColor"
    cells = set(row.locator("td").evaluate_all(f"all => all.map({ground})"))
    assert row.evaluate(ground) not in cells
    assert cells == {"rgba(0, 0, 0, 0)"}


@pytest.mark.promise("a seat is kept for whoever is asked to play again, until they accept or decline")
def test_a_seat_is_kept(sit: Sit, timed: Timed):
    """No stranger takes it; who is asked accepts or declines where they are told of it."""
    table = Table(timed)
    for name in table.names:
        table.asks(name, "vote", about="close")
    again = table.asks("anna", "rematch").json()
    stranger = sit(table.timed.person("fred")[0], "/lobby", table=False)
    row = stranger.goto("/lobby").locator("tr", has=stranger.page.locator(f'[href="/game/{again["key"]}/"]'))
    expect(row.first).to_contain_text("2 are kept")
    expect(row.get_by_role("button", name="Join")).to_have_count(0)
    bert, carl = (sit(table.visitors[name], "/", table=False) for name in ("bert", "carl"))
    mine = bert.goto("/").locator("tr", has=bert.page.locator(f'[href="/game/{again["key"]}/"]')).first
    expect(mine.get_by_role("button", name="Decline")).to_be_visible()
    mine.get_by_role("button", name="Accept").click()
    expect(bert.page.locator("#waiting .sitting")).to_contain_text("bert")
    page = carl.goto(f"/game/{again['key']}/")
    expect(bert.page.locator("#waiting .sitting")).to_contain_text("asked, has not answered yet")
    page.get_by_role("button", name="Decline").click()
    expect(page.locator("#waiting .sitting")).not_to_contain_text("carl")
    row = stranger.goto("/lobby").locator("tr", has=stranger.page.locator(f'[href="/game/{again["key"]}/"]'))
    row.first.get_by_role("button", name="Join").click()
    expect(stranger.page.locator("#waiting .sitting")).to_contain_text("fred")


@pytest.mark.promise("a table is opened with a clock, and the lobby tells its pace")
def test_a_clock_is_chosen(sit: Sit, timed: Timed):
    anna, _program = timed.person("anna")
    table = sit(anna, "/lobby", table=False)
    page = table.goto("/lobby")
    expect(page.locator("#time")).to_be_hidden()
    page.fill("#name", "By the clock")
    page.select_option("#clock", "bank")
    page.fill("#time", "90")
    page.select_option('[name="unit"]', "minutes")
    page.fill("#increment", "30")
    page.select_option('[name="increment_unit"]', "seconds")
    page.select_option("#out", "bot")
    page.get_by_role("button", name="Open the table").click()
    told = "1 hour 30 minutes, and 30 seconds more for each turn; when it runs out a bot takes the seat"
    expect(page.locator("#waiting")).to_contain_text(told)
    expect(table.goto("/lobby").locator("tr", has_text="By the clock").first).to_contain_text("live: 1 h 30 min")


@pytest.mark.promise("when time runs out the table passes or a bot sits down")
@pytest.mark.parametrize("out", ["act", "bot"])
def test_time_runs_out(sit: Sit, timed: Timed, out: str):
    table = Table(timed, clock={"kind": "move", "seconds": DAY, "out": out})
    late = table.acting
    other = at(sit, table, next(name for name in table.names if name != late))
    timed.pass_by(DAY + 1)
    expect(other.find('#table:not([data-here="0"])')).to_be_attached()
    assert bool(table.seat(late)["bot"]) == (out == "bot")
    if out == "act":
        other.look_at("log")
        expect(other.find("#p-log .told").last).to_contain_text(f"{late} has no time left")
    else:
        other.look_at("chat")
        expect(other.find(".remarks")).to_contain_text(f"{late} has no time left")


@pytest.mark.promise("when time runs out the table passes or a bot sits down")
def test_whoever_was_late_is_told(sit: Sit, timed: Timed):
    """At once where the page is open, and when it is their turn again."""
    table = Table(timed, "anna", "bert", clock={"kind": "move", "seconds": DAY})
    late = table.acting
    page, other = at(sit, table, late), at(sit, table, next(name for name in table.names if name != late))
    timed.pass_by(DAY + 1)
    told = page.find(".banner.ran-out")
    expect(told).to_contain_text("Your time ran out: the table acted for you.")
    expect(other.find('#table:not([data-here="0"])')).to_be_attached()
    expect(other.find(".banner.ran-out")).to_have_count(0)
    while table.acting != late:
        page.moves(table.goes_on)
    expect(page.find(".since")).to_contain_text("your time ran out")
    expect(told).to_be_visible()
    page.moves(table.goes_on)
    expect(told).to_have_count(0)


@pytest.mark.promise("vacations are entered and ended")
def test_a_vacation(sit: Sit, server: Server, fresh_name: str):
    page = sit(server.member(fresh_name), "/vacation", table=False).goto("/vacation")
    first = datetime.now(UTC).date() + timedelta(days=2)
    page.fill("#first", str(first))
    page.fill("#last", str(first + timedelta(days=3)))
    page.get_by_role("button", name="Be away").click()
    row = page.locator("table.list tbody tr")
    expect(row).to_contain_text(f"{first.day} {first:%B %Y}")
    row.get_by_role("button", name="I am here after all").click()
    expect(row).to_have_count(0)


@pytest.mark.promise("where it is one's turn is listed with the time left, and the next table is offered after acting")
def test_the_next_table_is_offered_after_acting(sit: Sit, timed: Timed):
    clock = {"kind": "move", "seconds": DAY}
    tables = [Table(timed, "ines", "jan", name=f"Table {number}", clock=clock) for number in (1, 2)]
    for table in tables:
        while table.acting != "ines":
            table.goes_on()
    page = sit(tables[0].visitors["ines"], f"/game/{tables[0].key}/")
    expect(page.find("#next-table a")).to_be_hidden()
    page.press(".kind-pass .choice")
    link = page.find("#next-table a")
    expect(link).to_contain_text("Your turn at Table 2")
    link.click()
    expect(page.find(f'#table[data-page="/game/{tables[1].key}/"]')).to_be_attached()
    listed = page.goto("/").locator("ul.turns li", has_text="Table 2")
    expect(listed.locator("time")).to_have_text(re.compile(r"\d"))
    expect(page.page.locator("ul.turns li", has_text="Table 1")).to_have_count(0)


@pytest.mark.promise("a turn at another table is told while one sits and waits")
def test_a_turn_elsewhere_is_told(sit: Sit, timed: Timed):
    clock = {"kind": "bank", "seconds": 1200, "increment": 20}
    here, there = (Table(timed, "ines", "jan", name=f"Table {number}", clock=clock) for number in (1, 2))
    for table in (here, there):
        while table.acting == "ines":
            table.goes_on()
    page = sit(here.visitors["ines"], f"/game/{here.key}/", table=False)
    page.page.clock.install()
    page.open()
    expect(page.find("#next-table [data-again]")).to_be_attached()
    expect(page.find("#next-table a")).to_have_count(0)
    there.goes_on()
    with page.page.expect_response(lambda answer: "besides" in answer.url):
        page.page.clock.fast_forward("00:12")
    expect(page.find("#next-table a")).to_contain_text("Your turn at Table 2")
    assert page.page.title().startswith("○ ")


@pytest.mark.promise("a seat that waits is found in the lobby, and who plays it is named beside its name")
def test_a_seat_that_waits(sit: Sit, timed: Timed):
    table = Table(timed, "anna", "bert", name="One is missing")
    table.comes("dora")
    left = table.acting
    stays = next(name for name in table.names if name != left)
    assert table.asks(left, "resign", to="offer").status_code == 200
    comes = sit(table.visitors["dora"], "/lobby", table=False)
    section = comes.goto("/lobby").locator('section[aria-labelledby="waiting"]')
    row = section.locator("tr", has_text="One is missing")
    expect(row).to_contain_text(f"the seat of {left} is free")
    row.get_by_role("button", name="Take this seat").click()
    expect(comes.find("#table[data-mine][data-started]")).to_be_attached()
    watching = at(sit, table, stays)
    expect(watching.find(".head .who")).to_contain_text("(played by dora)")
    sheet = watching.look_at("sheet")
    expect(sheet.locator(f'[data-player="{left}"]:visible', has_text="(played by dora)").first).to_be_visible()
    row = sit(table.visitors[stays], "/lobby", table=False).goto("/lobby").locator("tr", has_text="One is missing")
    expect(row.get_by_role("button", name="Take this seat")).to_have_count(0)


@pytest.mark.promise("an open table has a link for onlookers")
def test_onlookers(sit: Sit, timed: Timed):
    table = Table(timed)
    one = at(sit, table, "anna")
    link = one.look_at("more").get_by_label("Whoever has this link can look on:").input_value()
    stranger = sit(timed.server.visitor(), link.removeprefix(timed.server.url))
    assert not stranger.mine
    assert stranger.find('button[name="action"]:enabled').count() == 0
    expect(stranger.look_at("map").locator(".canvas svg")).to_be_visible()


@pytest.mark.promise("a profile has games, results and a rating for each title")
def test_a_profile(sit: Sit, server: Server, fresh_name: str):
    names = [f"{fresh_name}a", f"{fresh_name}b"]
    game, chance, robot = Game("1888", players=names), Random(32), bot("random")
    while game.finished is None:
        game.play(robot.choose(game, chance))
    ann, _bo = (server.member(name) for name in names)
    path = finished_online(server, ann, game)
    (winner, *_) = game.winners()
    page = sit(server.visitor(), f"/people/{winner}", table=False).goto(f"/people/{winner}")
    ratings = page.get_by_role("region", name="Ratings")
    expect(ratings.get_by_role("link", name="1888")).to_be_visible()
    expect(ratings.locator("strong")).to_have_text(re.compile(r"\d"))
    games = page.get_by_role("region", name="Games played to their end")
    expect(games).to_contain_text("1 of 2")
    expect(games.locator(f'a[href="{path}"]')).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.promise("notes are kept for oneself")
def test_notes(sit: Sit, timed: Timed):
    table = Table(timed, "anna", "bert")
    one, other = at(sit, table, "anna"), at(sit, table, "bert")
    one.look_at("notes")
    with one.page.expect_response("**/notes"):
        one.find("#scratch").fill("sell before the brown trains")
        one.find("#notes button").click()
    one.open()
    one.look_at("notes")
    expect(one.find("#scratch")).to_have_value("sell before the brown trains")
    other.look_at("notes")
    expect(other.find("#scratch")).to_have_value("")


@pytest.mark.promise("one action is played when the turn comes, if nothing has changed")
def test_one_action_in_advance(sit: Sit, visitor: Visitor):
    game = stock_round()
    path = bring(visitor, game)
    table = sit(visitor, path)
    (later,) = game.after(Pass(game.acting[0])).game.acting
    table.find(".program > summary").click()
    table.find('.program [name="seat"]').first.select_option(later)
    table.find(".program .fold > summary").click()
    table.find("#premove .choice[value*='buy-share']").first.click()
    expect(table.find(".banner.program")).to_contain_text("if nothing changes")
    table.press("#act .of-pass .choice")
    expect(table.find(".banner.program:not(.stopped)")).to_have_count(0)
    bought = visitor.game(path).actions[game.played + 1]
    assert type(bought).__name__ == "BuyShare"
    assert getattr(bought, "player", "") == later
