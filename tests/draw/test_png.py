"""PNG from SVG."""

import struct
import zlib
from importlib.resources import files
from pathlib import Path

import pytest

from kaiping.draw import png
from kaiping.draw.map import map_svg
from kaiping.draw.svg import element, picture
from kaiping.draw.theme import LIGHT
from kaiping.errors import BadInput

needs_resvg = pytest.mark.skipif(not png.available(), reason="resvg_py or its font is not installed: kaiping[pictures]")


def pixels(data: bytes) -> tuple[int, int, bytes]:
    """Width, height and the raw rows of a PNG."""
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", data[16:24])
    at, body = 8, b""
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        if data[at + 4 : at + 8] == b"IDAT":
            body += data[at + 8 : at + 8 + length]
        at += 12 + length
    return width, height, zlib.decompress(body)


@needs_resvg
def test_a_map_becomes_a_png_that_is_not_blank(definition, later) -> None:
    width, height, rows = pixels(png.to_png(map_svg(definition, later), 600))
    assert width == 600
    assert 350 < height < 600
    assert len(set(rows)) > 100


@needs_resvg
def test_words_are_drawn_without_fonts_of_the_system() -> None:
    def page(words: str) -> bytes:
        text = element("text", words, x=5, y=20, font_size=20)
        return png.to_png(picture(text, width=100, view=(0, 0, 100, 30), title="t", desc="d", font=LIGHT.font))

    assert len(set(pixels(page("Kaiping ¥95"))[2])) > 10
    assert page("Kaiping") != page("Peking")
    assert len(set(pixels(page(" "))[2])) < 3


@needs_resvg
def test_no_letter_of_our_data_is_a_box() -> None:
    """Every letter of every place, company and private has a glyph; tools/cjk_font.py makes the font again."""
    known = frozenset[str]().union(*map(png.letters_in, png.font_files()))
    data = files("kaiping.titles")
    assert isinstance(data, Path)
    names = [file for file in data.glob("g*/data/**/*.toml") if "clauses" not in file.parts]
    assert names
    used = {letter for file in names for letter in file.read_text(encoding="utf-8") if not letter.isspace()}
    assert used - known == set()


@needs_resvg
def test_japanese_is_drawn_and_what_no_font_has_is_left_out() -> None:
    def page(words: str) -> str:
        text = element("text", words, x=5, y=20, font_size=20)
        return picture(text, width=100, view=(0, 0, 100, 30), title="t", desc="d", font=LIGHT.font)

    assert png.left_out(page("神戸 Kobe")) == ""
    assert png.to_png(page("神戸")) != png.to_png(page("大阪"))
    assert png.left_out(page("Kobe <\u16a0>")) == "\u16a0"
    assert png.to_png(page("Kobe <\u16a0>")) == png.to_png(page("Kobe <>"))


@needs_resvg
@pytest.mark.parametrize("width", [0, -5, 10_001, True, 2.5, "600"])
def test_a_width_that_is_none_is_refused(width) -> None:
    with pytest.raises(BadInput, match="whole number of pixels from 1 to 10000"):
        png.to_png("<svg/>", width)


@needs_resvg
def test_what_is_not_svg_is_refused_in_a_sentence() -> None:
    with pytest.raises(BadInput, match="cannot be drawn"):
        png.to_png("no picture")


@pytest.mark.parametrize("missing", ["resvg_py", "font_source_sans_pro"])
def test_a_missing_package_is_named(monkeypatch, missing) -> None:
    def without(name: str) -> object:
        if name == missing:
            raise ImportError(name)
        return object()

    monkeypatch.setattr(png, "import_module", without)
    with pytest.raises(BadInput, match=rf"needs the package {missing}.*kaiping\[pictures\]"):
        png.to_png("<svg/>")
    assert not png.available()


def rows_of(data: bytes) -> list[bytes]:
    """The rows of a PNG of four bytes a point, as they are seen."""
    width, height, raw = pixels(data)
    wide, above, found = 4 * width, bytes(4 * width), []
    for start in range(0, height * (wide + 1), wide + 1):
        kind, row = raw[start], bytearray(raw[start + 1 : start + 1 + wide])
        for at in range(wide):
            left, corner = (row[at - 4], above[at - 4]) if at > 3 else (0, 0)
            guess = left + above[at] - corner
            nearest = min((left, above[at], corner), key=lambda one, guess=guess: abs(guess - one))  # type: ignore[misc]
            row[at] = (row[at] + (0, left, above[at], (left + above[at]) // 2, nearest)[kind]) % 256
        above = bytes(row)
        found.append(above)
    return found


@needs_resvg
def test_the_last_row_of_points_is_filled() -> None:
    """A picture whose height is not a whole number is drawn to its lower edge."""
    paper = element("rect", width=100, height=77.7, fill="#123456")
    rows = rows_of(png.to_png(picture(paper, width=100, view=(0, 0, 100, 77.7), title="x", desc="x", font=LIGHT.font)))
    assert len(rows) == 78
    assert set(rows[-1][3::4]) == {255}
