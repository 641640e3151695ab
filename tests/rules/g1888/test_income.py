"""Revenue, the duty to claim the best run, dividends (2022 VIII.3.7, 2021 VII.3.7)."""

from __future__ import annotations

from typing import Any

import pytest

from kaiping.action import Dividend, Pass, RunRoutes
from kaiping.errors import BadInput
from kaiping.game import Game
from tests.rules.books import clause_in, rule_1888
from tests.rules.g1888 import tracks
from tests.rules.g1888.positions import Position, offered, plays, refused
from tests.rules.g1888.tracks import run

PAY, WITHHOLD = Dividend("JHR", "pay"), Dividend("JHR", "withhold")


def east(edition: str, *trains: str, pool: int = 0, **shares: Any) -> Position:
    """JHR, price 80 on the row of 80, with yellow track from Beijing to Qinhuangdao and 500 in its treasury."""
    position = Position(edition, privates="Cy").company("JHR", pool=pool, cash=500, trains=trains, **shares)
    return tracks.east_of_beijing(position.cash(Ann=0, Bo=0, Cy=0).phase(max(trains)))


def after_run(edition: str, pool: int = 20, **shares: Any) -> Game:
    """JHR has run its 3-train for 90 and its director is to decide; 10 % are in the IPO."""
    game = east(edition, "3", pool=pool, **(shares or {"Ann": 50, "Bo": 20})).operate("JHR", "run")
    return plays(game, run("JHR", t3="C9.1 D10.0 D12.0"))


@rule_1888("VIII.3.7.1", "VIII.3.7.3")
def test_a_train_earns_the_printed_values_of_its_stops(edition: str) -> None:
    """Beijing has its 30 printed on the hex, Tianjin 20 on its tile; a green tile makes it 30."""
    game = plays(east(edition, "2", Ann=60).operate("JHR", "run"), run("JHR", t2="C9.1 D10.0"))
    assert game.state.revenue["JHR"] == 30 + 20
    green = east(edition, "3", Ann=60).tile("D10", "15", 1).operate("JHR", "run")
    plays(green, run("JHR", t3="C9.1 D10.0 D12.0"))
    assert green.state.revenue["JHR"] == 30 + 30 + 10 + 30
    four = east(edition, "4", Ann=60).operate("JHR", "run")
    plays(four, run("JHR", t4="C9.1 D10.0 D12.0 C13.0"))
    assert four.state.revenue["JHR"] == 30 + 20 + 10 + 20 + 30


#: tile -> what each of its cities and towns is worth; the mountain, which pays the treasury, is not among them
TILE_VALUES = {
    **dict.fromkeys(("1", "2", "3", "4", "55", "56", "58", "69"), 10),
    **dict.fromkeys(("5", "6", "57"), 20),
    **dict.fromkeys(("14", "15"), 30),
    **dict.fromkeys(("8858", "8859", "8860", "8863", "8864", "8865", "L42", "611"), 40),
    **dict.fromkeys(("X7", "51"), 50),
    **dict.fromkeys(("8892", "512"), 60),
    "8893": 70,
}
#: hex -> what each of its cities and towns is worth before any tile is laid, where it is worth anything
HEX_VALUES = {"A17": [20], "D20": [30], "F16": [40], "C9": [30, 30], "B18": [30, 0]}


@rule_1888("VIII.3.7.3")
def test_what_is_printed_on_each_tile_and_hex(edition: str) -> None:
    definition = Position(edition).definition
    plain = {name: tile for name, tile in definition.tiles.items() if tile.stops and name not in definition.subsidies}
    by_colour = {"L39", "L40a", "L40b"}
    assert plain.keys() - by_colour == TILE_VALUES.keys()
    for name, value in TILE_VALUES.items():
        assert {stop.values for stop in plain[name].stops} == {(value,) * 4}, name
    for name, values in HEX_VALUES.items():
        assert [set(stop.values) for stop in definition.map.hexes[name].stops] == [{value} for value in values], name


@rule_1888("VIII.3.7.2")
def test_a_company_earns_what_all_its_trains_earn(edition: str) -> None:
    game = east(edition, "2", "3", Ann=60).token("JHR", "D10").operate("JHR", "run")
    plays(game, run("JHR", t2="C9.1 D10.0", t3="D10.0 D12.0 C13.0"))
    assert game.state.revenue["JHR"] == (30 + 20) + (20 + 10 + 20)


