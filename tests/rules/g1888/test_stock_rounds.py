"""Stock rounds: what a turn consists of, the order of turns, the end of the round and the priority deal."""

from __future__ import annotations

import pytest

from kaiping.action import Bid, BuyShare, Dividend, LayTile, Par, Pass, SellShares
from kaiping.errors import BadInput
from kaiping.game import Game
from tests.rules.books import clause_in, rule_1888
from tests.rules.g1888.positions import PLAYERS, Position, offered, plays, refused


def round_of(edition: str, player: str = "Ann") -> Game:
    """Three players with 800 each; JHR and LYR are started, Ann is president of one, Bo of the other."""
    position = Position(edition).company("JHR", par=90, Ann=50, Bo=20, pool=10)
    return position.company("LYR", par=70, Bo=40, Ann=20).stock(player)


def ended(game: Game) -> bool:
    """Has the latest action ended a stock round?"""
    return any(event.kind == "stock-round-ended" for event in game.last_events)


@rule_1888("VII.1.1")
def test_shares_are_bought_and_sold(edition: str) -> None:
    game = round_of(edition)
    assert SellShares("Ann", "LYR", 10) in offered(game, SellShares)
    assert BuyShare("Ann", "LYR", "ipo") in offered(game, BuyShare)
    assert Par("Ann", "CDL", 70) in offered(game, Par)
    assert {type(action) for action in game.legal_actions()} == {Pass, Par, BuyShare, SellShares}
    for other in (Bid("Ann", "KT", 25), LayTile("JHR", "C7", "8", 0), Dividend("JHR", "pay")):
        assert refused(game, other).code == "only_shares_now"


@rule_1888("VII.1.3", "VII.1.4", "VII.4.1")
def test_a_turn_may_be_a_sale_alone(edition: str) -> None:
    game = plays(round_of(edition), SellShares("Ann", "LYR", 10))
    assert game.acting == ("Ann",)
    plays(game, Pass("Ann"))
    assert game.acting == ("Bo",)


@rule_1888("VII.1.3", "VII.1.5")
def test_a_turn_may_be_a_purchase_alone(edition: str) -> None:
    game = plays(round_of(edition), BuyShare("Ann", "JHR", "ipo"))
    assert game.acting == ("Bo",)


@rule_1888("VII.1.3")
def test_a_turn_may_be_a_sale_and_then_a_purchase(edition: str) -> None:
    game = plays(round_of(edition), SellShares("Ann", "LYR", 10), BuyShare("Ann", "JHR", "pool"))
    assert game.acting == ("Bo",)
    assert (game.state.held("Ann", "LYR"), game.state.held("Ann", "JHR")) == (10, 60)
    start = plays(round_of(edition), SellShares("Ann", "LYR", 10), Par("Ann", "CDL", 70))
    assert (start.acting, start.state.presidents["CDL"]) == (("Bo",), "Ann")


@rule_1888("VII.1.3")
def test_nothing_is_sold_after_the_purchase(edition: str) -> None:
    """Of an ordinary share, of the IPO or the pool, or of a director's certificate."""
    for purchase in (BuyShare("Ann", "JHR", "ipo"), BuyShare("Ann", "JHR", "pool"), Par("Ann", "CDL", 70)):
        game = plays(round_of(edition), purchase)
        assert refused(game, SellShares("Ann", "LYR", 10)).code == "not_your_turn"


@rule_1888("VII.1.4", "VII.4.1")
def test_shares_of_several_companies_are_sold_in_one_turn(edition: str) -> None:
    game = round_of(edition)
    plays(game, SellShares("Ann", "JHR", 20), SellShares("Ann", "LYR", 20), SellShares("Ann", "JHR", 10))
    assert game.acting == ("Ann",)
    assert (game.state.held("Ann", "JHR"), game.state.held("Ann", "LYR")) == (20, 0)


@rule_1888("VII.1.5")
def test_one_certificate_is_bought_in_a_turn(edition: str) -> None:
    for purchase in (BuyShare("Ann", "JHR", "ipo"), BuyShare("Ann", "JHR", "pool"), Par("Ann", "CDL", 70)):
        game = plays(round_of(edition), purchase)
        assert game.acting == ("Bo",)
        for further in (BuyShare("Ann", "LYR", "ipo"), Par("Ann", "SSL", 70)):
            assert refused(game, further).code == "not_your_turn"


@rule_1888("VII.1.6", "VII.1.7")
def test_shares_and_money_pass_between_the_player_and_the_bank_only(edition: str) -> None:
    game = round_of(edition)
    before = game.state
    dealings = [action for action in game.legal_actions() if not isinstance(action, Pass)]
    assert len(dealings) > 20
    for action in dealings:
        after = plays(game.copy(), action).state
        paid = before.cash["Ann"] - after.cash["Ann"]
        assert paid != 0
        assert after.bank == before.bank + paid
        for other in ("Bo", "Cy", "JHR", "LYR", "CDL"):
            assert after.cash[other] == before.cash[other]
        for company in game.definition.companies:
            assert after.held("Bo", company) == before.held("Bo", company)
            assert after.held("Cy", company) == before.held("Cy", company)


