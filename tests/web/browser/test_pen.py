"""A pen for oneself: what is drawn on the map is kept, and nobody else ever sees it."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import expect

from tests.web.browser.sitting import Sitting
from tests.web.server import Server, Visitor

Sit = Callable[..., Sitting]

DRAWN = "#p-map .drawn > *"


def stroke(table: Sitting, *points: tuple[float, float]) -> None:
    """Drag the pen from point to point of the map's pane."""
    box = table.find("#p-map .canvas").bounding_box()
    assert box
    mouse = table.page.mouse
    mouse.move(box["x"] + points[0][0], box["y"] + points[0][1])
    mouse.down()
    for x, y in points[1:]:
        mouse.move(box["x"] + x, box["y"] + y, steps=5)
    mouse.up()


def kept(visitor: Visitor, path: str) -> list[dict[str, object]]:
    things: list[dict[str, object]] = json.loads(visitor.get(f"{path}drawing").text).get("things", [])
    return things


def put_away(table: Sitting, act: Callable[[], object]) -> None:
    """Do something to the drawing, and wait until the server has it."""
    with table.page.expect_response("**/drawing") as answer:
        act()
    assert answer.value.status == 204, answer.value.text()


def test_lines_marks_and_notes_are_kept(sit: Sit, visitor: Visitor):
    path = visitor.hot_seat()
    table = sit(visitor, path)
    view = table.find("#p-map .canvas > svg").get_attribute("viewBox")
    table.find('[data-pen="switch"]').click()
    put_away(table, lambda: stroke(table, (200, 200), (300, 260), (420, 250)))
    expect(table.find("#p-map .drawn polyline")).to_have_count(1)
    table.find('[data-pen="1"]').click()
    put_away(table, lambda: stroke(table, (320, 320)))
    expect(table.find("#p-map .drawn circle.pen-1")).to_have_count(1)
    assert table.find("#p-map .canvas > svg").get_attribute("viewBox") == view, "the map stays where it is"
    table.find('[data-pen="note"]').click()
    table.find('#p-map .hexes [data-hex="E9"]').click()
    expect(table.find(".pen-note [name=hex]")).to_have_value("E9")
    table.find(".pen-note [name=text]").fill("depot <here>")
    put_away(table, lambda: table.page.keyboard.press("Enter"))
    expect(table.find("#p-map .drawn text")).to_have_text("depot <here>")
    table.open()
    expect(table.find(DRAWN)).to_have_count(3)
    assert [one["kind"] for one in kept(visitor, path)] == ["line", "line", "note"]


@pytest.mark.promise("drawings on the map are kept for oneself")
def test_what_was_drawn_can_be_taken_back_and_cleared(sit: Sit, visitor: Visitor):
    path = visitor.hot_seat()
    table = sit(visitor, path)
    table.look_at("map")
    table.find('[data-pen="switch"]').click()
    back, clear = table.find('[data-pen="undo"]'), table.find('[data-pen="clear"]')
    expect(back).to_be_disabled()
    for height in (200, 240, 280):
        put_away(table, partial(stroke, table, (100, height), (300, height)))
    put_away(table, back.click)
    expect(table.find(DRAWN)).to_have_count(2)
    put_away(table, clear.click)
    expect(table.find(DRAWN)).to_have_count(0)
    expect(clear).to_be_disabled()
    put_away(table, back.click)
    expect(table.find(DRAWN)).to_have_count(2)
    table.open()
    table.look_at("map")
    expect(table.find(DRAWN)).to_have_count(2)
    table.find('[data-pen="switch"]').click()
    put_away(table, back.click)
    put_away(table, back.click)
    assert kept(visitor, path) == []


