"""A game with hidden cash in the terminal: who is to act sees his own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.cli.program import ROOT
from tests.web.made_program import TITLE


def test_only_the_cash_of_who_is_to_act_is_shown(tmp_path: Path) -> None:
    """Ann buys for 25, then Bo looks at the table: he has what he began with, and of the others nothing is told."""
    args = ("play", TITLE, "--players", "3", "--option", "hidden-cash", "--option", "rich")
    done = subprocess.run(
        [sys.executable, "-m", "tests.web.made_program", tmp_path, *args],
        input="bid KT 25\nholdings\nlog 5\nquit\n",
        capture_output=True,
        encoding="utf-8",
        cwd=ROOT,
        timeout=120,
        check=True,
    )
    before, _, after = done.stdout.partition("Ann buys KT for")
    assert "7,000,013" in before
    assert "bank ?" in before
    assert "7,000,013" in after
    assert "6,999,988" not in done.stdout, "what Ann has left"
    rows = [line.split() for line in before.splitlines()]
    (other,) = (row for row in rows if row[:1] == ["Bo"])
    assert (other[1], other[-1]) == ("?", "?"), "his cash and his worth"
