"""A game looked back upon: chances that add up, decisions that were wrong, and files that stay what they are."""

from __future__ import annotations

from random import Random
from typing import Literal

import msgspec
import pytest

from kaiping.action import Dividend, Pass
from kaiping.analysis import Analysis, analyse, decode, digest, encode
from kaiping.analysis.chances import chances, likely
from kaiping.analysis.decisions import Decision, weighed
from kaiping.analysis.doubt import doubt
from kaiping.analysis.looks import Look, Seen, Sent, answer, sent
from kaiping.bots.search.search import Budget
from kaiping.errors import BadInput
from kaiping.game import Game
from kaiping.titles import title as find_title
from tests.bots.search.positions import SEATS, TITLES, moments, played

LITTLE = Budget(rollouts=24)
_KINDS: tuple[Literal["pay", "withhold"], ...] = ("pay", "withhold")


@pytest.mark.parametrize(("title", "edition", "players"), TITLES)
def test_chances_add_up(title: str, edition: str, players: int) -> None:
    for game in moments(played(title, edition, players), 3):
        found = chances(game, 4, Random(1))
        assert found.at == game.played
        assert set(found.of) == set(game.players)
        assert sum(found.of.values()) == pytest.approx(1, abs=0.001)


def test_who_is_far_ahead_is_likely_to_win() -> None:
    game = moments(played("1888", "2022", 4), 2)[1]
    rich = game.state.copy()
    rich.cash["Cy"] += 9000
    found = chances(Game.from_state(game.title, game.definition, rich), 4, Random(1))
    assert found.of["Cy"] > 0.99


@pytest.mark.parametrize("title", [title for title, _, _ in TITLES])
def test_forecasts_are_less_sure_the_more_is_still_to_be_earned(title: str) -> None:
    """Futures that all agree make nobody certain of winning, and a lead counts more towards the end."""
    unsure = doubt(find_title(title))
    assert unsure.made_of
    ends = [{"Ann": 5000.0, "Bo": 4800.0, "Cy": 4600.0}] * 3
    early, late = ({"Ann": now, "Bo": now, "Cy": now} for now in (600.0, 4700.0))
    first, last = (likely(now, ends, unsure) for now in (early, late))
    assert 1 / 3 < first["Ann"] < last["Ann"] < 1
    assert first["Ann"] < 0.5
    assert last["Ann"] > 0.6
    assert sum(last.values()) == pytest.approx(1)
    assert likely(early, [{"Ann": 0.0, "Bo": 0.0, "Cy": 0.0}], unsure)["Ann"] == pytest.approx(1 / 3)


@pytest.mark.parametrize(("title", "edition", "players"), TITLES)
def test_a_look_finds_the_same_elsewhere(title: str, edition: str, players: int) -> None:
    game = moments(played(title, edition, players), 3)[1]
    look = Look(game.played, None, 12, "a seed")
    asked = msgspec.json.decode(msgspec.json.encode(sent(game, look)), type=Sent)
    seen = answer(asked)
    assert seen == look.at_game(game)
    assert seen.chances is not None
    assert seen.chances.at == game.played


def test_what_was_left_undone_again_is_told_once() -> None:
    sale = Dividend("JHR", "pay")
    cost = {4: 20, 6: 50, 9: 30}
    found = tuple(Decision(at, "Ann", Pass("Ann"), sale, more) for at, more in cost.items())
    other = Decision(2, "Ann", Pass("Ann"), Dividend("SSL", "pay"), 10)
    assert [one.at for one in Analysis("", (), (*found, other)).dearest("Ann")] == [6, 2]


@pytest.mark.parametrize(
    ("cost", "futures", "alike", "is_told"),
    [(90, 8, False, True), (90, 3, False, False), (90, 3, True, True), (12, 20, False, False), (12, 3, True, False)],
)
def test_what_may_be_chance_or_error_is_not_told(cost: int, futures: int, alike: bool, is_told: bool) -> None:
    """Little beside what the player ends with, or found in a few futures that differed."""
    best = Dividend("SSL", "pay")
    one = Decision(5, "Ann", Pass("Ann"), best, cost, 7449, 7461, futures, alike)
    assert bool(Analysis("", (), (one,)).dearest("Ann")) is is_told


def test_a_dividend_withheld_at_the_very_end_costs_what_it_would_have_paid() -> None:
    game = played("1888", "2022", 4)
    number = max(number for number, action in enumerate(game.actions) if isinstance(action, Dividend))
    before = game.at(number)
    action = game.actions[number]
    assert isinstance(action, Dividend)
    good, bad = (weighed(before, Dividend(action.company, kind), LITTLE, Random(1)) for kind in _KINDS)
    assert good is not None
    assert good.cost == 0
    assert bad is not None
    assert bad.cost > 0
    assert bad.best == Dividend(action.company, "pay")


def test_what_the_rules_of_today_refuse_is_not_weighed() -> None:
    """Also where it names whom there is no more, and where only the position is known."""
    game = moments(played("1888", "2022", 4), 3)[1]
    for action in (Pass("Nobody"), Pass("MLR")):
        assert weighed(game.blind_copy(), action, LITTLE, Random(1)) is None
        assert answer(sent(game, Look(game.played, action, 4, "1"))) == Seen()


@pytest.mark.slow
def test_a_whole_game() -> None:
    game = played("1880", "2022", 4)
    seen: list[tuple[int, int]] = []
    found = analyse(game, lambda done, whole: seen.append((done, whole)))
    assert seen[-1][0] == seen[-1][1]
    assert found.chances[0].at == 0
    assert found.chances[-1].at == game.played
    winners = game.winners()
    assert all((found.chances[-1].of[name] > 0) == (name in winners) for name in game.players)
    assert found == decode(encode(found))
    assert found.digest == digest(game)
    for name in game.players:
        costs = [one.cost for one in found.dearest(name)]
        assert len(costs) <= 3
        assert costs == sorted(costs, reverse=True)
        assert all(game.seat_of(one.played) == name or one.player == name for one in found.dearest(name))


def test_what_cannot_be_analysed_is_refused() -> None:
    with pytest.raises(BadInput, match="of a game"):
        analyse("game")  # type: ignore[arg-type]
    hidden = Game("1890", SEATS[:3], edition="C", options=["hidden-cash"], seed=1)
    with pytest.raises(BadInput, match="when it is over"):
        analyse(hidden)
    with pytest.raises(BadInput, match="not an analysis"):
        decode(b"{}")


def test_games_are_told_apart() -> None:
    game = played("1888", "2022", 4)
    assert digest(game) != digest(game.at(game.played - 1))
    assert isinstance(decode(encode(Analysis(digest(game), (), ()))), Analysis)
