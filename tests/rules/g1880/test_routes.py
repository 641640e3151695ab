"""The shape of a route: which stops it may count together, which track it and the other trains may use."""

from __future__ import annotations

from itertools import combinations

from kaiping.action import PlaceToken
from tests.rules.books import rule_1880
from tests.rules.g1880.positions import Position, earned, offered, refused, wrong_run


def running(edition: str, phase: str, company: str, *trains: str) -> Position:
    return Position(edition).phase(phase).company(company, par=80, Ann=60, cash=300, trains=trains, permits="")


def south(edition: str, phase: str, train: str) -> Position:
    """SCR in the eastern city of N12, from where track leads to Taiwan, and by O15 and P14 to Haikou and Hong Kong."""
    position = running(edition, phase, "SCR", train).tile("N12", "235", 3).tile("N12", "8862", 0)
    position.tile("N14", "8", 5).tile("O15", "8851", 2).tile("P14", "14", 2)
    return position.tile("M13", "8", 4).tile("M15", "8851", 1)


HOME = ("N12.1", "N14", "O15.0", "P14.0")


@rule_1880("X.5.16", "X.5.17", "X.5.18", in_2010=["X.5.7"])
def test_example_scr_with_a_two_plus_two_train(edition: str) -> None:
    game = south(edition, "B1", "2+2").operate("SCR", "run")
    assert game.state.board.tokens_of("SCR") == [("N12", 1)]
    assert earned(game, "SCR", ("2+2", *HOME, "Q13.0")) == 40 + 20 + 30 + 30, "two large and two small stops"
    assert wrong_run(game, "SCR", ("2+2", *HOME, "Q15.0")) == "route_too_many_large"


@rule_1880("X.5.19", "X.5.20")
def test_example_scr_with_a_three_plus_three_train(edition: str) -> None:
    path = ("N16.0", "M15.0", "M13", *HOME, "Q13.0")
    game = south(edition, "B2", "3+3").operate("SCR", "run")
    assert earned(game, "SCR", ("3+3", *path)) == 30 + 20 + 40 + 20 + 30 + 30, "two large and four small stops"
    game = south(edition, "B1", "2+2").operate("SCR", "run")
    assert wrong_run(game, "SCR", ("2+2", *path)) == "route_too_long"


@rule_1880("X.5.7")
def test_an_e_train_leaves_out_what_is_worth_least_large_or_small(edition: str) -> None:
    """Of seven stops Hong Kong is worth 10 in phase C, less than any town; Taiwan is worth 20 with P3, else nothing."""
    for owner, worth in (("Ann", 30 + 20 + 40 + 20 + 20 + 20), ("Bo", 10 + 30 + 20 + 40 + 20 + 20)):
        position = running(edition, "C3", "SCR", "6E").private("P3", owner).tile("N12", "235", 3).tile("N12", "8862", 0)
        position.tile("N14", "8", 5).tile("O15", "8851", 2).tile("P14", "14", 2)
        position.tile("M13", "9", 0).tile("L14", "5", 5).tile("M15", "8852", 2)
        path = ("Q15.0", "P14.0", "O15.0", "N14", "N12.1", "M13", "L14.0", "M15.0", "N16.0")
        assert earned(position.operate("SCR", "run"), "SCR", ("6E", *path)) == worth


@rule_1880("X.5.4", "X.5.5", in_2010=["X.5.6", "X.5.7"])
def test_example_six_stops_of_which_three_are_large(edition: str) -> None:
    large = ("H10.0", "I11", "J12.0", "K13.0")
    small = ("L14.0", "M15.0", "N16.0")
    game = inland(edition, "8852").operate("NJR", "run")
    assert earned(game, "NJR", ("3+3", *large, *small)) == 130
    assert wrong_run(game, "NJR", ("3+3", "G9.0", *large, *small)) == "route_too_long"
    assert wrong_run(game, "NJR", ("3+3", *large, "L14", *small[1:])) == "route_skips_stop"
    game = inland(edition, "57").operate("NJR", "run")
    assert wrong_run(game, "NJR", ("3+3", *large, *small)) == "route_too_many_large"


def inland(edition: str, medium: str) -> Position:
    """NJR on a line from the town of G9 by the cities of H10, J12 and K13 and the medium city of L14 to Taiwan."""
    position = running(edition, "B2", "NJR", "3+3").tile("I11", "9", 2).tile("L14", medium, 2)
    position.tile("G9", "8852", 2).tile("M15", "8852", 2)
    return position.tile("H10", "57", 2).tile("J12", "57", 2).tile("K13", "57", 2)


