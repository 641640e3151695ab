"""No step is passed over that something still open in the turn could open, and nobody is asked without a choice.

Both are looked at along whole games by bots, the first by brute force: every use of every power and every purchase of
a private that is listed is tried, one after the other, whether or not it could matter.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from kaiping.action import AnyAction, BuyPrivate, Consent, LayTile, Pass, UsePower
from kaiping.bots import bot
from kaiping.flow.offers import Offer, OfferRules
from kaiping.flow.operating.frame import OperatingRound, operating_frame
from kaiping.flow.operating.round import OperatingRules
from kaiping.flow.operating.step import TurnStep
from kaiping.flow.operating.steps import SilentStep
from kaiping.flow.play import Play
from kaiping.game import Game
from kaiping.view import seen_by

SEATS = ("Ann", "Bo", "Cy", "Di")
PRINTED = ["1888:2022", "1888:2021", "1880:2022", "1880:2010", "1890:A", "1890:B", "1890:C", "1890:D"]
#: bots and seeds of further games
MANY = [
    ("greedy", 1),
    *(pytest.param("random", seed, marks=[pytest.mark.hard] * (seed > 12)) for seed in range(10, 20)),
]
printed = pytest.mark.parametrize("edition", PRINTED)
#: positions after one use, and after two, from which the search goes on
BREADTH = (12, 4)


def played(edition: str, name: str, seed: int) -> Iterator[Game]:
    """The positions of a game by bots."""
    title, _, printed_as = edition.partition(":")
    game = Game(title, edition=printed_as, players=SEATS, seed=seed)
    player, rng = bot(name), Random(f"{edition}/{seed}")
    while game.finished is None:
        yield game
        game.play(player.choose(seen_by(game, game.acting[0]), rng))


class PassedOver:
    """Remembers steps that are left by themselves, with the position in which they are."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.found: list[tuple[Play, TurnStep]] = []
        self.by_president = False
        apply, leave = OperatingRules.apply, OperatingRules._leave

        def applied(rules: OperatingRules, table: Play, action: AnyAction) -> None:
            self.by_president = True
            apply(rules, table, action)
            self.by_president = False

        def left(rules: OperatingRules, table: Play, frame: OperatingRound, step: TurnStep) -> None:
            if not self.by_president and not isinstance(step, SilentStep):
                self.found.append((copied(table), step))
            leave(rules, table, frame, step)

        patch.setattr(OperatingRules, "apply", applied)
        patch.setattr(OperatingRules, "_leave", left)

    def take(self) -> list[tuple[Play, TurnStep]]:
        taken, self.found = self.found, []
        return taken


def copied(table: Play) -> Play:
    return Play(table.definition, table.title, table.state.copy())


def uses(table: Play) -> Iterator[tuple[AnyAction, Play]]:
    """Everything that may be done at any point of the turn, and what it leads to if whoever is asked agrees."""
    rules = table.title.frames[OperatingRound]
    if not isinstance(table.top, OperatingRound) or table.top.step < 0:
        return  # something comes first, or the turn is over
    for action, _ in rules.options(table):
        if isinstance(action, BuyPrivate | UsePower) or (isinstance(action, LayTile) and action.private):
            after = copied(table)
            rules.apply(after, action)
            if isinstance(top := after.top, Offer):
                offers = after.title.frames[Offer]
                assert isinstance(offers, OfferRules)
                offers.apply(after, Consent(top.to, agree=True))
            yield action, after


def opened(table: Play, step: TurnStep, rng: Random, depth: int = 0) -> list[AnyAction]:
    """Actions that would have opened a step, if there are any."""
    found = list(uses(table))
    for action, after in found:
        frames = [frame for frame in after.state.stack if isinstance(frame, OperatingRound)]
        if frames and frames[-1].order[:1] == operating_frame(table).order[:1] and step.open(after, frames[-1]):
            return [action]
    if depth < len(BREADTH):
        for action, after in found if len(found) <= BREADTH[depth] else rng.sample(found, BREADTH[depth]):
            more = opened(after, step, rng, depth + 1)
            if more:
                return [action, *more]
    return []


def look(edition: str, name: str, seed: int, chance: float, patch: pytest.MonkeyPatch) -> int:
    """Play a game and look at some of the steps that are passed over in it; says at how many."""
    passed, rng, looked = PassedOver(patch), Random(seed), 0
    for game in played(edition, name, seed):
        for table, step in passed.take():
            if rng.random() < chance:
                actions = opened(table, step, rng)
                frame = operating_frame(table)
                assert not actions, f"{game.played}: {frame.company} was moved past its {step.name} step: {actions}"
                looked += 1
        passed.found.clear()
    return looked


@printed
def test_no_step_is_passed_over_that_something_could_open(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert look(edition, "random", 3, 1, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seed"), MANY)
@printed
def test_no_step_of_many_games_is(edition: str, name: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some of these games end in the auction of 1890, before any company has a turn."""
    looked = look(edition, name, seed, 1, monkeypatch)
    *_, game = played(edition, name, seed)
    assert looked or not game.state.operated


def pointless(edition: str, name: str, seed: int) -> list[str]:
    """Questions of a game that could only be passed."""
    found = []
    for game in played(edition, name, seed):
        actions = list(game.legal_actions())
        if all(isinstance(action, Pass) for action in actions):
            found.append(f"{game.played}: {game.state.stack[-1]}")
    return found


@printed
def test_nobody_is_asked_to_confirm_that_there_is_nothing_to_do(edition: str) -> None:
    assert pointless(edition, "random", 1) == []


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seed"), MANY)
@printed
def test_nobody_is_in_many_games(edition: str, name: str, seed: int) -> None:
    assert pointless(edition, name, seed) == []
