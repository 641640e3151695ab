"""Running trains: routes, range, track that is shared, the harbour and the mountain (2022 VIII.3.6, 2021 VII.3.6)."""

from __future__ import annotations

import pytest

from kaiping.action import Dividend, RunRoutes
from kaiping.game import Game
from tests.rules.books import clause_in, rule_1888
from tests.rules.g1888 import tracks
from tests.rules.g1888.positions import Position, offered, plays, refused
from tests.rules.g1888.tracks import run

#: the phase in which a kind of train is the latest
PHASES = {"2": "2", "3": "3", "4": "4", "5": "5", "6": "6", "D": "7"}


def start(edition: str, company: str, *trains: str) -> Position:
    """A company with trains, in the phase of the latest of them, and privates with a player until they close."""
    phase = PHASES[max(trains)]
    position = Position(edition, privates="Cy" if phase < "5" else "closed")
    return position.company(company, Ann=60, trains=trains).phase(phase)


def revenue(game: Game, action: RunRoutes) -> int:
    """What a run brings that is legal and is played."""
    return plays(game, action).state.revenue[action.company]


@rule_1888("VIII.3.6.1")
def test_each_train_runs_once(edition: str) -> None:
    position = tracks.east_of_beijing(start(edition, "JHR", "2").token("JHR", "D10"))
    game = position.operate("JHR", "run")
    twice = run("JHR", t2a="C9.1 D10.0", t2b="D10.0 D12.0")
    reason = refused(game, twice)
    assert reason.code == "route_train_twice"
    assert reason.clause == clause_in(edition, "VIII.3.6.1")
    assert refused(game, run("JHR", t3="C9.1 D10.0")).code == "route_unknown_train"
    plays(game, run("JHR", t2="C9.1 D10.0"))
    assert refused(game, run("JHR", t2="C9.1 D10.0")).code == "not_in_this_step"


@rule_1888("VIII.3.6.1", "VIII.3.7.2")
def test_two_trains_run_once_each_and_their_revenues_add(edition: str) -> None:
    position = tracks.east_of_beijing(start(edition, "JHR", "2", "2").token("JHR", "D10"))
    game = position.operate("JHR", "run")
    assert revenue(game, run("JHR", t2a="C9.1 D10.0", t2b="D10.0 D12.0")) == 30 + 20 + 20 + 10


@rule_1888("VIII.3.6.2", "VIII.2.2")
def test_a_route_joins_two_different_stops(edition: str) -> None:
    game = tracks.east_of_beijing(start(edition, "JHR", "2")).operate("JHR", "run")
    alone = refused(game, run("JHR", t2="C9.1"))
    assert alone.code == "route_one_stop"
    assert alone.clause == clause_in(edition, "VIII.3.6.2")
    assert refused(game, run("JHR", t2="C9.1 D10.0 C11")).code == "route_end_no_stop"
    assert refused(game, run("JHR", t2="C9.1 D12.0")).code == "route_no_track"
    plays(game, run("JHR", t2="C9.1 D10.0"))


@rule_1888("VIII.3.6.2", "VIII.3.6.8", "VIII.2.2")
def test_a_loop_back_to_the_same_city_is_no_route(edition: str) -> None:
    """Shijiazhuang E5 by D4 and D6 back to E5: track enough, but one stop only."""
    position = start(edition, "JHR", "2").token("JHR", "E5").tile("E5", "5", 2).tile("D4", "7", 4).tile("D6", "7", 0)
    game = tracks.east_of_beijing(position).operate("JHR", "run")
    assert refused(game, run("JHR", t2="E5.0 D4 D6 E5.0")).code == "route_stop_twice"


@rule_1888("VIII.3.6.3", "VIII.2.3", "VIII.3.5.2")
def test_a_route_calls_at_a_token_of_its_company(edition: str) -> None:
    """The token may stand at any stop of the route, not only at an end."""
    position = tracks.east_of_beijing(start(edition, "JHR", "2"))
    game = position.operate("JHR", "run")
    reason = refused(game, run("JHR", t2="D10.0 D12.0"))
    assert reason.code == "route_no_token"
    assert reason.clause == clause_in(edition, "VIII.3.6.3")
    middle = tracks.east_of_beijing(start(edition, "SSL", "3").token("SSL", "D10")).operate("SSL", "run")
    assert revenue(middle, run("SSL", t3="C9.1 D10.0 D12.0")) == 60


