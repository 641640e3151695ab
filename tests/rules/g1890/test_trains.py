"""Trains: what is on sale, phases and rust, limits, the duty to own one, forced purchases and sales, bankruptcy."""

from __future__ import annotations

import pytest

from kaiping.action import (
    BuyPrivate,
    BuyTrain,
    Consent,
    DeclareBankruptcy,
    DiscardTrain,
    LayTile,
    Pass,
    Range,
)
from kaiping.flow.incomes import pay_incomes
from kaiping.flow.operating.train_purchase import must_buy
from kaiping.flow.stock import StockRound
from tests.rules.books import rule_1890
from tests.rules.g1890.money import sale
from tests.rules.g1890.positions import Position, all_pass, events, offered, plays, refused

#: the D-train at its full price
DIESEL = BuyTrain("HS", "D", "bank", 1100)


def routed(phase: str = "2", *, cash: int = 0, **shares: int) -> Position:
    """Hanshin with a route between Nishinomiya and Ashiya and no train."""
    position = Position(players=3).phase(phase).company("HS", cash=cash, **(shares or {"Ann": 50}))  # type: ignore[arg-type]
    return position.tile("F9", "57", 1).tile("F7", "57", 1)


# --- what is on sale


@rule_1890(
    "12.1.7",
    "12.1.8",
    "12.1.9",
    "12.1.10",
    "12.1.11",
    "12.1.12",
    "12.1.13",
    "12.1.14",
    "C.4.1",
    "IV.2",
    "IV.3",
    "IV.7",
    "IV.14",
    "IV.18",
)
def test_the_trains_of_the_full_game(edition: str) -> None:
    kinds = Position(edition).definition.trains
    assert [(kind.name, kind.count, kind.price) for kind in kinds.values()] == [
        ("2", 9, 80),
        ("2+2", 3, 120),
        ("3", 5, 180),
        ("3+3", 2, 230),
        ("4", 4, 300),
        ("5", 3, 450),
        ("6", 2, 630),
        ("D", 6, 1100),
    ]


@rule_1890("12.4.1", "12.4.2", "12.4.3", "12.4.1.1", "4.2.2.2")
def test_trains_are_sold_in_order(edition: str) -> None:
    game = Position(edition).company("HS", Ann=50, cash=900).operate("HS", "trains")
    assert refused(game, BuyTrain("HS", "2+2", "bank", 120)).code == "not_on_sale"
    assert refused(game, BuyTrain("HS", "2", "bank", 90)).code == "train_price"
    plays(game, BuyTrain("HS", "2", "bank", 80))
    late = Position(edition).phase("3").company("HS", Ann=50, cash=900).operate("HS", "trains")
    assert refused(late, BuyTrain("HS", "5", "bank", 450)).code == "not_on_sale"


@rule_1890("12.4.4", "5.43", "IV.17", "VI.9.6.1")
def test_d_trains_are_on_sale_with_the_first_six(edition: str) -> None:
    before = Position(edition).phase("4").scrap("5", 2).company("HS", Ann=50, cash=2000).operate("HS", "trains")
    assert refused(before, BuyTrain("HS", "D", "bank", 1100)).code == "not_on_sale"
    plays(before, BuyTrain("HS", "6", "bank", 630))
    assert before.state.depot["6"] == 1
    plays(before, BuyTrain("HS", "D", "bank", 1100))
    assert before.state.phase == "6"


@rule_1890("VI.9.7.1", "10.7.1", "10.7.2", "12.4.6")
def test_several_trains_in_one_turn_with_the_treasury_only(edition: str) -> None:
    game = Position(edition).company("HS", Ann=50, cash=200).operate("HS", "trains")
    plays(game, BuyTrain("HS", "2", "bank", 80), BuyTrain("HS", "2", "bank", 80))
    assert game.state.trains["HS"] == ("2", "2")
    assert game.state.cash["HS"] == 200 - 160
    poor = routed("2", cash=100).train("HS", "3").operate("HS", "trains")
    assert refused(poor, BuyTrain("HS", "3", "bank", 180)).code == "cash_for_train"


