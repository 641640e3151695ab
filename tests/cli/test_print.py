"""kaiping print: a PDF into a file, for editions by their names, and what is refused."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.cli.program import Program, assert_refused


def test_a_title_is_printed(inside: Program, tmp_path: Path) -> None:
    file = tmp_path / "1890.pdf"
    assert inside("print", "1890:A", "-o", file, "--paper", "letter").returncode == 0
    assert file.read_bytes().startswith(b"%PDF-")
    assert "over the PDF" in inside("print", "1890:A", "-o", file).stdout


def test_what_cannot_be_printed(inside: Program, tmp_path: Path) -> None:
    file = tmp_path / "out.pdf"
    assert_refused(inside("print", "1777", "-o", file), "no title '1777'")
    assert_refused(inside("print", "1888:1999", "-o", file), "no edition '1999'")
    assert_refused(inside("print", "1888", "-o", tmp_path / "out.png"), "ends in .pdf")
    assert_refused(inside("print", "1888", "-o", file, "--hex", "500"), "15 to 60 mm")
    assert_refused(inside("print", "1888", "-o", file, "--paper", "a0"), "a0")
    file.write_text("a letter")
    assert_refused(inside("print", "1888", "-o", file), "is no PDF", "--force")
    assert file.read_text() == "a letter"


def test_without_typst(inside: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    assert_refused(inside("print", "1888", "-o", tmp_path / "out.pdf"), "kaiping[print]")
