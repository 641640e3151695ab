"""A game that hides something in the terminal: who is to act sees what is their own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

from kaiping.game import Game
from kaiping.titles import TITLES
from kaiping.view import seen_by
from tests.bots.greedy_0 import BOT as GREEDY_0
from tests.cli.program import ROOT
from tests.hidden import large, secrets
from tests.web.made_program import OSAKA, TITLE, make_titles


def test_only_the_cash_of_who_is_to_act_is_shown(tmp_path: Path) -> None:
    """Ann buys for 25, then Bo looks at the table: they have what they began with, of others nothing is told."""
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
    assert (other[1], other[-1]) == ("?", "?"), "their cash and their worth"


def test_only_the_treasuries_of_who_is_to_act_are_shown(tmp_path: Path) -> None:
    """In operating rounds of 1890: the players' cash is open, that of others' companies and minors is not."""
    (tmp_path / "here").mkdir()
    make_titles(tmp_path / "here")
    game, rng = Game(OSAKA, players=["Ann", "Bo", "Cy"], options=["hidden-treasuries", "rich"]), Random(4)
    while True:
        state = game.state
        own = [name for name, president in state.presidents.items() if president == game.acting[0]]
        rich = {name for name in state.floated if large(str(state.cash[name]))}
        if rich & set(own) and rich - set(own):
            break
        game.play(GREEDY_0.choose(seen_by(game, game.acting[0]), rng))
    game.save(tmp_path / "game.json")
    del TITLES[TITLE], TITLES[OSAKA]
    done = subprocess.run(
        [sys.executable, "-m", "tests.web.made_program", tmp_path, "play", "--load", tmp_path / "game.json"],
        input="holdings\nlog 200\nquit\n",
        capture_output=True,
        encoding="utf-8",
        cwd=ROOT,
        timeout=120,
        check=True,
    )
    seat = game.acting[0]
    assert not large(done.stdout) & secrets(game, seat)
    assert any(f"{state.cash[name]:,}" in done.stdout for name in rich & set(own)), "their own"
    assert all(f"{state.cash[player]:,}" in done.stdout for player in game.players)
    assert "bank ?" in done.stdout
