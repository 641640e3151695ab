"""Programmed actions: they act for their seat, and stop and say so when the situation changes."""

from __future__ import annotations

import json
import re
import time
from html import escape
from random import Random

import pytest

from kaiping.action import BuyShare, Pass, SellShares, to_json
from kaiping.bots import bot
from kaiping.game import Game
from kaiping.records.native import to_data
from tests.bots.greedy_0 import BOT as GREEDY_0
from tests.web.server import Visitor, version_in


def bring(visitor: Visitor, game: Game) -> str:
    """A table at a position that was played to elsewhere."""
    answer = visitor.post("/bring", files={"file": ("game.json", json.dumps(to_data(game)).encode())})
    return str(answer.headers["location"])


def stock_round() -> Game:
    """Greedy players until the first stock round in which somebody holds shares."""
    game, chance = Game("1888", players=["Ann", "Bo", "Cy"]), Random(2)
    while game.position()["round"]["kind"] != "stock round" or not game.state.floated:
        game.play(GREEDY_0.choose(game, chance))
    return game


def told(visitor: Visitor, path: str) -> str:
    """What the page tells the owners of programs."""
    return visitor.get(f"{path}body").text


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
        visitor.play(path, to_json(GREEDY_0.choose(game, chance)).decode(), visitor.version(path))
    assert "Cy's program (pass the rest of the auction) has stopped: the round is over" in told(visitor, path)
    assert "has stopped" not in visitor.get(f"{path}chat").text, "that is nobody else's business"


def test_the_page_says_what_ends_a_program(visitor: Visitor):
    """By the word of the title for who leads a company; who waits is told who is asked."""
    page = " ".join(told(visitor, bring(visitor, stock_round())).split())
    assert "ends when a company is started, when a company whose shares you hold gets another director" in page
    assert "bids change nothing" in page
    assert "Buying ends, too" in page
    assert "Buying ends, too" not in told(visitor, visitor.hot_seat())
    assert "president or another price" in told(visitor, visitor.hot_seat(title="1890:C"))


def test_who_waits_is_told_who_is_asked(visitor: Visitor):
    path = visitor.hot_seat()
    assert "is asked:" not in told(visitor, path)
    watch = re.search(r"/watch/[\w/-]+", visitor.get(path).text)
    assert watch
    onlooker = Visitor(visitor.url)
    address = onlooker.get(watch[0]).headers.get("location", watch[0])
    assert "Ann is asked: Buy what is next for sale" in " ".join(onlooker.get(address).text.split())


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
        game.play(GREEDY_0.choose(game, chance))
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
    said = told(visitor, path)
    assert f"{holder}'s program (pass until something changes) has stopped: the price of {sale.company}" in said


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
    assert "has stopped" in told(visitor, path)


def buying(visitor: Visitor, game: Game, company: str, **wish: object) -> tuple[Game, str]:
    """Let the player on turn buy a company's shares by a program while the others pass; what came of it."""
    path = bring(visitor, game)
    name = game.acting[0]
    for other in game.players:
        if other != name:
            visitor.post(f"{path}program", {"kind": "round", "seat": other}, htmx=True)
    fields = {"kind": "buy", "seat": name, "company": company, "source": "ipo", **wish}
    answer = visitor.post(f"{path}program", fields, htmx=True)
    assert answer.status_code == 200, answer.text
    for _ in range(100):  # bots and programs that take longer go on in the background
        said = told(visitor, path)
        if f"{name}&#x27;s program (buy" in said:
            break
        time.sleep(0.1)
    return visitor.game(path), said


def unfloated() -> tuple[Game, str]:
    """A stock round in which a company is started but not floated."""
    for seed in range(40):
        game, chance = Game("1880", players=["Ann", "Bo", "Cy"]), Random(seed)
        while game.finished is None and game.played < 120:
            if game.position()["round"]["kind"] == "stock round":
                for action in game.legal_actions():
                    if isinstance(action, BuyShare) and action.company not in game.state.floated:
                        return game, action.company
            game.play(bot("random").choose(game, chance))
    raise AssertionError("no game has such a position")


