"""Whether a line still holds when the game has moved on."""

from __future__ import annotations

import pytest

from kaiping.action import AnyAction, Bid, Pass
from kaiping.errors import Reason
from kaiping.game import Game
from kaiping.plan import Holding, Standing, holding

LINE: list[AnyAction] = [Bid("Ann", "KT", 25), Pass("Bo"), Pass("Cy"), Bid("Ann", "TA", 50)]


def against(*played: AnyAction, line: list[AnyAction] = LINE) -> Holding:
    """How a line from the setup stands when the game has gone so."""
    game = Game("1888", players=["Ann", "Bo", "Cy"])
    for action in played:
        game.play(action)
    found = holding(game, game.actions, line)
    assert game.actions == played, "the game is only looked at"
    return found


def test_a_line_without_moves_is_empty() -> None:
    assert against(line=[]).standing is Standing.EMPTY


def test_the_line_is_legal_to_begin_with() -> None:
    found = against()
    assert (found.standing, found.followed, found.playable) == (Standing.AHEAD, 0, 4)
    assert found.carried is not None
    assert found.carried.actions == tuple(LINE)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_game_that_follows_the_line_leaves_the_rest_of_it(number: int) -> None:
    found = against(*LINE[:number])
    assert (found.standing, found.moves, found.followed, found.playable) == (Standing.AHEAD, 4, number, 4 - number)


def test_a_game_that_has_played_all_of_it_has_reached_it() -> None:
    assert against(*LINE).standing is Standing.REACHED
    found = against(*LINE, Pass("Bo"))
    assert (found.standing, found.followed, found.playable) == (Standing.REACHED, 4, 0)


def test_after_another_way_the_moves_are_played_on_the_present() -> None:
    """Bo has bid where the line let him pass; the rest of the line is as possible as before."""
    found = against(LINE[0], Bid("Bo", "FC", 155))
    assert (found.standing, found.followed, found.overtaken, found.playable) == (Standing.HOLDS, 1, 1, 2)
    assert found.carried is not None
    assert found.carried.actions == (LINE[0], Bid("Bo", "FC", 155), *LINE[2:])


def test_the_first_move_that_cannot_be_played_is_told_with_the_reason_of_the_engine() -> None:
    """Cy buys what the line gives to Ann."""
    found = against(LINE[0], LINE[1], Bid("Cy", "TA", 50))
    assert (found.standing, found.followed, found.overtaken, found.playable) == (Standing.BROKEN, 2, 1, 0)
    assert found.refused == 4, "the moves are counted from one"
    assert isinstance(found.why, Reason)
    game = Game("1888", players=["Ann", "Bo", "Cy"])
    for action in (LINE[0], LINE[1], Bid("Cy", "TA", 50)):
        game.play(action)
    assert found.why == game.why_not(LINE[3])
    assert found.carried is None


def test_a_move_in_the_middle_is_told_after_those_that_can_be_played() -> None:
    line: list[AnyAction] = [Pass("Ann"), Bid("Bo", "FC", 155), Pass("Cy"), Bid("Ann", "KT", 25)]
    found = against(Bid("Ann", "KT", 25), line=line)
    assert (found.standing, found.overtaken, found.playable, found.refused) == (Standing.BROKEN, 1, 2, 4)


def test_a_move_of_whoever_is_on_turn_is_never_skipped() -> None:
    """What Ann wanted to buy first is gone: that she could still do what comes later is no comfort."""
    line: list[AnyAction] = [Bid("Ann", "KT", 25), Pass("Bo"), Pass("Cy"), Pass("Ann")]
    found = against(Pass("Ann"), Bid("Bo", "KT", 25), Pass("Cy"), line=line)
    assert (found.standing, found.overtaken, found.refused) == (Standing.BROKEN, 0, 1)


def test_a_game_that_was_taken_back_is_no_follower() -> None:
    """The line begins where the game was once: what it would play first is another's to do now."""
    found = against(line=LINE[1:])
    assert found.standing is Standing.BROKEN
    assert isinstance(found.why, Reason)
    assert found.why.code == "not_your_turn"


def test_moves_of_nobody_who_is_on_turn_are_refused_as_they_are() -> None:
    found = against(Bid("Ann", "KT", 25), line=[Pass("Cy"), Pass("Ann")])
    assert (found.standing, found.overtaken, found.refused) == (Standing.BROKEN, 0, 1)


def test_something_the_game_does_not_know_is_told_in_a_sentence() -> None:
    found = against(line=[Pass("Zoe")])
    assert found.standing is Standing.BROKEN
    assert found.why