# --- phases


@rule_1890("5.2", "5.6", "1.4.2", "12.4.5", "12.6.1", "12.6.2", "5.29", "5.38", "5.44", "5.50")
@pytest.mark.parametrize(
    ("phase", "bought", "price", "begun", "rusted"),
    [
        ("2.5", "4", 300, "3", ("2",)),
        ("3", "5", 450, "4", ("2+2",)),
        ("4", "6", 630, "5", ("3", "3+3")),
        ("5", "D", 1100, "6", ("4",)),
    ],
)
def test_the_first_train_of_a_kind_rusts_others_at_once(
    edition: str, phase: str, bought: str, price: int, begun: str, rusted: tuple[str, ...]
) -> None:
    position = Position(edition).phase(phase).company("HS", Ann=50, cash=2000).company("HK", Bo=50)
    for name in list(position.state.depot):
        if position.definition.train_order[name] < position.definition.train_order[bought] and bought != "D":
            position.scrap(name, position.state.depot.get(name, 0))
    for train in rusted:
        position.train("HK", train)
    game = plays(position.operate("HS", "trains"), BuyTrain("HS", bought, "bank", price))
    assert game.state.phase == begun
    assert "HK" not in game.state.trains


@rule_1890("5.8", "5.9", "5.3", "5.4")
def test_halves_of_phases_begin_with_plus_trains(edition: str) -> None:
    position = Position(edition).company("HS", Ann=50, cash=900).scrap("2", 9)
    game = plays(position.operate("HS", "trains"), BuyTrain("HS", "2+2", "bank", 120))
    assert game.state.phase == "1.5"


@rule_1890("A.6.1", "A.6.2", "B.6.1", "B.6.2", "A.4.1", "B.4.1", scenarios="AB")
def test_the_small_scenarios_have_no_halves(edition: str) -> None:
    definition = Position(edition).definition
    assert list(definition.phases) == ["1", "2", "3", "4", "5", "6"]
    last = 5 if edition == "A" else 6
    assert [kind.count for kind in definition.trains.values()] == [5, 4, 3, 2, 1, last]


@rule_1890("5.14", "5.21", "5.28", "5.37", "5.45", "5.51", "10.2", "1.1.2", "1.4.3")
def test_operating_rounds_by_phase(edition: str) -> None:
    phases = Position(edition).definition.phases
    rounds = {name: phase.operating_rounds for name, phase in phases.items()}
    assert rounds == {"1": 1, "1.5": 1, "2": 2, "2.5": 2, "3": 2, "4": 3, "5": 3, "6": 3}


@rule_1890("5.21", "5.37")
def test_more_operating_rounds_begin_with_the_next_game_turn(edition: str) -> None:
    position = Position(edition).phase("1.5").company("HS", Ann=50, cash=180).set(set_rounds=1, round=1)
    position.scrap("2+2", 2)
    game = plays(position.operate("HS", "trains"), BuyTrain("HS", "3", "bank", 180))
    assert game.state.phase == "2"
    while game.state.turn == 2:
        plays(game, offered(game, Pass)[0])
    assert isinstance(game.state.stack[-1], StockRound), "this turn had one operating round"
    all_pass(game)
    assert game.state.set_rounds == 2


# --- limits


@rule_1890("12.2.1", "12.2.2", "10.7.1", "12.4.1")
def test_a_company_at_its_limit_buys_nothing(edition: str) -> None:
    position = Position(edition).company("HS", Ann=50, cash=900, trains=("2",) * 4)
    assert refused(position.operate("HS", "trains"), BuyTrain("HS", "2", "bank", 80)).code == "train_limit"
    minor = Position(edition).minor("KA", "Ann", cash=900, trains=("2",))
    plays(minor.operate("KA", "trains"), BuyTrain("KA", "2", "bank", 80))
    minor = Position(edition).minor("KA", "Ann", cash=900, trains=("2",) * 2)
    assert refused(minor.operate("KA", "trains"), BuyTrain("KA", "2", "bank", 80)).code == "train_limit"


