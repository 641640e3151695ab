"""What has only one answer is not asked: it is played after the action that it follows, and falls with it."""

from __future__ import annotations

from kaiping import ledger
from kaiping.action import BuyPrivate, Dividend, LayTile, Pass, RunRoutes, to_json
from kaiping.game import Game
from kaiping.ledger import only_answer, rest_of_turn
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


def running_beside_privates() -> Game:
    """A moment of 1888 in which a company has to run, and could buy a private instead."""

    def fits(whole: Game, place: int) -> bool:
        game = whole.at(place)
        if game.finished or "run" not in ledger.steps_left(game)[:1]:
            return False
        legal = list(game.legal_actions())
        return sum(not isinstance(one, BuyPrivate) for one in legal) == 1 and len(legal) > 1

    whole, place = found("1888 RunRoutes beside BuyPrivate", fits, PLAIN._replace(seed=40))
    return whole.at(place)


def test_a_run_is_asked_for_while_a_private_may_be_bought():
    """Though the turn has a step for that: what a private lays may be laid before the run."""
    game = running_beside_privates()
    assert only_answer(game) is None
    bought = [game.after(one).game for one in game.legal_actions() if isinstance(one, BuyPrivate)]
    assert any(isinstance(one, LayTile) for after in bought for one in after.legal_actions())


def test_a_turn_is_ended_by_one_click_and_no_other_with_it(visitor: Visitor):
    """What the company might still do is passed; the next company is asked whatever there is to ask."""
    game = running_beside_privates()
    game.play(next(one for one in game.legal_actions() if isinstance(one, RunRoutes)))
    company = ledger.round_now(game).company
    assert company is not None
    path = bring(visitor, game)
    pay = next(one for one in game.legal_actions() if isinstance(one, Dividend))
    fields = {"action": to_json(pay).decode(), "version": visitor.version(path), "rest": "yes"}
    visitor.post(f"{path}play", fields, htmx=True)
    after = visitor.game(path)
    played = after.actions[game.played :]
    assert played[0] == pay
    assert all(isinstance(one, Pass) and one.actor == company for one in played[1:])
    assert len(played) > 1
    assert ledger.round_now(after).company != company
    visitor.post(f"{path}undo", {"version": visitor.version(path)}, htmx=True)
    assert visitor.game(path).played == game.played, "one click, taken back by one"


def test_what_must_be_done_is_asked_though_one_is_done():
    """Before its run nothing of a company's turn is left out; nor where it has to do something."""
    game, _lay = laying_before_a_run()
    company = ledger.round_now(game).company
    assert company is not None
    assert any(isinstance(one, Pass) for one in game.legal_actions())
    assert rest_of_turn(game, company) is None
