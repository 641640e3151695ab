"""Privates: who owns them, what they cost and earn, their sale to companies, their end: section IV.3.1."""

from __future__ import annotations

import pytest

from kaiping.action import (
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Consent,
    ExchangePrivate,
    LayTile,
    Pass,
)
from kaiping.game import Game
from kaiping.state import CLOSED
from tests.rules.books import rule_1888
from tests.rules.g1888.positions import PLAYERS, Position, offered, plays, refused

PRICES = {
    "2022": {"KT": 25, "TA": 50, "HS": 75, "CW": 100, "YRF": 125, "FC": 150},
    "2021": {"KT": 25, "TA": 50, "HS": 70, "CW": 100, "YRF": 120, "FC": 150},
}
INCOME = {"KT": 5, "TA": 10, "HS": 15, "CW": 20, "YRF": 25, "FC": 30}
#: what a company may pay, printed in 2022 only
RANGES = {"KT": (13, 37), "TA": (25, 75), "HS": (38, 112), "CW": (50, 150), "YRF": (63, 187), "FC": (75, 225)}
#: one lay by each power that lays tiles
LAYS = {
    "TA": LayTile("JHR", "H2", "L39", 5, private="TA"),
    "HS": LayTile("JHR", "C5", "L41", 0, private="HS"),
    "CW": LayTile("JHR", "D4", "9", 1, private="CW"),
    "YRF": LayTile("JHR", "E17", "L40a", 0, private="YRF"),
}


def seller(edition: str, private: str, *, phase: str = "3", owner: str = "Ann") -> Position:
    """A private with a player; Ann leads JHR, which has money."""
    position = Position(edition).phase(phase).private(private, owner)
    return position.company("JHR", cash=1000, Ann=60, Bo=20)


# --- owners ----------------------------------------------------------------------------------------------


@rule_1888("IV.3.1.2")
def test_players_get_the_privates_by_auction_at_the_beginning(edition):
    game = Game("1888", edition=edition, players=PLAYERS[:3])
    assert set(game.state.privates.values()) == {"bank"}
    plays(game, Bid("Ann", "TA", 55), Bid("Bo", "TA", 60), Bid("Cy", "KT", 25))
    assert game.acting == ("Ann",)
    plays(game, Bid("Ann", "TA", 65), Pass("Bo"))
    assert (game.state.privates["KT"], game.state.privates["TA"]) == ("Cy", "Ann")
    assert [game.state.cash[player] for player in game.players] == [800 - 65, 800, 800 - 25]
    for player, private in (("Ann", "HS"), ("Bo", "CW"), ("Cy", "YRF"), ("Ann", "FC")):
        plays(game, Bid(player, private, PRICES[edition][private]))
        assert game.state.privates[private] == player


@rule_1888("IV.3.1.1")
def test_a_private_belongs_to_a_player_or_to_a_company(edition):
    """It comes to a player by purchase from the bank, to a company by purchase from the player."""
    game = plays(Game("1888", edition=edition, players=PLAYERS[:3]), Bid("Ann", "KT", 25))
    assert game.state.privates["KT"] == "Ann"
    game = plays(seller(edition, "KT").operate("JHR"), BuyPrivate("JHR", "KT", 25))
    assert game.state.privates["KT"] == "JHR"


@rule_1888("IV.3.1.1")
def test_another_player_sells_to_a_company_only_if_he_agrees(edition):
    game = plays(seller(edition, "KT", owner="Cy").operate("JHR"), BuyPrivate("JHR", "KT", 30))
    assert game.acting == ("Cy",)
    assert game.state.privates["KT"] == "Cy"
    plays(game, Consent("Cy", agree=False))
    assert game.state.privates["KT"] == "Cy"
    plays(game, BuyPrivate("JHR", "KT", 31), Consent("Cy", agree=True))
    assert (game.state.privates["KT"], game.state.cash["Cy"], game.state.cash["JHR"]) == ("JHR", 831, 969)


