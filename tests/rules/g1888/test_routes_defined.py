"""What a route is: stops, stations, track used once, junctions, blocked cities (2022 VIII.2, 2021 VII.2)."""

from __future__ import annotations

import pytest

from kaiping.game import Game
from tests.rules.books import clause_in, rule_1888
from tests.rules.g1888 import tracks
from tests.rules.g1888.positions import Position, plays, refused
from tests.rules.g1888.rounds import opening, wrong_with


def running(position: Position, company: str) -> Game:
    return position.operate(company, "run")


def east(edition: str) -> Position:
    """JHR with a 5-train on the line Beijing C9.1 - Tianjin D10 - Tangshan D12 - Qinhuangdao C13."""
    return tracks.east_of_beijing(opening(edition, "5").company("JHR", Ann=60, trains=("5",)))


def junction(edition: str) -> Game:
    """JZR: from Beijing C9.0 a junction in C7 leads on to D6 only, where the other branch from Xuanhua B6.1 joins it.

    From D6 the line makes a loop by D4 and C5.
    """
    position = opening(edition, "5").company("JZR", Ann=60, trains=("5",))
    position.tile("C7", "23", 0).tile("B8", "7", 0).tile("B6", "1", 0)
    return running(position.tile("D6", "28", 3).tile("D4", "7", 3).tile("C5", "7", 5), "JZR")


def crossover(edition: str) -> Game:
    """JZR: in D6 the way from Beijing C9.0 crosses the way to Shijiazhuang E5; D4 and C5 join the two."""
    position = opening(edition, "5").company("JZR", Ann=60, trains=("5",))
    position.tile("C7", "8", 4).tile("D6", "16", 0).tile("D4", "7", 3).tile("C5", "7", 5)
    return running(position.tile("E5", "57", 0), "JZR")


@rule_1888("VIII.2.1", "VIII.2.2", "VIII.3.6.2")
def test_a_stop_is_a_city_a_town_or_a_red_location(edition: str) -> None:
    """Each is worth money, is one of the two stops of a 2-train and ends a route; a hex without a stop does not."""
    city = running(tracks.east_of_beijing(opening(edition).company("JHR", Ann=60, trains=("2",))), "JHR")
    assert wrong_with(city, "C9.1 D10.0 D12.0") == "route_too_long"
    assert plays(city, tracks.run("JHR", t2="C9.1 D10.0")).state.revenue["JHR"] == 30 + 20
    town = running(opening(edition).company("CDL", Ann=60, trains=("2",)), "CDL")
    assert plays(town, tracks.run("CDL", t2="A19.0 A17.0")).state.revenue["CDL"] == 20 + 20
    line = tracks.zibo_to_xuzhou(opening(edition).company("ZDR", Ann=60, trains=("2",)))
    red = running(line, "ZDR")
    assert wrong_with(red, "G11.0 H10") == "route_end_no_stop"
    assert plays(red, tracks.run("ZDR", t2="G11.0 H10 I11.0")).state.revenue["ZDR"] == 20 + 30
    line = tracks.zibo_to_xuzhou(opening(edition).company("ZDR", Ann=60, trains=("2",))).tile("F12", "3", 0)
    assert wrong_with(running(line, "ZDR"), "F12.0 G11.0 H10 I11.0") == "route_too_long"


@rule_1888("VIII.2.2", "VIII.3.6.2")
def test_a_route_has_two_different_stops(edition: str) -> None:
    """A loop from Tianjin by E9 and D8 back to Tianjin is none."""
    position = opening(edition, "5").company("JHR", Ann=60, trains=("5",))
    position.tile("D10", "15", 0).tile("D8", "7", 4).tile("E9", "7", 2)
    game = running(position, "JHR")
    assert wrong_with(game, "C9.1") == "route_one_stop"
    assert wrong_with(game, "D10.0 D8 E9 D10.0") == "route_stop_twice"
    assert wrong_with(game, "C9.1 D10.0") is None


@rule_1888("VIII.2.2", "VIII.3.6.2")
def test_track_joins_the_stops_of_a_route_without_a_gap(edition: str) -> None:
    """Without track at Tangshan there is no way from Tianjin to Qinhuangdao, though each has an exit there."""
    position = opening(edition, "5").company("JHR", Ann=60, trains=("5",))
    game = running(position.tile("D10", "6", 2).tile("C13", "6", 0), "JHR")
    assert wrong_with(game, "C9.1 D10.0 D12.0 C13.0") == "route_no_track"
    assert wrong_with(game, "C9.1 D10.0 D12.0") == "route_no_track", "Tianjin's track ends at the side of Tangshan"
    assert wrong_with(game, "D12.0 D10.0 C9.1") == "route_no_track"
    reason = refused(game, tracks.run("JHR", t5="C9.1 D10.0 D12 C13.0"))
    assert reason.code == "route_no_track"
    assert reason.clause == clause_in(edition, "VIII.2.2")
    assert wrong_with(running(east(edition), "JHR"), "C9.1 D10.0 D12.0 C13.0") is None