@rule_1888("VIII.3.6.4", "VIII.3.6.14")
@pytest.mark.parametrize(
    ("train", "longest", "earned", "too_long"),
    [
        ("2", "C9.1 D10.0", 50, "C9.1 D10.0 D12.0"),
        ("3", "C9.1 D10.0 D12.0", 60 + 30, "C9.1 D10.0 D12.0 C13.0"),
        ("4", "C9.1 D10.0 D12.0 C13.0", 80 + 30, "C9.1 D10.0 D12.0 C13.0 B12.0"),
        ("5", "C9.1 D10.0 D12.0 C13.0 B12.0", 90 + 30, "C9.1 D10.0 D12.0 C13.0 B12.0 B10 B8 B6.0"),
        ("6", "C9.1 D10.0 D12.0 C13.0 B12.0 B10 B8 B6.0", 100 + 30, "C9.1 D10.0 D12.0 C13.0 B12.0 B10 B8 B6.0 B4 C3.0"),
    ],
)
def test_a_train_counts_as_many_stops_as_its_number(
    edition: str, train: str, longest: str, earned: int, too_long: str
) -> None:
    """JHR adds 30 on a route that has both its home Beijing and its destination Tangshan."""
    position = tracks.on_to_datong(tracks.east_of_beijing(start(edition, "JHR", train)))
    game = position.operate("JHR", "run")
    reason = refused(game, run("JHR", **{f"t{train}": too_long}))
    assert (reason.code, reason.figures["range"]) == ("route_too_long", int(train))
    assert reason.clause == clause_in(edition, "VIII.3.6.4")
    assert revenue(game, run("JHR", **{f"t{train}": longest})) == earned


@rule_1888("VIII.3.6.5")
def test_a_diesel_runs_to_any_number_of_stops(edition: str) -> None:
    """Seven stops: 30 + 20 + 10 + 20 + 10 + 10 + 20, and the bonus of 30."""
    position = tracks.on_to_datong(tracks.east_of_beijing(start(edition, "JHR", "D")))
    game = position.operate("JHR", "run")
    assert revenue(game, run("JHR", tD="C9.1 D10.0 D12.0 C13.0 B12.0 B10 B8 B6.0 B4 C3.0")) == 150
    assert game.definition.trains["D"].range is None


@rule_1888("VIII.3.6.6")
def test_the_length_of_track_between_stops_is_no_matter(edition: str) -> None:
    """A 2-train goes from Beijing to Taiyuan E3 over three hexes without a stop."""
    position = start(edition, "JZR", "2").tile("C7", "8", 4).tile("D6", "8", 1).tile("D4", "8", 4).tile("E3", "57", 0)
    assert revenue(position.operate("JZR", "run"), run("JZR", t2="C9.0 C7 D6 D4 E3.0")) == 50


@rule_1888("VIII.3.6.7")
def test_no_stop_on_the_way_is_left_out(edition: str) -> None:
    """A 2-train cannot pass Tianjin unseen on its way from Beijing to Tangshan, nor a 3-train the town of Tangshan."""
    game = tracks.east_of_beijing(start(edition, "JHR", "2")).operate("JHR", "run")
    reason = refused(game, run("JHR", t2="C9.1 D10 D12.0"))
    assert reason.code == "route_skips_stop"
    assert reason.clause == clause_in(edition, "VIII.3.6.7")
    game = tracks.east_of_beijing(start(edition, "JHR", "3")).operate("JHR", "run")
    assert refused(game, run("JHR", t3="C9.1 D10.0 D12 C13.0")).code == "route_skips_stop"


@rule_1888("VIII.3.6.8")
def test_an_offboard_area_comes_once_in_a_route_though_it_has_two_hexes(edition: str) -> None:
    """Both hexes of Baotou are one place: A1 - B2 - C3 - A3 would call there twice."""
    position = tracks.baotou_to_datong(start(edition, "JZR", "4").token("JZR", "C3"))
    game = position.operate("JZR", "run")
    reason = refused(game, run("JZR", t4="A1.0 B2.0 C3.0 B4 A3.0"))
    assert reason.code == "route_stop_twice"
    assert reason.clause == clause_in(edition, "VIII.3.6.8")
    assert revenue(game, run("JZR", t4="A1.0 B2.0 C3.0")) == 40 + 10 + 20


