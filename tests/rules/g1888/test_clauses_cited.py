"""Refusals cite the sentence that forbids: each of these once named another one."""

from __future__ import annotations

import pytest

from kaiping.action import Bid, BuyPrivate, BuyTrain, DiscardTrain, ExchangePrivate, LayTile, Pass
from tests.rules.books import rule_1888
from tests.rules.g1888.auctions import all_pass, auction
from tests.rules.g1888.positions import Position, plays, refused
from tests.rules.g1888.trains import on_top


def ids(edition: str, new: str, old: str) -> str:
    return {"2022": f"1888-2022:{new}", "2021": f"1888-2021:{old}"}[edition]


# --- the auction ---------------------------------------------------------------------------------------------------


@rule_1888("VI.14", "VI.16", "VI.18")
def test_in_a_contest_turns_and_raises_have_their_own_clauses(edition: str) -> None:
    game = plays(auction(edition, 4), Pass("Ann"), Bid("Bo", "TA", 55), Bid("Cy", "TA", 60), Pass("Di"))
    plays(game, Bid("Ann", "KT", 25))
    assert game.acting == ("Bo",)
    assert refused(game, Bid("Cy", "TA", 65)).clause == ids(edition, "VI.16", "VI.3.16")
    assert refused(game, Bid("Di", "TA", 65)).clause == ids(edition, "VI.14", "VI.3.14")
    assert refused(game, Bid("Bo", "TA", 64)).clause == ids(edition, "VI.18", "VI.3.18")


@rule_1888("VI.26", in_2021=("VI.3.26",))
def test_the_lower_price_of_the_tramway_is_that_of_its_own_clause(edition: str) -> None:
    reason = refused(all_pass(auction(edition, 3)), Bid("Ann", "KT", 25))
    assert (reason.code, reason.clause) == ("asking_price", ids(edition, "VI.26", "VI.3.26"))


@rule_1888("VI.8")
def test_money_in_other_bids_is_another_matter_than_money_one_does_not_have(edition: str) -> None:
    game = auction(edition, 3)
    assert refused(game, Bid("Ann", "FC", 801)).clause == ids(edition, "VI.7", "VI.3.7")
    plays(game, Bid("Ann", "FC", 700), Pass("Bo"), Pass("Cy"))
    assert refused(game, Bid("Ann", "CW", 105)).clause == ids(edition, "VI.8", "VI.3.8")


# --- track -----------------------------------------------------------------------------------------------------------


@rule_1888("IV.1.10", "VIII.3.3.24", in_2021=("VII.3.3.24", "VII.3.3.7"))
def test_track_towards_the_sea_grey_and_red(edition: str) -> None:
    """D12 has the sea to the east, C19 a grey hex without track on that side, B2 red Baotou, whose track is elsewhere.

    The 2021 book names grey only: on a red hex no more track is there than its arrows show.
    """
    game = Position(edition).phase("2").company("JHR", cash=100, Ann=60).operate("JHR")
    for lay, new, old in (
        (LayTile("JHR", "D12", "4", 1), "IV.1.10", "IV.1.10"),
        (LayTile("JHR", "C19", "9", 1), "VIII.3.3.24", "VII.3.3.24"),
        (LayTile("JHR", "B2", "3", 3), "VIII.3.3.24", "VII.3.3.7"),
    ):
        reason = refused(game, lay)
        assert (reason.code, reason.clause) == ("track_to_closed_hex", ids(edition, new, old))


@rule_1888("VIII.3.4.21", "VIII.3.4.20")
def test_a_marked_tile_on_an_unmarked_hex_and_the_other_way_round(edition: str) -> None:
    position = Position(edition).phase("3").company("JHR", cash=100, Ann=60).tile("D10", "6", 2)
    game = position.operate("JHR")
    reason = refused(game, LayTile("JHR", "D10", "8858", 0))
    assert (reason.code, reason.clause) == ("wrong_label", ids(edition, "VIII.3.4.21", "VII.3.4.21"))
    reason = refused(game, LayTile("JHR", "C9", "14", 0))
    assert (reason.code, reason.clause) == ("wrong_label", ids(edition, "VIII.3.4.20", "VII.3.4.20"))