@rule_1888("IV.3.1.3")
def test_no_private_goes_from_player_to_player(edition):
    stock = seller(edition, "KT").stock("Bo")
    assert refused(stock, Bid("Bo", "KT", 25)).code == "only_shares_now"
    assert refused(stock, BuyPrivate("Bo", "KT", 25)).code == "only_shares_now"
    assert refused(seller(edition, "KT").operate("JHR"), BuyPrivate("Bo", "KT", 25)).code == "not_your_turn"
    auction = plays(Game("1888", edition=edition, players=PLAYERS[:3]), Bid("Ann", "KT", 25))
    assert refused(auction, Bid("Bo", "KT", 30)).code == "private_not_for_sale"


@rule_1888("IV.3.1.3")
@pytest.mark.parametrize("owner", ["Ann", "Cy"])
def test_what_a_company_buys_is_not_its_directors(edition, owner):
    """Ann leads JHR: whether she or Cy sells, the private is the company's in the end."""
    game = plays(seller(edition, "KT", owner=owner).operate("JHR"), BuyPrivate("JHR", "KT", 30))
    if owner == "Cy":
        plays(game, Consent("Cy", agree=True))
    assert game.state.privates["KT"] == "JHR"
    assert (game.state.cash["JHR"], game.state.cash[owner]) == (970, 830)


@rule_1888("IV.3.1.3")
def test_companies_buy_privates_from_players_only(edition):
    position = seller(edition, "KT", owner="SSL").company("SSL", Ann=60)
    reason = refused(position.operate("JHR"), BuyPrivate("JHR", "KT", 25))
    assert reason.code == "private_not_with_player"
    assert reason.clause == f"1888-{edition}:IV.3.1.3"


@rule_1888("IV.3.1.4")
def test_companies_buy_privates_from_phase_3_on(edition):
    early = Position(edition).phase("2").private("KT", "Ann").company("JHR", cash=100, Ann=60)
    reason = refused(early.operate("JHR"), BuyPrivate("JHR", "KT", 25))
    assert reason.code == "private_sale_not_yet"
    assert reason.clause == f"1888-{edition}:IV.3.1.4"
    for phase in ("3", "4"):
        plays(seller(edition, "KT", phase=phase).operate("JHR"), BuyPrivate("JHR", "KT", 25))
        of_other = seller(edition, "KT", phase=phase, owner="Cy").operate("JHR")
        plays(of_other, BuyPrivate("JHR", "KT", 25), Consent("Cy", agree=True))
        assert of_other.state.privates["KT"] == "JHR"


# --- the sale to companies -------------------------------------------------------------------------------


@rule_1888("IV.3.1.5", "IV.3.1.12", "IV.3.1.13", "IV.3.1.20", "IV.3.1.31", "IV.3.1.37", "IV.3.1.44")
def test_ex_1888_2022_13_price_range_of_privates(edition):
    """Half to one and a half times the price, rounded inwards; both bounds are legal, one yuan beyond is not."""
    for private, (least, most) in RANGES.items():
        for amount in (least, most):
            game = plays(seller(edition, private).operate("JHR"), BuyPrivate("JHR", private, amount))
            assert (game.state.cash["JHR"], game.state.cash["Ann"]) == (1000 - amount, 800 + amount)
        for amount in (least - 1, most + 1):
            reason = refused(seller(edition, private).operate("JHR"), BuyPrivate("JHR", private, amount))
            assert (reason.code, reason.clause) == ("private_price", "1888-2022:IV.3.1.5")
            assert (reason.figures["least"], reason.figures["most"]) == (least, most)
        sale = next(iter(offered(seller(edition, private).operate("JHR"), BuyPrivate)))
        assert sale == BuyPrivate("JHR", private, least)


@rule_1888(in_2021=["IV.3.1.4"], only="2021")
def test_a_company_and_a_player_agree_on_any_price(edition):
    for private, (least, most) in RANGES.items():
        for amount in (1, least - 1, most + 1, 1000):
            game = plays(seller(edition, private).operate("JHR"), BuyPrivate("JHR", private, amount))
            assert game.state.privates[private] == "JHR"
            assert (game.state.cash["JHR"], game.state.cash["Ann"]) == (1000 - amount, 800 + amount)


