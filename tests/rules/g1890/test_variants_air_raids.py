"""The air raids (C.10.14): the last 3+3-train takes green tiles, and tokens look for their spaces."""

from __future__ import annotations

import pytest

from kaiping.action import AcquirePrivate, BuyTrain, Choose, LayTile, Pass, PlaceToken
from kaiping.flow.closing import close_company
from kaiping.flow.operating.fitting import tiles_left
from kaiping.flow.operating.station import next_cost
from kaiping.game import Game
from tests.rules.books import rule_1890
from tests.rules.g1890.positions import Position, events, offered, plays, refused

RAIDS = ["air-raids"]


def ahead(phase: str = "2.5") -> Position:
    """Ann's Nankai may buy a 3+3-train: the last of two in phase 2.5."""
    return Position(options=RAIDS).phase(phase).company("NK", par=75, Ann=50, cash=700)


def strike(position: Position, after: tuple[str, ...] = ()) -> Game:
    """The game after Nankai's purchase."""
    return plays(position.operate("NK", "trains", after=after), BuyTrain("NK", "3+3", "bank", 230))


@rule_1890("C.10.14.2")
@pytest.mark.parametrize(("phase", "come"), [("2", False), ("2.5", True)])
def test_the_last_3_3_train_brings_them(edition: str, phase: str, come: bool) -> None:
    position = ahead(phase)
    position.scrap("3", position.state.depot.get("3", 0))
    game = strike(position.tile("F5", "820", 0))
    assert bool(events(game, "air-raids")) == come
    assert ("F5" in game.state.board.tiles) != come


@rule_1890("C.10.14.3")
def test_green_tiles_in_and_around_the_cities_are_lost(edition: str) -> None:
    """Kobe, Osaka Kita and Higashi; Itami, which Amagasaki borders; but not Takatsuki, further away."""
    position = ahead().tile("F5", "820", 0).tile("G12", "823", 1).tile("H13", "824", 5)
    position.tile("E10", "6", 4).tile("E10", "15", 2).tile("D15", "6", 3).tile("D15", "15", 0)
    game = strike(position)
    assert set(game.state.board.tiles) == {"D15"}
    assert events(game, "air-raids")[0]["hexes"] == "E10, F5, G12, H13"
    assert tiles_left(game.definition, game.state, "820") == 1, "what is taken off may be laid again"


#: the cities that are named, with a green tile each
STRUCK = {
    "F5": (("820", 0),),
    "F7": (("57", 1), ("14", 1)),
    "F9": (("57", 1), ("15", 1)),
    "F11": (("202", 1), ("822", 1)),
    "G12": (("823", 1),),
    "H11": (("12", 3),),
    "H13": (("824", 5),),
    "I12": (("821", 1),),
}


@rule_1890("C.10.14.3")
@pytest.mark.parametrize("hex_id", STRUCK)
def test_each_of_the_cities_is_struck(edition: str, hex_id: str) -> None:
    """Alone, so that it is no neighbour of another that is looked at."""
    position = ahead()
    for tile, rotation in STRUCK[hex_id]:
        position.tile(hex_id, tile, rotation)
    assert events(strike(position), "air-raids") == [{"hexes": hex_id}]
    assert set(position.definition.own.air_raids.hexes) == set(STRUCK)  # type: ignore[union-attr]


@rule_1890("C.10.14.4")
def test_yellow_tiles_stay(edition: str) -> None:
    game = strike(ahead().tile("F7", "57", 1).tile("F11", "202", 1).tile("F9", "57", 1))
    assert set(game.state.board.tiles) == {"F7", "F11", "F9"}


@rule_1890("C.10.14.5")
def test_empty_hexes_begin_again_with_yellow_and_cost_again(edition: str) -> None:
    """E8 in the mountains borders Ashiya and Nishinomiya."""
    position = ahead().company("HK", par=65, Bo=50, cash=500).tile("E8", "9", 0).tile("E8", "24", 0)
    position.token("HK", "D9").tile("D9", "57", 0)
    game = strike(position, after=("HK",))
    assert "E8" not in game.state.board.tiles
    plays(game, Pass("NK"))
    lays = [action for action in offered(game, LayTile) if action.hex == "E8"]
    assert {game.definition.tiles[action.tile].color for action in lays} == {"yellow"}
    plays(game, lays[0])
    assert game.state.cash["HK"] == 500 - 120 + 10, "the mountain, and Hankyu's ten for a yellow tile"


