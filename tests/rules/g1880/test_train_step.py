"""The train step kind by kind: what is on sale, the marker, share rounds, removals, rust, limits, forced purchases."""

from __future__ import annotations

from kaiping.action import BuyTrain, DiscardTrain, Pass, Range, SellShares
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.stock import StockRound
from kaiping.game import Game
from tests.rules.books import rule_1880
from tests.rules.g1880.positions import Position, all_pass, events, offered, plays, refused

#: each kind: its price, the phase that it begins, the kind that it ends, and one that companies still own then
ROWS = {
    "2": (100, "A1", None, "2"), "2+2": (180, "A2", None, "2"), "3": (180, "B1", None, "2"),
    "3+3": (300, "B2", None, "3"), "4": (300, "B3", "2", "3"), "4+4": (450, "C1", "2+2", "3"),
    "6": (600, "C2", "3", "4"), "6E": (700, "C3", "3+3", "4"), "8": (800, "D1", "4", "6"),
    "8E": (900, "D2", "4+4", "6"), "10": (1000, "D3", None, "6"),
}  # fmt: skip
KINDS = list(ROWS)
#: kinds that the marker follows, whose last train brings a share round and that are removed
MARKED = KINDS[: KINDS.index("8") + 1]


def line(edition: str, kind: str, left: int, **fields: object) -> Position:
    """BCR, HKR, CKR and NXR in this order, each with a train that still runs; so many trains of a kind on sale."""
    _, phase, _, own = ROWS[kind]
    position = Position(edition)
    if position.definition.trains[kind].count == left:
        phase = ROWS[KINDS[KINDS.index(kind) - 1]][1]
    for name, par in (("BCR", 100), ("HKR", 100), ("CKR", 100), ("NXR", 90)):
        position.company(name, par=par, Ann=30, permits="", cash=2000, trains=(own,))
    return position.left(kind, left).set(phase=phase, **fields)


def company(game: Game) -> str:
    frame = game.state.stack[-1]
    assert isinstance(frame, OperatingRound)
    return frame.company


def buy(company: str, kind: str) -> BuyTrain:
    return BuyTrain(company, kind, "bank", ROWS[kind][0])


@rule_1880("X.6.15", "X.6.16", "XI.35", "XII.1.1")
def test_each_kind_moves_the_marker_and_its_last_train_brings_a_share_round(edition: str) -> None:
    for kind in MARKED:
        game = line(edition, kind, 2, marker="BCR").operate("CKR", "trains", after=("NXR",))
        plays(game, buy("CKR", kind))
        assert game.state.own.marker == "CKR"
        assert not isinstance(game.state.stack[-1], StockRound), f"a {kind} is left"
        if company(game) == "CKR":
            plays(game, Pass("CKR"))
        plays(game, buy("NXR", kind))
        assert game.state.own.marker == "NXR"
        assert isinstance(game.state.stack[-1], StockRound), f"the last {kind} is sold"


@rule_1880("X.6.19", "X.6.21", "XII.1.1")
def test_each_kind_is_removed_after_a_round_without_a_purchase(edition: str) -> None:
    for kind in MARKED:
        game = line(edition, kind, 2, marker="CKR").operate("HKR", "trains", after=("CKR", "NXR"))
        plays(game, Pass("HKR"))
        assert (company(game), game.state.depot[kind]) == ("CKR", 2)
        scrapped = game.state.scrapped[kind]
        plays(game, Pass("CKR"))
        assert kind not in game.state.depot
        assert game.state.scrapped[kind] == scrapped + 2
        assert isinstance(game.state.stack[-1], StockRound)


@rule_1880("X.6.15", "X.6.19")
def test_a_train_of_another_company_is_no_purchase_from_the_bank(edition: str) -> None:
    """The marker stays where it is, and a whole round has gone by all the same."""
    trade = BuyTrain("CKR", "2", "BCR", 40)
    position = line(edition, "3", 3, marker="BCR").train("BCR", "2")
    assert plays(position.operate("CKR", "trains", after=("NXR",)), trade).state.own.marker == "BCR"
    position = line(edition, "3", 3, marker="CKR").train("BCR", "2")
    game = plays(position.operate("CKR", "trains", after=("NXR",)), trade, Pass("CKR"))
    assert "3" not in game.state.depot


