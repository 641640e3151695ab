"""SSL's home is Shenyang, one of the two cities of B18; Anshan, the other, is not (2022 VIII.3.6.14, table 2)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from kaiping.game import Game
from kaiping.routes.check import incomes
from tests.rules.books import rule_1888
from tests.rules.g1888.positions import Position, plays
from tests.rules.g1888.tracks import run

#: Qinhuangdao C13 (20) by C15, Jinzhou B16.1 (10) and Yingkou C17 (10) to Anshan
TO_ANSHAN = "C13.0 C15 B16.1 C17.0 B18.1"


def green(edition: str, *, phase: str = "4", brown: bool = False, options: Sequence[str] = ()) -> Game:
    """SSL with a 4-train, its home token in Shenyang and another in Qinhuangdao; B18 is green (40 and 40), or brown."""
    position = Position(edition, options=options).company("SSL", Ann=60, trains=("4",)).phase(phase).token("SSL", "C13")
    position.tile("C13", "57", 1).tile("C15", "8", 1).tile("B16", "2", 4).tile("C17", "3", 2).tile("B18", "8859", 1)
    if brown:
        position.tile("B18", "X7", 2)
    return position.operate("SSL", "run")


@rule_1888("VIII.3.6.14", "IV.3.2.13")
def test_a_call_at_anshan_earns_no_bonus(edition: str) -> None:
    assert plays(green(edition), run("SSL", t4=TO_ANSHAN)).state.revenue["SSL"] == 20 + 10 + 10 + 40


@rule_1888("VIII.3.6.14", "IV.3.2.13")
def test_a_call_at_shenyang_earns_the_bonus(edition: str) -> None:
    """Qinhuangdao by Jinzhou to Shenyang, which is printed with 30: 20 + 10 + 30, and 20."""
    position = Position(edition).company("SSL", Ann=60, trains=("3",)).phase("3")
    game = position.tile("C13", "57", 1).tile("C15", "8", 1).tile("B16", "1", 0).operate("SSL", "run")
    assert plays(game, run("SSL", t3="C13.0 C15 B16.1 B18.0")).state.revenue["SSL"] == 60 + 20


@rule_1888("VIII.3.6.14")
def test_once_the_two_cities_are_one_it_is_home(edition: str) -> None:
    """Brown B18 (50), with the home token in it."""
    game = green(edition, phase="5", brown=True)
    (income,) = incomes(game.running("SSL"), run("SSL", t4=TO_ANSHAN.replace("B18.1", "B18.0")).routes)
    assert (income.revenue, income.bonuses) == (20 + 10 + 10 + 50 + 20, (("destination", 20),))


@pytest.mark.parametrize("edition", ["2022", "2021"])
def test_bonus_any_stop(edition: str) -> None:
    game = plays(green(edition, options=["bonus-any-stop"]), run("SSL", t4=TO_ANSHAN))
    assert game.state.revenue["SSL"] == 80 + 20


def test_the_house_rules_pay_at_any_stop_of_the_hex() -> None:
    assert plays(green("18xx-north"), run("SSL", t4=TO_ANSHAN)).state.revenue["SSL"] == 80 + 20
