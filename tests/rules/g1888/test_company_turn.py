"""A company's turn step by step, and its home station (2022 VIII.3.1 and VIII.3.2, 2021 VII.3.1 and VII.3.2)."""

from __future__ import annotations

import pytest

from kaiping.action import AnyAction, BuyPrivate, BuyTrain, Dividend, LayTile, Pass, PlaceToken
from kaiping.game import Game
from tests.rules.books import clause_in, rule_1888
from tests.rules.g1888.positions import Position, offered, plays, refused
from tests.rules.g1888.rounds import end_turn, happened, opening, operating, step
from tests.rules.g1888.tracks import run

#: the steps of a turn in the order of the book, after the home station, each with what JHR does in it
TURN: dict[str, AnyAction] = {
    "track": LayTile("JHR", "D10", "6", 2),
    "token": PlaceToken("JHR", "D10"),
    "run": run("JHR", t2="C9.1 D10.0"),
    "dividend": Dividend("JHR", "pay"),
    "trains": BuyTrain("JHR", "2", "bank", 80),
}
STEPS = ("track", "token", "run", "dividend", "trains", "privates")

#: where each company is at home, by the table of companies
HOMES = {
    "JHR": ("C9", 1),
    "SSL": ("B18", 0),
    "CDL": ("A19", 0),
    "HJR": ("F6", 0),
    "TJL": ("E3", 0),
    "LYR": ("F16", 0),
    "JZR": ("C9", 0),
    "ZDR": ("G11", 0),
}


def first_turn(edition: str) -> Game:
    """JHR's first turn: money for everything, and a train so that it can run; CDL follows."""
    position = opening(edition).company("JHR", cash=1000, trains=("2",), operated=False, Ann=60)
    return position.company("CDL", trains=("2",), Bo=60).begin_round("JHR", "CDL")


def in_step(edition: str, name: str, phase: str = "3") -> Game:
    """JHR in a step of its turn in which there is something to decide; Ann, its director, has the privates."""
    position = opening(edition, phase).company("JHR", cash=1000, trains=(phase,), Ann=60).tile("D10", "6", 2)
    for private in position.definition.privates:
        position.private(private, "Ann")
    return position.operate("JHR", name, revenue=50 if name == "dividend" else 0)


# --- the order of actions ------------------------------------------------------------------------------------


@rule_1888("VIII.3.1.1", "VIII.3.1.2")
def test_the_actions_of_a_turn_come_in_their_order(edition: str) -> None:
    """In each step the actions of all other steps are refused; the home station comes first of all."""
    game = first_turn(edition)
    assert game.state.board.tokens_of("JHR") == [("C9", 1)]
    for now, action in TURN.items():
        assert step(game) == now
        for other, early_or_late in TURN.items():
            if other != now:
                reason = refused(game, early_or_late)
                assert reason.code == "not_in_this_step"
                assert reason.clause == clause_in(edition, "VIII.3.1.1")
        plays(game, action)
    end_turn(game)
    assert operating(game).company == "CDL"
    kinds = ("home-token", "tile", "token", "run", "paid", "train")
    assert happened(game, *kinds) == list(kinds[1:])  # the home station was placed as the round began


@rule_1888("VIII.3.1.2", "VIII.3.2.1", "VIII.3.5.6")
@pytest.mark.parametrize("company", HOMES)
def test_the_home_station_comes_at_the_start_of_the_first_turn(edition: str, company: str) -> None:
    """It is not left to choice: it lies there before anything is decided, and not before the company's turn."""
    other = "LYR" if company != "LYR" else "SSL"
    position = opening(edition).company(other, cash=50, trains=("2",), Bo=60)
    position.company(company, cash=800, operated=False, Ann=60)
    game = position.begin_round(other, company)
    assert game.state.board.tokens_of(company) == []
    assert game.state.board.reserved[HOMES[company]] == (company,)
    end_turn(game)
    assert operating(game).company == company
    assert step(game) == "track"
    assert game.state.board.tokens_of(company) == [HOMES[company]]


@rule_1888("VIII.3.2.2", "VIII.3.5.7")
def test_the_home_station_is_free(edition: str) -> None:
    for cash in (0, 800):
        game = opening(edition).company("JHR", cash=cash, operated=False, Ann=60).begin_round("JHR")
        assert game.state.board.tokens_of("JHR") == [("C9", 1)]
        assert game.state.cash["JHR"] == cash


