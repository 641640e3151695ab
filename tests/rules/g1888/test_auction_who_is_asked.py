"""The auction of the privates: nobody is asked who has no money for any bid and could only pass."""

from __future__ import annotations

from kaiping.action import Bid, Pass
from kaiping.game import Game
from kaiping.state import CLOSED
from tests.rules.books import rule_1888
from tests.rules.g1888.auctions import auction
from tests.rules.g1888.positions import offered, plays
from tests.rules.position import events


def passed(game: Game) -> list[str]:
    """Who has passed by themselves after the latest action."""
    return [one["player"] for one in events(game, "passed") if one.get("automatic")]


@rule_1888("VI.3", "VI.8")
def test_who_has_bid_all_he_has_is_not_asked(edition: str) -> None:
    """Ann's 800 are in her bid: after Cy it is Bo's turn again, and Ann has passed."""
    game = plays(auction(edition, 3), Bid("Ann", "FC", 800), Bid("Bo", "KT", 25))
    assert (game.acting, passed(game)) == (("Cy",), [])
    plays(game, Pass("Cy"))
    assert (game.acting, passed(game)) == (("Bo",), ["Ann"])
    plays(game, Pass("Bo"))
    assert events(game, "income-only-round"), "hers was the second of three passes"


@rule_1888("VI.24", "VI.25")
def test_when_nobody_has_money_the_privates_pay_until_somebody_has(edition: str) -> None:
    """The tramway pays Bo 5, by which they may raise their bid; Cy has the priority, but nothing else, nor has Ann."""
    game = plays(auction(edition, 3), Bid("Ann", "FC", 800), Bid("Bo", "KT", 25), Bid("Cy", "YRF", 800))
    plays(game, Bid("Bo", "CW", 775))
    assert passed(game) == ["Cy", "Ann", "Bo", "Cy", "Ann"]
    assert len(events(game, "income-only-round")) == 1
    assert (game.acting, offered(game, Bid)) == (("Bo",), [Bid("Bo", "CW", 780)])


@rule_1888("VI.26", "VI.33")
def test_the_tramway_falls_until_it_is_free(edition: str) -> None:
    """Nobody has anything left: after five rounds it is Ann's, who has the priority; after a sixth it has paid her."""
    game = plays(auction(edition, 3), Bid("Ann", "FC", 800), Bid("Bo", "YRF", 800), Bid("Cy", "CW", 800))
    assert passed(game) == ["Ann", "Bo", "Cy"] * 5 + ["Bo", "Cy", "Ann"] + ["Bo", "Cy"]
    assert (game.state.privates["KT"], game.state.cash["Ann"]) == ("Ann", 805)
    assert (game.acting, offered(game, Bid)) == (("Ann",), [Bid("Ann", "FC", 805)])


@rule_1888("VI.14", "VI.17", "VI.18", "VI.20")
def test_who_cannot_raise_is_out_of_a_contest(edition: str) -> None:
    """Ann has 55 for the Terracotta Army, for which Bo has bid 60; then they are free for her other bid."""
    game = plays(auction(edition, 3), Bid("Ann", "TA", 55), Bid("Bo", "TA", 60), Pass("Cy"), Bid("Ann", "FC", 745))
    plays(game, Pass("Bo"), Bid("Cy", "KT", 25))
    assert (game.state.privates["TA"], game.state.cash["Bo"]) == ("Bo", 740)
    assert (passed(game), game.acting, offered(game, Bid)) == (["Ann"], ("Ann",), [Bid("Ann", "FC", 750)])


def test_a_position_in_which_nobody_will_ever_have_money_does_not_go_on_for_ever() -> None:
    game = auction("2022", 3)
    game.state.privates["KT"] = CLOSED
    game.state.bank += sum(game.state.cash[player] for player in game.players)
    game.state.cash.update(dict.fromkeys(game.players, 0))
    game.play(Pass("Ann"))
    assert list(game.legal_actions()) == [Pass(game.acting[0])]


def test_the_house_rules_ask_everybody() -> None:
    """As recorded: files of the site have these passes."""
    game = plays(auction("18xx-north", 3), Bid("Ann", "FC", 800), Bid("Bo", "KT", 25), Pass("Cy"))
    assert (game.acting, list(game.legal_actions())) == (("Ann",), [Pass("Ann")])
