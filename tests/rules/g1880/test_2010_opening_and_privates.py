"""The opening, the privates and the investors by the 2010 book: every figure and name, and what is forbidden too."""

from __future__ import annotations

import colorsys

import pytest

from kaiping.action import (
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Choose,
    Dividend,
    LayTile,
    Par,
    Pass,
    RunRoutes,
    UsePower,
)
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.operating.track import terrain_cost
from kaiping.flow.rules import settle
from kaiping.flow.single_auction import SingleAuction
from kaiping.flow.stock import StockRound
from kaiping.game import Game
from kaiping.titles import definition
from tests.rules.books import rule_1880
from tests.rules.g1880.positions import PLAYERS, Position, earned, events, offered, plays, refused

LATE = ("B3", "C1", "C2", "C3", "D1", "D2", "D3")


def opened(edition: str, *names: str) -> Game:
    return Game("1880", edition=edition, players=list(names))


def sell_next(game: Game, buyer: str | None = None) -> str:
    """The private on offer goes for its face value to a player, or to who opens; says who opened."""
    opener = game.acting[0]
    private = next(name for name, owner in game.state.privates.items() if owner == "bank")
    while game.acting[0] != (buyer or opener):
        plays(game, Pass(game.acting[0]))
    plays(game, offered(game, Bid)[0])
    while game.state.privates[private] == "bank":
        plays(game, Pass(game.acting[0]))
    while offered(game, Choose) and isinstance(game.state.stack[0], SingleAuction):
        plays(game, offered(game, Choose)[0])  # the place and the permits of BCR
    return opener


def sell_all(game: Game, buyers: dict[str, str] | None = None) -> Game:
    """All privates at their face values, to the players named or to whoever opens; BCR gets the first permits."""
    for private in game.definition.privates:
        sell_next(game, (buyers or {}).get(private))
    return game


# --- seats and the auction (III to V) ------------------------------------------------------------------


@rule_1880(in_2010=["IV.4.1", "IV.4.2", "IV.4.3"])
def test_seats_are_as_drawn_and_the_first_begins(edition: str) -> None:
    """Each player has one place, whatever the names; from the first on they sit clockwise."""
    game = opened(edition, "Gus", "Ann", "Flo", "Bo")
    assert game.state.players == ("Gus", "Ann", "Flo", "Bo")
    assert game.state.priority == "Gus"
    asked: list[str] = []
    for _ in range(4):
        asked += game.acting
        plays(game, Pass(game.acting[0]))
    assert asked == ["Gus", "Ann", "Flo", "Bo"]


@rule_1880(in_2010=["V.2"])
def test_who_has_the_marker_bids_or_passes(edition: str) -> None:
    game = opened(edition, "Cy", "Ann", "Bo")
    assert list(game.legal_actions()) == [Pass("Cy"), Bid("Cy", "P0", 5)]
    assert refused(game, Bid("Ann", "P0", 5)).code == "not_your_turn"
    assert plays(game.copy(), Pass("Cy")).acting == plays(game, Bid("Cy", "P0", 5)).acting == ("Ann",)


@rule_1880(in_2010=["V.5"])
def test_the_highest_bid_is_paid_at_once_and_the_next_private_comes(edition: str) -> None:
    game = opened(edition, "Cy", "Ann", "Bo")
    bank = game.state.bank
    plays(game, Bid("Cy", "P0", 5), Bid("Ann", "P0", 30), Pass("Bo"), Pass("Cy"))
    assert (game.state.privates["P0"], game.state.cash["Ann"], game.state.bank) == ("Ann", 600 - 30, bank + 30)
    assert [game.state.cash[player] for player in ("Cy", "Bo")] == [600, 600]
    assert offered(game, Bid) == [Bid("Ann", "P1", 10)]


@rule_1880(in_2010=["V.4", "V.17"])
def test_bids_go_round_as_long_as_anybody_bids_higher(edition: str) -> None:
    game = opened(edition, "Ann", "Bo", "Cy")
    for number, player in enumerate(["Ann", "Bo", "Cy"] * 3):
        assert (game.acting, game.state.privates["P0"]) == ((player,), "bank")
        plays(game, Bid(player, "P0", 10 + 5 * number))
    plays(game, Pass("Ann"), Bid("Bo", "P0", 60))
    assert game.acting == ("Cy",)
    plays(game, Pass("Cy"))
    assert (game.state.privates["P0"], game.state.cash["Bo"]) == ("Bo", 540)


