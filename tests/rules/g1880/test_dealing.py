"""Share rounds further: the order of a turn, limits, founding, capital, and what lasts to the end of the game."""

from __future__ import annotations

from kaiping.action import BuyShare, BuyTrain, Choose, Dividend, LayTile, Par, Pass, PlaceToken, RunRoutes, SellShares
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.operating.track import terrain_cost
from kaiping.flow.shares import certificate_limit, certificates
from kaiping.flow.stock import StockRound
from kaiping.game import Game
from tests.rules.books import rule_1880
from tests.rules.g1880.positions import Position, all_pass, earned, events, offered, plays, refused

PHASES = ("A1", "A2", "B1", "B2", "B3", "C1", "C2", "C3", "D1", "D2", "D3")


#: a train that runs in each of them
RUNS = dict(zip(PHASES, ("2", "2", "3", "3", "4", "4", "6", "6", "8", "8", "10"), strict=True))


def start(edition: str, phase: str = "B1") -> Position:
    trains = ("10",) if phase == "D3" else ()
    position = Position(edition).phase(phase).company("BCR", par=100, Cy=60, cash=500, trains=trains)
    return position.cash(Ann=500, Bo=500, Cy=500)


def first_row(edition: str, row: int = 0) -> int | None:
    """The row to name when a company is founded; by the newer book there is none to name."""
    return None if edition == "2022" else row


@rule_1880("XII.2.4", "XII.2.5")
def test_who_has_bought_sells_nothing_more(edition: str) -> None:
    game = start(edition).company("WNR", par=70, Bo=30, Ann=20).stock("Ann", inside="BCR")
    plays(game, BuyShare("Ann", "BCR", "ipo"))
    assert game.acting == ("Bo",)
    assert refused(game, SellShares("Ann", "WNR", 10)).code == "not_your_turn"
    founder = start(edition).company("WNR", par=70, Bo=30, Ann=20).stock("Ann", inside="BCR")
    plays(founder, Par("Ann", "NXR", 70, first_row(edition, 1)), Choose("Ann", "certificate", "20"))
    plays(founder, offered(founder, Choose)[0])
    assert founder.acting == ("Bo",), "the certificate is the one purchase"


@rule_1880("XII.4.10", "XII.4.9")
def test_a_share_costs_no_more_than_one_has(edition: str) -> None:
    for cash, enough in ((104, False), (105, True)):
        position = start(edition).company("WNR", par=70, cell=(4, 7), Bo=30).cash(Ann=cash)
        game = position.stock("Ann", inside="BCR")
        assert (BuyShare("Ann", "WNR", "ipo") in offered(game, BuyShare)) == enough


@rule_1880("XII.1.4", "XII.1.1")
def test_the_run_of_a_leased_train_brings_no_share_round(edition: str) -> None:
    """A7 runs the last 2-train of the bank, which stays there."""
    position = Position(edition).left("2", 1).investor("A7", "Ann").tile("O5", "57", 2).tile("P6", "8852", 2)
    position.company("CKR", par=80, Ann=30, cash=300, permits="").company("BCR", par=100, Bo=30, cash=300, permits="")
    game = position.operate("A7", "run", after=("BCR", "CKR"))
    (run,) = offered(game, RunRoutes)
    assert [route.train for route in run.routes] == ["2"]
    plays(game, run)
    assert (game.state.depot["2"], game.state.turn) == (1, 2)
    frame = game.state.stack[-1]
    assert isinstance(frame, OperatingRound)
    assert frame.company == "BCR"


@rule_1880("XII.4.8")
def test_each_price_has_four_places(edition: str) -> None:
    others = ("NXR", "HKR", "LHR", "CKR", "BZU")
    for price in (70, 80, 90, 100):
        for taken in range(5):
            position = Position(edition).cash(Ann=400)
            for name in others[:taken]:
                position.company(name, par=price, Bo=20)
            game = position.stock("Ann")
            found = Par("Ann", "WNR", price, first_row(edition, taken))
            if taken < 4:
                plays(game, found)
                assert game.state.rows["WNR"] == (price, taken)
            else:
                assert refused(game, found).code == "rows_taken"