@rule_1890("12.2.3", "12.2.4", "3.12.3.1", "12.3")
def test_surplus_trains_go_to_the_open_market_at_once(edition: str) -> None:
    position = Position(edition).phase("2.5").company("HS", Ann=50, cash=300).company("HK", Bo=50, trains=("3",) * 4)
    position.minor("NE", "Cy", cash=0, trains=("3+3",)).train("NE", "2+2").scrap(
        "3+3", position.state.depot.get("3+3", 0)
    )
    game = plays(position.operate("HS", "trains"), BuyTrain("HS", "4", "bank", 300))
    assert game.acting == ("Bo",)
    assert refused(game, Pass("HK")).code == "discard_first"
    assert refused(game, DiscardTrain("HS", "4")).code == "discard_first", "nobody else gives trains up"
    plays(game, DiscardTrain("HK", "3"))
    assert game.acting == ("Cy",), "minors may own one train now"
    plays(game, DiscardTrain("NE", "2+2"))
    assert game.state.trains["pool"] == ("3", "2+2")


@rule_1890("12.4.2.3", "12.4.2.1", "4.2.2.2")
def test_trains_of_the_open_market_cost_their_face_value(edition: str) -> None:
    position = Position(edition).phase("3").company("HS", Ann=50, cash=190).train("pool", "3")
    game = position.operate("HS", "trains")
    assert refused(game, BuyTrain("HS", "3", "pool", 100)).code == "train_price"
    plays(game, BuyTrain("HS", "3", "pool", 180))
    assert game.state.trains == {"HS": ("3",)}


@rule_1890("12.4.1.2", "12.4.1.4")
@pytest.mark.parametrize("old", ["3+3", "4", "5", "6"])
def test_what_is_traded_in_for_a_d_train(edition: str, old: str) -> None:
    """What has not rusted with the first D-train is in the open market then."""
    position = Position(edition).phase("5").company("HS", Ann=50, cash=800, trains=(old,))
    game = position.operate("HS", "trains")
    trade = BuyTrain("HS", "D", "bank", 800, old)
    assert refused(game, BuyTrain("HS", "D", "bank", 800)).code == "train_price"
    if old == "3+3":
        assert refused(game, trade).code == "no_trade_in"
        return
    bank = game.state.bank
    plays(game, trade)
    assert game.state.trains == ({"HS": ("D",)} if old == "4" else {"HS": ("D",), "pool": (old,)})
    assert (game.state.cash["HS"], game.state.bank) == (0, bank + 800)
    plays(Position(edition).phase("5").company("HS", Ann=50, cash=1100).operate("HS", "trains"), DIESEL)


@rule_1890("12.4.1.1", "12.4.1.2", "12.4.1.3", "12.4.1.4")
def test_a_d_train_for_a_train_in_part_payment(edition: str) -> None:
    position = Position(edition).phase("5").company("HS", Ann=50, cash=800, trains=("5", "4"))
    game = position.operate("HS", "trains")
    assert refused(game, BuyTrain("HS", "D", "bank", 700, "5")).code == "train_price"
    assert refused(game, BuyTrain("HS", "D", "bank", 800, "3")).code == "no_trade_in"
    five = plays(position.operate("HS", "trains"), BuyTrain("HS", "D", "bank", 800, "5"))
    assert five.state.trains == {"HS": ("D",), "pool": ("5",)}, "the other was a 4-train, which rusts"


@rule_1890("12.4.1.3")
def test_a_four_pays_for_the_first_d_only(edition: str) -> None:
    position = Position(edition).phase("5").company("HS", Ann=50, cash=800, trains=("4",))
    game = plays(position.operate("HS", "trains"), BuyTrain("HS", "D", "bank", 800, "4"))
    assert game.state.trains == {"HS": ("D",)}