@rule_1880("X.5.15", "X.6.15", "X.6.19")
def test_a_restored_train_does_not_keep_the_others_in_the_game(edition: str) -> None:
    game = line(edition, "6", 3, marker="CKR").operate("CKR", "trains", after=("NXR",))
    restored = game.state.depot["2R"]
    plays(game, BuyTrain("CKR", "2R", "bank", 250), Pass("CKR"))
    assert "6" not in game.state.depot
    assert game.state.depot["2R"] == restored - 1


@rule_1880("X.6.5", "X.6.6", "X.6.7", "X.6.14")
def test_the_bank_sells_the_lowest_kind_at_its_price_and_as_many_as_one_likes(edition: str) -> None:
    for kind in KINDS:
        game = line(edition, kind, 2, final_round=9 if kind in ("8E", "10") else None).operate("CKR", "trains")
        restored = [BuyTrain("CKR", "2R", "bank", 250)] if kind in KINDS[KINDS.index("6") :] else []
        own = [action for action in offered(game, BuyTrain) if action.source == "bank"]
        assert own == [buy("CKR", kind), *restored]
        price = ROWS[kind][0]
        for wrong in (price - 10, price + 10):
            assert refused(game, BuyTrain("CKR", kind, "bank", wrong)).code == "train_price"
        bank = game.state.bank
        plays(game, buy("CKR", kind))
        assert (game.state.cash["CKR"], game.state.bank) == (2000 - price, bank + price)
        assert kind in game.state.trains["CKR"]
    for kind, most in {"2": 4, "2+2": 4, "3": 4, "3+3": 3, "4": 3, "4+4": 3, "6": 3}.items():
        game = line(edition, kind, 4).operate("CKR", "trains", after=("NXR",))
        plays(game, *[buy("CKR", kind)] * (most - 1))
        assert game.state.trains["CKR"] == (ROWS[kind][3], *[kind] * (most - 1)), "as many as there is room for"


@rule_1880("XI.5", "XI.6", "XI.13", "XI.14", "XI.20", "XI.22", "XI.27", "XI.28", "XI.33", "XI.34")
def test_the_first_of_a_kind_begins_its_phase_and_ends_an_older_kind(edition: str) -> None:
    names = ("HKR", "CKR", "NXR", "WNR", "LHR", "NJR", "BZU", "JHA", "JHU", "JGG")
    gone: list[str] = []
    for number, (kind, (price, phase, ends, _)) in enumerate(ROWS.items()):
        if number == 0:
            continue
        position = Position(edition).company("BCR", par=100, Ann=30, permits="", cash=3000)
        position.left(kind, position.definition.trains[kind].count or 0).set(phase=ROWS[KINDS[number - 1]][1])
        owners = dict(zip(names, (older for older in KINDS[:number] if older not in gone), strict=False))
        for one, (name, train) in enumerate(owners.items()):
            position.company(name, par=(100, 90, 80, 70)[one % 4], Bo=20, permits="", trains=(train,))
        game = plays(position.operate("BCR", "trains"), buy("BCR", kind))
        assert (game.state.phase, game.state.cash["BCR"]) == (phase, 3000 - price)
        left = {name: game.state.trains.get(name, ()) for name in owners}
        assert left == {name: () if train == ends else (train,) for name, train in owners.items()}
        gone += [ends] if ends else []


@rule_1880("XI.34")
def test_there_is_always_another_10_train(edition: str) -> None:
    game = line(edition, "10", 0, marker="NXR", final_round=2).operate("BCR", "trains", after=("HKR", "CKR", "NXR"))
    for name in ("BCR", "HKR", "CKR", "NXR"):
        plays(game, buy(name, "10"))
        assert game.state.trains[name] == ("6", "10")


@rule_1880("X.6.36")
def test_the_limit_of_each_phase(edition: str) -> None:
    limits = dict(zip((row[1] for row in ROWS.values()), (4, 4, 4, 3, 3, 3, 3, 2, 2, 2, 2), strict=True))
    for kind, (_, phase, _, own) in ROWS.items():
        for held in range(1, limits[phase] + 1):
            position = Position(edition).company("BCR", par=100, Ann=30, cash=2000, trains=(own,) * held)
            game = position.left(kind, 1).set(phase=phase).operate("BCR", "trains")
            if held < limits[phase]:
                assert game.why_not(buy("BCR", kind)) is None, (phase, held)
            else:
                assert refused(game, buy("BCR", kind)).code == "train_limit", (phase, held)


