"""What has been learned of how players stand: it is read, it tells more than luck, and anybody can learn it again."""

from __future__ import annotations

import runpy
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from kaiping.bots.casual.outlook import Outlook
from kaiping.bots.habits import trained
from kaiping.bots.search.foresight import Foresight, Future
from kaiping.bots.search.glance import Glance
from kaiping.bots.search.rollout import worth
from kaiping.bots.search.standing import MONEY, NAMES, standings
from kaiping.bots.search.value import Value, value
from kaiping.flow.play import Play
from kaiping.flow.stock import StockRound
from kaiping.game import Game
from kaiping.titles import title as find_title
from tests.bots.search.positions import MORE, TITLES, moments, played

#: the learning tool, as a module
learning = SimpleNamespace(**runpy.run_path(str(Path(__file__).parents[3] / "tools" / "learn_value.py")))


def stock_rounds(title: str, edition: str, players: int) -> list[Game]:
    return [one for one in moments(played(title, edition, players), 8) if isinstance(one.state.stack[-1], StockRound)]


@pytest.mark.parametrize("title", ["1888", "1880", "1890"])
def test_what_was_learned_of_every_title_weighs_every_figure(title: str) -> None:
    found = value(find_title(title))
    assert set(found.weights) == set(NAMES)
    assert "held out" in found.made_of


@pytest.mark.parametrize(("title", "edition", "players"), [*TITLES, *MORE])
def test_figures_are_what_one_has_more_than_the_others(title: str, edition: str, players: int) -> None:
    for game in moments(played(title, edition, players), 8):
        table = game.table()
        rounds, mean, rows = standings(table, Foresight(table))
        assert rounds > 0
        assert mean >= 200
        assert [len(row) for row in rows] == [len(NAMES)] * len(game.state.players)
        for place in range(len(NAMES)):
            assert sum(row[place] for row in rows) == pytest.approx(0, abs=1e-9)
        cash = [row[NAMES.index("cash")] * mean for row in rows]
        has = [game.state.cash[player] for player in game.state.players]
        assert [one - cash[0] for one in cash] == pytest.approx([one - has[0] for one in has])
    assert MONEY[0] == "cash"


@pytest.mark.parametrize(("title", "edition", "players"), TITLES)
def test_who_has_more_is_thought_to_have_more_in_the_end(title: str, edition: str, players: int) -> None:
    """Money that comes from nowhere helps who gets it, and not the others."""
    games = stock_rounds(title, edition, players)
    assert games
    for game in games:
        before, state = game.table(), game.state.copy()
        lucky, *others = state.players
        state.cash[lucky] += 500
        rich = Play(before.definition, before.title, state)
        learned, foresight = value(game.title), Foresight(before)
        now, then = learned.worths(before, foresight), learned.worths(rich, foresight)
        means = [sum(one.values()) / len(one) for one in (now, then)]
        assert then[lucky] - means[1] > now[lucky] - means[0]
        assert all(then[one] - means[1] < now[one] - means[0] for one in others)


@pytest.mark.parametrize(("title", "edition", "players"), TITLES)
def test_futures_that_are_broken_off_are_judged_by_it(title: str, edition: str, players: int) -> None:
    for game in stock_rounds(title, edition, players):
        foresight = Foresight(game.table())
        future = Future(foresight.today, game.title, game.state)
        assert worth(foresight, future) == value(game.title).worths(future, foresight)


@pytest.mark.parametrize(("title", "edition", "players"), TITLES)
def test_a_glance_sees_what_a_careful_look_sees(title: str, edition: str, players: int) -> None:
    """What is plain to see is the same; incomes of the trains that a company has are today's best runs."""
    seen = 0
    for game in moments(played(title, edition, players), 8):
        if game.state.finished is not None or not game.acting or game.hides:
            continue
        table = game.table()
        outlook = Outlook(game, trained(game.title))
        glance = Glance(table, outlook.player, Foresight(table))
        for company in game.state.floated:
            seen += 1
            assert glance.treasury(company) == outlook.treasury(company)
            assert glance.wanting(company) == outlook.wanting(company)
            assert glance.lasting(company) == outlook.lasting(company)
            assert glance.lack(company, 2) == pytest.approx(outlook.lack(company, 2))
            trains = game.state.trains.get(company, ())
            assert glance.value(company, trains) == outlook.value(company, trains)
    assert seen


def test_learning_finds_what_was_ahead() -> None:
    """Cash and shares decide, cash the less the more rounds are to come; everything else is noise."""
    rng, seen = Random(5), []
    for number in range(400):
        rows = [[rng.gauss(0, 0.3) for _ in NAMES] for _ in range(4)]
        rounds = 10 * rng.random()
        one = learning.Seen(number // 4, number % 4, rounds, 1000.0, rows, ("Ann", "Bo", "Cy", "Di"))
        one.came = [
            (1 - 0.5 * rounds / 10) * row[NAMES.index("cash")] + row[NAMES.index("shares")] + rng.gauss(0, 0.05)
            for row in rows
        ]
        one.mean_came = 2000.0
        seen.append(one)
    found = learning.fitted(seen)
    assert Value.at(found.weights["cash"], 0.2) == pytest.approx(0.9, abs=0.1)
    assert Value.at(found.weights["cash"], 0.9) == pytest.approx(0.55, abs=0.1)
    assert Value.at(found.weights["shares"], 0.5) == pytest.approx(1, abs=0.15)
    assert Value.at(found.weights["lots"], 0.5) == pytest.approx(0, abs=0.15)
    assert Value.at(found.growth, 0.5) == pytest.approx(0.693, abs=0.01)
    assert learning.agreement(found, seen) > 0.95


@pytest.mark.slow
def test_a_game_to_learn_from_tells_who_was_ahead() -> None:
    seen = learning.noted(learning.Task(0, "1890", "C", 3, 5, searching=True))
    assert len({one.mean_came for one in seen}) == 1
    assert [one.turn for one in seen] == sorted(one.turn for one in seen)
    assert all(sum(one.came) == pytest.approx(0, abs=1e-9) for one in seen)
    assert learning.agreement(learning.fitted(seen), seen) > 0.9