@rule_1888("VIII.2.3", "VIII.3.5.2", "VIII.3.6.3")
def test_a_route_has_a_station_of_the_company_somewhere(edition: str) -> None:
    """At an end or between; a station of another company does not help."""
    game = running(east(edition).company("CDL", Bo=60).token("CDL", "D10"), "JHR")
    assert wrong_with(game, "D10.0 D12.0 C13.0") == "route_no_token"
    assert wrong_with(game, "C9.1 D10.0") is None
    for end in ("D10", "C13"):
        ended = running(east(edition).token("JHR", end), "JHR")
        assert wrong_with(ended, "D10.0 D12.0 C13.0") is None
    middle = east(edition).company("CDL", Bo=60, trains=("5",)).token("CDL", "D10")
    assert wrong_with(running(middle, "CDL"), "C9.1 D10.0 D12.0") is None


@rule_1888("VIII.2.4")
def test_track_is_used_once_however_short_it_is(edition: str) -> None:
    """The way round the loop and back to Xuanhua uses the bit between C7 and D6 twice."""
    game = junction(edition)
    reason = refused(game, tracks.run("JZR", t5="C9.0 C7 D6 D4 C5 D6 C7 B8 B6.1"))
    assert reason.code == "route_track_twice"
    assert reason.clause == clause_in(edition, "VIII.2.4")


@rule_1888("VIII.2.5")
def test_a_route_uses_separate_track_of_one_tile(edition: str) -> None:
    """Over D6 on one track, round by D4 and C5, and over D6 again on the other."""
    run = tracks.run("JZR", t5="C9.0 C7 D6 D4 C5 D6 E5.0")
    assert plays(crossover(edition), run).state.revenue["JZR"] == 30 + 20


@rule_1888("VIII.2.6")
def test_a_route_does_not_reverse_at_a_junction(edition: str) -> None:
    game = junction(edition)
    reason = refused(game, tracks.run("JZR", t5="C9.0 C7 B8 B6.1"))
    assert reason.code == "route_reverses"
    assert reason.clause == clause_in(edition, "VIII.2.6")
    assert wrong_with(game, "C9.0 C7 C9.0") == "route_reverses"
    straight = opening(edition, "5").company("JZR", Ann=60, trains=("5",))
    straight.tile("C7", "8", 2).tile("B6", "69", 1)
    assert wrong_with(running(straight, "JZR"), "C9.0 C7 B6.1") is None


@rule_1888("VIII.2.7")
def test_a_route_does_not_change_track_at_a_crossover(edition: str) -> None:
    reason = refused(crossover(edition), tracks.run("JZR", t5="C9.0 C7 D6 E5.0"))
    assert reason.code == "route_changes_track"
    assert reason.clause == clause_in(edition, "VIII.2.7")


@rule_1888("VIII.2.8")
@pytest.mark.parametrize("way", ["E9 E7.0", "D8 E7.0", "C11 B12.0", "D12.0"])
def test_a_city_is_left_on_any_other_track(edition: str, way: str) -> None:
    """From Tianjin four tracks go on: to the south-west, the west, the north-east and the east."""
    position = opening(edition, "5").company("JHR", Ann=60, trains=("5",))
    position.tile("D10", "611", 0).tile("D12", "58", 1).tile("C11", "9", 0).tile("B12", "3", 0)
    game = running(position.tile("D8", "8", 4).tile("E9", "8", 1).tile("E7", "3", 3), "JHR")
    assert wrong_with(game, f"C9.1 D10.0 {way}") is None


@rule_1888("VIII.2.8")
@pytest.mark.parametrize("way", ["A19.0 A17.0 B16.0", "A19.0 A17.0 B18.1", "A19.0 A17.0 A15 B14 B12.0"])
def test_a_town_is_left_on_any_other_track(edition: str, way: str) -> None:
    """The printed town A17 has four tracks."""
    position = opening(edition, "5").company("CDL", Ann=60, trains=("5",))
    position.tile("B16", "1", 0).tile("B18", "8860", 0).tile("B14", "8", 1).tile("B12", "3", 4)
    assert wrong_with(running(position, "CDL"), way) is None


@rule_1888("VIII.2.9")
def test_a_red_location_is_an_end_of_a_route(edition: str) -> None:
    """Xuzhou has two arrows, but no train passes from one to the other."""
    position = opening(edition, "5").company("ZDR", Ann=60, trains=("5",)).tile("H12", "8", 4).tile("H14", "57", 1)
    game = running(tracks.zibo_to_xuzhou(position), "ZDR")
    reason = refused(game, tracks.run("ZDR", t5="G11.0 H10 I11.0 H12 H14.0"))
    assert reason.code == "route_through_terminal"
    assert reason.clause == clause_in(edition, "VIII.2.9")
    assert wrong_with(game, "G11.0 H10 I11.0") is None
    assert wrong_with(game, "I11.0 H10 G11.0") is None


