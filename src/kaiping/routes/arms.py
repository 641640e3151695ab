"""Routes through a token as pairs of arms: ways out of the token that share neither stops nor track."""

from __future__ import annotations

from collections.abc import Container
from typing import NamedTuple

from kaiping.routes import counts
from kaiping.routes.country import Arc, Country, Ride, Slot
from kaiping.routes.network import point

#: with more arms, or more routes of one train to choose from, another method is better
MOST_ARMS = 6_000
MOST_ROUTES = 10_000

#: score, what it uses up of a range, bits of its track, bits of its places (later of special ones only), number of the
#: arm that it prolongs, and its last arc
_Arm = tuple[int, int, int, int, int, Arc | None]


class TooMany(Exception):
    """The network is too dense for its routes to be listed; another method must do."""


class Candidate(NamedTuple):
    """A route that a train could run: two arms of one token, the second perhaps empty."""

    score: int
    #: bits of its track, as the country numbers it
    mask: int
    arms: Arms | None
    one: int
    other: int

    def path(self) -> tuple[str, ...]:
        """The points of the route; none for a train that stays at home."""
        return () if self.arms is None else self.arms.path(self.one, self.other)

    def ride(self) -> Ride:
        """The route with its stops and its track."""
        if self.arms is None:
            return Ride()
        arcs = self.arms.arcs(self.one, self.other)
        stops = (self.arms.token, *(arc[1] for arc in arcs))
        return Ride(self.path(), stops, tuple(arc[5].mask for arc in arcs))


class Along(NamedTuple):
    """What lies on an arm, its token left out."""

    #: what its stops are worth, the dearest first
    values: tuple[int, ...]
    #: the dearest of its stops with a token of the company; -1 where there is none
    token: int
    #: bits of its places
    places: int
    #: what the fees on the way take off its score
    toll: int


#: a train that stays at home
HOME = Candidate(0, 0, None, 0, 0)


