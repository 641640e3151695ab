"""The end of the game and the final totals (2022 X, 2021 IX)."""

from __future__ import annotations

import pytest

from kaiping.action import BuyShare, BuyTrain, DeclareBankruptcy, Dividend, LayTile, Pass, SellShares
from kaiping.game import Game
from tests.rules.books import rule_1888
from tests.rules.g1888 import tracks
from tests.rules.g1888.positions import Position, offered, plays, refused
from tests.rules.g1888.tracks import run

PAID = (run("JHR", t3="C9.1 D10.0 D12.0"), Dividend("JHR", "pay"))


def earning(edition: str, *, bank: int, rounds: int = 2, cell: tuple[int, int] | None = None) -> Game:
    """JHR about to run its 3-train for 90, of which 54 are Ann's and 9 Bo's; the bank has so much left."""
    position = Position(edition).company("JHR", cell=cell, Ann=60, Bo=10, trains=("3",)).phase("3")
    tracks.east_of_beijing(position).cash(Ann=100, Bo=50)
    return position.bank(bank).set(set_rounds=rounds).operate("JHR", "run")


@rule_1888("X.1.1", in_2021=("IX.1.1",))
def test_the_set_is_played_to_its_end_when_the_bank_breaks(edition: str) -> None:
    """The bank breaks in the first of two rounds: the second is played, then the game is over."""
    game = plays(earning(edition, bank=20), *PAID)
    assert game.state.bank == 20 - 63
    assert (game.finished, game.state.round) == (None, 2)
    assert offered(game, LayTile)
    plays(game, Pass("JHR"), *PAID)
    assert game.finished == "bank"
    assert (game.acting, offered(game, object)) == ((), [])


@rule_1888("X.1.1", in_2021=("IX.1.1",))
def test_the_game_goes_on_while_the_bank_has_money(edition: str) -> None:
    """The same with 63 more in the bank for each of the two rounds: a stock round follows the set.

    So it does when the price comes to the last space of the board.
    """
    for cell in ((4, 3), (0, 16)):
        game = plays(earning(edition, bank=20 + 126, cell=cell), *PAID, Pass("JHR"), *PAID)
        assert (game.finished, game.state.ending) == (None, None)
        assert game.state.turn == 3
    assert game.state.cells["JHR"] == (0, 17)


@rule_1888("X.1.1", in_2021=("IX.1.1", "IX.1.6"))
def test_the_bank_has_run_out_when_nothing_is_left(edition: str) -> None:
    """63 in the bank and 63 to pay, in the first of two rounds: the set is played to its end, then the game is over."""
    game = plays(earning(edition, bank=63), *PAID)
    assert (game.state.bank, game.state.ending, game.finished) == (0, "bank", None)
    plays(game, Pass("JHR"), *PAID)
    assert game.finished == "bank"
    reason = refused(game, Pass("JHR"))
    assert reason.clause == {"2022": "1888-2022:X.1.1", "2021": "1888-2021:IX.1.6"}[edition]
    assert plays(earning(edition, bank=64), *PAID).state.ending is None


@rule_1888("X.1.1", in_2021=("IX.1.1",))
def test_a_bank_emptied_by_what_a_company_withholds_has_run_out(edition: str) -> None:
    """All 90 go to the treasury, in the only round of the set."""
    withheld = (PAID[0], Dividend("JHR", "withhold"))
    assert plays(earning(edition, bank=90, rounds=1), *withheld).finished == "bank"
    game = plays(earning(edition, bank=91, rounds=1), *withheld)
    assert (game.finished, game.state.turn) == (None, 3)


@rule_1888("X.1.4")
def test_a_bank_emptied_in_a_stock_round_has_run_out(edition: str) -> None:
    """Four shares for 320 from a bank of 320; that somebody pays into it later changes nothing."""
    position = Position(edition).company("JHR", Ann=60, Bo=10, trains=("3",)).phase("3").cash(Ann=100, Bo=90)
    game = plays(position.bank(320).stock("Ann"), SellShares("Ann", "JHR", 40), Pass("Ann"))
    assert (game.state.bank, game.state.ending, game.finished) == (0, "bank", None)
    plays(game, BuyShare("Bo", "JHR", "ipo"), *(Pass(player) for player in ("Cy", "Ann", "Bo")))
    assert (game.finished, game.state.round, game.state.set_rounds) == (None, 1, 2)
    plays(game, Pass("JHR"), Pass("JHR"))
    assert game.finished == "bank"


