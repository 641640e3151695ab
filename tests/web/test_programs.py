"""Programmed actions: they act for their seat, and stop and say so when the situation changes."""

from __future__ import annotations

import json
from random import Random

from kaiping.action import BuyShare, Pass, SellShares, to_json
from kaiping.bots import bot
from kaiping.game import Game
from kaiping.records.native import to_data
from tests.web.server import Visitor, version_in


def bring(visitor: Visitor, game: Game) -> str:
    """A table at a position that was played to elsewhere."""
    answer = visitor.post("/bring", files={"file": ("game.json", json.dumps(to_data(game)).encode())})
    return str(answer.headers["location"])


def stock_round() -> Game:
    """Greedy players until the first stock round in which somebody holds shares."""
    game, chance = Game("1888", players=["Ann", "Bo", "Cy"]), Random(2)
    while game.position()["round"]["kind"] != "stock round" or not game.state.floated:
        game.play(bot("greedy").choose(game, chance))
    return game


def remarks(visitor: Visitor, path: str) -> str:
    return visitor.get(f"{path}chat").text


def test_pass_the_rest_of_the_auction(visitor: Visitor):
    path = visitor.hot_seat()
    for seat in ("Bo", "Cy"):
        answer = visitor.post(f"{path}program", {"kind": "auction", "seat": seat}, htmx=True)
        assert answer.status_code == 200
    version = visitor.version(path)
    answer = visitor.play(path, to_json(Pass("Ann")).decode(), version)
    assert answer.status_code == 200
    game = visitor.game(path)
    assert [to_json(action) for action in game.actions[:3]] == [to_json(Pass(name)) for name in ("Ann", "Bo", "Cy")]
    assert game.acting == ("Ann",)
    # what a program did is taken back together with the action that it followed
    visitor.post(f"{path}undo", {"version": version_in(answer)}, htmx=True)
    assert visitor.game(path).played == 0


def test_the_end_of_the_auction_ends_it(visitor: Visitor):
    game, chance = Game("1888", players=["Ann", "Bo", "Cy"]), Random(2)
    path = visitor.hot_seat()
    visitor.post(f"{path}program", {"kind": "auction", "seat": "Cy"}, htmx=True)
    for _ in range(60):
        visitor.catch_up(path, game)
        if game.position()["round"]["kind"] != "auction" and game.acting == ("Cy",):
            break
        assert game.acting != ("Cy",), "the program passes for Cy"
        visitor.play(path, to_json(bot("greedy").choose(game, chance)).decode(), visitor.version(path))
    assert "Cy&#x27;s program (pass the rest of the auction) has stopped: the round is over" in remarks(visitor, path)


def test_pass_until_something_changes(visitor: Visitor):
    game = stock_round()
    path = bring(visitor, game)
    first = game.acting[0]
    others = [name for name in game.players if name != first]
    for seat in others:
        visitor.post(f"{path}program", {"kind": "pass", "seat": seat}, htmx=True)
    assert visitor.play(path, to_json(Pass(first)).decode(), visitor.version(path)).status_code == 200
    after = visitor.game(path)
    assert [to_json(action) for action in after.actions[game.played : game.played + 3]] == [
        to_json(Pass(name)) for name in (first, *after_of(game, first))
    ]


def after_of(game: Game, name: str) -> list[str]:
    players = list(game.state.players)
    place = players.index(name)
    return players[place + 1 :] + players[:place]


def sale_of_a_shared_company() -> tuple[Game, SellShares, str]:
    """A position in which somebody can sell shares of a company that somebody else holds too."""
    game, chance = Game("1888", players=["Ann", "Bo", "Cy"]), Random(2)
    while game.finished is None:
        if game.position()["round"]["kind"] == "stock round":
            for action in game.legal_actions():
                if isinstance(action, SellShares):
                    for name in after_of(game, action.player):
                        if game.state.held(name, action.company):
                            return game, action, name
        game.play(bot("greedy").choose(game, chance))
    raise AssertionError("nobody could sell in a whole game")


def test_a_fallen_price_stops_it(visitor: Visitor):
    game, sale, holder = sale_of_a_shared_company()
    path = bring(visitor, game)
    visitor.post(f"{path}program", {"kind": "pass", "seat": holder}, htmx=True)
    assert visitor.play(path, to_json(sale).decode(), visitor.version(path)).status_code == 200
    visitor.catch_up(path, game)
    for _ in range(6):
        if game.acting == (holder,):
            break
        visitor.play(path, to_json(Pass(game.acting[0])).decode(), visitor.version(path))
        visitor.catch_up(path, game)
    assert game.acting == (holder,), "the program should not have passed"
    said = remarks(visitor, path)
    assert f"{holder}&#x27;s program (pass until something changes) has stopped: the price of {sale.company}" in said


def test_buy_until_so_much_is_held(visitor: Visitor):
    game = stock_round()
    path = bring(visitor, game)
    name = game.acting[0]
    buy = next(action for action in game.legal_actions() if isinstance(action, BuyShare))
    company, source = buy.company, buy.source
    held = game.state.held(name, company)
    fields = {"kind": "buy", "seat": name, "company": company, "source": source, "percent": held + 10}
    visitor.post(f"{path}program", fields, htmx=True)
    after = visitor.game(path)
    assert after.state.held(name, company) == held + 10
    game = after
    while game.acting != (name,) and game.position()["round"]["kind"] == "stock round":
        visitor.play(path, to_json(Pass(game.acting[0])).decode(), visitor.version(path))
        game = visitor.game(path)
    assert "has stopped" in remarks(visitor, path)


def test_wishes_that_cannot_be(visitor: Visitor):
    path = visitor.hot_seat()
    for fields in (
        {"kind": "fly"},
        {"kind": "buy", "seat": "Ann"},
        {"kind": "buy", "seat": "Ann", "company": "JHR", "source": "moon"},
        {"kind": "buy", "seat": "Ann", "company": "JHR", "source": "ipo", "percent": "many"},
        {"kind": "buy", "seat": "Ann", "company": "JHR", "source": "ipo", "percent": "300"},
    ):
        assert visitor.post(f"{path}program", fields, htmx=True).status_code == 422, fields
    assert visitor.post(f"{path}program", {"kind": "pass", "seat": "Zoe"}, htmx=True).status_code == 403


def test_stopped_by_hand(visitor: Visitor):
    path = visitor.hot_seat()
    visitor.post(f"{path}program", {"kind": "auction", "seat": "Bo"}, htmx=True)
    visitor.post(f"{path}program", {"kind": "stop", "seat": "Bo"}, htmx=True)
    visitor.play(path, to_json(Pass("Ann")).decode(), visitor.version(path))
    assert visitor.game(path).played == 1