@rule_1880("X.10.1", "X.10.2", "X.7.11")
def test_example_the_trans_siberian_line(edition: str) -> None:
    path = ("A3.0", "A5.0", "A7.0", "A9", "A11", "A13", "B14.0", "A15.0")
    for train, phase, result in (
        ("4", "B3", "route_too_long"),
        ("3+3", "B3", "route_too_many_large"),
        ("4+4", "C1", 40 + 20 + 20 + 20 + 30 + 50),
        ("6", "C2", 40 + 20 + 20 + 20 + 30 + 50),
    ):
        position = running(edition, phase, "BZU", train).tile("A5", "57", 1).token("BZU", "A5").tile("A7", "8852", 1)
        position.tile("A9", "9", 1).tile("A11", "9", 1).tile("A13", "8", 5).tile("B14", "5", 2)
        game = position.operate("BZU", "run")
        if isinstance(result, str):
            assert wrong_run(game, "BZU", (train, *path)) == result
        else:
            assert earned(game, "BZU", (train, *path)) == result
            assert earned(game, "BZU", (train, *path[:-1])) == result - 50 - 30


def round_beijing(edition: str, phase: str) -> Position:
    """JHU in Beijing, from where track leads by F10 and E9 back to Beijing."""
    return running(edition, phase, "JHU", "6").tile("F10", "5", 1).tile("E9", "8850", 0)


@rule_1880("X.7.7", "X.7.8", in_2010=["X.7.8"])
def test_a_route_from_beijing_to_beijing(edition: str) -> None:
    for tile, worth in ((None, 20), ("8886", 40)):
        position = round_beijing(edition, "C2")
        if tile is not None:
            position.tile("F8", tile, 0)
        game = position.operate("JHU", "run")
        stops = [f"F8.{stop}" for stop in range(6 if tile else 4)]
        east, north_east = (stops[4], stops[3]) if tile else (stops[3], stops[2])
        assert earned(game, "JHU", ("6", east, "F10.0", "E9.0", north_east)) == 2 * worth + 40


@rule_1880("X.7.9", "X.7.6")
def test_no_route_from_beijing_to_beijing_once_it_is_brown(edition: str) -> None:
    game = round_beijing(edition, "C2").tile("F8", "8886", 0).tile("F8", "8887", 0).operate("JHU", "run")
    assert wrong_run(game, "JHU", ("6", "F8.0", "F10.0", "E9.0", "F8.0")) == "route_stop_twice"
    assert earned(game, "JHU", ("6", "F8.0", "F10.0", "E9.0")) == 60 + 40


@rule_1880("X.7.7", in_2010=["X.7.8"])
def test_a_route_through_both_cities_or_towns_of_a_tile(edition: str) -> None:
    cities = running(edition, "B2", "SCR", "3+3").tile("N12", "235", 3).tile("N12", "8862", 0)
    game = cities.tile("N14", "7", 0).tile("O13", "7", 2).operate("SCR", "run")
    assert earned(game, "SCR", ("3+3", "N12.1", "N14", "O13", "N12.0")) == 80
    towns = running(edition, "B2", "SCR", "3+3").tile("N12", "235", 0)
    towns.tile("O11", "8858", 0).tile("P12", "5", 1).tile("P10", "8850", 4)
    game = towns.operate("SCR", "run")
    home = next(stop for hex_id, stop in game.state.board.tokens_of("SCR"))
    assert earned(game, "SCR", ("3+3", f"N12.{home}", "O11.1", "P12.0", "P10.0", "O11.0")) == 30 + 4 * 20


def two_ends(edition: str) -> Position:
    """CKR with tokens on P8 and P14: rings by Indochina, Q7, and by Haikou, Q13."""
    position = running(edition, "B2", "CKR", "3+3").token("CKR", "P8").token("CKR", "P14")
    position.tile("P6", "8850", 5).tile("P8", "5", 0)
    return position.tile("P12", "5", 4).tile("P14", "5", 0)


@rule_1880("X.7.10")
def test_no_distant_place_or_harbour_twice(edition: str) -> None:
    game = two_ends(edition).operate("CKR", "run")
    assert wrong_run(game, "CKR", ("3+3", "Q7.0", "P6.0", "P8.0", "Q7.0")) == "route_stop_twice"
    assert wrong_run(game, "CKR", ("3+3", "Q13.0", "P12.0", "P14.0", "Q13.0")) == "route_stop_twice"
    assert earned(game, "CKR", ("3+3", "Q7.0", "P6.0", "P8.0")) == 40 + 40


