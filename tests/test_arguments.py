"""What callers hand in is looked at where it comes in, and refused in one sentence before anything has changed."""

from __future__ import annotations

import doctest
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import kaiping
from kaiping import BadInput, Game, IllegalAction, arguments
from kaiping.action import AnyAction, Bid, Pass, Route, at_number
from kaiping.bots import bot
from kaiping.bots.simulate import simulate
from kaiping.client import Client
from kaiping.records import native
from kaiping.records.convert import convert
from kaiping.routes.search import best_run
from kaiping.titles import definition
from kaiping.view import seen_by
from tests.records.games import random_game

PLAYERS = ["Ann", "Bo", "Cy"]
PRINTED = definition("1888")
BID: dict[str, Any] = {"type": "bid", "player": "Ann", "private": "KT", "price": 25}


def _any(value: Any) -> Any:
    """As callers without a type checker have it."""
    return value


@pytest.fixture
def game() -> Game:
    return kaiping.new_game("1888", players=PLAYERS)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"seed": True}, "the seed is a whole number, not True"),
        ({"seed": 1.5}, "the seed is a whole number, not 1.5"),
        ({"seed": "x"}, "the seed is a whole number, not 'x'"),
        ({"seed": 2**70}, "the seed 1180591620717411303424 is too large for a game file"),
        ({"seed": 10**5000}, "the seed that number is too large for a game file"),
        ({"options": "home-any-place"}, "options is a list of names, as in ['home-any-place'], not a text"),
        ({"options": [5]}, "each name in options is a text, such as '5', not 5"),
        ({"options": None}, "options is a list of names, not None"),
        ({"title": 1888}, "the title is a text, such as '1888', not 1888"),
        ({"title": None}, "the title is a text, not None"),
        ({"edition": 2022}, "the edition is a text, such as '2022', not 2022"),
        ({"edition": ""}, "1888 has no edition ''"),
        ({"players": "Ann"}, "players is a list of names, as in ['Ann'], not a text"),
        ({"players": [1, 2, 3]}, "each name in players is a text, such as '1', not 1"),
        ({"players": 3}, "players is a list of names, not 3"),
        ({"players": set(PLAYERS)}, "players is a list of names, not a set, which has no order"),
        ({"title": replace(PRINTED, bank="x")}, "bank of the definition cannot be: it should be a whole number"),
        ({"title": replace(PRINTED, companies={"A": 3})}, "companies of the definition cannot be: "),
    ],
)
@pytest.mark.parametrize("make", [kaiping.new_game, Game])
def test_a_game_that_cannot_be_made(make: Callable[..., Game], wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput) as refused:
        make(**({"title": "1888", "players": PLAYERS} | wrong))
    assert str(refused.value).startswith(said)


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda game: game.svg(what="foo"), "there is no picture 'foo'; there are map, market, tiles"),
        (lambda game: game.svg("abc"), "routes is a list of routes, as best_run(...).routes has them, not 'abc'"),
        (lambda game: game.svg([1]), "routes is a list of routes"),
        (lambda game: game.svg(5), "routes is a list of routes"),
        (lambda game: game.png(company="XX"), "there is no company 'XX'; there are JHR"),
        (
            lambda game: native.to_data(game, bots={"Zed": "random"}),
            "there is a bot for 'Zed'",
        ),
        (lambda game: game.cash("Zed"), "there is no player, company or minor 'Zed' in this game"),
        (lambda game: game.running("XXX"), "there is no company 'XXX' in this game; there are JHR, SSL"),
        (lambda game: game.running("JHR", ("2", "99")), "there is no train '99' in this game; there are 2, 3"),
        (lambda game: game.running("JHR", "2"), "trains is a list of names, as in ['2'], not a text"),
        (lambda game: game.after(BID).running("XXX"), "there is no company 'XXX' in this game"),
        (lambda game: game.gains(company="XXX"), "there is no company 'XXX' in this game"),
        (lambda game: game.gains([5]), "that is not an action: it should be an object and is a whole number"),
        (lambda game: game.gains(5), "actions is a list of actions, not 5"),
        (lambda game: game.gains(deadline="x"), "the deadline is a moment of time.perf_counter, not 'x'"),
        (lambda game: game.events_since(-5), "the game has 0 actions, there is nothing since -5"),
        (lambda game: game.events_since("x"), "the position is a whole number, not 'x'"),
        (lambda game: game.seat_of(Pass(_any([]))), "who acts is a text, not []"),
        (lambda game: game.seat_of(Pass("Zed")), "there is no player, company or minor 'Zed' in this game"),
        (
            lambda game: game.svg([Route("2", _any((5,)))]),
            "a route has a train and a path of hexes and stops, not Route(",
        ),
        (lambda game: game.svg([Route("2", _any(None))]), "a route has a train and a path"),
        (lambda game: game.svg([Route("2", ())]), "the route of train 2 leads nowhere"),
        (lambda game: game.svg([Route("2", ("ZZ", "C9"))]), "the route ZZ C9 names 'ZZ', which is not on the map"),
        (
            lambda game: game.svg([Route("2", ("C9.9", "C11"))], company="JHR"),
            "that is no run of JHR on this board: ",
        ),
        (lambda game: game.svg([Route("99", ("C9.0", "C11"))], company="JHR"), "there is no train '99' in this game"),
        (lambda game: game.play(Pass), 'Pass is a kind of action; give it its fields, as in Pass(actor="Ann")'),
        (lambda game: game.at(0.5), "the position is a whole number, not 0.5"),
        (lambda game: game.view(5), "5 does not sit at this game"),
        (
            lambda game: kaiping.from_position(game.position(), seed=2**70),
            "the seed 1180591620717411303424 is too large",
        ),
    ],
)
def test_a_question_that_has_no_answer(game: Game, ask: Callable[[Game], object], said: str) -> None:
    with pytest.raises(BadInput) as refused:
        ask(game)
    assert str(refused.value).startswith(said)


