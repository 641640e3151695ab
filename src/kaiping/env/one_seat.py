"""A Gymnasium environment: one agent learns, bots take the other seats."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Unpack

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from kaiping import arguments
from kaiping.bots import Bot
from kaiping.bots import bot as find_bot
from kaiping.env.ground import Array
from kaiping.env.kaiping_v0 import KaipingEnv, Settings
from kaiping.env.observation import GREATEST
from kaiping.errors import BadInput
from kaiping.view import seen_by


class OneSeat(gymnasium.Env[Array, np.int64]):
    """One seat against bots; an observation is all arrays of ``kaiping_v0`` in one row.

    ``action_masks`` says what is legal, as MaskablePPO of sb3-contrib asks for it; ``info["action_mask"]`` has it, too.
    What is not legal is replaced by the first legal action. Where the rules leave one action only, it is played at
    once, and the agent is not asked.

    >>> env = OneSeat(title="1888", players=3, bots="random", seat=0)
    >>> row, info = env.reset(seed=1)
    >>> row.shape, int(info["action_mask"].sum())
    ((1942,), 52)
    """

    metadata = KaipingEnv.metadata

    def __init__(
        self,
        bots: str | Bot | Sequence[str | Bot] = "random",
        seat: int | None = None,
        **settings: Unpack[Settings],
    ) -> None:
        """One bot for all other seats, or one for each; the seat is drawn for each game unless it is named."""
        settings["illegal"] = "first"
        self.env = KaipingEnv(**settings)
        self.render_mode = self.env.render_mode
        agents = self.env.possible_agents
        if seat is not None and not 0 <= arguments.number("the seat", seat) < len(agents):
            raise BadInput(f"there are seats from 0 to {len(agents) - 1}, and no {seat}")
        chosen = [bots] * (len(agents) - 1) if isinstance(bots, str) or hasattr(bots, "choose") else list(bots)
        if len(chosen) != len(agents) - 1:
            raise BadInput(f"{len(chosen)} bots cannot take the other {len(agents) - 1} seats")
        self._bots: list[Bot] = [find_bot(one) if isinstance(one, str) else one for one in chosen]
        self._seat = seat
        self.observation_space = spaces.Box(-GREATEST, GREATEST, (self.env.observer.size,), np.float32)
        self.action_space = spaces.Discrete(self.env.actions.size)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        super().reset(seed=seed)
        env, agents = self.env, self.env.possible_agents
        seat = int(self.np_random.integers(len(agents))) if self._seat is None else self._seat
        self.agent = agents[seat]
        others = [name for name in agents if name != self.agent]
        self._playing = dict(zip(others, self._bots, strict=True))
        self._chance = Random(int(self.np_random.integers(2**53)))
        env.reset(seed=int(self.np_random.integers(2**53)), options=options)
        self._earned = 0.0
        self._play_on()
        return self._observed(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        self._earned = 0.0
        self.env.step(int(action))
        self._earned += self.env.rewards[self.agent]
        self._play_on()
        over, cut = self.env.terminations[self.agent], self.env.truncations[self.agent]
        return self._observed(), self._earned, over, cut, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """What the agent may play now."""
        return self.env.mask(self.agent).astype(np.bool_)

    def render(self) -> Any:
        return self.env.render()

    def _play_on(self) -> None:
        """Until the agent has a choice, or the game is over."""
        env = self.env
        while not (env.terminations[self.agent] or env.truncations[self.agent]):
            turn = env.agent_selection
            if turn != self.agent:
                env.act(self._playing[turn].choose(seen_by(env.game, env.seat(turn)), self._chance))
            elif len(legal := env.legal()) == 1:
                env.act(next(iter(legal.values())))
            else:
                return
            self._earned += env.rewards[self.agent]

    def _observed(self) -> Array:
        seat = self.env.seat(self.agent)
        return self.env.observer.row(seen_by(self.env.game, seat), seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.env.mask(self.agent)}