# --- price and income --------------------------------------------------------------------------------------


@rule_1888(
    "IV.3.1.12",
    "IV.3.1.13",
    "IV.3.1.20",
    "IV.3.1.31",
    "IV.3.1.37",
    "IV.3.1.44",
    in_2021=["IV.3.1.9", "IV.3.1.10", "IV.3.1.11", "IV.3.1.12", "IV.3.1.13", "IV.3.1.14"],
)
def test_table_of_prices_and_incomes(edition):
    """Each private is bought in turn at its price; then each pays its income to its owner."""
    game = Game("1888", edition=edition, players=PLAYERS[:3])
    spent = dict.fromkeys(PLAYERS[:3], 0)
    earned = dict.fromkeys(PLAYERS[:3], 0)
    for number, (private, price) in enumerate(PRICES[edition].items()):
        player = PLAYERS[number % 3]
        assert refused(game, Bid(player, private, price - 1)).code == "asking_price"
        assert refused(game, Bid(player, private, price + 1)).code == "asking_price"
        plays(game, Bid(player, private, price))
        spent[player] += price
        earned[player] += INCOME[private]
    assert {player: game.state.cash[player] for player in spent} == {p: 800 - spent[p] for p in spent}
    plays(game, Pass("Ann"), Pass("Bo"), Pass("Cy"))
    assert {p: game.state.cash[p] for p in spent} == {p: 800 - spent[p] + earned[p] for p in spent}


@rule_1888(
    "IV.3.1.7",
    "IV.3.1.12",
    "IV.3.1.13",
    "IV.3.1.20",
    "IV.3.1.31",
    "IV.3.1.37",
    "IV.3.1.44",
    "VIII.1.6",
    in_2021=["IV.3.1.9", "IV.3.1.10", "IV.3.1.11", "IV.3.1.12", "IV.3.1.13", "IV.3.1.14"],
)
@pytest.mark.parametrize("owner", ["Bo", "JHR"])
def test_the_bank_pays_the_income_to_player_or_company(edition, owner):
    for private, income in INCOME.items():
        position = Position(edition).phase("3").private(private, owner)
        game = position.company("JHR", trains=("3",), Ann=60).stock("Ann")
        before, bank = game.state.cash[owner], game.state.bank
        plays(game, Pass("Ann"), Pass("Bo"), Pass("Cy"))
        assert (game.state.cash[owner] - before, bank - game.state.bank) == (income, income)


@rule_1888("IV.3.1.7", "VIII.1.6")
def test_the_income_is_paid_at_the_beginning_of_each_operating_round(edition):
    """Two rounds in phase 3: paid before JHR does anything, and again before its second turn."""
    position = Position(edition).phase("3").private("FC", "Bo").cash(Bo=0)
    game = position.company("JHR", trains=("3",), Ann=60).stock("Ann")
    plays(game, Pass("Ann"), Pass("Bo"), Pass("Cy"))
    assert (game.state.round, game.state.cash["Bo"]) == (1, 30)
    plays(game, Pass("JHR"))
    assert (game.state.round, game.state.cash["Bo"]) == (2, 60)
    plays(game, Pass("JHR"))
    assert game.acting == ("Ann",)
    assert game.state.cash["Bo"] == 60


@rule_1888("IV.3.1.10", "VII.3.8")
def test_a_private_counts_against_the_certificate_limit(edition):
    """Three players: 20 certificates. Ann has 15 in shares, so five privates fill her hand."""
    for privates, free in ((4, True), (5, False)):
        position = Position(edition).company("JHR", Ann=60).company("SSL", Ann=60).company("CDL", Ann=60)
        for private in list(INCOME)[:privates]:
            position.private(private, "Ann")
        game = position.company("ZDR", Bo=20).stock("Ann")
        if free:
            plays(game, BuyShare("Ann", "ZDR", "ipo"))
        else:
            assert refused(game, BuyShare("Ann", "ZDR", "ipo")).code == "certificate_limit"


# --- powers and their end ----------------------------------------------------------------------------------


