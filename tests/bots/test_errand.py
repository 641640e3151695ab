"""What a bot is asked elsewhere: enough to play as it would here, and nothing that its seat may not know."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import msgspec
import pytest

from kaiping.bots import bot
from kaiping.bots.errand import Answer, Errand, answer, errand, game_of
from kaiping.game import Game
from kaiping.invariants import violations
from kaiping.titles import TITLES
from kaiping.view import View, seen_by
from tests.hidden import ALL, SECRETS, large, secrets
from tests.titles.made import made_title

PLAYERS = ("Ann", "Bo", "Cy")
SEED = 1_234_567_891


@pytest.fixture(scope="module")
def title(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    name = made_title(tmp_path_factory.mktemp("made"), SECRETS)
    yield name
    del TITLES[name]


def positions(title: str, *options: str, most: int, step: int, level: str = "random") -> Iterator[Game]:
    """Every so many actions of a game by bots."""
    game, rng = Game(title, players=PLAYERS, options=options, seed=SEED), Random(3)
    for number in range(most):
        if game.finished is not None:
            return
        if number % step == 0:
            yield game
        game.play(bot(level).choose(seen_by(game, game.acting[0]), rng))


def read(data: bytes) -> Errand:
    return msgspec.json.decode(data, type=Errand)


def sent(game: Game, seat: str) -> bytes:
    return msgspec.json.encode(errand(game, seat, "greedy", f"key/{game.played}"))


@pytest.mark.parametrize(
    "hides", [ALL, ("rich", "hidden-cash"), ("rich", "hidden-treasuries"), ("rich", "hidden-prices")]
)
def test_what_is_hidden_from_a_seat_does_not_leave_the_process(title: str, hides: tuple[str, ...]):
    hidden = 0
    for game in positions(title, *hides, most=160, step=8):
        for seat in PLAYERS:
            text = sent(game, seat).decode()
            assert not large(text) & secrets(game, seat), (game.played, seat)
            assert f'"{seat}":{game.state.cash[seat]}' in text
            hidden += len(secrets(game, seat))
    assert hidden


@pytest.mark.parametrize("options", [("tigers-die",), ("earthquake", "hidden-cash")])
def test_chance_to_come_does_not_leave_the_process(options: tuple[str, ...]):
    game = Game("1890", edition="C", players=PLAYERS, options=options, seed=SEED)
    asked = read(sent(game, "Ann"))
    assert str(SEED).encode() not in msgspec.json.encode(asked)
    one, other = game_of(asked), game_of(asked)
    assert isinstance(one, View)
    assert isinstance(other, View)
    assert one._game.seed not in (None, SEED)
    assert one._game.seed == other._game.seed  # what is imagined is always the same


@pytest.mark.parametrize(
    "options",
    [("hidden-cash",), ("hidden-treasuries",), ("hidden-train-prices",), ("hidden-cash", "hidden-treasuries")],
)
def test_what_is_imagined_can_be_and_fits_what_is_known(options: tuple[str, ...]):
    for game in positions("1890", *options, most=240, step=12):
        seat = game.acting[0]
        view = game_of(read(sent(game, seat)))
        assert isinstance(view, View)
        assert violations(view._game.table()) == []
        assert view.state.cash == seen_by(game, seat).state.cash
        assert view.acting == game.acting


@pytest.mark.parametrize("name", ["1888", "1880", "1890"])
def test_a_bot_plays_elsewhere_what_it_would_play_here(name: str):
    for game in islice(positions(name, most=200, step=20), 10):
        seat = game.acting[0]
        said = msgspec.json.decode(msgspec.json.encode(answer(read(sent(game, seat)))), type=Answer)
        assert said.action == bot("casual").choose(game, Random(f"key/{game.played}"))


def test_a_bot_that_there_is_not_says_so():
    game = Game("1888", players=PLAYERS)
    data = sent(game, "Ann").replace(b'"level":"casual"', b'"level":"nobody"')
    assert "there is no bot 'nobody'" in answer(read(data)).wrong