@rule_1880(in_2010=["V.6", "V.7", "V.8"])
def test_who_has_bought_does_not_matter_for_who_opens(edition: str) -> None:
    """Bo buys one private after the other."""
    game = opened(edition, "Ann", "Bo", "Cy", "Di")
    game.state.bank -= 1000
    game.state.cash["Bo"] += 1000
    assert [sell_next(game, "Bo") for _ in range(8)] == ["Ann", "Bo", "Cy", "Di"] * 2


@rule_1880(in_2010=["V.12", "V.20"])
@pytest.mark.parametrize("private", ["P2", "P3", "P4", "P5", "P6", "P7"])
def test_no_other_private_gets_cheaper(edition: str, private: str) -> None:
    """All pass on it: the privates sold so far pay their owners, and it comes up again for what it costs."""
    game = opened(edition, "Ann", "Bo", "Cy")
    printed = game.definition.privates
    for name in printed:
        if name == private:
            break
        game.state.privates[name] = "Bo"
    cash = game.state.cash["Bo"]
    for _ in range(3):
        plays(game, Pass(game.acting[0]))
    assert game.state.cash["Bo"] == cash + sum(printed[name].income for name in list(printed)[: int(private[1])])
    (bid,) = offered(game, Bid)
    assert (bid.private, bid.price) == (private, printed[private].price)


@rule_1880(in_2010=["VI.2.11", "VI.2.12", "VI.1.7"])
def test_who_buys_p6_gets_the_certificate_of_bcr(edition: str) -> None:
    game = sell_all(opened(edition, "Ann", "Bo", "Cy"), {"P6": "Cy"})
    state = game.state
    assert state.presidents == {"BCR": "Cy"}
    assert (state.held("Cy", "BCR"), state.certificates["BCR"], state.held("ipo", "BCR")) == (20, 20, 80)
    assert (state.par["BCR"], state.rows["BCR"][0]) == (100, 100)
    assert state.cells["BCR"] == game.definition.market.par_cells[100]


@rule_1880(in_2010=["VII.1", "VII.2", "VII.3", "V.27", "V.28", "VIII.1.10"])
@pytest.mark.parametrize("players", [3, 5, 7])
def test_investors_cost_nothing_and_come_before_the_companies(edition: str, players: int) -> None:
    game = opened(edition, *PLAYERS[:players])
    par = Par(game.acting[0], "WNR", 70, 0)
    assert refused(game, par)
    sell_all(game)
    cash = dict(game.state.cash)
    order: list[str] = []
    while offered(game, Choose):
        assert refused(game, Par(game.acting[0], "WNR", 70, 0))
        order += game.acting
        plays(game, offered(game, Choose)[-1])
    assert game.state.cash == cash
    assert tuple(order) == game.state.players
    chosen = [owner for owner in game.state.minors.values() if owner != "closed"]
    assert sorted(chosen) == sorted(game.state.players)
    assert sum(bool(game.state.board.tokens_of(minor)) for minor in game.definition.minors) == players


@rule_1880(in_2010=["V.29", "VIII.1.10", "V.37", "XII.4.2"])
def test_the_first_in_the_share_round_founds_buys_or_passes(edition: str) -> None:
    game = sell_all(opened(edition, "Ann", "Bo", "Cy"), {"P6": "Bo"})
    while offered(game, Choose):
        plays(game, offered(game, Choose)[0])
    first = game.acting[0]
    assert first == game.state.priority
    actions = list(game.legal_actions())
    assert {type(action) for action in actions} - {UsePower} == {Pass, Par, BuyShare}
    assert offered(game, BuyShare) == [BuyShare(first, "BCR", "ipo")]
    assert {action.company for action in offered(game, Par)} == set(game.definition.companies) - {"BCR"}
    assert plays(game.copy(), BuyShare(first, "BCR", "ipo")).state.held("ipo", "BCR") < game.state.held("ipo", "BCR")
    plays(game, *(Pass(player) for player in game.state.players))
    assert game.state.floated == {"BCR"}, "active though nobody has bought anything"