@rule_1880("GH.5", "XII.6.2", only="2022")
def test_the_uppermost_free_row_may_lie_above_others(edition: str) -> None:
    position = Position(edition).company("NXR", par=90, row=1, Bo=20).company("HKR", par=100, row=0, Bo=20)
    game = plays(position.cash(Ann=400).stock("Ann"), Par("Ann", "WNR", 90))
    assert game.state.rows["WNR"] == (90, 0)


@rule_1880("XII.4.14", "XII.6.3", "XII.6.4", "XII.6.5", "XII.6.11", "XII.7.1", "XI.3")
def test_a_company_that_floats_has_half_its_capital_and_operates_next(edition: str) -> None:
    """Five times its starting price and not a coin less for its home station; it is on the list at once."""
    for price in (70, 80, 90, 100):
        for phase, held in (("A1", 20), ("B1", 30)):
            position = Position(edition).phase(phase).company("BCR", par=100, row=0, Bo=60, cash=500)
            position.company("WNR", par=price, row=3, floated=False, Ann=held)
            game = position.stock("Bo", inside="BCR")
            plays(game, Pass("Bo"), BuyShare("Cy", "WNR", "ipo"), Pass("Ann"))
            assert "WNR" not in game.state.floated, "not before the end of the round"
            all_pass(game)
            assert "WNR" in game.state.floated
            assert game.state.cash["WNR"] == 5 * price
            assert game.state.board.tokens_of("WNR") == [("L10", 0)]
            assert game.state.cells["WNR"] == game.definition.market.par_cells[price]
            frame = game.state.stack[-1]
            assert isinstance(frame, OperatingRound)
            assert frame.order == ("BCR", "WNR")


@rule_1880("XII.4.14", "XII.6.10")
def test_a_company_floats_if_all_its_shares_are_with_players(edition: str) -> None:
    for bank, opens in ((0, True), (10, False)):
        position = Position(edition).phase("C2").company("BCR", par=100, Bo=60, cash=500)
        position.company("WNR", par=70, floated=False, Ann=40, Bo=30, Cy=30 - bank).investor("A3", "Ann")
        game = all_pass(position.stock("Ann", inside="BCR"))
        assert ("WNR" in game.state.floated) == opens
    position = Position(edition).phase("C2").company("BCR", par=100, Bo=60, cash=500)
    position.company("WNR", par=70, floated=False, Ann=40, Bo=30, Cy=20)
    game = plays(position.stock("Bo", inside="BCR"), BuyShare("Bo", "WNR", "ipo"))
    assert "WNR" not in game.state.floated
    sold = all_pass(plays(game.copy(), SellShares("Cy", "WNR", 10), Pass("Cy"), Pass("Ann"), Pass("Bo")))
    assert "WNR" not in sold.state.floated, "a share is back in the bank when the round ends"
    assert "WNR" in all_pass(game).state.floated


@rule_1880("XII.4.11")
def test_others_may_buy_what_one_has_sold(edition: str) -> None:
    position = start(edition).company("WNR", par=70, Bo=30, Ann=20)
    game = plays(position.stock("Ann", inside="BCR"), SellShares("Ann", "WNR", 10))
    assert refused(game, BuyShare("Ann", "WNR", "ipo")).code == "sold_this_round"
    plays(game, BuyShare("Ann", "BCR", "ipo"), BuyShare("Bo", "WNR", "ipo"), BuyShare("Cy", "WNR", "ipo"))
    assert refused(game, BuyShare("Ann", "WNR", "ipo")).code == "sold_this_round", "in a later turn of the round too"


