"""The environment for Gymnasium and for OpenSpiel, and the example that learns."""

from __future__ import annotations

import doctest
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from kaiping.bots import bot
from kaiping.env import one_seat
from kaiping.env.one_seat import OneSeat
from kaiping.errors import BadInput
from kaiping.titles import TITLES

ROOT = Path(__file__).resolve().parents[2]
titles = pytest.mark.parametrize("title", list(TITLES))


# --- Gymnasium -----------------------------------------------------------------------------------


@titles
@pytest.mark.filterwarnings("ignore:.*Not able to test alternative render modes:UserWarning")
def test_the_api_is_that_of_gymnasium(title: str) -> None:
    check_env(OneSeat(title=title, players=3, max_cycles=30))


@titles
def test_the_agent_is_asked_in_its_turns_only(title: str) -> None:
    env = OneSeat(title=title, players=3, max_cycles=40)
    chance = np.random.default_rng(1)
    _, info = env.reset(seed=1)
    over = cut = False
    while not (over or cut):
        assert env.env.agent_selection == env.agent
        assert np.array_equal(info["action_mask"], env.action_masks())
        assert info["action_mask"].sum() > 1
        _, _, over, cut, info = env.step(chance.choice(np.flatnonzero(info["action_mask"])))
    assert info["action_mask"].sum() == 0


def test_the_agent_earns_what_others_leave_it() -> None:
    """What bots do in between counts, too: all that it was paid is its place at the end."""
    env = OneSeat(title="1888", players=3, max_cycles=40, shaping=True)
    _, info = env.reset(seed=2)
    earned, over, cut = env._earned, False, False
    while not (over or cut):
        _, reward, over, cut, info = env.step(np.flatnonzero(info["action_mask"])[0])
        earned += reward
    assert earned == pytest.approx(env.env._standing[env.agent])
    assert earned


def test_seats_are_drawn_or_named() -> None:
    drawn = OneSeat(title="1888", players=4)
    assert len({drawn.reset(seed=seed) and drawn.agent for seed in range(20)}) == 4
    named = OneSeat(title="1888", players=4, seat=2)
    assert {named.reset(seed=seed) and named.agent for seed in range(5)} == {"player_2"}
    with pytest.raises(BadInput, match="there are seats from 0 to 3, and no 4"):
        OneSeat(title="1888", players=4, seat=4)


def test_bots_take_the_other_seats() -> None:
    env = OneSeat(title="1888", players=3, bots=["greedy", bot("random")], seat=0, max_cycles=5)
    env.reset(seed=1)
    with pytest.raises(BadInput, match="1 bots cannot take the other 2 seats"):
        OneSeat(title="1888", players=3, bots=["greedy"])
    with pytest.raises(BadInput, match="there is no bot 'nobody'"):
        OneSeat(title="1888", players=3, bots="nobody")


def test_examples() -> None:
    assert doctest.testmod(one_seat).failed == 0


# --- OpenSpiel -----------------------------------------------------------------------------------


@titles
def test_open_spiel_plays(title: str) -> None:
    """OpenSpiel's own test of a game: a game by lot, with every position looked at and copied."""
    import pyspiel

    import kaiping.env.spiel  # noqa: F401 - it registers the game

    game = pyspiel.load_game("kaiping", {"title": title, "players": 3, "max_cycles": 8})
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    other = state.clone()
    other.apply_action(other.legal_actions()[0])
    assert state.env.game.played + 1 == other.env.game.played
    assert len(state.observation_tensor(0)) == game.observation_tensor_shape()[0]
    assert state.observation_string(0).startswith(f"{title}:")
    while not other.is_terminal():
        other.apply_action(other.legal_actions()[-1])
    assert sum(other.returns()) == pytest.approx(0)


# --- the example ---------------------------------------------------------------------------------


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location("train", ROOT / "examples" / "train.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "train", module)
    spec.loader.exec_module(module)
    return module


def test_the_example_counts_victories(example: ModuleType) -> None:
    """Without the library that it learns with: by lot it wins what chance gives it."""
    env = OneSeat(title="1880", players=3, shaping=True)
    won = list(example.victories(env, example.by_lot(np.random.default_rng(1)), 2, seed=1))
    assert all(0 <= part <= 1 for part in won)
    assert len(won) == 2
    assert example.told("by lot", [1.0, 0.0, 0.0], 3) == "by lot: 33% ± 54% of 3 games won, by chance 33%"
