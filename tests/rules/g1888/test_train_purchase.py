"""Buying trains from the bank: when, which, at what price, Diesels (2022 VIII.3.8, 2021 VII.3.8)."""

from __future__ import annotations

import pytest

from kaiping.action import BuyTrain, Dividend, Pass
from kaiping.game import Game
from tests.rules.books import clause_in, rule_1888
from tests.rules.g1888 import tracks
from tests.rules.g1888.positions import BANK, Position, offered, plays, refused
from tests.rules.g1888.tracks import run
from tests.rules.g1888.trains import PRINTED, STARTS, in_pool, on_top, pass_to_trains, smaller


def jhr(edition: str, *trains: str, cash: int = 2000) -> Position:
    """JHR with Ann as director and money enough, in a game whose privates are closed."""
    return Position(edition).company("JHR", Ann=60, cash=cash, trains=trains)


def buys(game: Game, train: str, *, trade_in: str | None = None) -> Game:
    """JHR buys a train of the bank at its printed price."""
    price = PRINTED[train][0] if trade_in is None else 700
    return plays(game, BuyTrain("JHR", train, BANK, price, trade_in))


def sold(game: Game) -> set[str]:
    """Kinds that the bank offers JHR."""
    return {action.train for action in offered(game, BuyTrain) if action.source == BANK}


@rule_1888("VIII.3.8.1")
@pytest.mark.parametrize("step", ["track", "token", "run", "dividend"])
def test_trains_are_not_bought_before_the_last_step(edition: str, step: str) -> None:
    position = tracks.east_of_beijing(jhr(edition, "2")).phase("2")
    game = position.operate("JHR", step, revenue=50 if step == "dividend" else 0)
    assert refused(game, BuyTrain("JHR", "2", BANK, 80)).code == "not_in_this_step"


@rule_1888("VIII.3.8.1")
def test_one_or_more_trains_are_bought_as_the_last_step(edition: str) -> None:
    """None, one or several; then the turn is over and the next company's begins."""
    game = jhr(edition, "2").phase("2").company("SSL", Bo=60).operate("JHR", "trains", after=("SSL",))
    buys(buys(game, "2"), "2")
    assert game.state.trains["JHR"] == ("2", "2", "2")
    assert game.state.cash["JHR"] == 2000 - 160
    plays(game, Pass("JHR"))
    assert game.acting == ("Bo",)
    none = jhr(edition, "2").phase("2").company("SSL", Bo=60).operate("JHR", "trains", after=("SSL",))
    plays(none, Pass("JHR"))
    assert (none.state.trains["JHR"], none.acting) == (("2",), ("Bo",))


@rule_1888("VIII.3.8.1")
def test_trains_are_bought_when_the_income_has_been_dealt_with(edition: str) -> None:
    position = tracks.east_of_beijing(jhr(edition, "2").phase("2")).company("SSL", Bo=60)
    purchase = BuyTrain("JHR", "2", BANK, 80)
    game = position.operate("JHR", "track", after=("SSL",))
    for action in (Pass("JHR"), Pass("JHR"), run("JHR", t2="C9.1 D10.0"), Dividend("JHR", "pay")):
        assert refused(game, purchase).code == "not_in_this_step"
        plays(game, action)
    plays(game, purchase, Pass("JHR"))
    assert game.acting == ("Bo",)


@rule_1888("VIII.3.8.2")
def test_a_train_does_not_run_in_the_turn_it_is_bought(edition: str) -> None:
    """JHR has a route and buys its first train: it earns nothing in this turn and may run in the next."""
    position = tracks.east_of_beijing(jhr(edition))
    game = plays(position.begin_round("JHR"), Pass("JHR"), Pass("JHR"))
    buys(game, "2")
    first = run("JHR", t2="C9.1 D10.0")
    assert refused(game, first).code == "not_in_this_step"
    assert game.state.cash["JHR"] == 2000 - 80
    again = tracks.east_of_beijing(jhr(edition, "2").phase("2")).begin_round("JHR")
    plays(again, Pass("JHR"), Pass("JHR"), first)


