"""A server under load: a process of its own, and browsers simulated over real sockets.

At a steady pace somebody acts in one of the games, and every other page of that game hears of it by its stream and
fetches the table anew, as a browser does. What is timed is an action from the request to the last byte of the answer,
with everything else going on.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import time
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.parse import quote

from kaiping.action import to_json
from kaiping.bots import BOTS
from kaiping.cli.bench_client import Answer, Browser, Client
from kaiping.cli.bench_tables import Player, Seated
from kaiping.errors import BadInput

ACTIONS_A_SECOND = 10
#: what Python runs as the server
PROGRAM: tuple[str, ...] = ("-m", "kaiping")
#: pages that are opened at the same time before it begins, and people who come
_AT_ONCE = 4


class Served(NamedTuple):
    """A server that runs."""

    port: int
    process: int
    workers: int


@contextmanager
def server(data: Path, workers: int) -> Iterator[Served]:
    """A server of one's own on a data folder."""
    command = [sys.executable, *PROGRAM, "serve", "--port", "0", "--data", str(data), "--workers", str(workers)]
    kept = {name: value for name, value in os.environ.items() if name != "KAIPING_DATA"}
    kept |= {"KAIPING_CONNECTIONS": "100000"}  # all of them come from one address here
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=kept)
    assert process.stdout is not None
    try:
        found = re.search(r":(\d+)/", process.stdout.readline())
        if found is None:
            raise BadInput("the server did not start")
        yield Served(int(found[1]), process.pid, workers)
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()


# --- what it uses -------------------------------------------------------------------------------------


def cpu_seconds(process: int) -> float | None:
    """What a process and its workers have used of the processor so far; only Linux tells."""
    try:
        ticks = 0
        for number in (process, *_children(process)):
            fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return None


def peak_mb(served: Served) -> list[int] | None:
    """The most memory that each worker has had, the largest first; only Linux tells."""
    processes = [served.process] if served.workers == 1 else _children(served.process)
    found = []
    try:
        for number in processes:
            peak = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{number}/status").read_text())
            found.append(0 if peak is None else round(int(peak[1]) / 1024))
    except OSError:
        return None
    return sorted(found, reverse=True)[: served.workers] or None  # beside the workers there may be small helpers


def _children(process: int) -> list[int]:
    try:
        return [*map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split())]
    except OSError:
        return []


def spread(times: Sequence[float]) -> dict[str, float]:
    """Median, 99th percentile and worst, in milliseconds."""
    ordered = sorted(times) or [0.0]
    return {
        name: round(ordered[min(len(ordered) - 1, int(part * len(ordered)))] * 1e3, 1)
        for name, part in (("median", 0.5), ("p99", 0.99), ("worst", 1.0))
    }


def spread_words(times: dict[str, float]) -> str:
    return f"{times['median']:>8} ms in the median, {times['p99']} in 99 %, worst {times['worst']}"


# --- people -------------------------------------------------------------------------------------------


class Table:
    """A game in play, with the pages of its players."""

    def __init__(self, port: int, seated: Seated) -> None:
        self.port, self.path = port, seated.path
        self.people = {player.name: player for player in seated.people}
        self._seated = seated
        #: who acts next, and what they send
        self._ahead: deque[tuple[str, str]] = deque()
        self._version = 1
        #: the position that each player's page shows
        self._shown = dict.fromkeys(self.people, 1)
        self._browsers: dict[str, Browser] = {}
        self._sent = 0.0
        self._turn = asyncio.Lock()
        self.round_trips: list[float] = []
        self.heard: list[float] = []
        self.redrawn: list[float] = []

    def look_ahead(self, actions: int) -> None:
        """Choose what will be played: as in the stored game, for as long as the rules of today allow it."""
        story, chance = self._seated.story.actions, Random(0)
        game, told = self._seated.story.at(self._seated.moment), True
        while len(self._ahead) < actions and game.finished is None:
            told = told and game.played < len(story) and game.why_not(story[game.played]) is None
            action = story[game.played] if told else BOTS["random"].choose(game, chance)
            self._ahead.append((game.seat_of(action) or "", to_json(action).decode()))
            game.play(action)

    async def act(self) -> None:
        began = time.perf_counter()
        async with self._turn:  # a server that falls behind is waited for, and the waiting counts
            if not self._ahead:
                return  # the game is over
            name, action = self._ahead.popleft()
            client = await self._browsers.setdefault(name, Browser(self.port, self.people[name].cookie)).client()
            body = f"action={quote(action)}&version={self._version}".encode()
            self._sent = time.perf_counter()
            self._shown[name] = self._version + 1  # the answer is this player's new page
            answer = await client.post(f"{self.path}play", body, self.people[name].token)
            if answer.status != 200:
                raise BadInput(f"an action was answered by {answer.status}")
            self._version += 1
        self.round_trips.append(time.perf_counter() - began)

    async def listen(self, name: str, arriving: asyncio.Semaphore, arrived: list[None]) -> None:
        """The page of a player: told of a move that it does not show yet, it fetches the table."""
        cookie = self.people[name].cookie
        page = Browser(self.port, cookie)
        async with arriving:  # not everybody in the same moment
            checked(await (await page.client()).get(self.path))
            stream = await Client.connect(self.port, cookie)
            arrived.append(None)
        async for event, data in stream.events(f"{self.path}stream"):
            if event != "moved" or data["version"] <= self._shown[name]:
                continue
            self._shown[name] = data["version"]
            self.heard.append(time.perf_counter() - self._sent)
            checked(await (await page.client()).get(f"{self.path}body", htmx=True))
            self.redrawn.append(time.perf_counter() - self._sent)


