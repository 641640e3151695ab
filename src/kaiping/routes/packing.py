"""Which routes the trains run together: the best choice of one candidate for each train, on separate track."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import cached_property

from kaiping.routes.arms import HOME, Along, Arms, Candidate, TooMany
from kaiping.routes.country import Country, Slot

#: with more arms of all tokens together, or more choices to look at, another method is better
MOST_ARMS_IN_ALL = 12_000
MOST_STEPS = 5_000


#: less than any route scores
LOWEST = -(10**9)


class OutOfTime(Exception):
    """The deadline has passed."""


class Lister:
    """Lists the routes that trains up to some range can run, from the arms of each token."""

    def __init__(self, country: Country, limit: int | None) -> None:
        self.country = country
        self._limit = limit
        self._skipping: dict[Slot, Skipping] = {}
        #: the arms are too many to list
        self._dense = False

    @cached_property
    def arms(self) -> list[Arms]:
        if self._dense:
            raise TooMany
        self._dense = True  # until they are grown
        arms = arms_of(self.country, self._limit)
        self._dense = False
        return arms

    def best(self, slot: Slot, *, used: int = 0) -> Candidate | None:
        """A route of the highest score off the track used; a train of which nothing is asked may stay at home."""
        if slot.counted is not None:
            return self._for(slot).best(used)
        return best_of(self.arms, slot, used, 1 if slot.may_stay else LOWEST)

    def routes(self, slot: Slot, least: int) -> list[Candidate]:
        """All that score at least so much, best first."""
        home = least <= 0 and slot.may_stay
        if slot.may_stay:  # a route that earns nothing is no better than none
            least = max(1, least)
        found = self._for(slot).routes(least) if slot.counted is not None else routes_of(self.arms, slot, least)
        found.sort(key=lambda candidate: -candidate.score)
        if home:
            found.append(HOME)
        return found

    def _for(self, slot: Slot) -> Skipping:
        if slot not in self._skipping:
            self._skipping[slot] = Skipping(self.country, slot)
        return self._skipping[slot]


def arms_of(country: Country, limit: int | None) -> list[Arms]:
    """The arms of each token; a route with several tokens is listed once, with the first of them."""
    tokens, found, left = country.tokens, list[Arms](), MOST_ARMS_IN_ALL * country.patience**2
    for number, token in enumerate(tokens):
        found.append(Arms(country, token, tokens[:number], limit))
        left -= len(found[-1])
        if left < 0:
            raise TooMany
    return found


def best_of(all_arms: Sequence[Arms], slot: Slot, used: int, least: int) -> Candidate | None:
    best = HOME if slot.may_stay else None
    for arms in all_arms:
        for candidate in arms.routes(slot, least, used=used, only_best=True):
            best, least = candidate, candidate.score + 1
    return best


def routes_of(all_arms: Sequence[Arms], slot: Slot, least: int) -> list[Candidate]:
    found: list[Candidate] = []
    for arms in all_arms:
        found += arms.routes(slot, least)
    return found


class Skipping:
    """Routes of a train that counts some stops of its route and leaves the others out.

    The dearest n stops are worth no more than n times any floor and what each stop of the route is worth above
    that floor, and exactly that where the floor is the value of the n-th of them. So routes are listed by what
    their stops are worth above a floor, which bounds what they earn, and then reckoned exactly.
    """

    def __init__(self, country: Country, slot: Slot) -> None:
        assert slot.counted is not None
        self.slot = slot
        self.number = slot.counted
        self.country = country
        self.problem = country.problem
        values = sorted((self.problem.values[stop] for stop in country.stops), reverse=True)
        self._floor = values[min(self.number, len(values)) - 1] if values and self.number else 0
        #: the arms by what stops are worth above each floor
        self._above: dict[int, list[Arms]] = {}
        #: the arms are too many to list
        self._dense = False

    def best(self, used: int) -> Candidate | None:
        """A route of the highest score off the track used."""
        best = HOME if self.slot.may_stay else None
        score, floors = 0 if self.slot.may_stay else LOWEST, set[int]()
        while True:
            floors.add(self._floor)
            all_arms, offset = self._arms(self._floor), self.number * self._floor
            top = best_of(all_arms, self.slot, used, score + 1 - offset)
            if top is None or top.arms is None:
                return best
            exact = self._exact(top)
            if exact.score > score:
                best, score = exact, exact.score
            if score >= top.score + offset:
                return best
            # perhaps another floor bounds more closely: the value of the last stop that the route counts
            floor = self._last(top)
            if floor in floors:
                break
            self._floor = floor
        for arms in all_arms:
            for candidate in arms.routes(self.slot, score + 1 - offset, used=used):
                exact = self._exact(candidate)
                if exact.score > score:
                    best, score = exact, exact.score
        return best

    def routes(self, least: int) -> list[Candidate]:
        """All that score at least so much."""
        offset = self.number * self._floor
        exact = map(self._exact, routes_of(self._arms(self._floor), self.slot, least - offset))
        return [candidate for candidate in exact if candidate.score >= least]

    def _arms(self, floor: int) -> list[Arms]:
        found = self._above.get(floor)
        if found is None:
            if self._dense:
                raise TooMany
            self._dense = True  # until they are grown
            found = self._above[floor] = arms_of(self.country.above(floor), None)
            self._dense = False
        return found

    def _counted(self, candidate: Candidate) -> list[int]:
        assert candidate.arms is not None
        stops = candidate.arms.stops(candidate.one, candidate.other)
        return self.problem.best_counted(stops, self.number, once=self.slot.once)

    def _exact(self, candidate: Candidate) -> Candidate:
        """The candidate with what it really scores."""
        _, mask, arms, one, other = candidate
        assert arms is not None
        first, second = arms.along(one), arms.along(other)
        token = self.problem.network.places[arms.token]
        if not self.number or self.problem.earned(first.places | second.places | token, once=self.slot.once):
            score = self._with_bonuses(candidate)
        else:
            score = self._dearest(arms.token, first, second)
        return Candidate(score - first.toll - second.toll, mask, arms, one, other)

    def _dearest(self, stop: int, first: Along, second: Along) -> int:
        """What the dearest stops of a route are worth, one with a token among them."""
        own = self.problem.values[stop]
        values = sorted((own, *first.values, *second.values), reverse=True)
        if len(values) <= self.number:
            return sum(values)
        token = max(own, first.token, second.token)
        if token >= values[self.number - 1]:
            return sum(values[: self.number])
        return sum(values[: self.number - 1]) + token

    def _with_bonuses(self, candidate: Candidate) -> int:
        counted, places = self._counted(candidate), 0
        for stop in counted:
            places |= self.problem.network.places[stop]
        score = sum(self.problem.values[stop] for stop in counted) if counted else -1
        return score + sum(bonus.amount for bonus in self.problem.earned(places, once=self.slot.once))

    def _last(self, candidate: Candidate) -> int:
        values = sorted((self.problem.values[stop] for stop in self._counted(candidate)), reverse=True)
        return values[-1] if values and len(values) == self.number else 0


class Choices:
    """The candidates of one kind of train by falling score; a set of them is a number with a bit for each."""

    __slots__ = ("_on_track", "candidates", "scores")

    def __init__(self, candidates: list[Candidate]) -> None:
        self.candidates = candidates
        self.scores = [candidate.score for candidate in candidates]
        by_arms: dict[Arms, dict[int, int]] = {}
        for number, (_, _, arms, one, other) in enumerate(candidates):
            if arms is not None:
                bit = 1 << number
                sets = by_arms.setdefault(arms, {})
                sets[one] = sets.get(one, 0) | bit
                sets[other] = sets.get(other, 0) | bit
        #: for each piece of track the set of candidates that use it
        self._on_track: dict[int, int] = {}
        for arms, sets in by_arms.items():
            arms.gather(sets, self._on_track)

    def using(self, mask: int) -> int:
        """The set of candidates that use any of this track."""
        found = 0
        while mask:
            low = mask & -mask
            mask ^= low
            found |= self._on_track.get(low, 0)
        return found


class Packing:
    """The search for the best choice of routes for some slots."""

    def __init__(self, lister: Lister, slots: Sequence[Slot], deadline: float | None = None) -> None:
        self.lister = lister
        self.deadline = deadline
        #: a best route for each kind of train, as if it ran alone
        self.firsts: dict[Slot, Candidate] = {}
        for slot in dict.fromkeys(slots):
            first = lister.best(slot)
            if first is not None:
                self.firsts[slot] = first
        self.possible = all(slot in self.firsts for slot in slots)
        #: no choice scores more
        self.ceiling = sum(self.firsts[slot].score for slot in slots) if self.possible else -1
        #: the best choice so far, in the order of the slots
        self.run: list[Candidate] | None = None
        self._least = 0
        self._steps = 0
        self._order = list(range(len(slots)))
        if (
            self.possible and len(slots) > 1
        ):  # the kind with the best route first, trains of one kind one after the other
            self._order.sort(key=lambda index: (-self.firsts[slots[index]].score, str(slots[index])))
        self._slots = [slots[index] for index in self._order]
        self._choices: dict[Slot, Choices] = {}
        self._chosen: list[Candidate] = [HOME] * len(slots)

    def best(self, floor: int) -> list[Candidate] | None:
        """The best choice, if it scores more than the floor; raises TooMany and OutOfTime."""
        self._least = floor + 1
        if self.possible and self.ceiling > floor:
            score = self.greedy()
            if score is not None and score >= self._least:
                self._keep(score)
            if self._least <= self.ceiling and len(self._slots) > 1:
                for score in self._runs():
                    self._keep(score)
        return self.run

    def all(self, score: int) -> Iterator[list[Candidate]]:
        """All choices of the best score; raises TooMany and OutOfTime."""
        self._least = score
        if self.possible:
            for _ in self._runs():
                yield self.chosen()

    def _keep(self, score: int) -> None:
        self.run, self._least = self.chosen(), score + 1

    def chosen(self) -> list[Candidate]:
        """The routes chosen last, in the order of the slots."""
        run = [HOME] * len(self._order)
        for index, candidate in zip(self._order, self._chosen, strict=True):
            run[index] = candidate
        return run

    def greedy(self, used: int = 0) -> int | None:
        """The score where each train in turn runs the best that those before it leave, if all calls can be made."""
        score = 0
        for position, slot in enumerate(self._slots):
            first = self.firsts[slot]
            best = self.lister.best(slot, used=used) if first.mask & used else first
            if best is None:
                return None
            self._chosen[position] = best
            used |= best.mask
            score += best.score
        return score

    def _runs(self) -> Iterator[int]:
        """Scores of choices no worse than the least that counts, which stand in ``_chosen`` meanwhile."""
        if not self._slots:
            yield 0
            return
        for slot, first in self.firsts.items():
            self._check_time()
            self._choices[slot] = Choices(self.lister.routes(slot, self._least - (self.ceiling - first.score)))
        open_to = {slot: (1 << len(choices.candidates)) - 1 for slot, choices in self._choices.items()}
        yield from self._choose(0, 0, open_to)

    def _choose(self, position: int, score: int, open_to: dict[Slot, int]) -> Iterator[int]:
        """Choose for the slots from a position on, among the candidates still open to each kind."""
        slot, rest = self._slots[position], self._slots[position + 1 :]
        choices, left = self._choices[slot], open_to[slot]
        tops = 0
        for other in rest:
            if other != slot:
                if not open_to[other]:
                    return
                tops += self._choices[other].scores[_lowest(open_to[other])]
        alike = 1 + rest.count(slot)
        while left:
            number = _lowest(left)
            own = choices.scores[number]
            if score + own * alike + tops < self._least:
                return
            candidate = self._chosen[position] = choices.candidates[number]
            if not rest:
                yield score + own
                left ^= 1 << number
                continue
            self._steps += 1
            if self._steps & 255 == 0:
                self._check_time()
                if self._steps > MOST_STEPS * self.lister.country.patience**3:
                    raise TooMany
            narrowed = {}
            for other in dict.fromkeys(rest):
                available = left if other == slot else open_to[other]
                if candidate.mask:  # several trains may stay at home
                    available &= ~self._choices[other].using(candidate.mask)
                narrowed[other] = available
            left ^= 1 << number
            yield from self._choose(position + 1, score + own, narrowed)

    def _check_time(self) -> None:
        if self.deadline is not None and time.perf_counter() > self.deadline:
            raise OutOfTime


def _lowest(numbers: int) -> int:
    return (numbers & -numbers).bit_length() - 1
