"""What the options of 1888 change."""

from __future__ import annotations

import pytest

from kaiping.action import Bid, ExchangePrivate, Pass, SellShares
from kaiping.game import Game
from tests.rules.g1888.positions import PLAYERS, Position, plays, refused

EXCHANGE = ExchangePrivate("Ann", "FC", "JHR", "ipo")


@pytest.mark.parametrize(("options", "left"), [((), 6), (("no-export-in-auction",), 7)])
def test_no_export_in_auction(options: tuple[str, ...], left: int) -> None:
    """The privates have paid; whether a 2-train leaves is the option's. A set of rounds exports either way."""
    game = Game("1888", players=PLAYERS[:3], options=options)
    plays(game, Bid("Ann", "KT", 25), Pass("Bo"), Pass("Cy"), Pass("Ann"))
    assert game.state.cash["Ann"] == 800 - 25 + 5
    assert game.state.depot["2"] == left
    later = plays(Position(options=options).stock("Ann"), Pass("Ann"), Pass("Bo"), Pass("Cy"))
    assert (later.state.turn, later.state.depot["2"]) == (3, 6)


@pytest.mark.parametrize(("options", "worth"), [((), 10), (("privates-at-end",), 10 + 25 + 100)])
def test_privates_at_end(options: tuple[str, ...], worth: int) -> None:
    """Kaiping Tramway 25 and the Great Wall 100, in the edition that is silent about them."""
    position = Position("2021", options=options).company("JHR", Ann=20, Bo=50, trains=("3",), cash=700)
    position.phase("3").private("KT", "Cy").private("CW", "Cy").cash(Cy=10)
    game = position.set(ending="bank").operate("JHR", "trains")
    while game.finished is None:
        plays(game, Pass("JHR"))
    assert game.totals()["Cy"] == worth


@pytest.mark.parametrize("edition", ["2022", "2021"])
def test_unbound_exchange_after_a_sale_of_the_round(edition: str) -> None:
    def position(*options: str) -> Game:
        start = Position(edition, options=options).private("FC", "Ann").cash(Ann=0).company("JHR", Ann=20, Bo=40)
        game = start.company("JZR", Bo=60).stock("Ann")
        return plays(game, SellShares("Ann", "JHR", 10), Pass("Ann"), Pass("Bo"), Pass("Cy"))

    assert refused(position(), EXCHANGE).code == "sold_this_round"
    assert plays(position("unbound-exchange"), EXCHANGE).state.held("Ann", "JHR") == 20


def test_unbound_exchange_over_the_certificate_limit() -> None:
    position = Position(options=["unbound-exchange"]).private("FC", "Ann").company("JHR", Bo=60)
    for company in ("SSL", "CDL", "HJR", "TJL"):
        position.company(company, Ann=60)
    assert plays(position.stock("Ann"), EXCHANGE).state.held("Ann", "JHR") == 10
