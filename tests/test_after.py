"""What would come of an action: the same as playing it, without a play."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import kaiping
from kaiping.action import BuyShare, BuyTrain, Dividend, LayTile, PlaceToken, SellShares
from kaiping.bots import bot
from kaiping.errors import IllegalAction
from kaiping.game import Change, Game
from kaiping.routes.search import best_run
from kaiping.view import View, seen_by

TITLES = ("1888", "1880", "1890")


def positions(title: str, *options: str, robot: str = "random", every: int = 13) -> Iterator[Game]:
    """Positions of a game by bots: the same game each time."""
    game, chance = Game(title, players=["Ann", "Bo", "Cy"], seed=3, options=options), Random(8)
    while game.finished is None and game.played < 400:
        if game.played % every == 0:
            yield game
        game.play(bot(robot).choose(seen_by(game, game.acting[0]), chance))


@pytest.mark.parametrize(("title", "options"), [*((title, ()) for title in TITLES), ("1890", ("tigers-die",))])
def test_it_is_what_playing_a_copy_brings(title: str, options: tuple[str, ...]) -> None:
    chance, kinds = Random(1), set[type]()
    for game in positions(title, *options):
        before, actions, played = game.state.copy(), list(game.legal_actions()), game.played
        for action in chance.sample(actions, min(4, len(actions))):
            after, copy = game.after(action), game.copy()
            copy.play(action)
            assert after.state == after.game.state == copy.state
            assert after.events == copy.last_events
            assert after.game.actions == copy.actions
            assert after.worth == {player: Change(old, copy.totals()[player]) for player, old in game.totals().items()}
            kinds.add(type(action))
        assert (game.state, game.played) == (before, played)
    assert len(kinds) > 7


@pytest.mark.parametrize("title", TITLES)
def test_prices_are_those_that_move(title: str) -> None:
    moves = 0
    for game in positions(title, every=7):
        for action in game.legal_actions():
            if isinstance(action, SellShares | Dividend | BuyShare):
                after = game.after(action)
                told = [event for event in after.events if event.kind == "price"]
                assert after.prices.keys() <= {event["company"] for event in told}
                for company, change in after.prices.items():
                    mine = [event for event in told if event["company"] == company]
                    assert change == (mine[0]["old"], mine[-1]["new"])
                    moves += 1
    assert moves > 5


def test_it_does_not_follow_the_game() -> None:
    """A value: whoever has it may play on."""
    game = kaiping.new_game("1888", players=["Ann", "Bo", "Cy"])
    first, second = game.legal_actions()[:2]
    after = game.after(second)
    game.play(first)
    assert (after.before.played, after.game.played) == (0, 1)
    assert after.state.privates["KT"] == "Ann"
    assert after.game.actions == (second,)


def test_what_may_not_be_played_is_refused() -> None:
    game = kaiping.new_game("1888", players=["Ann", "Bo", "Cy"])
    with pytest.raises(IllegalAction) as refused:
        game.after(LayTile(company="JHR", hex="C9", tile="57", rotation=2))
    assert refused.value.reason == game.why_not(LayTile(company="JHR", hex="C9", tile="57", rotation=2))
    assert game.played == 0


@pytest.mark.parametrize("hidden", ["hidden-cash", "hidden-train-prices", "hidden-treasuries"])
def test_of_a_view_it_says_what_the_seat_may_know(hidden: str) -> None:
    told = 0
    for game in positions("1890", hidden):
        for seat in game.players:
            view = game.view(seat)
            for action in view.legal_actions()[:3]:
                after, trial = view.after(action), view.copy()
                trial.play(action)
                assert isinstance(after.game, View)
                assert after.state == trial.state
                assert after.state.cash.keys() <= view.state.cash.keys() or seat in game.state.players
                assert after.events == trial.last_events
                assert after.worth.keys() == trial.totals().keys() == view.totals().keys()
                told += 1
    assert told > 30


@pytest.mark.parametrize("hidden", ["hidden-cash", "hidden-treasuries"])
def test_of_a_view_others_may_not_be_asked_for(hidden: str) -> None:
    game = Game("1890", players=["Ann", "Bo", "Cy"], options=[hidden])
    with pytest.raises(IllegalAction):
        game.view("Bo").after(game.legal_actions()[0])


def test_moments_are_the_positions_one_after_the_other() -> None:
    *_, game = positions("1888", every=50)
    assert [moment.state for moment in game.moments()] == [game.at(number).state for number in range(game.played + 1)]
    assert [moment.last_events for moment in game.moments(20)][5] == game.at(25).last_events
    assert not list(game.moments(game.played + 1))
    kept = list(game.moments())
    assert [moment.played for moment in kept] == list(range(game.played + 1)), "each may be kept"
    kept[3].play(kept[4].actions[-1])
    assert kept[2].played == 2
    game = game.at(30)
    assert [moment.played for moment in game.moments(28)] == [28, 29, 30], "what was taken back is not among them"


def test_moments_of_a_view_hide_what_it_hides() -> None:
    *_, game = positions("1890", "hidden-cash", every=50)
    view = game.view("Bo")
    for moment in view.moments():
        whole = view.at(moment.played)
        assert (moment.state, moment.last_events) == (whole.state, whole.last_events)
        assert moment.cash("Ann") is None


# --- what actions add to a run


@pytest.mark.parametrize("title", TITLES)
def test_gains_with_other_trains(title: str) -> None:
    """As after the action itself: what follows in the turns of others does not count."""
    compared = 0
    for game in positions(title, every=5):
        actions = [action for action in game.legal_actions() if isinstance(action, LayTile | PlaceToken)][:3]
        for action, gain in game.gains(actions, trains=("4",)).items():
            assert gain.before.revenue == best_run(game.running(action.who, ("4",))).revenue
            assert gain.run.revenue == best_run(gain.after.running(action.who, ("4",))).revenue
            assert gain.amount == gain.run.revenue - gain.before.revenue
            compared += 1
        if compared > 8:
            return
    pytest.fail("there was little to lay")


def test_a_train_that_somebody_must_agree_to_sell_counts_as_bought() -> None:
    for game in positions("1890", robot="greedy", every=1):
        for action in game.legal_actions():
            if isinstance(action, BuyTrain) and game.after(action).event("offer"):
                trains = (*game.state.trains.get(action.company, ()), action.train)
                assert game.gains([action])[action].run == best_run(game.running(action.company, trains))
                return
    pytest.fail("nobody could offer anything for a train")


def test_gains_end_with_the_time() -> None:
    for game in positions("1888", robot="greedy", every=3):
        if any(isinstance(action, LayTile) for action in game.legal_actions()):
            assert game.gains()
            assert game.gains(deadline=0.0) == {}
            return
