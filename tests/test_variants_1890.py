"""Whole games of 1890 by bots with its variants: no invariant is broken, and every game ends by its rule."""

from random import Random

import pytest

from kaiping.bots.simulate import simulate
from kaiping.errors import BadInput
from kaiping.titles import TITLES, definition, options_of
from kaiping.titles.options import OptionKind

OFFERED = {edition: options_of("1890", edition) for edition in TITLES["1890"].editions}
VARIANTS = [option.typed for option in OFFERED["C"] if option.kind is OptionKind.VARIANT]


def ends_well(edition: str, players: int, games: int, seed: int, bot: str, options: tuple[str, ...]) -> None:
    report = simulate("1890", edition, players, games=games, seed=seed, bot=bot, options=options)
    assert report.violations == []
    assert sum(report.ended.values()) == games
    ends = {"bank", "bankrupt", "turns"} | ({"price"} if "end-at-400" in options else set())
    assert set(report.ended) <= ends


def some_options(edition: str, seed: int) -> tuple[str, ...]:
    """A set of options that go together, about a third of those there are."""
    rng = Random(f"{edition}/{seed}")
    chosen: set[str] = set()
    for option in rng.sample(OFFERED[edition], len(OFFERED[edition])):
        if rng.random() < 0.35:
            try:
                definition("1890", edition, {*chosen, option.typed, *option.needs})
            except BadInput:
                continue
            chosen |= {option.typed, *option.needs}
    return tuple(sorted(chosen))


def test_every_variant_of_the_book_is_there() -> None:
    """C.10.1 to C.10.14 are one option each; A.10.2 leaves an amount open."""
    assert len(VARIANTS) == 14
    assert {option.name for option in OFFERED["A"]} - set(VARIANTS) >= {"special-companies", "plain-jr", "eight-turns"}


@pytest.mark.parametrize(("edition", "bot"), [("C", "greedy"), ("B", "random"), ("D", "random")])
def test_a_game_with_options_that_go_together(edition: str, bot: str) -> None:
    ends_well(edition, 3, 1, 1890, bot, some_options(edition, 1890))


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_twenty_games_with_a_variant(variant: str) -> None:
    """Random bots seldom get far; greedy ones see the last phases."""
    ends_well("C", 4, 15, 1890, "random", (variant,))
    ends_well("C", 4, 5, 1890, "greedy", (variant,))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_a_hundred_games_with_options_that_go_together(part: int) -> None:
    for number in range(part * 10, part * 10 + 10):
        edition = "CACBCDCCCC"[number % 10]
        ends_well(
            edition, 2 + number % 3, 1, number, "greedy" if number % 5 == 0 else "random", some_options(edition, number)
        )
