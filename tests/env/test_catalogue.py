"""The list of actions has a number for all that the engine lists, and no legal number that the engine refuses."""

from __future__ import annotations

import doctest
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kaiping
from kaiping import Game, ledger
from kaiping.action import KINDS, AnyAction, Bid, Dividend, LayTile, Pass, Range, RunRoutes, SellBlocks
from kaiping.bots import bot
from kaiping.env import catalogue, rewards
from kaiping.env.catalogue import RUNGS, Catalogue, key_of, rungs
from kaiping.errors import BadInput
from kaiping.flow.title import Title
from kaiping.titles import TITLES, definition, options_of
from kaiping.view import seen_by
from tests.bots.greedy_0 import BOT as GREEDY_0

POSITIONS = Path(__file__).resolve().parent.parent / "data" / "positions"
EDITIONS = [(title.name, edition) for title in TITLES.values() for edition in title.editions]


def own(game: Game, seat: str) -> Iterator[AnyAction]:
    return (action for action in game.legal_actions() if game.seat_of(action) == seat)


def looks(game: Game, action: AnyAction) -> object:
    """What an action is told apart by: two turns of a tile that look the same are one."""
    if not isinstance(action, LayTile):
        return action
    shape = game.definition.tiles[action.tile].shapes[action.rotation]
    return action.private, action.hex, action.tile, frozenset(frozenset(pair) for pair in shape.track)


