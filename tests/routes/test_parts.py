"""Parts of the program for dense networks beside plainer ways to the same."""

from __future__ import annotations

import random

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kaiping.routes.country import Country, Slot, union
from kaiping.routes.cuts import Capacities, near_side
from kaiping.routes.middles import Middles, Prices
from kaiping.routes.packing import Lister
from kaiping.routes.parity import Parity
from kaiping.routes.train_flow import edges_of
from tests.routes.positions import Drawn, drawn

ALL = ("1888", "1880", "1890")

some = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


@some
@given(drawn(most_tiles=12, titles=ALL), st.integers(0, 1_000))
def test_routes_by_their_middle_are_all_routes(position: Drawn, seed: int) -> None:
    what = position.problem
    country = Country(what)
    edges = edges_of(country)
    slots = [slot for train in what.trains if (slot := Slot(train.limit, train.counted)).limit is not None]
    middles = Middles(country, edges, slots)
    free = Prices(np.zeros(len(edges)), np.zeros(len(what.network.ids)), 0.0)
    pieces = random.Random(seed).sample(edges, min(2, len(edges)))
    used = union(country.masks[segment.mask] for _, _, segment in pieces)
    for slot in slots:
        lister = Lister(country, slot.limit)
        listed = {
            (frozenset(ride.stops), frozenset(ride.track)): candidate.score // country.scale
            for candidate in lister.routes(slot, country.scale)
            for ride in (candidate.ride(),)
        }
        ways = middles.ways(slot, free, 1)
        assert {(frozenset(way.ride.stops), frozenset(way.ride.track)): way.revenue for way in ways} == listed
        best, ride = lister.best(slot, used=used), middles.best_off(slot, used)
        assert best is not None
        if ride is None:
            assert best.score < country.scale
        else:
            assert not used & union(country.masks[mask] for mask in ride.track)
            assert listed[frozenset(ride.stops), frozenset(ride.track)] == best.score // country.scale


@some
@given(st.integers(0, 10_000))
def test_a_stop_that_is_joined_stands_for_an_end(seed: int) -> None:
    """Stops with as much flow as is wanted may be sinks for all that want no more: the cuts are the same."""
    rng = random.Random(seed)
    nodes = range(rng.randint(2, 9))
    capacities: Capacities = {node: {} for node in nodes}
    for _ in range(rng.randint(1, 18)):
        one, other = rng.sample(nodes, 2)
        capacities[one][other] = capacities[other][one] = rng.choice((0.25, 0.5, 1.0))
    joined = {0}
    wanted = {node: rng.choice((0.4, 0.9, 1.4, 1.9)) for node in nodes if node}
    for node in sorted(wanted, key=lambda node: -wanted[node]):
        plain = near_side(capacities, node, {0}, wanted[node])
        assert near_side(capacities, node, joined, wanted[node]) == plain
        if plain is None:
            joined.add(node)


@some
@given(drawn(most_tiles=12, titles=ALL), st.integers(0, 1_000))
def test_no_cut_on_parity_is_passed_over(position: Drawn, seed: int) -> None:
    """What the sums of arrays leave out breaks no cut, and what they let through does."""
    country = Country(position.problem)
    edges = edges_of(country)
    parity, rng = Parity(country, edges), random.Random(seed)
    used = np.array([rng.choice((0.0, 0.0, 0.5, 1.0)) for _ in edges])
    ends = {stop: rng.choice((0.0, 0.0, 0.25)) for stop in country.stops}
    if not edges:
        assert parity.cuts(used, ends) == []
        return
    sides, over = parity._crossings
    crossings = np.bincount(sides, weights=used[over]).astype(np.float64)
    found = {part for parts in parity._hopeful(crossings, ends) for part in parts}
    for number, part in enumerate(parity._fixed.parts):
        pair = number - len(parity._around)
        if pair < 0 or crossings[parity._fixed.between[pair]] > 0:
            assert (part in found) == (parity._cut(part, crossings.tolist(), ends) is not None)
