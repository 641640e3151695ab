"""Several browsers at one table: everybody's page moves, one of two at once is told, a lost page catches up."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.browser.sitting import Sitting
from tests.web.server import Visitor

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
