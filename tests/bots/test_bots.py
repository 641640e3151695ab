"""Bots choose only what is legal, end their games, and play the same game from the same seed."""

from random import Random

import pytest

from kaiping import BadInput, Game
from kaiping.action import Bid, Pass, Range, RepayDebt
from kaiping.bots import BOTS, Bot, bot
from kaiping.bots.bot import highest_number, own_actions
from kaiping.bots.random_bot import draw
from tests.many import few
from tests.rules.g1880.positions import Position

SEATS = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")


def play(game: Game, seats: dict[str, Bot], seed: object) -> Game:
    rng = Random(str(seed))
    while game.finished is None:
        action = seats[game.acting[0]].choose(game, rng)
        assert action in game.legal_actions(), action
        game.play(action)
    return game


def test_unknown_bots_are_refused() -> None:
    assert list(BOTS)[:2] == ["random", "casual"]
    assert bot("greedy") is bot("casual")
    with pytest.raises(BadInput, match="there is no bot 'clever'; the bots are random, casual"):
        bot("clever")


@pytest.mark.parametrize("edition", ["2022", "2021", "18xx-north", "18xx-prototype"])
@pytest.mark.parametrize("seed", range(3))
def test_the_random_bot_plays_legal_actions_to_the_end(edition: str, seed: int) -> None:
    players = SEATS[: 3 + seed]
    game = play(Game("1888", edition=edition, players=players), dict.fromkeys(players, bot("random")), seed)
    assert game.finished in ("bank", "bankrupt")


CASUAL = [("2022", 3), ("2021", 5), ("18xx-north", 4), ("18xx-prototype", 3)]


@pytest.mark.parametrize(("edition", "players"), few(CASUAL, ("2022", 3)))
def test_games_of_the_casual_bot_look_like_games(edition: str, players: int) -> None:
    seats = SEATS[:players]
    game = play(Game("1888", edition=edition, players=seats), dict.fromkeys(seats, bot("casual")), 1)
    state = game.state
    assert game.finished in ("bank", "bankrupt")
    assert game.definition.phase_order[state.phase] >= game.definition.phase_order["5"]
    assert len(state.floated) >= 4
    assert sum(state.revenue.values()) >= 500
    kinds = {event.kind for event in game.events}
    assert {"paid", "token", "private-sold", "rusted"} <= kinds


@pytest.mark.slow
def test_bots_may_be_mixed_and_the_casual_one_does_better() -> None:
    seats = {"Ann": bot("random"), "Bo": bot("casual"), "Cy": bot("random")}
    totals = [play(Game("1888", players=tuple(seats)), seats, seed).totals() for seed in range(2)]
    assert sum(total["Bo"] for total in totals) > sum(total["Ann"] + total["Cy"] for total in totals)


@pytest.mark.parametrize("name", few([(name,) for name in BOTS], ("random",)))
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    def game() -> Game:
        return play(Game("1888", players=SEATS[:3]), dict.fromkeys(SEATS[:3], bot(name)), 7)

    first, second = game(), game()
    assert first.actions == second.actions
    assert first.state == second.state


def test_numbers_are_drawn_from_their_range() -> None:
    rng = Random(1)
    numbers = {draw(Range(10, 30, 5), rng) for _ in range(500)}
    assert numbers == {10, 15, 20, 25, 30}
    assert {draw(Range(7, 7), rng) for _ in range(20)} == {7}
    wide = [draw(Range(100, 1100), rng) for _ in range(500)]
    assert all(100 <= number <= 1100 for number in wide)
    assert 20 < sum(number > 120 for number in wide) < 100
    assert [highest_number(Range(10, 30, 5), wish) for wish in (0, 10, 19, 22, 99)] == [10, 10, 15, 20, 30]


def test_the_random_bot_pays_back_more_than_the_least() -> None:
    position = Position().phase("B1").company("BCR", par=100, Cy=60, trains=("3",), cash=500)
    game = position.cash(Ann=90).set(debt={"Ann": 101}).stock("Ann", inside="BCR")
    chosen = {bot("random").choose(game, Random(seed)) for seed in range(200)}
    amounts = {action.amount for action in chosen if isinstance(action, RepayDebt)}
    assert {1, 2, 20} < amounts <= set(range(1, 91))
    assert max(amounts) > 40
    assert chosen <= {Pass("Ann"), *(RepayDebt("Ann", amount) for amount in amounts)}


def test_the_random_bot_does_not_outbid_itself() -> None:
    game = Game("1888", players=SEATS[:2])
    for action in (Bid("Ann", "FC", 155), Bid("Bo", "YRF", 130)):
        game.play(action)
    chosen = {bot("random").choose(game, Random(seed)) for seed in range(200)}
    assert {action.private for action in chosen if isinstance(action, Bid)} == {"KT", "TA", "HS", "CW", "YRF"}
    assert Pass("Ann") in chosen


def test_a_bot_speaks_for_its_own_seat() -> None:
    game = Game("1888", players=SEATS[:3])
    mine, other = Bid("Ann", "KT", 25), Bid("Bo", "KT", 25)
    assert own_actions(game, [Pass("Ann"), other, mine]) == [Pass("Ann"), mine]