@rule_1880("XII.6.12")
def test_the_share_goes_to_the_investor_of_the_founder_at_once(edition: str) -> None:
    position = Position(edition).investor("A3", "Ann").investor("A5", "Bo").cash(Ann=600, Bo=600)
    game = plays(position.stock("Ann"), Pass("Ann"), Par("Bo", "WNR", 70, first_row(edition)))
    plays(game, Choose("Bo", "certificate", "30"), Choose("Bo", "permits", "AB"))
    assert [game.state.held(owner, "WNR") for owner in ("A3", "A5", "Bo", "ipo")] == [0, 10, 30, 60]
    assert "WNR" not in game.state.floated
    plays(game, Pass("Cy"), Par("Ann", "NXR", 70, first_row(edition, 1)), Choose("Ann", "certificate", "20"))
    plays(game, Choose("Ann", "permits", "ABC"))
    assert [game.state.held(owner, "NXR") for owner in ("A3", "A5", "Ann", "ipo")] == [10, 0, 20, 70]


@rule_1880("XII.7.4", "XII.7.1")
def test_a_company_founded_later_with_half_its_shares_gone_has_all_its_capital(edition: str) -> None:
    """40 % with the founder and 10 % with their investor leave five shares in the bank; it is paid when it floats."""
    position = start(edition).investor("A3", "Ann")
    game = plays(position.stock("Ann", inside="BCR"), Par("Ann", "WNR", 70, first_row(edition)))
    plays(game, Choose("Ann", "certificate", "40"), Choose("Ann", "permits", "A"))
    assert game.state.held("ipo", "WNR") == 50
    all_pass(game)
    assert game.state.cash["WNR"] == 2 * 5 * 70


@rule_1880("XII.7.2", "XII.7.3", "XII.7.4", "XI.12")
def test_each_company_gets_its_own_second_half_once(edition: str) -> None:
    """Five times its starting price, whatever its price is by now; what is bought later brings no more."""
    position = Position(edition).left("3", 5).set(phase="A2").company("BCR", par=100, cash=400, Ann=20, permits="")
    position.company("WNR", par=70, cell=(4, 7), Bo=30, Cy=20).company("NXR", par=90, Cy=40, Bo=10)
    position.company("HKR", par=80, Cy=40)
    game = plays(position.operate("BCR", "trains"), BuyTrain("BCR", "3", "bank", 180))
    paid = {event["company"]: event["amount"] for event in events(game, "second-capital")}
    assert paid == {"WNR": 350, "NXR": 450}
    later = start(edition).company("WNR", par=70, cell=(4, 7), Bo=40).stock("Ann", inside="BCR")
    plays(later, BuyShare("Ann", "WNR", "ipo"))
    assert later.state.cash["WNR"] == 350
    plays(later, BuyShare("Bo", "WNR", "ipo"))
    assert later.state.cash["WNR"] == 350


@rule_1880("XII.5.5", "XII.5.6", "XII.5.7", "XII.5.8", "XII.5.9", "XII.5.1")
def test_the_limit_for_each_number_of_players(edition: str) -> None:
    for players, limit in {3: 20, 4: 16, 5: 14, 6: 12, 7: 11}.items():
        for held in (limit - 1, limit):
            position = Position(edition, players).phase("B1").company("BCR", par=100, Cy=30).cash(Ann=500)
            position.company("LHR", par=70, Bo=30)
            left = held
            for name in ("WNR", "NXR", "HKR", "CKR"):
                here = min(left, 8)
                if here:
                    position.company(name, par=80, percent=20, Ann=10 * (here + 1))
                left -= here
            game = position.stock("Ann", inside="BCR")
            assert (certificates(game.table(), "Ann"), certificate_limit(game.table())) == (held, limit)
            for purchase in (BuyShare("Ann", "LHR", "ipo"), Par("Ann", "JHU", 90, first_row(edition))):
                if held < limit:
                    plays(game.copy(), purchase)
                else:
                    assert refused(game, purchase).code == "certificate_limit"


