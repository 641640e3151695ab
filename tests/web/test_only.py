"""What has only one answer is not asked: it is played after the action that it follows, and falls with it."""

from __future__ import annotations

from kaiping.action import LayTile, RunRoutes, to_json
from kaiping.game import Game
from kaiping.ledger import only_answer
from tests.web.browser.positions import PLAIN, bring, found, position
from tests.web.browser.test_actions import GAMES
from tests.web.server import Visitor


def laying_before_a_run() -> tuple[Game, LayTile]:
    """A moment of 1888 in which a tile may be laid after which there is only one run."""

    def fits(whole: Game, place: int) -> bool:
        if place >= whole.played or not isinstance(whole.actions[place], LayTile):
            return False
        return isinstance(only_answer(whole.at(place + 1)), RunRoutes)

    whole, place = found("1888 LayTile before the only run", fits, PLAIN._replace(seed=3))
    lay = whole.actions[place]
    assert isinstance(lay, LayTile)
    return whole.at(place), lay


def test_the_best_run_is_the_only_one_where_the_book_demands_it():
    game, lay = laying_before_a_run()
    assert only_answer(game) is None
    game.play(lay)
    assert isinstance(only_answer(game), RunRoutes)


def test_where_lesser_runs_are_taken_there_is_a_choice():
    game = position("1890 RunRoutes", lambda action: isinstance(action, RunRoutes), GAMES["1890"])
    assert len(list(game.legal_actions())) == 1
    assert only_answer(game) is None


def test_the_only_answer_is_played_and_falls_with_what_it_followed(visitor: Visitor):
    game, lay = laying_before_a_run()
    path = bring(visitor, game)
    fields = {"action": to_json(lay).decode(), "version": visitor.version(path), "only": "yes"}
    answer = visitor.post(f"{path}play", fields, htmx=True)
    assert answer.headers["Kaiping-Own"] == "2"
    stands = visitor.game(path)
    assert isinstance(stands.last_action, RunRoutes)
    assert only_answer(stands) is None
    visitor.post(f"{path}undo", {"version": visitor.version(path)}, htmx=True)
    assert visitor.game(path).played == game.played
    visitor.post(f"{path}redo", {"version": visitor.version(path)}, htmx=True)
    assert visitor.game(path).played == game.played + 2


def test_who_wishes_to_be_asked_is(visitor: Visitor):
    game, lay = laying_before_a_run()
    path = bring(visitor, game)
    answer = visitor.play(path, to_json(lay).decode(), visitor.version(path))
    assert answer.headers["Kaiping-Own"] == "1"
    assert visitor.game(path).played == game.played + 1
