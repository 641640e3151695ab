"""The environment keeps PettingZoo's contract, tells a seat what it may know, and pays by worth."""

from __future__ import annotations

import doctest
import importlib
import sys
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo import AECEnv
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, seed_test

import kaiping.env
from kaiping import Game
from kaiping.action import Bid
from kaiping.bots import bot
from kaiping.env import kaiping_v0
from kaiping.env.kaiping_v0 import ILLEGAL_REWARD, KaipingEnv
from kaiping.env.observation import LOT, PLAYER
from kaiping.errors import BadInput
from kaiping.titles import TITLES, definition
from kaiping.view import seen_by
from tests.many import few

EDITIONS = [(title.name, edition) for title in TITLES.values() for edition in title.editions]
editions = pytest.mark.parametrize(("title", "edition"), few(EDITIONS, ("1888", "2022")))
titles = pytest.mark.parametrize("title", list(TITLES))

#: PettingZoo would have one array; ours are several, with names
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
]


def play(env: AECEnv, seed: int, most: int = 10**6) -> list[tuple[str, int]]:
    """A game by lot, or a part of it: who played what."""
    chance, played = np.random.default_rng(seed), []
    for agent in env.agent_iter(most):
        observation, _, over, cut, _ = env.last()
        if over or cut:
            env.step(None)
            continue
        action = int(chance.choice(np.flatnonzero(observation["action_mask"])))
        played.append((agent, action))
        env.step(action)
    return played


# --- PettingZoo's own tests -----------------------------------------------------------------------


@editions
def test_the_api_is_that_of_pettingzoo(title: str, edition: str) -> None:
    api_test(kaiping_v0.env(title=title, edition=edition, max_cycles=60), num_cycles=60)
    api_test(kaiping_v0.raw_env(title=title, edition=edition, shaping=True), num_cycles=20)


@editions
def test_the_same_seed_gives_the_same_game(title: str, edition: str) -> None:
    seed_test(partial(kaiping_v0.env, title=title, edition=edition), num_cycles=40)


@titles
def test_games_are_cut_after_so_many_cycles(title: str) -> None:
    """PettingZoo's test plays what is not legal, so the first legal action has to stand in; and it knows no masks."""

    def env(**settings: Any) -> AECEnv:
        made = kaiping_v0.env(title=title, illegal="first", **settings)
        for agent in made.possible_agents:
            made.action_space(agent).seed(1)
        return made

    max_cycles_test(SimpleNamespace(env=env, parallel_env=partial(kaiping_v0.parallel_env, title=title)))


def test_the_parallel_environment_keeps_its_contract() -> None:
    parallel_api_test(kaiping_v0.parallel_env(title="1888", players=3, max_cycles=30), num_cycles=40)


@pytest.mark.slow
@pytest.mark.parametrize(("title", "edition"), EDITIONS)
def test_whole_games_of_every_number_of_players(title: str, edition: str) -> None:
    fewest, most = definition(title, edition).players
    for players in range(fewest, most + 1):
        env = kaiping_v0.raw_env(title=title, edition=edition, players=players, max_cycles=600)
        env.reset(seed=players)
        assert play(env, players)
        assert env.agents == []


# --- observations --------------------------------------------------------------------------------


@titles
def test_observations_have_the_shapes_that_are_promised(title: str) -> None:
    env = kaiping_v0.raw_env(title=title)
    env.reset(seed=1)
    play(env, 1, 120)
    for agent in env.agents:
        seen = env.observe(agent)
        assert env.observation_space(agent).contains(seen)
        assert {name: array.shape for name, array in seen["observation"].items()} == env.observer.shapes
        for name, columns in env.observer.columns.items():
            assert seen["observation"][name].shape[-1] == len(columns)


def test_the_first_row_is_the_seat_itself() -> None:
    env = kaiping_v0.raw_env(title="1888", players=3)
    env.reset(seed=1)
    env.act(Bid("player_0", "KT", 25))
    for number, agent in enumerate(env.agents):
        seen = env.observe(agent)["observation"]
        cash = [env.game.state.cash[f"player_{(number + step) % 3}"] for step in range(3)]
        assert (seen["players"][:, PLAYER.index("cash")] * 1000).round().astype(int).tolist() == cash
        assert seen["owners"][env.observer.lots.index("KT"), : len(env.agents)].argmax() == -number % 3


@titles
def test_observations_tell_what_is_on_the_table(title: str) -> None:
    """Each figure that the game can be asked for stands in the column that bears its name."""
    env = kaiping_v0.raw_env(title=title, players=3)
    env.reset(seed=1)
    chance = Random(1)
    for _ in range(3):
        for _ in range(50):
            if env.game.finished is None:
                env.act(bot("random").choose(seen_by(env.game, env.game.acting[0]), chance))
        check_figures(env)


