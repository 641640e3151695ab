"""Rehearsals: real play to the next stock round, the same luck for all actions, and no more than a seat knows."""

from __future__ import annotations

from random import Random

import pytest

from kaiping.action import AnyAction, BuyShare, LayTile, Pass, SellShares
from kaiping.advice import Advice, Candidate
from kaiping.bots.casual import BOT, TRAINED
from kaiping.bots.levels import LEVELS
from kaiping.bots.search.bot import SearchBot
from kaiping.bots.search.rehearsal import Rehearsals, Rehearsing
from kaiping.bots.search.search import Budget, Comparison
from kaiping.bots.simulate import SEATS
from kaiping.flow.stock import StockRound
from kaiping.game import Game
from kaiping.view import seen_by
from tests.bots.search.positions import TITLES
from tests.many import few

HOW = Rehearsing(oneself=TRAINED, others=BOT)


class Watched:
    """A bot that keeps what it has played, and in which game."""

    def __init__(self) -> None:
        self.played: list[tuple[Game, AnyAction]] = []

    def choose(self, game: Game, rng: Random) -> AnyAction:
        action = BOT.choose(game, rng)
        self.played.append((game.copy(), action))
        return action


def stock_round(title: str, edition: str, players: int, turn: int = 3, options: tuple[str, ...] = ()) -> Game:
    """The beginning of a stock round of a game of casual bots, for somebody who has more than one thing to do."""
    game, rng = Game(title, SEATS[:players], edition=edition, seed=2, options=options), Random(2)
    while game.state.turn < turn or not isinstance(game.state.stack[-1], StockRound) or len(game.legal_actions()) < 3:
        game.play(BOT.choose(game, rng))
    return game


@pytest.mark.parametrize(("title", "edition", "players"), few(TITLES, ("1888", "2022", 4)))
def test_all_play_on_by_the_rules_until_the_next_stock_round(title: str, edition: str, players: int) -> None:
    game = stock_round(title, edition, players)
    player, oneself, others = game.acting[0], Watched(), Watched()
    how = Rehearsing(oneself=oneself, others=others)
    end = Rehearsals(game.title, game.definition, player, how).after(game.state, Random(1))
    assert end.turn == game.state.turn + 1
    assert isinstance(end.stack[-1], StockRound)
    assert any(isinstance(action, LayTile) for _, action in oneself.played + others.played), "it is played on the map"
    assert {moment.acting[0] for moment, _ in oneself.played} == {player}
    assert player not in {moment.acting[0] for moment, _ in others.played}
    assert game.state.turn == 3, "the game itself stays where it is"


def test_a_rehearsal_comes_to_what_the_game_would_come_to() -> None:
    """The same bots with the same luck play a real game to the same position, though boards are remembered."""
    game = stock_round("1888", "2022", 4)
    rehearsals = Rehearsals(game.title, game.definition, game.acting[0], Rehearsing(oneself=BOT, others=BOT))
    ends = [rehearsals.after(game.state, Random(5)) for _ in range(2)]
    rng, real = Random(5), game.copy()
    while real.state.turn == game.state.turn or not isinstance(real.state.stack[-1], StockRound):
        real.play(BOT.choose(real, rng))
    assert ends[0] == ends[1] == real.state


def test_boards_that_come_again_are_the_same() -> None:
    """What was worked out of a board in one rehearsal is there in the next one."""
    game = stock_round("1888", "2022", 4)
    rehearsals = Rehearsals(game.title, game.definition, game.acting[0], HOW)
    first, again = (rehearsals.after(game.state, Random(5)) for _ in range(2))
    assert first is not again
    assert first.board is again.board


@pytest.mark.parametrize(("title", "edition", "players"), few(TITLES, ("1890", "C", 4)))
def test_actions_are_compared_by_their_rehearsals(title: str, edition: str, players: int) -> None:
    game = stock_round(title, edition, players)
    bot = SearchBot(TRAINED, Budget(rollouts=60), rehearsing=HOW)
    advice, again = (bot.advise(game, Random(1)) for _ in range(2))
    assert advice == again
    assert 2 <= len(advice.candidates) <= HOW.actions
    assert advice.best in game.legal_actions()
    values = [one.value for one in advice.candidates]
    assert values[0] == max(values), "without doubt the best is played"
    assert all(one.figures["futures"] == HOW.futures for one in advice.candidates)
    assert "on average of 2 futures" in advice.candidates[0].reason


