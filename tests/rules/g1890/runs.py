"""Runs of 1890's trains, and track to run on."""

from __future__ import annotations

from kaiping.action import Route, RunRoutes
from kaiping.flow.operating.frame import OperatingRound
from kaiping.game import Game
from tests.rules.g1890.positions import Position, plays, refused


def west(position: Position) -> Position:
    """A line along the coast: Himeji F1, Akashi F3, Kobe F5, Ashiya F7, Nishinomiya F9; Kobe also leads to E4."""
    for hex_id in ("F3", "F7", "F9"):
        position.tile(hex_id, "57", 1)
    return position


def run(company: str, *routes: tuple[str, ...]) -> RunRoutes:
    """A run; the train comes first in each route."""
    return RunRoutes(company, tuple(Route(train, tuple(path)) for train, *path in routes))


def finish_round(game: Game) -> Game:
    """Companies do no more than they must until the next stock round, or the end of the game."""
    while game.finished is None and isinstance(game.state.stack[-1], OperatingRound):
        plays(game, next(iter(game.legal_actions())))
    return game


def earned(game: Game, company: str, *routes: tuple[str, ...]) -> int:
    """What a company's trains earn, played on a copy of the game."""
    plays(then := game.copy(), run(company, *routes))
    return int(next(event for event in then.last_events if event.kind == "run")["revenue"])


def wrong_run(game: Game, company: str, *routes: tuple[str, ...]) -> str:
    """Why a run is refused."""
    return refused(game, run(company, *routes)).code
