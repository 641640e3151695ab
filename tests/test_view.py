"""What a seat may know: nothing of what the definition hides, in nothing that a view says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from kaiping.action import AnyAction, Bid, BuyTrain, Consent, Pass
from kaiping.bots import bot
from kaiping.bots.simulate import play, simulate
from kaiping.errors import BadInput
from kaiping.flow.operating.frame import OperatingRound
from kaiping.game import Game
from kaiping.records.position import position_text
from kaiping.state import State
from kaiping.titles import TITLES, definition
from kaiping.view import View, seen_by
from tests.bots.greedy_0 import BOT as GREEDY_0
from tests.hidden import ALL, PRICE, RICH_1890, SECRETS, large, offer, own_figures, secrets
from tests.rules.books import rule_1890
from tests.titles.made import made_title

PLAYERS = ("Ann", "Bo", "Cy")


@pytest.fixture(scope="module")
def title(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    name = made_title(tmp_path_factory.mktemp("made"), SECRETS)
    yield name
    del TITLES[name]


def played(title: str, *options: str, seed: int = 4) -> Iterator[Game]:
    """A game by greedy bots, each with the view of its seat: the same game object after every action."""
    game = Game(title, players=PLAYERS, options=options)
    rng = Random(seed)
    while game.finished is None:
        yield game
        seat = game.acting[0]
        game.play(GREEDY_0.choose(seen_by(game, seat), rng))


def trade(title: str, *options: str) -> tuple[Game, BuyTrain]:
    """A game up to the moment before one company offers another player's company money for a train."""
    for game in played(title, *options):
        found = offer(game)
        if found is not None:
            return game, found
    raise AssertionError("no company could buy another's train")


def said(view: Game) -> str:
    """Everything that a view says."""
    legal = view.legal_actions()
    parts: list[Any] = [
        view.position(),
        position_text(view),
        view.log(),
        [(event.kind, event.data) for event in view.events],
        [event.data for event in view.last_events],
        [msgspec.to_builtins(action) for action in view.actions],
        [msgspec.to_builtins(action) for action in legal],
        [msgspec.to_builtins(span) for span in legal.ranges.values()],
        view.totals(),
        view.bank,
        view.seed,
        repr(view),
    ]
    return msgspec.json.encode(parts, enc_hook=str).decode()


def test_no_view_tells_what_is_hidden(title: str) -> None:
    """At a moment in seven of a game by bots, for every seat and for somebody who looks on."""
    seen = 0
    for game in played(title, *ALL):
        if game.played > 160:
            break
        if game.played % 7:
            continue
        for seat in (*PLAYERS, None):
            numbers = large(said(game.view(seat)))
            assert not numbers & secrets(game, seat), (game.played, seat)
            if seat not in game.acting:
                assert numbers <= own_figures(game, seat), (game.played, seat)
            seen += 1
    assert seen > 80
    assert large(said(game)), "the whole game tells them"


@rule_1890("C.10.1.1", "C.10.2.2")
def test_no_view_of_1890_tells_what_its_variants_hide(edition: str, tmp_path: Path) -> None:
    """At a moment in nine of a game by random bots, with minors, late privates and mergers."""
    title = made_title(tmp_path, RICH_1890, like="1890")
    game = Game(title, players=PLAYERS, edition=edition, options=["hidden-cash", "hidden-train-prices", "rich"])
    rng = Random(4)
    try:
        while game.finished is None and game.played < 500:
            if game.played % 9 == 0:
                for seat in (*PLAYERS, None):
                    told = large(said(game.view(seat))) & secrets(game, seat)
                    assert not told, (game.played, seat)
            game.play(bot("random").choose(seen_by(game, game.acting[0]), rng))
        assert game.state.floated, "treasuries were filled"
        assert large(said(game)), "the whole game tells them"
    finally:
        del TITLES[title]


@rule_1890("2.2.3", "VI.14.2.1")
def test_no_view_of_1890_tells_treasuries_where_they_are_hidden(edition: str, tmp_path: Path) -> None:
    """The players' own cash stays open (2.1.1): of the companies' each president knows their own."""
    title = made_title(tmp_path, RICH_1890, like="1890")
    game = Game(title, players=PLAYERS, edition=edition, options=["hidden-treasuries", "rich"])
    rng, checked = Random(2), 0
    try:
        while game.finished is None and game.played < 500:
            if game.played % 9 == 0:
                for seat in (*PLAYERS, None):
                    view = game.view(seat)
                    told = large(said(view)) & secrets(game, seat)
                    assert not told, (game.played, seat)
                    assert all(view.cash(player) == game.state.cash[player] for player in PLAYERS)
                    assert (view.bank, view.totals()) == (None, game.totals())
                    for company, president in game.state.presidents.items():
                        assert view.cash(company) == (game.state.cash[company] if president == seat else None)
                        checked += 1
            game.play(bot("random").choose(seen_by(game, game.acting[0]), rng))
        assert checked > 50, "treasuries were filled"
        assert secrets(game, None), "the whole game tells them"
    finally:
        del TITLES[title]


