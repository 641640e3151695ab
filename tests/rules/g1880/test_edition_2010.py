"""What the 2010 book says in its own way: clauses that agree with none of the 2022 book."""

from __future__ import annotations

import colorsys

import pytest

from kaiping.action import (
    Bid,
    BuyShare,
    BuyTrain,
    Choose,
    Dividend,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    RunRoutes,
    SellShares,
    UsePower,
)
from kaiping.flow.operating.station import next_cost
from kaiping.flow.rules import settle
from kaiping.flow.shares import certificates
from kaiping.game import Game
from kaiping.titles import definition
from tests.rules.books import rule_1880
from tests.rules.g1880.positions import PLAYERS, Position, earned, events, offered, plays, refused, wrong_run

# --- trains (XI) ---------------------------------------------------------------------------------------

#: clause, phase, its train: price, number, what its first rusts, the limit where the row has one
TABLE = (
    ("XI.1", "A1", "2", 100, 10, None, 4),
    ("XI.5", "A2", "2+2", 180, 5, None, None),
    ("XI.6", "B1", "3", 180, 5, None, None),
    ("XI.13", "B2", "3+3", 300, 5, None, 3),
    ("XI.14", "B3", "4", 300, 5, "2", None),
    ("XI.20", "C1", "4+4", 450, 5, "2+2", None),
    ("XI.22", "C2", "6", 600, 5, "3", None),
    ("XI.27", "C3", "6E", 700, 5, "3+3", 2),
    ("XI.28", "D1", "8", 800, 2, "4", None),
    ("XI.33", "D2", "8E", 900, 2, "4+4", None),
    ("XI.34", "D3", "10", 1000, None, None, None),
)


@rule_1880(in_2010=[row[0] for row in TABLE])
def test_each_row_of_the_table_of_trains(edition: str) -> None:
    """BCR buys the first train of the row: its price, its number, its phase, and what it rusts in WNR's hands."""
    kinds = [row[2] for row in TABLE]
    for (_, phase, train, price, number, rusts, limit), before in zip(TABLE, [None, *kinds], strict=False):
        position = Position(edition).company("BCR", par=100, Ann=60, cash=price, permits="")
        if before is not None:
            position.state.phase = TABLE[kinds.index(before)][1]
            position.left(train, number or 0)
        if rusts is not None:
            position.company("WNR", Bo=60, trains=(rusts,), permits="")
        game = position.operate("BCR", "trains", after=("WNR",) if rusts else ())
        assert game.definition.trains[train].count == number
        assert refused(game, BuyTrain("BCR", train, "bank", price - 5)).code == "train_price"
        plays(game, BuyTrain("BCR", train, "bank", price))
        assert game.state.phase == phase
        assert game.state.trains["BCR"] == (train,)
        assert rusts is None or rusts not in game.state.trains.get("WNR", ())
        assert limit in (None, game.definition.phases[phase].train_limit)


# --- privates (VI) -------------------------------------------------------------------------------------


@rule_1880(in_2010=["VI.1.7"])
def test_p6_brings_bcr_which_starts_at_100(edition: str) -> None:
    """It costs 160 and pays nothing."""
    game = Game("1880", edition=edition, players=list(PLAYERS[:3]))
    owners = {}
    for private in game.definition.privates:
        while offered(game, Choose):  # BCR's permits
            plays(game, offered(game, Choose)[0])
        bid = offered(game, Bid)[0]
        assert (bid.private, bid.price) == (private, game.definition.privates[private].price)
        plays(game, bid)
        owners[private] = bid.player
        while game.state.privates[private] == "bank":
            plays(game, Pass(game.acting[0]))
    state = game.state
    assert (game.definition.privates["P6"].price, game.definition.privates["P6"].income) == (160, 0)
    assert state.presidents["BCR"] == owners["P6"]
    assert (state.held(owners["P6"], "BCR"), state.certificates["BCR"]) == (20, 20)
    assert (state.par["BCR"], state.cells["BCR"]) == (100, game.definition.market.par_cells[100])


