"""The PettingZoo environment: ``env()`` with PettingZoo's usual wrappers, ``raw_env()`` without them.

    from kaiping.env import kaiping_v0

    env = kaiping_v0.env(title="1888", players=4)

A changed meaning of observations, actions or rewards gets a module with a higher number.
"""

from __future__ import annotations

from random import Random, SystemRandom
from typing import Any, Literal, TypedDict, Unpack, get_args

import numpy as np
from gymnasium import logger, spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from kaiping import arguments
from kaiping.action import AnyAction
from kaiping.env import rewards
from kaiping.env.catalogue import Catalogue
from kaiping.env.observation import GREATEST, Observer
from kaiping.env.parallel import InCycles
from kaiping.env.rendering import Mode, rendered
from kaiping.errors import BadInput
from kaiping.game import GREATEST_SEED, Game, VariantLike
from kaiping.titles import definition as find_definition
from kaiping.titles import title as find_title
from kaiping.view import seen_by

#: what is paid at the end: one's part of all wealth, or victory
Reward = Literal["worth", "win"]
#: what becomes of an action that is not legal: it is refused, or the first legal one is played in its place
Illegal = Literal["refuse", "first"]
Observation = dict[str, Any]

#: as often as this somebody may decide in a game, unless another number is asked for
MAX_CYCLES = 2000
#: what somebody gets who plays what is not legal, where that ends the game
ILLEGAL_REWARD = -1.0
PLAYERS = 4


class Settings(TypedDict, total=False):
    """What an environment is made with; everything has a default."""

    title: str
    edition: str | None
    #: 4, or the nearest number that the edition allows
    players: int | None
    options: tuple[str, ...]
    #: rules of one's own, laid over the edition
    variant: VariantLike | None
    reward: Reward
    #: each action pays by how much it changes one's part of all wealth
    shaping: bool
    max_cycles: int
    illegal: Illegal
    render_mode: Mode | None


