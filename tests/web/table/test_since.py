"""What others did since one's own last turn is told in brief."""

from __future__ import annotations

from itertools import pairwise

import pytest

from kaiping.records import load
from kaiping.web.table.log import entries
from kaiping.web.table.since import Stretch, stretches
from tests.web.table.pages import RECORDINGS


@pytest.fixture(scope="module")
def told() -> list[Stretch]:
    """A set of operating rounds, and the stock round after it."""
    game = load(RECORDINGS / "1888/101003.json.gz")
    first = next(number for number in range(game.played) if game.at(number).state.turn == 4)
    last = next(number for number in range(game.played) if game.at(number).state.turn == 6)
    return stretches([one for one in entries(game.at(last), first) if one.number > first], game.definition.companies)


def test_a_company_is_told_in_one_stretch(told: list[Stretch]):
    """Its letters stand before all of it, and not again in each sentence."""
    turns = [one for one in told if one.company]
    assert len(turns) > 4
    assert all(one.company != other.company for one, other in pairwise(told) if one.company)
    assert max(len(one.done) for one in turns) > 1
    assert not [done.text for one in turns for done in one.done if done.text.startswith(f"{one.company} ")]


def test_what_the_table_played_for_who_was_late_is_said():
    """Also where nothing else of it would be told."""
    game = load(RECORDINGS / "1888/101003.json.gz")
    found = entries(game.at(60))
    late = [one.number for one in found]
    words = [one.text for stretch in stretches(found, game.definition.companies, late) for one in stretch.done]
    assert sum("your time ran out" in one for one in words) == len(late)
    told = [one.text for stretch in stretches(found, game.definition.companies, late[:1]) for one in stretch.done]
    assert sum("your time ran out" in one for one in told) == 1


def test_what_comes_by_itself_in_every_round_is_left_out(told: list[Stretch]):
    """... and the stops of every run; what is laid is told with its place."""
    words = " ".join(done.text for one in told for done in one.done)
    assert "lays tile" in words
    assert "a share" in words
    for routine in (" pays ¥10 to ", "operates", "passes (", "runs for", "(dividend)", "no dividend", " begins"):
        assert routine not in words
    assert [done.hexes for one in told for done in one.done if done.hexes]


def test_rounds_head_what_was_done_in_them(told: list[Stretch]):
    rounds = [one.round for one in told if one.round]
    assert rounds
    assert any(one.startswith("OR ") for one in rounds)
    assert not [one for one in told if not one.round and not one.done]


def test_bids_and_passes_in_a_row_stand_together():
    game = load(RECORDINGS / "1888/101003.json.gz")
    slight = [one for one in entries(game.at(12)) if one.slight]
    assert len(slight) > 2
    found = stretches(slight, game.definition.companies)
    assert len(found) == 1
    assert [done.number for done in found[0].done] == [one.number for one in slight]