def test_the_house_rules_go_on_with_an_empty_bank() -> None:
    """As recorded: only a bank that owes is broken."""
    position = Position("18xx-north").company("JHR", Ann=60, Bo=10, trains=("3",)).phase("3").cash(Ann=100)
    game = position.bank(320).stock("Ann")
    game.play(SellShares("Ann", "JHR", 40))
    assert (game.state.bank, game.state.ending) == (0, None)


@rule_1888("X.1.2", "X.1.3")
def test_dividends_that_the_bank_owes_count_as_cash(edition: str) -> None:
    """20 in the bank, 63 to pay: Ann and Bo get all of it, and it is part of their final totals."""
    game = plays(earning(edition, bank=20, rounds=1), *PAID)
    assert game.finished == "bank"
    assert (game.state.cash["Ann"], game.state.cash["Bo"]) == (100 + 54, 50 + 9)
    # JHR rose from 80 to 85 with its dividend
    assert (game.totals()["Ann"], game.totals()["Bo"]) == (154 + 6 * 85, 59 + 85)


@rule_1888("X.1.4")
def test_a_bank_broken_in_a_stock_round_leaves_a_whole_set(edition: str) -> None:
    """Ann sells four shares for 320 from a bank of 100; the round, and both operating rounds of phase 3, are played."""
    position = Position(edition).company("JHR", Ann=60, Bo=10, trains=("3",)).phase("3")
    game = position.cash(Ann=100, Bo=50).bank(100).stock("Ann")
    plays(game, SellShares("Ann", "JHR", 40))
    assert game.state.bank == 100 - 320
    assert (game.finished, game.acting) == (None, ("Ann",))
    plays(game, Pass("Ann"))
    assert (game.finished, game.acting) == (None, ("Bo",))
    plays(game, *(Pass(player) for player in ("Bo", "Cy", "Ann")))
    assert (game.finished, game.state.round, game.state.set_rounds) == (None, 1, 2)
    plays(game, Pass("JHR"))
    assert (game.finished, game.state.round) == (None, 2)
    plays(game, Pass("JHR"))
    assert game.finished == "bank"


def bankrupt(edition: str) -> Game:
    """Ann cannot pay JHR's 5-train: 50 in cash, three shares of SSL she may sell, JHR's certificate she may not.

    JHR and SSL stand at 80, and SSL is to operate next.
    """
    position = Position(edition).company("JHR", Ann=20, Bo=10, Cy=10, pool=20)
    position.company("SSL", Cy=40, Ann=30, trains=("5",)).cash(Ann=50, Bo=100, Cy=10).phase("5")
    game = position.set(set_rounds=3).operate("JHR", "trains", after=("SSL",))
    return plays(game, DeclareBankruptcy("JHR"))


@rule_1888("X.1.5", in_2021=("IX.1.2", "IX.1.5"))
def test_nothing_is_done_after_a_bankruptcy(edition: str) -> None:
    """Neither by SSL, which has not operated in this round, nor by any player."""
    game = bankrupt(edition)
    assert game.finished == "bankrupt"
    for action in (
        LayTile("SSL", "B16", "1", 0),
        Pass("SSL"),
        BuyTrain("SSL", "5", "bank", 500),
        SellShares("Bo", "JHR", 10),
        Pass("Bo"),
    ):
        reason = refused(game, action)
        assert (reason.code, reason.clause) == (
            "game_over",
            {"2022": "1888-2022:X.1.5", "2021": "1888-2021:IX.1.2"}[edition],
        )
    assert (game.acting, offered(game, object)) == ((), [])
    assert (game.state.round, game.state.revenue) == (1, {})