@rule_1888("VIII.3.8.3")
@pytest.mark.parametrize("train", list(PRINTED))
def test_a_purchase_may_start_a_phase(edition: str, train: str) -> None:
    position = on_top(jhr(edition).company("SSL", Bo=60), train)
    assert position.state.phase != STARTS[train]
    game = position.operate("JHR", "trains", after=("SSL",))
    assert buys(game, train).state.phase == STARTS[train]
    assert buys(game, train).state.phase == STARTS[train]  # the second of its kind starts nothing


@rule_1888("VIII.3.8.4")
def test_a_company_without_a_train_must_buy_one(edition: str) -> None:
    game = tracks.east_of_beijing(jhr(edition)).operate("JHR", "trains")
    reason = refused(game, Pass("JHR"))
    assert reason.code == "must_own_train"
    assert reason.clause == clause_in(edition, "VIII.3.8.4")
    plays(buys(game, "2"), Pass("JHR"))


@rule_1888("VIII.3.8.5")
def test_the_duty_to_own_a_train_holds_without_a_route(edition: str) -> None:
    """No tile has been laid, and still JHR must buy."""
    game = plays(jhr(edition).begin_round("JHR"), Pass("JHR"))
    assert game.state.board.tiles == {}
    assert refused(game, Pass("JHR")).code == "must_own_train"


@rule_1888("VIII.3.8.6", "VIII.3.8.8", in_2021=("VII.3.8.27", "VII.3.8.14"))
def test_the_smallest_trains_are_bought_first(edition: str) -> None:
    game = jhr(edition).operate("JHR", "trains")
    assert sold(game) == {"2"}
    for train in ("3", "4", "5", "6", "D"):
        reason = refused(game, BuyTrain("JHR", train, BANK, PRINTED[train][0]))
        own = {"2022": "1888-2022:VIII.3.8.8", "2021": "1888-2021:VII.3.8.14"}[edition]
        assert (reason.code, reason.clause) == (
            "not_on_sale",
            own if train == "D" else clause_in(edition, "VIII.3.8.6"),
        )


@rule_1888("VIII.3.8.6", "VIII.3.8.7", in_2021=("VII.3.8.27",))
@pytest.mark.parametrize("train", ["3", "4", "5", "6"])
def test_a_kind_goes_on_sale_when_the_smaller_one_is_gone(edition: str, train: str) -> None:
    """Of two trains of the smaller kind one is bought: the other is sold next; once that is gone, the next kind is."""
    less = smaller(train)
    position = jhr(edition).phase(STARTS[less])
    position.scrap(less, position.state.depot[less] - 2)
    two = buys(position.operate("JHR", "trains"), less)
    assert (two.state.depot[less], sold(two)) == (1, {less})
    position = jhr(edition).phase(STARTS[less])
    position.scrap(less, position.state.depot[less] - 1)
    game = position.operate("JHR", "trains")
    assert less in sold(game)
    assert refused(game, BuyTrain("JHR", train, BANK, PRINTED[train][0])).code == "not_on_sale"
    buys(game, less)
    assert train in sold(game)
    assert less not in sold(game)


def phase_six(edition: str, *trains: str, sixes: int = 1) -> Position:
    """The first 6-train has been sold; ``sixes`` are left in the bank."""
    position = on_top(jhr(edition, *trains), "6").set(phase="6")
    return position.scrap("6", position.state.depot["6"] - sixes)


@rule_1888("VIII.3.8.8", only="2022")
def test_diesels_are_sold_when_all_6_trains_are(edition: str) -> None:
    game = phase_six(edition, "5").operate("JHR", "trains")
    assert refused(game, BuyTrain("JHR", "D", BANK, 900)).code == "not_on_sale"
    game = phase_six(edition, "5", sixes=0).operate("JHR", "trains")
    assert refused(game, BuyTrain("JHR", "D", BANK, 899)).code == "train_price"
    buys(game, "D")
    assert game.state.cash["JHR"] == 2000 - 900