class Foolish:
    """Has nothing in mind but to sell what it could keep, and to pass."""

    def advise(self, game: Game, rng: Random) -> Advice:
        sales = [one for one in game.legal_actions() if isinstance(one, SellShares)]
        dearest = max(sales, key=lambda one: one.percent)
        return Advice((Candidate(dearest, 1.0), Candidate(Pass(game.acting[0]), 0.0)))

    def choose(self, game: Game, rng: Random) -> AnyAction:
        return self.advise(game, rng).best


def test_who_rehearses_gives_no_good_company_away() -> None:
    game = stock_round("1888", "2022", 4, turn=4)
    while not any(isinstance(one, SellShares) and one.percent > 20 for one in game.legal_actions()):
        game.play(BOT.choose(game, Random(1)))
    assert isinstance(Foolish().choose(game, Random(1)), SellShares)
    bot = SearchBot(Foolish(), Budget(rollouts=60), rehearsing=Rehearsing(oneself=TRAINED, others=BOT))
    assert bot.choose(game, Random(1)) == Pass(game.acting[0])


def test_out_of_time_what_was_rehearsed_is_compared() -> None:
    game = stock_round("1888", "2022", 4)
    actions = [one.action for one in TRAINED.advise(game, Random(1)).candidates][:3]
    found = Comparison(game, actions, Random(1))
    found.rehearse(HOW, seconds=0.0)
    assert [len(one.leads) for one in found.compared] == [HOW.futures, *[0] * (len(actions) - 1)]
    assert found.best() is found.compared[0]


def test_rehearsals_cut_short_count_alike_for_all() -> None:
    game = stock_round("1888", "2022", 4)
    actions = [one.action for one in TRAINED.advise(game, Random(1)).candidates][:2]
    found = Comparison(game, actions, Random(1))
    found.rehearse(HOW)
    found.compared[0].leads.append(9e9)
    found.compared[0].worths.append(9e9)
    found.keep_alike(HOW.futures)
    assert [len(one.leads) for one in found.compared] == [HOW.futures] * 2
    assert max(found.compared[0].leads) < 9e9


def test_what_is_hidden_stays_hidden_in_rehearsals() -> None:
    game = stock_round("1890", "C", 3, options=("hidden-cash",))
    seat = game.acting[0]
    other = next(name for name in game.players if name != seat)
    rich = game.state.copy()
    rich.cash = {**rich.cash, other: rich.cash[other] + 500}
    rich.bank -= 500
    changed = Game.from_state(game.title, game.definition, rich, game.seed)
    bot = SearchBot(TRAINED, Budget(rollouts=12), rehearsing=HOW)
    first, second = (bot.advise(seen_by(one, seat), Random(2)) for one in (game, changed))
    assert first == second


def test_a_die_that_the_game_will_throw_is_not_known() -> None:
    """The same rehearsal of games that differ in nothing but the seed of what is to come."""
    game = stock_round("1890", "C", 3, options=("tigers-die",))
    other = Game.from_state(game.title, game.definition, game.state, 12345)
    bot = SearchBot(TRAINED, Budget(rollouts=12), rehearsing=HOW)
    seat = game.acting[0]
    assert bot.advise(seen_by(game, seat), Random(2)) == bot.advise(seen_by(other, seat), Random(2))


def test_the_expert_rehearses_in_stock_rounds_alone() -> None:
    expert, club = LEVELS["expert"].make(None), LEVELS["club"].make(None)
    assert isinstance(expert, SearchBot)
    assert isinstance(club, SearchBot)
    assert expert.rehearsing is not None
    assert (expert.rehearsing.oneself, expert.rehearsing.others) == (TRAINED, BOT)
    assert club.rehearsing is None
    game = stock_round("1888", "2022", 4)
    assert any(isinstance(one.action, BuyShare) for one in expert.advise(game, Random(1)).candidates)
