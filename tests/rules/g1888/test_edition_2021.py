"""What the 2021 book says in its own way: clauses that agree with none of the 2022 book."""

from __future__ import annotations

import pytest

from kaiping.action import BuyPrivate, Dividend, LayTile, Pass
from kaiping.flow.operating.frame import OperatingRound
from kaiping.game import Game
from tests.rules.books import rule_1888
from tests.rules.g1888 import tracks
from tests.rules.g1888.positions import Position, offered, plays, refused
from tests.rules.g1888.tracks import run

#: what the privates with a power let JHR do in its turn
POWERS = {
    "TA": LayTile("JHR", "H2", "L39", 5, private="TA"),
    "HS": LayTile("JHR", "C5", "L41", 0, private="HS"),
    "CW": LayTile("JHR", "D4", "9", 1, private="CW"),
    "YRF": LayTile("JHR", "E17", "L40a", 0, private="YRF"),
}


@rule_1888(in_2021=["IV.3.1.6"])
def test_some_privates_have_a_power_for_the_company_that_owns_them(edition: str) -> None:
    """In its operating turn: not in a stock round, not for a player. The Kaiping Tramway has none."""
    for private in ("KT", *POWERS):
        position = Position(edition).phase("3").private(private, "JHR").company("JHR", Ann=60)
        lays = [lay for lay in offered(position.operate("JHR"), LayTile) if lay.private]
        assert (POWERS.get(private) in lays) == (private in POWERS) == bool(lays)
    for private, lay in POWERS.items():
        position = Position(edition).phase("3").private(private, "JHR").company("JHR", Ann=60)
        assert refused(position.stock("Ann"), lay).code == "only_shares_now"
        of_player = Position(edition).phase("3").private(private, "Ann").company("JHR", Ann=60)
        assert refused(of_player.operate("JHR"), lay).code == "not_owner_of_private"


def at(game: Game) -> tuple[str, int]:
    """The company on turn and the number of its step."""
    frame = game.state.stack[-1]
    assert isinstance(frame, OperatingRound)
    return frame.company, frame.step


@rule_1888(in_2021=["VII.3.1.9"])
@pytest.mark.parametrize("step", ["track", "token", "run", "dividend", "trains", "privates"])
def test_privates_are_bought_from_players_at_any_point_of_the_turn(edition: str, step: str) -> None:
    """Of Ann, who leads JHR; the turn goes on where it was."""
    position = Position(edition).phase("3").company("JHR", Ann=60, cash=1000, trains=("3",))
    position.private("KT", "Ann").private("TA", "Ann").tile("D10", "6", 2)
    game = position.operate("JHR", step, revenue=50 if step == "dividend" else 0)
    before = at(game)
    plays(game, BuyPrivate("JHR", "KT", 10))
    assert (game.state.privates["KT"], game.state.cash["JHR"]) == ("JHR", 990)
    assert at(game) == before
    plays(game, BuyPrivate("JHR", "TA", 90))
    assert (game.state.privates["TA"], game.state.cash["JHR"]) == ("JHR", 900)


@rule_1888(in_2021=["IX.1.6"])
@pytest.mark.parametrize("breaks_in", [1, 2])
def test_the_set_is_played_to_its_end_when_the_bank_has_run_out(edition: str, breaks_in: int) -> None:
    """Two rounds, in each of which JHR pays 63 to Ann and Bo; the bank breaks in the first or in the second."""
    position = Position(edition).company("JHR", Ann=60, Bo=10, trains=("3",)).phase("3")
    position = tracks.east_of_beijing(position).cash(Ann=100, Bo=50).bank(63 * breaks_in - 43)
    game = position.set(set_rounds=2).operate("JHR", "run")
    paid = (run("JHR", t3="C9.1 D10.0 D12.0"), Dividend("JHR", "pay"))
    plays(game, *paid)
    assert (game.finished, game.state.round, game.state.bank < 0) == (None, 2, breaks_in == 1)
    plays(game, Pass("JHR"), *paid)
    assert (game.finished, game.acting, game.state.bank) == ("bank", (), 63 * breaks_in - 43 - 126)
