"""The change of director (president): when it happens, to whom the certificate goes, what goes with it."""

from __future__ import annotations

from typing import Any

from kaiping.action import AnyAction, BuyShare, Pass, SellShares
from kaiping.flow.shares import certificates
from kaiping.game import Game
from tests.rules.books import clause_in, rule_1888
from tests.rules.g1888.positions import Position, offered, plays, refused


def held(game: Game, company: str) -> dict[str, int]:
    """Per cent of a company by player."""
    return {player: game.state.held(player, company) for player in game.players}


def count(game: Game, player: str) -> int:
    """Certificates of a player that count against the limit."""
    return certificates(game.table(), player)


@rule_1888("VII.7.1", "VII.7.2")
def test_a_purchase_that_overtakes_the_president_changes_him(edition: str) -> None:
    for source, pool in (("ipo", 0), ("pool", 30)):
        game = Position(edition).company("JHR", Ann=30, Bo=20, pool=pool).stock("Bo")
        purchase = BuyShare("Bo", "JHR", source)  # type: ignore[arg-type]
        plays(game, purchase)
        # 30 % each: nothing changes
        assert game.state.presidents["JHR"] == "Ann"
        plays(game, Pass("Cy"), Pass("Ann"), purchase)
        assert held(game, "JHR") == {"Ann": 30, "Bo": 40, "Cy": 0}
        assert game.state.presidents["JHR"] == "Bo"


@rule_1888("VII.7.1", "VII.7.2")
def test_a_sale_that_puts_the_president_behind_changes_him(edition: str) -> None:
    game = Position(edition).company("JHR", Ann=50, Bo=30).stock("Ann")
    plays(game, SellShares("Ann", "JHR", 20))
    assert held(game, "JHR") == {"Ann": 30, "Bo": 30, "Cy": 0}
    assert game.state.presidents["JHR"] == "Ann"
    plays(game, SellShares("Ann", "JHR", 10))
    assert game.state.presidents["JHR"] == "Bo"


@rule_1888("VII.7.1")
def test_the_sale_of_another_player_changes_nothing(edition: str) -> None:
    game = Position(edition).company("JHR", Ann=30, Bo=30, Cy=20, president="Ann").stock("Bo")
    plays(game, SellShares("Bo", "JHR", 20), Pass("Bo"), SellShares("Cy", "JHR", 20))
    assert game.state.presidents["JHR"] == "Ann"


@rule_1888("VII.7.3", "VII.7.7", "VII.3.7", "IV.3.2.9")
def test_the_certificate_goes_over_against_two_shares(edition: str) -> None:
    """Nobody's percentage changes by it; the old president has one certificate more, the new one fewer."""
    game = Position(edition).company("JHR", Ann=30, Bo=30, president="Ann").stock("Bo")
    assert (count(game, "Ann"), count(game, "Bo")) == (2, 3)
    plays(game, BuyShare("Bo", "JHR", "ipo"))
    assert held(game, "JHR") == {"Ann": 30, "Bo": 40, "Cy": 0}
    # Bo had three shares, has bought one, gave two away and got the president's certificate
    assert (count(game, "Ann"), count(game, "Bo")) == (3, 3)
    assert game.state.held("pool", "JHR") == 0
    assert game.state.held("ipo", "JHR") == 30


@rule_1888("VII.7.3", "VII.4.3")
def test_the_new_president_is_bound_to_the_certificate_and_the_old_one_is_not(edition: str) -> None:
    game = Position(edition).company("JHR", Ann=20, Bo=20, president="Ann").stock("Bo")
    assert SellShares("Bo", "JHR", 20) in offered(game, SellShares)
    plays(game, BuyShare("Bo", "JHR", "ipo"), Pass("Cy"), SellShares("Ann", "JHR", 10), Pass("Ann"))
    # now Bo has the certificate and one share, Ann one of the two shares she was given
    assert held(game, "JHR") == {"Ann": 10, "Bo": 30, "Cy": 0}
    assert refused(game, SellShares("Bo", "JHR", 20)).code == "president_certificate_sold"
    plays(game, SellShares("Bo", "JHR", 10), Pass("Bo"), Pass("Cy"), SellShares("Ann", "JHR", 10))
    assert held(game, "JHR") == {"Ann": 0, "Bo": 20, "Cy": 0}


@rule_1888("VII.7.4", ruled="2021")
def test_everything_the_company_owns_goes_with_the_charter(edition: str) -> None:
    """Trains, stations, a private and the treasury stay with JHR, and Bo runs it from now on."""
    position = Position(edition).company("JHR", par=70, Ann=30, Bo=30, cash=432, trains=("2", "3"), president="Ann")
    game = position.token("JHR", "D10").phase("3").private("KT", "JHR").stock("Ann")
    cash = game.state.cash["Bo"]
    plays(game, SellShares("Ann", "JHR", 10))
    assert game.state.presidents["JHR"] == "Bo"
    assert game.state.cash["JHR"] == 432
    assert game.state.cash["Bo"] == cash
    assert game.state.trains["JHR"] == ("2", "3")
    assert set(game.state.board.tokens_of("JHR")) == {("C9", 1), ("D10", 0)}
    assert game.state.privates["KT"] == "JHR"
    plays(game, Pass("Ann"), Pass("Bo"), Pass("Cy"), Pass("Ann"))
    assert game.acting == ("Bo",)
    # the income of the private went to JHR
    assert game.state.cash["JHR"] == 437