# --- what is printed (III, VI, VIII) ----------------------------------------------------------------------


@rule_1880(in_2010=["VI.1.1", "VI.1.2", "VI.1.3", "VI.1.4", "VI.1.5", "VI.1.6", "VI.1.7", "VI.1.9"])
def test_names_of_the_privates(edition: str) -> None:
    privates = definition("1880", edition).privates
    assert {name: private.name for name, private in privates.items()} == {
        "P0": "Woosong Railway", "P1": "Kaiping Railway", "P2": "Yanda Ferry Company", "P3": "Taiwan Western Line",
        "P4": "River Ferry", "P5": "Jeme Tien Yow engineer office", "P6": "Imperial Qing government",
        "P7": "Rocket of China",
    }  # fmt: skip


@rule_1880(in_2010=["VIII.1.12", "VIII.1.15", "VIII.1.16", "VIII.1.24"])
def test_black_is_not_grey_and_beige_is_not_yellow(edition: str) -> None:
    """Colours that do not differ in their hue."""
    companies = definition("1880", edition).companies

    def tone(company: str) -> tuple[float, float]:
        color = companies[company].color
        red, green, blue = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
        return colorsys.rgb_to_hsv(red, green, blue)[1:]

    assert tone("JHU")[1] < 0.25
    assert 0.5 < tone("LHR")[1] < 0.95
    assert tone("BZU")[0] < 0.4
    assert tone("WNR")[0] > 0.8


