"""Minors at work, Kobe Electric's conversion, and Kinki: formed, joined, and its turn out of order."""

from __future__ import annotations

from typing import Any

import pytest

import kaiping
from kaiping.action import (
    BuyPrivate,
    BuyTrain,
    Choose,
    Consent,
    DiscardTrain,
    Dividend,
    LayTile,
    Pass,
    PlaceToken,
    RunRoutes,
    UsePower,
)
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.shares import certificates
from kaiping.game import Game
from tests.rules.books import rule_1890
from tests.rules.g1890.money import sale
from tests.rules.g1890.positions import Position, events, offered, plays, refused


def kinki_ahead(phase: str = "2", **held: Any) -> Position:
    """All four minors that Kinki is made of are in play: Ann has Osaka Electric, Cy Kanan, Bo the others."""
    position = Position(players=3).company("KN", par=70, floated=False, **held).phase(phase)
    position.minor("OE", "Ann", cash=150).minor("OT", "Bo", cash=45)
    return position.minor("KA", "Cy", cash=75).minor("NE", "Bo", cash=60)


def formed(phase: str = "2", **held: Any) -> Game:
    """Kinki has just been formed of Osaka Electric and Osaka Railway, Kanan staying out."""
    game = kinki_ahead(phase, **held).company("HK", Ann=50).begin_round("HK")
    return plays(game, Choose("Ann", "merger", "merge"), Choose("Cy", "merger", "later"))


def kinki(phase: str, **held: Any) -> Position:
    """Kinki at work, joined by all but Nara Electric, which belongs to Bo."""
    position = Position(players=3).phase(phase)
    for minor in ("OE", "OT", "KA"):
        del position.state.holdings[minor, "KN"]
    position.company("KN", floated=True, operated=False, **held).set(operated=frozenset({"KN"}))
    return position.token("KN", "H13").minor("NE", "Bo", cash=60).company("HK", Ann=50)


def order(game: Game) -> tuple[str, ...]:
    frame = game.state.stack[-1]
    assert isinstance(frame, OperatingRound)
    return frame.order


def pass_special_turn(game: Game) -> None:
    while Pass("KN") in list(game.legal_actions()):
        plays(game, Pass("KN"))


@rule_1890("10.3.9", "10.6.2", "10.6.1.1", "10.6.1.2", "11.3.1.5", "11.3.1.6", "0.12", "VI.8.4.1")
def test_a_minor_pays_half_of_what_it_earns(edition: str) -> None:
    position = Position(edition).minor("OE", "Bo", cash=0, trains=("2",)).tile("H15", "57", 1).cash(Bo=0)
    game = position.operate("OE", "track")
    plays(game, Pass("OE"))
    plays(game, offered(game, RunRoutes)[0])
    assert game.state.revenue["OE"] == 60, "Osaka Higashi 40 and Higashi-Osaka 20"
    assert (game.state.cash["Bo"], game.state.cash["OE"]) == (30, 30)
    withhold = Position(edition).minor("OE", "Bo", trains=("2",)).operate("OE", "dividend", revenue=60)
    assert refused(withhold, Dividend("OE", "withhold")).code == "not_in_this_step", "there is nothing to decide"


@rule_1890("C.8.3.4", "C.8.3.23", "3.9.4", "11.3.1.3")
def test_minors_two_and_three_work_from_one_token(edition: str) -> None:
    position = Position(edition).minor("OE", "Ann").minor("OT", "Bo", cash=0, trains=("2",))
    assert position.state.board.tokens_of("OT") == []
    game = position.operate("OT", "track")
    assert {lay.hex for lay in offered(game, LayTile)} == {"H15"}
    plays(game, LayTile("OT", "H15", "57", 1))
    plays(game, offered(game, RunRoutes)[0])
    assert game.state.revenue["OT"] == 60
    assert (events(game, "half-paid")[0]["owner"], game.state.cash["OT"]) == ("Bo", 30)


@rule_1890("10.3.6", "10.9.9", "11.3.5")
def test_a_minor_places_no_tokens_and_buys_no_privates(edition: str) -> None:
    game = Position(edition).phase("2").minor("OE", "Ann", cash=500).private("AR", "Bo").operate("OE", "track")
    steps = [step.name for step in game.title.frames[OperatingRound].minor_steps]  # type: ignore[attr-defined]
    assert steps == ["track", "run", "dividend", "trains"]
    assert refused(game, BuyPrivate("OE", "AR", 20)).clause == "1890:10.9.9"