class KaipingEnv(AECEnv):
    """A game in which each agent takes a seat; observations are what that seat may know.

    >>> env = KaipingEnv(title="1888", players=3)
    >>> env.reset(seed=1)
    >>> env.agent_selection, env.action_space("player_0")
    ('player_0', Discrete(3532))
    >>> sorted(env.legal())[:3], env.actions.name(0)
    ([0, 64, 74], 'Pass')
    """

    metadata = {  # noqa: RUF012 - as PettingZoo has it
        "name": "kaiping_v0",
        "render_modes": list(get_args(Mode)),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        title: str = "1888",
        edition: str | None = None,
        players: int | None = None,
        options: tuple[str, ...] = (),
        variant: VariantLike | None = None,
        reward: Reward = "worth",
        shaping: bool = False,
        max_cycles: int = MAX_CYCLES,
        illegal: Illegal = "refuse",
        render_mode: Mode | None = None,
    ) -> None:
        super().__init__()
        arguments.one_of("reward", reward, get_args(Reward))
        arguments.one_of("way with what is not legal", illegal, get_args(Illegal))
        arguments.one_of("render mode", render_mode, (None, *get_args(Mode)))
        if arguments.number("the number of cycles", max_cycles) < 1:
            raise BadInput(f"a game needs at least one cycle, not {max_cycles}")
        if shaping and reward != "worth":
            raise BadInput("actions can be paid for by worth only, not by victory")
        #: what is played by
        self.definition = find_definition(title, edition, options, variant)
        found = find_title(self.definition.title)
        fewest, most = self.definition.players
        count = max(fewest, min(most, PLAYERS)) if players is None else players
        self.possible_agents = [f"player_{number}" for number in range(arguments.number("players", count))]
        self._new_game(0)  # so that a number of players is refused by the title itself
        self.reward, self.shaping, self.illegal, self.max_cycles = reward, shaping, illegal, max_cycles
        self.render_mode = render_mode
        #: the actions and their numbers
        self.actions = Catalogue(self.definition, found)
        self.observer = Observer(self.definition, found, count, self.actions.stops)
        box: dict[str, spaces.Space[Any]] = {
            name: spaces.Box(-GREATEST, GREATEST, shape, np.float32) for name, shape in self.observer.shapes.items()
        }
        space: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Dict(box),
            "action_mask": spaces.Box(0, 1, (self.actions.size,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(space) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.actions.size) for agent in self.possible_agents}
        self.agents: list[str] = []
        self._seed: int | None = None

    # --- PettingZoo's part ---------------------------------------------------------------------

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; ``options`` may hold a ``game`` from whose present position is played on.

        The same seed gives the same game; without one, the seeds of further games follow from the first.
        """
        if seed is None:
            seed = SystemRandom().randrange(GREATEST_SEED) if self._seed is None else _next_seed(self._seed)
        self._seed = arguments.seed(seed)
        begun = (options or {}).get("game")
        self.game = self._new_game(seed) if begun is None else self._taken(begun)
        self.agents = list(self.possible_agents)
        self._seats: dict[str, str] = dict(zip(self.agents, self.game.players, strict=True))
        self._agents = {seat: agent for agent, seat in self._seats.items()}
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._standing = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.game.finished is not None)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.cycles, self._acted = 0, set[str]()
        self._legal: dict[int, AnyAction] | None = None
        self._skip_agent_selection = None
        self.agent_selection = self._next_agent()

    def step(self, action: int | None) -> None:
        """Play the action of that number for the agent on turn; for an agent that is out, None."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        legal = self.legal()
        chosen = None if action is None else legal.get(int(action))
        if chosen is None:
            if self.illegal == "refuse":
                raise BadInput(f"{agent} cannot play {arguments.quoted(action)} now; the action mask has what is legal")
            chosen = next(iter(legal.values()))
        self.act(chosen)

    def observe(self, agent: str) -> Observation:
        """What an agent may know, and what it may play: nothing while others are to act."""
        seat = self._seats[agent]
        seen = self.observer.observe(seen_by(self.game, seat), seat)
        return {"observation": seen, "action_mask": self.mask(agent)}

    def render(self) -> str | NDArray[np.uint8] | None:
        """The position as text, or the map as a picture."""
        if self.render_mode is None:
            logger.warn("render() needs an environment that was made with a render_mode")
            return None
        return rendered(self.game, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""

    # --- what else there is --------------------------------------------------------------------

    def legal(self) -> dict[int, AnyAction]:
        """What the agent on turn may play, by its number; listed once for each position, when it is first asked for."""
        if self._legal is None:
            going_on = self.game.finished is None and not self.truncations.get(self.agent_selection, True)
            seat = self._seats[self.agent_selection]
            self._legal = self.actions.legal(self.game, seat) if going_on else {}
        return self._legal

    def mask(self, agent: str) -> NDArray[np.int8]:
        """1 for every action that an agent may play now."""
        mask = np.zeros(self.actions.size, np.int8)
        if agent == self.agent_selection:
            mask[list(self.legal())] = 1
        return mask

    def act(self, action: AnyAction) -> None:
        """Play an action of the engine for the agent on turn, as bots choose them; no list and no mask is made."""
        agent = self.agent_selection
        self.game.play(action)
        self._legal = None
        self._cumulative_rewards[agent] = 0.0
        self._acted.add(agent)
        over = self.game.finished is not None
        following = self._next_agent()
        if following in self._acted:
            self.cycles += 1
            self._acted.clear()
        cut = not over and self.cycles >= self.max_cycles
        self._pay(over or cut)
        if over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif cut:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = following

    def seat(self, agent: str) -> str:
        """The player of the game that an agent plays."""
        return self._seats[agent]

    def copy(self, *, blind: bool = False) -> KaipingEnv:
        """An environment of its own in the same position, for search; a blind one knows nothing of chance to come."""
        other = KaipingEnv.__new__(KaipingEnv)
        other.__dict__.update(self.__dict__)
        if self.agents:
            other.game = self.game.blind_copy() if blind else self.game.copy()
            other.agents = list(self.agents)
            other.rewards, other._cumulative_rewards = dict(self.rewards), dict(self._cumulative_rewards)
            other.terminations, other.truncations = dict(self.terminations), dict(self.truncations)
            other.infos = {agent: {} for agent in self.agents}
            other._standing, other._acted = dict(self._standing), set(self._acted)
        return other

    # --- inside --------------------------------------------------------------------------------

    def _new_game(self, seed: int) -> Game:
        return Game(self.definition, players=self.possible_agents, seed=seed)

    def _taken(self, game: object) -> Game:
        """A copy of a game that somebody hands in."""
        if not isinstance(game, Game):
            raise BadInput(f"that is not a game: {arguments.quoted(game)}")
        if game.definition != self.definition or len(game.players) != len(self.possible_agents):
            raise BadInput(
                "a game can be taken over only with the title, edition, options and players of the environment"
            )
        return game.copy()

    def _next_agent(self) -> str:
        acting = self.game.acting
        return self._agents[acting[0]] if acting else self.agents[0]

    def _pay(self, ended: bool) -> None:
        """What the latest action brings: by its change where actions are paid for, otherwise nothing before the end."""
        if not ended and not self.shaping:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            return
        found = rewards.by_worth(self.game) if self.reward == "worth" else rewards.by_victory(self.game)
        standing = {agent: found[self._seats[agent]] for agent in self.agents}
        self.rewards = {agent: standing[agent] - self._standing[agent] for agent in self.agents}
        self._standing = standing
        self._accumulate_rewards()


def _next_seed(seed: int) -> int:
    return Random(seed).randrange(GREATEST_SEED)


def raw_env(**settings: Unpack[Settings]) -> KaipingEnv:
    """The environment alone."""
    return KaipingEnv(**settings)


def env(**settings: Unpack[Settings]) -> AECEnv:
    """The environment as PettingZoo's classic games have it: an action that is not legal ends the game.

    With ``illegal="first"`` the first legal action is played in its place.
    """
    made = raw_env(**settings)
    strict = TerminateIllegalWrapper(made, illegal_reward=ILLEGAL_REWARD) if made.illegal == "refuse" else made
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(strict))


def parallel_env(**settings: Unpack[Settings]) -> InCycles:
    """For tools that know parallel environments only (see ``InCycles``)."""
    return InCycles(raw_env(**settings | {"illegal": "first"}))
