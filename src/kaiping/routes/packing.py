"""Which routes the trains run together: the best choice of one candidate for each train, on separate track."""

from __future__ import annotations

from collections.abc import Sequence

from kaiping.routes.arms import HOME, Arms, Candidate
from kaiping.routes.country import Country

#: one train: its range (None: no limit), and the number of subsidy calls asked of it (None: any)
Slot = tuple[int | None, int | None]


class Lister:
    """Lists the routes that a train can run, from the arms of each token."""

    def __init__(self, country: Country) -> None:
        self.country = country
        trains = country.problem.trains
        #: a route calls at no more stops than there are
        self.longest = len(country.stops)
        limit = max((self.limit(train.range) for train in trains), default=0)
        self.arms: list[Arms] = []
        barred = 0
        for token in country.tokens:
            self.arms.append(Arms(country, token, barred, limit))
            barred |= country.problem.network.places[token]

    def limit(self, train_range: int | None) -> int:
        return self.longest if train_range is None else min(train_range, self.longest)

    def best(self, slot: Slot, *, least: int = 1, used: int = 0) -> Candidate | None:
        best: Candidate | None = None
        for arms in self.arms:
            for candidate in arms.routes(self.limit(slot[0]), least, calls=slot[1], used=used, only_best=True):
                best, least = candidate, candidate.score + 1
        return best

    def routes(self, slot: Slot, least: int) -> list[Candidate]:
        """All routes that score at least so much, best first."""
        found: list[Candidate] = []
        for arms in self.arms:
            found += arms.routes(self.limit(slot[0]), least, calls=slot[1])
        found.sort(key=lambda candidate: -candidate.score)
        return found


class Choices:
    """The candidates of one kind of train by falling score; a set of them is a number with a bit for each."""

    __slots__ = ("_on_track", "candidates", "scores")

    def __init__(self, candidates: list[Candidate]) -> None:
        self.candidates = candidates
        self.scores = [candidate.score for candidate in candidates]
        users: dict[int, list[int]] = {}
        for number, candidate in enumerate(candidates):
            mask = candidate.mask
            while mask:
                low = mask & -mask
                mask ^= low
                if low in users:
                    users[low].append(number)
                else:
                    users[low] = [number]
        self._on_track: dict[int, int] = {bit: _bits(numbers, len(candidates)) for bit, numbers in users.items()}

    def using(self, mask: int) -> int:
        """The set of candidates that use any of this track."""
        found = 0
        while mask:
            low = mask & -mask
            mask ^= low
            found |= self._on_track.get(low, 0)
        return found


def _bits(numbers: list[int], size: int) -> int:
    if size < 64:
        return sum(1 << number for number in numbers)
    digits = bytearray(b"0" * size)
    for number in numbers:
        digits[size - 1 - number] = 49
    return int(digits, 2)


def pack(lister: Lister, slots: Sequence[Slot], floor: int) -> list[Candidate] | None:
    """The best candidate for each slot, all on separate track, if together they score more than the floor."""
    tops: dict[Slot, int] = {}
    firsts: dict[Slot, Candidate] = {}
    for slot in slots:
        if slot in firsts:
            continue
        best = lister.best(slot)
        if best is None:
            if slot[1]:
                return None
            best = HOME
        firsts[slot] = best
    ceiling = sum(firsts[slot].score for slot in slots)
    if ceiling <= floor:
        return None
    if len(slots) == 1:
        return [firsts[slots[0]]]
    # the kind with the best route first, trains of one kind one after the other
    order = sorted(range(len(slots)), key=lambda index: (-firsts[slots[index]].score, str(slots[index])))
    best_run = _greedy(lister, [slots[index] for index in order], firsts)
    if best_run is not None and (total := sum(candidate.score for candidate in best_run)) > floor:
        floor = total
    else:
        best_run = None
    if floor < ceiling:
        better = _Packing(lister, [slots[index] for index in order], firsts, floor).solve()
        best_run = better or best_run
    if best_run is None:
        return None
    run = [HOME] * len(slots)
    for index, candidate in zip(order, best_run, strict=True):
        run[index] = candidate
    return run


def _greedy(lister: Lister, slots: list[Slot], firsts: dict[Slot, Candidate]) -> list[Candidate] | None:
    """Each train in turn runs the best that the others leave."""
    run: list[Candidate] = []
    used = 0
    for slot in slots:
        best = firsts[slot] if not firsts[slot].mask & used else lister.best(slot, used=used)
        if best is None:
            if slot[1]:
                return None
            best = HOME
        run.append(best)
        used |= best.mask
    return run


class _Packing:
    """A search through the candidates that can be part of a better run than the floor."""

    def __init__(self, lister: Lister, slots: list[Slot], firsts: dict[Slot, Candidate], floor: int) -> None:
        self.slots = slots
        self.floor = floor
        self.best: list[Candidate] | None = None
        ceiling = sum(firsts[slot].score for slot in slots)
        self.choices: dict[Slot, Choices] = {}
        for slot in dict.fromkeys(slots):
            least = floor + 1 - (ceiling - firsts[slot].score)
            candidates = lister.routes(slot, max(1, least))
            if least <= 0 and not slot[1]:
                candidates.append(HOME)
            self.choices[slot] = Choices(candidates)
        self.run: list[Candidate] = [HOME] * len(slots)

    def solve(self) -> list[Candidate] | None:
        everything = {slot: (1 << len(choices.candidates)) - 1 for slot, choices in self.choices.items()}
        self._choose(0, 0, everything)
        return self.best

    def _choose(self, position: int, score: int, open_to: dict[Slot, int]) -> None:
        """Choose for the slots from a position on, among the candidates still open to each kind."""
        slot = self.slots[position]
        choices = self.choices[slot]
        rest = self.slots[position + 1 :]
        left = open_to[slot]
        if not rest:
            if left:
                number = (left & -left).bit_length() - 1
                total = score + choices.scores[number]
                if total > self.floor:
                    self.run[position] = choices.candidates[number]
                    self.best, self.floor = list(self.run), total
            return
        tops = 0
        for other in rest:
            if other != slot:
                available = open_to[other]
                if not available:
                    return
                tops += self.choices[other].scores[(available & -available).bit_length() - 1]
        alike = sum(other == slot for other in rest)
        while left:
            low = left & -left
            number = low.bit_length() - 1
            own = choices.scores[number]
            if score + own * (1 + alike) + tops <= self.floor:
                return
            left ^= low
            candidate = choices.candidates[number]
            self.run[position] = candidate
            narrowed = {}
            for other in set(rest):
                available = left if other == slot else open_to[other]
                if candidate.mask:
                    available &= ~self.choices[other].using(candidate.mask)
                elif other == slot:
                    available = low  # several trains may stay at home
                narrowed[other] = available
            self._choose(position + 1, score + own, narrowed)