@rule_1880("XII.5.2", "XII.5.3")
def test_no_private_and_no_investor_counts_as_a_certificate(edition: str) -> None:
    game = start(edition).company("WNR", par=70, Ann=40)
    for number in range(8):
        game.private(f"P{number}", "Ann")
    for number in range(1, 8):
        game.investor(f"A{number}", "Ann")
    assert certificates(game.stock("Ann", inside="BCR").table(), "Ann") == 3


@rule_1880("XII.5.12")
def test_as_many_shares_are_sold_as_are_over_the_limit(edition: str) -> None:
    """Bo has lost LHR, whose certificate was 40 %: of 22 certificates two go."""
    position = Position(edition).phase("B1").company("BCR", Cy=60).cash(Ann=500, Bo=500)
    for name in ("WNR", "NXR", "HKR"):
        position.company(name, par=70, Bo=70)
    game = position.company("LHR", par=70, percent=40, Bo=40, Ann=50, president="Ann").stock("Bo", inside="BCR")
    assert certificates(game.table(), "Bo") == 22
    for _ in range(2):
        assert refused(game, Pass("Bo")).code == "over_certificate_limit"
        assert refused(game, BuyShare("Bo", "BCR", "ipo")).code == "over_certificate_limit"
        plays(game, SellShares("Bo", "LHR", 10))
    plays(game, Pass("Bo"))


@rule_1880("XIII.3.3", "XIII.3.5", "XIII.3.6")
def test_when_the_second_half_of_the_shares_counts(edition: str) -> None:
    for phase, rises in (("A1", True), ("A2", True), ("B1", False)):
        game = start(edition, phase).company("WNR", par=70, Bo=30, Ann=20).stock("Bo", inside="BCR")
        while isinstance(game.state.stack[-1], StockRound):
            assert game.state.cells["WNR"] == (7, 3), "not before the end of the round"
            plays(game, Pass(game.acting[0]))
        assert game.state.cells["WNR"] == ((6, 3) if rises else (7, 3))
    for bank, rises in ((0, True), (10, False)):
        game = all_pass(start(edition).company("WNR", par=70, Bo=60, Ann=40 - bank).stock("Bo", inside="BCR"))
        assert game.state.cells["WNR"] == ((6, 3) if rises else (7, 3))


@rule_1880("XI.4", "XI.8", "XIII.3.6")
def test_how_many_shares_may_be_bought_in_each_phase(edition: str) -> None:
    for phase in PHASES:
        for bank in (60, 50, 10):
            game = start(edition, phase).company("WNR", par=70, Bo=100 - bank).stock("Ann", inside="BCR")
            reason = game.why_not(BuyShare("Ann", "WNR", "ipo"))
            assert (reason is None) == (bank > 50 or phase[0] != "A"), (phase, bank)


@rule_1880("XI.9", "XI.10", "XI.21", "XI.29")
def test_the_tiles_of_each_phase(edition: str) -> None:
    """On L10 lies a tile of each colour in turn; beside it there is room for yellow ones."""
    colors = ("yellow", "green", "brown", "grey")
    for phase in ("A1", "A2", "B1", "C1", "D1"):
        letter = "ABCD".index(phase[0])
        for number, tile in enumerate(("57", "14", "63")):
            position = Position(edition).phase(phase).company("WNR", par=80, Ann=30, cash=500).tile("L10", tile, 0)
            lays = offered(position.operate("WNR"), LayTile)
            found = {position.definition.tiles[lay.tile].color for lay in lays if lay.hex == "L10"}
            assert found == ({colors[number + 1]} if number < letter else set()), (phase, tile)
        game = Position(edition).phase(phase).company("WNR", par=80, Ann=30, cash=500).tile("L10", "57", 0)
        second = plays(game.operate("WNR"), LayTile("WNR", "K11", "9", 0))
        found = {second.definition.tiles[lay.tile].color for lay in offered(second, LayTile)}
        assert found == ({"yellow"} if letter else set()), phase


