"""What others have said, and what the table has told, is told until one has read it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.web.browser.sitting import Sitting
from tests.web.far_apart import Table, Timed

Sit = Callable[..., Sitting]


def at(sit: Sit, table: Table, name: str) -> Sitting:
    return sit(table.visitors[name], f"/game/{table.key}/")


def number(sitting: Sitting) -> Locator:
    """Where it stands how much is unread."""
    tab = "more" if sitting.screen.phone else "chat"
    return sitting.find(f'.tabs [data-view="{tab}"] .unread')


@pytest.mark.promise("what was said and done at the table is told until one has seen it")
def test_remarks_are_unread_until_the_chat_is_opened(sit: Sit, timed: Timed):
    table = Table(timed, "anna", "bert")
    reader = at(sit, table, "bert")
    expect(number(reader)).to_be_hidden()
    for text in ("hello", "are you there?"):
        assert table.asks("anna", "chat", text=text).status_code == 201
    expect(number(reader)).to_have_text("2 unread")
    reader.moves(table.goes_on)
    expect(number(reader)).to_have_text("2 unread")
    reader.open()
    expect(number(reader)).to_have_text("2 unread")
    assert reader.find(".tabs").evaluate("(one) => one.scrollWidth - one.clientWidth") <= 0
    with reader.page.expect_response(lambda answer: answer.status == 204):
        reader.look_at("chat")
    expect(number(reader)).to_be_hidden()
    reader.moves(table.goes_on)
    expect(number(reader)).to_be_hidden()
    reader.open()
    expect(number(reader)).to_be_hidden()


@pytest.mark.promise("what was said and done at the table is told until one has seen it")
def test_what_was_said_meanwhile_is_unread(sit: Sit, timed: Timed):
    """One's own remarks are not, nor is what somebody reads who looks at the chat."""
    table = Table(timed, "anna", "bert")
    for name in table.names:
        assert table.asks(name, "chat", text="good evening").status_code == 201
    reader = at(sit, table, "bert")
    expect(number(reader)).to_have_text("1 unread")
    with reader.page.expect_response(lambda answer: answer.status == 204):
        reader.look_at("chat")
    with reader.page.expect_response(lambda answer: answer.status == 204):
        assert table.asks("anna", "chat", text="your turn").status_code == 201
    expect(reader.find(".remarks")).to_contain_text("your turn")
    reader.open()
    expect(number(reader)).to_be_hidden()


def test_what_one_has_read_stays_so_when_the_table_is_to_act_for_one(timed: Timed):
    table = Table(timed, "anna", "bert")
    path, visitor = f"/game/{table.key}/", table.visitors["bert"]
    assert table.asks("anna", "chat", text="hello").status_code == 201
    assert 'data-count="1"' in visitor.get(f"{path}body").text
    visitor.post(f"{path}chat", {"read": "99"})
    for kind in ("pass", "stop"):
        answer = visitor.post(f"{path}program", {"version": visitor.version(path), "kind": kind}, htmx=True)
        assert 'id="unheard" data-count="0"' in answer.text


@pytest.mark.promise("what was said and done at the table is told until one has seen it")
def test_who_resigned_and_what_was_taken_back_is_told(sit: Sit, timed: Timed):
    table = Table(timed, undo="anyone")
    first = table.goes_on()
    other = next(name for name in table.names if name not in (first, table.acting))
    reader = at(sit, table, other)
    reader.moves(lambda: table.undo(first))
    told = reader.find(".told-news")
    expect(told).to_contain_text(f"{first} took back")
    reader.moves(lambda: table.asks(first, "resign", to="offer"))
    expect(reader.find("#table[data-started]")).to_be_attached()
    expect(told).to_contain_text(f"{first} has resigned")
    reader.open()
    expect(told).to_contain_text(f"{first} has resigned")
    told.get_by_role("button", name="I see").click()
    expect(told).to_have_count(0)
    expect(number(reader)).to_be_hidden()
    reader.open()
    expect(told).to_have_count(0)


@pytest.mark.promise("what was said and done at the table is told until one has seen it")
def test_the_chat_opens_at_its_end_and_says_read_only_what_was_in_sight(sit: Sit, timed: Timed):
    table = Table(timed, "anna", "bert")
    for turn in range(40):
        assert table.asks("anna", "chat", text=f"remark {turn}").status_code == 201
    reader = at(sit, table, "bert")
    with reader.page.expect_response(lambda answer: answer.status == 204):
        reader.look_at("chat")
    last, say, panel = reader.find(".remarks li").last, reader.find("#say"), reader.find("#p-chat")
    expect(last).to_be_in_viewport(ratio=1)
    expect(say).to_be_in_viewport(ratio=1)
    expect(number(reader)).to_be_hidden()
    with reader.page.expect_response(lambda answer: answer.status == 204):
        assert table.asks("anna", "chat", text="one more").status_code == 201
    expect(last).to_have_text(re.compile("one more"))
    expect(last).to_be_in_viewport(ratio=1)
    panel.evaluate("one => one.scrollTop = 0")
    expect(say).to_be_in_viewport(ratio=1)
    assert table.asks("anna", "chat", text="not seen").status_code == 201
    expect(number(reader)).to_have_text("1 unread")
    expect(last).not_to_be_in_viewport()
    reader.moves(table.goes_on)
    expect(number(reader)).to_have_text("1 unread")
    with reader.page.expect_response(lambda answer: answer.status == 204):
        panel.evaluate("one => one.scrollTop = one.scrollHeight")
    expect(number(reader)).to_be_hidden()
