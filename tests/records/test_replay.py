"""Nothing that was played is lost or altered by other rules: games with positions, played again by those of today."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kaiping
from kaiping.action import Bid, Pass
from kaiping.bots import bot
from kaiping.errors import BadInput
from kaiping.event import ROUNDS
from kaiping.game import Game
from kaiping.past import Age
from kaiping.phrases import round_of, round_short, rules_words
from kaiping.records import native
from kaiping.records.convert import convert
from kaiping.records.files import read_json
from kaiping.records.replay import digest, kept_position, packed, replay, unpacked
from kaiping.state import BANK, State
from kaiping.view import seen_by

BOOKS = ["1888:2022", "1888:2021", "1880:2022", "1880:2010", "1890:A", "1890:C"]


def random_game(book: str, seed: int, most: int = 10_000) -> Game:
    title, edition = book.split(":")
    chance = Random(seed)
    game = Game(title, edition=edition, players=["Ann", "Bo", "Cy"], seed=seed)
    while game.finished is None and game.played < most:
        game.play(bot("random").choose(game, chance))
    return game


def aged(data: dict[str, Any], rules: str = "1") -> dict[str, Any]:
    """The file as if it had been played by older rules."""
    positions = [{**kept, "rules": rules} for kept in data["positions"]]
    return {**data, "rules": rules, "positions": positions}


def with_other_money(data: dict[str, Any], place: int) -> tuple[dict[str, Any], int]:
    """A file in which a position differs from where its actions lead by today's rules: Ann had 7 more; its number."""
    game = native.from_data(data)
    number = data["positions"][place]["after"]
    state = game.at(number).state.copy()
    state.cash["Ann"] += 7
    state.bank -= 7
    kept = kept_position(number, data["rules"], state, short=False)
    positions = list(data["positions"])
    positions[place] = msgspec.to_builtins(kept)
    return {**data, "positions": positions}, number


@pytest.mark.parametrize("book", BOOKS)
def test_positions_stand_at_the_ends_of_rounds(book: str, tmp_path: Path) -> None:
    game = random_game(book, 5)
    ends = [
        moment.played
        for moment in game.moments()
        if moment.played and any(event.kind in ROUNDS for event in moment.last_events)
    ]
    data = native.to_data(game)
    assert [kept["after"] for kept in data["positions"]] == ends
    assert ends[-1] == game.played, "and at the end"
    for short in (False, True):
        game.save(tmp_path / "game.json", short=short)
        again = kaiping.load(tmp_path / "game.json")
        assert [moment.state for moment in again.moments()] == [moment.state for moment in game.moments()]
        assert (again.actions, again.events, again.ages, again.unplayed) == (game.actions, game.events, (), None)


@pytest.mark.parametrize("book", BOOKS)
def test_rounds_are_called_alike_by_event_and_position(book: str) -> None:
    game = random_game(book, 6)
    assert [number for number, _event in game.rounds()] == sorted({number for number, _event in game.rounds()})
    for number, event in game.rounds():
        assert round_of(event) == round_short(game.at(number))


@given(book=st.sampled_from(BOOKS), seed=st.integers(0, 10**6), most=st.integers(0, 200))
@settings(max_examples=15, deadline=None)
def test_a_packed_position_is_the_position(book: str, seed: int, most: int) -> None:
    game = random_game(book, seed, most)
    again = unpacked(packed(game.state), game)
    assert again == game.state
    assert (packed(again), digest(again)) == (packed(game.state), digest(game.state))


def test_what_was_played_by_the_rules_of_today_must_lead_to_its_positions() -> None:
    data, number = with_other_money(native.to_data(random_game("1888:2022", 3)), 1)
    with pytest.raises(BadInput, match=f"the position after action {number} is not the one"):
        native.from_data(data)
    short = native.to_data(random_game("1888:2022", 3), short=True)
    short["positions"][1]["digest"] = "0" * 20
    with pytest.raises(BadInput, match=f"the position after action {number} is not the one"):
        native.from_data(short)