@rule_1880("XI.30")
def test_stations_cost_twice_as_much_from_phase_d1_on(edition: str) -> None:
    for phase in PHASES:
        position = Position(edition).phase(phase).company("WNR", par=80, Ann=60, cash=500)
        if phase == "D3":
            position.train("WNR", "10")
        position.tile("L10", "57", 0).tile("K11", "9", 0).tile("J12", "57", 0)
        game = plays(position.operate("WNR", "token"), PlaceToken("WNR", "J12", 0))
        assert game.state.cash["WNR"] == 500 - (80 if phase[0] == "D" else 40), phase


def lap(edition: str, phase: str) -> Game:
    """WNR, the last company of the list, passes; P3 is Ann's, and the investor of Taiyuan could lay track."""
    position = Position(edition).phase(phase).private("P3", "Ann").investor("A3", "Ann", cash=40)
    position.company("BCR", par=100, Bo=60, cash=2000, permits="", trains=(RUNS[phase],))
    position.company("WNR", par=90, Bo=60, cash=2000, permits="", trains=("6" if phase > "C1" else RUNS[phase],))
    position.set(marker="BCR", final_round=9 if phase > "D1" else None)
    return plays(position.operate("WNR", "trains"), Pass("WNR"))


@rule_1880("XIV.2.1", "XIV.2.3", "XIV.3.4", "XIV.3.5", "XI.18", "XI.19")
def test_privates_pay_and_investors_build_until_the_first_4_train_and_never_again(edition: str) -> None:
    for phase in PHASES:
        working = phase < "B3"
        game = lap(edition, phase)
        assert game.state.round == 2
        assert [event["private"] for event in events(game, "private-income")] == (["P3"] if working else []), phase
        frame = game.state.stack[-1]
        assert isinstance(frame, OperatingRound)
        assert frame.company == ("A3" if working else "BCR"), phase


@rule_1880("XIV.2.2", "VI.1.17")
def test_ferries_taiwan_and_rivers_under_the_communists_and_later(edition: str) -> None:
    """P2, P3 and P4 help their owner in every phase."""
    for phase in PHASES[4:]:
        train = RUNS[phase]
        for owner, more in (("Ann", 1), ("Bo", 0)):
            position = Position(edition).phase(phase)
            for private in ("P2", "P3", "P4"):
                position.private(private, owner)
            position.company("WNR", par=80, Ann=60, cash=300, permits="", trains=(train,)).token("WNR", "L14")
            position.tile("L14", "57", 2).tile("M15", "8852", 2).tile("E13", "57", 0).tile("F10", "57", 1)
            game = position.token("WNR", "E13").operate("WNR", "run")
            assert earned(game, "WNR", (train, "L14.0", "M15.0", "N16.0")) == 40 + 30 * (phase == "B3") + 20 * more
            assert earned(game, "WNR", (train, "E13.0", "F12", "F10.0")) == 30 + 10 * more
            assert terrain_cost(game.table(), "WNR", "L12") == 20 - 20 * more


@rule_1880("XIV.2.5", "XIV.3.2", "XIII.1.2", "XI.16", "XI.26")
def test_prices_stand_still_in_phases_b3_and_c1_only(edition: str) -> None:
    """After a dividend, without one, without a train, after a sale and when all is sold."""
    for phase in PHASES[2:]:
        moves = phase not in ("B3", "C1")
        for kind, cell in (("pay", (1, 4)), ("withhold", (1, 2))):
            paid = Position(edition).phase(phase).company("BCR", par=100, Cy=60, cash=900, trains=(RUNS[phase],))
            game = plays(paid.operate("BCR", "dividend", revenue=100), Dividend("BCR", kind))  # type: ignore[arg-type]
            assert game.state.cells["BCR"] == (cell if moves else (1, 3)), (phase, kind)
        bare = Position(edition).phase(phase).company("BCR", par=100, Cy=60, cash=900, permits="")
        bare.begin_round("BCR")
        assert bare.state.cells["BCR"] == ((1, 2) if moves else (1, 3)), phase
        position = start(edition, phase).company("WNR", par=70, Bo=40, Ann=30).company("NXR", par=80, Bo=60, Ann=40)
        game = all_pass(plays(position.stock("Ann", inside="BCR"), SellShares("Ann", "WNR", 10)))
        cells = {"WNR": (8, 3), "NXR": (4, 3)} if moves else {"WNR": (7, 3), "NXR": (5, 3)}
        assert {name: game.state.cells[name] for name in cells} == cells, phase