@rule_1888("VIII.3.6.9")
def test_two_towns_of_one_tile_may_be_in_one_route(edition: str) -> None:
    """Beijing - Xuanhua - Zhangjiakou, the towns on one tile: 30 + 10 + 10 and JZR's bonus of 40."""
    game = tracks.beijing_to_zhangjiakou(start(edition, "JZR", "3")).operate("JZR", "run")
    assert revenue(game, run("JZR", t3="C9.0 C7 B6.1 A7 B8 B6.0")) == 90


@rule_1888("VIII.3.6.9", "VIII.3.6.10")
@pytest.mark.parametrize(
    ("phase", "tiles", "path", "earned"),
    [
        ("3", (), "C9.0 C7 D8 D10.0 C9.1", 30 + 20 + 30),
        ("4", (("L42", 0),), "C9.0 C7 D8 D10.0 C9.3", 40 + 20 + 40),
    ],
)
def test_ex_1888_2022_11_beijing_to_beijing_until_it_is_brown(
    edition: str, phase: str, tiles: tuple[tuple[str, int], ...], path: str, earned: int
) -> None:
    """EX-1888-2022-11 and EX-1888-2021-02: yellow and green Beijing are two cities for a route."""
    position = tracks.south_of_beijing(start(edition, "JHR", phase))
    for tile, rotation in tiles:
        position.tile("C9", tile, rotation)
    assert revenue(position.operate("JHR", "run"), run("JHR", **{f"t{phase}": path})) == earned


@rule_1888("VIII.3.6.10", "VIII.3.6.8")
def test_ex_1888_2022_11_brown_beijing_is_one_city(edition: str) -> None:
    position = tracks.south_of_beijing(start(edition, "JHR", "5")).tile("C9", "L42", 0).tile("C9", "8892", 0)
    game = position.operate("JHR", "run")
    assert refused(game, run("JHR", t5="C9.0 C7 D8 D10.0 C9.0")).code == "route_stop_twice"
    assert revenue(game, run("JHR", t5="C9.0 D10.0")) == 60 + 20


@rule_1888("VIII.3.6.9", "VIII.3.6.10")
def test_ex_1888_2022_11_both_cities_of_a_green_oo_tile(edition: str) -> None:
    """H4.0 - Zhengzhou I5 - H4.1: 40 + 40 + 40 in the green phases."""
    position = start(edition, "HJR", "3").tile("H4", "8860", 0).tile("H6", "7", 0).token("HJR", "H4", 1)
    assert revenue(position.operate("HJR", "run"), run("HJR", t3="H4.0 I5.0 H6 H4.1")) == 120


@rule_1888("VIII.3.6.11")
def test_trains_of_a_company_use_separate_track(edition: str) -> None:
    position = tracks.east_of_beijing(start(edition, "JHR", "2", "3").token("JHR", "D10"))
    game = position.operate("JHR", "run")
    reason = refused(game, run("JHR", t2="C9.1 D10.0", t3="C9.1 D10.0 D12.0"))
    assert reason.code == "route_tracks_shared"
    assert reason.clause == clause_in(edition, "VIII.3.6.11")


@rule_1888("VIII.3.6.12")
def test_routes_of_a_company_may_meet_at_a_stop(edition: str) -> None:
    """Both trains call at Tianjin, and neither uses the track of the other."""
    position = tracks.east_of_beijing(start(edition, "JHR", "2", "2").token("JHR", "D10"))
    routes = run("JHR", t2a="C9.1 D10.0", t2b="D12.0 D10.0")
    assert revenue(position.operate("JHR", "run"), routes) == 50 + 30