@rule_1880(in_2010=["VI.2.1", "VI.2.2", "VI.2.3"])
@pytest.mark.parametrize(
    ("train", "price", "phase", "amount"),
    [("2+2", 180, "A2", 40), ("3", 180, "B1", 70), ("3+3", 300, "B2", 100)],
)
def test_p0_pays_when_the_last_train_is_bought(edition: str, train: str, price: int, phase: str, amount: int) -> None:
    """Not with the last but one."""
    for left in (2, 1):
        position = Position(edition).company("BCR", par=100, Ann=30, cash=900, permits="").left(train, left)
        game = position.private("P0", "Bo").set(phase=phase).operate("BCR", "trains")
        cash = game.state.cash["Bo"]
        plays(game, BuyTrain("BCR", train, "bank", price))
        claim = UsePower("Bo", "P0")
        if left == 2:
            assert refused(game, claim)
            assert (game.state.cash["Bo"], game.state.privates["P0"]) == (cash, "Bo")
        else:
            if claim in game.legal_actions():
                plays(game, claim)
            assert game.state.cash["Bo"] == cash + amount
            assert refused(game, claim), "one payment only"


@rule_1880(in_2010=["VI.2.13"])
@pytest.mark.parametrize("step", ["track", "token", "run", "trains"])
def test_p7_becomes_the_train_on_sale_in_the_turn_of_a_company_of_its_owner(edition: str, step: str) -> None:
    """Chengdu and the town of M5 are joined. The train on sale is a 2+2-train, and BCR has no money for it."""
    position = Position(edition).private("P7", "Ann").company("BCR", par=100, Ann=30, permits="ABC", trains=("2",))
    position.company("WNR", Bo=30, permits="ABC", trains=("2",), cash=500).tile("M3", "57", 1).tile("M5", "8852", 1)
    position.left("2+2", 5).set(phase="A2", marker="WNR")
    game = plays(position.operate("BCR", step, after=("WNR",)), UsePower("Ann", "P7", "BCR"))
    assert game.state.trains["BCR"] == ("2", "2+2")
    assert (game.state.cash["BCR"], game.state.depot["2+2"], game.state.privates["P7"]) == (0, 4, "closed")


@rule_1880(in_2010=["VI.2.13"])
def test_p7_waits_for_a_company_of_its_owner(edition: str) -> None:
    """WNR, whose turn it is, is Bo's; a company that they do not direct does not get the train."""
    position = Position(edition).private("P7", "Ann").company("BCR", par=100, Ann=30, permits="", trains=("2",))
    position.company("WNR", Bo=30, permits="ABC", trains=("2",), cash=500)
    game = position.operate("WNR", "trains", after=("BCR",))
    for company in ("BCR", "WNR"):
        assert refused(game, UsePower("Ann", "P7", company))
    assert refused(position.operate("BCR", "trains"), UsePower("Ann", "P7", "WNR")).code == "power_not_for"


# --- investors (VII) -----------------------------------------------------------------------------------


def yunnan(edition: str, *, joined: bool = True, cash: int = 0) -> Position:
    """CKR at home in Kunming, O5; A7 in French Indochina, Q7; the town of P6 may join them. BCR is far away."""
    position = Position(edition).investor("A7", "Ann", cash=cash)
    position.company("CKR", par=80, Ann=30, A7=10, cash=200, permits="")
    position.company("BCR", par=100, Bo=30, cash=300, permits="", trains=("2",)).tile("O5", "57", 2)
    return position.tile("P6", "8852", 2) if joined else position


@rule_1880(in_2010=["VII.4"])
@pytest.mark.parametrize(("train", "stops"), [("2", 2), ("3", 3)])
def test_the_leased_train_is_one_on_sale_and_costs_nothing(edition: str, train: str, stops: int) -> None:
    """With a 3-train on sale all three stops are in reach; what the run brings is all that changes."""
    position = yunnan(edition)
    if train == "3":
        position.left("3", 4).set(phase="B1")
    game = position.operate("A7", "run", after=("BCR",))
    runs = offered(game, RunRoutes)
    assert {route.train for run in runs for route in run.routes} == {train}
    best = max(runs, key=lambda run: max((len(route.stops) for route in run.routes), default=0))
    assert len(best.routes[0].stops) == stops
    depot, cash = dict(game.state.depot), game.state.cash["A7"]
    plays(game, best)
    assert game.state.depot == depot
    assert game.state.cash["A7"] == cash + events(game, "run")[0]["revenue"]