@rule_1890("12.4.2.1", "12.4.2.2", "VI.9.1.1")
def test_trains_change_hands_between_companies_that_agree(edition: str) -> None:
    position = Position(edition).company("HS", Ann=50, cash=100).company("HK", Bo=50, trains=("2", "2"))
    game = position.operate("HS", "trains")
    assert refused(game, BuyTrain("HS", "2", "HK", 0)).code == "price_at_least_one"
    assert refused(game, BuyTrain("HS", "2", "HK", 101)).code == "cash_for_train"
    assert game.legal_actions().ranges[BuyTrain("HS", "2", "HK", 1)] == Range(1, 100)
    plays(game, BuyTrain("HS", "2", "HK", 30), Consent("Bo", agree=False))
    assert game.state.trains == {"HK": ("2", "2")}
    plays(game, BuyTrain("HS", "2", "HK", 40), Consent("Bo", agree=True))
    assert (game.state.trains["HS"], game.state.cash["HK"]) == (("2",), 40)


# --- the duty to own a train


@rule_1890("12.3.1", "12.3.2", "VI.9.2.1", "VI.9.5.1")
def test_a_company_with_a_route_must_own_a_train(edition: str) -> None:
    game = routed(cash=500).operate("HS", "trains")
    assert refused(game, Pass("HS")).code == "must_own_train"
    minor = Position(edition).minor("OE", "Ann", cash=200).tile("H15", "57", 1).operate("OE", "trains")
    assert refused(minor, Pass("OE")).code == "must_own_train"


@rule_1890("12.3.4", "VI.9.2.1")
def test_a_company_without_a_route_need_not(edition: str) -> None:
    game = Position(edition).company("HS", Ann=50, cash=500).operate("HS", "trains")
    plays(game, Pass("HS"))
    assert "HS" not in game.state.trains


@rule_1890("12.3.5")
def test_nor_where_no_train_is_left(edition: str) -> None:
    position = routed("6", cash=5000)
    for name, count in list(position.state.depot.items()):
        position.scrap(name, count)
    assert not must_buy(position.game.table(), "HS")
    assert not position.state.depot
    game = plays(position.operate("HS", "token"), Pass("HS"))
    assert isinstance(game.state.stack[-1], StockRound), "its turn is over"
    second = routed("6", cash=5000).train("pool", "5")
    for name, count in list(second.state.depot.items()):
        second.scrap(name, count)
    assert refused(second.operate("HS", "trains"), Pass("HS")).code == "must_own_train", "one is in the open market"


# --- forced purchases


@rule_1890("12.3.3", "12.5.1", "12.5.2", "12.5.3", "12.5.5", "12.5.6", "VI.9.4.1")
def test_the_president_pays_what_is_missing_for_the_cheapest_train(edition: str) -> None:
    position = routed("5", cash=100, Ann=50).cash(Ann=2000)
    game = position.operate("HS", "trains")
    assert refused(game, BuyTrain("HS", "D", "bank", 1100)).code == "emergency_cheapest"
    plays(game, BuyTrain("HS", "6", "bank", 630))
    assert (game.state.cash["HS"], game.state.cash["Ann"]) == (0, 2000 - 530)
    assert events(game, "president-paid")[0]["amount"] == 530
    assert game.state.trains["HS"] == ("6",)
    again = routed("5", cash=100, Ann=50).train("HS", "5").cash(Ann=2000).operate("HS", "trains")
    for train, price in (("6", 630), ("D", 1100)):
        assert refused(again, BuyTrain("HS", train, "bank", price)).code == "cash_for_train", "for one train only"


@rule_1890("12.5.1", "12.5.3", "VI.9.4.1")
def test_a_cheaper_train_of_the_open_market_comes_first(edition: str) -> None:
    position = routed("4", cash=100, Ann=50).train("pool", "3").cash(Ann=1000)
    game = position.operate("HS", "trains")
    assert refused(game, BuyTrain("HS", "5", "bank", 450)).code == "emergency_cheapest"
    plays(game, BuyTrain("HS", "3", "pool", 180))
    assert game.state.cash["Ann"] == 920