@rule_1880("X.5.13")
def test_a_restored_train_counts_when_the_limit_falls(edition: str) -> None:
    position = Position(edition).company("BCR", par=100, Ann=30, cash=900, permits="").left("6E", 5).set(phase="C2")
    position.company("WNR", Bo=30, trains=("4", "6", "2R"), permits="")
    game = plays(position.operate("BCR", "trains"), buy("BCR", "6E"))
    assert game.acting == ("Bo",)
    assert {action.train for action in offered(game, DiscardTrain)} == {"4", "6", "2R"}


@rule_1880("X.5.14")
def test_no_second_restored_train_from_another_company_either(edition: str) -> None:
    position = Position(edition).phase("C2").company("BCR", par=100, Ann=60, cash=900, trains=("6", "2R"))
    position.company("WNR", Ann=60, trains=("6", "2R"))
    for source, price in (("bank", 250), ("WNR", 10)):
        again = refused(position.operate("BCR", "trains"), BuyTrain("BCR", "2R", source, price))
        assert again.code == "train_of_kind_limit"
    other = Position(edition).phase("C2").company("BCR", par=100, Ann=60, cash=900, trains=("6",))
    other.company("WNR", Ann=60, trains=("6", "2R"))
    plays(other.operate("BCR", "trains"), BuyTrain("BCR", "2R", "WNR", 10))


@rule_1880("X.6.8", "X.6.12", "X.6.13", "XI.11")
def test_trains_come_from_companies_of_the_same_director_from_phase_b1_on(edition: str) -> None:
    """Bo directs NXR; that Ann owns shares of it, and as many as Bo, does not matter."""

    def at(phase: str) -> Game:
        position = Position(edition).phase(phase).company("BCR", par=100, Ann=30, cash=50)
        position.company("WNR", Ann=30, Bo=20, trains=("2", "2"))
        return position.company("NXR", Bo=30, Ann=30, president="Bo", trains=("2",)).operate("BCR", "trains")

    for phase in ("A1", "A2"):
        assert refused(at(phase), BuyTrain("BCR", "2", "WNR", 50)).code == "no_trade_yet"
    for phase in ("B1", "B2"):
        game = at(phase)
        companies = [action for action in offered(game, BuyTrain) if action.source != "bank"]
        assert companies == [BuyTrain("BCR", "2", "WNR", 1)]
        assert refused(game, BuyTrain("BCR", "2", "NXR", 50)).code == "other_president"
        plays(game, BuyTrain("BCR", "2", "WNR", 50))
        assert (game.state.trains["BCR"], game.state.trains["WNR"]) == (("2",), ("2",))
        assert (game.state.cash["BCR"], game.state.cash["WNR"]) == (0, 50)


@rule_1880("X.6.22", "X.6.23", "X.6.24", "XII.3.5", "XII.3.6", only="2022")
def test_after_the_share_round_the_company_buys_from_the_bank_and_from_its_directors_companies(edition: str) -> None:
    """CKR has refused the 3-trains, which are removed, or has bought the last."""
    for left, action in ((3, Pass("CKR")), (1, buy("CKR", "3"))):
        position = line(edition, "3", left, marker="CKR").train("BCR", "2").company("WNR", Bo=30, trains=("2",))
        game = all_pass(plays(position.operate("CKR", "trains", after=("NXR",)), action))
        assert company(game) == "CKR"
        own = [BuyTrain("CKR", "2", seller, 1) for seller in ("BCR", "HKR", "NXR")]
        assert set(offered(game, BuyTrain)) == {buy("CKR", "3+3"), *own}
        plays(game, BuyTrain("CKR", "2", "BCR", 30), buy("CKR", "3+3"))


@rule_1880("X.6.17", "XI.32", "XI.36", "XV.1.1")
def test_after_the_last_8_no_train_moves_the_marker_or_brings_a_share_round(edition: str) -> None:
    """Whether the last 8 is bought, or one or both are removed."""
    for left, action in ((1, buy("HKR", "8")), (1, Pass("HKR")), (2, Pass("HKR"))):
        game = line(edition, "8", left, marker="HKR").operate("HKR", "trains", after=("CKR", "NXR"))
        plays(game, action)
        assert (game.state.phase, game.state.own.final_round) == ("D1", 1 + 3)
        assert isinstance(game.state.stack[-1], StockRound)
        all_pass(game)
        if company(game) == "HKR":
            plays(game, Pass("HKR"))
        plays(game, buy("CKR", "8E"))
        assert (company(game), game.state.own.marker) == ("NXR", "HKR")
        plays(game, buy("NXR", "8E"))
        assert (company(game), game.state.own.marker) == ("BCR", "HKR"), "both are sold, and no share round follows"
        plays(game, buy("BCR", "10"))
        assert game.state.own.marker == "HKR"