@pytest.mark.slow
def test_buy_until_it_is_floated(visitor: Visitor):
    game, company = unfloated()
    name = game.acting[0]
    after, said = buying(visitor, game, company, until="floated")
    bought = [one for one in after.actions[game.played :] if isinstance(one, BuyShare)]
    assert bought
    assert {(one.player, one.company) for one in bought} == {(name, company)}
    assert company in after.state.floated
    assert f"until it is floated) has stopped: {company} is floated" in said


@pytest.mark.slow
def test_buy_while_it_costs_no_more(visitor: Visitor):
    game, company = unfloated()
    price = game.position()["price"][company]
    after, said = buying(visitor, game, company, until="price", figure=price - 1)
    assert after.played == game.played
    assert f"while a share costs no more than {price - 1}) has stopped: a share of {company} costs {price}" in said
    after, _said = buying(visitor, game, company, until="price", figure=price)
    assert isinstance(after.actions[game.played], BuyShare)


@pytest.mark.slow
def test_buy_until_it_is_led(visitor: Visitor):
    game, chance = Game("1888", players=["Ann", "Bo", "Cy"]), Random(2)
    while game.finished is None:
        options = [one for one in game.legal_actions() if isinstance(one, BuyShare) and one.source == "ipo"]
        led = [one for one in options if game.state.presidents[one.company] == one.player]
        if led:
            break
        game.play(GREEDY_0.choose(game, chance))
    after, said = buying(visitor, game, led[0].company, until="president")
    assert after.played == game.played
    assert f"until it is led) has stopped: {led[0].company} is led by {led[0].player}" in said


def test_wishes_that_cannot_be(visitor: Visitor):
    path = visitor.hot_seat()
    for fields in (
        {"kind": "fly"},
        {"kind": "buy", "seat": "Ann"},
        {"kind": "buy", "seat": "Ann", "company": "JHR", "source": "moon"},
        {"kind": "buy", "seat": "Ann", "company": "JHR", "source": "ipo", "percent": "many"},
        {"kind": "buy", "seat": "Ann", "company": "JHR", "source": "ipo", "percent": "300"},
        {"kind": "buy", "seat": "Ann", "company": "JHR", "source": "ipo", "until": "doomsday"},
        {"kind": "buy", "seat": "Ann", "company": "JHR", "source": "ipo", "until": "price"},
    ):
        assert visitor.post(f"{path}program", fields, htmx=True).status_code == 422, fields
    assert visitor.post(f"{path}program", {"kind": "pass", "seat": "Zoe"}, htmx=True).status_code == 403


def test_stopped_by_hand(visitor: Visitor):
    path = visitor.hot_seat()
    visitor.post(f"{path}program", {"kind": "auction", "seat": "Bo"}, htmx=True)
    visitor.post(f"{path}program", {"kind": "stop", "seat": "Bo"}, htmx=True)
    visitor.play(path, to_json(Pass("Ann")).decode(), visitor.version(path))
    assert visitor.game(path).played == 1


def test_everything_of_the_next_turn_is_offered_beforehand(visitor: Visitor):
    """Buying, selling, starting and passing, as on the turn itself."""
    game = stock_round()
    path = bring(visitor, game)
    ahead, others = game, list[str]()
    while len(others) < 1:
        others.append(ahead.acting[0])
        ahead = ahead.after(Pass(ahead.acting[0])).game
    (seat,) = ahead.acting
    offered = visitor.get(f"{path}part", name="premove", seat=seat).text
    for action in ahead.legal_actions():
        kind = type(action).__name__
        assert kind in ("Par", "BuyShare", "SellShares", "Pass", "ExchangePrivate")
        if kind != "SellShares":
            assert escape(to_json(action).decode()) in offered
    assert "It is your turn now" in visitor.get(f"{path}part", name="premove", seat=others[0]).text
    assert visitor.get(f"{path}part", name="premove", seat="Nobody").status_code == 400
    bought = next(action for action in ahead.legal_actions() if isinstance(action, BuyShare))
    wish = {"kind": "action", "seat": seat, "action": to_json(bought).decode()}
    told = visitor.post(f"{path}program", wish, htmx=True).text
    assert f"buy a share of {bought.company} from the {bought.source}" in told
    visitor.play(path, to_json(Pass(others[0])).decode(), visitor.version(path))
    assert visitor.game(path).actions[-1] == bought