@rule_1880(in_2010=["VII.16", "VII.21", "VII.14"])
def test_the_investor_joins_at_the_end_of_its_turn_with_a_bonus_of_50(edition: str) -> None:
    """CKR's turn, in which the two are connected already, brings nothing about; nor does A7's before it has run."""
    game = yunnan(edition).operate("CKR", "trains", after=("A7", "BCR"))
    plays(game, BuyTrain("CKR", "2", "bank", 100), Pass("CKR"))
    assert (game.acting, game.state.held("A7", "CKR")) == (("Ann",), 10)
    if offered(game, LayTile):
        plays(game, Pass("A7"))
    assert game.state.held("A7", "CKR") == 10
    cash, bank = game.state.cash["Ann"], game.state.bank
    plays(game, offered(game, RunRoutes)[0])
    assert events(game, "merger") == [{"investor": "A7", "company": "CKR"}]
    assert (game.state.held("Ann", "CKR"), game.state.cash["Ann"]) == (40, cash + 50)
    assert game.state.bank == bank - 50 - events(game, "run")[0]["revenue"]
    new = yunnan(edition).set(operated=frozenset()).operate("A7", "merger", after=("CKR",))
    settle(new.table(new.state))
    assert new.state.held("Ann", "CKR") == 40, "also before the first turn of the company"


@rule_1880(in_2010=["VII.21", "VII.22"])
def test_the_bonus_is_the_owners_whoever_directs_the_company(edition: str) -> None:
    position = Position(edition).investor("A7", "Ann").company("CKR", par=80, Bo=40, Ann=20, A7=10, permits="")
    game = position.tile("O5", "57", 2).tile("P6", "8852", 2).operate("A7", "merger")
    cash = dict(game.state.cash)
    settle(game.table(game.state))
    assert game.state.cash["Ann"] == cash["Ann"] + 50
    assert game.state.cash["Bo"] == cash["Bo"]
    stations = [Choose("Bo", "station", option) for option in ("replace", "discard")]
    assert offered(game, Choose) == stations, "the director decides about the station"


@rule_1880(in_2010=["VII.14"])
def test_any_station_of_the_company_makes_the_network_a_joint_one(edition: str) -> None:
    """CKR's home is not joined to A7, its station in Nanning, P8, is."""
    position = yunnan(edition, joined=False).tile("P8", "5", 0).token("CKR", "P8")
    game = position.operate("A7", "merger", after=("BCR",))
    settle(game.table(game.state))
    assert game.state.held("A7", "CKR") == 0


@rule_1880("VII.2.13", "VII.2.14", in_2010=["VII.14"])
def test_stations_of_others_do_not_bar_the_way(edition: str) -> None:
    """Between the two lies Nanning, P8, which is full: no train of CKR could pass BCR's station there."""
    position = yunnan(edition, joined=False).tile("P6", "8851", 4).tile("P8", "5", 0).token("BCR", "P8")
    position.phase("B2").train("CKR", "3+3")
    running = position.operate("CKR", "run", after=("BCR",))
    assert earned(running, "CKR", ("3+3", "O5.0", "P6.0")) == 20 + 20
    assert wrong_run(running, "CKR", ("3+3", "O5.0", "P6.0", "P8.0", "Q7.0")) == "route_blocked_city"
    game = position.operate("A7", "merger", after=("BCR",))
    settle(game.table(game.state))
    assert game.state.held("A7", "CKR") == 0


