"""The position as plain data and as text."""

import json
from collections.abc import Callable
from difflib import ndiff
from typing import Any

import pytest

from kaiping import Game
from kaiping.action import Bid, Pass
from kaiping.records.exact import MARK
from kaiping.records.position import position, position_text
from tests.records.games import TABLES, random_game, recorded

views = pytest.mark.parametrize("view", [position, position_text], ids=["data", "text"])


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_everything_is_plain_data(edition: str, players: int) -> None:
    game = random_game(edition, players)
    for number in range(0, game.played + 1, 41):
        data = game.at(number).position()
        assert json.loads(json.dumps(data)) == data


@views
@pytest.mark.parametrize("number", ["101000", "105000"])
def test_no_change_of_state_goes_unseen(view: Callable[[Game], Any], number: str) -> None:
    game = recorded(number)
    seen = view(game.at(0))
    for played in range(1, game.played + 1, 1 if view is position else 3):
        now = view(game.at(played))
        assert now != seen, f"action {played} shows no difference"
        seen = now


@views
def test_equal_states_look_equal_whatever_led_to_them(view: Callable[[Game], Any]) -> None:
    game = Game("1888", players=["Ann", "Bo", "Cy"])
    before = view(game)
    game.play(Bid("Ann", "TA", 55))
    game.undo()
    assert view(game) == before
    one, other = game.copy(), game.copy()
    one.play(Pass("Ann"))
    other.play(Bid("Ann", "TA", 55))
    other.undo()
    other.play(Pass("Ann"))
    assert view(one) == view(other)


def test_what_a_table_needs() -> None:
    game = recorded("101000").at(300)
    data, state = position(game), game.state
    assert data["round"] == {
        "kind": "operating round",
        "turn": 7,
        "number": 1,
        "of": 3,
        "company": "ZDR",
        "step": "trains",
    }
    assert data["phase"]["train_limit"] == 2
    assert data["acting"] == ["Player 2"]
    assert data["order"] == ["ZDR", "TJL", "SSL", "LYR"]
    assert data["bank"] + sum(data["cash"].values()) == game.definition.bank
    assert data["certificates"]["Player 2"] == {"held": 15, "limit": 20}
    assert data["price"]["JHR"] == 95
    assert data["cell"]["JHR"] == [4, 6]
    assert data["market"]["4,6"] == ["JHR"]
    assert data["shares"]["Player 1"] == {"JHR": 20, "JZR": 60, "LYR": 40, "TJL": 20, "ZDR": 10}
    assert data["shares"]["ipo"]["HJR"] == 80
    assert data["presidents"]["LYR"] == "Player 1"
    assert data["trains"]["TJL"] == ["5", "4"]
    assert data["depot"]["left"] == {"2": 0, "3": 0, "4": 0, "5": 0, "6": 2, "D": None}
    assert data["depot"]["on_sale"] == {"6": 630}
    assert data["tokens"]["JHR"] == ["C13.0", "C9.0", "D10.0"]
    assert data["tokens_left"]["CDL"] == {"number": 1, "next_cost": 80}
    assert data["tiles"]["C9"] == "8892/0"
    assert data["tiles_left"]["8892"] == 0
    assert data["tiles_lost"] == ["L40a", "L40b"]
    assert data["homes"] == {"F6.0": ["HJR"]}
    assert data["privates"]["KT"]["owner"] == "closed"
    assert data["totals"] == game.totals()
    assert "legal" not in data
    assert len(data["stack"]) == len(state.stack)


def test_an_auction_shows_bids_and_prices() -> None:
    game = Game("1888", players=["Ann", "Bo", "Cy"])
    game.play(Bid("Ann", "TA", 55))
    private = position(game)["privates"]["TA"]
    assert (private["owner"], private["asked"], private["bids"]) == (None, 60, [["Ann", 55]])
    assert "  TA   for sale, face ¥50, income ¥10, now ¥60, Ann bids ¥55" in position_text(game)


def test_the_text_of_a_position() -> None:
    lines = position_text(recorded("101000").at(300)).splitlines()
    assert lines[:7] == [
        "1888:18xx-north, 3 players",
        "operating round 7.1 of 3; ZDR, step trains",
        "phase 5: train limit 2, yellow, green, brown tiles",
        "Player 2 to act",
        "bank ¥5250",
        "order ZDR, TJL, SSL, LYR",
        "priority Player 1",
    ]
    (player,) = [line for line in lines if line.startswith("  Player 3 ")]
    assert player == (
        "  Player 3    ¥123  worth  ¥1668  certificates 10/20  CDL 20, HJR 20*, JHR 30, LYR 20, SSL 60*, TJL 50*"
    )
    (company,) = [line for line in lines if line.startswith("  TJL ")]
    assert company == (
        "  TJL    ¥70 at 4,1  1  par  ¥80  cash   ¥369  ipo 10  pool  0  Player 3  run  ¥150  "
        "trains 5 4       tokens D10.0 E3.0 (+2, next ¥60)"
    )
    assert "  E3 14/2" in lines


def test_texts_differ_only_where_positions_do() -> None:
    """A token placed, with nothing else in between: the turn, the bank, the company, the frame."""
    game = recorded("101000")
    number = next(n for n, action in enumerate(game.actions) if n > 300 and type(action).__name__ == "PlaceToken")
    before, after = (position_text(game.at(n)).partition(MARK)[0].splitlines() for n in (number, number + 1))
    changed = [line[2:] for line in ndiff(before, after) if line.startswith("- ")]
    company = game.actions[number].company  # type: ignore[union-attr]
    assert len(changed) <= 4
    assert any(line.startswith(f"  {company} ") for line in changed)


def test_the_end_of_a_game() -> None:
    text = position_text(recorded("103000"))
    assert "the game is over (bankrupt)" in text
    assert " is bankrupt\n" in text