@rule_1888(in_2021=("VII.3.8.14",))
def test_in_2021_diesels_are_sold_beside_the_second_6_train(edition: str) -> None:
    """From the first 6-train on; before it, not."""
    game = on_top(jhr(edition, "5"), "6").operate("JHR", "trains")
    assert refused(game, BuyTrain("JHR", "D", BANK, 900)).code == "not_on_sale"
    game = phase_six(edition).operate("JHR", "trains")
    assert sold(game) == {"6", "D"}
    buys(game, "D")
    assert game.state.cash["JHR"] == 2000 - 900
    assert sold(buys(game, "6")) == set()  # the limit of two is reached
    assert game.state.trains["JHR"] == ("D", "6")


@rule_1888("VIII.3.8.9", "VIII.3.8.10", only="2022")
@pytest.mark.parametrize("old", ["4", "5", "6"])
def test_a_diesel_costs_200_less_with_a_trade_in(edition: str, old: str) -> None:
    game = phase_six(edition, old, sixes=0).operate("JHR", "trains")
    assert refused(game, BuyTrain("JHR", "D", BANK, 699, old)).code == "train_price"
    buys(game, "D", trade_in=old)
    assert (game.state.cash["JHR"], game.state.trains["JHR"]) == (2000 - 700, ("D",))


@rule_1888(in_2021=("VII.3.8.15", "VII.3.8.16"))
@pytest.mark.parametrize("old", ["4", "5", "6"])
def test_in_2021_a_diesel_costs_200_less_beside_a_6_train(edition: str, old: str) -> None:
    """A 6-train is still in the bank."""
    game = phase_six(edition, old).operate("JHR", "trains")
    assert "6" in sold(game)
    assert refused(game, BuyTrain("JHR", "D", BANK, 900, old)).code == "train_price"
    buys(game, "D", trade_in=old)
    assert (game.state.cash["JHR"], game.state.trains["JHR"]) == (2000 - 700, ("D",))


@rule_1888("VIII.3.8.10")
def test_only_a_4_5_or_6_train_is_taken_in_payment(edition: str) -> None:
    """Not a smaller one, nor a Diesel; not a train the company does not have; and only for a Diesel."""
    game = jhr(edition, "D", "5").phase("7").operate("JHR", "trains")
    for other in ("2", "3", "D"):
        reason = refused(game, BuyTrain("JHR", "D", BANK, 700, other))
        assert (reason.code, reason.clause) == ("no_trade_in", clause_in(edition, "VIII.3.8.10"))
    assert refused(game, BuyTrain("JHR", "D", BANK, 700, "6")).code == "no_such_train"
    buys(game, "D", trade_in="5")
    early = jhr(edition, "4").phase("5").operate("JHR", "trains")
    assert refused(early, BuyTrain("JHR", "5", BANK, 300, "4")).code == "no_trade_in"


@rule_1888("VIII.3.8.9", "VIII.3.8.10")
@pytest.mark.parametrize("old", ["5", "6"])
def test_a_diesel_of_the_pool_costs_700_with_a_trade_in_too(edition: str, old: str) -> None:
    """The discount is on Diesels, wherever one lies; the train given for it takes its place."""
    game = in_pool(on_top(jhr(edition, old, cash=700), "D"), "D").phase("7").operate("JHR", "trains")
    assert BuyTrain("JHR", "D", "pool", 700, old) in offered(game, BuyTrain)
    assert refused(game, BuyTrain("JHR", "D", "pool", 900)).code == "cash_for_train"
    plays(game, BuyTrain("JHR", "D", "pool", 700, old))
    assert game.state.trains == {"JHR": ("D",), "pool": (old,)}
    assert game.state.cash["JHR"] == 0


@rule_1888("VIII.3.8.11")
def test_the_first_diesel_removes_all_4_trains(edition: str) -> None:
    """With companies, in the pool, and the one traded in for it."""
    position = jhr(edition, "4").company("SSL", Bo=60, trains=("4", "5"))
    game = on_top(in_pool(position, "4"), "D").operate("JHR", "trains")
    buys(game, "D", trade_in="4")
    assert game.state.trains == {"JHR": ("D",), "SSL": ("5",)}
    assert game.state.scrapped["4"] == 5