# as callers without a type checker have them
_simulate: Callable[..., Any] = simulate
_best_run: Callable[..., Any] = best_run
_client: Callable[..., Any] = Client
_seen_by: Callable[..., Any] = seen_by
_at_number: Callable[..., Any] = at_number


def _choose(name: str, game: Any, rng: Any) -> object:
    return bot(name).choose(game, rng)


def _with_phase(name: str) -> dict[str, Any]:
    position = random_game("2022", 2, most=60).position()
    position["state"]["phase"] = name
    return position


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: _simulate("1888", None, 3, games="x", seed=1), "the number of games is a whole number, not 'x'"),
        (lambda: _simulate("1888", None, "3", games=1, seed=1), "the number of players is a whole number, not '3'"),
        (lambda: _simulate("1888", None, 3, games=1, seed=None), "the seed is a whole number, not None"),
        (lambda: _best_run("x"), "what there is to run is what game.running gives, not 'x'"),
        (lambda: kaiping.load(""), "a file needs a name, and an empty text is none"),
        (lambda: _seen_by(5, "Ann"), "that is not a game: 5"),
        (lambda: _seen_by(Game("1888", PLAYERS), "Zed"), "'Zed' does not sit at this game"),
        (lambda: _at_number(None, 5), "that is not an action"),
        (lambda: _choose("random", Game("1888", PLAYERS), None), "a bot draws from a random.Random, not from None"),
        (lambda: _choose("greedy", None, Random(1)), "a bot chooses in a game, not in None"),
        (
            lambda: _simulate("1888", None, 3, games=1, seed=1, bot=5),
            "a bot is named, or has a method choose(game, rng); 5 has none",
        ),
        (
            lambda: kaiping.from_position(_with_phase("9")),
            "that is no position of a game: it names '9', which there is not",
        ),
        (lambda: kaiping.titles("1830"), "there is no title '1830'; the titles are 1888, 1880, 1890"),
        (
            lambda: kaiping.from_position(Game(replace(PRINTED, bank=99_000), PLAYERS).position()),
            "that is not the whole of a position: the game hides something, its definition was made by a program, "
            "or parts were left out",
        ),
        (
            lambda: native.read({"title": "1888", "edition": "2022", "players": PLAYERS, "actions": []}),
            "the file is not a game: it has no key 'kaiping'",
        ),
        (lambda: _client(80), "the address of a server is a text, such as '80', not 80"),
        (lambda: _client("http://table.example").table(None), "a table's key is a text, not None"),
        (lambda: _client("http://table.example").import_game(3), "a game or the data of a game file is wanted, not 3"),
        (lambda: _client("http://table.example").play("x", 3, 1), "that is not an action"),
    ],
)
def test_what_is_asked_of_the_rest_of_the_library(ask: Callable[[], object], said: str) -> None:
    with pytest.raises(BadInput) as refused:
        ask()
    assert str(refused.value) == said


