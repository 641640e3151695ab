"""What an action would add to the best run of its company."""

from __future__ import annotations

from pathlib import Path

import pytest

import kaiping
from kaiping.action import BuyTrain, LayTile, Pass, PlaceToken
from kaiping.cli.record import game_at
from kaiping.errors import IllegalAction
from kaiping.game import Game
from kaiping.routes.search import best_run

RECORDINGS = Path(__file__).parent / "data" / "recordings"


def moments(title: str) -> list[Game]:
    """Positions of a recorded game in which a company operates."""
    game = game_at(sorted((RECORDINGS / title).glob("*.json.gz"))[0], None)
    found = []
    for number in range(60, game.played, 23):
        moment = game.at(number)
        if moment.finished is None and any(
            isinstance(a, LayTile | PlaceToken | BuyTrain) for a in moment.legal_actions()
        ):
            found.append(moment)
    return found


@pytest.mark.parametrize("title", ["1888", "1880"])
def test_gains_are_what_the_best_run_has_more_afterwards(title: str) -> None:
    compared = 0
    for game in moments(title)[:10]:
        for action, gain in game.gains().items():
            company = str(getattr(action, "company", None))
            after = game.copy()
            after.play(action)
            assert gain.amount == best_run(after.running(company)).revenue - best_run(game.running(company)).revenue
            compared += 1
    assert compared > 40


def test_gains_change_nothing() -> None:
    game = moments("1888")[0]
    before = game.state.copy()
    game.gains()
    assert game.state == before


def test_a_pass_is_left_out() -> None:
    found = [game.gains() for game in moments("1888")]
    kinds = {type(action) for gains in found for action in gains}
    assert LayTile in kinds
    assert Pass not in kinds


def test_what_may_not_be_played_is_refused() -> None:
    game = kaiping.new_game("1888", players=["Ann", "Bo", "Cy"])
    with pytest.raises(IllegalAction):
        game.gains([LayTile(company="JHR", hex="C9", tile="57", rotation=2)])
