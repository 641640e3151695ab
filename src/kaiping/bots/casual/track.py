"""Track and tokens: lays and stations that raise the company's own best run."""

from __future__ import annotations

from functools import cache
from typing import Any

from kaiping.action import AnyAction, LayTile, PlaceToken
from kaiping.board.board import Board
from kaiping.board.map import Map
from kaiping.board.reach import reach
from kaiping.board.tile import Shape, StopKind
from kaiping.bots.advice import Candidate
from kaiping.bots.casual.outlook import Outlook, earned
from kaiping.definition import Definition
from kaiping.flow.operating.connections import token_owner
from kaiping.flow.operating.station import next_cost
from kaiping.game import Gain
from kaiping.language import gettext_noop
from kaiping.ledger import lay_cost

#: lays and tokens that are looked at in one turn, and those whose worth for a longer train is looked at, too
MOST_LAYS, MOST_TOKENS, CLOSELY = 24, 6, 8
#: trains by which a company's present network is judged
MOST_TRAINS = 2

RUNS = gettext_noop("{company} would run for {~run}, now for {~now}")
LEADS = gettext_noop("its track would lead to more places")


class Prospects:
    """What actions make the board worth more to one company."""

    def __init__(self, look: Outlook, company: str) -> None:
        self.look, self.company = look, company
        limited = [name for name, kind in look.definition.trains.items() if kind.range is not None]
        longest = limited[-1]
        planned = [name if name in limited else longest for name in look.planned_trains(company)]
        self.trains = tuple(planned[-MOST_TRAINS:])
        kinds, ranged = look.definition.trains, look.habits.future_range
        self.later = (next((name for name in limited if kinds[name].range == ranged), longest),)
        self.rounds = min(look.habits.plan, look.rounds)
        self.now = look.value(company, self.trains)
        self._gains: dict[AnyAction, Gain] = {}

    def added(self, actions: list[AnyAction]) -> dict[AnyAction, tuple[float, int]]:
        """Action -> what it is worth to the company, and what its run would be."""
        look, found = self.look, dict[AnyAction, tuple[float, int]]()
        lead, weight = leading(look.definition, look.state.board, self.company), look.habits.longer_train
        for action, (run, leads) in self._brought(actions).items():
            found[action] = self.rounds * (run - self.now) + look.habits.leading * (leads - lead), run
        closely = sorted(found, key=lambda action: -found[action][0])[:CLOSELY]
        if self.later == self.trains:
            found = {action: (worth + weight * (run - self.now), run) for action, (worth, run) in found.items()}
        else:
            then = look.value(self.company, self.later)
            for action, run_then in self._brought_later(closely).items():
                worth, run = found[action]
                found[action] = worth + weight * (run_then - then), run
        if not look.habits.abroad:
            return found
        return {action: (found[action][0] + self._abroad(self._gain(action)), found[action][1]) for action in closely}

    def _known(self, what: str) -> dict[AnyAction, Any]:
        """What has been worked out of actions on this very board: rehearsals come by the same boards again."""
        state = self.look.state
        owned = tuple(name for name, owner in state.privates.items() if owner == self.company)
        key = (what, self.company, self.trains, self.later, self.look.table.phase.value_index, owned)
        found: dict[AnyAction, Any] = state.board.memo.setdefault(key, {})
        return found

    def _brought(self, actions: list[AnyAction]) -> dict[AnyAction, tuple[int, float]]:
        """Action -> the run after it, and what its places are worth."""
        known, look = self._known("brought"), self.look
        missing = [action for action in actions if action not in known]
        gains = look.game.gains(missing, self.company, self.trains, comparison=look.comparison) if missing else {}
        self._gains.update(gains)
        for action, gain in gains.items():
            known[action] = earned(gain.run), leading(look.definition, gain.after.board, self.company)
        return {action: known[action] for action in actions if action in known}

    def _brought_later(self, actions: list[AnyAction]) -> dict[AnyAction, int]:
        """Action -> the run after it with the train that is to come."""
        known, comparison = self._known("brought later"), self.look.comparison
        for action in actions:
            if action not in known:
                what = self._gain(action).after.running(self.company, self.later)
                known[action] = earned(comparison.best_run(what))
        return {action: known[action] for action in actions}

    def _gain(self, action: AnyAction) -> Gain:
        """What an action adds, with the position after it."""
        found = self._gains.get(action)
        if found is None:
            look = self.look
            gains = look.game.gains([action], self.company, self.trains, comparison=look.comparison)
            found = self._gains[action] = gains[action]
        return found

    def _abroad(self, gain: Gain) -> float:
        """What an action adds to the runs of other companies, or takes from them, as if this one earned it.

        It counts by how much more of a company the player has than the others have on average.
        """
        look, held, found = self.look, self.look.state.held, 0.0
        others = [player for player in look.state.players if player != look.player]
        for company in sorted(look.state.operated - {self.company}):
            trains = look.planned_trains(company)
            more = look.value(company, trains, gain.after.board) - look.value(company, trains)
            if more:
                theirs = sum(held(player, company) for player in others) / 100 / len(others)
                found += more * (look.part(company) - theirs)
        return look.habits.abroad * self.rounds * found / worthwhile(look, self.company)