@rule_1888("VIII.3.2.1", "VIII.3.5.6")
@pytest.mark.parametrize(
    ("company", "tile", "rotation", "stop"),
    [("HJR", None, 0, 0), ("HJR", "57", 0, 0), ("HJR", "14", 0, 0), ("SSL", None, 0, 0), ("SSL", "8858", 0, 1)],
)
def test_the_home_station_needs_no_tile(edition: str, company: str, tile: str | None, rotation: int, stop: int) -> None:
    """On the empty hex, on printed track, on a yellow or a green tile laid by others.

    On the green tile of Shenyang the city that keeps the printed exit to the west is the second.
    """
    position = opening(edition, "3").company(company, cash=100, operated=False, Ann=60)
    home = HOMES[company][0]
    if tile is not None:
        position.tile(home, tile, rotation)
    assert position.begin_round(company).state.board.tokens_of(company) == [(home, stop)]


@rule_1888("VIII.3.1.2", "VIII.3.2.1")
def test_only_the_first_turn_brings_the_home_station(edition: str) -> None:
    position = opening(edition).company("JHR", trains=("2",), operated=False, Ann=60).set(set_rounds=2)
    game = end_turn(position.begin_round("JHR"))
    assert (operating(game).company, game.state.round) == ("JHR", 2)
    assert game.state.board.tokens_of("JHR") == [("C9", 1)]


# --- what is optional and what is not --------------------------------------------------------------------------


@rule_1888("VIII.3.1.3", "VIII.3.1.5")
def test_track_and_station_are_optional(edition: str) -> None:
    game = plays(in_step(edition, "track"), Pass("JHR"))
    assert step(game) == "token"
    plays(game, Pass("JHR"))
    assert step(game) == "run"
    assert game.state.board.tokens_of("JHR") == [("C9", 1)]
    assert set(game.state.board.tiles) == {"D10"}


@rule_1888("VIII.3.1.3", "VIII.3.1.4", "VIII.3.3.6", "VIII.3.4.1")
@pytest.mark.parametrize("first", ["yellow tile", "upgrade of a tile", "upgrade of a printed hex"])
def test_one_tile_or_one_upgrade_in_a_turn(edition: str, first: str) -> None:
    """JHR may lay a yellow tile at Tangshan, upgrade Tianjin, or upgrade the printed hex of Beijing: one of them."""
    builds = {
        "yellow tile": LayTile("JHR", "D12", "58", 1),
        "upgrade of a tile": LayTile("JHR", "D10", "15", 1),
        "upgrade of a printed hex": LayTile("JHR", "C9", "L42", 0),
    }
    game = in_step(edition, "track")
    assert set(builds.values()) <= set(offered(game, LayTile))
    plays(game, builds[first])
    for action in (*builds.values(), LayTile("JHR", "C11", "7", 0)):
        assert refused(game, action).code == "not_in_this_step"
    assert not [lay for lay in offered(game, LayTile) if lay.private is None]


@rule_1888("VIII.3.1.5")
def test_one_station_in_a_turn(edition: str) -> None:
    position = opening(edition, "3").company("JHR", cash=1000, trains=("3",), Ann=60)
    game = position.tile("D10", "6", 2).tile("D12", "58", 1).tile("C13", "6", 0).operate("JHR", "token")
    assert offered(game, PlaceToken) == [PlaceToken("JHR", "C13"), PlaceToken("JHR", "D10")]
    plays(game, PlaceToken("JHR", "D10"))
    assert game.state.cash["JHR"] == 960
    assert refused(game, PlaceToken("JHR", "C13")).code == "not_in_this_step"


@rule_1888("VIII.3.1.6")
def test_running_is_compulsory(edition: str) -> None:
    game = in_step(edition, "run")
    reason = refused(game, Pass("JHR"))
    assert reason.code == "must_run"
    assert reason.clause == clause_in(edition, "VIII.3.1.6")
    reason = refused(game, run("JHR"))
    assert (reason.code, reason.clause) == ("must_run", clause_in(edition, "VIII.3.1.6"))
    plays(game, run("JHR", t3="C9.1 D10.0"))


@rule_1888("VIII.3.1.7")
def test_what_becomes_of_the_income_is_to_be_decided(edition: str) -> None:
    game = plays(in_step(edition, "run"), run("JHR", t3="C9.1 D10.0"))
    reason = refused(game, Pass("JHR"))
    assert reason.code == "must_decide_dividend"
    assert reason.clause == clause_in(edition, "VIII.3.1.7")
    assert offered(game, Dividend) == [Dividend("JHR", "pay"), Dividend("JHR", "withhold")]
    plays(game, Dividend("JHR", "withhold"))
    assert game.state.cash["JHR"] == 1000 + 30 + 20


