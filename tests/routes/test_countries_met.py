"""The best run in a country that was met before is the one that a search from nothing finds."""

from __future__ import annotations

import gc
from contextlib import suppress

import pytest

from kaiping.board.board import Board
from kaiping.board.reach import reach, reaches_edge, reaches_stop
from kaiping.bots.simulate import played_games
from kaiping.flow.operating.running import problem_of
from kaiping.game import Game
from kaiping.routes import search
from kaiping.routes.search import Comparison, Run, best_run

MOVES, TRAINS = 160, ("2", "3")


class _Enough(BaseException):
    """Ends a game; no fault of it."""


def _played(title: str, moves: int) -> list[Game]:
    """The moments of a game by casual bots, who lay track that leads somewhere."""
    games: list[Game] = []

    def watch(game: Game) -> None:
        games.append(game.copy())
        if game.played >= moves:
            raise _Enough

    with suppress(_Enough):
        list(played_games(title, None, 3, 1, 5, bot="greedy", check=False, watch=watch))
    return games


@pytest.mark.parametrize("title", ["1888", pytest.param("1880", marks=pytest.mark.slow)])
def test_runs_in_countries_met_before(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[object] = []
    whole = search._Search.best

    def best(one: search._Search) -> Run | None:
        searched.append(one)
        return whole(one)

    asked, games = 0, _played(title, MOVES)
    boards = {id(game.state.board): game for game in games}
    wanted = {}
    for key, game in boards.items():
        board = game.state.board
        fresh = Board(board.tiles, board.tokens, board.reserved)
        for company in sorted(game.state.floated):
            wanted[key, company] = best_run(problem_of(game.table(), company, TRAINS, fresh))
    monkeypatch.setattr(search._Search, "best", best)
    for key, game in boards.items():
        board, comparison = game.state.board, Comparison()  # as each decision begins with one of its own
        for company in sorted(game.state.floated):
            found = comparison.best_run(problem_of(game.table(), company, TRAINS, board))
            same = wanted[key, company]
            assert (found.routes, found.revenue, found.subsidy) == (same.routes, same.revenue, same.subsidy)
            asked += 1
    assert asked > 20
    assert len(searched) < asked


def test_searches_leave_nothing_to_the_collector() -> None:
    game = _played("1888", MOVES)[-1]
    printed, board = game.definition, game.state.board
    place = printed.map, printed.tiles
    for company in game.state.floated:
        reach(*place, Board(board.tiles, board.tokens, board.reserved), company)  # what all boards share
    gc.collect()
    gc.disable()
    try:
        for company in game.state.floated:
            for ask in (
                lambda bare, name: reach(*place, bare, name),
                lambda bare, name: reaches_edge(*place, bare, name, "C9", 1),
                lambda bare, name: reaches_stop(*place, bare, name, lambda stop: False),
            ):
                ask(Board(board.tiles, board.tokens, board.reserved), company)
        assert gc.collect() == 0
    finally:
        gc.enable()
