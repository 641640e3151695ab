"""What holds in scenarios A, B and D as in the full game, or is simpler there: sections A.8, B.9 to B.12 and D.8."""

from __future__ import annotations

import pytest

from kaiping.action import (
    AcquirePrivate,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Dividend,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    UsePower,
)
from kaiping.flow.operating.connections import reached
from kaiping.game import Game
from kaiping.titles import definition
from tests.rules.books import rule_1890
from tests.rules.g1890.positions import PLAYERS, Position, buys, events, offered, plays, refused, sold_to
from tests.rules.g1890.runs import finish_round, run, west

PRIVATES = {"A": ("AR", "KT", "KS", "HN", "OM"), "B": ("AR", "KT", "HN", "OM", "KS")}


@rule_1890("A.8.1.1", "B.9.1", scenarios="AB")
def test_companies_may_buy_every_private(edition: str) -> None:
    for name in PRIVATES[edition]:
        position = Position(edition).company("JR", par=100, Ann=50, cash=500).private(name, "Bo").phase("2")
        game = position.operate("JR")
        face = game.definition.privates[name].price
        purchase = next(action for action in offered(game, BuyPrivate))
        assert (purchase.private, purchase.price) == (name, face // 2)
        numbers = game.legal_actions().ranges[purchase]
        assert (numbers.least, numbers.greatest) == (face // 2, 2 * face)


@rule_1890("A.8.1.2", "B.9.1", scenarios="AB")
def test_hexes_of_privates_are_closed_until_bought_or_closed(edition: str) -> None:
    lays = {
        "KT": LayTile("JR", "F5", "820", 0),
        "KS": LayTile("JR", "B17", "825", 0),
        "OM": LayTile("JR", "G12", "823", 4),
    }
    lays["AR"] = LayTile("JR", "D7", "4", 1)
    for name, lay in lays.items():
        position = Position(edition).company("JR", par=100, Ann=50, cash=500).private(name, "Bo").phase("2")
        position.token("JR", "D5")
        assert refused(position.operate("JR"), lay).code == "hex_closed"
        for owner in ("JR", "closed"):
            assert position.private(name, owner).operate("JR").why_not(lay) is None


#: scenario -> private -> the hexes that bear its track
TRACK_OF = {
    "A": {"AR": "D7", "KT": "F5", "KS": "B17", "HN": "", "OM": "G12"},
    "B": {"AR": "D7", "KT": "F5", "KS": "B17 B19", "HN": "", "OM": "G12 H13"},
}


@rule_1890("A.8.1.2", "B.9.1", scenarios="AB")
def test_each_private_closes_the_hexes_with_its_track(edition: str) -> None:
    for name, closed in TRACK_OF[edition].items():
        game = Position(edition).company("HK", Ann=50, cash=500).private(name, "Ann").operate("HK")
        reasons = {hex_id: game.why_not(LayTile("HK", hex_id, "9", 0)) for hex_id in game.definition.map.hexes}
        codes = {hex_id: reason.code for hex_id, reason in reasons.items() if reason is not None}
        assert {hex_id for hex_id, code in codes.items() if code == "hex_closed"} == set(closed.split()), name


def towards(edition: str, phase: str, options: tuple[str, ...] = ()) -> Position:
    """JR may build in its cities, and in Osaka Higashi in B."""
    position = Position(edition, options=options).company("JR", par=100, Ann=50, cash=900).phase(phase)
    position.private("OM", "closed").private("KS", "closed")
    return position.token("JR", "H13") if edition == "B" else position


@rule_1890("A.3.1", "B.3.1", scenarios="AB")
def test_all_named_tiles_of_the_scenarios_cities_are_usable(edition: str) -> None:
    """Green and brown, though some of their track leads to hexes that are not part of the scenario."""
    cities = {"B17": ("825", "835"), "G12": ("823", "833"), "F5": ("820", "830")}
    if edition == "B":
        cities["H13"] = ("824", "834")
    for hex_id, (green, brown) in cities.items():
        position = towards(edition, "4")
        first = [lay for lay in offered(position.operate("JR"), LayTile) if lay.hex == hex_id]
        assert {lay.tile for lay in first} == {green}, hex_id
        position.tile(hex_id, green, first[0].rotation)
        assert {lay.tile for lay in offered(position.operate("JR"), LayTile) if lay.hex == hex_id} == {brown}, hex_id


@rule_1890("A.3.1", "B.3.1", scenarios="AB")
def test_track_of_theirs_that_leads_off_the_map_leads_nowhere(edition: str) -> None:
    """Osaka Kita is joined to no more than before, but for what it has on the map."""
    position = towards(edition, "2").tile("G12", "823", 1)
    found = reached(position.game.table(position.state), "JR")
    assert found.edges.keys() <= position.definition.map.hexes.keys()
    assert position.definition.map.neighbours["G12"][0] is None, "Osaka Nishi is no hex of it"


@rule_1890("10.3.1.2.1", "A.2.2", scenarios="AB")
def test_all_other_tiles_keep_off_hexes_that_are_not_in_the_scenario(edition: str) -> None:
    """Suita borders the Yodo river and, beyond it, in A nothing; Amagasaki, which has tiles of its own, the sea."""
    printed = definition("1890", edition).map
    with_ways_out = {name for name, printed_hex in printed.hexes.items() if printed_hex.ways_out}
    assert with_ways_out == {"A": {"B17", "G12"}, "B": {"G12", "H13"}}[edition]
    position = towards(edition, "2").company("HK", Bo=50, cash=500).tile("F11", "202", 1).token("HK", "F11")
    codes = {refused(position.operate("HK"), LayTile("HK", "F11", "822", rotation)).code for rotation in (0, 1, 2)}
    assert codes <= {"track_leads_nowhere", "track_not_kept"}
    assert "track_leads_nowhere" in codes


@rule_1890("10.3.1.2.1", scenarios="AB")
def test_they_stay_yellow_by_an_option(edition: str) -> None:
    position = towards(edition, "2", ("strict-edges",))
    game = position.operate("JR")
    assert refused(game, LayTile("JR", "G12", "823", 4)).code == "track_leads_nowhere"
    stay = {"A": {"B17", "G12"}, "B": {"G12", "H13"}}[edition]
    assert not stay & {lay.hex for lay in offered(game, LayTile)}
    assert "F5" in {lay.hex for lay in offered(game, LayTile)}


@rule_1890("A.8.2.1", "A.8.3", "B.8.3", "B.11.1", "D.8.2", "D.8.2.1", scenarios="ABD")
def test_there_are_no_late_privates_to_buy(edition: str) -> None:
    game = Position(edition).cash(Ann=2000).stock("Ann")
    assert not offered(game, AcquirePrivate)
    assert refused(game, AcquirePrivate("Ann", "KP", 0)).code == "not_converted"
    assert refused(game, AcquirePrivate("Ann", "KF", 200)).code == "unknown_private"


@rule_1890(
    *("A.8.3.2", "A.8.3.3", "A.8.3.4", "A.8.3.6", "B.10.1", "B.11.1"),
    *("D.8.3.2", "D.8.3.3", "D.8.3.4", "D.8.3.6"),
    scenarios="ABD",
)
def test_kobe_electric_converts_at_any_point_of_its_turn(edition: str) -> None:
    for step in ("track", "trains"):
        position = Position(edition).minor("KE", "Ann", cash=200, trains=("2",)).cash(Ann=10).company("HK", Bo=50)
        game = position.operate("KE", step, ("HK",))
        bank = game.state.bank
        plays(game, UsePower("Ann", "KP"))
        state = game.state
        assert (state.privates["KP"], state.minors["KE"]) == ("Ann", "closed")
        assert state.board.tokens_of("KE") == []
        assert (state.cash["KE"], state.bank, state.trains) == (0, bank + 200, {"pool": ("2",)})
        assert game.totals()["Ann"] == 10, "it is worth nothing any more"
        assert game.state.stack[-1].order == ("HK",)  # type: ignore[attr-defined]


@rule_1890("A.8.3.7", "B.10.1", "D.8.3.7", scenarios="ABD")
def test_then_its_place_is_open_to_companies(edition: str) -> None:
    position = Position(edition).minor("KE", "Ann").company("JR", par=100, Ann=50, cash=500).tile("E4", "8", 3)
    before = position.operate("JR", "token")
    assert refused(before, PlaceToken("JR", "D5", 0)).code == "city_full"
    game = plays(position.operate("KE", "track", ("JR",)), UsePower("Ann", "KP"))
    plays(game, Pass("JR"), PlaceToken("JR", "D5", 0))
    assert ("D5", 0) in game.state.board.tokens_of("JR")


@rule_1890("A.8.1.9", "A.8.4.4", "B.9.1", scenarios="AB")
def test_hanshin_starts_with_four_more_shares(edition: str) -> None:
    game = sold_to("ABCABC", edition)
    owner = game.state.privates["HN"]
    assert game.state.held(owner, "HS") == 10
    buys(game, Par(game.acting[0], "HS", 65))
    for _ in range(2):
        assert "HS" not in game.state.floated
        buys(game, BuyShare(game.acting[0], "HS", "ipo"))
    assert "HS" in game.state.floated
    assert game.state.cash["HS"] == 650


@rule_1890("A.8.4.2", "A.8.4.3", "A.8.4.5", "A.8.4.19", "B.12.1", "D.8.4.28", "D.8.4.31", scenarios="ABD")
def test_hanshin_hankyu_and_sanyo_have_no_rules_of_their_own(edition: str) -> None:
    """No Tigers in a brown Nishinomiya, nothing for Takarazuka or for yellow tiles."""
    position = Position(edition).company("HS", par=80, Ann=50, trains=("5",)).phase("4").tile("F7", "57", 1)
    position.tile("F9", "57", 1).tile("F9", "15", 1).tile("F9", "465", 3)
    game = plays(position.operate("HS", "run"), run("HS", ("5", "F7.0", "F9.0")), Dividend("HS", "pay"))
    assert game.state.revenue["HS"] == 20 + 40
    assert game.state.cash["HS"] == 0
    hankyu = Position(edition).company("HK", Ann=50, cash=100).token("HK", "D9")
    game = plays(hankyu.operate("HK"), LayTile("HK", "E12", "57", 0))
    assert game.state.cash["HK"] == 100
    quiet = Position(edition).company("HK", Ann=50, cash=100).token("HK", "D9").stock("Ann")
    for player in quiet.players:
        plays(quiet, Pass(player))
    assert events(quiet, "token-income") == []


@rule_1890(
    *("A.8.4.7", "A.8.4.13", "A.8.4.14", "A.8.4.15", "A.8.4.16", "B.12.1", "VI.8.4.1"),
    *("D.8.4.7", "D.8.4.13", "D.8.4.14", "D.8.4.15", "D.8.4.16"),
    *("C.8.4.5", "10.6.2.5"),
    scenarios="ABCD",
)
def test_jr_pays_half_or_withholds(edition: str) -> None:
    """Of 50 it keeps 30, which is half rounded up to ten; a share of the rest is 2."""

    def ran() -> Game:
        position = west(Position(edition).company("JR", par=100, Ann=50, Bo=20, pool=10, trains=("2",)))
        return plays(position.cash(Ann=0, Bo=0).operate("JR", "run"), run("JR", ("2", "F5.0", "F7.0")))

    game = plays(ran(), Dividend("JR", "pay"))
    assert (game.state.cash["JR"], game.state.cash["Ann"], game.state.cash["Bo"]) == (30 + 2, 10, 4)
    assert game.state.cells["JR"] == (0, 5), "the price rises as for any dividend"
    assert offered(ran(), Dividend) == [Dividend("JR", "pay"), Dividend("JR", "withhold")]
    kept = plays(ran(), Dividend("JR", "withhold"))
    assert (kept.state.cash["JR"], kept.state.cash["Ann"]) == (50, 0)
    assert kept.state.cells["JR"] == (0, 3)


#: phase -> JR's train limit; its own paragraphs have 4 already in phase 2, which is an option
JR_LIMITS = {"1": 6, "2": 6, "3": 4, "4": 3, "5": 3, "6": 3}


@pytest.mark.parametrize("phase", JR_LIMITS)
@rule_1890(
    *("A.8.4.9", "A.8.4.10", "A.8.4.11", "A.8.4.12", "C.8.4.7", "C.8.4.8", "C.8.4.9", "C.8.4.10"),
    *("D.8.4.9", "D.8.4.10", "D.8.4.11", "D.8.4.12"),
    scenarios="ACD",
)
def test_jr_may_own_more_trains(edition: str, phase: str) -> None:
    limit = JR_LIMITS[phase]
    kind = {"1": "2", "2": "2", "3": "2", "4": "3"}.get(phase, "5")
    for held in (limit - 1, limit):
        position = Position(edition).company("JR", par=100, Ann=50, cash=2000)
        position.state.trains["JR"] = (kind,) * held
        game = position.phase(phase).operate("JR", "trains")
        train, price = next(iter(game.position()["depot"]["on_sale"].items()))
        reason = game.why_not(BuyTrain("JR", train, "bank", price))
        assert (reason.code if reason else None) == ("train_limit" if held == limit else None)


@rule_1890("A.8.4.11", "C.8.4.9", "D.8.4.11", scenarios="ACD")
def test_the_other_reading_of_jrs_limit_in_phase_two(edition: str) -> None:
    for options, limit in (((), 6), (("jr-limit-4",), 4)):
        definition = Game("1890", edition=edition, players=PLAYERS[:3], options=options).definition
        assert definition.train_limit("2", "JR") == limit
        assert definition.train_limit("3", "JR") == 4


@rule_1890("B.12.1", "B.12.2", scenarios="B")
def test_keihan_operates_from_hirakata(edition: str) -> None:
    game = Position(edition).company("KH", Ann=50, cash=500, operated=False).begin_round("KH")
    assert game.state.board.tokens_of("KH") == [("E16", 0)]
    assert finish_round(game).state.turn == 3
