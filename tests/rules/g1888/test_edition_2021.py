"""What the 2021 book says in its own way, and, from the winner on, clauses of it that need a closer proof."""

from __future__ import annotations

import colorsys

import pytest

from kaiping.action import (
    AcquirePrivate,
    BuyPrivate,
    BuyTrain,
    Consent,
    DeclareBankruptcy,
    Dividend,
    LayTile,
    Par,
    Pass,
    SellShares,
)
from kaiping.flow.operating.frame import OperatingRound
from kaiping.game import Game
from tests.rules.books import rule_1888
from tests.rules.g1888 import tracks
from tests.rules.g1888.positions import Position, offered, plays, refused
from tests.rules.g1888.tracks import run

#: what the privates with a power let JHR do in its turn
POWERS = {
    "TA": LayTile("JHR", "H2", "L39", 5, private="TA"),
    "HS": LayTile("JHR", "C5", "L41", 0, private="HS"),
    "CW": LayTile("JHR", "D4", "9", 1, private="CW"),
    "YRF": LayTile("JHR", "E17", "L40a", 0, private="YRF"),
}


@rule_1888(in_2021=["IV.3.1.6"])
def test_some_privates_have_a_power_for_the_company_that_owns_them(edition: str) -> None:
    """In its operating turn: not in a stock round, not for a player. The Kaiping Tramway has none."""
    for private in ("KT", *POWERS):
        position = Position(edition).phase("3").private(private, "JHR").company("JHR", Ann=60)
        lays = [lay for lay in offered(position.operate("JHR"), LayTile) if lay.private]
        assert (POWERS.get(private) in lays) == (private in POWERS) == bool(lays)
    for private, lay in POWERS.items():
        position = Position(edition).phase("3").private(private, "JHR").company("JHR", Ann=60)
        assert refused(position.stock("Ann"), lay).code == "only_shares_now"
        of_player = Position(edition).phase("3").private(private, "Ann").company("JHR", Ann=60)
        assert refused(of_player.operate("JHR"), lay).code == "not_owner_of_private"


def at(game: Game) -> tuple[str, int]:
    """The company on turn and the number of its step."""
    frame = game.state.stack[-1]
    assert isinstance(frame, OperatingRound)
    return frame.company, frame.step


@rule_1888(in_2021=["VII.3.1.9"])
@pytest.mark.parametrize("owner", ["Ann", "Bo"])
@pytest.mark.parametrize("step", ["track", "token", "run", "dividend", "trains", "privates"])
def test_privates_are_bought_from_players_at_any_point_of_the_turn(edition: str, step: str, owner: str) -> None:
    """Of Ann, who leads JHR, or of Bo, who agrees; the turn goes on where it was."""
    position = Position(edition).phase("3").company("JHR", Ann=60, cash=1000, trains=("3",))
    position.private("KT", owner).private("TA", owner).tile("D10", "6", 2)
    game = position.operate("JHR", step, revenue=50 if step == "dividend" else 0)
    before, agrees = at(game), () if owner == "Ann" else (Consent("Bo", agree=True),)
    plays(game, BuyPrivate("JHR", "KT", 10), *agrees)
    assert (game.state.privates["KT"], game.state.cash["JHR"]) == ("JHR", 990)
    assert at(game) == before
    plays(game, BuyPrivate("JHR", "TA", 90), *agrees)
    assert (game.state.privates["TA"], game.state.cash["JHR"]) == ("JHR", 900)