@rule_1888("VIII.3.7.4")
@pytest.mark.parametrize(
    ("phase", "train", "xuzhou", "xian"),
    [
        ("2", "2", 30, 20),
        ("3", "3", 40, 30),
        ("4", "4", 40, 30),
        ("5", "5", 50, 40),
        ("6", "6", 50, 40),
        ("7", "D", 60, 50),
    ],
)
def test_red_areas_are_worth_what_the_phase_says(edition: str, phase: str, train: str, xuzhou: int, xian: int) -> None:
    """Zibo (20) to Xuzhou, Taiyuan (20) to Xi'an, and Changchun, worth as much as Xi'an, to the town A17 (20).

    The red tile that may be laid on Xi'an is worth 20 more in each phase.
    """
    position = Position(edition).company("ZDR", Ann=60, trains=(train,)).phase(phase)
    game = tracks.zibo_to_xuzhou(position).operate("ZDR", "run")
    plays(game, run("ZDR", **{f"t{train}": "G11.0 H10 I11.0"}))
    assert game.state.revenue["ZDR"] == 20 + xuzhou
    for red_tile in (False, True):
        position = Position(edition).company("TJL", Ann=60, trains=(train,)).phase(phase)
        position.tile("E3", "57", 2).tile("F4", "8", 0).tile("G3", "9", 0)
        if red_tile:
            position.tile("H2", "L39", 5)
        game = plays(position.operate("TJL", "run"), run("TJL", **{f"t{train}": "E3.0 F4 G3 H2.0"}))
        assert game.state.revenue["TJL"] == 20 + xian + 20 * red_tile
    game = Position(edition).company("CDL", Ann=60, trains=(train,)).phase(phase).operate("CDL", "run")
    plays(game, run("CDL", **{f"t{train}": "A19.0 A17.0"}))
    assert game.state.revenue["CDL"] == xian + 20


@rule_1888("VIII.3.7.5")
def test_the_claim_is_the_highest_total_there_is(edition: str) -> None:
    """A 3-train may show 90 by Tangshan; Beijing - Tianjin for 50 is refused, and so is no run at all."""
    game = east(edition, "3", Ann=60).operate("JHR", "run")
    reason = refused(game, run("JHR", t3="C9.1 D10.0"))
    assert (reason.code, reason.figures["best"]) == ("not_the_best_run", 90)
    assert reason.clause == clause_in(edition, "VIII.3.7.5")
    assert refused(game, RunRoutes("JHR", ())).code == "must_run"
    assert refused(game, Pass("JHR")).code == "must_run"
    plays(game, run("JHR", t3="C9.1 D10.0 D12.0"))


@rule_1888("VIII.3.7.5")
def test_it_is_the_total_of_all_trains_that_must_be_highest(edition: str) -> None:
    """The 3-train alone makes 90 with the bonus; 50 and 50 for both trains make more."""
    game = east(edition, "2", "3", Ann=60).token("JHR", "D10").operate("JHR", "run")
    assert refused(game, run("JHR", t3="C9.1 D10.0 D12.0")).code == "not_the_best_run"
    plays(game, run("JHR", t2="C9.1 D10.0", t3="D10.0 D12.0 C13.0"))


@rule_1888("VIII.3.7.8")
def test_the_revenue_comes_out_of_the_bank(edition: str) -> None:
    game = after_run(edition)
    bank = game.state.bank
    plays(game, WITHHOLD)
    assert (game.state.bank, game.state.cash["JHR"]) == (bank - 90, 500 + 90)
    game = after_run(edition)
    plays(game, PAY)  # the tenth share lies with the bank, which keeps its part
    assert (game.state.bank, game.state.cash["JHR"]) == (bank - 81, 500 + 18)


@rule_1888("VIII.3.7.9", "VIII.3.7.11")
def test_after_the_run_the_director_decides_alone_and_for_the_whole(edition: str) -> None:
    """The choice is to pay or to withhold, nothing between, and it is the director's, whoever that is."""
    assert after_run(edition, Ann=20, Bo=50).acting == ("Bo",)
    game = after_run(edition)
    assert game.acting == ("Ann",)
    assert offered(game, Dividend) == [PAY, WITHHOLD]
    reason = refused(game, Pass("JHR"))
    assert reason.code == "must_decide_dividend"
    with pytest.raises(BadInput):
        game.play(Dividend("JHR", "half"))  # type: ignore[arg-type]
    assert game.state.cash["JHR"] == 500  # nothing is paid before the decision


