"""Simulated games that a referee has watched, to be looked at again with something changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from functools import cache
from itertools import cycle
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from kaiping.action import AnyAction
from kaiping.bots import bot as find_bot
from kaiping.bots.simulate import SEATS, moment, new_game
from kaiping.referees import Moment, Referee, referee_for
from kaiping.state import State
from kaiping.view import seen_by


class Seen(NamedTuple):
    """One action of a watched game, and the referee as they were before it."""

    referee: Referee
    before: Moment
    action: AnyAction
    after: Moment

    def again(self, after: Moment) -> list[str]:
        """What the referee says if that came of the action."""
        return deepcopy(self.referee, {id(after.definition): after.definition}).see(self.before, self.action, after)


@cache
def watched(title: str, edition: str, players: int, seed: int, bot: str = "random") -> Sequence[Seen]:
    """A whole game in which the referee found nothing wrong; "greedy+random" are bots who take the seats in turn."""
    game = new_game(title, edition, SEATS[:players], seed, ())
    rng = Random(seed)
    bots = {seat: find_bot(name) for seat, name in zip(SEATS[:players], cycle(bot.split("+")), strict=False)}
    referee = referee_for(game.definition)
    assert referee is not None
    now, seen = moment(game), list[Seen]()
    assert referee.begin(now) == []
    while game.finished is None:
        seat = game.acting[0]
        action = bots[seat].choose(seen_by(game, seat), rng)
        earlier = deepcopy(referee, {id(game.definition): game.definition})
        game.play(action)
        before, now = now, moment(game)
        assert referee.see(before, action, now) == [], f"action {len(seen) + 1}: {action}"
        seen.append(Seen(earlier, before, action, now))
    return seen


def changed(after: Moment, change: Callable[[State], Any]) -> Moment:
    """The same moment with another position."""
    state = after.state.copy()
    change(state)
    return replace(after, state=state)
