"""Which routes the trains run together: the best choice of one candidate for each train, on separate track."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from kaiping.routes.arms import HOME, Arms, Candidate
from kaiping.routes.country import Country, Slot


class OutOfTime(Exception):
    """The deadline has passed."""


class Lister:
    """Lists the routes that trains up to some range can run, from the arms of each token."""

    def __init__(self, country: Country, limit: int | None) -> None:
        self.country = country
        # a route with several tokens is listed once, with the first of them
        self.arms = [
            Arms(country, token, country.tokens[:number], limit) for number, token in enumerate(country.tokens)
        ]

    def best(self, slot: Slot, *, used: int = 0) -> Candidate | None:
        """A route of the highest score off the track used; a train of which no call is asked may stay at home."""
        best, least = None if slot[1] else HOME, 1
        for arms in self.arms:
            for candidate in arms.routes(slot[0], least, calls=slot[1], used=used, only_best=True):
                best, least = candidate, candidate.score + 1
        return best

    def routes(self, slot: Slot, least: int) -> list[Candidate]:
        """All that score at least so much, best first."""
        found: list[Candidate] = []
        for arms in self.arms:
            found += arms.routes(slot[0], max(1, least), calls=slot[1])
        found.sort(key=lambda candidate: -candidate.score)
        if least <= 0 and not slot[1]:
            found.append(HOME)
        return found


def undominated(candidates: list[Candidate]) -> list[Candidate]:
    """Without those that use all the track of a candidate before them, which scores no less."""
    kept: list[Candidate] = []
    for candidate in candidates:
        mask = candidate.mask
        if not any(other.mask & mask == other.mask for other in kept):
            kept.append(candidate)
    return kept


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
        if self.possible:  # the kind with the best route first, trains of one kind one after the other
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
                yield self._in_order()

    def _keep(self, score: int) -> None:
        self.run, self._least = self._in_order(), score + 1

    def _in_order(self) -> list[Candidate]:
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