@rule_1888("X.1.6", only="2022")
def test_a_bankrupt_player_can_win(edition: str) -> None:
    """Ann's 50, five shares at 80: 450. Bo has 180, Cy 10 + 5 x 80 = 410."""
    game = bankrupt(edition)
    assert game.state.bankrupt == "Ann"
    assert game.totals() == {"Ann": 450, "Bo": 180, "Cy": 410}
    assert max(game.totals(), key=lambda player: game.totals()[player]) == "Ann"


@rule_1888(in_2021=("IX.1.3", "IX.1.4"))
def test_in_2021_a_bankrupt_player_scores_only_what_he_may_not_sell(edition: str) -> None:
    """Ann: her certificate of JHR, 160. Bo: 100, a share of JHR. Cy: 10, one of JHR, four of SSL, which fell to 65."""
    game = bankrupt(edition)
    assert game.totals() == {"Ann": 160, "Bo": 180, "Cy": 10 + 80 + 4 * 65}


@pytest.mark.clause("1888-2021:IX.1.3")
def test_in_2021_privates_never_count_for_a_bankrupt_player() -> None:
    """The option counts those of the others: Bo's Kaiping for 25. Ann, with Heng Shan for 70, scores her stock only."""
    position = Position("2021", options=["privates-at-end"]).company("JHR", Ann=20, Bo=10, Cy=10, pool=20)
    position.private("HS", "Ann").private("KT", "Bo").cash(Ann=50, Bo=100, Cy=10).phase("3")
    game = plays(position.set(set_rounds=2).operate("JHR", "trains"), DeclareBankruptcy("JHR"))
    assert game.totals() == {"Ann": 160, "Bo": 100 + 80 + 25, "Cy": 10 + 80}


@pytest.mark.clause("1888-2022:X.2.1")
def test_in_2022_privates_of_a_bankrupt_player_count() -> None:
    position = Position("2022").company("JHR", Ann=20, Bo=10, Cy=10, pool=20).private("HS", "Ann")
    position.cash(Ann=50, Bo=100, Cy=10).phase("3")
    game = plays(position.set(set_rounds=2).operate("JHR", "trains"), DeclareBankruptcy("JHR"))
    assert game.totals()["Ann"] == 50 + 160 + 75


def finished(edition: str) -> Game:
    """A game that ends by the bank in phase 3: Ann has cash, Bo shares, Cy and JHR privates."""
    position = Position(edition, privates="JHR").company("JHR", Ann=20, Bo=50, trains=("3", "2"), cash=700)
    position.company("SSL", Ann=20, par=70, cell=(1, 3)).phase("3")
    position.private("KT", "Cy").private("CW", "Cy").cash(Ann=290, Bo=250, Cy=10)
    game = position.set(ending="bank").operate("JHR", "trains")
    while game.finished is None:
        plays(game, Pass("JHR"))
    return game


@rule_1888("X.2.2", "X.2.4", in_2021=("IX.2.2",))
def test_cash_and_shares_at_their_price_make_the_final_total(edition: str) -> None:
    """JHR stands at 80, SSL, which has started at 70, at 95.

    Ann: 290 + 2 x 80 + 2 x 95; Bo: 250 + 5 x 80, less cash and the greatest wealth.
    """
    game = finished(edition)
    totals = game.totals()
    assert (totals["Ann"], totals["Bo"]) == (640, 650)
    assert game.winners() == ("Bo",)


@rule_1888("X.2.1", only="2022")
def test_privates_of_a_player_count_at_their_price(edition: str) -> None:
    """Kaiping Tramway 25 and the Great Wall 100."""
    assert finished(edition).totals()["Cy"] == 10 + 25 + 100


@rule_1888(in_2021=("IX.2.1",))
def test_in_2021_privates_count_for_nothing(edition: str) -> None:
    assert finished(edition).totals()["Cy"] == 10


@rule_1888("X.2.3", in_2021=("IX.2.2",))
def test_what_companies_own_counts_for_nobody(edition: str) -> None:
    """JHR has 700, two trains and four privates: its director Bo gets nothing for them."""
    game = finished(edition)
    assert (game.state.cash["JHR"], game.state.trains["JHR"]) == (700, ("3", "2"))
    assert sum(owner == "JHR" for owner in game.state.privates.values()) == 4
    assert game.totals()["Bo"] == 250 + 5 * 80
