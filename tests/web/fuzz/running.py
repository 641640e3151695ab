"""Many calls, one after the other or from several at once, and what came of them."""

from __future__ import annotations

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from random import Random
from threading import Lock

from tests.web.fuzz.calls import Answer, Call, Line
from tests.web.fuzz.making import make
from tests.web.fuzz.world import PEOPLE, World

#: calls after which everybody is looked after
_CARE = 2000
#: times that somebody asks again whom the server has told to
_TRIES = 3
#: faults that are shown
_SHOWN = 10


class Tally:
    """What came of the calls so far."""

    def __init__(self) -> None:
        self.statuses: Counter[int] = Counter()
        self.people: Counter[str] = Counter()
        self.routes: Counter[str] = Counter()
        self.faults: list[str] = []
        self.slowest = (0.0, "")
        self.busy = 0
        self.began = time.monotonic()
        self._lock = Lock()

    def add(self, call: Call, answer: Answer, mark: str) -> str:
        """Count it; what is wrong with it."""
        fault = answer.fault(call)
        with self._lock:
            self.statuses[answer.status] += 1
            self.people[call.who] += 1
            self.routes[call.route] += 1
            if answer.seconds > self.slowest[0]:
                self.slowest = answer.seconds, f"{call.method} {call.target[:80].decode('latin-1')}"
            if fault:
                self.faults.append(f"{mark}: {fault}\n    {str(call)[:6000]}")
        return fault

    @property
    def calls(self) -> int:
        return self.statuses.total()

    def __str__(self) -> str:
        seconds = time.monotonic() - self.began
        classes = Counter({f"{status // 100}xx" if status else "none": 0 for status in self.statuses})
        for status, number in self.statuses.items():
            classes[f"{status // 100}xx" if status else "none"] += number
        found = ", ".join(f"{number:,} x {name}" for name, number in sorted(classes.items()))
        people = ", ".join(f"{number:,} by {who}" for who, number in sorted(self.people.items()))
        failed = sum(number for status, number in self.statuses.items() if not 0 < status < 500)
        return (
            f"{self.calls:,} calls ({people}) in {seconds:.0f} s, {self.calls / max(seconds, 0.01):.0f} a second: "
            f"{found}; {failed} x 5xx or no answer, {self.busy} x asked again after a busy database, "
            f"{len(self.faults)} faults; slowest {self.slowest[0]:.1f} s ({self.slowest[1]})"
        )

    def complaint(self) -> str:
        return "\n".join([f"{len(self.faults)} faults", *self.faults[:_SHOWN]])


class Fuzz:
    """Asks a server everything, by a seed."""

    def __init__(self, world: World, seed: int | str) -> None:
        self.world, self.seed = world, seed
        self.tally = Tally()
        self._numbers = count(1)

    def run(self, calls: int, threads: int) -> None:
        """So many calls, by so many at once."""
        with ThreadPoolExecutor(threads) as pool:
            for done in [pool.submit(self._live, calls) for _ in range(threads)]:
                done.result()

    def _live(self, calls: int) -> None:
        line = Line(self.world.server.url)
        while (number := next(self._numbers)) <= calls:
            self.once(line, Random(f"{self.seed}/{number}"), f"seed {self.seed}, call {number}")
            if number % _CARE == 0:
                with self.world.lock:
                    self.world.unfurnished = True
                    self.world.care(*PEOPLE)
        line.close()

    def once(self, line: Line, chance: Random, mark: str = "") -> str:
        """One call by chance; what is wrong with its answer."""
        call = make(self.world, chance)
        answer = line.ask(call)
        for _ in range(_TRIES):  # on a busy machine a database may keep somebody waiting for too long
            if answer.status != 503 or not answer.again.isdecimal():
                break
            self.tally.busy += 1
            time.sleep(int(answer.again))
            answer = line.ask(call)
        fault = self.tally.add(call, answer, mark)
        self.world.learn(call, answer)
        self._mend(call, answer)
        return f"{fault}\n{call}" if fault else ""

    def _mend(self, call: Call, answer: Answer) -> None:
        """Whoever has signed out comes in again, and what has been taken away is put there again."""
        end = call.path.rpartition("/")[2]
        done = answer.status in (200, 204, 302)
        if done and call.method == "POST" and end in ("sign-in", "sign-out", "sign-up", "password"):
            with self.world.lock:
                self.world.care(call.who)
        elif done and (end == "delete" or call.method == "DELETE") and call.who == "owner":
            if any(key in call.path for key in self.world.tables) and "programs" not in call.path:
                with self.world.lock:
                    self.world.taken_away += 1
                    self.world.unfurnished = self.world.taken_away > 3
                    self.world.care()