@rule_1880(in_2010=["VII.22", "VII.23", "VII.24"])
def test_the_director_may_replace_the_station_by_his_cheapest_token(edition: str) -> None:
    """CKR has tokens of 40 and 100 left: the one of 40 goes to Q7, and nothing is paid for it."""
    game = yunnan(edition).operate("A7", "merger", after=("BCR",))
    settle(game.table(game.state))
    while offered(game, Choose)[0].what != "station":
        plays(game, offered(game, Choose)[0])
    assert next_cost(game.table(), "CKR") == 40
    cash = game.state.cash["CKR"]
    kept = plays(game.copy(), Choose("Ann", "station", "replace"))
    assert sorted(kept.state.board.tokens_of("CKR")) == [("O5", 0), ("Q7", 0)]
    assert (next_cost(kept.table(), "CKR"), kept.state.cash["CKR"]) == (100, cash)
    plays(game, Choose("Ann", "station", "discard"))
    assert (next_cost(game.table(), "CKR"), game.state.cash["CKR"]) == (40, cash)
    assert game.state.board.tokens_of("CKR") == [("O5", 0)]


@rule_1880(in_2010=["VII.27"])
def test_from_phase_b3_on_an_investor_that_is_not_connected_is_frozen(edition: str) -> None:
    """It has no turn: neither track nor run nor income, and its money and share stay as they are."""
    position = yunnan(edition, joined=False, cash=70).phase("B3")
    position.train("CKR", "4")
    game = position.begin_round("A7", "CKR", "BCR")
    assert not [event for event in game.last_events if event.kind in ("run", "withheld", "merger")]
    assert (game.state.cash["A7"], game.state.held("A7", "CKR"), game.state.minors["A7"]) == (70, 10, "Ann")
    assert all(getattr(action, "company", "") != "A7" for action in game.legal_actions())


# --- companies (VIII, X, XII) --------------------------------------------------------------------------


#: hues in degrees of the colours that the books name; None for black and grey, which have none
HUES = {
    "orange": (15, 35), "black": None, "purple": (255, 330), "turquoise": (175, 195), "beige": (30, 60),
    "dark blue": (205, 250), "grey": None, "dark green": (75, 155), "light blue": (195, 215), "red": (350, 360),
    "pink": (330, 345), "light green": (65, 120), "dark brown": (10, 30), "brown": (30, 45), "yellow": (45, 60),
    "light brown": (5, 30),
}  # fmt: skip
#: colours in the order of the companies' table, by edition
COLOURS = {
    "2022": "orange, black, purple, turquoise, beige, dark blue, dark green, light blue, red, pink, light green, "
    "dark brown, yellow, light brown",
    "2010": "orange, black, purple, turquoise, beige, grey, dark green, red, dark blue, pink, light green, brown, "
    "light blue, yellow",
}


@rule_1880(
    *[f"VIII.1.{number}" for number in range(9, 23)],
    in_2010=[f"VIII.1.{number}" for number in range(11, 25)],
)
def test_colours_of_the_companies(edition: str) -> None:
    companies, brightness = definition("1880", edition).companies, dict[str, float]()
    for company, name in zip(companies.values(), COLOURS[edition].split(", "), strict=True):
        red, green, blue = (int(company.color[at : at + 2], 16) / 255 for at in (1, 3, 5))
        hue, saturation, brightness[name] = colorsys.rgb_to_hsv(red, green, blue)
        wanted = HUES[name]
        if wanted is None:
            assert saturation < 0.1, company.name
            assert (brightness[name] < 0.3) == (name == "black"), company.name
        else:
            assert wanted[0] <= hue * 360 <= wanted[1], (company.name, name)
    for name in ("blue", "green", "brown"):
        assert brightness.get(f"dark {name}", 0) < brightness.get(f"light {name}", 1), name


@rule_1880(in_2010=[f"VIII.1.{number}" for number in range(11, 25)])
def test_names_of_the_companies(edition: str) -> None:
    names = {
        "JHA": "Jingha", "JHU": "Jinghu", "JGG": "Jingguang", "JLR": "Jinglan", "BZU": "Binzhou", "LHR": "Longhai",
        "SCR": "Schichang", "CKR": "Chengkun", "BCR": "Baocheng", "NXR": "Ningxi", "HKR": "Hukun", "NJR": "Nanjiang",
        "QSR": "Qinshen", "WNR": "Wunan",
    }  # fmt: skip
    companies = definition("1880", edition).companies
    assert {code: company.name for code, company in companies.items()} == {
        code: f"{name} Railway" for code, name in names.items()
    }