def check_moment(game: Game, actions: Catalogue) -> None:
    """Everything listed has its number, no two have the same, and the engine takes all that is in the mask."""
    seat = game.acting[0]
    legal = actions.legal(game, seat)
    assert legal
    assert all(0 <= number < actions.size for number in legal)
    listed = game.legal_actions()
    found = {looks(game, action) for action in legal.values()}
    for action in own(game, seat):
        assert looks(game, action) in found, action
        number = actions.number_of(action, legal)
        assert looks(game, legal[number]) == looks(game, action)
        if (span := listed.ranges.get(action)) is not None and not isinstance(action, RunRoutes | SellBlocks):
            numbers = [getattr(one, action.number or "") for one in legal.values() if key_of(one) == key_of(action)]
            assert {span.least, span.least + (span.greatest - span.least) // span.step * span.step} <= set(numbers)
    assert len(found) == len(legal), "two numbers for one action"
    for action in legal.values():
        assert game.why_not(action) is None, action


def play_through(game: Game, seed: int, *, every: int = 1, most: int = 3000) -> int:
    """Check moments of a game that is played half by lot and half by a bot; how many were checked.

    By lot most auctions of 1890 would never end, so bots that know what they want take part in them.
    """
    actions, chance, checked = Catalogue(game.definition, game.title), Random(seed), 0
    by_lot, wise = bot("random"), GREEDY_0
    while game.finished is None and game.played < most:
        seat = game.acting[0]
        if game.played % every == 0:
            check_moment(game, actions)
            checked += 1
        if ledger.in_auction(game) and chance.random() < 0.8:
            game.play(wise.choose(seen_by(game, seat), chance))
        elif chance.random() < 0.5:
            game.play(by_lot.choose(seen_by(game, seat), chance))
        else:
            legal = actions.legal(game, seat)
            game.play(legal[chance.choice(list(legal))])
    return checked


@st.composite
def tables(draw: st.DrawFn) -> tuple[Game, int]:
    """Any edition with options, any number of players."""
    title, edition = draw(st.sampled_from(EDITIONS))
    names = [option.name for option in options_of(title, edition)]
    chosen = draw(st.lists(st.sampled_from(names), unique=True, max_size=4)) if names else []
    try:
        printed = definition(title, edition, chosen)
    except BadInput:  # options that do not go together
        printed = definition(title, edition)
    fewest, most = printed.players
    seed = draw(st.integers(0, 2**32))
    players = [f"player_{number}" for number in range(draw(st.integers(fewest, most)))]
    return Game(printed, players=players, seed=seed), seed


@settings(max_examples=5, deadline=None, derandomize=True)
@given(tables())
def test_mask_and_engine_agree(table: tuple[Game, int]) -> None:
    assert play_through(*table, every=5, most=60)


@pytest.mark.slow
@settings(max_examples=120, deadline=None)
@given(tables())
def test_mask_and_engine_agree_in_whole_games(table: tuple[Game, int]) -> None:
    assert play_through(*table, every=3)


ALL_TABLES = [
    (title, edition, players)
    for title, edition in EDITIONS
    for players in range(definition(title, edition).players[0], definition(title, edition).players[1] + 1)
]


@pytest.mark.slow
@pytest.mark.parametrize(("title", "edition", "players"), ALL_TABLES)
def test_every_number_of_players_plays_by_numbers(title: str, edition: str, players: int) -> None:
    names = [f"player_{number}" for number in range(players)]
    assert play_through(Game(title, names, edition=edition, seed=players), players)


GAMES = sorted(file.name for file in POSITIONS.glob("1*.json"))


@pytest.mark.parametrize("file", [GAMES[0], *(pytest.param(name, marks=pytest.mark.slow) for name in GAMES[1:])])
def test_moments_of_stored_games_have_numbers(file: str) -> None:
    """These games were kept because every kind of action can be played in one of them."""
    game = kaiping.load(POSITIONS / file)
    actions = Catalogue(game.definition, game.title)
    for moment in game.moments():
        if moment.finished is None:
            check_moment(moment, actions)


def test_every_kind_of_action_has_numbers() -> None:
    kinds = {name.split()[0] for title in TITLES.values() for name in names_of(title.name)}
    assert kinds == {kind.__name__ for kind in KINDS}


def names_of(title: str) -> list[str]:
    actions = Catalogue(definition(title), TITLES[title])
    names = [actions.name(number) for number in range(actions.size)]
    assert len(set(names)) == len(names)
    return names


@pytest.mark.parametrize("title", TITLES.values(), ids=list(TITLES))
def test_titles_state_the_answers_to_all_their_questions(title: Title) -> None:
    stated = title.answers(definition(title.name)) if title.answers is not None else {}
    assert set(stated) == set(title.words.questions)


def test_numbers_hang_on_the_definition_alone() -> None:
    first, again = (Catalogue(definition("1880"), TITLES["1880"]) for _ in range(2))
    assert [first.name(number) for number in range(first.size)] == [again.name(n) for n in range(again.size)]


@given(st.integers(0, 500), st.integers(0, 3000), st.sampled_from((1, 5, 10)))
def test_rungs_are_numbers_of_the_range(least: int, length: int, step: int) -> None:
    span = Range(least, least + length, step)
    found = rungs(span)
    assert set(found) <= set(range(RUNGS))
    assert len(set(found.values())) == len(found)
    assert all(least <= number <= span.greatest and (number - least) % step == 0 for number in found.values())
    assert found[0] == least
    assert max(found.values()) == least + length // step * step


def test_a_number_between_two_rungs_goes_to_the_nearest() -> None:
    game = Game("1888", ["Ann", "Bo", "Cy"])
    actions = Catalogue(game.definition, game.title)
    legal = actions.legal(game, "Ann")
    prices = rungs(game.legal_actions().ranges[Bid("Ann", "FC", 155)]).values()
    wish = Bid("Ann", "FC", 230)
    assert game.why_not(wish) is None
    assert wish.price not in prices
    nearest = legal[actions.number_of(wish, legal)]
    assert isinstance(nearest, Bid)
    assert abs(nearest.price - wish.price) == min(abs(price - wish.price) for price in prices)


def test_what_cannot_be_played_has_no_number() -> None:
    game = Game("1888", ["Ann", "Bo", "Cy"])
    actions = Catalogue(game.definition, game.title)
    with pytest.raises(BadInput, match="it is not legal now"):
        actions.number_of(Dividend("JHR", "pay"), actions.legal(game, "Ann"))
    with pytest.raises(BadInput, match="there is no number for"):
        actions.number_of(LayTile("JHR", "Z99", "7", 0), actions.legal(game, "Ann"))
    with pytest.raises(BadInput, match="there are actions from 0 to 3531, and no 3532"):
        actions.name(3532)


def test_nobody_is_offered_what_others_may_play() -> None:
    game = Game("1888", ["Ann", "Bo", "Cy"])
    actions = Catalogue(game.definition, game.title)
    assert actions.legal(game, "Bo") == {}
    assert Pass("Ann") in actions.legal(game, "Ann").values()


def test_examples() -> None:
    for module in (catalogue, rewards):
        assert doctest.testmod(module).failed == 0