@rule_1890("12.1", "12.4.2.1", "12.4.2.2")
def test_a_minor_buys_a_train_of_a_company_that_agrees(edition: str) -> None:
    position = Position(edition).minor("KA", "Ann", cash=100).company("HS", Bo=50, cash=0, trains=("2", "2", "2"))
    game = position.operate("KA", "trains")
    assert refused(game, BuyTrain("KA", "2", "HS", 0)).code == "price_at_least_one"
    plays(game, BuyTrain("KA", "2", "HS", 70))
    assert game.acting == ("Bo",)
    plays(game, Consent("Bo", agree=True))
    assert (game.state.trains["KA"], game.state.cash["HS"]) == (("2",), 70)


@rule_1890("10.1.2", "10.3.1", "1.3.3", "11.3.1.1", "11.3.1.2", "C.8.3.2")
def test_minors_operate_by_number_before_the_companies(edition: str) -> None:
    position = Position(edition).company("HK", par=100, Ann=50).minor("KE", "Ann").minor("OE", "Bo").minor("KA", "Cy")
    game = position.stock()
    for player in ("Ann", "Bo", "Cy"):
        plays(game, Pass(player))
    assert order(game) == ("KA", "OE", "KE", "HK")


@rule_1890("C.8.3.35", "C.8.3.36", "C.8.3.37", "C.8.3.38", "C.8.3.39", "10.4.3", "11.3.1.4")
def test_kobe_electric_becomes_a_private_in_its_turn(edition: str) -> None:
    position = Position(edition).minor("KE", "Ann", cash=90, trains=("2",)).company("HK", Ann=50)
    game = position.operate("KE", "track", after=("HK",))
    bank, before = game.state.bank, certificates(game.table(), "Ann")
    plays(game, UsePower("Ann", "KP"))
    state = game.state
    assert (state.minors["KE"], state.privates["KP"], state.bank) == ("closed", "Ann", bank + 90)
    assert "KE" not in state.trains
    assert state.board.tokens.get(("D5", 0)) is None
    assert certificates(game.table(), "Ann") == before - 1
    assert game.definition.privates["KP"].worth == 0
    assert order(game) == ("HK",)


@rule_1890("C.8.3.35", "A.8.3.2", "D.8.3.2", scenarios="ACD")
def test_kobe_electric_may_still_convert_when_it_has_run_and_can_buy_nothing(edition: str) -> None:
    """At any point of its turn is after its income, too, also where no train is left to decide about."""
    position = Position(edition).phase("3").minor("KE", "Ann", cash=0, trains=("4",)).company("HK", Bo=50)
    game = position.tile("D7", "4", 1).operate("KE", "run", after=("HK",))
    cash = game.state.cash["Ann"]
    plays(game, offered(game, RunRoutes)[0])
    assert (game.acting, offered(game, BuyTrain)) == (("Ann",), [])
    assert game.state.cash["Ann"] == cash + 15, "half of what it has earned is paid before"
    stays = game.copy()
    plays(stays, Pass("KE"))
    assert (stays.state.minors["KE"], order(stays)) == ("Ann", ("HK",))
    plays(game, UsePower("Ann", "KP"))
    assert (game.state.minors["KE"], order(game)) == ("closed", ("HK",))


@rule_1890("C.8.3.35", "VI.10.6.1")
def test_only_its_owner_converts_kobe_electric_and_only_in_its_turn(edition: str) -> None:
    game = Position(edition).minor("KE", "Ann").operate("KE", "track")
    assert refused(game, UsePower("Bo", "KP")).code == "not_your_turn"
    other = Position(edition).minor("KE", "Ann").minor("KA", "Ann").operate("KA", "track")
    assert refused(other, UsePower("Ann", "KP")).code == "no_such_power"


@rule_1890("C.8.3.40")
def test_tanigami_is_free_after_the_conversion(edition: str) -> None:
    position = Position(edition).company("SY", Ann=50, cash=100).tile("F3", "6", 3).tile("E4", "9", 0)
    position.minor("KE", "Bo")
    game = position.operate("KE", "track", after=("SY",))
    plays(game, UsePower("Bo", "KP"), Pass("SY"), PlaceToken("SY", "D5"))
    assert game.state.board.tokens["D5", 0] == ("SY",)