@rule_1888("VIII.3.4.18", "VIII.3.4.11", "VIII.3.4.8")
def test_first_tiles_of_marked_hexes_and_plain_track(edition: str) -> None:
    """Beijing takes green first; plain track stays plain; green Beijing is an upgrade for who is not connected, too."""
    position = Position(edition).phase("5").company("JHR", cash=100, Ann=60).company("LYR", cash=100, Bo=60)
    position.tile("D10", "6", 2).tile("C11", "8", 4)
    game = position.operate("JHR")
    reason = refused(game, LayTile("JHR", "C9", "8892", 0))
    assert (reason.code, reason.clause) == ("wrong_color", ids(edition, "VIII.3.4.18", "VII.3.4.18"))
    reason = refused(game, LayTile("JHR", "C11", "15", 0))
    assert (reason.code, reason.clause) == ("wrong_stops", ids(edition, "VIII.3.4.11", "VII.3.4.11"))
    reason = refused(position.operate("LYR"), LayTile("LYR", "C9", "L42", 0))
    assert (reason.code, reason.clause) == ("not_connected", ids(edition, "VIII.3.4.8", "VII.3.4.8"))


# --- powers ----------------------------------------------------------------------------------------------------------


@rule_1888("IV.3.1.32", "IV.3.1.23", "IV.3.1.39")
def test_each_power_is_bound_by_its_own_clause(edition: str) -> None:
    position = Position(edition).phase("3").company("LYR", cash=0, Ann=60)
    for private in ("HS", "CW", "YRF"):
        position.private(private, "LYR")
    game = position.operate("LYR")
    for private, new, old in (
        ("HS", "IV.3.1.23", "IV.3.1.24"),
        ("CW", "IV.3.1.32", "IV.3.1.31"),
        ("YRF", "IV.3.1.39", "IV.3.1.37"),
    ):
        reason = refused(game, LayTile("LYR", "D8", "9", 0, private=private))
        assert (reason.code, reason.clause) == ("not_for_this_power", ids(edition, new, old))
    position.set(powers_used=frozenset({"HS", "CW", "YRF"}))
    reason = refused(position.operate("LYR"), LayTile("LYR", "C5", "L41", 1, private="HS"))
    assert (reason.code, reason.clause) == ("power_used", ids(edition, "IV.3.1.23", "IV.3.1.24"))


@rule_1888("IV.3.1.45", "IV.3.1.48")
def test_the_forbidden_city_of_somebody_else(edition: str) -> None:
    """Another player's is not one's own to close; a company's has lost the ability."""
    exchange = ExchangePrivate("Ann", "FC", "JZR", "ipo")
    position = Position(edition).phase("3").company("JZR", Bo=60)
    reason = refused(position.private("FC", "Bo").stock("Ann"), exchange)
    assert (reason.code, reason.clause) == ("not_owner_of_private", ids(edition, "IV.3.1.45", "IV.3.1.41"))
    reason = refused(position.private("FC", "JZR").stock("Ann"), exchange)
    assert (reason.code, reason.clause) == ("not_owner_of_private", ids(edition, "IV.3.1.48", "IV.3.1.44"))


# --- privates and trains ---------------------------------------------------------------------------------------------


@pytest.mark.clause("1888-2021:VII.3.1.9")
def test_in_2021_a_private_is_bought_for_something() -> None:
    """The book has no range; to buy is to pay at least 1."""
    game = Position("2021").phase("3").private("KT", "Ann").company("JHR", cash=100, Ann=60).operate("JHR")
    reason = refused(game, BuyPrivate("JHR", "KT", 0))
    assert (reason.code, reason.clause) == ("private_price_one", "1888-2021:VII.3.1.9")
    assert "any" not in str(reason)
    plays(game, BuyPrivate("JHR", "KT", 1))