@rule_1888("VIII.3.6.12")
def test_routes_of_a_company_may_cross_at_a_stop(edition: str) -> None:
    """Both trains run through green Tianjin, one on to Tangshan (with the bonus of 30), the other to Qinhuangdao."""
    position = start(edition, "JHR", "3", "3").token("JHR", "D10").tile("D10", "15", 1).tile("D12", "58", 1)
    position.tile("C7", "7", 4).tile("D8", "8", 2).tile("C11", "8", 4).tile("C13", "57", 1)
    routes = run("JHR", t3a="C9.1 D10.0 D12.0", t3b="C9.0 C7 D8 D10.0 C11 C13.0")
    assert revenue(position.operate("JHR", "run"), routes) == 30 + 30 + 10 + 30 + 30 + 30 + 20


@rule_1888("VIII.3.6.13", "VIII.3.6.11")
def test_a_junction_serves_one_train_of_a_company(edition: str) -> None:
    """On D8 the tracks from Beijing C9.0 and from Baoding E7 join towards Tianjin."""
    position = start(edition, "JHR", "3", "3").token("JHR", "D10").tile("D10", "5", 1).tile("E7", "4", 0)
    game = position.tile("C7", "7", 4).tile("D8", "25", 4).operate("JHR", "run")
    both = run("JHR", t3a="D10.0 D8 C7 C9.0", t3b="D10.0 D8 E7.0")
    assert refused(game, both).code == "route_tracks_shared"
    # one of them by the junction, the other straight to Beijing C9.1
    assert revenue(game, run("JHR", t3a="D10.0 D8 C7 C9.0", t3b="C9.1 D10.0")) == 50 + 50


@rule_1888("VIII.3.6.14")
def test_the_bonus_needs_home_and_destination_on_one_route(edition: str) -> None:
    """Two trains that call at home and destination apart earn none."""
    east = tracks.east_of_beijing(start(edition, "JHR", "3"))
    game = east.operate("JHR", "run")
    assert revenue(game, run("JHR", t3="C9.1 D10.0 D12.0")) == 30 + 20 + 10 + 30
    other = tracks.east_of_beijing(start(edition, "SSL", "3").token("SSL", "D10")).operate("SSL", "run")
    assert revenue(other, run("SSL", t3="C9.1 D10.0 D12.0")) == 60
    two = tracks.east_of_beijing(start(edition, "JHR", "2", "2").token("JHR", "D10")).operate("JHR", "run")
    assert revenue(two, run("JHR", t2a="C9.1 D10.0", t2b="D10.0 D12.0")) == 80


@rule_1888("VIII.3.6.14")
def test_each_route_with_home_and_destination_has_the_bonus(edition: str) -> None:
    """Zibo to Dongying straight and by F10: 20 + 10, and 40, for either train."""
    position = start(edition, "ZDR", "2", "2").tile("G11", "5", 2).tile("F12", "3", 0).tile("F10", "7", 4)
    game = position.operate("ZDR", "run")
    assert revenue(game, run("ZDR", t2a="G11.0 F12.0", t2b="G11.0 F10 F12.0")) == 70 + 70


@rule_1888("VIII.3.6.15")
def test_the_harbour_is_the_end_of_a_route(edition: str) -> None:
    """Nothing leads on from the harbour; and if track did, by G15 to Yantai, no train might follow it."""
    onward = "H14.0 H16.0 G15 F16.0"
    position = tracks.zibo_to_harbour(start(edition, "ZDR", "4")).tile("G15", "8", 3)
    assert refused(position.operate("ZDR", "run"), run("ZDR", t4=f"G11.0 H12 {onward}")).code == "route_no_track"
    game = position.tile("H16", "3", 1).operate("ZDR", "run")
    assert refused(game, run("ZDR", t4=f"G11.0 H12 {onward}")).code == "route_through_terminal"
    assert all("H16.0" in (r.path[0], r.path[-1]) for run_ in offered(game, RunRoutes) for r in run_.routes)


@rule_1888("VIII.3.6.16")
def test_the_harbour_takes_nothing_from_the_range(edition: str) -> None:
    """A 2-train runs Zibo - Qingdao - harbour; three ordinary stops are too many for it."""
    game = tracks.zibo_to_harbour(start(edition, "ZDR", "2")).operate("ZDR", "run")
    assert revenue(game, run("ZDR", t2="G11.0 H12 H14.0 H16.0")) == 20 + 20 + 10
    position = tracks.zibo_to_harbour(start(edition, "ZDR", "2")).tile("F10", "7", 5).tile("G9", "57", 0)
    longer = refused(position.operate("ZDR", "run"), run("ZDR", t2="G9.0 F10 G11.0 H12 H14.0 H16.0"))
    assert (longer.code, longer.figures["stops"]) == ("route_too_long", 3)