@rule_1890(
    "C.8.3.18",
    "C.8.3.20",
    "C.8.3.21",
    "C.8.3.22",
    "C.8.4.37",
    "C.8.4.40",
    "C.8.4.31",
    "IV.5",
    "VI.3.2.1",
    "7.3.2",
    "8.4.6",
    "10.4.3",
    "C.8.4.30",
)
def test_osaka_electric_turns_into_kinki(edition: str) -> None:
    game = kinki_ahead().train("OE", "3").company("HK", Ann=50).begin_round("HK")
    assert game.acting == ("Ann",)
    plays(game, Choose("Ann", "merger", "merge"), Choose("Cy", "merger", "later"))
    state = game.state
    assert state.minors["OE"] == "closed"
    assert state.presidents["KN"] == "Ann"
    assert state.held("Ann", "KN") == 20
    assert "KN" in state.floated
    assert state.trains["KN"] == ("3",)
    assert ("H13", 0) in state.board.tokens_of("KN")
    assert state.board.tokens_of("OE") == []
    assert state.held("ipo", "KN") == 40
    assert (state.cash["KN"], state.cash["OE"]) == (150 + 45 + 4 * 70, 0), "its 150, Osaka Railway's, the capital"


@rule_1890("C.8.3.24", "C.8.3.25", "C.8.3.26", "C.8.4.38", "C.8.4.41", "C.8.4.30", "8.4.6")
def test_osaka_railway_must_follow_and_kinki_gets_four_times_its_price(edition: str) -> None:
    game = kinki_ahead().train("OT", "3").train("OE", "2").company("HK", Ann=50).begin_round("HK")
    state = plays(game, Choose("Ann", "merger", "merge"), Choose("Cy", "merger", "later")).state
    assert state.minors["OT"] == "closed"
    assert state.held("Bo", "KN") == 10
    assert (state.cash["KN"], state.cash["OT"]) == (150 + 45 + 4 * 70, 0)
    assert sorted(state.trains["KN"]) == ["2", "3"]


@rule_1890("C.8.3.9", "C.8.3.11", "C.8.3.12", "C.8.3.13", "C.8.3.14", "C.8.4.39", "IV.6", "8.4.6", "C.8.4.30")
def test_kanan_may_join_when_kinki_is_formed(edition: str) -> None:
    game = kinki_ahead().train("KA", "2").cash(Cy=0).company("HK", Ann=50).begin_round("HK")
    plays(game, Choose("Ann", "merger", "merge"))
    assert game.acting == ("Cy",)
    plays(game, Choose("Cy", "merger", "merge"))
    state = game.state
    assert (state.held("Cy", "KN"), state.minors["KA"]) == (10, "closed")
    assert state.cash["Cy"] == 37, "half of 75 rounded down; Kinki gets the larger half"
    assert state.cash["KN"] == 150 + 45 + 38 + 4 * 70
    assert state.trains["KN"] == ("2",)
    assert set(state.board.tokens_of("KN")) == {("H13", 0), ("J15", 0)}


@rule_1890("C.8.4.42", "C.8.4.45")
def test_kinki_has_a_turn_at_once_and_none_after_it_in_that_round(edition: str) -> None:
    game = formed()
    assert order(game) == ("KN",)
    assert len([frame for frame in game.state.stack if isinstance(frame, OperatingRound)]) == 2
    pass_special_turn(game)
    plays(game, Choose("Cy", "merger", "not-this-round"))
    assert order(game) == ("HK",)


@rule_1890("C.8.4.42", "10.3.2")
@pytest.mark.parametrize(("cell", "left"), [((2, 4), ("NK", "HK")), ((8, 0), ("NK",))])
def test_sales_for_a_train_in_that_turn_change_the_order_of_the_round(
    edition: str, cell: tuple[int, int], left: tuple[str, ...]
) -> None:
    """Hankyu's turn would be next; Ann sells it for Kinki's train of 230, and it falls below Nankai or closes."""
    position = Position(edition).phase("2.5").company("HK", cell=cell, Ann=50).company("NK", par=75, Cy=60)
    position.company("KN", par=65, floated=True, operated=False, Ann=20).set(operated=frozenset({"HK", "NK", "KN"}))
    position.token("KN", "H13").tile("H15", "57", 1).cash(Ann=60 if len(left) > 1 else 200)
    game = position.operate("KN", "trains", keeps_price=True)
    game.state.stack = (OperatingRound(("HK", "NK")), *game.state.stack)
    plays(game, sale("Ann", HK=30 if len(left) > 1 else 10))
    below = game.state.stack[0]
    assert isinstance(below, OperatingRound)
    assert below.order == left


