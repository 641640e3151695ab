"""Processes in which bots think, so that no page waits for them.

Each process of the server has a few (``KAIPING_MINDS``), started when a bot first has to think and ended with it. A
thread of the server hands one errand after the other to each, and waits. What crosses the border is data: what the
bot's seat may know goes out (``kaiping.bots.errand``), an action comes back. A process that dies is started again, one
that thinks far too long is ended; whoever asked is told what went wrong.

Games that are over are looked back upon there, too, one look at a time (``kaiping.analysis.looks``), whenever no bot
waits.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess

import msgspec
from msgspec.structs import replace

from kaiping.analysis import looks
from kaiping.analysis.looks import Seen, Sent
from kaiping.bots.errand import Answer, Errand, answer

#: seconds that a thought may take besides those that it was given, before its process is ended
GRACE = 10.0
#: seconds that a process may take to start on a busy machine
START = 120.0
#: seconds from the end of a process to the start of the next one
AGAIN = 0.3
#: times that a process may die of one errand
TRIES = 2
#: how far those who think stand back behind those who serve pages
NICE = 15
#: of the seconds of a thought, the least that is left where many wait
LEAST = 0.25
#: seconds that one look back may take, which is counted in futures and not in time
LOOK = 300.0

_log = logging.getLogger(__name__)

#: what is said when a process is ready
_READY = b"ready"

#: what is asked, and what is said: of a look that comes to nothing, as of a thought, an answer tells why
Asked = Errand | Sent
Said = Answer | Seen
Told = Callable[[Said], None]
#: what a process does, with its end of the line
Life = Callable[["Connection[bytes, bytes]"], None]


class Job:
    """An errand on its way; whoever gave it may call it off."""

    def __init__(self, errand: Asked, told: Told) -> None:
        self.errand, self.told = errand, told
        self.called_off = False


class Minds:
    """So many processes, and a queue before them."""

    def __init__(self, processes: int, seconds: float, life: Life | None = None) -> None:
        self._processes, self._seconds, self._life = processes, seconds, life or live
        self._jobs: deque[Job] = deque()
        #: what is begun when nobody waits at a table
        self._looks: deque[Job] = deque()
        self._changed = threading.Condition()
        self._threads: list[threading.Thread] = []
        self._busy = 0
        self._minds: set[Mind] = set()
        self._stopping = False

    def ask(self, errand: Asked, told: Told) -> Job:
        """Have somebody think; ``told`` is called from another thread with what came of it."""
        job = Job(errand, told)
        with self._changed:
            (self._looks if isinstance(errand, Sent) else self._jobs).append(job)
            if self._busy == len(self._threads) < self._processes and not self._stopping:
                thread = threading.Thread(target=self._work, name="minds", daemon=True)
                self._threads.append(thread)
                thread.start()
            self._changed.notify()
        return job

    @property
    def waiting(self) -> int:
        """Errands of bots that nobody has begun with."""
        return len(self._jobs)

    @property
    def processes(self) -> list[int]:
        """The ids of the processes there are."""
        return [mind.pid for mind in list(self._minds) if mind.pid]

    def stop(self) -> None:
        """End all of them; what they were thinking about is forgotten."""
        with self._changed:
            self._stopping = True
            self._jobs.clear()
            self._looks.clear()
            self._changed.notify_all()
        for mind in list(self._minds):
            mind.kill()

    def _work(self) -> None:
        mind = Mind(self._life)
        self._minds.add(mind)
        try:
            while (job := self._next()) is not None:
                said = self._thought(mind, job)
                with self._changed:
                    self._busy -= 1
                if not self._stopping and not job.called_off:
                    self._tell(job, said)
        finally:
            mind.end()
            self._minds.discard(mind)

    def _next(self) -> Job | None:
        with self._changed:
            while True:
                while not self._jobs and not self._looks and not self._stopping:
                    self._changed.wait()
                if self._stopping:
                    return None
                job = (self._jobs or self._looks).popleft()
                if not job.called_off:
                    self._busy += 1
                    return job

    def _share(self) -> float:
        """Seconds for a thought: where more wait than can think at a time, each has less."""
        waiting = len(self._jobs) + self._busy
        return max(min(LEAST, self._seconds), self._seconds * min(1.0, self._processes / max(1, waiting)))

    def _thought(self, mind: Mind, job: Job) -> Said:
        for left in reversed(range(TRIES)):
            errand = job.errand
            if isinstance(errand, Errand):
                errand = replace(errand, seconds=self._share())
            try:
                return mind.think(errand)
            except TimeoutError:
                mind.end()
                return Answer(wrong="it thought for too long")
            except (EOFError, OSError) as wrong:
                mind.end()
                if self._stopping:
                    break
                _log.warning("a process in which bots think has ended%s", "; another is started" if left else "")
                _log.debug("%r", wrong)
                with self._changed:  # if the whole server is ending we are told soon
                    if self._changed.wait_for(lambda: self._stopping, AGAIN):
                        break
        return Answer(wrong="the process in which it thought has ended")

    def _tell(self, job: Job, said: Said) -> None:
        try:
            job.told(said)
        except Exception:
            _log.exception("a thought could not be told")


class Mind:
    """One process, started when it is needed."""

    def __init__(self, life: Life) -> None:
        self._life = life
        self._process: SpawnProcess | None = None
        self._line: Connection[bytes, bytes] | None = None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None else None

    def think(self, errand: Asked) -> Said:
        """Send it there, and wait for the answer: TimeoutError, or EOFError or OSError if the process has ended."""
        line = self._line or self._start()
        line.send_bytes(msgspec.json.encode(errand))
        if not line.poll(((errand.seconds or 0) if isinstance(errand, Errand) else LOOK) + GRACE):
            raise TimeoutError
        said: Said = msgspec.json.decode(line.recv_bytes(), type=Said)
        return said

    def _start(self) -> Connection[bytes, bytes]:
        spawn = multiprocessing.get_context("spawn")
        line, far_end = spawn.Pipe()
        self._process = spawn.Process(target=self._life, args=(far_end,), name="kaiping-mind", daemon=True)
        self._process.start()
        far_end.close()  # so that its end is noticed
        self._line = line
        if not line.poll(START) or line.recv_bytes() != _READY:
            raise EOFError
        return line

    def kill(self) -> None:
        """From any thread: whoever waits for it finds that it has ended."""
        process = self._process
        if process is not None:
            with suppress(OSError, ValueError):
                process.kill()

    def end(self) -> None:
        """By the thread that asks it, which may start another."""
        self.kill()
        if self._process is not None:
            self._process.join(1)
        if self._line is not None:
            self._line.close()
        self._process = self._line = None


# --- over there -----------------------------------------------------------------------------------------


def live(line: Connection[bytes, bytes]) -> None:
    """The life of such a process: one errand after the other, until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process; it is the server that ends this one
    if hasattr(os, "nice"):
        os.nice(NICE)
    _end_with_the_server()
    with suppress(EOFError, OSError):
        line.send_bytes(_READY)
        while True:
            asked = msgspec.json.decode(line.recv_bytes(), type=Asked)
            said = answer(asked) if isinstance(asked, Errand) else looks.answer(asked)
            line.send_bytes(msgspec.json.encode(said))


def _end_with_the_server() -> None:
    """Whoever thinks for a server that was killed thinks in vain."""
    server = multiprocessing.parent_process()
    if server is None:
        return

    def watch() -> None:
        wait([server.sentinel])
        os._exit(0)

    threading.Thread(target=watch, name="server", daemon=True).start()