def checked(answer: Answer) -> Answer:
    if answer.status != 200:
        raise BadInput(f"the table was answered by {answer.status}")
    return answer


async def arrive(player: Player, port: int, arriving: asyncio.Semaphore) -> None:
    """The token that forms carry, with its cookie."""
    async with arriving:
        client = await Client.connect(port, player.cookie)
        answer = await client.get("/")
        found = re.search(r'"X-CSRFToken": "(\w+)"', answer.text)
        if found is None:
            raise BadInput(f"the first page ({answer.status}) has no token")
        player.token, player.cookie = found[1], client.cookie
        await client.close()


# --- the load -----------------------------------------------------------------------------------------


async def load(served: Served, pages: Sequence[tuple[Table, str]], acts: Sequence[Table]) -> dict[str, Any]:
    """Somebody acts at these tables, one after the other, while pages of these people are open."""
    for table, actions in Counter(acts).items():
        table.look_ahead(actions)
    tables = list(dict.fromkeys([*acts, *(table for table, _name in pages)]))
    arriving, arrived = asyncio.Semaphore(_AT_ONCE), list[None]()
    people = {id(player): player for table in tables for player in table.people.values()}.values()
    await asyncio.gather(*(arrive(player, served.port, arriving) for player in people))
    listening = [asyncio.create_task(table.listen(name, arriving, arrived)) for table, name in pages]
    while len(arrived) < len(pages):
        _check(listening)
        await asyncio.sleep(0.2)
    await asyncio.sleep(2)
    used = cpu_seconds(served.process)
    began = time.perf_counter()
    acting: list[asyncio.Task[None]] = []
    for number, table in enumerate(acts):
        await asyncio.sleep(max(0.0, began + number / ACTIONS_A_SECOND - time.perf_counter()))
        acting.append(asyncio.create_task(table.act()))
    await asyncio.gather(*acting)
    await asyncio.sleep(1)
    used_after = cpu_seconds(served.process)
    _check(listening)
    for page in listening:
        page.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    trips = [seconds for table in tables for seconds in table.round_trips]
    heard = [seconds for table in tables for seconds in table.heard]
    per_action = None if used is None or used_after is None else (used_after - used) / max(1, len(trips)) * 1e3
    return {
        "workers": served.workers,
        "listeners": len(pages),
        "actions_per_second": ACTIONS_A_SECOND,
        "actions": len(trips),
        "server_cpu_ms_per_action": None if per_action is None else round(per_action, 1),
        "worker_peak_mb": peak_mb(served),
        "round_trip_ms": spread(trips),
        "heard": len(heard),
        "heard_ms": spread(heard),
        "redrawn_ms": spread([seconds for table in tables for seconds in table.redrawn]),
    }


def _check(pages: Sequence[asyncio.Task[None]]) -> None:
    for page in pages:
        if page.done():
            page.result()


def show_load(report: dict[str, Any]) -> None:
    """The lines that all loads have."""
    used, memory = report["server_cpu_ms_per_action"], report["worker_peak_mb"]
    if used is not None:
        print(f"the server     {used:>8} ms of processor time an action, with its redraws")
    if memory is not None:
        print(f"memory         {', '.join(map(str, memory)):>8} MB at most in each of its processes")
    print(f"round trip     {spread_words(report['round_trip_ms'])}")
    print(f"others hear    {spread_words(report['heard_ms'])} (of {report['heard']})")
    print(f"and redraw     {spread_words(report['redrawn_ms'])}")
