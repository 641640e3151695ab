"""What is worked out from the board before is what is worked out from nothing."""

from __future__ import annotations

from contextlib import suppress

import pytest

from kaiping.board.board import Board, StopId
from kaiping.board.reach import joined, reach, reaches_edge, reaches_stop
from kaiping.bots.simulate import played_games
from kaiping.game import Game
from kaiping.routes.network import network

MOVES = 250


class _Enough(BaseException):
    """Ends a game; no fault of it."""


def _same(game: Game) -> None:
    printed, board = game.definition, game.state.board
    fresh = Board(board.tiles, board.tokens, board.reserved)
    here, there = (network(printed.map, printed.tiles, one) for one in (board, fresh))
    assert (here.ids, here.stops, here.places, here.inner) == (there.ids, there.stops, there.places, there.inner)
    assert here.shapes == there.shapes
    for tile in printed.tiles:
        assert board.copies(tile) == fresh.copies(tile)
    for stop in range(len(here.ids)):
        assert here.segments(stop) == there.segments(stop)
    for company in {owner for owners in board.tokens.values() for owner in owners}:
        assert board.tokens_of(company) == fresh.tokens_of(company)
        found, wanted = (reach(printed.map, printed.tiles, one, company) for one in (board, fresh))
        assert found.edges == wanted.edges
        assert set(found.stops) == set(wanted.stops)
        bare = Board(board.tiles, board.tokens, board.reserved)  # of which nothing is known that could be looked up
        for hex_id in ("C9", "E7", "F8", *list(wanted.edges)[:3]):
            if hex_id in printed.map.hexes:
                for edge in range(6):
                    reaches = reaches_edge(printed.map, printed.tiles, bare, company, hex_id, 1 << edge)
                    assert reaches == bool(wanted.edges.get(hex_id, 0) >> edge & 1)
                    bare.memo.clear()
        _stops_reached(game, company, bare, set(wanted.stops), here.ids)


def _stops_reached(game: Game, company: str, bare: Board, reached: set[StopId], stops: list[StopId]) -> None:
    """A single stop is found exactly if it is among all that are reached; so with tracks that join whoever's tokens."""
    printed = game.definition.map, game.definition.tiles
    tokens = tuple(bare.tokens_of(company))
    for stop in stops:
        assert reaches_stop(*printed, bare, company, stop.__eq__) == (stop in reached)
        bare.memo.clear()
    assert not reaches_stop(*printed, bare, company, lambda stop: False)
    open_board = Board(bare.tiles, dict.fromkeys(tokens, (company,)), {})  # no token of another closes a city
    for stop in stops[::5]:
        assert joined(*printed, bare, tokens, (stop,)) == (stop in reach(*printed, open_board, company).stops)
    assert not joined(*printed, bare, tokens, ())


@pytest.mark.parametrize(
    "title", ["1888", pytest.param("1880", marks=pytest.mark.slow), pytest.param("1890", marks=pytest.mark.slow)]
)
def test_the_board_before(title: str) -> None:
    boards: list[Board] = []

    def watch(game: Game) -> None:
        if not boards or boards[-1] is not game.state.board:
            boards.append(game.state.board)
            _same(game)
        if game.played > MOVES:
            raise _Enough

    with suppress(_Enough):
        for played in played_games(title, None, 3, 1, 5, bot="random", check=False, watch=watch):
            assert played.violations == ()  # where what fails in ``watch`` is told
    assert len({len(board.tiles) for board in boards}) > 3
