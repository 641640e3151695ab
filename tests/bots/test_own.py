"""Bots of one's own are named by their module, on the command line and in Python only."""

import pytest

from kaiping import BadInput
from kaiping.arena.contest import contest, matches
from kaiping.arena.play import play_match
from kaiping.bots import bot
from kaiping.bots.own import any_bot
from kaiping.bots.simulate import simulate
from tests.bots.greedy_0 import BOT

NAME = "tests.bots.greedy_0:BOT"


def test_a_bot_is_found_by_its_module() -> None:
    assert any_bot(NAME) is BOT
    assert any_bot("random") is bot("random")
    assert not simulate("1888", players=2, games=1, seed=3, bot=("random", NAME)).violations


def test_it_meets_others_in_an_arena() -> None:
    held = contest("1888", [NAME, "random"], players=2)
    outcome = play_match(held, next(matches(held, 1)))
    assert not outcome.fault
    assert outcome.share(NAME) == 1


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("tests.bots.greedy_0:NOBODY", "there is no NOBODY in the module tests.bots.greedy_0"),
        ("tests.nowhere:BOT", "the bot tests.nowhere:BOT cannot be loaded: ModuleNotFoundError"),
        ("tests.bots.greedy_0:GreedyBot", "is no bot; a bot has a method choose"),
        ("os:path", "is no bot; a bot has a method choose"),
        ("a b:c", "names no bot; one of your own is module:name"),
        ("random:", "names no bot; one of your own is module:name"),
        (":BOT", "names no bot; one of your own is module:name"),
        ("clever", "there is no bot 'clever'"),
    ],
)
def test_nonsense_is_refused_in_a_sentence(name: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        any_bot(name)


def test_where_levels_are_asked_for_modules_are_not_loaded() -> None:
    with pytest.raises(BadInput, match=r"there is no bot 'tests.bots.greedy_0:BOT'"):
        bot(NAME)
