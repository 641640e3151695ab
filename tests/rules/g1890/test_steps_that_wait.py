"""Steps that wait for Arima's tile, the duty to own a train at the end of a turn, mergers in a minor's turn."""

from __future__ import annotations

import pytest

from kaiping import phrases
from kaiping.action import BuyPrivate, BuyTrain, Choose, Consent, LayTile, Pass, PlaceToken, RunRoutes
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.stock import StockRound
from kaiping.game import Game
from kaiping.titles.g1890.kinki import Formation
from tests.rules.books import rule_1890
from tests.rules.g1890.money import sale
from tests.rules.g1890.positions import Position, offered, plays, price, refused
from tests.rules.g1890.test_minors_and_kinki import kinki, kinki_ahead, order

ARIMA = LayTile("HS", "D7", "4", 1, private="AR")
MERGE = Choose("Ann", "merger", "merge")


def takarazuka(edition: str, owner: str, *, cash: int = 0, trains: tuple[str, ...] = ("2",)) -> Position:
    """Hanshin has a token in Takarazuka, whose track leads to Arima; Sanyo operates next."""
    position = Position(edition).phase("2").private("AR", owner).company("HS", cash=cash, trains=trains, Ann=50)
    return position.tile("D9", "57", 1).token("HS", "D9").company("SY", par=65, cash=200, trains=("2",), Bo=50)


def step(game: Game) -> tuple[str, str]:
    return order(game)[0], phrases.step_name(game)


# --- steps that wait for Arima's tile -------------------------------------------------------------------


@rule_1890("C.8.1.4", "10.9.7")
def test_the_run_waits_for_the_tile_in_arima(edition: str) -> None:
    """Nothing can be run without it, and the price does not fall before that is given up."""
    game = takarazuka(edition, "HS").operate("HS", "track", after=("SY",), tile_laid=True)
    value = price(game, "HS")
    plays(game, Pass("HS"))
    assert step(game) == ("HS", "run")
    assert list(game.legal_actions())[:1] == [Pass("HS")]
    assert {type(action) for action in game.legal_actions()} == {Pass, LayTile}
    assert price(game, "HS") == value
    idle = plays(game.copy(), Pass("HS"))
    assert price(idle, "HS") < value
    plays(game, ARIMA)
    assert step(game) == ("HS", "run")
    assert refused(game, Pass("HS")).code == "must_run"
    plays(game, offered(game, RunRoutes)[0])
    assert step(game) == ("HS", "dividend")


@rule_1890("10.3.13", "10.9.1", "10.9.7")
def test_the_run_waits_for_arima_to_be_bought(edition: str) -> None:
    """Bo may sell it for 10 to 40."""
    game = takarazuka(edition, "Bo", cash=10).operate("HS", "track", after=("SY",), tile_laid=True)
    plays(game, Pass("HS"))
    assert step(game) == ("HS", "run")
    plays(game, BuyPrivate("HS", "AR", 10), Consent("Bo", agree=True), ARIMA)
    assert offered(game, RunRoutes)
    poor = takarazuka(edition, "Bo", cash=9).operate("HS", "track", after=("SY",), tile_laid=True)
    assert step(plays(poor, Pass("HS")))[1] != "run", "it could not pay for it"


@rule_1890("C.8.4.58", "10.4.2.2")
def test_the_token_step_waits_for_a_tile_that_brings_the_money(edition: str) -> None:
    """Hankyu gets 10 for Arima's tile, and a token costs 40."""
    position = Position(edition).phase("2").private("AR", "HK").company("HK", cash=30, trains=("2",), Ann=50)
    position.tile("E12", "57", 1).tile("E10", "6", 0)
    game = position.operate("HK", "track", tile_laid=True)
    plays(game, Pass("HK"))
    assert step(game) == ("HK", "token")
    plays(game, LayTile("HK", "D7", "4", 1, private="AR"), PlaceToken("HK", "E10"))
    assert game.state.cash["HK"] == 0


@rule_1890("C.8.4.58", "C.8.2.13")
def test_it_waits_for_the_money_for_the_right_to_pass_kobe_too(edition: str) -> None:
    """Hankyu has placed all its tokens; with the 10 for Arima's tile it has the 100 for the right."""
    position = Position(edition).phase("2").private("AR", "HK").company("HK", cash=90, trains=("2",), Ann=50)
    for hex_id in ("E10", "D9", "F11"):
        position.token("HK", hex_id)
    position.private("KR", "Bo").token("KR", "F5")
    game = position.operate("HK", "track", tile_laid=True)
    plays(game, Pass("HK"))
    assert step(game) == ("HK", "token")
    plays(game, LayTile("HK", "D7", "4", 1, private="AR"), Choose("Ann", "station-right", "KR"))
    assert game.state.cash["HK"] == 0


# --- the duty to own a train ----------------------------------------------------------------------------


