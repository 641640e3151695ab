"""kaiping report: a page into a file or onto standard output, never over something else."""

from __future__ import annotations

from pathlib import Path

from tests.cli.program import Program, assert_refused


def test_a_report_is_written(inside: Program, recording: Path, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    assert inside("report", recording, "-o", file).returncode == 0
    text = file.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert "Turning points" in text
    assert inside("report", recording, "-o", "-").stdout == text
    again = inside("report", recording, "-o", file)
    assert "over the page that was there" in again.stdout


def test_something_else_is_not_written_over(inside: Program, recording: Path, tmp_path: Path) -> None:
    file = tmp_path / "letter.html"
    file.write_text("Dear Ann")
    assert_refused(inside("report", recording, "-o", file), "is no page", "--force")
    assert file.read_text() == "Dear Ann"
    assert inside("report", recording, "-o", file, "--force").returncode == 0
    assert file.read_text(encoding="utf-8").startswith("<!doctype")


def test_what_cannot_be_reported(inside: Program, recording: Path, tmp_path: Path) -> None:
    assert_refused(inside("report", recording, "-o", tmp_path / "report.txt"), "ends in .html")
    assert_refused(inside("report", tmp_path / "none.json", "-o", "-"), "none.json")
