"""PNG from SVG, by resvg and with a font of its own, so that every machine draws the same picture."""

from __future__ import annotations

from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

from kaiping.errors import BadInput

_FONT_PACKAGE = "font_source_sans_pro"
_FONT_FAMILY = "Source Sans Pro"
_FONT_FILES = ("SourceSansPro-Regular.ttf", "SourceSansPro-Semibold.ttf", "SourceSansPro-Bold.ttf")


def _module(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise BadInput(
            f"a PNG needs the package {name}, which is not installed: pip install 'kaiping[pictures]'"
        ) from None


def font_files() -> list[str]:
    """The files of the font, from its package."""
    _module(_FONT_PACKAGE)
    folder = Path(str(files(_FONT_PACKAGE))) / "files"
    return [str(folder / name) for name in _FONT_FILES]


def available() -> bool:
    """Whether all that a PNG needs is installed."""
    try:
        _module("resvg_py")
        _module(_FONT_PACKAGE)
    except BadInput:
        return False
    return True


def to_png(svg: str, width: int | None = None) -> bytes:
    """A picture as PNG, as wide as it says itself or as wide as asked for."""
    resvg = _module("resvg_py")
    fonts = font_files()
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
