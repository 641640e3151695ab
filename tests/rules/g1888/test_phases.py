"""The phases: what starts them, and what each allows (2022 VIII.3.10, 2021 VII.3.10)."""

from __future__ import annotations

import pytest

from kaiping.action import BuyPrivate, BuyTrain, DiscardTrain, LayTile, Pass
from kaiping.game import Game
from tests.rules.books import clause_in, rule_1888
from tests.rules.g1888 import tracks
from tests.rules.g1888.positions import BANK, PLAYERS, Position, offered, plays, refused
from tests.rules.g1888.tracks import run
from tests.rules.g1888.trains import PRINTED, STARTS, in_pool, on_top


def buys_first(edition: str, train: str, *held: str) -> Game:
    """JHR buys the first train of a kind; the turn goes on to SSL, which holds other trains."""
    position = Position(edition).company("JHR", Ann=60, cash=PRINTED[train][0]).company("SSL", Bo=60, trains=held)
    game = on_top(position, train).operate("JHR", "trains", after=("SSL",))
    return plays(game, BuyTrain("JHR", train, BANK, PRINTED[train][0]))


def set_ends(edition: str, top: str, *held: str) -> Game:
    """The only operating round of a set ends with the first train of a kind on top of the stack."""
    position = Position(edition).company("JHR", Ann=60, cash=10, trains=held)
    game = on_top(position, top).set(first_train_bought=True).operate("JHR", "trains")
    return plays(game, Pass("JHR"))


@rule_1888("VIII.3.10.4")
def test_the_game_begins_in_phase_1(edition: str) -> None:
    assert Game("1888", edition=edition, players=PLAYERS[:3]).state.phase == "1"


@rule_1888(
    "VIII.3.10.1",
    "VIII.3.10.9",
    "VIII.3.10.14",
    "VIII.3.10.17",
    "VIII.3.10.21",
    "VIII.3.10.23",
    in_2021=("VII.3.10.7",),
)
@pytest.mark.parametrize(
    ("train", "before", "phase"),
    [("2", "1", "2"), ("3", "2", "3"), ("4", "3", "4"), ("5", "4", "5"), ("6", "5", "6"), ("D", "6", "7")],
)
def test_the_first_train_of_a_kind_starts_its_phase(edition: str, train: str, before: str, phase: str) -> None:
    assert on_top(Position(edition), train).state.phase == before
    assert buys_first(edition, train).state.phase == phase


@rule_1888("VIII.3.10.1", "VIII.3.10.9", "VIII.3.10.14", "VIII.3.10.17", "VIII.3.10.21", "VIII.3.10.23")
@pytest.mark.parametrize("train", ["2", "3", "4", "5", "6"])
def test_the_last_train_of_a_kind_does_not_start_the_next_phase(edition: str, train: str) -> None:
    position = Position(edition).company("JHR", Ann=60, cash=PRINTED[train][0]).company("SSL", Bo=60)
    position.phase(STARTS[train]).scrap(train, position.state.depot[train] - 1)
    game = position.operate("JHR", "trains", after=("SSL",))
    plays(game, BuyTrain("JHR", train, BANK, PRINTED[train][0]))
    assert (game.state.phase, train in game.state.depot) == (STARTS[train], False)


@rule_1888("VIII.3.10.2", "VIII.3.10.7", only="2022")
def test_the_first_2_train_starts_phase_2_sold_or_exported(edition: str) -> None:
    """A set without any company: its end exports a 2-train."""
    assert buys_first(edition, "2").state.phase == "2"
    game = plays(Position(edition).stock("Ann"), Pass("Ann"), Pass("Bo"), Pass("Cy"))
    assert (game.state.phase, game.state.depot["2"], game.state.scrapped) == ("2", 6, {"2": 1})


@rule_1888(in_2021=("VII.3.10.7",))
def test_in_2021_only_a_sale_starts_phase_2(edition: str) -> None:
    """The same set: nothing is exported before a train has been bought."""
    game = plays(Position(edition).stock("Ann"), Pass("Ann"), Pass("Bo"), Pass("Cy"))
    assert (game.state.phase, game.state.depot["2"]) == ("1", 7)