@rule_1880("X.7.13")
def test_distant_places_and_harbours_end_a_route(edition: str) -> None:
    game = two_ends(edition).operate("CKR", "run")
    assert wrong_run(game, "CKR", ("3+3", "P6.0", "Q7.0", "P8.0")) == "route_through_terminal"
    assert wrong_run(game, "CKR", ("3+3", "P12.0", "Q13.0", "P14.0")) == "route_through_terminal"


@rule_1880("X.7.18")
def test_a_route_may_use_two_tracks_of_a_tile(edition: str) -> None:
    position = running(edition, "B2", "SCR", "3+3").tile("N12", "235", 3).tile("M13", "20", 0)
    position.tile("L14", "5", 5).tile("M15", "8850", 2).tile("M11", "8", 4).tile("N10", "57", 0)
    game = position.operate("SCR", "run")
    ((_, home),) = game.state.board.tokens_of("SCR")
    loop = (f"N12.{home}", "M13", "L14.0", "M15.0", "M13", "M11", "N10.0")
    assert earned(game, "SCR", ("3+3", *loop)) == 30 + 20 + 20 + 20


@rule_1880("X.7.17")
def test_no_piece_of_track_twice(edition: str) -> None:
    """Out of a ring by the way in: the pieces differ on both junctions, but merge between them."""
    position = running(edition, "B2", "WNR", "3+3").tile("L10", "5", 5).tile("M9", "23", 0).tile("M11", "7", 1)
    position.tile("N8", "27", 3).tile("O7", "57", 0).tile("N10", "57", 1)
    game = position.operate("WNR", "run")
    ring = ("L10.0", "M11", "M9", "N8", "N10.0")
    assert earned(game, "WNR", ("3+3", *ring)) == 40
    assert wrong_run(game, "WNR", ("3+3", "O7.0", "N8", "M9", *ring)) == "route_track_twice"


@rule_1880("X.7.19", "X.7.16")
def test_a_train_leaves_a_stop_by_any_other_track(edition: str) -> None:
    position = running(edition, "C1", "NJR", "4").tile("K13", "57", 2).tile("K13", "14", 2).tile("K13", "63", 0)
    position.tile("K15", "8877", 0).tile("K15", "8879", 5)
    position.tile("J12", "57", 2).tile("J14", "8851", 2).tile("L14", "57", 2).tile("L12", "8854", 0)
    game = position.operate("NJR", "run")
    around = {"J12.0": 20, "J14.0": 20, "K15.0": 60, "L14.0": 20, "L12.0": 20}
    for one, other in combinations(around, 2):
        assert earned(game, "NJR", ("4", one, "K13.0", other)) == around[one] + 40 + around[other]
        assert wrong_run(game, "NJR", ("4", one, "K13.0", one)) == "route_stop_twice"


@rule_1880("X.7.20", "X.7.22")
def test_a_junction_is_for_one_train_in_a_turn(edition: str) -> None:
    """A crossing has room for two trains; a junction, where tracks merge, has not."""
    for tile in ("23", "20"):
        position = running(edition, "B1", "SCR", "2", "2").tile("N12", "235", 3).tile("M13", tile, 0)
        position.tile("L14", "57", 0).tile("M15", "8850", 1)
        position.tile("M11", "8", 4).tile("N10", "57", 0).token("SCR", "N10")
        game = position.operate("SCR", "run")
        straight = ("2", "N12.0", "M13", "L14.0")
        assert earned(game, "SCR", straight) == 30 + 20
        if tile == "23":
            branch = ("2", "N12.0", "M13", "M15.0")
            assert earned(game, "SCR", branch) == 30 + 20
            assert wrong_run(game, "SCR", straight, branch) == "route_tracks_shared"
        else:
            across = ("2", "M15.0", "M13", "M11", "N10.0")
            assert earned(game, "SCR", straight, across) == 50 + 40


@rule_1880("X.4.14")
def test_the_way_to_a_station_does_not_turn_back_at_a_junction(edition: str) -> None:
    """M13 joins N12 to L14 and to N10, but not L14 to N10."""
    position = running(edition, "B1", "WNR").token("WNR", "L14").tile("L14", "57", 0).tile("M13", "27", 0)
    position.tile("M11", "8", 4).tile("N10", "57", 0).tile("N12", "235", 3)
    game = position.company("SCR", par=70, Bo=60, cash=300).operate("WNR", "token")
    assert refused(game, PlaceToken("WNR", "N10", 0)).code == "city_not_reached"
    game = position.operate("SCR", "token")
    assert PlaceToken("SCR", "N10", 0) in offered(game, PlaceToken)
