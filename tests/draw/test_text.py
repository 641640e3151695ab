"""The map as text."""

import re

import pytest

from kaiping.board.board import Board
from kaiping.draw.ansi import Canvas, Style
from kaiping.draw.face import hex_face, tile_face
from kaiping.draw.text import hex_lines, map_text
from kaiping.titles import definition as find_definition

EMPTY = Board({}, {}, {})
ANSI = re.compile("\x1b\\[[0-9;]*m")


def test_every_hex_tile_and_token_is_there(definition, later) -> None:
    text = map_text(definition, later, color=False, phase="5")
    grid = text.partition("Signs:")[0]
    for hex_id in definition.map.hexes:
        assert re.search(rf"\b{hex_id}\b", grid), hex_id
    for tile, rotation in later.tiles.values():
        assert f"{tile}/{rotation}" in grid
    for owners in later.tokens.values():
        for company in owners:
            assert company in grid
    assert "(hjr -)" in grid
    assert "(zdr)" in grid


def test_it_fits_a_terminal(definition, start, later) -> None:
    for board in (start, later):
        assert max(map(len, map_text(definition, board, color=False).splitlines())) <= 140


def test_color_changes_nothing_but_the_color(definition, later) -> None:
    plain = [line.rstrip() for line in map_text(definition, later, color=False).splitlines()]
    colored = map_text(definition, later)
    assert [ANSI.sub("", line).rstrip() for line in colored.splitlines()] == plain
    assert all(ANSI.findall(line)[-1] == "\x1b[0m" for line in colored.splitlines() if "\x1b" in line)


def test_joined_and_open_track_barriers_and_full_names(definition, later) -> None:
    text = map_text(definition, later, color=False)
    lines = text.splitlines()
    assert "━" in text
    assert "·" in text
    assert sum(line.count("X") for line in lines if "Signs" not in line and "X7" not in line) >= 3
    assert "B6 Zhangjiakou & Xuanhua" in text


def test_four_tokens_are_all_named(definition) -> None:
    tokens = ("JHR", "TJL", "JZR", "SSL")
    face = tile_face(definition, "8893", 4)._replace(coordinate="C9", name="Beijing", tokens=(tokens,), homes=((),))
    lines = hex_lines(face)
    assert all(len(line) <= 11 for line in lines)
    for word in ("C9", "8893/4", "70", "B", *tokens):
        assert any(word in line for line in lines), word


def test_four_cities_on_one_tile(definition) -> None:
    face = tile_face(definition, "L42", 0)._replace(
        coordinate="C9", tokens=(("JHR",), (), (), ("JZR",)), homes=((), (), (), ())
    )
    assert hex_lines(face)[2] == "JHR|-|-|JZR"


def test_beijing_before_its_first_tile() -> None:
    """Four cities, each the home of a company: two in a line, and the whole name."""
    printed = find_definition("1880")
    board = Board({}, {}, {company.home_stop: (name,) for name, company in printed.companies.items()})
    lines = hex_lines(hex_face(printed, board, "F8"))
    assert lines == ["F8 Beijing", "B jgg|jlr", "jha|jhu  20"]


def test_a_value_by_phase_is_shown_as_range_or_as_it_is_now(definition, start) -> None:
    assert any("30-60" in line for line in hex_lines(hex_face(definition, start, "I11")))
    assert any(line.endswith("50") for line in hex_lines(hex_face(definition, start, "I11", "5")))


def test_the_canvas_keeps_a_style_where_none_is_given() -> None:
    canvas = Canvas(4, 1)
    canvas.put(0, 0, "abcd", Style("#FF0000", "#FFFFFF"))
    canvas.put(1, 0, "X")
    assert canvas.text(False) == "aXcd"
    assert canvas.text(True) == "\x1b[0;38;5;231;48;5;196maXcd\x1b[0m"


@pytest.mark.parametrize("title", ["1888", "1880", "1890"])
@pytest.mark.parametrize("columns", [60, 80, 90])
def test_a_narrow_screen_gets_whole_hexes(title: str, columns: int) -> None:
    """The map comes in parts, and every hex stands in just one of them."""
    printed = find_definition(title)
    text = map_text(printed, EMPTY, color=False, columns=columns)
    assert max(map(len, text.splitlines())) <= columns
    drawing = text.partition("Signs:")[0]
    whole = map_text(printed, EMPTY, color=False).partition("Signs:")[0]
    assert "further to the right" in drawing
    assert "further to the right" not in whole
    for hex_id in printed.map.hexes:
        found = re.compile(rf"(?<!\w){hex_id}(?!\w)")
        assert len(found.findall(drawing)) == len(found.findall(whole)) == 1


def test_a_hex_with_more_cities_than_room_is_told_in_full() -> None:
    """Six companies in green Beijing: the hex says that there is more, and the words below have all of it."""
    printed = find_definition("1880")
    names = list(printed.companies)[:6]
    board = Board({"F8": ("8886", 0)}, {("F8", index): (name,) for index, name in enumerate(names)}, {})
    text = map_text(printed, board, color=False)
    (told,) = re.findall(r"Cities: (.*)", text)
    assert told.startswith("F8 Beijing: ")
    assert all(name in told for name in names)
    assert "Cities:" not in map_text(printed, EMPTY, color=False)
