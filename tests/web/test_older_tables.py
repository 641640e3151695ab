"""A table that was begun by older rules opens, and is played on by those of today."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from kaiping.action import AnyAction, Bid, Pass, to_json
from kaiping.game import Game
from kaiping.past import Age
from tests.web.server import Server, Visitor

BIDS = (Bid("Ann", "FC", 800), Bid("Bo", "KT", 25), Bid("Cy", "YRF", 800), Bid("Bo", "CW", 775), Bid("Bo", "CW", 780))
#: as it was played when everybody was asked; at the end Cy would be, who has no money
OLDER: tuple[AnyAction, ...] = (*BIDS[:3], Pass("Ann"), BIDS[3], *map(Pass, ("Cy", "Ann", "Bo", "Cy", "Ann")), BIDS[4])


def make_older(server: Server, path: str, moves: tuple[AnyAction, ...], taken_back: AnyAction) -> None:
    """Store a table as version 2 of the rules has left it."""
    key = path.strip("/").split("/")[-1]
    with closing(sqlite3.connect(server.data / "kaiping.sqlite3", timeout=20)) as database, database:
        ((table,),) = database.execute("select id from games_table where key = ?", [key])
        rows = [(table, number, to_json(one).decode()) for number, one in enumerate((*moves, taken_back), 1)]
        database.executemany(
            "insert into games_move (table_id, number, action, seat, how, at)"
            " values (?, ?, ?, 'Ann', 'person', '2026-01-01 12:00:00')",
            rows,
        )
        database.execute(
            "update games_table set rules = '2', bare = 1, revision = 20, played = ?, written = ?, acting = ?"
            " where id = ?",
            [len(moves), len(rows), '["Cy"]', table],
        )


def test_a_table_of_older_rules(server: Server, visitor: Visitor) -> None:
    path = visitor.hot_seat()
    make_older(server, path, OLDER, Pass("Cy"))
    today = Game("1888", players=["Ann", "Bo", "Cy"])
    for bid in BIDS:
        today.play(bid)
    assert visitor.get(path).status_code == 200
    game = visitor.game(path)
    assert (game.actions, game.state) == (OLDER, today.state), "nothing is altered"
    assert game.ages == (Age(len(OLDER), "2"),)
    version = visitor.version(path)
    assert version == 21, "stored once that it goes on by the rules of today"
    answer = visitor.play(path, to_json(Pass(game.acting[0])).decode(), version)
    assert answer.status_code == 200, answer.text
    again = visitor.game(path)
    assert (again.played, again.ages) == (len(OLDER) + 1, game.ages)
    for number in range(len(OLDER) + 1):
        assert visitor.get(f"{path}?at={number}").status_code == 200


def test_a_table_of_older_rules_that_those_of_today_refuse(server: Server, visitor: Visitor) -> None:
    """It opens before the first action that is refused, says so, and loses nothing."""
    path = visitor.hot_seat()
    refused = (Bid("Ann", "KT", 25), Bid("Cy", "FC", 800), Bid("Bo", "FC", 805))
    make_older(server, path, refused, Pass("Cy"))
    assert visitor.get(path).status_code == 200
    game = visitor.game(path)
    assert (game.actions, game.acting) == (refused[:1], ("Bo",))
    assert game.unplayed is not None
    assert (game.unplayed.number, game.unplayed.actions) == (2, refused[1:])
    page = visitor.get(path).text
    assert "Up to action 1 by version 2" in page
    assert "action 2 of 3 cannot be played" in page
    answer = visitor.play(path, to_json(Pass("Bo")).decode(), visitor.version(path))
    assert answer.status_code == 200, answer.text
    assert visitor.game(path).unplayed == game.unplayed
