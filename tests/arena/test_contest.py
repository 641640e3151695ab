"""Who meets whom: everybody has every seat as often as the others, with the same luck."""

from __future__ import annotations

from collections import Counter

import pytest

from kaiping.arena.contest import contest, matches
from kaiping.errors import BadInput


def test_everybody_has_every_seat():
    held = contest("1888", ["casual", "random", "random", "random"])
    games = list(matches(held, 40))
    assert Counter(match.seats.index("casual") for match in games) == dict.fromkeys(range(4), 10)
    for block in range(10):
        assert len({match.seed for match in games[4 * block : 4 * block + 4]}) == 1, "the same luck for all of them"
    assert len({match.seed for match in games}) == 10


def test_seats_that_are_left_are_shared():
    held = contest("1888", ["casual", "random"], players=5)
    seats = Counter(name for match in matches(held, 50) for name in match.seats)
    assert seats == {"casual": 125, "random": 125}


def test_more_games_begin_with_the_same():
    held = contest("1890", ["casual", "random"], seed=3)
    assert list(matches(held, 5)) == list(matches(held, 12))[:5]


@pytest.mark.parametrize(
    ("bots", "players", "words"),
    [
        (["casual"], None, "two bots or more"),
        (["casual", "casual"], None, "two bots or more"),
        (["casual", "nobody"], None, "there is no bot 'nobody'"),
        (["casual", "random"], 9, "for 2 to 6 players, not 9"),
        (["casual", "random", "random"], 2, "3 bots cannot take 2 seats"),
    ],
)
def test_what_cannot_be_held(bots: list[str], players: int | None, words: str):
    with pytest.raises(BadInput, match=words):
        contest("1888", bots, players=players)