@rule_1888("VIII.3.1.9")
def test_an_open_offer_for_a_private_is_none_for_a_train(edition: str) -> None:
    for offer, new, old in (
        (BuyPrivate("JHR", "KT", 20), "VIII.3.1.9", "VII.3.1.9"),
        (BuyTrain("JHR", "3", "SSL", 20), "VIII.3.8.20", "VII.3.8.28"),
    ):
        position = Position(edition).phase("3").private("KT", "Bo").company("JHR", cash=100, Ann=60, trains=("3",))
        game = plays(position.company("SSL", Bo=60, trains=("3",)).operate("JHR", "trains"), offer)
        reason = refused(game, Pass("JHR"))
        assert (reason.code, reason.clause) == ("answer_first", ids(edition, new, old))


@rule_1888("VIII.3.9.5", "VIII.3.9.3")
def test_a_train_that_the_treasury_cannot_pay(edition: str) -> None:
    """Who owns one has no help from its director; who owns none has it for trains of the bank and the pool only."""
    position = on_top(Position(edition).company("JHR", cash=50, Ann=60).company("SSL", Bo=60, trains=("3",)), "4")
    reason = refused(position.operate("JHR", "trains"), BuyTrain("JHR", "3", "SSL", 51))
    assert (reason.code, reason.clause) == ("cash_for_train", ids(edition, "VIII.3.9.3", "VII.3.9.3"))
    reason = refused(position.train("JHR", "3").operate("JHR", "trains"), BuyTrain("JHR", "3", "SSL", 51))
    assert (reason.code, reason.clause) == ("cash_for_train", ids(edition, "VIII.3.9.5", "VII.3.9.5"))
    reason = refused(position.operate("JHR", "trains"), BuyTrain("JHR", "4", "bank", 300))
    assert (reason.code, reason.clause) == ("cash_for_train", ids(edition, "VIII.3.9.5", "VII.3.9.5"))


@rule_1888("VIII.3.8.9", "VIII.3.8.10", in_2021=("VII.3.8.15", "VII.3.8.16"))
def test_a_trade_in_and_what_the_log_says_of_it(edition: str) -> None:
    position = on_top(Position(edition).company("JHR", cash=900, Ann=60, trains=("5",)), "D")
    game = position.operate("JHR", "trains")
    reason = refused(game, BuyTrain("JHR", "D", "bank", 900, "5"))
    assert (reason.code, reason.clause) == ("train_price", ids(edition, "VIII.3.8.9", "VII.3.8.15"))
    reason = refused(game, BuyTrain("JHR", "D", "bank", 700, "6"))
    assert (reason.code, reason.clause) == ("no_such_train", ids(edition, "VIII.3.8.10", "VII.3.8.16"))
    plays(game, BuyTrain("JHR", "D", "bank", 700, "5"))
    money = game.definition.money(700)
    assert f"JHR buys a D-train from the bank for {money} and a 5-train" in game.log()
    whole = on_top(Position(edition).company("JHR", cash=900, Ann=60), "D").operate("JHR", "trains")
    plays(whole, BuyTrain("JHR", "D", "bank", 900))
    assert f"JHR buys a D-train from the bank for {game.definition.money(900)}" in whole.log()


@rule_1888("VIII.3.8.31")
def test_a_train_that_a_company_does_not_have_is_not_given_up(edition: str) -> None:
    position = on_top(Position(edition).company("JHR", Ann=60, trains=("3", "3", "3", "3")), "4")
    game = plays(position.set(set_rounds=1).operate("JHR", "trains"), Pass("JHR"))
    reason = refused(game, DiscardTrain("JHR", "4"))
    assert (reason.code, reason.clause) == ("no_such_train", ids(edition, "VIII.3.8.31", "VII.3.8.39"))
