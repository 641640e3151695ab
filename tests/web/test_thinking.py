"""Bots that think: elsewhere, while everybody goes on, and the table hears of it in the end."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.web.among_bots import AmongBots, Thinking, until, words_of


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Thinking]:
    found = Thinking(tmp_path_factory.mktemp("thinking"))
    found.server.start()
    yield found
    found.open()
    found.server.stop()
    assert "Traceback" not in found.server.said(), found.server.said()


@pytest.fixture
def thinking(running: Thinking) -> Iterator[Thinking]:
    running.shut()
    yield running
    running.open()


def test_everybody_is_told_and_nobody_waits(thinking: Thinking, fresh_name: str):
    sitting = AmongBots(thinking, fresh_name, "patient", "patient")
    assert sitting.stands["thinking"] == []
    assert "thinking" not in sitting.body()
    played = sitting.passes()
    assert (played["acting"], played["thinking"], played["played"]) == (["Bo"], ["Bo"], 1)
    assert "Bo (patient) is thinking" in " ".join(sitting.body().split())
    assert sitting.member.get(sitting.path).status_code == 200
    assert sitting.stands["thinking"] == ["Bo"]
    thinking.open()
    stands = until(lambda: (found := sitting.stands)["acting"] == ["Ann"] and found)
    assert stands["thinking"] == []
    assert stands["played"] > 2
    assert "thinking" not in sitting.body()
    assert len(thinking.minds()) == 1


def test_a_thought_about_what_was_taken_back_is_dropped(thinking: Thinking, fresh_name: str):
    sitting = AmongBots(thinking, fresh_name, "patient", "casual")
    sitting.passes()
    undone = sitting.program.post(f"/tables/{sitting.key}/undo", json={"version": sitting.stands["version"]}).json()
    assert (undone["played"], undone["acting"], undone["thinking"]) == (0, ["Ann"], [])
    thinking.open()
    other = AmongBots(thinking, f"{fresh_name}2", "patient", "casual")
    other.passes()
    until(lambda: other.stands["acting"] == ["Ann"])  # what was thought before it has long been told
    assert (sitting.stands["played"], sitting.stands["acting"]) == (0, ["Ann"])
    assert sitting.passes()["played"] >= 1
    until(lambda: sitting.stands["acting"] == ["Ann"])


def test_a_process_that_is_killed_is_started_again(thinking: Thinking, fresh_name: str):
    sitting = AmongBots(thinking, fresh_name, "patient", "casual")
    sitting.passes()
    (mind,) = until(thinking.minds)
    os.kill(mind, signal.SIGKILL)
    until(lambda: [pid for pid in thinking.minds() if pid != mind])
    thinking.open()
    until(lambda: sitting.stands["acting"] == ["Ann"])
    assert not sitting.said()


@pytest.mark.parametrize("bot", ["faulty", "deadly", "illegal"])
def test_a_bot_that_fails_is_replaced_and_the_table_says_so(thinking: Thinking, fresh_name: str, bot: str):
    thinking.open()
    sitting = AmongBots(thinking, fresh_name, bot, "casual")
    sitting.passes()
    until(lambda: sitting.stands["acting"] == ["Ann"])
    told = f"The bot in Bo's seat could not think to the end: casual acts instead of {bot}."
    assert sitting.said() == [told]
    sitting.passes()
    until(lambda: sitting.stands["acting"] == ["Ann"])
    assert sitting.said() == [told]


@pytest.mark.slow
def test_it_ends_with_the_server_and_the_next_goes_on(tmp_path: Path, fresh_name: str):
    running = Thinking(tmp_path)
    running.shut()
    running.server.start()
    sitting = AmongBots(running, fresh_name, "patient", "casual")
    sitting.passes()
    (mind,) = until(running.minds)
    os.kill(running.server.pid, signal.SIGKILL)  # it alone
    until(lambda: b"spawn_main" not in words_of(mind))
    running.server.stop()
    running.server.start()
    sitting.program.base_url = httpx.URL(f"{running.server.url}/api/v1")
    (mind,) = until(running.minds)  # what was forgotten is thought about again
    running.open()
    until(lambda: sitting.stands["acting"] == ["Ann"])
    running.server.stop()
    assert b"spawn_main" not in words_of(mind)