@rule_1880("X.6.20", "X.6.33", "X.6.34", "X.6.35")
def test_both_8e_trains_removed_begin_their_phase(edition: str) -> None:
    """A 4+4 goes with them; restored trains and 10s stay, now and after more rounds without a purchase."""
    game = line(edition, "8E", 2, marker="CKR", final_round=9).train("NXR", "4+4").operate(
        "CKR", "trains", after=("NXR",)
    )  # fmt: skip
    restored, rounds = game.state.depot["2R"], game.state.round
    plays(game, Pass("CKR"))
    assert (game.state.phase, "8E" in game.state.depot) == ("D2", False)
    assert game.state.trains["NXR"] == ("6",)
    while game.state.round < rounds + 2:
        plays(game, Pass(company(game)))
    assert game.state.depot["2R"] == restored
    assert buy(company(game), "10") in offered(game, BuyTrain)


@rule_1880("X.6.25", "X.6.27", "X.6.28", "X.6.29", "X.6.30", "X.6.31")
def test_example_investors_operate_after_the_privates_and_before_the_list(edition: str) -> None:
    """NXR is the last of the list; then privates pay, and an investor has its turn before BCR."""
    position = line(edition, "2", 5, marker="CKR").private("P2", "Bo").investor("A3", "Ann")
    game = position.operate("NXR", "trains")
    cash = game.state.cash["Bo"]
    plays(game, Pass("NXR"))
    assert game.state.cash["Bo"] == cash + 10
    assert [event.kind for event in game.last_events if event.kind in ("private-income", "turn")] == [
        "private-income",
        "turn",
    ]
    assert company(game) == "A3"
    plays(game, Pass("A3"))
    for name in ("BCR", "HKR"):
        assert (company(game), game.state.depot["2"]) == (name, 5)
        plays(game, Pass(name))
    assert (company(game), game.state.depot["2"]) == ("CKR", 5)
    bought = plays(game.copy(), buy("CKR", "2"), Pass("CKR"))
    assert (company(bought), bought.state.depot["2"]) == ("NXR", 4)
    plays(game, Pass("CKR"))
    assert "2" not in game.state.depot
    assert isinstance(game.state.stack[-1], StockRound)


@rule_1880("X.6.38")
def test_nothing_is_paid_for_a_surplus_train(edition: str) -> None:
    position = Position(edition).company("BCR", par=100, Ann=30, cash=900, permits="")
    position.company("WNR", Bo=30, cash=70, trains=("2", "2+2", "3", "3"), permits="").left("3+3", 5).set(phase="B1")
    game = plays(position.operate("BCR", "trains"), buy("BCR", "3+3"))
    assert {action.train for action in offered(game, DiscardTrain)} == {"2", "2+2", "3"}
    cash, bank, gone = dict(game.state.cash), game.state.bank, game.state.scrapped["3"]
    plays(game, DiscardTrain("WNR", "3"))
    assert game.state.trains["WNR"] == ("2", "2+2", "3")
    assert (game.state.scrapped["3"], game.state.depot.get("3", 0)) == (gone + 1, 0)
    assert (game.state.cash, game.state.bank) == (cash, bank)


@rule_1880("X.6.38")
def test_every_company_over_the_limit_gives_up_all_that_is_too_much(edition: str) -> None:
    """The limit falls from three to two with the first 6E: Bo's WNR and Cy's NXR lose a train each."""
    position = Position(edition).company("BCR", par=100, Ann=60, cash=900, permits="").left("6E", 5).set(phase="C2")
    position.company("WNR", Bo=30, trains=("4", "4", "6"), permits="").company("HKR", Bo=30, trains=("4", "6"))
    position.company("NXR", Cy=30, trains=("4+4", "6", "6"), permits="")
    game = plays(position.operate("BCR", "trains"), buy("BCR", "6E"))
    for player, name in sorted({"Bo": "WNR", "Cy": "NXR"}.items(), key=lambda one: game.acting != (one[0],)):
        assert game.acting == (player,)
        plays(game, DiscardTrain(name, "6"))
    assert not offered(game, DiscardTrain)
    assert {name: game.state.trains[name] for name in ("WNR", "HKR", "NXR")} == {
        "WNR": ("4", "4"), "HKR": ("4", "6"), "NXR": ("4+4", "6")
    }  # fmt: skip


