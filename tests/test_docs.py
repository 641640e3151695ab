"""The examples in the docs do what they say."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from kaiping.action import KINDS

DOCS = Path(__file__).resolve().parent.parent / "docs"


def test_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(str(DOCS / "python.md"), module_relative=False)
    assert tried > 40
    assert failed == 0


def test_examples_of_minds() -> None:
    failed, tried = doctest.testfile(str(DOCS / "minds.md"), module_relative=False)
    assert tried > 4
    assert failed == 0


def test_every_action_is_told_with_its_fields() -> None:
    text = (DOCS / "python.md").read_text(encoding="utf-8")
    rows = {row[0]: tuple(row[1:]) for line in text.splitlines() if len(row := re.findall(r"`([\w-]+)`", line)) > 2}
    for kind in KINDS:
        assert rows.get(kind.__name__) == (kind.__struct_config__.tag, *kind.__struct_fields__)
