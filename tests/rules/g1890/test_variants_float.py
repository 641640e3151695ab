"""Companies that start with as many shares sold as the train on sale is long (C.10.9)."""

from __future__ import annotations

import pytest

from kaiping.action import BuyShare, BuyTrain, Choose, Par, Pass
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.shares import sold_out
from kaiping.game import Game
from kaiping.state import IPO
from tests.rules.books import rule_1890
from tests.rules.g1890.positions import Position, all_pass, buys, events, plays, sold_to

OPTION = ["float-by-train"]


def started(company: str, percent: int, phase: str = "1", par: int = 80, edition: str = "C") -> Position:
    """A company of Ann's with so much sold; Bo has another with half of it sold, whose turn comes first."""
    position = Position(edition, options=OPTION).phase(phase).company("HK", par=90, Bo=50, cash=90)
    position.company(company, par=par, Ann=percent, cash=percent * par // 10, floated=False)
    return position.set(paid_by_share=frozenset({company}))


def order(game: Game) -> tuple[str, ...]:
    frame = game.state.stack[-1]
    assert isinstance(frame, OperatingRound)
    return frame.order


@rule_1890("C.10.9.2", "C.10.9.3", "C.10.9.5", scenarios="ABCD")
def test_at_first_the_presidents_certificate_is_enough(edition: str) -> None:
    game = started("SY", 20, edition=edition).begin_round("SY")
    assert "SY" in game.state.floated
    assert game.state.board.tokens_of("SY") == [("F3", 0)]
    assert game.acting == ("Ann",)


@rule_1890("C.10.9.3", "C.10.9.4", "C.10.9.6")
@pytest.mark.parametrize(
    ("phase", "percent", "floats"),
    [
        ("1.5", 20, True),
        ("1.5", 40, True),
        ("2", 20, False),
        ("2", 30, True),
        ("2.5", 20, False),
        ("2.5", 30, True),
        ("3", 30, False),
    ],
)
def test_the_number_of_shares_is_that_of_the_train_on_sale(
    edition: str, phase: str, percent: int, floats: bool
) -> None:
    """Both 3-trains and 3+3-trains ask for three shares, both 2-trains and 2+2-trains for two."""
    game = started("SY", percent, phase).begin_round("SY", "HK")
    assert ("SY" in game.state.floated) == floats
    assert order(game)[0] == ("SY" if floats else "HK")
    if not floats:
        assert not game.state.board.tokens_of("SY")
        assert "SY" not in game.state.operated


@rule_1890("C.10.9.5", "C.10.9.6")
@pytest.mark.parametrize(("phase", "percent"), [("1.5", 20), ("2.5", 30)])
def test_how_far_a_2_2_or_3_3_train_may_run_does_not_matter(edition: str, phase: str, percent: int) -> None:
    """Where towns may take the place of cities a 2+2-train makes four stops, and is a 2-train in this all the same."""
    position = Position(edition, options=[*OPTION, "towns-for-cities"]).phase(phase)
    position.company("SY", Ann=percent, cash=100, floated=False).set(paid_by_share=frozenset({"SY"}))
    assert "SY" in position.begin_round("SY").state.floated


@rule_1890("C.10.9.2")
def test_it_is_seen_when_the_turn_of_the_company_comes(edition: str) -> None:
    """The last 2+2-train is sold before: now a 3-train is on sale, and two shares are not enough."""
    position = started("SY", 20, "1.5").cash(HK=500)
    position.scrap("2+2", position.state.depot["2+2"] - 1)
    game = position.operate("HK", "trains", after=("SY",))
    plays(game, BuyTrain("HK", "2+2", "bank", 120), Pass("HK"))
    assert events(game, "not-floated")[0] == {"company": "SY", "sold": 2, "needed": 3}
    assert "SY" not in game.state.floated


@rule_1890("C.10.9.4", "C.8.4.36")
def test_a_turn_that_is_left_out_is_no_time_for_another_declaration(edition: str) -> None:
    """Osaka Electric's owner is asked before a turn; the company does not float, and the next one begins its turn."""
    position = started("SY", 20, "2").company("KN", par=70, floated=False).minor("OE", "Ann").minor("OT", "Ann")
    game = plays(position.begin_round("SY", "HK"), Choose("Ann", "merger", "later"))
    assert (order(game), game.acting) == (("HK",), ("Bo",))


@rule_1890("C.10.9.4")
def test_a_company_that_has_not_floated_is_looked_at_again_in_the_next_round(edition: str) -> None:
    position = started("SY", 20, "2").set(set_rounds=2, round=1)
    game = position.operate("HK", "trains", after=("SY",))
    plays(game, Pass("HK"))
    assert (game.state.round, order(game)) == (2, ("HK", "SY"))


@rule_1890("C.10.9.7")
def test_a_company_gets_what_its_shares_are_sold_for(edition: str) -> None:
    game = Position(edition, options=OPTION).cash(Ann=500, Bo=500, Cy=500).stock("Ann")
    buys(game, Par("Ann", "SY", 80))
    assert (game.state.cash["SY"], game.state.cash["Ann"]) == (160, 340)
    for player in ("Bo", "Cy", "Ann", "Bo"):
        buys(game, BuyShare(player, "SY", "ipo"))
    assert game.state.held(IPO, "SY") == 40
    assert game.state.cash["SY"] == 6 * 80
    assert "SY" not in game.state.floated, "it is seen in its first turn"
    bank = game.state.bank
    all_pass(game)
    assert "SY" in game.state.floated
    assert game.state.bank == bank, "no other capital is paid"


@rule_1890("C.10.9.7")
def test_a_share_of_the_open_market_pays_the_bank(edition: str) -> None:
    position = Position(edition, options=OPTION).company("SY", Ann=50, pool=20, cash=400).cash(Bo=500)
    game = plays(position.set(paid_by_share=frozenset({"SY"})).stock("Bo"), BuyShare("Bo", "SY", "pool"))
    assert game.state.cash["SY"] == 400


@rule_1890("C.10.9.8", "C.10.9.9")
@pytest.mark.parametrize(("company", "private"), [("HS", "HN"), ("KH", "KS")])
def test_shares_that_came_with_privates_count_and_are_paid(edition: str, company: str, private: str) -> None:
    """By the bank, as soon as there is a price."""
    position = Position(edition, options=OPTION).private(private, "Bo").cash(Ann=500)
    game = plays(position.stock("Ann"), Par("Ann", company, 80))
    assert game.state.cash[company] == 3 * 80
    assert game.state.held(IPO, company) == 70
    position = Position(edition, options=OPTION).phase("2").private(private, "Bo").cash(Ann=500)
    game = plays(position.stock("Ann"), Par("Ann", company, 80))
    assert company in all_pass(game).state.floated, "with the share that came with the private it is three"


@rule_1890("C.10.9.8", "C.10.9.9")
def test_the_subway_begins_with_the_money_of_its_presidents_certificate(edition: str) -> None:
    game = sold_to("ABCABCABCAB", price=70, options=OPTION)
    assert game.state.cash["OS"] == 140
    assert "OS" in order(all_pass(game))


@rule_1890("C.10.9.10", "C.10.9.11", "C.10.9.12")
def test_from_phase_five_on_companies_start_as_usual(edition: str) -> None:
    position = Position(edition, options=OPTION).phase("5").cash(Ann=2000)
    game = plays(position.stock("Ann"), Par("Ann", "SY", 80))
    assert game.state.cash["SY"] == 0
    position = Position(edition, options=OPTION).phase("5").company("SY", Ann=20, Bo=20, cash=0).cash(Ann=500)
    game = plays(position.stock("Ann"), BuyShare("Ann", "SY", "ipo"))
    assert "SY" in game.state.floated
    assert game.state.cash["SY"] == 800


@rule_1890("C.10.9.11")
@pytest.mark.parametrize(("percent", "floats"), [(40, False), (50, True)])
def test_a_company_from_before_then_needs_half_too(edition: str, percent: int, floats: bool) -> None:
    game = started("SY", percent, "5").begin_round("SY", "HK")
    assert ("SY" in game.state.floated) == floats


@rule_1890("C.10.9.10", "C.10.9.11", "C.10.9.12")
def test_a_company_from_before_then_has_ten_times_its_price_when_it_starts(edition: str) -> None:
    """Four shares have brought it 320; the fifth, in phase 5, is the bank's, which makes up 800 in all."""
    position = started("SY", 40, "5").cash(Ann=500)
    game = plays(position.stock("Ann"), BuyShare("Ann", "SY", "ipo"))
    assert "SY" in game.state.floated
    assert game.state.cash["SY"] == 800
    assert events(game, "floated")[0]["capital"] == 480
    game.state.cash["Bo"] += 500
    game.state.bank -= 500
    while game.acting != ("Bo",):
        plays(game, Pass(game.acting[0]))
    plays(game, BuyShare("Bo", "SY", "ipo"))
    assert game.state.cash["SY"] == 800, "and later sales bring it nothing"


@rule_1890("C.10.9.10", "C.10.9.11", "C.10.9.12")
def test_half_sold_floats_a_company_as_soon_as_phase_five_begins(edition: str) -> None:
    """While the first 6-train is on sale six shares are asked for; its sale makes it five."""
    position = started("SY", 50, "4").cash(HK=900)
    position.scrap("5", position.state.depot["5"])
    game = position.operate("HK", "trains", after=("SY",))
    plays(game, BuyTrain("HK", "6", "bank", 630))
    assert "SY" in game.state.floated
    assert game.state.cash["SY"] == 800


@rule_1890("C.10.9.10", "C.10.9.11")
def test_a_company_with_less_than_half_sold_has_no_turn_from_phase_five_on(edition: str) -> None:
    position = started("SY", 40, "5").set(set_rounds=2, round=1)
    game = plays(position.operate("HK", "trains"), Pass("HK"))
    assert (game.state.round, order(game)) == (2, ("HK",))


@rule_1890("C.10.9.7")
def test_a_company_that_floated_before_then_goes_on_being_paid_share_by_share(edition: str) -> None:
    position = Position(edition, options=OPTION).phase("5").company("SY", Ann=50, cash=400).cash(Bo=500)
    game = plays(position.set(paid_by_share=frozenset({"SY"})).stock("Bo"), BuyShare("Bo", "SY", "ipo"))
    assert game.state.cash["SY"] == 480


@rule_1890("C.10.9.13")
@pytest.mark.parametrize(("percent", "floats"), [(20, False), (40, False), (50, True)])
def test_jr_always_needs_half(edition: str, percent: int, floats: bool) -> None:
    game = started("JR", percent, par=100).begin_round("JR", "HK")
    assert ("JR" in game.state.floated) == floats


@rule_1890("C.10.9.14", "C.10.9.15")
def test_kinki_is_formed_as_usual_with_what_its_shares_were_sold_for(edition: str) -> None:
    def ahead() -> Position:
        position = Position(edition, options=OPTION).company("KN", par=70, floated=False, Cy=10, cash=70).phase("2")
        position.set(paid_by_share=frozenset({"KN"})).minor("OE", "Ann", cash=150).minor("OT", "Bo", cash=45)
        return position.company("HK", Ann=50).cash(Bo=500)

    assert plays(ahead().stock("Bo"), BuyShare("Bo", "KN", "ipo")).state.cash["KN"] == 140
    game = plays(ahead().begin_round("HK"), Choose("Ann", "merger", "merge"))
    assert game.state.cash["KN"] == 70 + 150 + 45, "and not four times its price besides"
    assert "KN" in game.state.floated


def test_a_company_that_is_sold_out_rises_before_its_first_turn() -> None:
    position = Position(options=OPTION).company("SY", Ann=60, Bo=40, floated=False, cash=800)
    assert sold_out(position.set(paid_by_share=frozenset({"SY"})).game.table(), "SY")