@rule_1888("VIII.3.6.17", "VIII.3.6.16")
def test_ex_1888_2022_10_a_2_train_from_a_token_to_the_harbour(edition: str) -> None:
    """EX-1888-2022-10 and EX-1888-2021-02: Qingdao with a token, and the harbour: 20 + 10."""
    position = start(edition, "ZDR", "2").token("ZDR", "H14").tile("H14", "57", 1)
    assert revenue(position.operate("ZDR", "run"), run("ZDR", t2="H14.0 H16.0")) == 30


@rule_1888("VIII.3.6.17", "VIII.3.6.3", "VIII.2.3", "VIII.3.5.2")
def test_a_run_to_the_harbour_needs_a_token_too(edition: str) -> None:
    position = start(edition, "ZDR", "2").tile("H14", "57", 1)
    assert refused(position.operate("ZDR", "run"), run("ZDR", t2="H14.0 H16.0")).code == "route_no_token"


@rule_1888("VIII.3.6.18", "VIII.3.6.19", "VIII.3.7.10")
def test_ex_1888_2022_09_a_2_train_from_datong_to_the_mountain(edition: str) -> None:
    """EX-1888-2022-09 and EX-1888-2021-01: 40 from the bank to the treasury, and only Datong's 20 to divide."""
    position = start(edition, "JZR", "2").cash(JZR=0, Ann=100).token("JZR", "C3").tile("C5", "L41", 1)
    game = position.tile("C3", "5", 4).operate("JZR", "run")
    assert revenue(game, run("JZR", t2="C3.0 C5.0")) == 20
    bank = game.state.bank
    plays(game, Dividend("JZR", "pay"))
    assert game.state.cash["JZR"] == 40
    assert game.state.cash["Ann"] == 100 + 12
    assert game.state.bank == bank - 40 - 12


@rule_1888("VIII.3.6.19", "VIII.3.6.4")
def test_ex_1888_2022_09_the_mountain_is_one_of_the_two_stops(edition: str) -> None:
    """Datong - Heng Shan - Xuanhua is a stop too many for a 2-train."""
    game = tracks.heng_shan(start(edition, "JZR", "2").token("JZR", "C3")).operate("JZR", "run")
    assert refused(game, run("JZR", t2="C3.0 C5.0 B6.1")).code == "route_too_long"


@rule_1888("VIII.3.6.18")
def test_a_route_may_go_on_through_the_mountain(edition: str) -> None:
    """Baotou - Datong - Heng Shan - Xuanhua, a 4-train: 40 + 20 + 10, and 40 for the treasury."""
    game = tracks.heng_shan(start(edition, "JZR", "4").token("JZR", "C3")).operate("JZR", "run")
    through = run("JZR", t4="A3.0 B4 C3.0 C5.0 B6.1")
    beyond = run("JZR", t4="A3.0 B4 C3.0 C5.0 D6 E5.0")
    assert refused(game, through).code == "not_the_best_run"
    assert revenue(game, beyond) == 40 + 20 + 20
    plays(game, Dividend("JZR", "pay"))
    assert game.state.cash["JZR"] == 40


@rule_1888("VIII.3.6.20")
def test_several_trains_may_call_at_the_mountain_on_separate_track(edition: str) -> None:
    """One 2-train from Datong, one from Shijiazhuang by D6: 20 + 20, and twice 40 for the treasury."""
    position = start(edition, "JZR", "2", "2").token("JZR", "C3").token("JZR", "E5").tile("C3", "5", 4)
    position.tile("C5", "L41", 1).tile("D6", "8", 0).tile("E5", "57", 0)
    game = position.operate("JZR", "run")
    shared = run("JZR", t2a="C3.0 C5.0", t2b="C3.0 C5.0")
    assert refused(game, shared).code == "route_tracks_shared"
    assert revenue(game, run("JZR", t2a="C3.0 C5.0", t2b="E5.0 D6 C5.0")) == 40
    plays(game, Dividend("JZR", "pay"))
    assert game.state.cash["JZR"] == 80
