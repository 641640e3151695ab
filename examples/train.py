"""Trains a small policy against random bots, on one core and in ten minutes, and says how often it wins afterwards.

    pip install "kaiping[research]" sb3-contrib
    python examples/train.py --title 1888 --players 3 --minutes 10

The policy is a network with one hidden layer, trained by MaskablePPO of sb3-contrib; without an own index pip brings
torch with everything for graphics cards, of which nothing is needed here.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from kaiping.env.ground import Array
from kaiping.env.one_seat import OneSeat

#: observation and mask -> the number of an action
Policy = Callable[[Array, np.ndarray[Any, Any]], int]


def by_lot(chance: np.random.Generator) -> Policy:
    """Any legal action."""
    return lambda _observation, mask: int(chance.choice(np.flatnonzero(mask)))


def victories(env: OneSeat, policy: Policy, games: int, seed: int) -> Iterator[float]:
    """For each game 1 if the policy wins it, a part if several do, 0 otherwise; its seat is drawn."""
    for number in range(games):
        observation, info = env.reset(seed=seed + number)
        over = cut = False
        while not (over or cut):
            observation, _, over, cut, info = env.step(policy(observation, info["action_mask"]))
        winners = env.env.game.winners()
        yield (env.env.seat(env.agent) in winners) / len(winners) if winners else 0.0


def told(what: str, won: list[float], players: int) -> str:
    """How often something wins, with twice its standard error."""
    mean, spread = float(np.mean(won)), 2 * float(np.std(won)) / len(won) ** 0.5
    return f"{what}: {mean:.0%} ± {spread:.0%} of {len(won)} games won, by chance {1 / players:.0%}"


def train(env: OneSeat, minutes: float, seed: int) -> Any:
    """A model of sb3-contrib that has learned for so long."""
    from gymnasium.wrappers import TransformReward
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback

    class Until(BaseCallback):  # type: ignore[misc,unused-ignore]
        """Stops when the time is over."""

        def _on_step(self) -> bool:
            return perf_counter() < deadline

    deadline = perf_counter() + 60 * minutes
    model = MaskablePPO(
        "MlpPolicy",
        TransformReward(env, lambda reward: 10 * float(reward)),  # parts of all wealth are small figures
        n_steps=2048,
        batch_size=256,
        n_epochs=4,
        gamma=0.999,
        gae_lambda=0.98,
        ent_coef=0.005,
        learning_rate=5e-4,
        policy_kwargs={"net_arch": [128]},
        seed=seed,
        device="cpu",
    )
    return model.learn(10**9, callback=Until())


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a small policy against random bots.")
    parser.add_argument("--title", default="1888")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--games", type=int, default=100, help="how many are played before and after")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, help="a file for the model")
    wanted = parser.parse_args()
    env = OneSeat(title=wanted.title, players=wanted.players, bots="random", shaping=True)
    chance = np.random.default_rng(wanted.seed)
    before = list(victories(env, by_lot(chance), wanted.games, seed=10**6))
    print(told("any legal action", before, wanted.players), flush=True)
    model = train(env, wanted.minutes, wanted.seed)
    print(f"{model.num_timesteps} steps in {wanted.minutes:g} minutes", flush=True)

    def learned(observation: Array, mask: np.ndarray[Any, Any]) -> int:
        return int(model.predict(observation, action_masks=mask, deterministic=False)[0])

    after = list(victories(env, learned, wanted.games, seed=10**6))
    print(told("the policy", after, wanted.players))
    if wanted.save is not None:
        model.save(wanted.save)


if __name__ == "__main__":
    main()
