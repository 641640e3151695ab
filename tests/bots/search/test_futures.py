"""Futures that are only thought of: by the rules, repeatable, and without any change of the map but homes."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from kaiping.bots.averages import averages
from kaiping.bots.habits import USUAL, trained
from kaiping.bots.search.foresight import Foresight, Future
from kaiping.bots.search.glance import Glance
from kaiping.bots.search.players import Players
from kaiping.bots.search.rollout import play_on, worth
from kaiping.flow.foreseen import foreseen
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.operating.round import OperatingRules
from kaiping.flow.operating.step import TurnStep
from kaiping.flow.play import Play
from kaiping.flow.rules import settle
from kaiping.game import Game
from kaiping.invariants import violations
from kaiping.records.exact import read_position
from kaiping.titles import title as find_title
from tests.bots.search.positions import MORE, TITLES, moments, played
from tests.many import few


def future_of(game: Game, seed: int = 0, sets: int = 1000) -> tuple[Foresight, Future]:
    foresight = Foresight(game.table())
    title = foreseen(game.title, foresight.earns)
    return foresight, play_on(foresight, title, game.state, Random(seed), sets=sets)


@pytest.mark.parametrize(("title", "edition", "players"), few([*TITLES, *MORE], *TITLES))
def test_futures_end_and_keep_what_must_hold(title: str, edition: str, players: int) -> None:
    """Money, shares and trains stay what they are; only what trains run for is not asked of the map."""
    for game in moments(played(title, edition, players), 6):
        if violations(game.table()):
            continue  # what a random game began with is not this test's affair
        _, future = future_of(game)
        assert future.state.finished is not None
        assert future.state.board.tiles == game.state.board.tiles
        assert violations(Play(game.definition, game.title, future.state)) == []


@pytest.mark.parametrize(("title", "edition", "players"), TITLES)
def test_every_action_of_a_future_is_legal(title: str, edition: str, players: int) -> None:
    game = moments(played(title, edition, players), 4)[1]
    foresight = Foresight(game.table())
    frames = foreseen(game.title, foresight.earns)
    table, thought = Future(game.table(), frames, game.state.copy()), Players(foresight, Random(1))
    settle(table)
    for _ in range(120):
        if table.state.finished is not None:
            break
        rules = frames.frames[type(table.top)]
        action = thought.action(table, rules)
        rules.check(table, action)
        rules.apply(table, action)
        settle(table)


def test_the_same_luck_gives_the_same_future() -> None:
    game = moments(played("1888", "2022", 4), 3)[1]
    _, first = future_of(game, 5)
    _, again = future_of(game, 5)
    _, other = future_of(game, 6)
    assert first.state == again.state
    assert first.state != other.state


def test_a_future_leaves_the_position_alone() -> None:
    game = moments(played("1888", "2022", 4), 3)[1]
    before = game.state.copy()
    future_of(game)
    assert game.state == before


def test_a_future_stops_at_its_horizon() -> None:
    game = moments(played("1888", "2022", 4), 5)[1]
    _, near = future_of(game, sets=1)
    assert near.state.finished is None
    assert near.state.turn == game.state.turn + 1


def test_in_the_end_worth_is_what_is_counted() -> None:
    game = moments(played("1888", "2022", 4), 3)[1]
    foresight, future = future_of(game)
    state = future.state
    assert worth(foresight, future) == {player: float(sum_) for player, sum_ in _totals(game, future).items()}
    assert state.finished is not None


def _totals(game: Game, future: Future) -> dict[str, int]:
    from kaiping.flow.totals import totals

    return totals(Play(game.definition, game.title, future.state))


@pytest.mark.parametrize(("title", "edition", "players"), TITLES)
def test_what_trains_earn_today_is_their_best_run(title: str, edition: str, players: int) -> None:
    game = moments(played(title, edition, players), 2)[1]
    foresight = Foresight(game.table())
    for company, trains in game.state.trains.items():
        if company in game.state.floated and trains:
            from kaiping.routes.search import best_run

            assert foresight.earns(game.table(), company)[0] == best_run(game.running(company)).revenue


@pytest.mark.parametrize("name", ["1888", "1880", "1890"])
def test_averages_say_what_they_were_made_of(name: str) -> None:
    found, title = averages(find_title(name)), find_title(name)
    assert "games" in found.made_of
    assert all(earned > 0 for phases in found.trains.values() for earned in phases.values())
    assert found.rounds_left[1] > found.rounds_left[-1] > 0
    assert title.name in found.made_of


def test_steps_that_go_on_the_map_are_left_out_of_futures() -> None:
    for name in ("1888", "1880", "1890"):
        rules = foreseen(find_title(name), lambda table, company: (0, 0)).frames[OperatingRound]
        assert isinstance(rules, OperatingRules)
        assert [step.name for step in rules.steps] == [step.name for step in _steps(name)]
        assert rules.anytime == ()
        assert not any(kind.__name__ in ("LayTile", "PlaceToken") for step in rules.steps for kind in step.kinds)


def _steps(name: str) -> tuple[TurnStep, ...]:
    rules = find_title(name).frames[OperatingRound]
    assert isinstance(rules, OperatingRules)
    return rules.steps


def test_who_must_buy_a_train_has_a_way_on_where_powers_are_not_thought_of() -> None:
    """A minor needs a train, its owner has no money, and only a power, which futures leave out, would spare it."""
    game = read_position(Path(__file__).with_name("a_minor_in_need.txt"))
    assert [type(action).__name__ for action in game.legal_actions()] == ["UsePower"]
    _, future = future_of(game)
    assert future.state.finished is not None


@pytest.mark.parametrize(("title", "edition", "players"), TITLES)
def test_others_may_be_thought_to_play_like_casual_bots(title: str, edition: str, players: int) -> None:
    """They then judge shares by the rule of thumb, and what one thinks of a share is not taken for what others do."""
    game = moments(played(title, edition, players), 4)[2]
    table, (one, other, *_) = game.table(), game.players
    foresight, usual = Foresight(table, one), Foresight(table)
    mine, theirs = Glance(table, one, foresight), Glance(table, other, foresight)
    assert mine.habits == trained(game.title)
    assert theirs.habits == USUAL
    assert Glance(table, other, usual).habits == trained(game.title)
    companies = [company for company in game.state.par if company in game.state.cells]
    told = [(mine.share(company), theirs.share(company)) for company in companies]
    assert all(share != rule for share, rule in told)
    assert [share for share, _ in told] == [Glance(table, other, usual).share(company) for company in companies]
