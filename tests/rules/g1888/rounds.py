"""Rounds played through and small openings, for tests of operating rounds, track and stations."""

from __future__ import annotations

from kaiping.action import Pass, Route, RunRoutes
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.operating.round import OperatingRules
from kaiping.flow.stock import StockRound
from kaiping.game import Game
from tests.rules.g1888.positions import Position, plays


def opening(edition: str, phase: str = "2", players: int = 3) -> Position:
    """A position of a phase; the privates belong to the last player until they close in phase 5."""
    owner = "closed" if phase >= "5" else ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")[players - 1]
    return Position(edition, players, privates=owner).phase(phase)


def operating(game: Game) -> OperatingRound:
    """The operating round that is going on."""
    frame = game.state.stack[-1]
    assert isinstance(frame, OperatingRound)
    return frame


def step(game: Game) -> str:
    """The step in which the operating company is."""
    rules = game.title.frames[OperatingRound]
    assert isinstance(rules, OperatingRules)
    return rules.steps[operating(game).step].name


def end_stock_round(game: Game) -> Game:
    """All players pass until the stock round is over."""
    turn = game.state.turn
    while isinstance(frame := game.state.stack[-1], StockRound) and game.state.turn == turn:
        plays(game, Pass(frame.player))
    return game


def end_turn(game: Game) -> Game:
    """The company does no more than it must until its turn is over."""
    turn = (game.state.turn, game.state.round, operating(game).order)
    while isinstance(frame := game.state.stack[-1], OperatingRound) and turn == (
        game.state.turn,
        game.state.round,
        frame.order,
    ):
        passing = Pass(frame.company)
        plays(game, passing if game.why_not(passing) is None else game.legal_actions()[0])
    return game


def end_operating_round(game: Game) -> Game:
    """All companies do no more than they must until the round is over."""
    number = (game.state.turn, game.state.round)
    while isinstance(game.state.stack[-1], OperatingRound) and number == (game.state.turn, game.state.round):
        end_turn(game)
    return game


def happened(game: Game, *kinds: str) -> list[str]:
    """The kinds of events so far that are among these, in their order."""
    return [event.kind for event in game.events if event.kind in kinds]


def wrong_with(game: Game, path: str) -> str | None:
    """What is wrong with one route, claimed for the company's one train: a code, or nothing.

    That a better route exists is no fault of this one.
    """
    company = operating(game).company
    train = game.state.trains[company][0]
    reason = game.why_not(RunRoutes(company, (Route(train, tuple(path.split())),)))
    return None if reason is None or reason.code == "not_the_best_run" else reason.code
