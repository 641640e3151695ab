"""Compares actions by the futures that may follow them: the same luck for all, more thought for the better half."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import fmean
from time import monotonic

from msgspec import Struct

from kaiping.action import AnyAction
from kaiping.bots.imagined import imagined
from kaiping.bots.search.foresight import Foresight, Future
from kaiping.bots.search.rehearsal import Rehearsals, Rehearsing
from kaiping.bots.search.rollout import play_on, worth
from kaiping.flow.foreseen import foreseen
from kaiping.flow.play import Play
from kaiping.game import Game
from kaiping.state import State

#: where so many futures of every action are the same there is no luck in them, and further ones tell nothing
ALIKE = 3
#: more stock rounds than a game has
TO_THE_END = 1000


class Budget(Struct, frozen=True):
    """How much is thought about one decision."""

    #: futures in all
    rollouts: int
    #: a future is broken off at the beginning of so many stock rounds later, and judged by what has been learned
    sets: int = 1
    #: are all others thought to play like casual bots in what may come, and not like oneself?
    others_casual: bool = False
    #: the default is left only for what is better by so many standard errors
    doubt: float = 1.0
    #: and by this part of what the player would be worth in the end, unless futures have come to the end of the game:
    #: where they are broken off they are judged, and judgement errs where there is no luck, too
    margin: float = 0.01
    #: seconds after which no further future is begun; None where games are to be repeatable
    seconds: float | None = None


class Compared(Struct, eq=False):
    """An action, and for each future that followed it how far the player was ahead, and what they were worth."""

    action: AnyAction
    leads: list[float] = []
    worths: list[float] = []
    #: has a future been judged before its end?
    judged: bool = False

    @property
    def lead(self) -> float:
        return fmean(self.leads) if self.leads else 0.0

    @property
    def worth(self) -> float:
        return fmean(self.worths) if self.worths else 0.0


class Gain(Struct, frozen=True):
    """By how much one action is better than another in the same futures, and how sure that is."""

    mean: float
    #: standard error of the mean
    error: float


def lead_of(worths: dict[str, float], player: str) -> float:
    """How far a player is ahead, of the best of the others as much as of their mean."""
    others = [worth for name, worth in worths.items() if name != player]
    return worths[player] - 0.5 * max(others) - 0.5 * fmean(others)


class Comparison:
    """Futures after each of some actions of one player."""

    def __init__(
        self,
        game: Game,
        actions: Sequence[AnyAction],
        rng: Random,
        player: str | None = None,
        *,
        others_casual: bool = False,
    ) -> None:
        #: who decides; the first of those who may act, unless it is said
        self.player = game.acting[0] if player is None else player
        self._luck = rng.getrandbits(48)
        self._definition = game.definition
        #: positions right after the actions; each future begins in one of them
        self._begun: dict[AnyAction, State] = {action: game.after(action).state for action in actions}
        self._hidden = game.hides
        now = self._whole(game.state, 0)
        #: who alone is thought to play by what has been learned; None: all do
        self._alone = self.player if others_casual else None
        self._printed_title = game.title
        self._foresight = self._seen_from(now)
        self._title = foreseen(game.title, self._foresight.earns)
        #: in the order of the actions
        self.compared = [Compared(action) for action in actions]

    def _seen_from(self, state: State) -> Foresight:
        return Foresight(Play(self._definition, self._printed_title, state), self._alone)

    def _whole(self, state: State, number: int) -> State:
        """The position, or one that it may be for all that the player knows, the same for all actions."""
        if not self._hidden:
            return state
        return imagined(self._definition, state, self.player, Random(f"{self._luck}/hidden/{number}"))

    def of(self, action: AnyAction) -> Compared:
        """One of the actions, as far as it has been looked at."""
        return next(one for one in self.compared if one.action == action)

    def think(self, budget: Budget, keep: AnyAction | None = None) -> None:
        """Successive halving: all actions, then the better half, and so on; the first stays to the end, as one may."""
        always = [one for one in self.compared if one is self.compared[0] or one.action == keep]
        until = None if budget.seconds is None else monotonic() + budget.seconds
        left, number = list(self.compared), 0
        rounds = max(1, (len(left) - 1).bit_length())
        for _ in range(rounds):
            for _ in range(max(1, budget.rollouts // rounds // len(left))):
                for one in left:
                    self._look(one, number, budget.sets)
                number += 1
                if until is not None and monotonic() > until:
                    return
                if number == ALIKE and all(len(set(one.leads)) == 1 for one in left):
                    return
            others = sorted((one for one in left if one not in always), key=lambda one: -one.lead)
            left = [*always, *others[: max(1, len(left) // 2)]]

    def rehearse(self, how: Rehearsing, seconds: float | None = None) -> None:
        """Rehearse after every action, as often as is wished; when time is up, the actions left are left out."""
        until = None if seconds is None else monotonic() + seconds
        rehearsals = Rehearsals(self._printed_title, self._definition, self.player, how)
        for number in range(how.times):
            for one in self.compared:
                if until is not None and monotonic() > until and (number or one is not self.compared[0]):
                    self.keep_alike(number * how.futures)
                    return
                self._rehearse(one, number, rehearsals)

    def keep_alike(self, most: int) -> None:
        """Of actions that have been looked at more than once no more than others have had, too."""
        for one in self.compared if most else ():
            del one.leads[most:], one.worths[most:]

    def _rehearse(self, one: Compared, number: int, rehearsals: Rehearsals) -> None:
        """One more rehearsal after an action, and what may come after that."""
        luck = f"{self._luck}/rehearsal/{number}"
        state = rehearsals.after(self._whole(self._begun[one.action], number), Random(luck))
        foresight = self._seen_from(state)
        title = foreseen(self._printed_title, foresight.earns)
        for place in range(rehearsals.how.futures):
            self._note(one, foresight, play_on(foresight, title, state, Random(f"{luck}/{place}"), sets=TO_THE_END))

    def _look(self, one: Compared, number: int, sets: int) -> None:
        """One more future after an action."""
        state = self._whole(self._begun[one.action], number)
        luck = Random(f"{self._luck}/{number}")
        self._note(one, self._foresight, play_on(self._foresight, self._title, state, luck, sets=sets))

    def _note(self, one: Compared, foresight: Foresight, future: Future) -> None:
        worths = worth(foresight, future)
        one.leads.append(lead_of(worths, self.player))
        one.worths.append(worths[self.player])
        one.judged |= future.state.finished is None

    def best(self) -> Compared:
        """Of the actions that were thought of longest the one that is farthest ahead."""
        longest = max(len(one.leads) for one in self.compared)
        return max((one for one in self.compared if len(one.leads) == longest), key=lambda one: one.lead)


def is_surely_better(better: Compared, usual: Compared, budget: Budget) -> bool:
    """Is an action better by more than luck and errors of judgement explain?"""
    more = gain(better, usual)
    margin = budget.margin * abs(usual.worth) if better.judged or usual.judged else 0.0
    return more.mean > budget.doubt * more.error and more.mean > margin


def gain(better: Compared, worse: Compared) -> Gain:
    """What one action brings more than another, future by future."""
    gains = [mine - theirs for mine, theirs in zip(better.leads, worse.leads, strict=False)]
    mean = fmean(gains)
    if len(gains) < 2:
        return Gain(mean, abs(mean))
    return Gain(mean, sqrt(sum((one - mean) ** 2 for one in gains) / (len(gains) - 1) / len(gains)))
