"""The game for OpenSpiel, as ``pyspiel.load_game("kaiping", {...})``; it needs the package open_spiel.

    import pyspiel
    import kaiping.env.spiel

    game = pyspiel.load_game("kaiping", {"title": "1888", "players": 3})

Chance, in the few games that have any, falls by the parameter ``seed``: to OpenSpiel every game is deterministic.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from kaiping.env import needs
from kaiping.env.ground import Array
from kaiping.env.kaiping_v0 import MAX_CYCLES, KaipingEnv
from kaiping.records.position import position_text
from kaiping.view import seen_by

needs("pyspiel", "open_spiel")
import pyspiel  # noqa: E402

#: parameters, and what they are if nothing is said; several options are written with commas
DEFAULTS: dict[str, str | int] = {
    "title": "1888",
    "edition": "",
    "players": 3,
    "options": "",
    "seed": 0,
    "max_cycles": MAX_CYCLES,
}

_TYPE = pyspiel.GameType(
    short_name="kaiping",
    long_name="Kaiping: 18xx",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=7,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=DEFAULTS,
)


class KaipingGame(pyspiel.Game):
    """One edition of a title with so many players."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        wanted = DEFAULTS | (params or {})
        options = tuple(filter(None, str(wanted["options"]).split(",")))
        self.env = KaipingEnv(
            title=str(wanted["title"]),
            edition=str(wanted["edition"]) or None,
            players=int(wanted["players"]),
            options=options,
            max_cycles=int(wanted["max_cycles"]),
        )
        self.env.reset(seed=int(wanted["seed"]))
        players = len(self.env.possible_agents)
        about = pyspiel.GameInfo(
            num_distinct_actions=self.env.actions.size,
            max_chance_outcomes=0,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.env.max_cycles * players,
        )
        super().__init__(_TYPE, about, params or {})

    def new_initial_state(self, state: Any = None) -> KaipingState:
        return KaipingState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.env)


class KaipingState(pyspiel.State):
    """A position; copies of it share what has gone before."""

    def __init__(self, game: KaipingGame) -> None:
        super().__init__(game)
        self.place = _Place(game.env.copy())

    @property
    def env(self) -> KaipingEnv:
        return self.place.env

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return self.env.possible_agents.index(self.env.agent_selection)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.env.legal())

    def _apply_action(self, action: int) -> None:
        self.env.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.env.actions.name(action)

    def is_terminal(self) -> bool:
        return any(self.env.terminations.values()) or any(self.env.truncations.values())

    def returns(self) -> list[float]:
        """The last rewards: there are none before the end."""
        return [self.env.rewards[agent] for agent in self.env.possible_agents]

    def __str__(self) -> str:
        return f"{self.env.game!r}, {self.env.agent_selection} to act"


class _Place:
    """What OpenSpiel copies with a state: the position alone, not what is known of the game beforehand."""

    def __init__(self, env: KaipingEnv) -> None:
        self.env = env

    def __deepcopy__(self, _memo: dict[int, Any]) -> _Place:
        return _Place(self.env.copy())


class Observer:
    """Fills a tensor with what a player may know: the arrays of ``kaiping_v0`` in one row."""

    def __init__(self, env: KaipingEnv) -> None:
        shapes = env.observer.shapes
        self.tensor: Array = np.zeros(env.observer.size, np.float32)
        #: the same by name
        self.dict: dict[str, Array] = {}
        at = 0
        for name, shape in shapes.items():
            size = prod(shape)
            self.dict[name] = self.tensor[at : at + size].reshape(shape)
            at += size

    def set_from(self, state: KaipingState, player: int) -> None:
        env = state.env
        seat = env.seat(env.possible_agents[player])
        self.tensor[:] = env.observer.row(seen_by(env.game, seat), seat)

    def string_from(self, state: KaipingState, player: int) -> str:
        return position_text(seen_by(state.env.game, state.env.seat(state.env.possible_agents[player])))


pyspiel.register_game(_TYPE, KaipingGame)