@rule_1890("C.10.14.6", "C.10.14.7")
def test_tokens_come_back_but_not_into_spaces_kept_for_others(edition: str) -> None:
    """Green Osaka Higashi has three spaces, printed there are two; one is kept for Osaka Electric, not sold yet."""
    position = ahead().company("KH", par=70, Bo=50).company("HK", par=65, Cy=50)
    position.state.board = position.state.board.with_kept("OE", ("H13", 0))
    game = strike(position.tile("H13", "824", 5).token("KH", "H13").token("HK", "H13"))
    assert game.state.board.tokens["H13", 1] == ("KH",)
    assert ("H13", 0) not in game.state.board.tokens
    assert game.state.board.reserved["H13", 0] == ("OE",)
    assert game.state.waiting_tokens == {"H13": ("HK",)}


@rule_1890("C.10.14.8", "C.10.14.9")
def test_the_home_of_a_started_company_has_no_precedence(edition: str) -> None:
    """Osaka Minami is Nankai's home; but Nankai has bought the train, and so Hankyu's token comes first."""
    position = ahead().company("HK", par=90, Bo=50).tile("I12", "822", 0).token("HK", "I12")
    game = strike(position)
    assert game.state.board.tokens["I12", 0] == ("HK",)
    assert game.state.waiting_tokens == {"I12": ("NK",)}
    assert not game.state.board.tokens_of("NK")


@rule_1890("C.10.14.7")
def test_a_home_is_kept_for_a_company_that_has_not_started(edition: str) -> None:
    """Green Kobe has two spaces, printed there is one: it is JR's, which has not started."""
    position = ahead().company("SY", par=65, Cy=50).tile("F5", "820", 0).token("SY", "F5")
    game = strike(position)
    assert game.state.board.reserved["F5", 0] == ("JR",)
    assert ("F5", 0) not in game.state.board.tokens
    assert game.state.waiting_tokens == {"F5": ("SY",)}


@rule_1890("C.10.14.8", "C.10.14.9", "C.8.3.33")
def test_a_minors_token_that_waits_becomes_kinkis_and_waits_on(edition: str) -> None:
    """Nankai buys both 3+3-trains in its turn: the raids strike before Osaka Electric must convert."""
    position = Position(options=RAIDS).phase("2").company("NK", par=100, Ann=50, cash=900)
    position.company("KN", par=70, floated=False).company("KH", par=70, Bo=50).company("HK", par=65, Cy=50)
    position.minor("OE", "Bo").minor("OT", "Cy").tile("H13", "824", 5).token("KH", "H13").token("HK", "H13")
    position.scrap("3", position.state.depot["3"])
    game = position.operate("NK", "trains")
    plays(game, BuyTrain("NK", "3+3", "bank", 230), BuyTrain("NK", "3+3", "bank", 230))
    assert game.state.waiting_tokens == {"H13": ("OE",)}
    plays(game, Pass("NK"))
    assert game.state.waiting_tokens == {"H13": ("KN",)}
    assert next_cost(game.table(), "KN") == 40, "its first, which is free, is the one that waits"


@rule_1890("C.10.14.8", "C.10.14.9")
def test_with_too_few_spaces_the_next_in_operating_order_comes_first(edition: str) -> None:
    """In the order HK, NK, KH it is Nankai that buys: Keihan is next, then Hankyu, Nankai itself last."""
    position = ahead().company("HK", par=90, Bo=50).company("KH", par=65, Cy=50)
    position.tile("F7", "57", 1).tile("F7", "14", 1)
    for company in ("NK", "HK"):
        position.token(company, "F7")
    game = strike(position)
    assert game.state.board.tokens["F7", 0] == ("HK",)
    assert game.state.waiting_tokens == {"F7": ("NK",)}
    position = ahead().company("HK", par=90, Bo=50).company("KH", par=65, Cy=50)
    game = strike(position.tile("F7", "57", 1).tile("F7", "14", 1).token("HK", "F7").token("KH", "F7"))
    assert game.state.board.tokens["F7", 0] == ("KH",)
    assert game.state.waiting_tokens == {"F7": ("HK",)}


def waiting(edition: str, *companies: str, hex_id: str = "F5") -> Position:
    """Jr's home in Kobe after the raids, with tokens of others beside it."""
    position = Position(edition, options=RAIDS).phase("2.5").company("JR", par=100, Ann=50, cash=500)
    for company in companies:
        position.company(company, Bo=50, cash=300)
    return position.set(waiting_tokens={hex_id: companies})


@rule_1890("C.10.14.10")
def test_a_waiting_token_fills_the_space_of_a_new_tile(edition: str) -> None:
    position = waiting(edition, "SY", "HK")
    game = plays(position.operate("JR"), LayTile("JR", "F5", "820", 0))
    assert game.state.board.tokens["F5", 0] == ("JR", "SY")
    assert game.state.waiting_tokens == {"F5": ("HK",)}
    assert game.state.cash["SY"] == 300, "at no cost"


