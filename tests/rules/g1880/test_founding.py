"""Starting a company: certificate, price, place in the order, permits, the share set aside; floating and capital."""

from __future__ import annotations

from typing import Any

import pytest

from kaiping.action import BuyShare, BuyTrain, Choose, Par, Pass, UsePower
from kaiping.flow.shares import certificates, for_sale
from tests.rules.books import rule_1880
from tests.rules.g1880.positions import HOMES, Position, all_pass, events, offered, plays, refused


@rule_1880(
    "VIII.1.2",
    "VIII.1.3",
    "VIII.1.5",
    "XII.4.3",
    "XII.4.4",
    "XII.4.5",
    "XII.4.6",
    "XII.4.7",
    "XII.6.1",
    "VIII.2.1",
    "VIII.2.3",
    "IV.3.5",
    in_2010=["VIII.1.6"],
)
def test_the_founder_chooses_the_size_of_his_certificate(edition: str) -> None:
    row = None if edition == "2022" else 0
    founders = [("Ann", 20, 90, 3), ("Bo", 30, 70, 7), ("Cy", 40, 100, 1), ("Ann", 20, 80, 5)]
    for founder, percent, price, line in founders:
        position = Position(edition).cash(**{founder: 400})
        game = position.stock(founder)
        assert refused(game, BuyShare(founder, "WNR", "ipo")).code == "not_started"
        assert {action.price for action in offered(game, Par)} == {70, 80, 90, 100}
        plays(game, Par(founder, "WNR", price, row))
        assert {action.option for action in offered(game, Choose)} == {"20", "30", "40"}
        assert refused(game, Pass(founder)).code == "founding_first"
        plays(game, Choose(founder, "certificate", str(percent)))
        plays(game, offered(game, Choose)[0])
        state = game.state
        assert state.cash[founder] == 400 - price * percent // 10
        assert state.held(founder, "WNR") == state.certificates["WNR"] == percent
        assert state.held("ipo", "WNR") == 100 - percent
        assert state.presidents["WNR"] == founder
        assert state.par["WNR"] == price
        assert state.cells["WNR"] == (line, 3)


@rule_1880("XII.4.10", "VIII.2.2")
def test_sizes_that_he_cannot_pay_are_not_offered(edition: str) -> None:
    row = None if edition == "2022" else 0
    game = Position(edition).cash(Ann=200).stock("Ann")
    plays(game, Par("Ann", "WNR", 100, row))
    assert {action.what for action in offered(game, Choose)} == {"permits"}, "only 20 % can be paid"
    poor = Position(edition).cash(Ann=199).stock("Ann")
    assert refused(poor, Par("Ann", "WNR", 100, row)).code == "cash_for_start"
    assert refused(poor, Par("Ann", "WNR", 75, row)).code == "not_a_par_price"
    second = plays(Position(edition).cash(Bo=200).stock("Bo"), Par("Bo", "WNR", 100, row))
    plays(second, offered(second, Choose)[0])
    assert second.state.presidents == {"WNR": "Bo"}


@rule_1880("VIII.4.4", "VIII.4.5", "VIII.4.6", "VIII.4.7", "VIII.4.8", "VIII.4.9", "VIII.4.10", "VIII.4.11")
def test_permits_by_the_size_of_the_certificate(edition: str) -> None:
    row = None if edition == "2022" else 0
    wanted = {"20": ["ABC", "BCD"], "30": ["AB", "BC", "CD"], "40": ["A", "B", "C", "D"]}
    for percent, permits in wanted.items():
        game = Position(edition).cash(Bo=400).stock("Bo")
        plays(game, Par("Bo", "WNR", 70, row), Choose("Bo", "certificate", percent))
        assert game.acting == ("Bo",)
        assert [action.option for action in offered(game, Choose)] == permits
        assert refused(game, Choose("Bo", "permits", "ABD")).code == "no_such_option"
        for choice in permits:
            assert plays(game.copy(), Choose("Bo", "permits", choice)).state.own.permits["WNR"] == choice


