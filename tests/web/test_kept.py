"""Positions stored beside the moves: a game opens from the latest, and shows its past as if it had been played."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kaiping.action import Pass, to_json
from kaiping.bots import bot
from kaiping.flow.operating.frame import OperatingRound
from kaiping.game import Game
from kaiping.past import Age
from kaiping.records import native
from tests.web.server import Server, Visitor

#: title, edition, options, actions
GAMES = [
    ("1888", "2022", (), 260),
    ("1880", "2010", (), 200),
    ("1890", "C", ("tigers-die",), 140),
]


def played(title: str, edition: str, options: tuple[str, ...], actions: int) -> Game:
    for seed in range(20):
        chance = Random(seed)
        game = Game(title, edition=edition, players=["Ann", "Bo", "Cy"], seed=seed, options=options)
        while game.finished is None and game.played < actions:
            game.play(bot("random").choose(game, chance))
        if game.played == actions and game.finished is None:
            return game
    raise AssertionError("no such game")


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "data").start()
    yield server
    server.stop()
    assert "Traceback" not in server.said(), server.said()


def brought(visitor: Visitor, game: Game) -> str:
    """A table with the game; its address."""
    file = ("game.json", json.dumps(native.to_data(game)).encode(), "application/json")
    answer = visitor.post("/bring", files={"file": file})
    assert answer.status_code == 302, answer.text
    return str(answer.headers["location"])


def database(server: Server, statement: str, *values: Any) -> list[Any]:
    with closing(sqlite3.connect(server.data / "kaiping.sqlite3", timeout=20)) as file, file:
        return list(file.execute(statement, values))


def again(server: Server, visitor: Visitor) -> Visitor:
    """The same person after the server was stopped and started."""
    server.stop()
    server.start()
    known = server.visitor()
    known.http.cookies = visitor.http.cookies
    return known


def shown(visitor: Visitor, path: str, moments: list[int]) -> list[str]:
    """The page at some moments, the log, the story."""
    pages = [visitor.get(f"{path}body", at=number).text for number in moments]
    return [*pages, visitor.get(f"{path}part", name="log").text, visitor.get(f"{path}part", name="story").text]


@pytest.mark.slow
@pytest.mark.parametrize(("title", "edition", "options", "actions"), GAMES)
def test_a_cold_game_shows_what_a_warm_one_does(
    own_server: Server, title: str, edition: str, options: tuple[str, ...], actions: int
) -> None:
    game = played(title, edition, options, actions)
    visitor = own_server.visitor()
    path = brought(visitor, game)
    chance = Random(1)
    for _ in range(30):  # the last ones are played at the table, with every position stored at its time
        action = bot("random").choose(game, chance)
        answer = visitor.play(path, to_json(action).decode(), visitor.version(path))
        assert answer.status_code == 200, answer.text
        game.play(action)
    moments = [*range(0, game.played, 17), *range(game.played - 30, game.played + 1, 4), game.played]
    warm = shown(visitor, path, moments)
    visitor = again(own_server, visitor)
    assert shown(visitor, path, moments) == warm
    visitor = again(own_server, visitor)
    assert shown(visitor, path, moments[::-1])[: len(moments)] == warm[: len(moments)][::-1]
    visitor = again(own_server, visitor)
    if not game.secret:
        found = visitor.game(path)
        assert (found.actions, found.state, found.ages) == (game.actions, game.state, ())
    stored = database(own_server, "select number, position from games_move where position is not null")
    for number, position in stored:  # so that no page has to look back for who has operated
        moment = game.at(number)
        turns, whole = moment.turns()
        within = whole and any(isinstance(frame, OperatingRound) for frame in moment.state.stack)
        assert json.loads(zlib.decompress(position))["turns"] == ([*turns] if within else None)
    rows = database(own_server, "select number, position is not null, begins is not null from games_move")
    begun = {number for number, _event in game.rounds()}
    assert {number for number, _kept, begins in rows if begins} == begun - {0}
    expected = {n for n in range(1, game.played + 1) if n % 20 == 0 or n in begun or n == game.played}
    assert {number for number, kept, _begins in rows if kept} == expected


@pytest.mark.slow
def test_a_cold_game_moves_before_anybody_looks_back(own_server: Server) -> None:
    """The position from which it was opened is forgotten with the move, and what led there is shown all the same."""
    game = played("1888", "2022", (), 47)
    visitor = own_server.visitor()
    path = brought(visitor, game)
    version = visitor.version(path)
    visitor = again(own_server, visitor)
    action = next(iter(game.legal_actions()))
    answer = visitor.play(path, to_json(action).decode(), version)
    assert answer.status_code == 200
    assert database(own_server, "select position from games_move where number = 47") == [(None,)]
    game.play(action)
    for number in (42, 46, 47):
        assert visitor.game(path).at(number).state == game.at(number).state
    warm = shown(visitor, path, [42, 46, 47])
    assert shown(again(own_server, visitor), path, [42, 46, 47]) == warm


@pytest.mark.slow
def test_taken_back_beyond_positions_and_played_on(own_server: Server) -> None:
    game = played("1888", "2022", (), 45)
    visitor = own_server.visitor()
    path = brought(visitor, game)
    while visitor.game(path).played > 33:
        visitor.post(f"{path}undo", {"version": visitor.version(path)}, htmx=True)
    visitor = again(own_server, visitor)
    assert visitor.game(path).state == game.at(33).state
    after = game.at(33)
    action = next(one for one in after.legal_actions() if one != game.actions[33])
    assert visitor.play(path, to_json(action).decode(), visitor.version(path)).status_code == 200
    after.play(action)
    visitor = again(own_server, visitor)
    assert visitor.game(path).actions == after.actions


def make_bare(server: Server) -> None:
    """As tables were stored before there were positions."""
    database(server, "update games_move set position = null, begins = null")
    database(server, "update games_table set bare = 1")


@pytest.mark.slow
def test_a_table_without_positions_gets_them_with_its_next_move(own_server: Server) -> None:
    game = played("1888", "2022", (), 150)
    visitor = own_server.visitor()
    path = brought(visitor, game)
    before = database(own_server, "select number, begins from games_move where begins is not null")
    warm = shown(visitor, path, [0, 40, 149, 150])
    make_bare(own_server)
    visitor = again(own_server, visitor)
    assert shown(visitor, path, [0, 40, 149, 150]) == warm
    assert database(own_server, "select count(*) from games_move where position is not null") == [(0,)]
    action = next(iter(game.legal_actions()))
    assert visitor.play(path, to_json(action).decode(), visitor.version(path)).status_code == 200
    begun = {number for number, _event in game.rounds()}
    kept = {number for (number,) in database(own_server, "select number from games_move where position is not null")}
    assert kept == {n for n in range(1, 151) if n % 20 == 0 or n in begun} | {151}
    assert (
        database(own_server, "select number, begins from games_move where begins is not null and number < 151")
        == before
    )
    assert database(own_server, "select bare from games_table") == [(0,)]


@pytest.mark.slow
def test_a_table_of_older_rules_without_positions_gets_them_when_it_is_opened(own_server: Server) -> None:
    """So that a finished game, in which nobody moves any more, tells its rounds as well."""
    game = played("1888", "2022", (), 150)
    visitor = own_server.visitor()
    path = brought(visitor, game)
    before = database(own_server, "select number, begins from games_move where begins is not null")
    warm = shown(visitor, path, [0, 40, 150])
    make_bare(own_server)
    database(own_server, "update games_table set rules = '1'")
    visitor = again(own_server, visitor)
    assert visitor.game(path).rounds() == game.rounds()
    assert database(own_server, "select bare from games_table") == [(0,)]
    assert database(own_server, "select number, begins from games_move where begins is not null") == before
    visitor = again(own_server, visitor)
    assert shown(visitor, path, [0, 40, 150])[-1] == warm[-1], "its story, cold"


@pytest.mark.slow
def test_a_table_of_older_rules_shows_what_was_played(own_server: Server) -> None:
    """An action in it is no longer legal: every stored position is there, the log tells it, and play goes on."""
    game = played("1888", "2022", (), 90)
    visitor = own_server.visitor()
    path = brought(visitor, game)
    chance = Random(1)
    for _ in range(3):
        action = bot("random").choose(game, chance)
        assert visitor.play(path, to_json(action).decode(), visitor.version(path)).status_code == 200
        game.play(action)
    own_server.stop()
    number, other = 45, to_json(Pass("Nobody")).decode()
    database(own_server, "update games_move set action = ? where number = ?", other, number)
    database(own_server, "update games_table set rules = '1'")
    own_server.start()
    known = own_server.visitor()
    known.http.cookies = visitor.http.cookies
    found = known.game(path)
    assert (found.state, found.ages, found.unplayed) == (game.state, (Age(game.played, "1"),), None)
    assert found.at(60).state == game.at(60).state
    assert found.at(number).state == game.at(number - 1).state
    log = known.get(f"{path}part", name="log").text
    assert f"action {number} is no longer legal" in log
    action = bot("random").choose(game, chance)
    assert known.play(path, to_json(action).decode(), known.version(path)).status_code == 200
    game.play(action)
    assert known.game(path).state == game.state
    known = again(own_server, known)
    assert known.game(path).state == game.state


@pytest.mark.slow
def test_a_file_by_older_rules_is_taken_back_and_played_again_as_it_was(own_server: Server) -> None:
    """It has an action that is no longer legal: no step across it loses what was stored, warm or cold."""
    data = native.to_data(played("1888", "2022", (), 70))
    positions = [{**kept, "rules": "2"} for kept in data["positions"]]
    number = positions[0]["after"] + 3
    data["actions"][number - 1] = {"type": "pass", "actor": "Nobody"}
    game = native.from_data({**data, "rules": "2", "positions": positions})
    visitor = own_server.visitor()
    path = brought(visitor, game)
    assert [visitor.game(path).at(n).state for n in range(71)] == [game.at(n).state for n in range(71)]
    visitor = again(own_server, visitor)
    found = visitor.game(path)
    assert ([found.at(n).state for n in range(71)], found.log()) == ([game.at(n).state for n in range(71)], game.log())
    action = next(iter(game.legal_actions()))
    assert visitor.play(path, to_json(action).decode(), visitor.version(path)).status_code == 200
    after = visitor.game(path)
    for step in ("undo", "redo"):
        for _ in range(71 - number + 2):
            answer = visitor.post(f"{path}{step}", {"version": visitor.version(path)}, htmx=True)
            assert answer.status_code == 200
        visitor = again(own_server, visitor)
        if step == "undo":
            assert visitor.game(path).state == game.at(number - 2).state
    found = visitor.game(path)
    assert (found.state, found.actions, found.ages) == (after.state, after.actions, after.ages)
    assert found.log() == after.log()


@pytest.mark.slow
def test_played_on_from_where_nobody_knows_what_was(own_server: Server) -> None:
    """Taken back between an action that is no longer legal and the next position: what is played there stays so."""
    data = native.to_data(played("1888", "2022", (), 70))
    positions = [{**kept, "rules": "2"} for kept in data["positions"]]
    number = positions[0]["after"] + 3
    data["actions"][number - 1] = {"type": "pass", "actor": "Nobody"}
    visitor = own_server.visitor()
    path = brought(visitor, native.from_data({**data, "rules": "2", "positions": positions}))
    while visitor.game(path).played > number + 1:
        visitor.post(f"{path}undo", {"version": visitor.version(path)}, htmx=True)
    game = visitor.game(path)
    for _ in range(3):
        action = next(iter(game.legal_actions()))
        assert visitor.play(path, to_json(action).decode(), visitor.version(path)).status_code == 200
        game.play(action)
    visitor = again(own_server, visitor)
    found = visitor.game(path)
    assert [found.at(n).state for n in range(game.played + 1)] == [game.at(n).state for n in range(game.played + 1)]
    assert (found.actions, found.ages) == (game.actions, (Age(number + 1, "2"),))


@pytest.mark.slow
def test_a_table_that_cannot_be_opened_is_left_as_it_is(own_server: Server) -> None:
    """By rules to come, as while several machines are brought up to date; or with a position that is none."""
    visitor = own_server.visitor()
    paths = [brought(visitor, played("1888", "2022", (), 3)) for _ in range(2)]
    own_server.stop()
    database(own_server, "update games_table set rules = '99' where id = 1")
    database(own_server, "update games_move set position = ? where table_id = 2", zlib.compress(b'{"state": 3}'))
    before = database(own_server, "select rules, ages, revision from games_table")
    own_server.start()
    known = own_server.visitor()
    known.http.cookies = visitor.http.cookies
    for path, words in zip(paths, ("by the rules &#x27;99&#x27;", "a stored position is not whole"), strict=True):
        answer = known.get(path)
        assert answer.status_code == 422
        assert words in answer.text
    assert database(own_server, "select rules, ages, revision from games_table") == before