@rule_1890("C.10.14.9")
def test_a_waiting_token_neither_blocks_nor_serves(edition: str) -> None:
    position = waiting(edition, "NK").company("SY", Cy=50, cash=300).tile("F3", "57", 1)
    game = position.operate("SY", "token")
    assert next_cost(game.table(), "NK") == 100, "it counts as placed"
    assert position.state.board.tokens["F5", 0] == ("JR",)
    nankai = waiting(edition, "NK").operate("NK", "track")
    assert "F5" not in {action.hex for action in offered(nankai, LayTile)}


@rule_1890("C.10.14.11")
def test_a_waiting_token_may_be_taken_back_and_placed_elsewhere_for_100(edition: str) -> None:
    position = waiting(edition, "HK").tile("E12", "57", 1).tile("E10", "6", 4)
    game = position.operate("HK", "token")
    back = Choose("Bo", "take-token-back", "HK-F5")
    assert refused(game, Choose("Bo", "take-token-back", "HK-F7")).code == "no_such_option"
    assert refused(game, Choose("Ann", "take-token-back", "HK-F5")).code == "not_your_turn"
    plays(game, back)
    assert game.state.waiting_tokens == {}
    plays(game, PlaceToken("HK", "E10"))
    assert game.state.cash["HK"] == 200


@rule_1890("C.10.14.11")
@pytest.mark.parametrize(("company", "step"), [("HK", "track"), ("HK", "trains"), ("JR", "track"), ("JR", "trains")])
def test_it_may_be_taken_back_at_any_time(edition: str, company: str, step: str) -> None:
    """In any step of its company's turn, and in that of another."""
    game = waiting(edition, "HK").operate(company, step, after=("SY",))
    back = Choose("Bo", "take-token-back", "HK-F5")
    assert offered(game, Choose) == [back]
    before = game.acting
    plays(game, back)
    assert (game.state.waiting_tokens, game.acting) == ({}, before)


def test_a_company_that_closes_waits_no_more() -> None:
    position = waiting("C", "HK", "SY")
    close_company(position.game.table(position.state), "HK")
    assert position.state.waiting_tokens == {"F5": ("SY",)}


@rule_1890("C.10.14.9", "C.8.2.9", "C.8.2.18")
def test_kobe_rapid_sends_away_tokens_that_wait_in_kobe(edition: str) -> None:
    """Sanyo's token has lost its space but lies in Kobe: it goes back, and Sanyo has the right to pass."""
    position = Position(options=RAIDS).phase("2.5").company("JR", par=100, Bo=50).company("SY", Cy=50, cash=200)
    game = position.set(waiting_tokens={"F5": ("SY",)}).cash(Ann=300).stock("Ann")
    plays(game, AcquirePrivate("Ann", "KR", 240))
    assert game.state.waiting_tokens == {}
    assert game.state.board.tokens["F5", 0] == ("JR", "KR")
    assert game.state.station_rights == {"SY": 0}
    assert next_cost(game.table(), "SY") == 100


@rule_1890("C.10.14.9", "C.10.13.8")
def test_the_earthquake_sends_back_tokens_that_wait_in_kobe(edition: str) -> None:
    options = [*RAIDS, "earthquake"]
    for seed in range(200):
        position = Position(options=options, seed=seed).phase("5").company("NK", par=75, Ann=50, cash=2000)
        position.company("JR", par=100, Bo=50).company("SY", Cy=50).set(waiting_tokens={"F5": ("SY",)})
        game = plays(position.operate("NK", "trains"), BuyTrain("NK", "D", "bank", 1100))
        if game.state.frozen:
            break
    assert game.state.waiting_tokens == {}
    assert game.state.returned == {"JR": 1, "SY": 1}


@rule_1890("C.10.14.9", "C.10.14.11", "10.4.3.4", "7.4.7")
def test_a_company_places_no_second_token_where_one_of_its_own_waits(edition: str) -> None:
    """Nankai closes, which leaves Ashiya free: Sanyo's token there must be taken back before it can be placed."""
    position = Position(options=RAIDS).phase("2.5").company("SY", Cy=50, cash=300).tile("F3", "57", 1)
    position.tile("F7", "57", 1).company("NK", par=75, Ann=50).token("NK", "F7").set(waiting_tokens={"F7": ("SY",)})
    close_company(position.game.table(position.state), "NK")
    game = position.operate("SY", "token")
    assert refused(game, PlaceToken("SY", "F7")).code == "token_on_hex_already"
    plays(game, Choose("Cy", "take-token-back", "SY-F7"), PlaceToken("SY", "F7"))
    assert (game.state.board.tokens["F7", 0], game.state.waiting_tokens) == (("SY",), {})
    assert events(game, "token")[0]["cost"] == 100
