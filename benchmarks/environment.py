"""How fast the research environment is, and what it adds to the engine: `python benchmarks/environment.py`.

Games by lot. Time is that of the processor, so that other programs on the machine disturb it less.
"""

from __future__ import annotations

import argparse
from collections import Counter
from random import Random
from time import process_time

import numpy as np

from kaiping.env import kaiping_v0
from kaiping.env.one_seat import OneSeat
from kaiping.titles import TITLES
from kaiping.view import seen_by

MICRO = 1e6


def parts(title: str, steps: int) -> Counter[str]:
    """Microseconds for each part of a step."""
    env, chance, spent = kaiping_v0.raw_env(title=title), Random(1), Counter[str]()
    env.reset(seed=1)
    for _ in range(steps):
        if any(env.terminations.values()) or any(env.truncations.values()):
            env.reset()
        agent = env.agent_selection
        marks = [process_time()]
        list(env.game.legal_actions())
        marks.append(process_time())
        legal = env.legal()
        marks.append(process_time())
        env.observer.observe(seen_by(env.game, agent), agent)
        marks.append(process_time())
        env.mask(agent)
        marks.append(process_time())
        env.copy()
        marks.append(process_time())
        chosen = legal[chance.choice(list(legal))]
        marks.append(process_time())
        env.act(chosen)
        marks.append(process_time())
        names = ("list", "list and number", "observe", "mask", "copy", "choose", "play")
        spent.update({name: after - before for name, before, after in zip(names, marks, marks[1:], strict=False)})
    return Counter({name: round(seconds / steps * MICRO) for name, seconds in spent.items()})


def steps_a_second(title: str, steps: int) -> float:
    """Of games by lot through ``last`` and ``step``."""
    env, chance = kaiping_v0.raw_env(title=title), np.random.default_rng(1)
    env.reset(seed=1)
    began = process_time()
    for _ in range(steps):
        observation, _, over, cut, _ = env.last()
        if over or cut:
            env.reset()
            continue
        env.step(int(chance.choice(np.flatnonzero(observation["action_mask"]))))
    return steps / (process_time() - began)


def against_bots(title: str, bot: str, steps: int) -> float:
    """Decisions a second of one learner with bots in the other seats."""
    env, chance = OneSeat(title=title, bots=bot), np.random.default_rng(1)
    _, info = env.reset(seed=1)
    began = process_time()
    for _ in range(steps):
        _, _, over, cut, info = env.step(chance.choice(np.flatnonzero(info["action_mask"])))
        if over or cut:
            _, info = env.reset()
    return steps / (process_time() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast the research environment is.")
    parser.add_argument("--steps", type=int, default=3000)
    wanted = parser.parse_args()
    for title in TITLES:
        print(title, dict(parts(title, wanted.steps)), "microseconds")
        print(title, f"{steps_a_second(title, wanted.steps):.0f} steps a second by lot, 4 players")
        print(title, f"{against_bots(title, 'random', wanted.steps // 4):.0f} decisions a second against random bots")


if __name__ == "__main__":
    main()