@rule_1888("VII.1.6", "VII.1.7")
def test_a_share_cannot_be_bought_from_a_player(edition: str) -> None:
    game = round_of(edition)
    before = game.state.copy()
    for seller in ("Bo", "JHR"):
        purchase = BuyShare("Ann", "LYR", seller)  # type: ignore[arg-type]
        with pytest.raises(BadInput):
            game.why_not(purchase)
        with pytest.raises(BadInput):
            game.play(purchase)
    assert game.state == before


@rule_1888("VII.1.8")
def test_who_neither_sells_nor_buys_passes(edition: str) -> None:
    game = round_of(edition)
    before = game.state.copy()
    plays(game, Pass("Ann"))
    assert game.acting == ("Bo",)
    assert (game.state.cash, game.state.holdings) == (before.cash, before.holdings)


@rule_1888("VII.1.9", "VII.2.3")
def test_the_round_ends_when_all_have_passed_one_after_the_other(edition: str) -> None:
    game = plays(round_of(edition), Pass("Ann"), Pass("Bo"))
    assert not ended(game)
    plays(game, Pass("Cy"))
    assert ended(game)


@rule_1888("VII.1.9", "VII.1.10", "VII.2.3")
def test_who_has_passed_may_act_in_a_later_turn_and_all_must_pass_anew(edition: str) -> None:
    game = plays(round_of(edition), Pass("Ann"), Pass("Bo"), Par("Cy", "CDL", 70), Pass("Ann"))
    plays(game, BuyShare("Bo", "CDL", "ipo"), Pass("Cy"), Pass("Ann"))
    assert not ended(game)
    plays(game, Pass("Bo"))
    assert ended(game)


@rule_1888("VII.1.9", "VII.1.8", "VII.2.3")
def test_a_turn_with_a_sale_is_no_pass(edition: str) -> None:
    """Ending a turn after a sale without buying is not passing, and passes before it count no longer."""
    game = plays(round_of(edition), Pass("Ann"), SellShares("Bo", "LYR", 10), Pass("Bo"), Pass("Cy"))
    assert not ended(game)
    plays(game, Pass("Ann"))
    assert not ended(game)
    assert game.acting == ("Bo",)
    plays(game, Pass("Bo"))
    assert ended(game)


@rule_1888("VII.2.2")
def test_turns_go_clockwise(edition: str) -> None:
    game = Position(edition, players=5).company("JHR", Ann=20).stock("Cy")
    for player in ("Cy", "Di", "Ed", "Ann", "Bo", "Cy"):
        assert game.acting == (player,)
        reason = refused(game, Pass(next(other for other in PLAYERS[:5] if other != player)))
        assert (reason.code, reason.clause) == ("not_your_turn", clause_in(edition, "VII.2.2"))
        starts = {"Cy": "CDL", "Ed": "SSL"}.get(player)
        action = Pass(player) if starts is None or starts in game.state.par else Par(player, starts, 70)
        plays(game, action)


@rule_1888("VII.2.1", "VII.2.4")
def test_left_of_the_last_buyer_gets_the_priority_deal_and_begins(edition: str) -> None:
    game = Position(edition, players=4).company("JHR", Ann=20).stock("Ann")
    plays(game, Par("Ann", "CDL", 70), BuyShare("Bo", "JHR", "ipo"), Pass("Cy"), Pass("Di"), Pass("Ann"), Pass("Bo"))
    # nothing has floated, so the operating round passes by itself
    assert ended(game)
    assert game.state.turn == 3
    assert game.state.priority == "Cy"
    assert game.acting == ("Cy",)


@rule_1888("VII.2.1", "VII.2.4")
def test_a_sale_counts_for_the_priority_deal(edition: str) -> None:
    game = Position(edition, players=4).company("JHR", Ann=20, Di=20).stock("Ann")
    plays(game, BuyShare("Ann", "JHR", "ipo"), Pass("Bo"), Pass("Cy"), SellShares("Di", "JHR", 10), Pass("Di"))
    plays(game, Pass("Ann"), Pass("Bo"), Pass("Cy"), Pass("Di"))
    assert game.state.turn == 3
    assert game.acting == ("Ann",)


@rule_1888("VII.2.4")
def test_the_start_of_a_company_counts_for_the_priority_deal(edition: str) -> None:
    game = Position(edition).stock("Ann")
    plays(game, Pass("Ann"), Par("Bo", "JHR", 70), Pass("Cy"), Pass("Ann"), Pass("Bo"))
    assert game.state.priority == "Cy"


@rule_1888("VII.2.1", "VII.2.4")
def test_passing_does_not_move_the_priority_deal(edition: str) -> None:
    game = plays(Position(edition).stock("Bo"), Pass("Bo"), Pass("Cy"), Pass("Ann"))
    assert ended(game)
    assert game.state.priority == "Bo"
    assert game.acting == ("Bo",)


@rule_1888("VII.2.1")
def test_the_holder_of_the_priority_deal_begins_after_operating_rounds_too(edition: str) -> None:
    """JHR operates in between under Ann; the stock round begins with Cy all the same."""
    position = Position(edition).company("JHR", Ann=60, trains=("2",)).phase("2")
    game = position.set(priority="Cy").operate("JHR", "trains")
    plays(game, Pass("JHR"))
    assert game.state.turn == 3
    assert game.acting == ("Cy",)