class Arms:
    """All ways out of one token that avoid the tokens before it, for trains up to some range.

    Arms are numbered by falling score, the empty arm among them. A set of arms is a number with a bit for each, so
    that the best partner of an arm is the lowest bit among those that share no stop and no track with it.
    """

    __slots__ = (
        "_along",
        "_apart",
        "_arms",
        "_by_depth",
        "_empty",
        "_kinds",
        "_on_place",
        "_on_track",
        "_open_to",
        "_rank",
        "country",
        "token",
        "uses",
    )

    def __init__(self, country: Country, token: int, barred: Container[int], limit: int | None) -> None:
        self.country = country
        self.token = token
        self.uses = country.problem.count(token)
        grown = self._grown(barred, limit)
        order = sorted(range(len(grown)), key=lambda index: -grown[index][0])
        #: number of each arm, shorter arms first, so that an arm comes after the one it prolongs
        self._rank = rank = [0] * len(grown)
        for position, index in enumerate(order):
            rank[index] = position
        self._empty = rank[0]
        special = country.special
        self._arms: list[_Arm] = []
        #: the set of arms for each set of special places that an arm calls at, the token's own among them
        self._kinds: dict[int, int] = {}
        for position, index in enumerate(order):
            score, depth, mask, places, parent, arc = grown[index]
            key = places & special
            self._arms.append((score, depth, mask, key, rank[parent], arc))
            if special:
                self._kinds[key] = self._kinds.get(key, 0) | 1 << position
        everything = (1 << len(order)) - 1
        if not special:
            self._kinds[0] = everything
        self._on_place, self._on_track = self._index()
        self._apart: dict[int, int] = {self._empty: everything}
        self._along: dict[int, Along] = {self._empty: Along((), -1, 0, 0)}
        #: the set of arms for what an arm uses up of a range
        self._by_depth: dict[int, int] = {}
        #: the set of arms that use up no more than a limit
        self._open_to: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self._arms)

    def _grown(self, barred: Container[int], limit: int | None) -> list[_Arm]:
        """The arms, shorter ones first."""
        closed, arcs, most = self.country.problem.closed, self.country.arcs, MOST_ARMS * self.country.patience
        if barred:
            arcs = {stop: [arc for arc in out if arc[1] not in barred] for stop, out in arcs.items()}
        grown: list[_Arm] = [(0, 0, 0, self.country.problem.network.places[self.token], 0, None)]
        if not counts.within(self.uses, limit):
            return grown
        guard = counts.GUARD
        full = 0 if limit is None else limit - self.uses | guard  # ``counts.within``, written out
        for index, (score, depth, mask, places, _, last) in enumerate(grown):  # grows meanwhile
            if last is None:
                at = self.token
            else:
                at = last[1]
                if closed >> at & 1:
                    continue
            for arc in arcs[at]:
                if arc[0] & mask or arc[2] & places:
                    continue
                further = depth + arc[4]
                if limit is None or full - further & guard == guard:
                    grown.append((score + arc[3], further, mask | arc[0], places | arc[2], index, arc))
            if len(grown) > most:
                raise TooMany
        return grown

    def _index(self) -> tuple[dict[int, int], dict[int, int]]:
        """For each place, and each arc that shares track with others, the set of arms on which it lies."""
        shared = self.country.shared
        below = [1 << number for number in range(len(self._arms))]
        places: dict[int, int] = {}
        tracks: dict[int, int] = {}
        for number in reversed(self._rank):
            _, _, _, _, parent, arc = self._arms[number]
            if arc is None:
                break
            here = below[number]
            below[parent] |= here
            places[arc[2]] = places.get(arc[2], 0) | here
            mask = arc[0]
            if mask & shared:  # otherwise whoever uses the track calls at its end as well
                tracks[mask] = tracks.get(mask, 0) | here
        return places, tracks

    def gather(self, sets: dict[int, int], on_track: dict[int, int]) -> None:
        """Add to each piece of track the sets that belong to the arms on which it lies."""
        for number in reversed(self._rank):
            here = sets.get(number)
            if here is None:
                continue
            _, _, _, _, parent, arc = self._arms[number]
            if arc is None:
                break
            sets[parent] = sets.get(parent, 0) | here
            mask = arc[0]
            while mask:
                low = mask & -mask
                mask ^= low
                on_track[low] = on_track.get(low, 0) | here

    def apart(self, number: int) -> int:
        """The set of arms that share no stop and no track with an arm."""
        found = self._apart.get(number)
        if found is None:
            _, _, _, _, parent, arc = self._arms[number]
            assert arc is not None
            clash = self._on_place[arc[2]]
            mask = arc[0]
            if mask & self.country.shared:
                for other, users in self._on_track.items():
                    if other & mask:
                        clash |= users
            found = self._apart[number] = self.apart(parent) & ~clash
        return found

    def routes(self, slot: Slot, least: int, *, used: int = 0, only_best: bool = False) -> list[Candidate]:
        """Routes that score at least so much, as is asked of the train, off the track used.

        With ``only_best`` just one, of the highest score. What a train counts that leaves stops out is not looked at.
        """
        arms, base, limit = self._arms, self.country.scores[self.token], slot.limit
        if not counts.within(self.uses, limit):
            return []
        most = sum(amount for _, _, amount, _ in self.country.bonuses)
        if limit is not None:
            limit -= self.uses
        open_arms = self._open(limit, used)
        pairings: dict[tuple[int, int, bool], list[tuple[int, int]]] = {}
        closed = bool(self.country.problem.closed >> self.token & 1)
        found: list[Candidate] = []
        for one, (score, depth, mask, key, _, _) in enumerate(arms):
            wanted = least - base - score
            if score + most < wanted:  # the other arm comes later, so it scores no more
                break
            if not open_arms >> one & 1:
                continue
            if limit is None:
                depth = 0
            ends = closed and one != self._empty  # a route ends at a token in a terminal
            partners = pairings.get((key, depth, ends))
            if partners is None:
                left = open_arms if limit is None else open_arms & self._open(limit - depth, 0)
                if ends:
                    left &= 1 << self._empty
                partners = pairings[key, depth, ends] = self._partners(key, left, slot)
            apart = self._apart.get(one) or self.apart(one)
            for bonus, members in partners:
                others = (members & apart) >> one + 1
                while others:
                    low = others & -others
                    other = one + low.bit_length()
                    gain = arms[other][0] + bonus
                    if gain < wanted:
                        break
                    candidate = Candidate(base + score + gain, mask | arms[other][2], self, one, other)
                    if only_best:
                        least = candidate.score + 1
                        wanted = gain + 1
                        found = [candidate]
                        break
                    found.append(candidate)
                    others ^= low
            if len(found) > MOST_ROUTES * self.country.patience:
                raise TooMany
        return found

    def _open(self, limit: int | None, used: int) -> int:
        """The set of arms that use up no more range than the limit and keep off the track used."""
        if used:
            return _bits([not arm[2] & used for arm in self._arms]) & self._open(limit, 0)
        if limit is None:
            return (1 << len(self._arms)) - 1
        found = self._open_to.get(limit)
        if found is None:
            if not self._by_depth:
                by_depth: dict[int, int] = {}
                bit = 1
                for arm in self._arms:
                    by_depth[arm[1]] = by_depth.get(arm[1], 0) | bit
                    bit <<= 1
                self._by_depth = by_depth
            found = 0
            for depth, members in self._by_depth.items():
                if counts.within(depth, limit):
                    found |= members
            self._open_to[limit] = found
        return found

    def _partners(self, key: int, open_arms: int, slot: Slot) -> list[tuple[int, int]]:
        """Sets of arms that may join an arm of that kind, each with the bonus that both earn together."""
        country = self.country
        partners = []
        for other, members in self._kinds.items():
            members &= open_arms
            both = key | other
            if not members or both & slot.must != slot.must:
                continue
            if slot.calls is None or (both & country.calls).bit_count() == slot.calls:
                partners.append((country.bonus(both, once=slot.once), members))
        return partners

    def arcs(self, one: int, other: int) -> list[Arc]:
        """The arcs of the route that two arms make."""
        arcs: list[Arc] = []
        for number in (one, other):
            while number != self._empty:
                _, _, _, _, number, arc = self._arms[number]
                assert arc is not None
                arcs.append(arc)
        return arcs

    def stops(self, one: int, other: int) -> list[int]:
        """The stops of the route that two arms make."""
        return [self.token, *(arc[1] for arc in self.arcs(one, other))]

    def along(self, number: int) -> Along:
        """What lies on an arm."""
        found = self._along.get(number)
        if found is None:
            _, _, _, _, parent, arc = self._arms[number]
            assert arc is not None
            before, problem, stop = self.along(parent), self.country.problem, arc[1]
            value = problem.values[stop]
            found = self._along[number] = Along(
                values=tuple(sorted((*before.values, value), reverse=True)),
                token=max(before.token, value if problem.tokens >> stop & 1 else -1),
                places=before.places | problem.network.places[stop],
                toll=before.toll + self.country.scores[stop] - arc[3],
            )
        return found

    def path(self, one: int, other: int) -> tuple[str, ...]:
        """The points of the route that two arms make."""
        ids = self.country.problem.network.ids
        return (*self._inward(one), point(ids[self.token]), *reversed(self._inward(other)))

    def _inward(self, number: int) -> list[str]:
        """The points of an arm from its end, without the token."""
        points: list[str] = []
        while number != self._empty:
            _, _, _, _, number, arc = self._arms[number]
            assert arc is not None
            points += [point(self.country.problem.network.ids[arc[1]]), *reversed(arc[5].hexes)]
        return points


def _bits(flags: list[bool]) -> int:
    """A number with a bit for each flag."""
    return int("".join(["1" if flag else "0" for flag in reversed(flags)]), 2)