@rule_1890("12.5.4", "12.5.7", "14.3", "14.12")
def test_shares_are_sold_only_for_what_is_missing(edition: str) -> None:
    position = routed("4", cash=100, Ann=50).company("HK", par=100, Ann=40, Bo=20, Cy=20).cash(Ann=200)
    position.company("SY", Bo=50, trains=("3",))
    game = position.operate("HS", "trains")
    assert refused(game, BuyTrain("HS", "3", "SY", 101)).code == "cash_for_train", "the president adds nothing there"
    assert refused(game, sale("Ann", HK=30)).code == "sale_more_than_needed"
    plays(game, sale("Ann", HK=20))
    assert refused(game, BuyTrain("HS", "3", "SY", 50)).code == "emergency_from_bank"
    assert refused(game, sale("Ann", HK=10)).code == "no_sale_needed"
    plays(game, BuyTrain("HS", "5", "bank", 450))
    assert game.state.cash["Ann"] == 200 + 200 - 350


@rule_1890("14.5", "14.6")
def test_the_company_in_need_keeps_its_president_others_may_not(edition: str) -> None:
    position = routed("4", cash=100, Ann=30, Bo=30).company("HK", par=100, Ann=30, Bo=30).cash(Ann=60)
    game = position.operate("HS", "trains")
    assert refused(game, sale("Ann", HK=30, HS=20)).code == "sale_changes_president"
    plays(game, sale("Ann", HK=30))
    assert game.state.presidents["HK"] == "Bo"


@rule_1890("14.11", "8.3.2.1")
def test_the_open_market_takes_no_more_than_half_in_a_forced_sale_either(edition: str) -> None:
    position = routed("4", cash=0, Ann=50).company("HK", par=65, Ann=20, Bo=30, pool=40).cash(Ann=0)
    assert refused(position.operate("HS", "trains"), sale("Ann", HK=20)).code == "pool_limit"


@rule_1890("13.2.1", "13.2.2", "13.2.3", "13.2.4", "13.2.5", "13.2.6", "14.4", "1.5.1", "VI.13.1.1", "C.9.2")
def test_who_cannot_pay_is_bankrupt_and_the_game_is_over(edition: str) -> None:
    rich = routed("5", cash=100, Ann=50).cash(Ann=600).operate("HS", "trains")
    assert refused(rich, DeclareBankruptcy("HS")).code == "can_still_pay"
    game = routed("5", cash=100, Ann=50).cash(Ann=20).operate("HS", "trains")
    assert offered(game, BuyTrain) == []
    plays(game, DeclareBankruptcy("HS"))
    assert (game.finished, game.state.bankrupt) == ("bankrupt", "Ann")
    assert game.state.cash["Ann"] == 0, "what was raised goes to the bank"


@rule_1890("13.2.4")
def test_the_owner_of_a_minor_may_go_bankrupt_too(edition: str) -> None:
    position = Position(edition).phase("4").minor("NE", "Ann", cash=0).tile("H19", "15", 0).tile("I18", "4", 0)
    position.cash(Ann=0)
    assert must_buy(position.game.table(position.state), "NE"), "there is a route to Koriyama"
    game = plays(position.operate("NE", "trains"), DeclareBankruptcy("NE"))
    assert game.finished == "bankrupt"


@rule_1890("14.8", "14.9", "14.13", "14.14")
def test_a_forced_sale_that_closes_the_company_loses_the_money(edition: str) -> None:
    position = routed("4", cash=100, Ann=60).cash(Ann=330)
    state = position.state
    old = state.cells["HS"]
    del state.market[old]
    state.cells["HS"] = (8, 0)
    state.market[8, 0] = ("HS",)
    game = position.operate("HS", "trains")
    bank = game.state.bank
    plays(game, sale("Ann", HS=10))
    assert "HS" in game.state.closed_companies
    assert game.state.cash["Ann"] == 330 + 30 - 350
    assert game.state.trains["pool"] == ("5",), "the train that was paid for"
    assert game.state.bank == bank - 30 + 350 + 100


# --- privates bought by companies