def test_a_game_is_named_with_all_that_it_is_played_by() -> None:
    game = Game(
        "1888",
        edition="2021",
        players=PLAYERS,
        options=["home-any-place"],
        variant={"name": "Rich", "changes": {"bank": 99_000}},
    )
    assert repr(game) == "<1888:2021, home-any-place, Rich, 0 actions, turn 0>"


def test_legal_actions_are_those_of_the_moment_when_they_were_asked_for(game: Game) -> None:
    unread, read = game.legal_actions(), game.legal_actions()
    listed = list(read)
    game.play(listed[0])
    assert list(unread) == list(read) == listed
    assert all(action in unread for action in listed)
    assert game.legal_actions()[0] not in unread


@pytest.mark.parametrize("title", ["1888", "1880", "1890"])
def test_a_game_can_be_pickled(title: str) -> None:
    game = Game(title, PLAYERS, seed=1)
    game.play(game.legal_actions()[0])
    again = pickle.loads(pickle.dumps(game))
    assert again.position() == game.position()
    assert list(again.legal_actions()) == list(game.legal_actions())


def test_titles_may_be_asked_for_one() -> None:
    assert {one.title for one in kaiping.titles("1890")} == {"1890"}


def test_what_is_worked_out_can_be_printed(game: Game) -> None:
    assert repr(game.after(BID)) == "<after Bid(player='Ann', private='KT', price=25)>"
    assert repr(game.running("JHR", ("2", "3"))) == "<what JHR can run with 2, 3>"


def test_a_picture_of_a_run_takes_the_run_or_its_routes() -> None:
    game = random_game("2022", 2)
    company = next(name for name in game.state.presidents if best_run(game.running(name)).routes)
    run = best_run(game.running(company))
    assert game.svg(run, company=company) == game.svg(run.routes, company=company)


def test_a_run_with_trains_that_a_company_has_not_got_is_drawn_with_what_it_would_earn() -> None:
    game = random_game("2022", 2)
    company = next(name for name in game.state.presidents if best_run(game.running(name, ("D",))).routes)
    run = best_run(game.running(company, ("D",)))
    assert f"{company} {game.definition.companies[company].name}: ¥{run.revenue:,}" in game.svg(run, company=company)


def test_a_simulation_takes_a_bot_of_ones_own() -> None:
    class First:
        """Passes where it can."""

        def choose(self, game: Game, rng: Random) -> AnyAction:
            return game.legal_actions()[0]

    report = simulate("1888", None, 2, games=1, seed=1, bot=[First(), "random"])
    assert not report.violations
    assert report.games == 1


def test_who_has_cash(game: Game) -> None:
    assert (game.cash("Ann"), game.cash("JHR")) == (800, 0)


# --- an action as plain data ----------------------------------------------------------------------


def test_an_action_may_be_plain_data(game: Game) -> None:
    assert game.why_not(BID) is None
    assert BID in game.legal_actions()  # type: ignore[comparison-overlap]
    assert game.seat_of(BID) == "Ann"
    assert game.after(BID).event("bought-private") == game.after(Bid("Ann", "KT", 25)).event("bought-private")
    game.play(BID)
    assert game.last_action == Bid("Ann", "KT", 25)