@rule_1888("VIII.2.9")
@pytest.mark.parametrize("laid", [False, True])
def test_xian_is_an_end_with_and_without_its_own_tile(edition: str, laid: bool) -> None:
    position = opening(edition, "5").company("TJL", Ann=60, trains=("5",)).tile("E3", "57", 2).tile("F4", "8")
    position.tile("G3", "9").tile("H4", "8859", 2)
    if laid:
        position.tile("H2", "L39", 5)
    game = running(position, "TJL")
    assert wrong_with(game, "E3.0 F4 G3 H2.0 H4.1") == "route_through_terminal"
    assert wrong_with(game, "E3.0 F4 G3 H2.0") is None


@rule_1888("VIII.2.9")
def test_changchun_is_an_end_even_for_the_company_at_home_there(edition: str) -> None:
    position = opening(edition, "5").company("CDL", Ann=60, trains=("5",)).tile("B20", "8858", 0)
    game = running(position, "CDL")
    assert wrong_with(game, "A17.0 A19.0 B20.0") == "route_through_terminal"
    assert wrong_with(game, "A19.0 B20.0") is None


def two_slots(edition: str, *owners: str) -> Position:
    """As ``east``, with a green tile of two slots in Tianjin and stations of these companies in them."""
    position = opening(edition, "4").company("JHR", Ann=60, trains=("4",)).tile("D10", "15", 1)
    position.tile("D12", "58", 1).tile("C13", "6", 0)
    for company in owners:
        position.company(company, Bo=60, trains=("4",)).token(company, "D10")
    return position


@rule_1888("VIII.2.10", "VIII.2.11", "VIII.3.5.3", "VIII.3.5.4")
def test_a_full_city_is_an_end_but_not_a_way_through(edition: str) -> None:
    game = running(two_slots(edition, "CDL", "SSL"), "JHR")
    assert wrong_with(game, "C9.1 D10.0") is None
    assert wrong_with(game, "D10.0 C9.1") is None
    reason = refused(game, tracks.run("JHR", t4="C9.1 D10.0 D12.0"))
    assert reason.code == "route_blocked_city"
    assert reason.clause == clause_in(edition, "VIII.2.11")


@rule_1888("VIII.2.10", "VIII.3.5.4")
def test_both_ends_of_a_route_may_be_full_cities(edition: str) -> None:
    """CDL's only station lies between Beijing, full with JHR, and Qinhuangdao, full with SSL."""
    position = east(edition).company("SSL", Bo=60).token("SSL", "C13")
    position.company("CDL", Cy=60, trains=("5",)).token("CDL", "D10")
    assert wrong_with(running(position, "CDL"), "C9.1 D10.0 D12.0 C13.0") is None


@rule_1888("VIII.2.11", "VIII.3.5.3")
@pytest.mark.parametrize("company", ["CDL", "SSL"])
def test_companies_with_a_station_pass_a_full_city(edition: str, company: str) -> None:
    game = running(two_slots(edition, "CDL", "SSL"), company)
    assert wrong_with(game, "C9.1 D10.0 D12.0 C13.0") is None


@rule_1888("VIII.2.12")
def test_a_city_with_a_free_slot_is_open_to_all(edition: str) -> None:
    game = running(two_slots(edition, "CDL"), "JHR")
    assert wrong_with(game, "C9.1 D10.0 D12.0 C13.0") is None
    empty = running(two_slots(edition), "JHR")
    assert wrong_with(empty, "C9.1 D10.0 D12.0 C13.0") is None


@rule_1888("VIII.2.12")
@pytest.mark.parametrize(("tile", "others"), [("57", ()), ("15", ("JHR",))])
def test_a_home_kept_free_does_not_block(edition: str, tile: str, others: tuple[str, ...]) -> None:
    """The last slot of Handan, of one or of two, is kept for HJR, which has not begun: SSL runs through."""
    position = opening(edition, "5").company("SSL", Ann=60, trains=("5",)).token("SSL", "E5")
    position.tile("E5", "57", 2).tile("F6", tile, 2).tile("G7", "9", 2).tile("H8", "58", 2)
    for company in others:
        position.company(company, Bo=60).token(company, "F6")
    assert wrong_with(running(position, "SSL"), "E5.0 F6.0 G7 H8.0") is None


@rule_1888("VIII.3.5.18", "VIII.3.5.3", "VIII.3.5.4", "VIII.2.10", "VIII.2.11", only="2022")
def test_ex_1888_2022_07_a_full_city_blocks_through_running(edition: str) -> None:
    """CDL and JHR have the two slots of Tianjin: SSL runs from Qinhuangdao to it, but not through it to Beijing."""
    position = opening(edition, "4").tile("D10", "15", 1).tile("D12", "58", 1).tile("C13", "6", 0)
    for company, place in (("JHR", "D10"), ("CDL", "D10"), ("SSL", "C13")):
        position.company(company, trains=("4",), Ann=60).token(company, place)
    game = running(position, "SSL")
    assert wrong_with(game, "C13.0 D12.0 D10.0") is None
    assert wrong_with(game, "C13.0 D12.0 D10.0 C9.1") == "route_blocked_city"
    for company in ("CDL", "JHR"):
        assert wrong_with(running(position, company), "C13.0 D12.0 D10.0 C9.1") is None
