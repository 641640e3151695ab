"""Routes through a token as pairs of arms: ways out of the token that share neither stops nor track."""

from __future__ import annotations

from typing import NamedTuple

from kaiping.board.board import StopId
from kaiping.routes.country import Arc, Country

#: with more arms, or more routes of one train to choose from, another method is better
MOST_ARMS = 20_000
MOST_ROUTES = 100_000

#: score, range used up, bits of its track, bits of its places (later of special ones only), number of the arm that
#: it prolongs, and its last arc
_Arm = tuple[int, int, int, int, int, Arc | None]


class TooMany(Exception):  # noqa: N818 -- no error: the search goes on by another method
    """The network is too dense for its routes to be listed."""


class Candidate(NamedTuple):
    """A route that a train could run: two arms of one token, the second perhaps empty."""

    score: int
    #: bits of its track, as the country numbers it
    mask: int
    arms: Arms | None
    one: int
    other: int


#: a train that stays at home
HOME = Candidate(0, 0, None, 0, 0)


class Arms:
    """All ways out of one token that avoid the tokens before it, for trains up to some range.

    Arms are numbered by falling score, the empty arm among them. A set of arms is a number with a bit for each, so
    that the best partner of an arm is the lowest bit among those that share no stop and no track with it.
    """

    __slots__ = ("_arms", "_clashes", "_empty", "_on_place", "_on_track", "_within", "country", "kinds", "token", "uses")

    def __init__(self, country: Country, token: int, barred: int, limit: int) -> None:
        problem = country.problem
        self.country = country
        self.token = token
        self.uses = 0 if problem.free >> token & 1 else 1
        grown = self._grown(barred, limit - self.uses)
        order = sorted(range(len(grown)), key=lambda index: -grown[index][0])
        rank = [0] * len(grown)
        for position, index in enumerate(order):
            rank[index] = position
        self._index(grown, rank)
        #: number of the empty arm
        self._empty = rank[0]
        own = problem.network.places[token]
        special = country.special
        #: the set of arms for each set of special places that an arm calls at, the token's own among them
        self.kinds: dict[int, int] = {}
        self._arms: list[_Arm] = []
        for position, index in enumerate(order):
            score, depth, mask, places, parent, arc = grown[index]
            key = (places & ~barred | own) & special
            self._arms.append((score, depth, mask, key, rank[parent], arc))
            if special:
                self.kinds[key] = self.kinds.get(key, 0) | 1 << position
        if not special:
            self.kinds[0] = (1 << len(order)) - 1
        self._clashes: dict[int, int] = {self._empty: 0}
        self._within: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self._arms)

    def _grown(self, barred: int, limit: int) -> list[_Arm]:
        """The arms, shorter ones first."""
        arcs, closed = self.country.arcs, self.country.problem.closed
        grown: list[_Arm] = [(0, 0, 0, barred | self.country.problem.network.places[self.token], 0, None)]
        if limit < 0:
            return grown
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
                if further <= limit:
                    grown.append((score + arc[3], further, mask | arc[0], places | arc[2], index, arc))
            if len(grown) > MOST_ARMS:
                raise TooMany
        return grown

    def _index(self, grown: list[_Arm], rank: list[int]) -> None:
        """For each place, and each arc that shares track with another, the set of arms on which it lies."""
        below = [1 << position for position in rank]
        places: dict[int, int] = {}
        tracks: dict[int, int] = {}
        for index in range(len(grown) - 1, 0, -1):
            _, _, _, _, parent, arc = grown[index]
            assert arc is not None
            here = below[index]
            below[parent] |= here
            places[arc[2]] = places.get(arc[2], 0) | here
            mask = arc[0]
            if mask & (mask - 1):  # one bit: the arc shares no track, and whoever uses it calls at its end
                tracks[mask] = tracks.get(mask, 0) | here
        self._on_place = places
        self._on_track = tracks

    def clash(self, number: int) -> int:
        """The set of arms that share a stop or a piece of track with an arm."""
        found = self._clashes.get(number)
        if found is None:
            _, _, _, _, parent, arc = self._arms[number]
            assert arc is not None
            found = self.clash(parent) | self._on_place[arc[2]]
            mask = arc[0]
            if mask & (mask - 1):
                for other, users in self._on_track.items():
                    if other & mask:
                        found |= users
            self._clashes[number] = found
        return found

    def within(self, limit: int) -> int:
        """The set of arms that use up no more range than that."""
        found = self._within.get(limit)
        if found is None:
            found = self._within[limit] = _bits([arm[1] <= limit for arm in self._arms])
        return found

    def routes(
        self, limit: int, least: int, *, calls: int | None, used: int = 0, only_best: bool = False
    ) -> list[Candidate]:
        """Routes that score at least so much, with that number of subsidy calls, off the track used.

        With ``only_best`` just one, of the highest score.
        """
        arms, base = self._arms, self.country.scores[self.token]
        limit -= self.uses
        most = sum(amount for _, _, amount in self.country.bonuses)
        open_arms = self.within(limit)
        if used:
            open_arms &= _bits([not arm[2] & used for arm in arms])
        pairings: dict[int, list[tuple[int, int]]] = {}
        found: list[Candidate] = []
        for one, (score, depth, mask, key, _, _) in enumerate(arms):
            wanted = least - base - score
            if score + most < wanted:  # the other arm comes later, so it scores no more
                break
            if not open_arms >> one & 1:
                continue
            partners = pairings.get(key)
            if partners is None:
                partners = pairings[key] = self._partners(key, open_arms, calls)
            clash = self.clash(one)
            for bonus, members in partners:
                others = (members & self.within(limit - depth) & ~clash) >> one + 1
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
                if len(found) > MOST_ROUTES:
                    raise TooMany
        return found

    def _partners(self, key: int, open_arms: int, calls: int | None) -> list[tuple[int, int]]:
        """Sets of arms that may join an arm of that kind, each with the bonus that both earn together."""
        country = self.country
        partners = []
        for other, members in self.kinds.items():
            if country.problem.closed >> self.token & 1:
                members &= 1 << self._empty  # a route ends at a token in a terminal
            members &= open_arms
            both = key | other
            if members and (calls is None or (both & country.calls).bit_count() == calls):
                partners.append((country.bonus(both), members))
        return partners

    def path(self, one: int, other: int) -> tuple[str, ...]:
        """The points of the route that two arms make."""
        ids = self.country.problem.network.ids
        return (*self._inward(one), _text(ids[self.token]), *reversed(self._inward(other)))

    def _inward(self, number: int) -> list[str]:
        """The points of an arm from its end, without the token."""
        points: list[str] = []
        while number != self._empty:
            _, _, _, _, number, arc = self._arms[number]
            assert arc is not None
            points += [_text(self.country.problem.network.ids[arc[1]]), *reversed(arc[5].hexes)]
        return points


def _text(stop: StopId) -> str:
    return f"{stop[0]}.{stop[1]}"


def _bits(flags: list[bool]) -> int:
    """A number with a bit for each flag."""
    return int("".join(["1" if flag else "0" for flag in reversed(flags)]), 2)