def test_what_older_rules_have_led_to_stays() -> None:
    """The rules of today lead elsewhere: the position that was played holds, and the log says so."""
    before = random_game("1888:2022", 3)
    data, number = with_other_money(aged(native.to_data(before)), -2)
    game = native.from_data(data)
    assert game.actions == before.actions
    assert game.at(number).state.cash["Ann"] == before.at(number).state.cash["Ann"] + 7
    assert game.at(number - 1).state == before.at(number - 1).state
    assert "as-played" in [event.kind for event in game.at(number).last_events]
    assert any("the position is the one that was played" in line for line in game.log())
    assert game.ages == (Age(before.played, "1"),)
    assert game.state == before.state, "the last position is stored too"


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda state: state.cash.update(Ann=state.cash["Ann"] + 7), "that position cannot be"),
        (lambda state: state.presidents.update(ZDR="Zed"), "that"),
        (lambda state: setattr(state, "stack", ()), "nothing is going on"),
        (lambda state: setattr(state, "phase", "9"), "no position of a game"),
        (lambda state: setattr(state, "players", ("Xu", "Yi", "Zed")), "that"),
    ],
)
def test_a_position_of_older_rules_that_cannot_be(spoil: Callable[[State], None], said: str) -> None:
    data = aged(native.to_data(random_game("1888:2022", 3, 80)))
    state = native.from_data(data).state.copy()
    spoil(state)
    data["positions"][-1] = msgspec.to_builtins(kept_position(80, "1", state, short=False))
    with pytest.raises(BadInput, match=f"the position after action 80.*{said}"):
        native.from_data(data)


@pytest.mark.parametrize("rules", ["1", None])
def test_a_position_that_is_not_whole(rules: str | None) -> None:
    """It is no secret of an older file that it is damaged."""
    data = native.to_data(random_game("1888:2022", 3, 80))
    data = data if rules is None else aged(data, rules)
    kept = data["positions"][0]
    for damaged in (kept["position"][:-8], kept["position"].swapcase(), "no base64", ""):
        data["positions"][0] = {**kept, "position": damaged}
        with pytest.raises(BadInput, match=r"not whole|compressed"):
            native.from_data(data)


def refusing(data: dict[str, Any], place: int) -> tuple[dict[str, Any], int]:
    """A file by older rules with a bid in the auction of 1888 that is below what those of today ask for."""
    actions = list(data["actions"])
    number = next(n for n, one in enumerate(actions) if one["type"] == "bid" and n >= place)
    actions[number] = {**actions[number], "price": 1}
    return {**aged(data), "actions": actions}, number + 1


def test_an_action_that_is_no_longer_legal_is_told_and_the_game_goes_on_from_the_next_position() -> None:
    before = random_game("1888:2022", 3)
    data, number = refusing(native.to_data(before), 1)
    game = native.from_data(data)
    first = data["positions"][0]["after"]
    assert native.to_data(game)["actions"] == data["actions"], "nothing is lost or altered"
    assert game.at(number - 1).state == before.at(number - 1).state
    for held in range(number, first):
        assert game.at(held).state == before.at(number - 1).state, "nobody knows by today's rules what was then"
    for moment in range(first, before.played + 1):
        assert game.at(moment).state == before.at(moment).state
    (told,) = [event for event in game.events if event.kind == "no-longer-legal"]
    assert told["number"] == number
    assert f"({game.definition.clauses}:" in told["why"]
    assert any(f"action {number} is no longer legal" in line for line in game.log())
    assert game.unplayed is None
    again = native.from_data(native.to_data(game))
    assert [moment.state for moment in again.moments()] == [moment.state for moment in game.moments()]
    assert again.ages == game.ages == (Age(before.played, "1"),)


def test_without_a_position_after_it_the_game_goes_on_before_the_action() -> None:
    before = random_game("1888:2022", 3)
    data, number = refusing(native.to_data(before), 1)
    none: list[dict[str, Any]] = []
    for positions in (none, native.to_data(before, short=True)["positions"]):
        game = native.from_data(aged({**data, "positions": positions}))
        assert (game.played, game.unplayed and game.unplayed.number) == (number - 1, number)
        assert game.unplayed is not None
        assert len(game.unplayed.actions) == len(data["actions"]) - number + 1
        game.play(next(iter(game.legal_actions())))
        assert game.ages == ((Age(number - 1, "1"),) if number > 1 else ())
        again = native.from_data(native.to_data(game))
        assert (again.unplayed, again.actions, again.state) == (game.unplayed, game.actions, game.state)