def test_without_the_pen_the_map_is_as_it_was(sit: Sit, visitor: Visitor):
    """A drawing lies above the map and yet lets every press through; with the pen a press chooses nothing."""
    table = sit(visitor, visitor.hot_seat())
    asked: list[str] = []
    table.page.on("request", lambda request: asked.append(request.url))
    hexagon = table.find('#p-map .hexes [data-hex="E9"]')
    table.find('[data-pen="switch"]').click()
    put_away(table, hexagon.click)
    assert not [url for url in asked if "name=hex" in url]
    table.page.keyboard.press("Escape")
    expect(table.find(".pen-tools")).to_be_hidden()
    hexagon.click()
    expect(table.find("#choose")).to_be_visible()
    before = table.find("#p-map .canvas > svg").get_attribute("viewBox")
    table.find('[data-zoom="in"]').click()
    stroke(table, (300, 300), (360, 330))
    assert table.find("#p-map .canvas > svg").get_attribute("viewBox") != before
    expect(table.find(DRAWN)).to_have_count(1)


def test_a_drawing_outlives_an_action(sit: Sit, visitor: Visitor):
    table = sit(visitor, visitor.hot_seat())
    table.find('[data-pen="switch"]').click()
    put_away(table, lambda: stroke(table, (200, 200), (300, 260)))
    table.press("#act .of-pass .choice")
    expect(table.find(DRAWN)).to_have_count(1)
    expect(table.find(".pen-tools")).to_be_visible()


def test_a_finger_draws(sit: Sit, visitor: Visitor):
    path = visitor.hot_seat()
    table = sit(visitor, path, phone=True)
    table.find('.tabs [data-view="map"]').click()
    table.find('[data-pen="switch"]').tap()
    hand = table.page.context.new_cdp_session(table.page)

    def touch(kind: str, *places: tuple[int, int]) -> None:
        points = [{"x": x, "y": y} for x, y in places]
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def draw() -> None:
        touch("touchStart", (150, 400))
        for x in range(160, 300, 20):
            touch("touchMove", (x, 420))
        touch("touchEnd")

    put_away(table, draw)
    (line,) = kept(visitor, path)
    points = line["points"]
    assert isinstance(points, list)
    assert len(points) > 8


@pytest.mark.promise("drawings on the map are kept for oneself")
def test_nobody_else_sees_it(sit: Sit, server: Server, fresh_name: str):
    """Neither who sits at the same table nor who looks on; each has a drawing of their own."""
    ann, bo = server.member(f"{fresh_name}a"), server.member(f"{fresh_name}b")
    wanted = {"game": "1888:2022", "size": 2, "kind": "open", "undo": "anyone", "name": ""}
    path = str(ann.post("/new-table", wanted).headers["location"])
    bo.post(f"{path}join")
    ann.post(f"{path}start")
    secret = {"things": [{"kind": "note", "pen": 0, "hex": "E9", "text": "sell them all"}]}
    assert ann.post(f"{path}drawing", {"drawing": json.dumps(secret)}).status_code == 204
    assert kept(ann, path) == secret["things"]
    assert kept(bo, path) == []
    assert server.visitor().get(f"{path}drawing").status_code == 404
    for address in (path, f"{path}body"):
        assert "sell them all" not in ann.get(address).text + bo.get(address).text
    table = sit(bo, path)
    table.look_at("map")
    expect(table.find('[data-pen="switch"]')).to_be_visible()
    assert not table.find(DRAWN).count()


@pytest.mark.parametrize(
    "drawing",
    [
        "",
        "[]",
        '{"things": [{"kind": "line", "pen": 9, "points": [1, 2]}]}',
        '{"things": [{"kind": "line", "pen": 0, "points": [1, 2, 3]}]}',
        '{"things": [{"kind": "line", "pen": 0, "points": [1e99, 2]}]}',
        '{"things": [{"kind": "note", "pen": 0, "hex": "Z99", "text": "x"}]}',
        '{"things": [{"kind": "note", "pen": 0, "hex": "E9", "text": "' + "x" * 81 + '"}]}',
        '{"things": "' + "x" * 100_001 + '"}',
    ],
)
def test_what_is_no_drawing_is_refused(visitor: Visitor, drawing: str):
    path = visitor.hot_seat()
    answer = visitor.post(f"{path}drawing", {"drawing": drawing})
    assert answer.status_code == 422
    assert answer.json()["detail"]
    assert kept(visitor, path) == []
