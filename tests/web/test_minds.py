"""Processes in which bots think, without a server around them."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from queue import Queue
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from kaiping import new_game
from kaiping.analysis.looks import Look, Seen, sent
from kaiping.bots import bot
from kaiping.bots.errand import Answer, Errand, errand
from kaiping.game import Game
from kaiping.web.games import minds
from tests.web import thinking_program

PATIENCE = 120


@pytest.fixture
def asked() -> Iterator[minds.Minds]:
    found = minds.Minds(1, 0.5, thinking_program.live)
    yield found
    found.stop()


def begun() -> Game:
    return new_game("1888", players=["Ann", "Bo", "Cy"])


def one(game: Game, level: str) -> Errand:
    return replace(errand(game, game.acting[0], "casual", "a seed"), level=level)


def said(asked: minds.Minds, what: minds.Asked) -> Any:
    told: Queue[minds.Said] = Queue()
    asked.ask(what, told.put)
    return told.get(timeout=PATIENCE)


def test_the_answer_is_what_the_bot_would_play_here(asked: minds.Minds):
    game = begun()
    assert said(asked, one(game, "casual")).action == bot("casual").choose(game, Random("a seed"))


def test_one_that_thinks_far_too_long_is_ended(asked: minds.Minds, monkeypatch: pytest.MonkeyPatch):
    said(asked, one(begun(), "casual"))
    (before,) = asked.processes
    monkeypatch.setattr(minds, "GRACE", 0.1)
    assert said(asked, one(begun(), "stuck")) == Answer(wrong="it thought for too long")
    monkeypatch.undo()
    assert said(asked, one(begun(), "casual")).action is not None
    assert asked.processes != [before]


def test_one_that_was_killed_while_nobody_asked_is_started_again(asked: minds.Minds):
    said(asked, one(begun(), "casual"))
    os.kill(asked.processes[0], signal.SIGKILL)
    assert said(asked, one(begun(), "casual")).action is not None


def test_a_bot_that_stumbles_says_so_and_its_process_goes_on(asked: minds.Minds):
    assert said(asked, one(begun(), "faulty")) == Answer(wrong="RuntimeError: a mistake in a bot")
    (before,) = asked.processes
    assert said(asked, one(begun(), "casual")).action is not None
    assert asked.processes == [before]


def test_what_was_called_off_is_not_thought_about(asked: minds.Minds):
    told: Queue[str] = Queue()
    first = asked.ask(one(begun(), "busy"), lambda answer: told.put("first"))
    second = asked.ask(one(begun(), "casual"), lambda answer: told.put("second"))
    second.called_off = True
    asked.ask(one(begun(), "casual"), lambda answer: told.put("third"))
    assert [told.get(timeout=PATIENCE), told.get(timeout=PATIENCE)] == ["first", "third"]
    assert not first.called_off


def test_where_many_wait_each_has_less_time():
    waiting = minds.Minds(2, 2.0)
    assert waiting._share() == 2.0
    for number, seconds in ((2, 2.0), (4, 1.0), (8, 0.5), (100, minds.LEAST)):
        waiting._jobs.extend(minds.Job(one(begun(), "casual"), print) for _ in range(number - waiting.waiting))
        assert waiting._share() == seconds


def test_bots_come_before_looks_back_and_have_all_their_time(asked: minds.Minds):
    told: Queue[str] = Queue()
    look = Look(0, None, 1, "a seed")
    asked.ask(one(begun(), "busy"), lambda answer: told.put("first"))
    asked.ask(sent(begun(), look), lambda seen: told.put("look" if isinstance(seen, Seen) and seen.chances else "none"))
    asked.ask(one(begun(), "casual"), lambda answer: told.put("second"))
    assert [told.get(timeout=PATIENCE) for _ in range(3)] == ["first", "second", "look"]
    waiting = minds.Minds(2, 2.0)
    waiting._looks.extend(minds.Job(sent(begun(), look), print) for _ in range(100))
    assert waiting._share() == 2.0


def test_a_look_that_goes_wrong_is_told_and_the_process_goes_on(asked: minds.Minds):
    broken = replace(sent(begun(), Look(0, None, 1, "a seed")), edition="of last year")
    assert "last year" in said(asked, broken).wrong
    (before,) = asked.processes
    assert said(asked, one(begun(), "casual")).action is not None
    assert asked.processes == [before]