@rule_1888(in_2021=["IX.1.6"])
@pytest.mark.parametrize("breaks_in", [1, 2])
def test_the_set_is_played_to_its_end_when_the_bank_has_run_out(edition: str, breaks_in: int) -> None:
    """Two rounds, in each of which JHR pays 63 to Ann and Bo; the bank breaks in the first or in the second."""
    position = Position(edition).company("JHR", Ann=60, Bo=10, trains=("3",)).phase("3")
    position = tracks.east_of_beijing(position).cash(Ann=100, Bo=50).bank(63 * breaks_in - 43)
    game = position.set(set_rounds=2).operate("JHR", "run")
    paid = (run("JHR", t3="C9.1 D10.0 D12.0"), Dividend("JHR", "pay"))
    plays(game, *paid)
    assert (game.finished, game.state.round, game.state.bank < 0) == (None, 2, breaks_in == 1)
    plays(game, Pass("JHR"), *paid)
    assert (game.finished, game.acting, game.state.bank) == ("bank", (), 63 * breaks_in - 43 - 126)


@rule_1888(in_2021=["II.3"])
def test_the_winner_is_who_has_most_in_cash_and_shares(edition: str) -> None:
    """Bo has most cash, and a private that counts for nothing, and Cy least of all; nobody has won before the end."""
    position = Position(edition).phase("2").private("FC", "Bo").set(ending="bank")
    position.company("JHR", cash=1000, trains=("2",), Ann=60, Bo=10, Cy=20).cash(Ann=300, Bo=690, Cy=100)
    game = position.operate("JHR", "trains")
    assert game.winners() == ()
    assert plays(game, Pass("JHR")).winners() == ("Ann",)


@rule_1888(in_2021=["IV.3.1.3"])
def test_players_do_not_buy_privates_of_each_other(edition: str) -> None:
    """Neither in a stock round, of which a player's offer to another is no part, nor in an operating round."""
    for phase in ("2", "3", "4"):
        position = Position(edition).phase(phase).private("KT", "Ann").company("JHR", cash=100, trains=("3",), Ann=60)
        offer = AcquirePrivate("Bo", "KT", 25)
        stock = position.stock("Bo")
        assert refused(stock, offer).code == "only_shares_now"
        assert offered(stock, AcquirePrivate) == []
        assert refused(position.operate("JHR"), offer).code == "not_in_this_step"


@rule_1888(in_2021=["IV.3.2.13", "IV.3.2.16"])
def test_grey_and_black_are_told_apart_by_their_brightness(edition: str) -> None:
    companies = Position(edition).definition.companies
    grey, black = (colorsys.rgb_to_hsv(*bytes.fromhex(companies[name].color[1:])) for name in ("SSL", "TJL"))
    assert grey[1] < 0.2
    assert black[1] < 0.3
    assert 100 < grey[2] < 200
    assert black[2] < 60


@rule_1888(in_2021=["VII.3.3.11"])
@pytest.mark.parametrize(("company", "home"), [("TJL", "E3"), ("HJR", "F6"), ("ZDR", "G11")])
def test_a_tile_of_others_at_home_need_not_be_upgraded(edition: str, company: str, home: str) -> None:
    """In phase 3, where the company could lay a green tile there in its first turn."""
    position = Position(edition).phase("3").company(company, cash=800, operated=False, Ann=60)
    game = position.tile(home, "5", 2).begin_round(company)
    hexes = {lay.hex for lay in offered(game, LayTile)}
    assert home in hexes
    assert hexes - {home}
    plays(game, Pass(company))


@rule_1888(in_2021=["VII.3.9.8"])
def test_nobody_is_bankrupt_instead_of_selling(edition: str) -> None:
    """Ann lacks 1 of the 380 that JHR needs, and has a share of SSL to sell."""
    position = Position(edition).company("JHR", cash=120, Ann=60).company("SSL", trains=("5",), Ann=10, Bo=50)
    game = position.cash(Ann=379, Bo=0, Cy=0).phase("5").operate("JHR", "trains")
    assert refused(game, DeclareBankruptcy("JHR")).code == "can_still_pay"
    for action in (BuyTrain("JHR", "5", "bank", 500), Pass("JHR")):
        refused(game, action)
    assert [sale.company for sale in offered(game, SellShares)] == ["JHR", "SSL"]


