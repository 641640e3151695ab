"""Several browsers at one table: everybody's page moves, one of two at once is told, a lost page catches up."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.browser.sitting import Sitting
from tests.web.server import Server, Visitor

Sit = Callable[..., Sitting]


def test_another_page_of_the_same_table_follows(sit: Sit, visitor: Visitor):
    path = visitor.hot_seat()
    one, other = sit(visitor, path), sit(visitor, path)
    other.moves(lambda: one.press(".kind-pass .choice"))
    assert other.here == 1


def test_who_is_late_is_told(sit: Sit, visitor: Visitor):
    path = visitor.hot_seat()
    table = sit(visitor, path)
    table.press(".kind-pass .choice")
    table.find("#version").evaluate("(field) => { field.value = '0'; }")
    table.find(".kind-pass .choice").click()
    expect(table.find(".banner.notice")).to_contain_text("faster")
    assert visitor.game(path).played == 1


def test_a_lost_connection_catches_up(sit: Sit, visitor: Visitor):
    path = visitor.hot_seat()
    table = sit(visitor, path)
    table.page.context.set_offline(True)
    visitor.play(path, '{"type":"pass","actor":"Ann"}', visitor.version(path))
    table.moves(lambda: table.page.context.set_offline(False), timeout=30_000)
    assert table.here == 1
    table.complaints[:] = [one for one in table.complaints if "ERR_INTERNET_DISCONNECTED" not in one]


def test_the_present_does_not_pull_a_reader_out_of_the_past(sit: Sit, visitor: Visitor):
    path = visitor.hot_seat()
    one, other = sit(visitor, path), sit(visitor, path)
    other.moves(lambda: one.press(".kind-pass .choice"))
    other.show_moment(lambda: other.page.keyboard.press("["), 0)
    one.press(".kind-pass .choice")
    expect(other.find(".banner.moved")).to_be_visible()
    assert other.here == 0
    other.show_moment(lambda: other.page.keyboard.press("n"), 2)


def far_apart(server: Server, names: tuple[str, str], undo: str = "own") -> tuple[str, Visitor, Visitor]:
    """Two people with accounts at one table that has begun."""
    ann, bo = (server.member(name) for name in names)
    fields = {"game": "1888:2022", "size": 2, "kind": "private", "undo": undo, "name": "Evening"}
    path = ann.post("/new-table", fields).headers["location"]
    invitation = re.search(r"/invitation/[\w-]+", ann.get(path).text)
    assert invitation
    bo.get(invitation[0])
    bo.post(f"{path}join")
    return path, ann, bo


def test_two_people_far_apart(sit: Sit, server: Server, fresh_name: str):
    """Each acts in turn for the own seat only; the other's page moves by itself."""
    path, ann, bo = far_apart(server, (f"ann{fresh_name}", f"bo{fresh_name}"))
    ann.post(f"{path}start")
    first, second = sit(ann, path), sit(bo, path)
    if second.mine:
        first, second = second, first
    assert first.mine
    assert not second.mine
    assert second.find('button[name="action"]:enabled').count() == 0
    second.moves(lambda: first.press(".kind-pass .choice"))
    expect(second.find("#table[data-mine]")).to_be_attached()
    expect(first.find("#table:not([data-mine])")).to_be_attached()
    assert first.find('button[name="action"]:enabled').count() == 0
    assert second.page.title().startswith("●")
    first.moves(lambda: second.press(".kind-bid .choice"))
    assert first.here == second.here == 2


def test_a_waiting_table_fills_by_itself(sit: Sit, server: Server, fresh_name: str):
    path, ann, bo = far_apart(server, (f"cy{fresh_name}", f"di{fresh_name}"))
    page = sit(bo, "/lobby", table=False).page
    page.goto(f"{server.url}{path}")
    expect(page.locator("#waiting")).to_be_visible()
    ann.post(f"{path}start")
    expect(page.locator("#table[data-started]")).to_be_attached(timeout=15_000)


def test_chat_is_heard_while_one_types(sit: Sit, server: Server, fresh_name: str):
    path, ann, bo = far_apart(server, (f"ed{fresh_name}", f"flo{fresh_name}"))
    ann.post(f"{path}start")
    one, other = sit(ann, path), sit(bo, path)
    for table in (one, other):
        table.find('.tabs [data-view="chat"]').click()
        expect(table.find("#say")).to_be_visible()
    other.find("#say").fill("I was going to say")
    one.find("#say").fill("hello there")
    one.find("#say").press("Enter")
    expect(other.find(".remarks")).to_contain_text("hello there")
    expect(other.find("#say")).to_have_value("I was going to say")