def test_a_view_keeps_its_own_figures(title: str) -> None:
    game = Game(title, players=PLAYERS, options=ALL)
    game.play(Bid("Ann", "KT", 25))
    view = game.view("Ann")
    assert view.cash("Ann") == 7_000_013 - 25
    assert (view.cash("Bo"), view.bank) == (None, None)
    assert view.state.cash.keys() == {"Ann"}
    assert view.totals() == {"Ann": 7_000_013}
    assert view.position()["totals"] == {"Ann": 7_000_013}
    assert (view.acting, view.played, view.players) == (("Bo",), 1, PLAYERS)
    assert game.state.cash["Bo"] == 7_000_013, "the game itself is whole"


def test_what_others_could_do_is_not_listed(title: str) -> None:
    game = Game(title, players=PLAYERS, options=ALL)
    mine, other = game.view("Ann"), game.view("Bo")
    assert list(mine.legal_actions()) == list(game.legal_actions())
    assert len(other.legal_actions()) == 0
    assert str(mine.why_not(Bid("Ann", "FC", 7_000_014))).startswith("Ann")
    reason = other.why_not(Bid("Ann", "FC", 7_000_014))
    assert reason is not None
    assert reason.text == "Bo is not on turn; Ann is"
    assert Bid("Ann", "KT", 25) not in other.legal_actions()


def test_a_view_is_for_reading(title: str, tmp_path: Path) -> None:
    game = Game(title, players=PLAYERS, options=ALL)
    view = game.view("Ann")
    for refused in (
        lambda: view.play(Bid("Ann", "KT", 25)),
        view.undo,
        view.redo,
        lambda: view.save(tmp_path / "game.json"),
        lambda: view.view("Bo"),
        lambda: game.view("Zoe"),
    ):
        with pytest.raises(BadInput):
            refused()
    assert game.played == 0
    trial = view.copy()
    trial.play(Bid("Ann", "KT", 25))
    assert (trial.cash("Ann"), game.played) == (6_999_988, 0)
    with pytest.raises(Exception, match="Ann is not on turn; Bo is"):
        trial.play(Pass("Bo"))


def test_earlier_moments_are_cut_too(title: str) -> None:
    game = Game(title, players=PLAYERS, options=ALL)
    for action in (Bid("Ann", "KT", 25), Pass("Bo"), Pass("Cy")):
        game.play(action)
    then = game.view("Bo").at(1)
    assert then.state.cash == {"Bo": 7_000_013}
    assert (then.played, then.bank) == (1, None)


@pytest.mark.parametrize("option", ["hidden-cash", "hidden-prices", "hidden-treasuries"])
def test_each_option_hides_its_own(title: str, option: str) -> None:
    for game in played(title, option, "rich"):
        if len(game.state.floated) > 1:
            break
    company = next(name for name in game.state.floated if game.state.presidents[name] != "Ann")
    view = game.view("Ann")
    assert (view.cash("Bo") is None) is (option == "hidden-cash")
    assert (view.bank is None) is (option != "hidden-prices")
    assert (view.cash(company) is None) is (option != "hidden-cash")
    assert (len(view.totals()) == 1) is (option == "hidden-cash")


def test_the_price_of_a_train_is_for_the_two_presidents(title: str) -> None:
    """From the offer to the sale, in log, events, actions and frames; an offer once refused stays between the two."""
    game, purchase = trade(title, "hidden-prices", "rich")
    buyer, seller = game.seat_of(purchase), game.state.presidents[purchase.source]
    (third,) = set(PLAYERS) - {buyer, seller}

    def check(number: int) -> None:
        for seat in (buyer, seller):
            assert str(number) in said(game.view(seat)), (number, seat)
        for seat in (third, None):
            assert str(number) not in said(game.view(seat)).replace(",", ""), (number, seat)

    game.play(purchase)
    check(PRICE)
    assert game.view(third).log()[-1].endswith(f"offers {seller} ? for the {purchase.train}-train of {purchase.source}")
    game.play(Consent(seller, agree=False))
    check(PRICE)
    frame = game.view(third).state.stack[-1]
    assert isinstance(frame, OperatingRound)
    assert frame.refused == ()
    better = msgspec.structs.replace(purchase, price=1_345_679)
    game.play(better)
    game.play(Consent(seller, agree=True))
    check(1_345_679)
    train = next(event for event in game.view(third).last_events if event.kind == "train")
    assert (train["price"], train["train"]) == (None, purchase.train), "that a train was sold is public"
    assert str(game.state.cash[purchase.source]) not in said(game.view(third))