def test_a_short_file_tells_where_older_rules_had_led_elsewhere() -> None:
    data = aged(native.to_data(random_game("1888:2022", 3), short=True))
    number = data["positions"][1]["after"]
    data["positions"][1]["digest"] = "0" * 20
    game = native.from_data(data)
    (told,) = [event for event in game.events if event.kind == "played-otherwise"]
    assert (told["number"], told["rules"]) == (number, "1")


@pytest.mark.parametrize("short", [False, True])
def test_it_is_told_again_when_the_file_was_saved_by_later_rules(short: bool) -> None:
    data = aged(native.to_data(random_game("1888:2022", 3, 90), short=True))
    data["positions"][1]["digest"] = "0" * 20
    game = native.from_data(data)
    written = native.to_data(game, short=short)
    assert [kept["digest"] for kept in written["positions"] if "digest" in kept][short] == "0" * 20
    again = native.from_data(written)
    assert (again.log(), again.state) == (game.log(), game.state)


def test_a_short_file_has_the_positions_to_which_no_actions_lead_any_more() -> None:
    """Otherwise a game would end earlier each time that it is saved in short."""
    data, number = refusing(native.to_data(random_game("1888:2022", 3)), 1)
    game = native.from_data(data)
    written = native.to_data(game, short=True)
    assert [kept["after"] for kept in written["positions"] if "position" in kept] == [data["positions"][0]["after"]]
    again = native.from_data(written)
    assert [moment.state for moment in again.moments()] == [moment.state for moment in game.moments()]
    assert (again.log(), again.ages, again.unplayed) == (game.log(), game.ages, None)
    assert number < data["positions"][0]["after"]


def test_the_present_position_is_in_a_file_too() -> None:
    """A game that is put away in the middle of a round goes on from there, whatever rules come."""
    before = random_game("1888:2022", 3, 75)
    data = aged(native.to_data(before))
    assert [kept["after"] for kept in data["positions"]][-1] == 75 > before.rounds()[-1][0]
    data["actions"][-1] = {"type": "pass", "actor": "Nobody"}
    game = native.from_data(data)
    assert (game.state, game.unplayed) == (before.state, None)


@pytest.mark.parametrize("options", [(), ("hidden-cash",)])
def test_who_answered_for_an_older_action_that_names_whom_there_is_no_more(options: tuple[str, ...]) -> None:
    """It was played: where the game looks back on it, that is who was to act; anywhere else nobody is named so."""
    before = Game("1890", edition="C", players=["Ann", "Bo", "Cy"], seed=3, options=options)
    while before.played < 40:
        before.play(bot("random").choose(before, Random(before.played)))
    data = aged(native.to_data(before))
    data["actions"][29] = {"type": "pass", "actor": "Nobody"}
    data["positions"] = [
        msgspec.to_builtins(kept_position(number, "1", before.at(number).state, short=False)) for number in (30, 40)
    ]
    whole = native.from_data(data)
    for game in (whole, seen_by(whole, "Bo")):
        assert game.actions[29] == Pass("Nobody")
        seats = [moment.seat_of(action) for moment, action in zip(game.moments(), game.actions, strict=False)]
        assert seats[29] == game.at(29).acting[0]
        for moment in (game.at(28), game):
            with pytest.raises(BadInput, match="there is no player, company or minor 'Nobody'"):
                moment.seat_of(Pass("Nobody"))


def test_an_older_game_of_which_much_is_taken_back_can_be_saved() -> None:
    game = native.from_data(aged(native.to_data(random_game("1888:2022", 3, 60))))
    for _ in range(20):
        game.undo()
    again = native.from_data(native.to_data(game))
    assert (again.actions, again.state, again.ages) == (game.actions, game.state, (Age(40, "1"),))


def test_what_is_left_unplayed_is_kept_when_later_rules_refuse_more() -> None:
    before = random_game("1888:2022", 3, 60)
    data, number = refusing({**native.to_data(before), "positions": []}, 1)
    first = native.from_data(data)
    data = aged({**native.to_data(first), "positions": []}, "2")
    data["actions"][0] = {"type": "pass", "actor": "Nobody"}
    second = native.from_data(data)
    assert second.unplayed is not None
    assert first.unplayed is not None
    assert (second.unplayed.number, second.unplayed.rules, len(second.unplayed.actions)) == (1, "2", number - 1)
    (left,) = second.unplayed.earlier
    assert (left.number, left.rules, left.actions) == (number, "1", first.unplayed.actions)
    assert native.from_data(native.to_data(second)).unplayed == second.unplayed
    told = " ".join(rules_words(second))
    assert "action 1 of" in told
    assert f"action {number} of 60" in told