@rule_1888("VIII.3.10.2", "VIII.3.10.9", "VIII.3.10.14")
@pytest.mark.parametrize(("train", "before", "phase"), [("3", "2", "3"), ("4", "3", "4")])
def test_an_exported_train_starts_its_phase(edition: str, train: str, before: str, phase: str) -> None:
    assert on_top(Position(edition), train).state.phase == before
    game = set_ends(edition, train, "2" if train == "3" else "3")
    assert (game.state.phase, game.state.scrapped[train]) == (phase, 1)


@rule_1888("VIII.3.10.17", "VIII.3.10.21", "VIII.3.10.23")
@pytest.mark.parametrize(("train", "before"), [("5", "4"), ("6", "5"), ("D", "6")])
def test_phases_5_to_7_do_not_start_by_export(edition: str, train: str, before: str) -> None:
    game = set_ends(edition, train, "4" if train == "5" else "5")
    assert (game.state.phase, game.state.scrapped.get(train, 0)) == (before, 0)
    assert game.state.depot.get(train) == PRINTED[train][1]


#: what JHR may lay on Tianjin in turn: tile, rotation, colour, the first phase that has it
TIANJIN = (("6", 2, "yellow", "1"), ("15", 1, "green", "3"), ("611", 0, "brown", "5"), ("51", 0, "grey", "7"))


def lay_on_tianjin(edition: str, number: int, phase: str) -> tuple[Game, LayTile]:
    """JHR about to lay the next tile on Tianjin, where the ones before it lie."""
    held = {"1": (), "7": ("D",)}.get(phase, (phase,))
    position = Position(edition).company("JHR", Ann=60, trains=held)
    if phase != "1":
        position.phase(phase)
    for tile, rotation, _, _ in TIANJIN[:number]:
        position.tile("D10", tile, rotation)
    tile, rotation, _, _ = TIANJIN[number]
    return position.operate("JHR", "track"), LayTile("JHR", "D10", tile, rotation)


@rule_1888("VIII.3.10.5", in_2021=("VII.3.8.1",))
def test_yellow_tiles_from_phase_1(edition: str) -> None:
    """And no others: green tiles wait for phase 3, brown for 5, grey for 7, as the next tests show."""
    game, lay = lay_on_tianjin(edition, 0, "1")
    assert game.state.phase == "1"
    assert {game.definition.tiles[one.tile].color for one in offered(game, LayTile)} == {"yellow"}
    plays(game, lay)


@rule_1888("VIII.3.10.10", "VIII.3.4.5", in_2021=("VII.3.8.2",))
def test_green_tiles_from_phase_3(edition: str) -> None:
    check_color(edition, 1, not_in=("1", "2"), allowed_in=("3", "4", "5", "6", "7"))


@rule_1888("VIII.3.10.18", "VIII.3.4.6", in_2021=("VII.3.8.4",))
def test_brown_tiles_from_phase_5(edition: str) -> None:
    check_color(edition, 2, not_in=("3", "4"), allowed_in=("5", "6", "7"))


@rule_1888("VIII.3.10.24", "VIII.3.4.7", in_2021=("VII.3.8.6",))
def test_grey_tiles_from_phase_7(edition: str) -> None:
    check_color(edition, 3, not_in=("5", "6"), allowed_in=("7",))


def check_color(edition: str, number: int, *, not_in: tuple[str, ...], allowed_in: tuple[str, ...]) -> None:
    for phase in not_in:
        game, lay = lay_on_tianjin(edition, number, phase)
        reason = refused(game, lay)
        assert (reason.code, reason.clause) == ("color_not_yet", clause_in(edition, f"VIII.3.4.{4 + number}"))
    for phase in allowed_in:
        game, lay = lay_on_tianjin(edition, number, phase)
        plays(game, lay)