@rule_1888("VII.7.5")
def test_only_a_sale_gives_the_presidency_away(edition: str) -> None:
    """Whatever else Ann may do in her turn, she stays president of JHR."""
    position = Position(edition).company("JHR", Ann=30, Bo=30, pool=10, president="Ann").company("LYR", Bo=20)
    game = position.stock("Ann")
    changed = {action for action in game.legal_actions() if president_after(game, action) != "Ann"}
    assert changed == {SellShares("Ann", "JHR", percent) for percent in (10, 20, 30)}
    assert len(list(game.legal_actions())) > 10


def president_after(game: Game, action: AnyAction) -> str:
    return plays(game.copy(), action).state.presidents["JHR"]


@rule_1888("VII.7.5", "VII.7.2")
def test_the_presidency_cannot_be_given_up_while_nobody_holds_more(edition: str) -> None:
    game = Position(edition).company("JHR", Ann=40, Bo=20).stock("Ann")
    plays(game, SellShares("Ann", "JHR", 20), Pass("Ann"))
    assert held(game, "JHR") == {"Ann": 20, "Bo": 20, "Cy": 0}
    assert game.state.presidents["JHR"] == "Ann"


@rule_1888("VII.7.6")
def test_the_presidency_is_given_up_only_to_a_holder_of_20_per_cent(edition: str) -> None:
    for other in (10, 20):
        game = Position(edition).company("JHR", Ann=30, Bo=other).stock("Ann")
        sale = SellShares("Ann", "JHR", 30)
        if other == 20:
            plays(game, sale)
            assert game.state.presidents["JHR"] == "Bo"
        else:
            reason = refused(game, sale)
            assert (reason.code, reason.clause) == ("president_certificate_sold", clause_in(edition, "VII.4.3"))


@rule_1888("VII.7.7")
def test_the_largest_holder_becomes_president(edition: str) -> None:
    """Not the first after Ann who has more than she."""
    game = Position(edition, players=4).company("JHR", Ann=40, Bo=20, Cy=30).stock("Ann")
    plays(game, SellShares("Ann", "JHR", 30))
    assert held(game, "JHR") == {"Ann": 10, "Bo": 20, "Cy": 30, "Di": 0}
    assert game.state.presidents["JHR"] == "Cy"
    # of Cy's three shares two went to Ann for the certificate
    assert (count(game, "Ann"), count(game, "Bo"), count(game, "Cy")) == (1, 2, 2)


@rule_1888("VII.7.8")
def test_of_equals_the_next_after_the_old_president_takes_over(edition: str) -> None:
    for president, others, new in (
        ("Ann", ("Bo", "Cy"), "Bo"),
        ("Bo", ("Ann", "Di"), "Di"),
        ("Cy", ("Ann", "Bo"), "Ann"),
        ("Di", ("Bo", "Cy"), "Bo"),
    ):
        shares: dict[str, Any] = {president: 40, others[0]: 20, others[1]: 20}
        game = Position(edition, players=4).company("JHR", **shares).stock(president)
        game.state.priority = new  # who has the priority deal does not matter
        plays(game, SellShares(president, "JHR", 40))
        assert game.state.presidents["JHR"] == new


@rule_1888("VII.7.9", in_2021=("VI.5.4", "VI.8.1", "VI.8.3", "VI.8.5", "VI.8.6"))
def test_ex_1888_2022_03_change_of_director(edition: str) -> None:
    """The book's players A and B are Ann and Bo. The figures of price and pool follow from other clauses."""
    position = Position(edition).company("JHR", par=95, Ann=50, Bo=20, cash=200, trains=("2",))
    game = position.cash(Ann=0).phase("2").stock("Ann")
    assert (count(game, "Ann"), count(game, "Bo")) == (4, 2)
    plays(game, SellShares("Ann", "JHR", 40))
    assert game.state.presidents["JHR"] == "Bo"
    assert held(game, "JHR") == {"Ann": 10, "Bo": 20, "Cy": 0}
    assert (count(game, "Ann"), count(game, "Bo")) == (1, 1)
    assert game.state.held("pool", "JHR") == 40
    assert game.state.cash["Ann"] == 4 * 95
    assert game.state.cells["JHR"] == (5, 3)
    assert (game.state.cash["JHR"], game.state.trains["JHR"]) == (200, ("2",))