def test_a_game_is_played_on_by_the_rules_of_today_and_keeps_what_is_older() -> None:
    before = random_game("1888:2022", 3, 60)
    data, _number = with_other_money(aged(native.to_data(before)), 0)
    game = native.from_data(data)
    chance = Random(1)
    for _ in range(30):
        game.play(bot("random").choose(game, chance))
    written = native.to_data(game)
    assert {kept["rules"] for kept in written["positions"] if kept["after"] <= 60} == {"1"}
    assert {kept["rules"] for kept in written["positions"] if kept["after"] > 60} <= {written["rules"]}
    assert 60 in [kept["after"] for kept in written["positions"]], "where the version changes there is a position"
    again = native.from_data(written)
    assert again.state == game.state
    assert (again.ages, again.actions) == (game.ages, game.actions)
    assert game.ages == (Age(60, "1"),)
    game = game.at(40)
    game.play(next(iter(game.legal_actions())))
    assert game.ages == (Age(40, "1"),), "what is taken back is no longer played by anything"


def test_bad_positions_are_refused_in_a_sentence() -> None:
    data = native.to_data(random_game("1888:2022", 3))
    first = data["positions"][0]
    for wrong in (
        [{**first, "after": 0}],
        [{**first, "after": 10**6}],
        [first, first],
        [{"after": first["after"], "rules": "3"}],
        [{**first, "digest": "x"}],
        [{**first, "position": "%%%"}],
        [{**first, "position": "AAAA"}],
        [{**first, "rules": "99"}],
        [{**first, "more": 1}],
        [3],
    ):
        with pytest.raises(BadInput) as refused:
            native.from_data({**data, "positions": wrong})
        assert "\n" not in str(refused.value)


def test_a_file_of_the_first_format_has_no_positions() -> None:
    data = native.to_data(random_game("1888:2022", 3, 40))
    assert native.from_data({**data, "kaiping": 1, "positions": []}).played == 40
    with pytest.raises(BadInput, match="format 3"):
        native.from_data({**data, "kaiping": 3})


def test_a_bid_that_nobody_could_pay_is_still_an_error_by_the_rules_of_today() -> None:
    game = Game("1888", players=["Ann", "Bo", "Cy"])
    game.play(Bid("Ann", "KT", 25))
    game.play(Pass("Bo"))
    data = native.to_data(game)
    data["actions"].append({"type": "bid", "player": "Cy", "private": "KT", "price": 10**6})
    with pytest.raises(BadInput, match="action 3"):
        native.from_data(data)
    assert game.state.privates["KT"] != BANK


def test_a_short_file_of_another(tmp_path: Path) -> None:
    game = random_game("1888:2022", 3, 80)
    native.save(game, tmp_path / "whole.json", bots={"Ann": "greedy"})
    assert convert(tmp_path / "whole.json", tmp_path / "short.json", short=True) == "native, short"
    assert native.read(read_json(tmp_path / "short.json")).bots == {"Ann": "greedy"}
    short = (tmp_path / "short.json").read_text()
    assert '"digest"' in short
    assert '"position"' not in short
    assert len(short) < (tmp_path / "whole.json").stat().st_size
    assert kaiping.load(tmp_path / "short.json").state == game.state


@pytest.mark.parametrize("older", [25, 40])
def test_actions_are_numbered_from_where_the_game_stands(older: int) -> None:
    """What is refused after a position has its number in the whole game, and so have the positions to come."""
    whole = random_game("1888:2022", 5, 40)
    game = whole.at(20)
    actions = (*whole.actions[20:29], Pass("Nobody"), *whole.actions[30:])
    kept = [kept_position(number, "1", whole.at(number).state, short=True) for number in (22, 28)]
    if older < 30:
        with pytest.raises(BadInput, match="action 30"):
            list(replay(game, actions, kept, older, "1"))
    else:
        assert list(replay(game, actions, kept, older, "1")) == list(range(21, 30))
        assert game.unplayed is not None
        assert (game.unplayed.number, game.unplayed.actions) == (30, actions[9:])
    assert game.actions == whole.actions[:29]
    assert not [event for event in game.events if event.kind == "played-otherwise"]