@rule_1890(
    "10.9.1", "10.9.3", "10.9.4", "10.9.5", "11.1.2.1", "11.1.2.2", "5.20", "5.27", "IV.4", "VI.10.2.1", "10.3.13"
)
@pytest.mark.parametrize("phase", ["2", "2.5", "3"])
def test_a_company_buys_a_private_for_half_to_double_its_value(edition: str, phase: str) -> None:
    position = Position(edition).phase(phase).company("HS", Ann=50, cash=100).private("AR", "Bo").cash(Bo=0)
    game = position.operate("HS", "track")
    assert refused(game, BuyPrivate("HS", "AR", 9)).code == "private_price"
    assert refused(game, BuyPrivate("HS", "AR", 41)).code == "private_price"
    plays(game, BuyPrivate("HS", "AR", 40), Consent("Bo", agree=True))
    assert (game.state.privates["AR"], game.state.cash["Bo"], game.state.cash["HS"]) == ("HS", 40, 60)


@rule_1890("10.3.13", "10.9.1", "11.1.2.1", "11.1.2.2")
@pytest.mark.parametrize("step", ["track", "token", "run", "dividend", "trains", "privates"])
def test_at_any_point_of_its_turn_and_if_the_owner_agrees(edition: str, step: str) -> None:
    position = routed("2", cash=300, Ann=50).train("HS", "3").company("HK", Cy=50, cash=300).private("AR", "Bo")
    game = position.cash(Bo=0).operate("HS", step, after=("HK",), **({"revenue": 40} if step == "dividend" else {}))
    assert refused(game, BuyPrivate("HK", "AR", 20)).code == "not_your_turn", "in its own turn"
    plays(game, BuyPrivate("HS", "AR", 20))
    assert game.acting == ("Bo",)
    unsold = plays(game.copy(), Consent("Bo", agree=False))
    assert (unsold.state.privates["AR"], unsold.state.cash["Bo"], unsold.state.cash["HS"]) == ("Bo", 0, 300)
    plays(game, Consent("Bo", agree=True))
    assert (game.state.privates["AR"], game.state.cash["Bo"], game.state.cash["HS"]) == ("HS", 20, 280)


@rule_1890("5.13", "10.9.1", "11.1.2.1", "VI.10.2.1", "10.3.13", "IV.4")
def test_not_before_phase_two_and_not_after_three(edition: str) -> None:
    for phase, code in (("1", "private_sale_not_yet"), ("1.5", "private_sale_not_yet"), ("4", "private_sale_over")):
        position = Position(edition).phase(phase).company("HS", Ann=50, cash=100).private("HT", "Ann")
        assert refused(position.operate("HS", "track"), BuyPrivate("HS", "HT", 70)).code == code


@rule_1890("10.9.2", "11.2.4", "VI.10.6.1")
def test_no_company_buys_a_late_private(edition: str) -> None:
    position = Position(edition).phase("2").company("HS", Ann=50, cash=900).private("KF", "Ann").private("OM", "Ann")
    game = position.operate("HS", "track")
    for name, price in (("KF", 200), ("KR", 240), ("KO", 280), ("SB", 320)):
        position.private(name, "Ann")
        assert refused(game, BuyPrivate("HS", name, price)).code == "private_not_for_companies"
    assert refused(game, BuyPrivate("HS", "OM", 220)).code == "private_not_for_companies"


@rule_1890("A.8.1.1", scenarios="AB")
def test_in_the_small_scenarios_osaka_municipal_is_for_sale(edition: str) -> None:
    position = Position(edition).phase("2").company("HS", Ann=50, cash=900).private("OM", "Ann")
    plays(position.operate("HS", "track"), BuyPrivate("HS", "OM", 120))


@rule_1890("10.2.1", "10.2.2", "10.9.8", "11.1.4", "11.1.3", "10.9.6", "10.9.7", "11.1.2.3")
def test_a_private_pays_the_company_that_owns_it_and_opens_its_hex(edition: str) -> None:
    position = Position(edition).phase("2").company("HS", Ann=50, cash=100).private("AR", "Ann")
    game = plays(position.operate("HS", "track"), BuyPrivate("HS", "AR", 20))
    assert any(lay.private == "AR" for lay in offered(game, LayTile)), "its benefit can be used at once"
    before = game.state.cash["HS"]
    pay_incomes(game.table(game.state))
    assert game.state.cash["HS"] == before + 5