@rule_1880("VIII.4.11", "III.15")
def test_permits_do_not_run_out(edition: str) -> None:
    """Thirteen companies have a permit for each phase; what the last one may choose is not less, nor what P5 gives."""
    position = Position(edition).private("P5", "Ann").cash(Ann=400)
    names = [name for name in position.definition.companies if name != "WNR"]
    for number, name in enumerate(names):
        position.company(name, par=(100, 90, 80, 70)[number // 4], permits="ABCD", Bo=20)
    game = plays(position.stock("Ann"), Par("Ann", "WNR", 70, None if edition == "2022" else 1))
    for percent, permits in (("20", ["ABC", "BCD"]), ("30", ["AB", "BC", "CD"]), ("40", ["A", "B", "C", "D"])):
        asked = plays(game.copy(), Choose("Ann", "certificate", percent))
        assert [action.option for action in offered(asked, Choose)] == permits
        for choice in permits:
            assert plays(asked.copy(), Choose("Ann", "permits", choice)).state.own.permits["WNR"] == choice
    plays(game, Choose("Ann", "certificate", "20"), Choose("Ann", "permits", "ABC"), Pass("Bo"), Pass("Cy"))
    plays(game, UsePower("Ann", "P5", "WNR"))
    assert set(game.state.own.permits.values()) == {"ABCD"}, "all fourteen for all phases"


@rule_1880("III.12")
def test_eight_single_shares_of_each_company_and_three_certificates_to_choose_from(edition: str) -> None:
    """Ann holds all shares of all fourteen companies: those that a larger certificate stands for are not in play."""
    for percent, single in ((20, 8), (30, 7), (40, 6)):
        position = Position(edition)
        for number, name in enumerate(HOMES):
            position.company(name, par=(100, 90, 80, 70)[number // 4], percent=percent, Ann=100)
        assert certificates(position.stock("Ann").table(), "Ann") == len(HOMES) * (1 + single)


@rule_1880("XII.6.2", "GH.5", "XII.4.8", only="2022")
def test_a_company_takes_the_uppermost_free_row(edition: str) -> None:
    position = Position(edition).company("NXR", par=90, row=0, Bo=20).cash(Ann=400)
    game = position.stock("Ann")
    assert refused(game, Par("Ann", "WNR", 90, 3)).code == "row_fixed"
    plays(game, Par("Ann", "WNR", 90))
    assert game.state.rows["WNR"] == (90, 1)


@rule_1880("XII.6.2", "XII.4.8", only="2010", in_2010=["XII.6.2"])
def test_the_founder_chooses_the_row(edition: str) -> None:
    position = Position(edition).company("NXR", par=90, row=1, Bo=20).cash(Ann=400)
    game = position.stock("Ann")
    assert refused(game, Par("Ann", "WNR", 90, 1)).code == "no_such_row"
    assert refused(game, Par("Ann", "WNR", 90)).code == "row_to_choose"
    plays(game, Par("Ann", "WNR", 90, 3))
    assert game.state.rows["WNR"] == (90, 3)


@rule_1880("XII.4.8")
def test_a_price_may_be_chosen_four_times(edition: str) -> None:
    position = Position(edition).cash(Ann=400)
    for name in ("NXR", "HKR", "LHR", "CKR"):
        position.company(name, par=90, Bo=20)
    game = position.stock("Ann")
    assert {action.price for action in offered(game, Par)} == {70, 80, 100}
    assert refused(game, Par("Ann", "WNR", 90, None if edition == "2022" else 0)).code == "rows_taken"


@rule_1880("VII.1.11", "VII.1.13", "VII.1.15", "XII.6.12")
def test_the_first_company_of_a_player_gives_a_share_to_his_investor(edition: str) -> None:
    row = None if edition == "2022" else 0
    position = Position(edition).investor("A3", "Ann").cash(Ann=600)
    game = position.stock("Ann")
    plays(game, Par("Ann", "WNR", 70, row), Choose("Ann", "certificate", "20"), Choose("Ann", "permits", "ABC"))
    assert game.state.held("A3", "WNR") == 10
    assert game.state.held("ipo", "WNR") == 70
    assert for_sale(game.table(), "WNR", "ipo") == 20, "one of the three on top of the stack is gone"
    plays(game, Pass("Bo"), Pass("Cy"), Par("Ann", "NXR", 70, None if edition == "2022" else 1))
    plays(game, Choose("Ann", "certificate", "20"), Choose("Ann", "permits", "ABC"))
    assert game.state.held("A3", "NXR") == 0, "only the first"


@rule_1880("VII.1.11", "VII.1.13", "VII.1.15", "XII.6.12")
@pytest.mark.parametrize("percent", [20, 30, 40])
def test_it_goes_to_the_founders_own_investor_whatever_the_certificate(edition: str, percent: int) -> None:
    """Cy's investor is A5; Ann, who has led BCR from the start, gives no share to hers any more."""
    position = Position(edition).investor("A2", "Ann").investor("A3", "Bo").investor("A5", "Cy")
    game = position.company("BCR", par=100, Ann=20, A2=10).stock("Cy")
    plays(game, Par("Cy", "WNR", 70, None if edition == "2022" else 0), Choose("Cy", "certificate", str(percent)))
    plays(game, offered(game, Choose)[0])
    shares = {owner: part for (owner, company), part in game.state.holdings.items() if company == "WNR"}
    assert shares == {"Cy": percent, "A5": 10, "ipo": 90 - percent}
    assert for_sale(game.table(), "WNR", "ipo") == 40 - percent


@rule_1880("VII.1.11", "XII.6.12")
def test_a_company_taken_over_is_not_the_first_that_a_player_has_started(edition: str) -> None:
    """Bo leads NXR, which Ann has started; of WNR, their own first one, their investor gets a share.

    Of CKR, which Ann starts though she leads no other by now, hers gets none.
    """
    position = Position(edition).investor("A2", "Ann").investor("A3", "Bo").cash(Ann=600)
    game = position.company("NXR", par=90, Bo=30, Ann=20, A2=10).stock("Bo")
    row = None if edition == "2022" else 0
    plays(game, Par("Bo", "WNR", 70, row), Choose("Bo", "certificate", "20"))
    plays(game, offered(game, Choose)[0])
    assert (game.state.held("A3", "WNR"), game.state.held("A3", "NXR")) == (10, 0)
    plays(game, Pass("Cy"), Par("Ann", "CKR", 80, row), Choose("Ann", "certificate", "20"))
    plays(game, offered(game, Choose)[0])
    assert [game.state.held(owner, "CKR") for owner in ("Ann", "A2", "A3", "ipo")] == [20, 0, 0, 80]


@rule_1880("III.14", "III.19")
def test_each_company_has_a_capital_card(edition: str) -> None:
    """Of all fourteen the second half of the capital comes when five shares are left."""
    for name in HOMES:
        other = "WNR" if name == "BCR" else "BCR"
        position = Position(edition).phase("B1").company(other, Bo=60, permits="", trains=("3",))
        game = position.company(name, par=70, Ann=30, Bo=10).stock("Cy", inside=other)
        assert plays(game, BuyShare("Cy", name, "ipo")).state.cash[name] == 350


@rule_1880("X.4.1", "X.4.2", "V.33")
def test_each_company_places_its_token_on_its_own_home(edition: str) -> None:
    """All fourteen, at the end of the share round in which they float."""
    for name, home in HOMES.items():
        position = Position(edition).company("WNR" if name == "BCR" else "BCR", Bo=60, permits="", trains=("2",))
        position.company(name, par=70, floated=False, Cy=20)
        game = position.stock("Ann", inside="WNR" if name == "BCR" else "BCR")
        assert not game.state.board.tokens_of(name)
        all_pass(game)
        assert [hex_id for hex_id, _ in game.state.board.tokens_of(name)] == [home]
        assert game.state.cash[name] == 350, "it costs nothing"


@rule_1880("XI.4", "XIII.3.6", "XIII.3.5", "XIII.3.7")
def test_only_five_shares_are_for_sale_before_the_first_3_train(edition: str) -> None:
    position = Position(edition).investor("A3", "Ann").company("WNR", par=70, percent=40, Ann=40, A3=10)
    game = position.stock("Bo")
    assert game.state.held("ipo", "WNR") == 50
    assert refused(game, BuyShare("Bo", "WNR", "ipo")).code == "shares_locked"
    late = Position(edition).phase("B1").investor("A3", "Ann").company("WNR", par=70, percent=40, Ann=40, A3=10)
    plays(late.stock("Bo"), BuyShare("Bo", "WNR", "ipo"))


@rule_1880(
    "XII.6.3",
    "XII.6.4",
    "XII.6.5",
    "XII.6.11",
    "XII.7.1",
    "V.32",
    "V.33",
    "X.4.1",
    "X.4.2",
    "VII.1.14",
    "XII.4.14",
    in_2010=["XII.4.14", "V.36", "X.4.3"],
)
def test_a_company_floats_by_its_directors_own_shares(edition: str) -> None:
    early, later = {"A1": 20, "A2": 20, "B1": 30, "B2": 30, "B3": 40, "C1": 40}, ("C2", "C3", "D1", "D2", "D3")
    for phase, enough in (early | dict.fromkeys(later, 60)).items():
        for held in (enough - 10, enough):
            if held < 20:
                continue
            position = Position(edition).phase(phase).company("BCR", Bo=60, trains=("10",) if phase == "D3" else ())
            position.investor("A3", "Ann")
            position.company("WNR", par=70, floated=False, Ann=held, Bo=10, A3=10)
            game = position.stock("Ann", inside="BCR")
            assert not game.state.board.tokens_of("WNR")
            all_pass(game)
            assert ("WNR" in game.state.floated) == (held >= enough)
            if held >= enough:
                assert game.state.cash["WNR"] >= 350
                assert game.state.board.tokens_of("WNR") == [("L10", 0)]


@rule_1880("XII.6.5", "XII.6.3")
@pytest.mark.parametrize(("price", "place"), [(100, (1, 3)), (90, (3, 3)), (80, (5, 3)), (70, (7, 3))])
def test_its_marker_is_on_the_starting_place_when_it_opens(edition: str, price: int, place: tuple[int, int]) -> None:
    """Cy founds WNR in a share round, at whose end it opens; a share of it costs what it started at."""
    position = Position(edition).company("BCR", par=100, row=0, Bo=60, trains=("2",), permits="", cash=100)
    game = position.cash(Ann=100, Cy=300).stock("Cy", inside="BCR")
    plays(game, Par("Cy", "WNR", price, None if edition == "2022" else 3), Choose("Cy", "certificate", "20"))
    plays(game, Choose("Cy", "permits", "ABC"), BuyShare("Ann", "WNR", "ipo"))
    all_pass(game)
    assert "WNR" in game.state.floated
    assert (game.state.cells["WNR"], game.state.cash["Ann"]) == (place, 100 - price)
    assert "WNR" in game.state.market[place]


@rule_1880("XII.6.3", "XII.6.4", "XII.4.14")
def test_all_that_have_enough_shares_float_together(edition: str) -> None:
    position = Position(edition).company("BCR", Bo=60, trains=("2",))
    for name, owner in (("WNR", "Ann"), ("NXR", "Cy"), ("CKR", "Bo")):
        position.company(name, par=70, floated=False, **{owner: 20})  # type: ignore[arg-type]
    game = all_pass(position.stock("Ann", inside="BCR"))
    assert game.state.floated == {"BCR", "CKR", "NXR", "WNR"}
    assert [game.state.board.tokens_of(name)[0][0] for name in ("WNR", "NXR", "CKR")] == ["L10", "J6", "O5"]


@rule_1880("XII.6.10")
def test_a_company_also_floats_when_nothing_is_left_to_buy(edition: str) -> None:
    """Whatever the phase asks, also where the director has no more than the smallest certificate."""
    others = {"Ann": 10, "Bo": 20, "Cy": 20, "Ed": 10, "Flo": 10, "Gus": 10}
    for phase in ("B1", "B3", "C2", "D1"):
        for bank in (0, 10):
            position = Position(edition, players=7).phase(phase).company("BCR", Bo=60)
            shares: dict[str, Any] = others | {"Di": 20, "Ann": 10 - bank}
            position.company("WNR", president="Di", floated=False, **shares)
            game = all_pass(position.cash(Ann=0).stock("Ann", inside="BCR"))
            assert ("WNR" in game.state.floated) == (not bank)
    kept = Position(edition).phase("C2").company("BCR", Bo=60).investor("A3", "Ann")
    kept.company("WNR", floated=False, Ann=40, Bo=30, Cy=20, A3=10)
    game = all_pass(kept.stock("Ann", inside="BCR"))
    assert "WNR" in game.state.floated, "the share of the investor is not to be had"


@rule_1880("XI.3", "XII.7.2", "XII.7.3", "XI.12", "XII.7.7", "XII.7.8")
def test_the_first_3_train_brings_the_second_half_to_those_half_sold(edition: str) -> None:
    position = Position(edition).left("3", 5)
    position.company("BCR", par=100, cash=400, Ann=20).company("WNR", par=70, Bo=30, Cy=20)
    position.company("NXR", par=80, Cy=40)
    position.state.phase = "A2"
    game = position.operate("BCR", "trains")
    plays(game, BuyTrain("BCR", "3", "bank", 180))
    state = game.state
    assert state.own.fully_paid == {"WNR"}
    assert state.cash["WNR"] == 350
    assert state.cash["NXR"] == 0
    assert events(game, "second-capital") == [{"company": "WNR", "amount": 350}]


@rule_1880("XII.7.7", "XII.7.8")
def test_before_the_first_3_train_no_number_of_shares_brings_the_second_half(edition: str) -> None:
    for phase in ("A1", "A2"):
        position = Position(edition).phase(phase).company("BCR", Bo=60).company("WNR", par=70, Ann=30, Bo=10)
        game = plays(position.stock("Cy", inside="BCR"), BuyShare("Cy", "WNR", "ipo"))
        assert game.state.held("ipo", "WNR") == 50
        assert game.state.cash["WNR"] == 0
        assert "WNR" not in game.state.own.fully_paid


@rule_1880("XII.7.4", "XII.7.5")
def test_later_it_comes_as_soon_as_the_bank_has_five_shares_left(edition: str) -> None:
    position = Position(edition).phase("B1").company("BCR", Bo=60).company("WNR", par=70, Ann=30, Bo=10)
    game = position.stock("Cy", inside="BCR")
    plays(game, BuyShare("Cy", "WNR", "ipo"))
    assert game.state.cash["WNR"] == 350
    assert "WNR" in game.state.own.fully_paid
    assert events(game, "second-capital")
