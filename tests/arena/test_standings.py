"""What games say about bots, against figures worked out by hand or by another way."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kaiping.arena.contest import Contest
from kaiping.arena.play import Outcome
from kaiping.arena.standings import standings, wilson

HELD = Contest("1888", "2022", (), ("good", "bad"), 3)


def outcome(index: int, worth: dict[str, int] | list[tuple[str, int]], fault: str = "") -> Outcome:
    seats = list(worth.items()) if isinstance(worth, dict) else worth
    amounts = tuple(amount for _name, amount in seats)
    return Outcome(
        index=index,
        seed=index,
        seats=tuple(name for name, _amount in seats),
        worth=amounts,
        places=tuple(1 + sum(other > mine for other in amounts) for mine in amounts),
        decisions=(10,) * len(seats),
        seconds=(0.5,) * len(seats),
        actions=99,
        ended="bank",
        phase="5",
        turns=7,
        fault=fault,
    )


def test_shares_and_worth():
    games = [
        outcome(0, [("good", 300), ("bad", 100), ("bad", 200)]),
        outcome(1, [("bad", 400), ("good", 400), ("bad", 100)]),
        outcome(2, [("bad", 50), ("bad", 600), ("good", 500)]),
    ]
    found = standings(HELD, games)
    by_name = {one.bot: one for one in found.results}
    good, bad = by_name["good"], by_name["bad"]
    assert (good.games, good.seats, good.wins) == (3, 3, 1.5), "who wins together shares the victory"
    assert (bad.games, bad.seats, bad.wins) == (3, 6, 1.5)
    assert (good.chance, bad.chance) == (0.3333, 0.6667)
    assert good.worth == 400
    assert bad.worth == pytest.approx((150 + 250 + 325) / 3, abs=0.1)
    assert good.place == pytest.approx((1 + 1 + 2) / 3, abs=0.01)
    assert good.seconds_per_decision == 0.05
    assert found.ended == {"bank": 3}


def test_the_better_is_rated_higher_in_whatever_order_games_end():
    games = [outcome(index, [("good", 300 + index), ("bad", 100), ("bad", 200)]) for index in range(30)]
    found = standings(HELD, games)
    assert [one.bot for one in found.results] == ["good", "bad"]
    assert found.results[0].rating > 1000 > found.results[1].rating
    Random(4).shuffle(games)
    assert standings(HELD, games) == found


def test_games_that_went_wrong_count_for_nobody():
    found = standings(HELD, [outcome(0, {"good": 5, "bad": 4}), outcome(1, {"bad": 9, "good": 1}, "it did not end")])
    assert found.games == 1
    assert found.faults == ["game 1: it did not end"]
    assert {one.bot: one.wins for one in found.results} == {"good": 1, "bad": 0}


def test_nothing_was_played():
    assert [one.games for one in standings(HELD, []).results] == [0, 0]


@given(st.integers(1, 500).flatmap(lambda games: st.tuples(st.integers(0, games), st.just(games))))
def test_an_interval_solves_its_equation(played: tuple[int, int]):
    """Wilson's ends are the shares at which what was seen lies just 1.96 deviations off."""
    wins, games = played
    for end in wilson(wins, games):
        assert 0 <= end <= 1
        off = abs(wins / games - end)
        assert off == pytest.approx(1.959964 * (end * (1 - end) / games) ** 0.5, abs=1e-6)
