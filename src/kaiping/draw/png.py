"""PNG from SVG, by resvg and with fonts of its own, so that every machine draws the same picture."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from importlib import import_module
from importlib.resources import files
from math import ceil
from pathlib import Path
from struct import unpack_from
from typing import Any

from kaiping.draw.svg import text_of
from kaiping.errors import BadInput

_FONT_PACKAGE = "font_source_sans_pro"
_FONT_FAMILY = "Source Sans Pro"
_FONT_FILES = ("SourceSansPro-Regular.ttf", "SourceSansPro-Semibold.ttf", "SourceSansPro-Bold.ttf")
#: Chinese and Japanese letters, as far as our data use them (tools/cjk_font.py)
_CJK = Path(__file__).parent / "fonts" / "NotoSansCJK-part.otf"
#: the words of a picture
#: how high a picture is: a row of points that it fills in part only would let shine through what lies below it
_HEIGHT = re.compile(r'(<svg[^>]* height=")([0-9.]+)"')
_TEXT = re.compile(r"(<text[^>]*>)([^<]*)(?=</text>)")
#: the widest picture: more pixels would rather fill the memory than show anything
WIDEST = 10_000


def _module(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise BadInput(
            f"a PNG needs the package {name}, which is not installed: pip install 'kaiping[pictures]'"
        ) from None


def font_files() -> list[str]:
    """The files of the fonts: of its package, and the one for Chinese and Japanese letters."""
    _module(_FONT_PACKAGE)
    folder = Path(str(files(_FONT_PACKAGE))) / "files"
    return [*(str(folder / name) for name in _FONT_FILES), str(_CJK)]


def available() -> bool:
    """Whether all that a PNG needs is installed."""
    try:
        _module("resvg_py")
        _module(_FONT_PACKAGE)
    except BadInput:
        return False
    return True


@cache
def letters_in(file: str) -> frozenset[str]:
    """The letters that a font file has (its table ``cmap``, formats 4 and 12)."""
    data = Path(file).read_bytes()
    (tables,) = unpack_from(">H", data, 4)
    places = {data[at : at + 4]: unpack_from(">I", data, at + 8)[0] for at in range(12, 12 + 16 * tables, 16)}
    start = places[b"cmap"]
    (count,) = unpack_from(">H", data, start + 2)
    found: set[int] = set()
    for number in range(count):
        (offset,) = unpack_from(">I", data, start + 8 + 8 * number)
        (kind,) = unpack_from(">H", data, start + offset)
        if kind == 4:
            (double,) = unpack_from(">H", data, start + offset + 6)
            ends = unpack_from(f">{double // 2}H", data, start + offset + 14)
            begins = unpack_from(f">{double // 2}H", data, start + offset + 16 + double)
            found.update(code for begin, end in zip(begins, ends, strict=True) for code in range(begin, end + 1))
        elif kind == 12:
            (groups,) = unpack_from(">I", data, start + offset + 12)
            for group in range(groups):
                begin, end = unpack_from(">II", data, start + offset + 16 + 12 * group)
                found.update(range(begin, end + 1))
    return frozenset(map(chr, found - {0xFFFF}))


def left_out(svg: str) -> str:
    """The letters of a picture that no font has: they are left out of a PNG."""
    words = {letter for _, text in _TEXT.findall(svg) for letter in unescape(text) if not letter.isspace()}
    return "".join(sorted(words.difference(*map(letters_in, font_files()))))


def check_width(width: object) -> None:
    """Refuse a width that is no sensible number of pixels."""
    if isinstance(width, bool) or not isinstance(width, int) or not 0 < width <= WIDEST:
        raise BadInput(f"the width of a picture is a whole number of pixels from 1 to {WIDEST}, not {width!r:.40}")


def _whole(head: re.Match[str]) -> str:
    return f'{head[1]}{ceil(float(head[2]))}" preserveAspectRatio="xMidYMid slice"'


def to_png(svg: str, width: int | None = None) -> bytes:
    """A picture as PNG, as wide as it says itself or as wide as asked for; letters that no font has are left out."""
    if width is not None:
        check_width(width)
    resvg = _module("resvg_py")
    fonts = font_files()
    svg = _HEIGHT.sub(_whole, svg, count=1)
    if missing := left_out(svg):
        gone = dict.fromkeys(map(ord, missing))
        svg = _TEXT.sub(lambda text: text[1] + text_of(unescape(text[2]).translate(gone)), svg)
    try:
        return bytes(
            resvg.svg_to_bytes(
                svg_string=svg,
                width=width,
                skip_system_fonts=True,
                font_files=fonts,
                font_family=_FONT_FAMILY,
                sans_serif_family=_FONT_FAMILY,
            )
        )
    except ValueError as error:
        raise BadInput(f"the picture cannot be drawn: {error}") from None