@rule_1890("12.3.1", "12.3.2")
@pytest.mark.parametrize("at", ["trains", "privates"])
def test_the_duty_to_own_a_train_holds_at_the_end_of_the_turn(edition: str, at: str) -> None:
    """Hanshin has no route until it lays Arima's tile, also after its train step."""
    position = takarazuka(edition, "HS", trains=()).cash(Ann=1000)
    game = plays(position.operate("HS", at, after=("SY",)), ARIMA)
    assert step(game) == ("HS", "trains")
    assert refused(game, Pass("HS")).code == "must_own_train"
    plays(game, next(one for one in offered(game, BuyTrain) if one.source == "bank"))
    assert order(game) == ("SY",)


@rule_1890("12.3.2", "12.3.4")
def test_the_train_step_waits_for_track_that_would_bring_the_duty(edition: str) -> None:
    game = takarazuka(edition, "HS", trains=()).operate("HS", "track", after=("SY",), tile_laid=True)
    plays(game, Pass("HS"))
    assert step(game) == ("HS", "trains")
    plays(game, Pass("HS"))
    assert step(game) == ("HS", "privates"), "the tile may still be laid"
    assert order(plays(game, Pass("HS"))) == ("SY",), "without a route no train is due"


# --- mergers --------------------------------------------------------------------------------------------


@rule_1890("C.8.3.6", "C.8.3.18", "C.8.3.22")
@pytest.mark.parametrize("at", ["track", "run", "trains"])
def test_osaka_electric_may_convert_at_any_point_of_its_turn(edition: str, at: str) -> None:
    position = kinki_ahead().company("HK", Ann=50).train("OE", "2").tile("H15", "57", 1)
    game = position.operate("OE", at, after=("OT", "KA", "HK"))
    assert refused(game, Choose("Bo", "merger", "merge")).code == "declaration_first"
    assert offered(game, Choose) == [MERGE]
    plays(game, MERGE)
    assert isinstance(game.state.stack[-1], Formation)
    plays(game, Choose("Cy", "merger", "later"))
    assert order(game) == ("KN",), "its special turn comes at once"
    outer = game.state.stack[0]
    assert isinstance(outer, OperatingRound)
    assert (outer.order, outer.step) == (("KA", "HK"), -1), "the turn of Osaka Electric is over"


@rule_1890("C.8.3.6", "C.8.3.9", "C.8.3.11")
def test_kanan_may_merge_in_its_turn_once_there_is_kinki(edition: str) -> None:
    position = kinki("2", Ann=30).company("SY", Cy=50)
    position.state.holdings["KA", "KN"] = 10
    position.state.holdings["ipo", "KN"] -= 10
    game = position.minor("KA", "Cy", cash=75).operate("KA", "track", after=("SY",))
    plays(game, Choose("Cy", "merger", "merge"))
    assert game.state.held("Cy", "KN") == 10
    assert game.state.minors["KA"] == "closed"
    early = kinki_ahead().operate("KA", "track", after=("NE",))
    assert refused(early, Choose("Cy", "merger", "merge")).code == "not_in_this_step", "there is no Kinki yet"


@rule_1890("C.8.3.6", "C.8.3.28", "13.2.1")
def test_a_minor_without_money_for_its_train_may_merge_instead(edition: str) -> None:
    """Nara Electric must own a train in phase 4, and neither it nor Bo can pay for one."""
    position = kinki("4", Ann=30).cash(NE=0, Bo=0).tile("I18", "4", 0)
    game = position.operate("NE", "trains", after=("HK",))
    assert refused(game, Pass("NE")).code == "must_own_train"
    plays(game, Choose("Bo", "merger", "merge"))
    assert game.finished is None
    assert game.state.held("Bo", "KN") == 20


@rule_1890("14.10", "14.12", "C.8.3.6")
def test_what_is_sold_for_a_train_of_a_minor_is_spent_on_it(edition: str) -> None:
    position = kinki("4", Ann=30).cash(NE=0, Bo=400).tile("I18", "4", 0).company("SY", Bo=60)
    game = plays(position.operate("NE", "trains", after=("HK",)), sale("Bo", SY=10))
    assert refused(game, Choose("Bo", "merger", "merge")).code == "must_own_train"


@rule_1890("C.8.4.36")
def test_owners_are_asked_also_after_the_last_turn_of_a_round(edition: str) -> None:
    """Nothing in the round is left to wait for, so there is one way to say no."""
    game = kinki_ahead().company("HK", Ann=50).begin_round("HK")
    plays(game, Choose("Ann", "merger", "later"))
    while isinstance(game.state.stack[-1], OperatingRound):
        plays(game, Pass("HK"))
    assert list(game.legal_actions()) == [MERGE, Choose("Ann", "merger", "later")]
    formed = plays(game.copy(), MERGE, Choose("Cy", "merger", "later"))
    assert order(formed) == ("KN",), "it has its special turn before the round is over"
    assert isinstance(plays(game, Choose("Ann", "merger", "later")).state.stack[-1], StockRound)


@rule_1890("C.8.4.36")
def test_who_waits_for_the_next_round_is_not_asked_at_the_end_of_this_one(edition: str) -> None:
    game = kinki_ahead().company("HK", Ann=50).begin_round("HK")
    plays(game, Choose("Ann", "merger", "not-this-round"))
    while isinstance(game.state.stack[-1], OperatingRound):
        plays(game, Pass("HK"))
    assert isinstance(game.state.stack[-1], StockRound)