def check_figures(env: KaipingEnv) -> None:
    game, state, about = env.game, env.game.state, env.observer
    seen = env.observe("player_1")["observation"]
    first = state.players.index("player_1")
    seats = state.players[first:] + state.players[:first]

    def column(array: str, name: str) -> list[float]:
        return [round(float(value), 5) for value in seen[array][:, about.columns[array].index(name)]]

    prices = {name: game.definition.market.cells[cell].price for name, cell in state.cells.items()}
    assert column("players", "cash") == [state.cash[name] / 1000 for name in seats]
    assert column("players", "priority") == [name == state.priority for name in seats]
    assert column("companies", "cash") == [state.cash.get(name, 0) / 1000 for name in about.companies]
    assert column("companies", "share price") == [prices.get(name, 0) / 1000 for name in about.companies]
    assert column("companies", "starting price") == [state.par.get(name, 0) / 1000 for name in about.companies]
    assert column("companies", "floated") == [name in state.floated for name in about.companies]
    assert column("companies", "has operated") == [name in state.operated for name in about.companies]
    placed = [len(state.board.tokens_of(name)) / 10 for name in about.companies]
    assert column("companies", "tokens placed") == placed
    assert column("companies", "latest revenue") == [state.revenue.get(name, 0) / 1000 for name in about.companies]
    assert column("lots", "price") == [game.definition.lot(name).price / 1000 for name in about.lots]
    owners = state.minors | state.privates
    assert column("lots", "in the bank") == [owners[name] == "bank" for name in about.lots]
    for row, owner in enumerate((*seats, "ipo", "pool")):
        held = [state.held(owner, company) / 100 for company in game.definition.companies]
        assert seen["holdings"][row].tolist() == pytest.approx(held)
    for row, company in enumerate(about.companies):
        leader = state.presidents.get(company) or state.minors.get(company)
        assert seen["presidents"][row].tolist() == [name == leader for name in seats]
        kinds = [state.trains.get(company, ()).count(kind) for kind in game.definition.trains]
        assert seen["trains"][row].tolist() == kinds
        stops = [about.stops[int(number)] for number in np.flatnonzero(seen["tokens"][:, row])]
        assert sorted(stops) == sorted(state.board.tokens_of(company))
    laid = np.flatnonzero(seen["map"][:, about.columns["map"].index("tile")])
    assert {list(game.definition.map.hexes)[number] for number in laid} == set(state.board.tiles)


def test_a_bid_is_seen() -> None:
    env = kaiping_v0.raw_env(title="1888", players=3)
    env.reset(seed=1)
    env.act(Bid("player_0", "FC", 155))
    row = env.observer.lots.index("FC")
    for agent, own in (("player_0", 0.155), ("player_1", 0.0)):
        lots = env.observe(agent)["observation"]["lots"]
        assert lots[row, LOT.index("highest bid")] == pytest.approx(0.155)
        assert lots[row, LOT.index("own bid")] == pytest.approx(own)


@pytest.mark.parametrize("hidden", [("hidden-cash", "hidden-treasuries"), ()])
def test_nobody_sees_what_is_hidden_from_them(hidden: tuple[str, ...]) -> None:
    env = kaiping_v0.raw_env(title="1890", players=3, options=hidden)
    env.reset(seed=3)
    before = env.observe("player_0")["observation"]
    rich = env.game.copy()
    rich.state.cash["player_1"] += 777
    rich.state.bank -= 777
    after = env.observer.observe(seen_by(rich, "player_0"), "player_0")
    same = all(np.array_equal(before[name], after[name]) for name in before)
    assert same == bool(hidden)
    known = before["players"][:, PLAYER.index("cash known")].tolist()
    assert known == ([1, 0, 0] if hidden else [1, 1, 1])


@titles
def test_positions_that_differ_look_different(title: str) -> None:
    """Every action of a game by lot changes what somebody sees, but for what says no more than that a step is over."""
    env = kaiping_v0.raw_env(title=title, players=3)
    env.reset(seed=2)
    chance, blind = np.random.default_rng(2), 0
    for _ in range(100):
        if env.game.finished is not None:
            break
        before = env.observe("player_0")["observation"]
        action = int(chance.choice(list(env.legal())))
        env.step(action)
        after = env.observe("player_0")["observation"]
        blind += all(np.array_equal(before[name], after[name]) for name in before)
    assert blind <= 5


# --- rewards -------------------------------------------------------------------------------------


@pytest.mark.parametrize("reward", ["worth", "win"])
def test_rewards_come_at_the_end_and_add_up_to_nothing(reward: kaiping_v0.Reward) -> None:
    env = kaiping_v0.raw_env(title="1880", players=3, reward=reward)
    env.reset(seed=4)
    chance = Random(4)
    while not any(env.terminations.values()):
        assert not any(env.rewards.values())
        env.act(bot("random").choose(env.game, chance))
    assert sum(env.rewards.values()) == pytest.approx(0)
    best = max(env.rewards, key=lambda agent: env.rewards[agent])
    assert env.seat(best) in env.game.winners()
    if reward == "win" and len(env.game.winners()) == 1:
        assert sorted(env.rewards.values()) == [-0.5, -0.5, 1.0]


