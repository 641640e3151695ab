"""A game that is over is analysed when somebody asks: for who may see it, once for all, by one process at a time."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import httpx
import pytest

from kaiping.analysis import analyse
from kaiping.phrases import money
from kaiping.report.looked_back import looked_back
from tests.bots.search.positions import played
from tests.web.among_bots import children, until, words_of
from tests.web.server import Server, Visitor
from tests.web.short_games import end_of, file_of, short_game

BUTTON, GOING, FOUND = "Analyse this game", "Looking back", "What cost most"


def bring(visitor: Visitor, file: bytes) -> str:
    answer = visitor.post("/bring", files={"file": ("game.json", file)})
    return str(answer.headers["location"])


def part(visitor: Visitor, path: str) -> str:
    answer = visitor.get(f"{path}analysis")
    assert answer.status_code == 200
    return answer.text


def is_found(visitor: Visitor, path: str) -> bool:
    return FOUND in part(visitor, path)


def ask(visitor: Visitor, path: str) -> httpx.Response:
    return visitor.post(f"{path}analysis")


def minds(server: Server) -> list[int]:
    return [pid for pid in children(server.pid) if b"spawn_main" in words_of(pid)]


def test_it_is_asked_for_once_and_then_there_for_everybody(server: Server, visitor: Visitor):
    game = short_game()
    path = bring(visitor, file_of(game))
    assert BUTTON in visitor.get(f"{path}report").text
    assert ask(visitor, path).headers["location"] == f"{path}report#analysis"
    found = until(lambda: (text := part(visitor, path)) and FOUND in text and text)
    report = visitor.get(f"{path}report").text
    assert FOUND in report
    assert BUTTON not in report
    here = analyse(game, futures=12)
    assert str(looked_back(game, here, lambda number: f"{path}?at={number}")) in found
    for player in game.players:
        for one in here.dearest(player):
            assert f'href="{path}?at={one.at}"' in found
            assert money(game, one.cost) in found
    assert len(minds(server)) == 1, "in a process of its own"
    assert ask(visitor, path).status_code == 302  # nothing is done twice
    assert FOUND in part(visitor, path)
    stranger = server.visitor()
    assert stranger.get(f"{path}analysis").status_code == 404
    assert ask(stranger, path).status_code == 404


def test_a_game_that_goes_on_is_not_analysed(server: Server, visitor: Visitor):
    path = visitor.hot_seat()
    refused = ask(visitor, path)
    assert (refused.status_code, refused.text) == (422, "A game can be analysed when it is over.")
    assert visitor.get(f"{path}analysis").status_code == 404
    assert visitor.get(f"{path}report").status_code == 404


@pytest.mark.slow
def test_what_was_hidden_is_looked_at_when_the_game_is_over_and_not_before(visitor: Visitor):
    game = played("1890", "C", 3, options=("hidden-cash",))
    over, before = (file_of(end_of(game, 12, left_out=left_out)) for left_out in (0, 1))
    path = bring(visitor, before)
    refused = ask(visitor, path)
    assert (refused.status_code, refused.text) == (422, "A game can be analysed when it is over.")
    path = bring(visitor, over)
    ask(visitor, path)
    until(lambda: FOUND in part(visitor, path))


def begun(folder: Path, **settings: str) -> tuple[Server, Visitor, str]:
    """A server on which a game is being analysed at great length."""
    server = Server(folder / "data", **{"KAIPING_ANALYSIS": "100000", **settings}).start()
    visitor = server.visitor()
    path = bring(visitor, file_of(short_game(20)))
    ask(visitor, path)
    until(lambda: GOING in part(visitor, path) and minds(server))
    return server, visitor, path


def again(server: Server, visitor: Visitor, *, futures: int) -> None:
    """The same data, served anew."""
    server._settings["KAIPING_ANALYSIS"] = str(futures)
    server.start()
    visitor.http.base_url = httpx.URL(server.url)


@pytest.mark.slow
@pytest.mark.parametrize("killed", [False, True])
def test_a_server_that_stops_in_the_middle_begins_anew_when_asked(tmp_path: Path, killed: bool):
    server, visitor, path = begun(tmp_path)
    (mind,) = minds(server)
    (server.kill if killed else server.stop)()
    until(lambda: b"spawn_main" not in words_of(mind))
    again(server, visitor, futures=1)
    if killed:  # after a while silence tells
        until(lambda: BUTTON in part(visitor, path))
    assert BUTTON in part(visitor, path)
    assert "could not" not in part(visitor, path)
    ask(visitor, path)
    until(lambda: FOUND in part(visitor, path))
    server.stop()
    again(server, visitor, futures=1)
    assert FOUND in part(visitor, path), "it is kept"
    server.stop()
    assert "Traceback" not in server.said(), server.said()


@pytest.mark.slow
def test_one_at_a_time_and_so_many_in_an_hour(tmp_path: Path):
    server, visitor, path = begun(tmp_path, KAIPING_ANALYSES="2")
    others = [bring(visitor, file_of(short_game(number))) for number in (12, 13)]
    ask(visitor, others[0])
    assert "in line after 1 other" in part(visitor, others[0])
    refused = ask(visitor, others[1])
    assert refused.status_code == 429
    assert BUTTON in part(visitor, others[1])
    assert GOING in part(visitor, path)
    assert len(minds(server)) == 1
    server.stop()
    assert "Traceback" not in server.said(), server.said()


@pytest.mark.slow
def test_two_processes_of_a_server_say_the_same(tmp_path: Path):
    server = Server(tmp_path / "data", "--workers", "2").start()
    visitor = server.visitor()
    paths = [bring(visitor, file_of(short_game(number))) for number in (12, 14, 16)]
    for path in paths:
        ask(visitor, path)
    for path in paths:
        until(partial(is_found, visitor, path))
        answers = [part(visitor, path) for _ in range(4)]
        assert len(set(answers)) == 1
    server.stop()
    assert "Traceback" not in server.said(), server.said()
