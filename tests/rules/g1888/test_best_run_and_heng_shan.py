"""The duty to claim the best run where Heng Shan can be called at (2022 VIII.3.7.7, 2021 VII.3.7.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import pytest

from kaiping.action import Route, RunRoutes
from kaiping.board.track import shape_at
from kaiping.game import Game
from kaiping.routes.check import fault, incomes
from tests.rules.books import clause_in, rule_1888
from tests.rules.g1888 import tracks
from tests.rules.g1888.positions import Position, offered, plays, refused
from tests.rules.g1888.tracks import run

#: Datong C3 (20), Heng Shan C5, Baotou A3 (40), Hohhot B2 (10)
TO_MOUNTAIN, TO_BAOTOU, ALL_THREE = "C3.0 C5.0", "C3.0 B4 A3.0", "C5.0 C3.0 B4 A3.0"


def at_datong(edition: str, *trains: str, options: Sequence[str] = ()) -> Game:
    """JZR with a token in Datong (20) between Heng Shan and Baotou (40)."""
    position = Position(edition, privates="Cy", options=options).company("JZR", Ann=60, trains=trains)
    return tracks.mountain_or_baotou(position.phase(max(trains)).token("JZR", "C3")).operate("JZR", "run")


def by_hohhot(edition: str, options: Sequence[str] = ()) -> Game:
    """The same with Hohhot (10) in place of Baotou, and a 2-train."""
    position = Position(edition, privates="Cy", options=options).company("JZR", Ann=60, trains=("2",)).phase("2")
    position.token("JZR", "C3").tile("C3", "6", 2).tile("B2", "4", 2).tile("C5", "L41", 1)
    return position.operate("JZR", "run")


@rule_1888("VIII.3.7.7", "VIII.3.6.19", in_2021=("VII.3.7.6",))
def test_the_mountain_may_be_preferred_to_a_dearer_stop(edition: str) -> None:
    """Datong - Heng Shan for 20 and 40 in the treasury, though Datong - Baotou makes 60; or the other way round."""
    listed = offered(at_datong(edition, "2"), RunRoutes)
    assert {frozenset(claim.routes[0].stops) for claim in listed} == {
        frozenset({"C3.0", to}) for to in ("A3.0", "C5.0")
    }
    plays(at_datong(edition, "2"), run("JZR", t2=TO_MOUNTAIN))
    plays(at_datong(edition, "2"), run("JZR", t2=TO_BAOTOU))


@rule_1888("VIII.3.7.7", in_2021=("VII.3.7.6",))
def test_a_cheaper_stop_may_be_preferred_to_the_mountain(edition: str) -> None:
    """Datong - Hohhot (10) instead of Heng Shan (40)."""
    for path in ("C3.0 B2.0", "C3.0 C5.0"):
        plays(by_hohhot(edition), run("JZR", t2=path))


@rule_1888("VIII.3.7.7", "VIII.3.7.5", in_2021=("VII.3.7.6", "VII.3.7.5"))
def test_a_run_is_refused_if_another_has_as_much_and_calls_more_often(edition: str) -> None:
    """A 3-train that calls at Heng Shan and Datong has a stop left for Baotou, and one to Baotou for Heng Shan."""
    game = at_datong(edition, "3")
    reason = refused(game, run("JZR", t3=TO_MOUNTAIN))
    exception = {"2022": "1888-2022:VIII.3.7.7", "2021": "1888-2021:VII.3.7.6"}[edition]
    assert (reason.code, reason.clause, reason.figures["best"]) == ("not_the_best_run", exception, 60)
    reason = refused(game, run("JZR", t3=TO_BAOTOU))
    assert (reason.code, reason.clause) == ("run_beaten", exception)
    assert (reason.figures["calls"], reason.figures["most"]) == (0, 1)
    plays(game, run("JZR", t3=ALL_THREE))


@rule_1888("VIII.3.1.6", "VIII.3.7.7")
def test_the_mountain_is_no_excuse_to_stay_at_home(edition: str) -> None:
    """It could be called at, or left for Hohhot; not to run at all is neither."""
    reason = refused(by_hohhot(edition), RunRoutes("JZR", ()))
    assert (reason.code, reason.clause) == ("must_run", clause_in(edition, "VIII.3.1.6"))


@rule_1888("VIII.3.7.7", in_2021=("VII.3.7.6",))
def test_no_train_stays_at_home_that_could_earn(edition: str) -> None:
    """Two 2-trains from Datong, one to Heng Shan and one to Baotou; either alone is less of one and more of nothing."""
    game = at_datong(edition, "2", "2")
    for path in (TO_MOUNTAIN, TO_BAOTOU):
        assert refused(game, run("JZR", t2=path)).code in ("not_the_best_run", "run_beaten")
    plays(game, run("JZR", t2a=TO_MOUNTAIN, t2b=TO_BAOTOU))


@rule_1888("VIII.3.7.5")
def test_without_the_mountain_the_clause_on_the_highest_total_is_cited(edition: str) -> None:
    position = Position(edition, privates="Cy").company("JZR", Ann=60, trains=("2",)).phase("2").token("JZR", "C3")
    game = position.tile("C3", "6", 2).tile("B4", "8", 0).tile("B2", "4", 2).operate("JZR", "run")
    assert game.why_not(run("JZR", t2="C3.0 B2.0")) is None
    position = Position(edition, privates="Cy").company("JZR", Ann=60, trains=("2",)).phase("2").token("JZR", "C3")
    game = tracks.baotou_to_datong(position).operate("JZR", "run")
    reason = refused(game, run("JZR", t2="C3.0 B2.0"))
    assert (reason.code, reason.clause) == ("not_the_best_run", clause_in(edition, "VIII.3.7.5"))


def test_heng_shan_last_keeps_the_dividend_first() -> None:
    """The option of 2021: 60 by Baotou is the only dividend for a 2-train, with a 3-train the mountain is free."""
    option = ("heng-shan-last",)
    reason = refused(at_datong("2021", "2", options=option), run("JZR", t2=TO_MOUNTAIN))
    assert (reason.code, reason.clause) == ("not_the_best_run", "1888-2021:VII.3.7.6")
    plays(at_datong("2021", "2", options=option), run("JZR", t2=TO_BAOTOU))
    for path in (ALL_THREE, TO_BAOTOU):
        plays(at_datong("2021", "3", options=option), run("JZR", t3=path))
    assert refused(at_datong("2021", "3", options=option), RunRoutes("JZR", ())).code == "must_run"


def ways(game: Game) -> Iterator[tuple[str, ...]]:
    """Every way from a stop to a stop along the track, hex by hex, as the points of a route."""
    printed, tiles, board = game.definition.map, game.definition.tiles, game.state.board

    def leave(path: tuple[str, ...], hex_id: str, edge: int) -> Iterator[tuple[str, ...]]:
        other = printed.neighbours[hex_id][edge]
        if other is None or len(path) > 9:
            return
        for end in shape_at(printed, tiles, board, other).by_edge[(edge + 3) % 6]:
            if end >= 6:
                yield from call((*path, f"{other}.{end - 6}"), other, end - 6)
            elif other not in path:
                yield from leave((*path, other), other, end)

    def call(path: tuple[str, ...], hex_id: str, stop: int) -> Iterator[tuple[str, ...]]:
        if path[-1] in path[:-1]:
            return
        if len(path) > 1:
            yield path
        for end in shape_at(printed, tiles, board, hex_id).by_stop[stop]:
            if end < 6:
                yield from leave(path, hex_id, end)

    for hex_id in printed.hexes:
        for stop in range(len(shape_at(printed, tiles, board, hex_id).stops)):
            yield from call((f"{hex_id}.{stop}",), hex_id, stop)


@rule_1888("VIII.3.7.7", "VIII.3.7.5", "VIII.3.1.6", in_2021=("VII.3.7.6",))
@pytest.mark.parametrize("trains", [("2",), ("3",), ("4",), ("2", "2"), ("2", "3")])
def test_exactly_what_no_run_beats_may_be_claimed(edition: str, trains: tuple[str, ...]) -> None:
    """All runs there are, tried one by one; what is listed is one of each revenue and number of calls."""
    position = Position(edition, privates="Cy").company("JZR", Ann=60, trains=trains).phase(max(trains))
    game = tracks.heng_shan(position.token("JZR", "C3").token("JZR", "E5")).operate("JZR", "run")
    what, paths = game.running("JZR"), list(ways(game))
    worth: dict[RunRoutes, tuple[int, int]] = {}
    for chosen in product([None, *paths], repeat=len(trains)):
        routes = tuple(Route(train, path) for train, path in zip(trains, chosen, strict=True) if path is not None)
        if fault(what, routes) is None:
            calls = sum(route.stops.count("C5.0") for route in routes)
            worth[RunRoutes("JZR", routes)] = (sum(income.revenue for income in incomes(what, routes)), calls)
    found = set(worth.values())
    beaten = {one for one in found if any(one != other and min(map(int.__sub__, other, one)) >= 0 for other in found)}
    assert (0, 0) in beaten
    for claim, one in worth.items():
        assert (game.why_not(claim) is None) == (one not in beaten), (claim, one)
    listed = [worth[claim] for claim in offered(game, RunRoutes)]
    assert sorted(listed) == sorted(found - beaten)
