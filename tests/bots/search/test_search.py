"""The search: the same luck for all actions, the usual one unless another is better, and no more than a seat knows."""

from __future__ import annotations

import gc
from random import Random

import pytest
from msgspec.structs import replace

from kaiping.action import AnyAction, Bid, Dividend, LayTile, Pass
from kaiping.advice import Advice, Candidate
from kaiping.bots import adviser, bot
from kaiping.bots.search.bot import SearchBot
from kaiping.bots.search.candidates import MOST, candidates, is_thought_of
from kaiping.bots.search.foresight import Foresight
from kaiping.bots.search.search import ALIKE, Budget, Compared, Comparison, gain, is_surely_better
from kaiping.errors import BadInput
from kaiping.game import Game
from kaiping.view import seen_by
from tests.bots.search.positions import MORE, SEATS, TITLES, moments, played
from tests.many import few

LITTLE = Budget(rollouts=24)
#: futures that go through a stock round, in which players differ
FAR = Budget(rollouts=24, sets=2)


class Stubborn:
    """A bot that always plays the same, where it may."""

    def __init__(self, action: AnyAction) -> None:
        self.action = action

    def choose(self, game: Game, rng: Random) -> AnyAction:
        return self.action

    def advise(self, game: Game, rng: Random) -> Advice:
        return Advice((Candidate(self.action, 0.0),))


def dividends(game: Game) -> list[Game]:
    """Moments of a game at which a dividend is to be decided."""
    return [game.at(number) for number, action in enumerate(game.actions) if isinstance(action, Dividend)]


def last_dividend() -> tuple[Game, str]:
    """The last one of a game: what is withheld then is nobody's."""
    game = dividends(played("1888", "2022", 4))[-1]
    company = game.actions and game.state.stack[-1].order[0]  # type: ignore[attr-defined]
    return game, str(company)


def test_what_is_withheld_in_the_last_turn_is_lost() -> None:
    game, company = last_dividend()
    advice = SearchBot(Stubborn(Dividend(company, "withhold")), LITTLE).advise(game, Random(1))
    assert advice.best == Dividend(company, "pay")
    assert "more than what comes to mind first" in advice.decided
    assert advice.candidates[0].value > advice.candidates[1].value


def test_where_nothing_is_surely_better_the_usual_is_played() -> None:
    game, company = last_dividend()
    advice = SearchBot(Stubborn(Dividend(company, "pay")), LITTLE).advise(game, Random(1))
    assert advice.best == Dividend(company, "pay")
    assert advice.decided == "it comes to mind first, and nothing is surely better"


def test_doubt_keeps_the_usual() -> None:
    """Futures beyond a stock round differ: one who trusts every mean leaves the usual, one who trusts none keeps it."""
    for game in dividends(played("1888", "2022", 4))[:20]:
        company = game.state.stack[-1].order[0]  # type: ignore[attr-defined]
        actions: list[AnyAction] = [Dividend(company, "withhold"), Dividend(company, "pay")]
        found = Comparison(game, actions, Random(1))
        found.think(FAR)
        more = gain(found.compared[1], found.compared[0])
        if more.mean > 0 < more.error:
            break
    chosen = {
        doubt: SearchBot(Stubborn(actions[0]), replace(FAR, doubt=doubt)).choose(game, Random(1))
        for doubt in (0.0, 1e9)
    }
    assert chosen == {0.0: actions[1], 1e9: actions[0]}


def test_what_is_only_judged_better_must_be_so_by_more_than_judgement_errs() -> None:
    """A gain without any luck in it moves nobody if it is small, unless the game is over in the futures."""
    usual = Compared(Pass("Ann"), leads=[0.0] * 3, worths=[5000.0] * 3, judged=True)
    little = Compared(Pass("Ann"), leads=[40.0] * 3, worths=[5040.0] * 3, judged=True)
    much = Compared(Pass("Ann"), leads=[60.0] * 3, worths=[5060.0] * 3, judged=True)
    budget = Budget(rollouts=6, margin=0.01)
    assert not is_surely_better(little, usual, budget)
    assert is_surely_better(much, usual, budget)
    usual.judged = little.judged = False
    assert is_surely_better(little, usual, budget)


def test_all_actions_meet_the_same_futures() -> None:
    """Two actions that come to the same thing come to the same figures."""
    game = dividends(played("1888", "2022", 4))[10]
    company = game.state.stack[-1].order[0]  # type: ignore[attr-defined]
    pay = Dividend(company, "pay")
    found = Comparison(game, [pay, pay], Random(3))
    found.think(LITTLE)
    assert found.compared[0].leads == found.compared[1].leads[: len(found.compared[0].leads)]