def xuzhou(edition: str, phase: str) -> int:
    """What Zibo (20) and the red area of Xuzhou bring together in a phase."""
    train = "D" if phase == "7" else phase
    position = Position(edition).company("ZDR", Ann=60, trains=(train,)).phase(phase)
    game = plays(tracks.zibo_to_xuzhou(position).operate("ZDR", "run"), run("ZDR", **{f"t{train}": "G11.0 H10 I11.0"}))
    return game.state.revenue["ZDR"]


@rule_1888("VIII.3.10.8")
def test_phase_2_uses_the_yellow_value_of_red_areas(edition: str) -> None:
    assert xuzhou(edition, "2") == 20 + 30


@rule_1888("VIII.3.10.13")
def test_phase_3_uses_the_green_value_of_red_areas(edition: str) -> None:
    assert (xuzhou(edition, "3"), xuzhou(edition, "4")) == (20 + 40, 20 + 40)


@rule_1888("VIII.3.10.19")
def test_phase_5_uses_the_brown_value_of_red_areas(edition: str) -> None:
    assert (xuzhou(edition, "5"), xuzhou(edition, "6")) == (20 + 50, 20 + 50)


@rule_1888("VIII.3.10.25")
def test_phase_7_uses_the_grey_value_of_red_areas(edition: str) -> None:
    assert xuzhou(edition, "7") == 20 + 60


@rule_1888("VIII.3.10.15", in_2021=("VII.3.8.1",))
def test_phase_4_scraps_all_2_trains(edition: str) -> None:
    """Of companies, without compensation: by a sale and by an export."""
    game = buys_first(edition, "4", "2", "2", "3")
    assert game.state.trains == {"JHR": ("4",), "SSL": ("3",)}
    assert (game.state.scrapped["2"], game.state.cash["SSL"]) == (7, 0)
    game = set_ends(edition, "4", "2", "3")
    assert game.state.trains == {"JHR": ("3",)}
    assert (game.state.scrapped["2"], game.state.cash["JHR"]) == (7, 10)


@rule_1888("VIII.3.10.15", "VIII.3.10.26", in_2021=("VII.3.8.1", "VII.3.8.3"))
@pytest.mark.parametrize(("old", "new", "cost"), [("2", "4", 300), ("4", "D", 900)])
def test_trains_in_the_pool_are_scrapped_too(edition: str, old: str, new: str, cost: int) -> None:
    """All of them: nothing of the kind is left to be bought."""
    position = Position(edition).company("JHR", Ann=60, cash=cost).company("SSL", Bo=60, trains=(old, old))
    game = on_top(in_pool(position, old, old), new).operate("JHR", "trains", after=("SSL",))
    plays(game, BuyTrain("JHR", new, BANK, cost))
    assert game.state.trains == {"JHR": (new,)}
    assert (game.state.scrapped[old], game.state.cash["SSL"]) == (PRINTED[old][1], 0)


@rule_1888("VIII.3.10.26", "VIII.3.8.3", in_2021=("VII.3.8.3",))
def test_the_4_train_given_in_for_the_first_diesel_is_scrapped_too(edition: str) -> None:
    position = Position(edition).company("JHR", Ann=60, cash=700, trains=("4",))
    game = plays(on_top(position, "D").operate("JHR", "trains"), BuyTrain("JHR", "D", BANK, 700, "4"))
    assert game.state.trains == {"JHR": ("D",)}
    assert game.state.scrapped["4"] == 5


@rule_1888("VIII.3.10.22", in_2021=("VII.3.8.2",))
def test_phase_6_scraps_all_3_trains(edition: str) -> None:
    """Of companies and in the pool; 4-trains stay."""
    position = Position(edition).company("JHR", Ann=60, cash=630).company("SSL", Bo=60, trains=("3", "4"))
    game = on_top(in_pool(position, "3"), "6").operate("JHR", "trains", after=("SSL",))
    plays(game, BuyTrain("JHR", "6", BANK, 630))
    assert game.state.trains == {"JHR": ("6",), "SSL": ("4",)}
    assert (game.state.scrapped["3"], game.state.cash["SSL"]) == (6, 0)