def first_event(title: str, option: str, kind: str, key: str) -> tuple[Game, dict[str, Any]]:
    """A game by random bots at the moment when something of a kind has just happened."""
    for seed in range(20):
        game, rng = Game(title, players=PLAYERS, options=[option]), Random(seed)
        while game.finished is None:
            game.play(bot("random").choose(seen_by(game, game.acting[0]), rng))
            for event in game.last_events:
                if event.kind == kind and key in event.data and game.finished is None:
                    return game, event.data
    raise AssertionError(f"no {kind} in twenty games")


def last_told(game: Game, seat: str | None, kind: str) -> dict[str, Any]:
    return next(event.data for event in reversed(game.view(seat).last_events) if event.kind == kind)


def test_that_somebody_was_passed_over_is_not_told(title: str) -> None:
    """It happens to those who can do nothing: an own pass looks the same."""
    game, passed = first_event(title, "hidden-cash", "passed", "automatic")
    for seat in (*PLAYERS, None):
        told = [event.data for event in game.view(seat).last_events if event.kind == "passed"]
        assert {"player": passed["player"]} in told or seat == passed["player"]
        assert (passed in told) is (seat == passed["player"])


@pytest.mark.parametrize("option", ["hidden-prices", "hidden-treasuries"])
def test_what_a_president_adds_would_tell_the_treasury(title: str, option: str) -> None:
    game, data = first_event(title, option, "president-paid", "amount")
    for seat in (*PLAYERS, None):
        known = data["amount"] if seat == data["player"] else None
        assert last_told(game, seat, "president-paid")["amount"] == known


def test_when_the_game_is_over_all_is_open(title: str, tmp_path: Path) -> None:
    game = Game(title, players=PLAYERS, options=["hidden-cash", "hidden-prices"])
    rng, view = Random(1), game.view("Ann")
    while game.finished is None:
        assert view.bank is None
        game.play(bot("random").choose(seen_by(game, game.acting[0]), rng))
    assert not view.hides
    assert view.position() == game.position()
    assert [event.data for event in view.events] == [event.data for event in game.events]
    assert view.at(game.played // 2).state == game.at(game.played // 2).state, "also what was, seen from the end"
    assert game.at(game.played // 2).view("Ann").hides, "but not in a game that is not over"
    view.save(tmp_path / "over.json")


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_bots_play_by_their_views(title: str, name: str) -> None:
    report = simulate(title, "2022", 3, games=1, seed=5, bot=name, options=["hidden-cash", "hidden-prices"])
    assert report.violations == []
    assert sum(report.ended.values()) == 1


class Noting:
    """Plays like the random bot and keeps what it was given."""

    def __init__(self) -> None:
        self.given: list[tuple[type, str | None, str]] = []

    def choose(self, game: Game, rng: Random) -> AnyAction:
        self.given.append((type(game), getattr(game, "seat", None), game.acting[0]))
        return bot("random").choose(game, rng)


def test_a_bot_gets_no_more_than_its_seat_may_know(title: str) -> None:
    """Every game that the simulation hands to a bot is the view of the seat on turn."""
    noting = Noting()
    play(definition(title, "2022", ["hidden-cash"]), {"Ann": noting, "Bo": noting}, 5, 0)
    assert len(noting.given) > 100
    assert all(kind is View and seat == acting for kind, seat, acting in noting.given)


def test_where_nothing_is_hidden_the_game_is_its_own_view() -> None:
    game = Game("1888", players=PLAYERS)
    assert seen_by(game, "Ann") is game
    assert game.view("Ann").state is game.state


def test_rules_go_by_the_whole_position_and_readers_by_what_the_seat_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer of the rules may hang on cash that the seat does not know; bots and pages get the cut position."""
    game = Game("1890", players=["Ann", "Bo", "Cy"], options=["hidden-cash"], seed=1)
    view = game.view("Ann")
    asked: list[State] = []
    rules = type(game.title.frames[type(game.state.stack[-1])])
    monkeypatch.setattr(rules, "check", lambda self, table, action: asked.append(table.state))
    assert view.why_not(Pass("Ann")) is None
    assert asked == [game.state]
    assert asked[0] is game.state
    assert set(view.table().state.cash) & set(game.players) == {"Ann"}