@rule_1890("C.8.4.43")
def test_the_price_does_not_fall_in_that_turn(edition: str) -> None:
    game = formed()
    cell = game.state.cells["KN"]
    pass_special_turn(game)
    assert game.state.cells["KN"] == cell
    position = kinki_ahead().train("OE", "2").tile("H15", "57", 1).company("HK", Ann=50)
    game = plays(position.begin_round("HK"), Choose("Ann", "merger", "merge"), Choose("Cy", "merger", "later"))
    while not offered(game, RunRoutes):
        plays(game, Pass("KN"))
    cash = game.state.cash["KN"]
    plays(game, offered(game, RunRoutes)[0], Dividend("KN", "withhold"))
    assert (game.state.cash["KN"], game.state.cells["KN"]) == (cash + 60, cell), "nor if it keeps what it earns"


@rule_1890("C.8.4.44")
def test_the_price_rises_if_kinki_pays_in_that_turn(edition: str) -> None:
    position = kinki_ahead().train("OE", "2").tile("H15", "57", 1).company("HK", Ann=50)
    game = plays(position.begin_round("HK"), Choose("Ann", "merger", "merge"), Choose("Cy", "merger", "later"))
    row, column = game.state.cells["KN"]
    while not offered(game, RunRoutes):
        plays(game, Pass("KN"))
    plays(game, offered(game, RunRoutes)[0], Dividend("KN", "pay"))
    assert game.state.cells["KN"] == (row, column + 1)


@rule_1890("C.8.4.36", "C.8.4.35")
def test_declarations_are_made_between_turns(edition: str) -> None:
    position = kinki_ahead().company("HK", Ann=50).company("HS", cash=80, Bo=50)
    game = position.begin_round("HK", "HS")
    assert refused(game, Pass("HK")).code == "declaration_first"
    plays(game, Choose("Ann", "merger", "later"))
    while game.state.stack[-1].__class__ is OperatingRound and order(game)[0] == "HK":
        plays(game, Pass("HK"))
    assert game.acting == ("Ann",)
    plays(game, Choose("Ann", "merger", "not-this-round"))
    assert order(game) == ("HS",)
    assert "KN" not in game.state.floated


@rule_1890("C.8.3.18")
def test_nothing_is_declared_before_phase_two(edition: str) -> None:
    game = kinki_ahead("1.5").company("HK", Ann=50).begin_round("HK")
    assert order(game) == ("HK",)


@rule_1890("C.8.3.19", "IV.8", "5.3", "5.16")
def test_the_first_three_plus_three_forces_the_formation_after_the_turn(edition: str) -> None:
    position = kinki_ahead().company("NK", Bo=50, cash=500).scrap("3", 4)
    game = position.operate("NK", "trains")
    plays(game, BuyTrain("NK", "3+3", "bank", 230))
    assert order(game) == ("NK",), "the buyer goes on with its turn"
    while "KN" not in game.state.floated:
        plays(game, Pass("NK"))
    assert game.acting == ("Cy",), "only Kanan has a choice"
    plays(game, Choose("Cy", "merger", "later"))
    assert order(game) == ("KN",)


@rule_1890("C.8.3.10", "IV.10")
def test_the_first_four_forces_kanan_in(edition: str) -> None:
    position = kinki_ahead("2.5").company("HK", Ann=50)
    position.state.depot.pop("3+3")
    position.state.scrapped["3+3"] = 2
    game = position.begin_round("HK")
    plays(game, Choose("Cy", "merger", "later"))
    while not offered(game, BuyTrain):
        plays(game, Pass("KN"))
    plays(game, BuyTrain("KN", "4", "bank", 300))
    assert (game.state.minors["KA"], game.state.held("Cy", "KN")) == ("closed", 10)


@rule_1890("C.8.3.28", "C.8.3.30", "C.8.3.31", "C.8.3.33", "IV.13", "8.4.6", "C.8.4.30")
def test_nara_electric_joins_with_both_tokens(edition: str) -> None:
    game = kinki("4", Ann=20, Bo=20, Cy=20).train("NE", "3").begin_round("HK")
    plays(game, Choose("Bo", "merger", "merge"))
    state = game.state
    assert state.held("Bo", "KN") == 40
    assert state.presidents["KN"] == "Bo"
    assert (state.cash["KN"], state.trains["KN"]) == (60, ("3",))
    assert set(state.board.tokens_of("KN")) == {("H13", 0), ("B17", 1), ("H19", 0)}
    assert state.free_tokens["KN"] == 2