@rule_1888("VIII.3.1.8")
def test_a_company_with_a_train_need_not_buy_one(edition: str) -> None:
    game = in_step(edition, "trains")
    assert BuyTrain("JHR", "3", "bank", 180) in offered(game, BuyTrain)
    plays(game, Pass("JHR"))


@rule_1888("VIII.3.1.8")
def test_a_company_without_a_train_must_buy_one(edition: str) -> None:
    game = opening(edition).company("JHR", cash=100, Ann=60).operate("JHR", "trains")
    assert refused(game, Pass("JHR")).code == "must_own_train"
    plays(game, BuyTrain("JHR", "2", "bank", 80))


# --- privates ------------------------------------------------------------------------------------------------


@rule_1888("VIII.3.1.9", in_2021=["VII.3.1.9"])
@pytest.mark.parametrize("name", STEPS)
def test_privates_are_bought_at_any_point_of_the_turn(edition: str, name: str) -> None:
    """The company goes on in the step in which it was."""
    game = in_step(edition, name)
    assert BuyPrivate("JHR", "KT", 25) in game.legal_actions()
    plays(game, BuyPrivate("JHR", "KT", 25), BuyPrivate("JHR", "TA", 50))
    assert (game.state.privates["KT"], game.state.privates["TA"]) == ("JHR", "JHR")
    assert game.state.cash["JHR"] == 1000 - 75
    assert (operating(game).company, step(game)) == ("JHR", name)


@rule_1888("VIII.3.1.9", in_2021=["IV.3.1.4"])
@pytest.mark.parametrize("name", STEPS)
def test_no_private_is_bought_before_phase_3(edition: str, name: str) -> None:
    game = in_step(edition, name, phase="2")
    reason = refused(game, BuyPrivate("JHR", "KT", 25))
    assert reason.code == "private_sale_not_yet"
    assert reason.clause == clause_in(edition, "IV.3.1.4")


@rule_1888("VIII.3.1.9", in_2021=["VII.3.1.9"])
def test_privates_are_bought_only_by_the_company_on_turn_and_only_from_players(edition: str) -> None:
    position = opening(edition, "3").company("JHR", cash=100, trains=("3",), Ann=60)
    position.company("CDL", cash=100, trains=("3",), Bo=60).private("KT", "Bo").private("TA", "CDL")
    game = position.operate("JHR", after=("CDL",))
    assert refused(game, BuyPrivate("CDL", "KT", 25)).code == "not_your_turn"
    assert refused(game, BuyPrivate("JHR", "TA", 50)).code == "private_not_with_player"


def with_powers(edition: str, owner: str, name: str) -> Game:
    position: Position = opening(edition, "3").company("JHR", cash=1000, trains=("3",), Ann=60)
    position.tile("D10", "6", 2).private("TA", owner).private("HS", owner)
    return position.operate("JHR", name, revenue=50 if name == "dividend" else 0)


@rule_1888("VIII.3.1.10")
@pytest.mark.parametrize("name", STEPS)
def test_powers_are_used_at_any_point_of_the_turn(edition: str, name: str) -> None:
    """Terracotta Army's red tile and Heng Shan's mountain, both in one turn, besides the step that is on."""
    game = with_powers(edition, "JHR", name)
    red, mountain = LayTile("JHR", "H2", "L39", 5, "TA"), LayTile("JHR", "C5", "L41", 0, "HS")
    plays(game, red)
    assert (operating(game).company, step(game)) == ("JHR", name)
    plays(game, mountain)
    assert game.state.board.tiles["H2"] == ("L39", 5)
    assert game.state.board.tiles["C5"] == ("L41", 0)


@rule_1888("VIII.3.1.10")
@pytest.mark.parametrize("owner", ["Ann", "CDL"])
def test_powers_are_those_of_privates_that_the_company_owns(edition: str, owner: str) -> None:
    """A private of its director, or of another company, is of no use to it."""
    position = opening(edition, "3").company("JHR", cash=1000, trains=("3",), Ann=60)
    game = position.company("CDL", trains=("3",), Bo=60).private("TA", owner).operate("JHR", after=("CDL",))
    action = LayTile("JHR", "H2", "L39", 5, "TA")
    reason = refused(game, action)
    assert reason.code == "not_owner_of_private"
    assert reason.clause == clause_in(edition, "VIII.3.1.10")
    assert refused(game, LayTile(owner, "H2", "L39", 5, "TA")).code == "not_your_turn"
