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
from kaiping.bots.simulate import SEATS, moment, simulate
from kaiping.game import Game
from kaiping.referees import Moment, Referee, referee_for
from kaiping.state import State
from kaiping.view import seen_by
from tests.bots.greedy_0 import BOT as GREEDY_0


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
    """A whole game in which the referee found nothing wrong; "greedy+random" are bots who take the seats in turn,
    the first as it was when the moments were found that tests look for."""
    game = Game(title, edition=edition, players=SEATS[:players], seed=seed)
    rng = Random(seed)
    bots = {
        seat: GREEDY_0 if name == "greedy" else find_bot(name)
        for seat, name in zip(SEATS[:players], cycle(bot.split("+")), strict=False)
    }
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


# --- looking for a moment, and falsifying it -----------------------------------------------------------


def events(entry: Seen, *kinds: str) -> bool:
    """Did the action bring about events of all these kinds?"""
    return set(kinds) <= {event.kind for event in entry.after.events}


def company_of(entry: Seen) -> str:
    """The company that the action names."""
    company = getattr(entry.action, "company", None)
    assert isinstance(company, str)
    return company


def listed(entry: Seen, kind: type) -> bool:
    """Are actions of a kind listed after the action?"""
    return any(isinstance(action, kind) for action, _ in entry.after.legal())


def says(entry: Seen, after: Moment, *clauses: str) -> None:
    """The referee holds with what was, and cites one of the clauses (of the newer book or the older) for the change."""
    assert entry.again(entry.after) == []
    said = " ".join(entry.again(after))
    assert any(f":{clause}{end}" in said for clause in clauses for end in "),"), said


def says_of(entry: Seen, change: Callable[[State], Any], *clauses: str) -> None:
    says(entry, changed(entry.after, change), *clauses)


def shift(owner: str, amount: int) -> Callable[[State], None]:
    """Somebody has more than they should, and the bank less."""

    def change(state: State) -> None:
        state.cash[owner] += amount
        state.bank -= amount

    return change


# --- whole games --------------------------------------------------------------------------------------


def agrees_in_random_games(title: str, edition: str, players: int, part: int, games: int = 20) -> None:
    """The referee finds nothing wrong in games that all come to an end, and has compared each of their positions."""
    report = simulate(title, edition, players, games=games, seed=1000 + 100 * part, referee=True)
    assert report.violations == []
    assert sum(report.ended.values()) == report.games
    assert report.compared["position"] == report.actions