@rule_1888("VIII.3.8.12")
@pytest.mark.parametrize(("old", "price"), [("5", 500), ("6", 630)])
def test_a_train_traded_in_may_be_bought_at_face_value(edition: str, old: str, price: int) -> None:
    """JHR gives its train up for a Diesel, and SSL buys it in its own turn."""
    position = on_top(jhr(edition, old, "5").company("SSL", Bo=60, cash=2000), "D")
    game = position.operate("JHR", "trains", after=("SSL",))
    buys(game, "D", trade_in=old)
    assert game.state.trains["pool"] == (old,)
    pass_to_trains(plays(game, Pass("JHR")), "SSL")
    assert refused(game, BuyTrain("SSL", old, "pool", price - 1)).code == "train_price"
    plays(game, BuyTrain("SSL", old, "pool", price))
    assert (game.state.trains["SSL"], game.state.cash["SSL"]) == ((old,), 2000 - price)


@rule_1888("VIII.3.8.19")
@pytest.mark.parametrize("train", list(PRINTED))
def test_a_new_train_costs_its_printed_price(edition: str, train: str) -> None:
    """To the bank, no more and no less, and only for money that the company has."""
    price = PRINTED[train][0]
    held = "5" if train in ("6", "D") else smaller(train) if train != "2" else "2"
    position = on_top(jhr(edition, held, cash=price), train)
    if train == "2":
        position.phase("2")
    game = position.operate("JHR", "trains")
    for wrong in (price - 1, price + 1):
        assert refused(game, BuyTrain("JHR", train, BANK, wrong)).code == "train_price"
    bank = game.state.bank
    plays(game, BuyTrain("JHR", train, BANK, price))
    assert (game.state.bank, game.state.cash["JHR"]) == (bank + price, 0)
    position = on_top(jhr(edition, held, cash=price - 1), train)
    short = position.operate("JHR", "trains")
    assert refused(short, BuyTrain("JHR", train, BANK, price)).code == "cash_for_train"


@rule_1888("VIII.3.8.32", "VIII.3.8.33", "VIII.3.8.34", "VIII.3.8.35", "VIII.3.8.36", "VIII.3.8.37", only="2022")
def test_table_of_trains(edition: str) -> None:
    """Price, number and what each kind rusts, as printed; Diesels never run out."""
    check_table(edition)


@rule_1888(in_2021=("VII.3.8.1", "VII.3.8.2", "VII.3.8.3", "VII.3.8.4", "VII.3.8.5", "VII.3.8.6"))
def test_table_of_trains_in_2021(edition: str) -> None:
    """Number, price and what rusts it; limits and tiles are proven with the phases."""
    check_table(edition)


def check_table(edition: str) -> None:
    fresh = Position(edition).state
    assert fresh.depot == {train: count for train, (_, count) in PRINTED.items() if count is not None}
    rusted = {"4": "2", "6": "3", "D": "4"}
    for train, (price, _) in PRINTED.items():
        held = tuple(kind for kind in ("2", "3", "4", "5") if kind < train and kind not in gone_before(train))
        position = on_top(
            Position(edition).company("JHR", Ann=60, cash=price).company("SSL", Bo=60, trains=held), train
        )
        game = plays(position.operate("JHR", "trains"), BuyTrain("JHR", train, BANK, price))
        left = {kind for kind in held if kind != rusted.get(train)}
        assert {kind for owner in ("SSL", "pool") for kind in game.state.trains.get(owner, ())} == left
    game = Position(edition).company("JHR", Ann=60, cash=1800).phase("7").scrap("D", 20).operate("JHR", "trains")
    plays(game, BuyTrain("JHR", "D", BANK, 900), BuyTrain("JHR", "D", BANK, 900))
    for old in ("5", "6"):
        game = Position(edition).company("JHR", Ann=60, cash=900, trains=(old,)).phase("7").operate("JHR", "trains")
        plays(game, BuyTrain("JHR", "D", BANK, 700, old))
        assert (game.state.trains["JHR"], game.state.cash["JHR"]) == (("D",), 200)


def gone_before(train: str) -> set[str]:
    """Kinds that have rusted before the first train of a kind is sold."""
    return {"5": {"2"}, "6": {"2"}, "D": {"2", "3"}}.get(train, set())
