"""The examples in docs/research.md do what they say, and it names all arrays and kinds of actions."""

from __future__ import annotations

import doctest
from pathlib import Path

from kaiping.env import kaiping_v0
from kaiping.env.kaiping_v0 import Settings

DOCS = Path(__file__).resolve().parents[2] / "docs" / "research.md"


def test_examples() -> None:
    failed, tried = doctest.testfile(str(DOCS), module_relative=False)
    assert tried > 25
    assert failed == 0


def test_all_arrays_and_settings_are_told() -> None:
    text = DOCS.read_text(encoding="utf-8")
    told = {word for line in text.splitlines() if line.startswith("| `") for word in line.split("|")[1].split("`")}
    assert set(kaiping_v0.raw_env().observer.shapes) <= told
    assert set(Settings.__annotations__) <= told
