"""The Forbidden City, which its player gives up for a share in a stock round: section IV.3.1."""

from __future__ import annotations

from typing import Any

import pytest

from kaiping.action import BuyPrivate, BuyShare, ExchangePrivate, Pass, SellShares
from kaiping.state import CLOSED
from tests.rules.books import rule_1888
from tests.rules.g1888.positions import Position, offered, plays, refused

FROM_IPO = ExchangePrivate("Ann", "FC", "JHR", "ipo")
FROM_POOL = ExchangePrivate("Ann", "FC", "JHR", "pool")


def owner(edition: str, **jhr: Any) -> Position:
    """Ann owns the Forbidden City and no money; Bo leads JHR, at home in Beijing."""
    position = Position(edition).private("FC", "Ann").cash(Ann=0)
    return position.company("JHR", **{"par": 80, "Bo": 60, **jhr})


@rule_1888("IV.3.1.9", "IV.3.1.45", in_2021=["IV.3.1.14"])
def test_the_forbidden_city_is_given_up_for_a_share_of_the_ipo(edition):
    game = owner(edition).stock("Ann")
    assert offered(game, ExchangePrivate) == [FROM_IPO]
    plays(game, FROM_IPO)
    state = game.state
    assert (state.privates["FC"], state.held("Ann", "JHR"), state.held("ipo", "JHR")) == (CLOSED, 10, 30)
    assert state.cash["Ann"] == 0


@rule_1888("IV.3.1.9", "IV.3.1.45", in_2021=["IV.3.1.14"])
def test_the_forbidden_city_is_given_up_for_a_share_of_the_pool(edition):
    game = owner(edition, pool=20).stock("Ann")
    assert set(offered(game, ExchangePrivate)) == {FROM_IPO, FROM_POOL}
    plays(game, FROM_POOL)
    state = game.state
    assert (state.held("Ann", "JHR"), state.held("pool", "JHR"), state.held("ipo", "JHR")) == (10, 10, 20)
    empty = owner(edition, pool=40).stock("Ann")
    assert refused(empty, FROM_IPO).code == "no_share_there"
    assert refused(owner(edition).stock("Ann"), FROM_POOL).code == "no_share_there"


@rule_1888("IV.3.1.9", "IV.3.1.45")
def test_the_forbidden_city_is_used_in_the_turn_of_its_player_in_a_stock_round(edition):
    other_turn = owner(edition).stock("Bo")
    reason = refused(other_turn, FROM_IPO)
    assert reason.code == "exchange_only_in_stock_turn"
    assert reason.clause == {"2022": "1888-2022:IV.3.1.45", "2021": "1888-2021:IV.3.1.41"}[edition]
    operating = owner(edition).operate("JHR")
    assert refused(operating, FROM_IPO).code == "exchange_only_in_stock_turn"
    not_his = ExchangePrivate("Bo", "FC", "JHR", "ipo")
    assert refused(other_turn, not_his).code == "not_owner_of_private"


@rule_1888("IV.3.1.45", in_2021=["IV.3.1.14"])
def test_the_company_has_a_token_in_beijing_at_that_time(edition):
    """SSL lives in Shenyang: its share can be had only once it has a token in Beijing."""
    ssl = ExchangePrivate("Ann", "FC", "SSL", "ipo")
    position = owner(edition).company("SSL", par=80, Bo=60)
    reason = refused(position.stock("Ann"), ssl)
    assert reason.code == "exchange_needs_token"
    assert reason.clause == {"2022": "1888-2022:IV.3.1.45", "2021": "1888-2021:IV.3.1.41"}[edition]
    position.phase("3").tile("C9", "L42", 0).token("SSL", "C9", 1)
    game = plays(position.stock("Ann"), ssl)
    assert game.state.held("Ann", "SSL") == 10


@rule_1888("IV.3.1.45")
def test_a_company_of_beijing_counts_only_once_its_home_token_lies_there(edition):
    game = Position(edition).private("FC", "Ann").company("JZR", Bo=60, operated=False).stock("Ann")
    assert refused(game, ExchangePrivate("Ann", "FC", "JZR", "ipo")).code == "exchange_needs_token"
    unstarted = owner(edition).stock("Ann")
    assert refused(unstarted, ExchangePrivate("Ann", "FC", "JZR", "ipo")).code == "no_share_there"