@rule_1880(in_2010=["XII.6.2"])
@pytest.mark.parametrize("price", [70, 80, 90, 100])
def test_the_marker_goes_to_one_of_the_four_choices_of_the_order(edition: str, price: int) -> None:
    game = Position(edition).cash(Ann=400).stock("Ann")
    plays(game, next(par for par in offered(game, Par) if (par.company, par.price) == ("WNR", price)))
    while offered(game, Choose):
        plays(game, offered(game, Choose)[0])
    assert game.state.rows["WNR"][0] == price


@rule_1880(in_2010=["XII.8.7"])
def test_the_certificate_of_a_director_who_sells_becomes_two_shares_first(edition: str) -> None:
    """Ann has nothing but the certificate; one of the two shares that she gets for it goes to the bank."""
    position = Position(edition).phase("B1").company("BCR", Cy=60, permits="")
    game = position.company("WNR", par=90, Ann=20, Bo=20, president="Ann").stock("Ann", inside="BCR")
    assert (certificates(game.table(), "Ann"), certificates(game.table(), "Bo")) == (1, 2)
    bank = game.state.held("ipo", "WNR")
    plays(game, SellShares("Ann", "WNR", 10))
    assert game.state.presidents["WNR"] == "Bo"
    assert (certificates(game.table(), "Ann"), certificates(game.table(), "Bo")) == (1, 1)
    assert (game.state.held("Ann", "WNR"), game.state.held("ipo", "WNR")) == (10, bank + 10)


@rule_1880(in_2010=["X.6.9", "X.6.11"])
def test_a_train_of_a_company_is_bought_at_the_end_of_the_buyers_turn(edition: str) -> None:
    """Of the same director, and not while BCR has still to build; NXR's train, whose director is Bo, at no time."""
    position = Position(edition).phase("B1").company("BCR", par=100, Ann=30, cash=100, trains=("2",))
    position.company("WNR", Ann=30, trains=("2", "2")).company("NXR", Bo=30, trains=("2",)).tile("M3", "57", 0)
    own, other = BuyTrain("BCR", "2", "WNR", 50), BuyTrain("BCR", "2", "NXR", 50)
    early = position.operate("BCR", "track", after=("WNR", "NXR"))
    assert refused(early, own)
    assert refused(early, other)
    game = position.operate("BCR", "trains", after=("WNR", "NXR"))
    assert refused(game, other).code == "other_president"
    plays(game, own)
    assert (game.state.trains["BCR"], game.state.trains["WNR"]) == (("2", "2"), ("2",))
    late = Position(edition).phase("B1").company("BCR", par=100, Ann=30, cash=100, trains=("2",), permits="")
    turn = late.company("WNR", Ann=30, trains=("2", "2")).operate("BCR", "dividend", after=("WNR",), revenue=50)
    assert refused(turn, own)
    plays(turn, Dividend("BCR", "pay"), own)


def wuhan(edition: str) -> Position:
    """WNR in Wuhan, L10, whose tile leads to K11 and M9."""
    position = Position(edition).phase("B1").company("WNR", par=80, Ann=30, cash=500)
    return position.tile("L10", "57", 0)


@rule_1880(in_2010=["X.2.25"])
def test_track_of_an_upgraded_tile_need_not_join_that_of_the_next_tile(edition: str) -> None:
    """The tile of K9 has track to its west and east only; green tile 14 on L10 points at it all the same."""
    position = wuhan(edition).tile("K9", "9", 1)
    to_k9 = position.definition.map.neighbours["L10"].index("K9")
    lays = [action for action in offered(position.operate("WNR"), LayTile) if action.hex == "L10"]
    tiles = position.definition.tiles
    assert any(to_k9 in tiles[action.tile].shapes[action.rotation].exits for action in lays)