@rule_1888("VIII.3.7.10")
@pytest.mark.parametrize(("kind", "treasury", "ann"), [("pay", 40, 36), ("withhold", 100, 0)])
def test_the_money_of_the_mountain_always_goes_to_the_treasury(
    edition: str, kind: str, treasury: int, ann: int
) -> None:
    """Heng Shan - Datong - Baotou: 60 to pay or to withhold, and 40 apart."""
    position = Position(edition, privates="Cy").company("JZR", Ann=60, trains=("3",)).phase("3").token("JZR", "C3")
    game = tracks.mountain_or_baotou(position).operate("JZR", "run")
    before = game.state.cash["Ann"]
    plays(game, run("JZR", t3="C5.0 C3.0 B4 A3.0"), Dividend("JZR", kind))  # type: ignore[arg-type]
    assert (game.state.cash["JZR"], game.state.cash["Ann"] - before) == (treasury, ann)


@rule_1888("VIII.3.7.11", "VIII.3.7.13", "VIII.3.7.14", "VIII.3.7.15")
def test_a_dividend_goes_to_players_treasury_and_bank_by_shares(edition: str) -> None:
    """Of 90: Ann has 50 %, Bo 20 %, the pool 20 % for the treasury, the IPO 10 % for the bank."""
    game = after_run(edition)
    bank = game.state.bank
    plays(game, PAY)
    cash = game.state.cash
    assert (cash["Ann"], cash["Bo"], cash["Cy"]) == (45, 18, 0)
    assert cash["JHR"] == 500 + 18
    assert game.state.bank == bank - 81


@rule_1888("VIII.3.7.14")
def test_without_shares_in_the_pool_a_dividend_leaves_nothing_in_the_treasury(edition: str) -> None:
    game = plays(after_run(edition, pool=0, Ann=50, Bo=20), PAY)
    assert (game.state.cash["JHR"], game.state.cash["Ann"], game.state.cash["Bo"]) == (500, 45, 18)


@rule_1888("VIII.3.7.16", "IX.2.1")
def test_a_dividend_raises_the_price(edition: str) -> None:
    """From 80 one to the right, to 85."""
    game = plays(after_run(edition), PAY)
    assert game.state.cells["JHR"] == (4, 4)
    assert game.definition.market.cells[4, 4].price == 85


@rule_1888("VIII.3.7.16", "IX.2.1")
@pytest.mark.parametrize("revenue", [10, 70, 80, 300])
def test_a_dividend_of_any_height_raises_the_price_by_one_space(edition: str, revenue: int) -> None:
    """Less than the price of 80, as much, or more."""
    position = Position(edition, privates="Cy").company("JHR", Ann=60, cash=500)
    game = plays(position.operate("JHR", "dividend", revenue=revenue), PAY)
    assert game.state.cells["JHR"] == (4, 4)


@rule_1888("VIII.3.7.17", "VIII.3.7.11")
def test_the_whole_revenue_may_be_kept(edition: str) -> None:
    game = plays(after_run(edition), WITHHOLD)
    cash = game.state.cash
    assert (cash["JHR"], cash["Ann"], cash["Bo"]) == (590, 0, 0)


@rule_1888("VIII.3.7.18", "IX.2.2")
def test_the_price_falls_without_a_dividend(edition: str) -> None:
    """From 80 one to the left, to 75: when the revenue is withheld, and when there is none."""
    game = plays(after_run(edition), WITHHOLD)
    assert game.state.cells["JHR"] == (4, 2)
    assert game.definition.market.cells[4, 2].price == 75
    no_train = Position(edition, privates="Cy").company("JHR", Ann=60, cash=500).operate("JHR", "token")
    plays(no_train, Pass("JHR"))
    assert no_train.state.cells["JHR"] == (4, 2)
    no_route = Position(edition, privates="Cy").company("JHR", Ann=60, cash=500, trains=("2",)).phase("2")
    game = plays(no_route.operate("JHR", "token"), Pass("JHR"))
    assert game.state.cells["JHR"] == (4, 2)
