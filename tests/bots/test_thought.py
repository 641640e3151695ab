"""Every question of every title is answered by thought: the answer does not hang on chance, and there is a reason."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from kaiping.action import AcquirePrivate, BuyShare, Choose, Par, UsePower
from kaiping.bots import bot
from kaiping.bots.casual import BOT
from kaiping.bots.habits import USUAL
from kaiping.errors import BadInput
from kaiping.flow.stock import StockRound
from kaiping.game import Game
from kaiping.titles import TITLES, definition, options_of
from kaiping.view import seen_by

SEATS = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus")
EDITIONS = [(title.name, edition) for title in TITLES.values() for edition in title.editions]


def check(game: Game) -> None:
    """What is advised is legal, best first, has reasons, and does not change with chance."""
    one, other = (BOT.advise(game, Random(seed)) for seed in (1, 2))
    assert game.why_not(one.best) is None, one.best
    values = [candidate.value for candidate in one.candidates]
    assert values == sorted(values, reverse=True)
    assert all(isinstance(candidate.reason, str) for candidate in one.candidates)
    assert one.decided
    if isinstance(one.best, Choose | UsePower):
        assert len(one.candidates) == 1 or one.candidates[0].reason, f"nobody has thought about {one.best}"
    if one.best != other.best:  # purchases that promise nearly the same
        assert isinstance(game.state.stack[-1], StockRound)
        assert isinstance(one.best, Par | BuyShare | AcquirePrivate)
        assert isinstance(other.best, Par | BuyShare | AcquirePrivate)
        plain = {candidate.action: candidate.value for candidate in other.candidates}
        assert plain[one.best] > (1 - USUAL.near) * other.candidates[0].value - 1e-6


def question(game: Game) -> tuple[str, ...]:
    """What is asked now: the frame, and what is to be chosen."""
    asked = {action.what for action in game.legal_actions() if isinstance(action, Choose)}
    return (type(game.state.stack[-1]).__name__, *sorted(asked))


def walk(game: Game, seed: int, *, every: int, most: int = 1500) -> Counter[tuple[str, ...]]:
    """Check positions of a game by the casual bot with some moves by lot: each new question a few times, and others."""
    rng, seen = Random(seed), Counter[tuple[str, ...]]()
    while game.finished is None and game.played < most:
        view = seen_by(game, game.acting[0])
        asked = question(view)
        seen[asked] += 1
        if seen[asked] <= 3 or game.played % every == 0:
            check(view)
        game.play(bot("random" if rng.random() < 0.2 else "casual").choose(view, rng))
    return seen


@pytest.mark.parametrize(("title", "edition", "players"), [("1888", "2022", 2), ("1880", "2022", 3), ("1890", "C", 3)])
def test_no_question_is_answered_by_lot(title: str, edition: str, players: int) -> None:
    seen = walk(Game(title, edition=edition, players=SEATS[:players], seed=1), 1, every=60, most=250)
    assert len(seen) > 3


@pytest.mark.slow
@pytest.mark.parametrize("players", range(2, 8))
@pytest.mark.parametrize(("title", "edition"), EDITIONS)
def test_no_question_is_answered_by_lot_in_any_edition(title: str, edition: str, players: int) -> None:
    fewest, most = definition(title, edition).players
    if fewest <= players <= most:
        walk(Game(title, edition=edition, players=SEATS[:players], seed=players), players, every=25)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(6))
@pytest.mark.parametrize(("title", "edition"), EDITIONS)
def test_no_question_is_answered_by_lot_with_options(title: str, edition: str, part: int) -> None:
    rng, chosen = Random(f"{title}/{edition}/{part}"), set[str]()
    for option in options_of(title, edition):
        if rng.random() < 0.4:
            try:
                definition(title, edition, {*chosen, option.typed, *option.needs})
            except BadInput:  # it does not go with the others
                continue
            chosen |= {option.typed, *option.needs}
    printed = definition(title, edition, chosen)
    players = rng.randint(*printed.players)
    walk(Game(printed, players=SEATS[:players], seed=part), part, every=40)


def test_what_titles_ask_has_answers_that_are_thought_about() -> None:
    """Wherever a title has questions of its own it says what their answers are worth."""
    for title in TITLES.values():
        asks = title.answers is not None
        assert (title.thoughts.weigh is not None) == asks