@rule_1880(in_2010=["X.3.9"])
def test_an_upgraded_tile_has_track_on_which_the_company_could_run(edition: str) -> None:
    """The city of J12 is upgraded only once there is track to it on which WNR could run from Wuhan."""
    upgrade = [LayTile("WNR", "J12", "14", rotation) for rotation in range(6)]
    apart = wuhan(edition).tile("J12", "57", 0).operate("WNR")
    assert all(apart.why_not(lay) is not None for lay in upgrade)
    joined = wuhan(edition).tile("K11", "9", 0).tile("J12", "57", 0).operate("WNR")
    assert any(joined.why_not(lay) is None for lay in upgrade)


@rule_1880("XII.8.4", in_2010=["XII.8.10"])
def test_the_fee_of_5_is_due_under_the_communists_too(edition: str) -> None:
    position = Position(edition).phase("B3").company("BCR", Cy=60, permits="").cash(Ann=500)
    game = position.company("WNR", par=90, Bo=40, Ann=30).stock("Ann", inside="BCR")
    plays(game, SellShares("Ann", "WNR", 20))
    assert game.state.cash["Ann"] == 500 + 2 * (90 - 5)
    assert refused(game, BuyShare("Ann", "WNR", "ipo")).code == "sold_this_round"


def two_cities(edition: str) -> Position:
    """WNR in Wuhan, from where track leads to the cities of J12 and O7."""
    position = wuhan(edition).tile("K11", "9", 0).tile("J12", "57", 0)
    return position.tile("M9", "9", 0).tile("N8", "9", 0).tile("O7", "57", 0)


@rule_1880("X.4.11", "X.1.2")
def test_one_station_a_turn_though_others_are_in_reach_and_none_if_one_likes(edition: str) -> None:
    game = two_cities(edition).operate("WNR", "token")
    assert {action.hex for action in offered(game, PlaceToken)} == {"J12", "O7"}
    plays(game.copy(), Pass("WNR"))
    plays(game, PlaceToken("WNR", "J12", 0))
    assert not offered(game, PlaceToken)
    assert refused(game, PlaceToken("WNR", "O7", 0))


@rule_1880("IV.3.9")
def test_the_money_of_a_company_is_not_that_of_its_director_nor_of_another(edition: str) -> None:
    """WNR and BCR have Ann for their director: WNR alone pays for its station and has what it does not pay out.

    What it pays for a train of BCR is BCR's.
    """

    def position() -> Position:
        return two_cities(edition).company("BCR", par=100, Ann=30, cash=70, trains=("3",)).cash(Ann=300)

    placed = plays(position().operate("WNR", "token", after=("BCR",)), PlaceToken("WNR", "J12", 0))
    assert [placed.state.cash[owner] for owner in ("WNR", "BCR", "Ann")] == [460, 70, 300]
    kept = plays(position().operate("WNR", "dividend", after=("BCR",), revenue=120), Dividend("WNR", "withhold"))
    assert [kept.state.cash[owner] for owner in ("WNR", "BCR", "Ann")] == [620, 70, 300]
    bought = plays(position().operate("WNR", "trains", after=("BCR",)), BuyTrain("WNR", "3", "BCR", 50))
    assert [bought.state.cash[owner] for owner in ("WNR", "BCR", "Ann")] == [450, 120, 300]


@rule_1880("VIII.4.3")
def test_the_right_to_build_is_lost_at_once_in_the_middle_of_a_turn(edition: str) -> None:
    """WNR has a permit for phase A alone. P7 brings it the first 3-train before it has built."""
    position = Position(edition).private("P7", "Ann").company("WNR", par=80, Ann=30, cash=500, permits="A")
    game = position.left("3", 5).set(phase="A2").operate("WNR")
    assert offered(game, LayTile)
    plays(game, UsePower("Ann", "P7", "WNR"))
    assert game.state.phase == "B1"
    assert not offered(game, LayTile)
    assert refused(game, LayTile("WNR", "L10", "57", 0))
    position = Position(edition).private("P7", "Ann").company("BCR", par=80, Ann=30, cash=500, permits="A")
    game = plays(position.left("3", 5).set(phase="A2").operate("BCR"), LayTile("BCR", "M3", "57", 0))
    second = offered(game, LayTile)[0]
    plays(game, UsePower("Ann", "P7", "BCR"))
    assert not offered(game, LayTile)
    assert refused(game, second), "nor between two tiles of a turn"
