"""What a decision was worth beside the best that could have been done."""

from __future__ import annotations

from random import Random

from msgspec import Struct

from kaiping.action import AnyAction
from kaiping.bots.casual import TRAINED
from kaiping.bots.search.candidates import candidates, is_thought_of, thinking_pays
from kaiping.bots.search.search import Budget, Comparison, gain, is_surely_better
from kaiping.game import Game


class Decision(Struct, frozen=True, omit_defaults=True):
    """An action that was played after so many others, and what would have been better."""

    at: int
    player: str
    played: AnyAction
    best: AnyAction
    #: what the best brings more in the end, in the game's money; 0 where nothing is surely better
    cost: int
    #: what the player is worth in the end, on average of the futures after what was played and after the best
    foreseen: int = 0
    foreseen_best: int = 0
    #: in how many futures both were compared; none where an older analysis does not tell
    futures: int = 0
    #: all futures were the same, so that further ones would tell nothing: no luck is in it
    alike: bool = False


def is_weighed(game: Game, played: AnyAction) -> bool:
    """Whether an action that was played hangs on the future, so that it is worth a look."""
    player = game.seat_of(played)
    return player is not None and player in game.acting and is_thought_of(game)


def weighed(game: Game, played: AnyAction, budget: Budget, rng: Random) -> Decision | None:
    """An action beside what a search would have done; None where nothing hangs on the future, or nothing is open.

    It compares all that may be done where thinking pays, and elsewhere does what comes to a trained bot's mind first;
    the rehearsals of the expert would take too long for all decisions of a game.
    What the rules of today refuse, in a game that was played by older ones, cannot be compared either.
    """
    if game.why_not(played) is not None or not is_weighed(game, played):
        return None
    player = game.seat_of(played)
    assert player is not None
    usual = TRAINED.choose(game, rng)
    actions = candidates(game, usual) if thinking_pays(game) else [usual]
    if played not in actions:
        actions.append(played)
    if len(actions) < 2:
        return None
    found = Comparison(game, actions, rng, player)
    found.think(budget, keep=played)
    best, mine = found.best(), found.of(played)
    if best is not mine:
        more = gain(best, mine)
        if is_surely_better(best, mine, budget):
            return Decision(
                game.played,
                player,
                played,
                best.action,
                round(more.mean),
                foreseen=round(mine.worth),
                foreseen_best=round(best.worth),
                futures=min(len(best.leads), len(mine.leads)),
                alike=more.error == 0,
            )
    return Decision(game.played, player, played, played, 0)