@rule_1888("IV.3.1.8", in_2021=["IV.3.1.6"])
def test_powers_belong_to_the_company_that_owns_the_private(edition):
    for private, lay in LAYS.items():
        of_player = Position(edition).phase("3").private(private, "Ann").company("JHR", Ann=60)
        assert refused(of_player.operate("JHR"), lay).code == "not_owner_of_private"
        of_other = Position(edition).phase("3").private(private, "SSL")
        of_other.company("JHR", Ann=60).company("SSL", Ann=60)
        assert refused(of_other.operate("JHR"), lay).code == "not_owner_of_private"
        own = Position(edition).phase("3").private(private, "JHR").company("JHR", Ann=60)
        assert lay in offered(own.operate("JHR"), LayTile)
        plays(own.operate("JHR"), lay)


@rule_1888("IV.3.1.8", in_2021=["IV.3.1.6"])
def test_powers_are_used_in_the_turn_of_the_owning_company(edition):
    for private, lay in LAYS.items():
        position = Position(edition).phase("3").private(private, "JHR")
        position.company("JHR", Ann=60).company("SSL", Ann=60)
        assert refused(position.operate("SSL", after=("JHR",)), lay).code == "not_your_turn"
        assert refused(position.stock("Ann"), lay).code == "only_shares_now"
        for step in ("track", "token", "run", "dividend", "trains", "privates"):
            plays(_owner(edition, private).operate("JHR", step), lay)


def _owner(edition: str, private: str) -> Position:
    return Position(edition).phase("3").private(private, "JHR").company("JHR", cash=200, Ann=60)


@rule_1888("IV.3.1.8", ruled="2021")
def test_a_power_is_used_once(edition):
    for private, lay in LAYS.items():
        game = plays(_owner(edition, private).operate("JHR"), lay)
        if private == "CW":
            plays(game, LayTile("JHR", "D6", "9", 1, private="CW"))  # one use lays one tile or two
        assert refused(game, lay).code == "power_used"


@rule_1888("IV.3.1.12", in_2021=["IV.3.1.9", "IV.3.1.15"])
def test_kaiping_tramway_has_no_power(edition):
    game = _owner(edition, "KT").operate("JHR")
    assert [lay for lay in offered(game, LayTile) if lay.private] == []
    for lay in LAYS.values():
        wrong = LayTile("JHR", lay.hex, lay.tile, lay.rotation, private="KT")
        assert refused(game, wrong).code == "no_such_power"
    stock = Position(edition).private("KT", "Ann").company("JHR", Ann=50).stock("Ann")
    assert refused(stock, ExchangePrivate("Ann", "KT", "JHR", "ipo")).code == "no_such_power"


@rule_1888("IV.3.1.11")
def test_privates_close_when_phase_5_begins(edition):
    """All six, whoever owns them; the first 4-train closes none."""
    for phase, train, price in (("3", "4", 300), ("4", "5", 500)):
        position = Position(edition, privates="Bo").phase(phase).private("TA", "JHR").private("CW", "SSL")
        position.scrap(phase, position.state.depot[phase])
        position.company("JHR", cash=price, Ann=60).company("SSL", Ann=60)
        game = plays(position.operate("JHR", "trains"), BuyTrain("JHR", train, "bank", price))
        assert game.state.phase == train
        owners = game.state.privates
        if train == "4":
            assert owners == {"KT": "Bo", "TA": "JHR", "HS": "Bo", "CW": "SSL", "YRF": "Bo", "FC": "Bo"}
        else:
            assert set(owners.values()) == {CLOSED}


@rule_1888("IV.3.1.11")
def test_closed_privates_pay_nothing_and_are_not_sold(edition):
    position = Position(edition).phase("5").company("JHR", cash=100, trains=("5",), Ann=60)
    assert offered(position.operate("JHR"), BuyPrivate) == []
    assert refused(position.operate("JHR"), BuyPrivate("JHR", "KT", 25)).code == "private_not_with_player"
    game = position.stock("Ann")
    before = dict(game.state.cash)
    plays(game, Pass("Ann"), Pass("Bo"), Pass("Cy"))
    assert game.state.cash == before