@rule_1888(in_2021=["VII.3.8.7"])
def test_no_train_is_bought_between_the_run_and_the_dividend(edition: str) -> None:
    """JHR runs, pays, and only then buys; nothing but a private could follow."""
    position = tracks.east_of_beijing(Position(edition).company("JHR", Ann=60, cash=300, trains=("3",)).phase("3"))
    game = position.company("SSL", Bo=60, trains=("3",)).operate("JHR", "run", after=("SSL",))
    train = BuyTrain("JHR", "3", "bank", 180)
    assert refused(game, train).code == "not_in_this_step"
    plays(game, run("JHR", t3="C9.1 D10.0 D12.0"))
    assert refused(game, train).code == "not_in_this_step"
    plays(game, Dividend("JHR", "pay"), train, Pass("JHR"))
    assert at(game)[0] == "SSL"


@rule_1888(in_2021=["IV.2.2"])
def test_every_one_of_the_eight_companies_has_a_price_once_it_is_started(edition: str) -> None:
    for company in Position(edition).definition.companies:
        game = plays(Position(edition).stock("Ann"), Par("Ann", company, 85))
        assert game.definition.market.cells[game.state.cells[company]].price == 85


@rule_1888(in_2021=["IV.3.1.36"])
def test_the_ferry_tile_is_that_of_the_private(edition: str) -> None:
    """SSL owns the private and has the tile; JHR has it neither by the private nor as an ordinary tile."""
    position = Position(edition).phase("3").private("YRF", "SSL").company("JHR", Ann=60).company("SSL", Bo=60)
    game = position.operate("JHR")
    assert refused(game, POWERS["YRF"]).code == "not_owner_of_private"
    assert game.why_not(LayTile("JHR", "E17", "L40a", 0)) is not None
    lay = LayTile("SSL", "E17", "L40a", 0, private="YRF")
    assert [one for one in offered(position.operate("SSL"), LayTile) if one.private] == [lay]


@rule_1888(in_2021=["IV.3.2.10", "VII.3.7.12"])
def test_one_share_earns_its_dividend_in_each_operating_round(edition: str) -> None:
    """90 a round: 54 for Ann's six shares, 9 for the one of Bo and for that of Cy."""
    position = Position(edition).company("JHR", Ann=60, Bo=10, Cy=10, trains=("3",)).phase("3")
    game = tracks.east_of_beijing(position).cash(Ann=0, Bo=0, Cy=0).set(set_rounds=2).operate("JHR", "run")
    for number in (1, 2):
        plays(game, run("JHR", t3="C9.1 D10.0 D12.0"), Dividend("JHR", "pay"))
        assert [game.state.cash[name] for name in game.players] == [54 * number, 9 * number, 9 * number]
        if number == 1:
            plays(game, Pass("JHR"))


@rule_1888(in_2021=["VI.2.3"])
def test_who_sells_and_buys_nothing_has_not_passed(edition: str) -> None:
    """Ann and Bo have passed, Cy sells: all three must pass after that."""
    game = Position(edition).company("JHR", Ann=60, Cy=20).stock("Ann")
    plays(game, Pass("Ann"), Pass("Bo"), SellShares("Cy", "JHR", 10), Pass("Cy"), Pass("Ann"), Pass("Bo"))
    assert (game.state.turn, game.acting) == (2, ("Cy",))
    plays(game, Pass("Cy"))
    assert isinstance(game.state.stack[-1], OperatingRound)


@rule_1888(in_2021=["VII.1.3", "V.3"])
def test_no_stock_round_follows_another_without_an_operating_round(edition: str) -> None:
    """Nothing has floated, so the operating rounds pass by themselves."""
    game = Position(edition).stock("Ann")
    for _ in range(4):
        plays(game, *(Pass(player) for player in game.players))
    rounds = [event.kind for event in game.events if event.kind in ("stock-round", "operating-round")]
    assert rounds == ["operating-round", "stock-round"] * 4