@rule_1880(in_2010=["III.2.8", "III.2.11", "VIII.4.11"])
def test_there_are_certificates_and_permits_for_every_company(edition: str) -> None:
    """Three directors' certificates and eight shares for each of 14; a permit of a phase for each, and that of P5."""
    position = Position(edition).private("P5", "Ann").cash(Ann=2800)
    companies = list(position.definition.companies)
    assert len(companies) * (len(position.definition.shares.president_percents) + 8) == 154
    for number, name in enumerate(companies[:-1]):
        position.company(name, par=(70, 80, 90, 100)[number // 4], permits="ABC" if number % 2 else "BCD", Bo=20)
    game = plays(position.stock("Ann"), Par("Ann", companies[-1], 100, 1), Choose("Ann", "certificate", "20"))
    assert [action.option for action in offered(game, Choose)] == ["ABC", "BCD"]
    plays(game, Choose("Ann", "permits", "ABC"))
    assert game.state.held("ipo", companies[-1]) == 8 * 10
    while game.acting != ("Ann",):
        plays(game, Pass(game.acting[0]))
    plays(game, UsePower("Ann", "P5", companies[-1]))
    assert game.state.own.permits[companies[-1]] == "ABCD"
    assert (len(companies) + 1) * 4 == 60


# --- privates (VI) ---------------------------------------------------------------------------------------


def idle(edition: str, phase: str, *, marker: str = "BCR") -> Position:
    """BCR, of Bo, has nothing to decide but trains; its turn ends a round."""
    train = {"C1": "4", "D3": "10"}.get(phase, {"A": "2", "B": "3"}.get(phase[0], "6"))
    position = Position(edition).phase(phase).set(marker=marker)
    return position.company("BCR", par=100, Bo=60, cash=1000, permits="", trains=(train,))


@rule_1880(in_2010=["VI.1.10", "IX.2.2"])
@pytest.mark.parametrize("phase", ["A1", "A2", "B1", "B2"])
def test_privates_pay_at_the_start_of_each_round(edition: str, phase: str) -> None:
    position = idle(edition, phase).investor("A3", "Ann").set(round=3)
    for number, owner in enumerate(("Cy", "Ann", "Bo", "Cy", "Ann", "Cy", "Bo", "Cy")):
        if number not in (6, 7):
            position.private(f"P{number}", owner)
    game = position.operate("BCR", "trains", train_bought=True)
    cash, bank = dict(game.state.cash), game.state.bank
    plays(game, Pass("BCR"))
    assert game.state.round == 4
    assert [game.state.cash[one] - cash[one] for one in ("Ann", "Bo", "Cy")] == [5 + 20, 10, 15 + 25]
    assert game.state.bank == bank - 75
    kinds = [event.kind for event in game.last_events if event.kind in ("private-income", "turn")]
    assert kinds == ["private-income"] * 5 + ["turn"], "before anybody operates"


@rule_1880(in_2010=["VI.1.14", "XIV.2.1", "XIV.3.4", "XI.18"])
@pytest.mark.parametrize("phase", LATE)
def test_from_the_first_4_train_on_they_pay_nothing_to_the_end(edition: str, phase: str) -> None:
    position = idle(edition, phase)
    for number in range(1, 6):
        position.private(f"P{number}", "Ann")
    game = position.operate("BCR", "trains", train_bought=True)
    cash = game.state.cash["Ann"]
    plays(game, Pass("BCR"))
    assert (game.state.round, game.state.cash["Ann"]) == (2, cash)


@rule_1880(in_2010=["VI.1.11", "VI.1.12"])
def test_privates_have_no_turns_and_no_company_gets_them(edition: str) -> None:
    for phase in ("A1", "B1", "B2"):
        position = idle(edition, phase).investor("A3", "Ann")
        for number in range(1, 6):
            position.private(f"P{number}", "Bo")
        game = plays(position.operate("BCR", "trains", train_bought=True), Pass("BCR"))
        frame = game.state.stack[-1]
        assert isinstance(frame, OperatingRound)
        assert frame.order == ("A3", "BCR")
        assert refused(game, LayTile("P4", "L10", "57", 0))
        own = position.operate("BCR", "trains")
        assert refused(own, BuyPrivate("BCR", "P4", 70))
        assert not offered(own, BuyPrivate)


@rule_1880(in_2010=["X.2.34", "X.2.35", "X.8.3", "X.8.4", "VI.2.6", "VI.1.3", "VI.1.16", "VI.1.15", "XIV.2.2"])
@pytest.mark.parametrize(("phase", "train"), [("B1", "3"), ("B3", "4"), ("C2", "6"), ("D1", "6")])
def test_each_ferry_costs_ten_but_not_the_companies_of_the_owner_of_p2(edition: str, phase: str, train: str) -> None:
    """By Tianjin and Dalian to Qingdao over two ferries, and with a longer train over the third to Shanghai."""
    for owner, fee in (("Ann", 10), ("Cy", 10), ("Bo", 0)):
        position = Position(edition).phase(phase).private("P2", owner)
        position.company("WNR", par=80, Ann=30, Bo=40, cash=300, permits="", trains=(train,))
        position.tile("F10", "57", 1).token("WNR", "F10").tile("E13", "5", 5).tile("G13", "8", 3)
        position.tile("H14", "57", 2).tile("K15", "8877", 0)
        game = position.operate("WNR", "run")
        one = ("F10.0", "F12", "E13.0")
        two = (*one, "F14", "G13", "H14.0")
        assert earned(game, "WNR", (train, *one)) == 40 - fee
        assert earned(game, "WNR", (train, *two)) == 60 - 2 * fee
        if train != "3":
            assert earned(game, "WNR", (train, *two, "I15", "J16", "K15.0")) == 90 - 3 * fee


@rule_1880(in_2010=["VI.1.4", "VI.2.7", "VI.1.15", "VI.1.16", "XIV.2.2"])
@pytest.mark.parametrize(("phase", "train", "value"), [("B3", "4", 30), ("C2", "6", 0), ("D1", "6", 0)])
def test_taiwan_is_worth_more_to_all_companies_of_the_owner_of_p3(
    edition: str, phase: str, train: str, value: int
) -> None:
    """Bo leads WNR and NXR, Ann and Cy lead nobody."""
    for owner, more in (("Bo", 20), ("Ann", 0), ("Cy", 0)):
        position = Position(edition).phase(phase).private("P3", owner)
        position.tile("L14", "57", 2).tile("L14", "14", 2).tile("M15", "8852", 2)
        for name in ("WNR", "NXR"):
            position.company(name, par=80, Bo=40, Ann=30, cash=300, permits="", trains=(train,)).token(name, "L14")
        for name in ("WNR", "NXR"):
            game = position.operate(name, "run")
            assert earned(game, name, (train, "L14.0", "M15.0", "N16.0")) == 30 + 20 + value + more


@rule_1880(in_2010=["VI.1.5", "VI.2.8", "VI.2.9", "VI.1.15", "VI.1.16"])
@pytest.mark.parametrize("phase", ["A1", "B1", "C1", "D1"])
def test_p4_saves_what_rivers_cost_on_every_river_hex(edition: str, phase: str) -> None:
    position = Position(edition).phase(phase).private("P4", "Bo").company("WNR", par=80, Bo=40, Ann=30, cash=50)
    position.company("NXR", par=80, Ann=40, Bo=30)
    table = position.operate("WNR").table()
    for name, printed in position.definition.map.hexes.items():
        river = "river" in printed.terrain
        assert terrain_cost(table, "WNR", name) == printed.cost - 20 * river
        assert terrain_cost(table, "NXR", name) == printed.cost
    game = plays(position.operate("WNR"), LayTile("WNR", "L10", "57", 0))
    assert game.state.cash["WNR"] == 50


@rule_1880(in_2010=["VI.2.13"])
def test_p7_may_be_used_between_run_and_dividend(edition: str) -> None:
    position = Position(edition).private("P7", "Bo").company("BCR", par=100, Bo=30, Ann=20, permits="", trains=("2",))
    game = position.company("WNR", Ann=30, trains=("2",)).operate("BCR", "dividend", after=("WNR",), revenue=50)
    plays(game, UsePower("Bo", "P7", "BCR"))
    assert game.state.trains["BCR"] == ("2", "2")
    plays(game, Dividend("BCR", "pay"))


@rule_1880(in_2010=["VI.2.16"])
def test_the_exchange_begins_a_phase_and_brings_a_share_round_as_a_purchase_does(edition: str) -> None:
    position = Position(edition).private("P7", "Ann").company("BCR", par=100, Ann=30, trains=("2",), cash=70)
    position.company("WNR", par=80, Bo=30, Cy=20).left("3", 5).set(phase="A2", marker="WNR")
    game = plays(position.operate("BCR", after=("WNR",)), UsePower("Ann", "P7", "BCR"))
    assert (game.state.phase, game.state.depot["3"], game.state.cash["BCR"]) == ("B1", 4, 70)
    assert events(game, "second-capital") == [{"company": "WNR", "amount": 400}]
    last = Position(edition).private("P7", "Ann").company("BCR", par=100, Ann=30).left("2+2", 1).set(phase="A2")
    plays(game := last.operate("BCR"), UsePower("Ann", "P7", "BCR"))
    assert isinstance(game.state.stack[-1], StockRound)
    assert refused(
        Position(edition).private("P7", "Ann").company("BCR", Ann=30, trains=("2",) * 4).operate("BCR", "trains"),
        UsePower("Ann", "P7", "BCR"),
    )


# --- investors (VII, XIV) -----------------------------------------------------------------------------------


@rule_1880(in_2010=["VII.25", "IX.2.3", "X.6.21"])
def test_investors_operate_by_number_whoever_owns_them(edition: str) -> None:
    """The private pays, then come A2, A3 and A7, and then the companies."""
    position = idle(edition, "B1").private("P2", "Cy").investor("A7", "Ann").investor("A2", "Cy").investor("A3", "Bo")
    game = plays(position.operate("BCR", "trains", train_bought=True), Pass("BCR"))
    frame = game.state.stack[-1]
    assert isinstance(frame, OperatingRound)
    assert frame.order == ("A2", "A3", "A7", "BCR")
    assert events(game, "private-income")


@rule_1880(in_2010=["VII.26", "VII.27", "XI.19", "XIV.2.3", "XIV.3.5"])
@pytest.mark.parametrize("phase", LATE)
def test_from_phase_b3_on_investors_have_no_turns(edition: str, phase: str) -> None:
    position = idle(edition, phase).investor("A3", "Ann", cash=80)
    position.company("WNR", par=80, Ann=60, A3=10, permits="", cash=1000).train("WNR", position.state.trains["BCR"][0])
    game = plays(position.operate("BCR", "trains", train_bought=True), Pass("BCR"))
    frame = game.state.stack[-1]
    assert isinstance(frame, OperatingRound)
    assert (game.state.round, frame.order) == (2, ("BCR", "WNR"))
    assert [event["company"] for event in events(game, "turn")] == ["BCR"], "nor one in which nothing happens"
    assert (game.state.cash["A3"], game.state.held("A3", "WNR"), game.state.minors["A3"]) == (80, 10, "Ann")


@rule_1880(in_2010=["XIV.2.4", "VII.27"])
@pytest.mark.parametrize("phase", LATE)
def test_but_they_are_taken_over_when_the_networks_meet(edition: str, phase: str) -> None:
    position = idle(edition, phase).investor("A7", "Ann", cash=100)
    position.company("CKR", par=80, Ann=60, A7=10, permits="", cash=1000).train("CKR", position.state.trains["BCR"][0])
    position.tile("O5", "57", 2).tile("P6", "8852", 2)
    game = plays(position.operate("BCR", "trains", after=("CKR",), train_bought=True), Pass("BCR"))
    assert events(game, "merger") == [{"investor": "A7", "company": "CKR"}]
    assert game.state.held("Ann", "CKR") == 70


@rule_1880(in_2010=["VII.7", "VIII.4.14", "VII.8", "VIII.4.13"])
@pytest.mark.parametrize("phase", ["A1", "A2", "B1", "B2"])
def test_an_investor_lays_or_upgrades_exactly_one_tile(edition: str, phase: str) -> None:
    position = Position(edition).phase(phase).investor("A3", "Bo", cash=100).tile("H6", "57", 0)
    position.company("BCR", par=100, Ann=30, permits="", trains=("2",))
    game = position.operate("A3", after=("BCR",))
    assert game.acting == ("Bo",)
    tiles = game.definition.tiles
    lays = {tiles[action.tile].color: action for action in offered(game, LayTile)}
    assert set(lays) == {"yellow"} | ({"green"} if phase[0] == "B" else set())
    for lay in lays.values():
        then = plays(game.copy(), lay)
        assert not offered(then, LayTile)


@rule_1880(in_2010=["III.1.12", "VII.20"])
def test_the_share_of_a_merger_may_make_its_owner_director(edition: str) -> None:
    """Ann has as many shares of CKR as Bo, and with the one on the charter more."""
    position = Position(edition).investor("A7", "Ann").tile("O5", "57", 2).tile("P6", "8852", 2)
    position.company("CKR", par=80, Bo=40, Ann=40, A7=10, president="Bo")
    cash = position.state.cash["Ann"]
    game = position.company("BCR", par=100, Bo=30, trains=("2",)).operate("A7", "merger", after=("BCR",))
    settle(game.table(game.state))
    assert (game.state.held("Ann", "CKR"), game.state.cash["Ann"]) == (50, cash + 50)
    assert game.state.presidents["CKR"] == "Ann"


@rule_1880(in_2010=["XII.1.3", "XII.1.1", "VII.5"])
def test_the_last_train_of_a_kind_may_be_leased_without_a_share_round(edition: str) -> None:
    position = Position(edition).company("BCR", Cy=20, permits="", cash=100, trains=("2",)).left("2", 1)
    position.investor("A7", "Ann")
    game = position.tile("P6", "8852", 2).tile("O5", "57", 2).operate("A7", "run", after=("BCR",))
    (run,) = offered(game, RunRoutes)
    plays(game, run)
    assert events(game, "withheld")
    assert isinstance(game.state.stack[-1], OperatingRound)
    assert (game.state.depot["2"], game.state.turn) == (1, 2)
    assert "A7" not in game.state.trains
    plays(game, BuyTrain("BCR", "2", "bank", 100))
    assert isinstance(game.state.stack[-1], StockRound), "who buys it brings one about"


@rule_1880(in_2010=["VII.4", "VII.5"])
def test_a_train_of_a_kind_that_nobody_has_bought_yet_is_leased_too(edition: str) -> None:
    """The 2-trains are gone, and no 2+2-train has been sold: phase A2 does not begin with the lease."""
    position = Position(edition).company("BCR", Cy=20, permits="", cash=300, trains=("2",)).left("2", 0)
    position.investor("A7", "Ann", cash=30).tile("P6", "8852", 2).tile("O5", "57", 2)
    game = position.operate("A7", "run", after=("BCR",))
    assert earned(game, "A7", ("2+2", "Q7.0", "P6.0", "O5.0")) == 30 + 20 + 20
    plays(game, offered(game, RunRoutes)[0])
    assert (game.state.phase, game.state.depot["2+2"], game.state.cash["A7"]) == ("A1", 5, 30 + 70)