@rule_1890("C.8.3.32", "10.4.3")
def test_a_token_of_nara_electric_leaves_where_kinki_has_one(edition: str) -> None:
    position = kinki("4", Ann=20, Bo=20, Cy=20).tile("B17", "825", 0).token("KN", "B17")
    game = plays(position.begin_round("HK"), Choose("Bo", "merger", "merge"))
    assert game.state.board.tokens_of("KN") == [("B17", 0), ("H13", 0), ("H19", 0)]
    assert "NE" not in game.state.board.tokens["B17", 0]


def test_tokens_of_nara_electric_follow_in_one_order() -> None:
    """A tile that was laid on the hex of the first does not put it behind the second: a position does not tell."""
    game = kinki("4", Ann=20, Bo=20, Cy=20).tile("B17", "825", 0).begin_round("HK")
    for one in (game, kaiping.from_position(game.position())):
        plays(one, Choose("Bo", "merger", "merge"))
        assert [event["hex"] for event in events(one, "token")] == ["B17", "H19"]


@rule_1890("C.8.3.29", "IV.15")
def test_the_first_six_forces_nara_electric_in(edition: str) -> None:
    game = kinki("5", Ann=20, Bo=20, Cy=20).begin_round("HK")
    assert (game.state.minors["NE"], order(game)) == ("closed", ("HK",))
    position = kinki("4", Ann=20, Bo=20, Cy=20).company("SY", Cy=50, cash=700)
    position.scrap("5", position.state.depot["5"])
    game = plays(position.operate("SY", "trains", ("HK",)), BuyTrain("SY", "6", "bank", 630))
    if game.state.minors["NE"] != "closed":
        plays(game, Pass("SY"))
    assert (game.state.minors["NE"], game.state.held("Bo", "KN"), order(game)) == ("closed", 40, ("HK",))


@rule_1890("6.5.2", "C.8.4.40")
def test_who_holds_most_of_kinki_leads_it(edition: str) -> None:
    game = formed(Bo=30)
    assert game.state.held("Bo", "KN") == 40
    assert game.state.presidents["KN"] == "Bo"
    assert game.acting == ("Bo",)


@rule_1890("C.8.4.47")
@pytest.mark.parametrize(
    ("phase", "closed"),
    [
        ("2", set()),
        ("2.5", {"OE", "OT"}),
        ("3", {"OE", "OT", "KA"}),
        ("4", {"OE", "OT", "KA"}),
        ("5", {"OE", "OT", "KA", "NE"}),
    ],
)
def test_without_kinki_the_minors_close_when_they_would_have_to_merge(
    edition: str, phase: str, closed: set[str]
) -> None:
    """Nor is anybody asked before."""
    position = kinki_ahead(phase).set(closed_companies=frozenset({"KN"}))
    state = position.state
    for owner, company in [key for key in state.holdings if key[1] == "KN"]:
        del state.holdings[owner, company]
    cell = state.cells.pop("KN")
    del state.market[cell], state.par["KN"]
    game = position.company("HK", Ann=50).begin_round("HK")
    assert {minor for minor, owner in game.state.minors.items() if owner == "closed"} == closed | {"KE"}
    assert order(game) == ("HK",)
    assert (game.state.board.tokens_of("OE") == []) == ("OE" in closed)
    assert game.state.cash["Ann"] == 840, "the owner gets nothing"


@rule_1890("12.2.2", "12.2.3")
def test_the_train_limit_holds_for_the_trains_of_a_merger(edition: str) -> None:
    position = kinki_ahead().company("HK", Ann=50)
    for minor in ("OE", "OT", "KA"):
        position.train(minor, "3")
    position.train("OE", "2").train("OT", "2")
    game = plays(position.begin_round("HK"), Choose("Ann", "merger", "merge"), Choose("Cy", "merger", "merge"))
    assert set(offered(game, DiscardTrain)) == {DiscardTrain("KN", "3"), DiscardTrain("KN", "2")}
    plays(game, DiscardTrain("KN", "2"))
    assert game.state.trains["pool"] == ("2",)
    assert order(game) == ("KN",)