def test_where_there_is_no_luck_three_futures_tell_all() -> None:
    """Until the next stock round nobody's opinion matters: the first futures are as good as many."""
    game = dividends(played("1888", "2022", 4))[10]
    company = game.state.stack[-1].order[0]  # type: ignore[attr-defined]
    found = Comparison(game, [Dividend(company, "pay"), Dividend(company, "withhold")], Random(3))
    found.think(Budget(rollouts=100))
    assert [len(one.leads) for one in found.compared] == [ALIKE, ALIKE]
    farther = Comparison(game, [Dividend(company, "pay"), Dividend(company, "withhold")], Random(3))
    farther.think(FAR)
    assert len({*farther.compared[0].leads}) > 1, "beyond it there is luck"


def test_a_budget_is_kept() -> None:
    game = next(one for one in moments(played("1888", "2022", 4), 40)[12:] if is_thought_of(one))
    actions = candidates(game, bot("casual").choose(game, Random(1)))
    found = Comparison(game, actions, Random(1))
    found.think(Budget(rollouts=100))
    spent = sum(len(one.leads) for one in found.compared)
    assert spent <= 100 + len(actions) * len(actions).bit_length()
    assert len(found.compared[0].leads) == max(len(one.leads) for one in found.compared), "the usual one stays"


def test_a_search_out_of_time_has_looked_at_everything_once() -> None:
    game = next(one for one in moments(played("1888", "2022", 4), 40)[12:] if is_thought_of(one))
    actions = candidates(game, bot("casual").choose(game, Random(1)))
    found = Comparison(game, actions, Random(1))
    found.think(Budget(rollouts=10_000, seconds=0.0))
    assert {len(one.leads) for one in found.compared} == {1}


@pytest.mark.parametrize(("title", "edition", "players"), few([*TITLES, *MORE], ("1880", "2022", 4)))
def test_it_plays_what_is_legal_everywhere(title: str, edition: str, players: int) -> None:
    searching = SearchBot(adviser("casual"), Budget(rollouts=12, sets=1))
    for game in moments(played(title, edition, players), 12):
        action = searching.choose(game, Random(1))
        assert action in game.legal_actions(), action


@pytest.mark.parametrize(("title", "edition", "players"), TITLES)
def test_the_same_position_and_luck_give_the_same_advice(title: str, edition: str, players: int) -> None:
    game = next(one for one in moments(played(title, edition, players), 30)[9:] if is_thought_of(one))
    searching = SearchBot(adviser("casual"), LITTLE)
    first, again = (searching.advise(game, Random(7)) for _ in range(2))
    assert first == again


def test_what_is_hidden_is_imagined() -> None:
    """What others have in cash does not change what is thought of it."""
    game = played("1890", "C", 3, 3, ("hidden-cash",))
    game = next(one for one in game.moments(30) if is_thought_of(one) and len(one.legal_actions()) > 2)
    seat = game.acting[0]
    other = next(name for name in game.players if name != seat)
    rich = game.state.copy()
    rich.cash[other] += 500
    rich.bank -= 500
    changed = Game.from_state(game.title, game.definition, rich, game.seed)
    searching = SearchBot(adviser("casual"), LITTLE)
    advices = [searching.advise(seen_by(one, seat), Random(2)) for one in (game, changed)]
    assert advices[0] == advices[1]


def test_what_goes_on_the_map_is_left_to_the_usual_bot() -> None:
    game = played("1888", "2022", 4)
    number = next(number for number, action in enumerate(game.actions) if isinstance(action, LayTile))
    assert not is_thought_of(game.at(number))


def test_there_are_never_too_many_candidates() -> None:
    for game in moments(played("1888", "2022", 4), 25):
        if is_thought_of(game):
            usual = bot("casual").choose(game, Random(1))
            found = candidates(game, usual)
            assert found[0] == usual
            assert len(found) == len(set(found)) <= MOST
            assert all(action in game.legal_actions() for action in found)


def test_advice_of_a_game() -> None:
    game = Game("1888", SEATS[:3])
    advice = game.advice("Ann", "casual")
    assert advice.best in game.legal_actions()
    assert isinstance(advice.best, Bid | Pass)
    assert all(isinstance(one.reason, str) for one in advice.candidates)
    with pytest.raises(BadInput, match="'Bo' is not to act; it is the turn of Ann"):
        game.advice("Bo")
    with pytest.raises(BadInput, match="does not think"):
        game.advice("Ann", "random")
    with pytest.raises(BadInput, match="there is nothing to advise"):
        played("1888", "2022", 4).advice()


def futures_kept() -> int:
    gc.collect()
    return sum(isinstance(one, Foresight) for one in gc.get_objects())


def test_nothing_of_the_futures_is_kept_once_it_has_decided() -> None:
    """A process that thinks for a server thinks for days."""
    game = next(one for one in moments(played("1888", "2022", 4), 40)[12:] if is_thought_of(one))
    before = futures_kept()
    SearchBot(adviser("casual"), LITTLE).choose(game, Random(1))
    assert futures_kept() == before