@rule_1888("IV.3.1.46")
def test_the_exchange_uses_up_the_buy_of_the_turn(edition):
    """The turn is over; when all pass after it, the deal goes to the left of Ann, who acted last."""
    game = owner(edition).cash(Ann=500).stock("Ann")
    plays(game, FROM_IPO)
    assert game.acting == ("Bo",)
    assert refused(game, BuyShare("Ann", "JHR", "ipo")).code == "not_your_turn"
    plays(game, Pass("Bo"), Pass("Cy"))
    assert game.acting == ("Ann",)
    plays(game, Pass("Ann"))
    assert game.state.priority == "Bo"


@rule_1888("IV.3.1.46")
def test_the_exchange_is_no_buy_beyond_60_per_cent(edition):
    full = owner(edition, Ann=60, Bo=20).stock("Ann")
    assert refused(full, FROM_IPO).code == "holding_limit"
    plays(owner(edition, Ann=50, Bo=20).stock("Ann"), FROM_IPO)


@rule_1888("IV.3.1.46")
def test_the_exchange_is_no_buy_of_what_was_sold_in_this_round(edition):
    """Whoever has sold shares of a company buys none of it before the next stock round."""
    game = owner(edition, Ann=20, Bo=40).company("JZR", Bo=60).stock("Ann")
    plays(game, SellShares("Ann", "JHR", 10), Pass("Ann"), Pass("Bo"), Pass("Cy"))
    assert game.acting == ("Ann",)
    assert refused(game, FROM_IPO).code == "sold_this_round"
    plays(game, ExchangePrivate("Ann", "FC", "JZR", "ipo"))


@rule_1888("IV.3.1.46")
def test_the_exchange_changes_the_director_like_a_buy(edition):
    """With 50 % Ann overtakes Bo's 40 %; with 40 % she does not."""
    game = plays(owner(edition, Ann=40, Bo=40).stock("Ann"), FROM_IPO)
    assert game.state.presidents["JHR"] == "Ann"
    game = plays(owner(edition, Ann=30, Bo=40).stock("Ann"), FROM_IPO)
    assert game.state.presidents["JHR"] == "Bo"


@rule_1888("IV.3.1.47")
@pytest.mark.parametrize("sold", ["JHR", "SSL"])
def test_no_sale_in_the_turn_of_the_exchange(edition, sold):
    position = owner(edition, Ann=20, Bo=40).company("SSL", Ann=20, Bo=40).company("JZR", Bo=60)
    exchange = ExchangePrivate("Ann", "FC", "JZR", "ipo")
    game = plays(position.stock("Ann"), SellShares("Ann", sold, 10))
    reason = refused(game, exchange)
    assert reason.code == "exchange_after_sale"
    assert reason.clause == {"2022": "1888-2022:IV.3.1.47", "2021": "1888-2021:IV.3.1.43"}[edition]
    plays(game, Pass("Ann"), Pass("Bo"), Pass("Cy"), exchange)
    assert refused(game, SellShares("Ann", "SSL", 10)).code == "not_your_turn"


@rule_1888("IV.3.1.47")
def test_over_the_certificate_limit_the_sale_comes_before_the_exchange(edition):
    """Ann has 21 certificates of 20 and must sell in this turn, so she cannot exchange in it."""
    position = owner(edition)
    for company in ("SSL", "CDL", "HJR", "TJL"):
        position.company(company, Ann=60)
    assert refused(position.stock("Ann"), FROM_IPO).code == "over_certificate_limit"


@rule_1888("IV.3.1.48")
def test_a_company_cannot_use_the_forbidden_city(edition):
    """Ann sells it to her company: neither the company nor she can exchange it any more."""
    position = Position(edition).phase("3").private("FC", "Ann")
    game = position.company("JHR", cash=150, trains=("3",), Ann=50, Bo=20).operate("JHR")
    plays(game, BuyPrivate("JHR", "FC", 150))
    assert refused(game, ExchangePrivate("JHR", "FC", "JHR", "ipo")).code == "exchange_only_in_stock_turn"
    plays(game, Pass("JHR"))
    assert game.acting == ("Ann",)
    assert offered(game, ExchangePrivate) == []
    assert refused(game, FROM_IPO).code == "not_owner_of_private"
    assert refused(game, ExchangePrivate("JHR", "FC", "JHR", "ipo")).code == "exchange_only_in_stock_turn"