@rule_1888("VIII.3.10.26", in_2021=("VII.3.8.3",))
def test_phase_7_scraps_all_4_trains(edition: str) -> None:
    """5-trains stay for good."""
    game = buys_first(edition, "D", "4", "5")
    assert game.state.trains == {"JHR": ("D",), "SSL": ("5",)}
    assert (game.state.scrapped["4"], game.state.cash["SSL"]) == (5, 0)


@rule_1888("VIII.3.10.16", "VIII.3.8.15")
def test_phase_4_lowers_the_train_limit_to_three(edition: str) -> None:
    """SSL has four 3-trains when the first 4-train is sold, or exported: one goes."""
    game = buys_first(edition, "4", "3", "3", "3", "3")
    assert (game.acting, refused(game, Pass("SSL")).code) == (("Bo",), "discard_first")
    plays(game, DiscardTrain("SSL", "3"))
    assert game.state.trains["SSL"] == ("3", "3", "3")
    game = set_ends(edition, "4", "3", "3", "3", "3")
    plays(game, DiscardTrain("JHR", "3"))
    assert game.state.trains == {"JHR": ("3", "3", "3"), "pool": ("3",)}


@rule_1888("VIII.3.10.20", "VIII.3.8.16")
def test_phase_5_lowers_the_train_limit_to_two(edition: str) -> None:
    game = buys_first(edition, "5", "3", "3", "4")
    plays(game, DiscardTrain("SSL", "3"))
    assert game.state.trains == {"JHR": ("5",), "SSL": ("3", "4"), "pool": ("3",)}


def private_sale(edition: str, phase: str) -> Game:
    """JHR may buy privates of Ann, its director, in its turn."""
    position = Position(edition, privates="Ann").company("JHR", Ann=60, cash=600, trains=(phase,))
    return position.phase(phase).operate("JHR", "track")


@rule_1888("VIII.3.10.12", in_2021=("VII.3.10.12",))
def test_companies_buy_privates_from_phase_3(edition: str) -> None:
    """The Great Wall, whose price is 100."""
    wall = BuyPrivate("JHR", "CW", 100)
    assert refused(private_sale(edition, "2"), wall).code == "private_sale_not_yet"
    for phase in ("3", "4"):
        game = plays(private_sale(edition, phase), wall)
        assert (game.state.privates["CW"], game.state.cash["JHR"]) == ("JHR", 500)


@rule_1888("VIII.3.10.12", only="2022")
def test_a_private_costs_half_to_one_and_a_half_of_its_price(edition: str) -> None:
    """The Great Wall for 50 to 150, not for 49 or 151."""
    game = private_sale(edition, "3")
    for price in (49, 151):
        assert refused(game, BuyPrivate("JHR", "CW", price)).code == "private_price"
    for price in (50, 150):
        plays(private_sale(edition, "3"), BuyPrivate("JHR", "CW", price))


@rule_1888(in_2021=("VII.3.10.12",))
def test_in_2021_the_price_of_a_private_is_free(edition: str) -> None:
    for price in (1, 49, 151, 600):
        plays(private_sale(edition, "3"), BuyPrivate("JHR", "CW", price))


@rule_1888(in_2021=("VII.3.10.23",))
def test_in_2021_phase_6_puts_diesels_on_sale(edition: str) -> None:
    """Not a turn earlier: in phase 5, with both 6-trains on top, there are none."""
    diesel = BuyTrain("JHR", "D", BANK, 900)
    position = Position(edition).company("JHR", Ann=60, cash=1530, trains=())
    game = on_top(position, "6").operate("JHR", "trains")
    assert refused(game, diesel).code == "not_on_sale"
    plays(game, BuyTrain("JHR", "6", BANK, 630), diesel)
    assert (game.state.phase, game.state.depot) == ("7", {"6": 1})