def forced(edition: str, ann: int) -> Position:
    """BCR must buy a 3 for 180 and has 50; Ann directs BCR and WNR, and Bo would inherit either."""
    position = Position(edition).phase("B1").company("BCR", par=100, Ann=40, Bo=30, cash=50).cash(Ann=ann)
    position.company("WNR", par=70, Ann=30, Bo=20).company("NXR", par=80, Bo=40, Ann=20)
    return position.private("P5", "Ann")


@rule_1880("X.6.41", "X.6.43", "X.6.44", "X.6.46")
def test_who_has_the_money_pays_and_sells_nothing(edition: str) -> None:
    game = forced(edition, 130).operate("BCR", "trains", after=("WNR",))
    assert refused(game, SellShares("Ann", "NXR", 10)).code == "no_sale_needed"
    plays(game, buy("BCR", "3"))
    assert (game.state.cash["Ann"], game.state.cash["BCR"], game.state.debt) == (0, 0, {})
    short = forced(edition, 129).operate("BCR", "trains", after=("WNR",))
    plays(short.copy(), SellShares("Ann", "NXR", 10))
    assert plays(short, buy("BCR", "3")).state.debt == {"Ann": 2}, "or owes it, with interest rounded up"
    rich = forced(edition, 130).cash(BCR=180).operate("BCR", "trains", after=("WNR",))
    assert refused(rich, SellShares("Ann", "NXR", 10)).code == "no_sale_needed"
    plays(rich, buy("BCR", "3"))
    assert (rich.state.cash["Ann"], rich.state.cash["BCR"]) == (130, 0)


@rule_1880("X.6.44", "X.6.45", "X.6.46", "X.6.47", "XII.8.9", "XII.8.10")
def test_what_may_be_sold_for_a_train(edition: str) -> None:
    """Shares alone, and none that would make Bo director of BCR or of WNR; P5, worth 100, stays and pays nothing."""
    game = forced(edition, 0).operate("BCR", "trains", after=("WNR",))
    assert {type(action) for action in game.legal_actions()} == {BuyTrain, SellShares}
    sales = {(action.company, action.percent) for action in offered(game, SellShares)}
    assert sales == {("BCR", 10), ("WNR", 10), ("NXR", 10), ("NXR", 20)}
    for name in ("BCR", "WNR"):
        assert refused(game, SellShares("Ann", name, 20)).code == "sale_changes_president"
    plays(game, SellShares("Ann", "NXR", 10), buy("BCR", "3"))
    assert game.state.privates["P5"] == "Ann"
    assert game.state.presidents == {"BCR": "Ann", "WNR": "Ann", "NXR": "Bo"}
    assert game.state.debt == {"Ann": 83}, "130 are due, 75 came in: 55 and 27.5 of interest"
    assert events(game, "borrowed")[0]["amount"] == 55


@rule_1880("X.6.42", "X.6.53")
def test_the_director_helps_with_no_second_train_and_with_none_of_a_company(edition: str) -> None:
    position = Position(edition).phase("B1").company("BCR", par=100, Ann=40, cash=50, trains=("2",)).cash(Ann=900)
    game = position.company("WNR", Ann=40, trains=("3", "3")).operate("BCR", "trains")
    assert refused(game, buy("BCR", "3")).code == "cash_for_train"
    position = Position(edition).phase("B1").company("BCR", par=100, Ann=40, cash=50).cash(Ann=900)
    game = position.company("WNR", Ann=40, trains=("3", "3")).operate("BCR", "trains")
    assert refused(game, BuyTrain("BCR", "3", "WNR", 60)).code == "cash_for_train"
    assert set(offered(game, BuyTrain)) == {buy("BCR", "3"), BuyTrain("BCR", "3", "WNR", 1)}
    assert game.legal_actions().ranges[BuyTrain("BCR", "3", "WNR", 1)] == Range(1, 50)