def test_shaped_rewards_add_up_to_those_of_the_end() -> None:
    plain, shaped = (kaiping_v0.raw_env(title="1888", players=3, shaping=how, max_cycles=60) for how in (False, True))
    earned = []
    for env in (plain, shaped):
        env.reset(seed=5)
        total = dict.fromkeys(env.agents, 0.0)
        while not any(env.truncations.values()):
            legal = env.legal()
            env.step(sorted(legal)[len(legal) // 2])
            for agent, reward in env.rewards.items():
                total[agent] += reward
        earned.append(total)
    assert earned[0] == pytest.approx(earned[1])
    assert any(earned[0].values())


# --- playing -------------------------------------------------------------------------------------


def test_what_is_not_legal_is_refused_ends_the_game_or_is_replaced() -> None:
    raw = kaiping_v0.raw_env(title="1888", players=3)
    raw.reset(seed=1)
    with pytest.raises(BadInput, match="player_0 cannot play 1 now; the action mask has what is legal"):
        raw.step(1)
    strict = kaiping_v0.env(title="1888", players=3)
    strict.reset(seed=1)
    strict.last()
    strict.step(1)
    assert strict.unwrapped.rewards["player_0"] == ILLEGAL_REWARD
    assert all(strict.terminations.values())
    kind = kaiping_v0.env(title="1888", players=3, illegal="first")
    kind.reset(seed=1)
    kind.step(1)
    assert kind.agent_selection == "player_1"


def test_a_copy_is_an_environment_of_its_own() -> None:
    env = kaiping_v0.raw_env(title="1888", players=3)
    env.reset(seed=1)
    play(env, 1, 40)
    copy = env.copy()
    state, seen = env.game.state, env.observe("player_1")
    play(copy, 2, 40)
    assert env.game.state is state
    assert env.game.played == 40 < copy.game.played
    assert np.array_equal(env.observe("player_1")["action_mask"], seen["action_mask"])
    again = env.copy()
    assert play(again, 2, 40) == play(env.copy(), 2, 40)


def test_a_blind_copy_knows_nothing_of_chance_to_come() -> None:
    env = kaiping_v0.raw_env(title="1890", options=("tigers-die",))
    env.reset(seed=1)
    assert env.copy().game.state.seed is not None
    assert env.copy(blind=True).game.state.seed is None


def test_a_game_can_be_taken_over() -> None:
    game, chance = Game("1888", ["Ann", "Bo", "Cy"], seed=1), Random(1)
    for _ in range(30):
        game.play(bot("random").choose(game, chance))
    env = kaiping_v0.raw_env(title="1888", players=3)
    env.reset(options={"game": game})
    assert env.game.state == game.state
    assert env.seat(env.agent_selection) == game.acting[0]
    with pytest.raises(BadInput, match="only with the title, edition, options and players"):
        kaiping_v0.raw_env(title="1888", players=4).reset(options={"game": game})


def test_without_a_seed_games_follow_from_the_first() -> None:
    seeds = []
    for _ in range(2):
        env = kaiping_v0.raw_env(title="1888", players=3)
        env.reset(seed=9)
        env.reset()
        seeds.append(env.game.seed)
    assert seeds[0] == seeds[1] != 9


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"players": 9}, "players"),
        ({"title": "1830"}, "there is no title '1830'"),
        ({"reward": "fun"}, "there is no reward 'fun'; there are worth, win"),
        ({"reward": "win", "shaping": True}, "by worth only"),
        ({"max_cycles": 0}, "at least one cycle"),
        ({"render_mode": "human"}, "there is no render mode 'human'; there are ansi, rgb_array"),
        ({"illegal": "so what"}, "there are refuse, first"),
    ],
)
def test_impossible_settings_are_refused(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        KaipingEnv(**settings)


# --- pictures and packages -----------------------------------------------------------------------


def test_positions_are_rendered_as_text_and_as_pictures() -> None:
    text = kaiping_v0.env(title="1888", players=3, render_mode="ansi")
    text.reset(seed=1)
    text.unwrapped.act(Bid("player_0", "KT", 25))
    assert text.render().startswith("player_0 buys KT for ¥25\n\n1888:2022, 3 players\n")
    picture = kaiping_v0.env(title="1888", players=3, render_mode="rgb_array")
    picture.reset(seed=1)
    points = picture.render()
    assert points.dtype == np.uint8
    assert points.shape[1:] == (900, 3)
    assert len(np.unique(points.reshape(-1, 3), axis=0)) > 20


def test_a_picture_says_which_extra_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    env = kaiping_v0.raw_env(title="1888", render_mode="rgb_array")
    env.reset(seed=1)
    with pytest.raises(BadInput, match=r"a PNG needs the package resvg_py.*kaiping\[pictures\]"):
        env.render()


def test_what_is_missing_is_said_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "pettingzoo" else True)
    try:
        with pytest.raises(
            ModuleNotFoundError, match=r"needs the package pettingzoo, .*: pip install 'kaiping\[research"
        ):
            importlib.reload(kaiping.env)
    finally:
        monkeypatch.undo()
        importlib.reload(kaiping.env)


def test_examples() -> None:
    assert doctest.testmod(kaiping_v0).failed == 0
