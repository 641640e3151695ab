"""Colours as names that a page may set, so that one picture serves a light and a dark page.

A colour of the theme ``PAGE`` is written as ``var(--map-paper,#FBF9F3)``: browsers take the page's value of the name,
and the colour after the comma where the page has none.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from kaiping.draw.theme import LIGHT, Theme

_PLAIN = (
    "paper", "ink", "faint", "border", "print", "print_faint", "track", "slot", "slot_border", "value", "barrier",
    "mark",
)  # fmt: skip
_TABLES = ("ground", "value_boxes", "terrain")


def variables(theme: Theme) -> Iterator[tuple[str, str]]:
    """Every name with its colour in a theme."""
    for field in _PLAIN:
        yield _name(field), getattr(theme, field)
    for field in _TABLES:
        for key, color in getattr(theme, field).items():
            yield _name(field, key), color


def line_names(theme: Theme) -> Iterator[tuple[str, str]]:
    """The names of the players' lines in plots, with their colours in a theme."""
    for number, color in enumerate(theme.lines):
        yield f"--line-{number}", color


def _name(*parts: str) -> str:
    return "--map-" + "-".join(parts).replace("_", "-")


def _written(name: str, color: str) -> str:
    return f"var({name},{color})"


PAGE = replace(
    LIGHT,
    **{field: _written(_name(field), getattr(LIGHT, field)) for field in _PLAIN},
    **{
        field: {key: _written(_name(field, key), color) for key, color in getattr(LIGHT, field).items()}
        for field in _TABLES
    },
    lines=tuple(_written(name, color) for name, color in line_names(LIGHT)),
)