@rule_1880("XIV.2.6", "XIV.3.3", "XI.17", "XI.25")
def test_directors_sell_their_shares_in_all_phases_but_b3_and_c1(edition: str) -> None:
    for phase in PHASES:
        position = start(edition, phase).company("WNR", par=70, Ann=40, Bo=20)
        game = position.stock("Ann", inside="BCR")
        sale = SellShares("Ann", "WNR", 10)
        if phase in ("B3", "C1"):
            assert refused(game, sale).code == "president_may_not_sell"
        else:
            plays(game, sale)


@rule_1880("XIV.1.2", "XIV.1.3", "XIV.3.1")
def test_the_first_4_train_closes_the_exchange_and_the_first_6_train_opens_it(edition: str) -> None:
    """Not the 3+3 before nor the 4+4 in between; the sale of the train alone, in the turn of its buyer."""
    for kind, price, before, closed in (
        ("3+3", 300, "B1", False), ("4", 300, "B2", True), ("4+4", 450, "B3", True), ("6", 600, "C1", False),
        ("6E", 700, "C2", False),
    ):  # fmt: skip
        position = Position(edition).company("BCR", par=100, Ann=60, cash=2000, permits="").left(kind, 5)
        game = plays(position.set(phase=before).operate("BCR", "trains"), BuyTrain("BCR", kind, "bank", price))
        assert game.table().phase.frozen == closed, kind
        assert game.table().phase.privates_pay == (kind == "3+3"), kind


@rule_1880("XV.1.1", "XI.31", "X.6.18", "XV.1.2")
def test_every_company_has_three_turns_more_whoever_takes_the_last_8(edition: str) -> None:
    names = ("BCR", "HKR", "CKR", "NXR")
    for number, buyer in enumerate(names):
        position = Position(edition)
        for name, par in zip(names, (100, 100, 100, 90), strict=True):
            position.company(name, par=par, Ann=30, permits="", cash=1000, trains=("6",))
        position.left("8", 1).set(phase="D1")
        game = position.operate(buyer, "trains", after=names[number + 1 :])
        all_pass(plays(game, BuyTrain(buyer, "8", "bank", 800)))
        turns: list[str] = [event["company"] for event in game.last_events if event.kind == "turn"]
        while game.finished is None:
            assert len(turns) < 20, "the end is due"
            plays(game, Pass(game.state.stack[-1].company))  # type: ignore[attr-defined]
            turns += [event["company"] for event in game.last_events if event.kind == "turn"]
        assert [turns.count(name) for name in names] == [3, 3, 3, 3]
        assert turns[-1] == buyer


@rule_1880("XV.2.1", "XV.2.2", "XV.2.3", "XV.2.4")
def test_the_final_score(edition: str) -> None:
    """Neither privates nor what companies own; money and shares at their present price, also of others' companies."""
    position = Position(edition).phase("D2").company("BCR", par=100, cell=(4, 7), Ann=40, Bo=20, cash=900)
    position.company("WNR", par=70, cell=(0, 13), Bo=20, Cy=30, trains=("8",)).private("P6", "Ann").private("P5", "Ann")
    position.investor("A3", "Ann", cash=500).cash(Ann=10, Bo=300, Cy=209)
    game = position.stock("Ann")
    game.state.finished = "final_train"
    assert game.totals() == {"Ann": 10 + 4 * 105, "Bo": 300 + 2 * 105 + 2 * 200, "Cy": 209 + 3 * 200}
    assert game.winners() == ("Bo",)