def test_plain_data_of_an_action_go_by_the_same_rules(game: Game) -> None:
    low = BID | {"private": "FC", "price": 1}
    assert game.why_not(low) == game.why_not(Bid("Ann", "FC", 1))
    assert low not in game.legal_actions()  # type: ignore[comparison-overlap]
    with pytest.raises(IllegalAction):
        game.play(low)
    assert game.played == 0


def test_a_trial_in_a_view_takes_plain_data_too() -> None:
    game = kaiping.new_game("1890", players=PLAYERS, options=["hidden-cash"])
    seat = game.acting[0]
    action = game.legal_actions()[0]
    trial = game.view(seat).copy()
    trial.play(json.loads(kaiping.action.to_json(action)))
    assert (trial.played, trial.last_action) == (1, action)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({}, "type is missing"),
        ({"type": "leap"}, "'leap' is not known in type"),
        (BID | {"price": "25"}, "price should be a whole number and is a text"),
        (BID | {"colour": "red"}, "there is no field colour"),
        ("pass", "it should be an object and is a text"),
        (None, "it should be an object and is nothing"),
        (Bid("Ann", "KT", "25"), "price should be a whole number and is a text"),  # type: ignore[arg-type]
    ],
)
def test_what_is_not_an_action(game: Game, wrong: Any, said: str) -> None:
    for ask in (game.play, game.why_not, game.after):
        with pytest.raises(BadInput) as refused:
            ask(wrong)
        assert str(refused.value).startswith(f"that is not an action: {said}")
    assert wrong not in game.legal_actions()
    assert game.played == 0


# --- files, titles --------------------------------------------------------------------------------


def test_files_are_converted_by_their_names(tmp_path: Path) -> None:
    game = random_game("18xx-north", 3, most=30)
    native, site = str(tmp_path / "native.json"), str(tmp_path / "site.json")
    game.save(native)
    assert convert(native, site) == "18xx.games"
    assert convert(site, native) == "native"
    assert kaiping.load(native).state == game.state


def test_an_edition_may_stand_behind_its_title() -> None:
    assert Game("1888:2021", players=["Ann", "Bo", "Cy"]).definition.edition == "2021"
    with pytest.raises(BadInput, match="1888 has no edition '1999'"):
        Game("1888:1999", players=["Ann", "Bo", "Cy"])
    assert Game("1888:2021", edition="2021", players=["Ann", "Bo", "Cy"]).definition.edition == "2021"
    with pytest.raises(BadInput, match="1888:2021 and the edition '2022' name two editions; name one"):
        Game("1888:2021", edition="2022", players=["Ann", "Bo", "Cy"])


def test_a_file_that_is_none(game: Game) -> None:
    for asked in (lambda: kaiping.load(5), lambda: game.save(None)):  # type: ignore[arg-type]
        with pytest.raises(BadInput, match="a file is named by a text or a path, not by"):
            asked()


def test_the_titles_there_are() -> None:
    listed = kaiping.titles()
    chosen = {one.title: one.edition for one in listed if one.default}
    assert chosen == {"1888": "2022", "1880": "2022", "1890": "C"}
    assert not any(one.house_rules for one in listed)
    assert len(kaiping.titles(house_rules=True)) > len(listed)
    for one in listed:
        players = [f"player {number}" for number in range(one.players[0])]
        assert kaiping.new_game(one.title, edition=one.edition, players=players).definition.name == one.name
    assert "home-any-place" in [option.name for option in listed[0].options]


def test_every_name_that_is_promised_is_there() -> None:
    assert all(getattr(kaiping, name) for name in kaiping.__all__)
    assert set(kaiping.__all__) <= set(dir(kaiping))
    with pytest.raises(AttributeError, match="no attribute 'new_gmae'"):
        kaiping.new_gmae  # noqa: B018


def test_examples() -> None:
    for module in (arguments, kaiping.game, kaiping):
        assert doctest.testmod(module).failed == 0
