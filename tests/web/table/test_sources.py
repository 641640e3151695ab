"""Templates, style sheets and scripts are as readable as the Python; the style sheets have no mistake in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tinycss2

import kaiping.web

WEB = Path(kaiping.web.__file__).parent
SHEETS = sorted(WEB.rglob("*.css"))
SOURCES = [
    *(file for ending in ("html", "js") for file in sorted(WEB.rglob(f"*.{ending}")) if "vendor" not in file.parts),
    *SHEETS,
]


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: file.name)
def test_lines_are_short_and_indented_by_two_spaces(file: Path):
    wrong = [
        f"{file.name}:{number}"
        for number, line in enumerate(file.read_text().split("\n"), 1)
        if len(line) > 120 or "\t" in line or line != line.rstrip() or re.match(r"(  )* [^ *]", line)
    ]
    assert not wrong


def mistakes(nodes: list[Any]) -> Iterator[str]:
    """What cannot be read, in rules and in the rules and declarations inside them."""
    for node in nodes:
        if node.type == "error":
            yield f"line {node.source_line}: {node.message}"
        elif node.type in ("qualified-rule", "at-rule") and node.content is not None:
            yield from mistakes(tinycss2.parse_blocks_contents(node.content))


@pytest.mark.parametrize("file", SHEETS, ids=lambda file: file.name)
def test_a_style_sheet_can_be_read(file: Path):
    assert not list(mistakes(tinycss2.parse_stylesheet(file.read_text())))


def test_a_mistake_in_a_style_sheet_is_found():
    assert list(mistakes(tinycss2.parse_stylesheet("@media print { p { color red; } }")))


def test_every_variable_without_a_fallback_is_set():
    text = "".join(file.read_text() for file in SHEETS)
    used = set(re.findall(r"var\((--[\w-]+)\)", text))
    assert used
    assert not used - set(re.findall(r"(--[\w-]+):", text))
