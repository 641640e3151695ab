"""The environment for tools that hand in an action of every agent at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gymnasium import spaces
from pettingzoo import ParallelEnv

if TYPE_CHECKING:
    from kaiping.env.kaiping_v0 import KaipingEnv, Observation


class InCycles(ParallelEnv):
    """One step is one cycle: whoever is to act plays what they handed in, until somebody would act a second time.

    Those who do not come to act in it have handed in something for nothing. What is no longer legal when its turn
    comes is replaced by the first legal action, so masks are certain for the first agent of a cycle only: learn with
    ``env()`` where that is possible.
    """

    def __init__(self, env: KaipingEnv) -> None:
        self.env = env
        self.metadata = {**env.metadata, "is_parallelizable": True}
        self.render_mode = env.render_mode
        self.possible_agents = env.possible_agents
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.env.observation_space(agent)

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.env.action_space(agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self.env.reset(seed, options)
        self.agents = list(self.env.agents)
        return self._seen(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        env, earned = self.env, dict.fromkeys(self.agents, 0.0)
        cycle = env.cycles
        while env.cycles == cycle and not self._over():
            env.step(actions.get(env.agent_selection))
            for agent, reward in env.rewards.items():
                earned[agent] += reward
        seen, over, cut = self._seen(), dict(env.terminations), dict(env.truncations)
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        if self._over():
            self.agents = []
        return seen, earned, over, cut, infos

    def _over(self) -> bool:
        return any(self.env.terminations.values()) or any(self.env.truncations.values())

    def _seen(self) -> dict[str, Observation]:
        return {agent: self.env.observe(agent) for agent in self.agents}

    def render(self) -> Any:
        return self.env.render()

    def close(self) -> None:
        self.env.close()
