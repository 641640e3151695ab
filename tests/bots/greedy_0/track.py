"""Track and tokens: lays and stations that raise the company's own best run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

from kaiping.action import AnyAction, LayTile, PlaceToken
from kaiping.board.board import Board
from kaiping.board.map import Map
from kaiping.board.reach import reach
from kaiping.board.tile import StopKind
from kaiping.definition import Definition
from kaiping.flow.operating.connections import token_owner
from kaiping.flow.operating.station import next_cost
from kaiping.ledger import lay_cost
from tests.bots.greedy_0.outlook import Outlook, earned

#: lays that are looked at closely in one turn
MOST_LAYS = 24
#: trains by which a company's present network is judged, and the range of the one that stands for its future
MOST_TRAINS, FUTURE_RANGE = 2, 5
#: weights of a run with that train, and of track that leads towards new places
LATER, AHEAD = 1.5, 0.5


def prospects(look: Outlook, company: str, actions: Sequence[AnyAction]) -> Iterator[float]:
    """What each action makes the board worth more to a company."""
    limited = [name for name, kind in look.definition.trains.items() if kind.range is not None]
    longest = limited[-1]
    planned = [name if name in limited else longest for name in look.planned_trains(company)]
    trains = tuple(planned[-MOST_TRAINS:])
    later = (next((name for name in limited if look.definition.trains[name].range == FUTURE_RANGE), longest),)

    def prospect(now: int, then: int, board: Board) -> float:
        """By its run now, with a longer train, and by where its track leads."""
        return look.rounds * now + LATER * then + AHEAD * leading(look.definition, board, company)

    before = prospect(look.value(company, trains), look.value(company, later), look.state.board)
    for gain in look.game.gains(actions, company, trains, comparison=look.comparison).values():
        then = gain.run if later == trains else look.comparison.best_run(gain.after.running(company, later))
        yield prospect(earned(gain.run), earned(then), gain.after.board) - before


def leading(definition: Definition, board: Board, company: str) -> float:
    """The places that a company reaches, and those to which open ends of its track are near."""
    found = reach(definition.map, definition.tiles, board, token_owner(definition, company))
    reached = {hex_id for hex_id, _ in found.stops}
    near: dict[str, float] = {}
    for hex_id in found.edges:
        if hex_id not in board.tiles:
            for target, distance, worth in places_near(definition.map, hex_id):
                if target not in reached:
                    near[target] = max(near.get(target, 0.0), worth / (2 + distance))
    whole = sum(worth_of(definition.map, hex_id) for hex_id in reached)
    return whole + sum(sorted(near.values(), reverse=True)[:3])


def worth_of(printed: Map, hex_id: str) -> float:
    """What the places of a hex may be worth one day."""
    stops = printed.hexes[hex_id].stops
    return 20.0 if all(stop.kind is StopKind.TOWN for stop in stops) else 60.0


@cache
def places_near(printed: Map, start: str) -> tuple[tuple[str, int, float], ...]:
    """Places within a few hexes of an empty one: hex, distance over land, and what it may be worth one day."""
    found: list[tuple[str, int, float]] = []
    seen, ring = {start}, [start]
    for distance in range(4):
        following = []
        for hex_id in ring:
            here = printed.hexes[hex_id]
            if here.stops:
                found.append((hex_id, distance, worth_of(printed, hex_id)))
            if not here.buildable:
                continue
            for edge in sorted(printed.open_edges[hex_id]):
                other = printed.neighbours[hex_id][edge]
                if other is not None and other not in seen:
                    seen.add(other)
                    following.append(other)
        ring = following
    return tuple(found)


def best_lay(look: Outlook, company: str, lays: list[LayTile], rng: Random, spare: int) -> LayTile | None:
    """The lay that does most for the company's runs, if any does something; ``spare`` is what it may cost."""
    lays = [action for action in _promising(look, lays, rng) if lay_cost(look.game, action) <= spare]
    best, most = None, 0.0
    for action, gain in zip(lays, prospects(look, company, lays), strict=True):
        gain -= lay_cost(look.game, action) / 2
        if action.private and not look.private_worth(action.private):
            gain += 1  # a power is lost unless it is used before the private closes
        if gain > most:
            best, most = action, gain
    return best


def _promising(look: Outlook, lays: list[LayTile], rng: Random) -> list[LayTile]:
    """Lays without those that differ only in name; of too many, those with stops and a few of the others."""
    tiles, different = look.definition.tiles, dict[object, LayTile]()
    for action in lays:
        track = frozenset(frozenset(pair) for pair in tiles[action.tile].shapes[action.rotation].track)
        different.setdefault((action.hex, tiles[action.tile].color, action.private, track), action)
    chosen = list(different.values())
    if len(chosen) > MOST_LAYS:
        rng.shuffle(chosen)
        chosen.sort(key=lambda action: not tiles[action.tile].stops)
    return chosen[:MOST_LAYS]


def best_token(look: Outlook, company: str, tokens: list[PlaceToken], spare: int) -> PlaceToken | None:
    """The station that raises runs by more than it costs."""
    cost = next_cost(look.table, company) or 0
    if cost > spare:
        return None
    added = dict(zip(tokens, prospects(look, company, tokens), strict=True))
    best = max(tokens, key=lambda action: added[action])
    return best if added[best] > cost else None