def worthwhile(look: Outlook, company: str) -> float:
    """The player's part of a company; whoever leads it does not count it as nothing."""
    return max(0.1, look.part(company))


def leading(definition: Definition, board: Board, company: str) -> float:
    """The places that a company reaches, and those to which open ends of its track are near."""
    found = reach(definition.map, definition.tiles, board, token_owner(definition, company))
    reached = {hex_id for hex_id, _ in found.stops}
    near: dict[str, float] = {}
    for hex_id in found.edges:
        if hex_id not in board.tiles:
            for target, led in _leads_to(definition.map, hex_id):
                if target not in reached and led > near.get(target, 0.0):
                    near[target] = led
    whole = sum(worth_of(definition.map, hex_id) for hex_id in reached)
    return whole + sum(sorted(near.values(), reverse=True)[:3])


@cache
def worth_of(printed: Map, hex_id: str) -> float:
    """What the places of a hex may be worth one day."""
    stops = printed.hexes[hex_id].stops
    return 20.0 if all(stop.kind is StopKind.TOWN for stop in stops) else 60.0


@cache
def _leads_to(printed: Map, start: str) -> tuple[tuple[str, float], ...]:
    """What track that leads to an empty hex is worth for each place near it."""
    return tuple([(target, worth / (2 + distance)) for target, distance, worth in places_near(printed, start)])


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


def lays(look: Outlook, company: str, actions: list[LayTile], spare: int) -> list[Candidate]:
    """Lays that do something for the company's runs; ``spare`` is what they may cost."""
    promising = [action for action in _promising(look, actions) if lay_cost(look.game, action) <= spare]
    if not promising:
        return []
    prospects, part = Prospects(look, company), worthwhile(look, company)
    found = []
    for action, (worth, run) in prospects.added(list(promising)).items():
        assert isinstance(action, LayTile)
        worth -= look.habits.ground * lay_cost(look.game, action)
        if action.private and not look.private_worth(action.private):
            worth += 1  # a power is lost unless it is used before the private closes
        if worth > 0:
            text = RUNS if run > prospects.now else LEADS
            found.append(look.candidate(action, worth * part, text, company=company, run=run, now=prospects.now))
    return found


@cache
def _track(shape: Shape) -> frozenset[frozenset[int]]:
    """What track joins, whatever it is called."""
    return frozenset(map(frozenset, shape.track))


def _promising(look: Outlook, actions: list[LayTile]) -> list[LayTile]:
    """Lays without those that differ only in name; of too many, those with stops and some of the others."""
    tiles, different = look.definition.tiles, dict[object, LayTile]()
    for action in actions:
        tile = tiles[action.tile]
        track = _track(tile.shapes[action.rotation])
        different.setdefault((action.hex, tile.color, action.private, track), action)
    chosen = list(different.values())
    if len(chosen) <= MOST_LAYS:
        return chosen
    with_stops = [action for action in chosen if tiles[action.tile].stops]
    others = [action for action in chosen if not tiles[action.tile].stops]
    room = max(MOST_LAYS - len(with_stops), MOST_LAYS // 3)
    pace = max(1, -(-len(others) // room))  # some of each hex, for those of a hex come one after the other
    return [*with_stops[: MOST_LAYS - len(others[::pace])], *others[::pace]]


def tokens(look: Outlook, company: str, actions: list[PlaceToken], spare: int) -> list[Candidate]:
    """Stations that raise runs by more than they cost."""
    cost = next_cost(look.table, company) or 0
    if cost > spare:
        return []
    printed = look.definition.map
    chosen = sorted(actions, key=lambda action: -worth_of(printed, action.hex))[:MOST_TOKENS]
    prospects, part = Prospects(look, company), worthwhile(look, company)
    found = []
    for action, (worth, run) in prospects.added(list(chosen)).items():
        if worth > look.habits.token * cost:
            text = RUNS if run > prospects.now else LEADS
            value = (worth - look.habits.ground * cost) * part
            found.append(look.candidate(action, value, text, company=company, run=run, now=prospects.now))
    return found
