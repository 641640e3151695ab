"""The benchmark of the web table: a real server in a process of its own, and browsers simulated over real sockets.

Many games are in play at once; at a steady pace somebody acts in one of them, and every other page of that game hears
of it by its stream and fetches the table anew, as a browser does. What is timed is an action from the request to the
last byte of the answer, with everything else going on.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

from kaiping.action import to_json
from kaiping.bots import BOTS
from kaiping.bots.simulate import SEATS
from kaiping.cli.bench_client import Answer, Client
from kaiping.errors import BadInput
from kaiping.game import Game
from kaiping.titles import TITLES, definition

GAMES = 100
LISTENERS = 300
ACTIONS_A_SECOND = 10
SECONDS = 30
LONG_GAME = 700


def measure(games: int = GAMES, listeners: int = LISTENERS, seconds: int = SECONDS, workers: int = 1) -> dict[str, Any]:
    """All figures of the web table."""
    story, long_story = _story("greedy", 3 * LONG_GAME // 7), _story("random", LONG_GAME)
    with tempfile.TemporaryDirectory(prefix="kaiping-bench-") as folder:
        data = Path(folder) / "data"
        with _server(data, workers) as (port, process):
            people = _people(data, story.players)
            last = max(1, len(story.actions) - seconds)
            tables = [Table(port, story, number * last // games, people) for number in range(games)]
            long_table = _table(people, long_story, LONG_GAME)
            report = asyncio.run(_load(tables, listeners, seconds, process))
            report |= asyncio.run(_first_page(port, people[0].cookie, long_table))
        with _server(data, workers) as (port, process):  # so that the game is in nobody's memory
            report |= asyncio.run(_open_long(port, people[0].cookie, long_table, process))
    return {"workers": workers, **report}


class Player:
    """Somebody with an account, who sits at every table."""

    def __init__(self, name: str, user: Any, session: str) -> None:
        self.name, self.user = name, user
        self.cookie = f"kaiping_session={session}"
        self.token = ""

    async def arrive(self, port: int) -> None:
        """The token that forms carry, with its cookie."""
        client = await Client.connect(port, self.cookie)
        self.token = _found(r'"X-CSRFToken": "(\w+)"', await client.get("/"))
        self.cookie = client.cookie
        await client.close()


def _people(data: Path, names: tuple[str, ...]) -> list[Player]:
    """Accounts and sessions, written straight into the server's database: making them is not what is measured."""
    os.environ |= {"KAIPING_DATA": str(data), "DJANGO_SETTINGS_MODULE": "kaiping.web.settings"}
    import django

    django.setup(set_prefix=False)
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.auth.models import User
    from django.contrib.sessions.backends.db import SessionStore

    people = []
    for name in names:
        user = User.objects.create(username=name, password="!")
        session = SessionStore()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[-1]
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.create()
        people.append(Player(name, user, str(session.session_key)))
    return people


def _table(people: list[Player], story: Game, moment: int) -> str:
    """A table of people far apart with a game up to a moment; its address."""
    from kaiping.web.games.access import Person
    from kaiping.web.games.models import Table as Row
    from kaiping.web.games.opening import Place, copy_of

    users = {player.name: player.user for player in people}
    places = [Place(name, user=users[name]) for name in story.players]
    row = copy_of(Person(people[0].user), story.at(moment), "bench", places)
    Row.objects.filter(pk=row.pk).update(kind=Row.Kind.OPEN)
    return row.get_absolute_url()


def _story(bot: str, least: int) -> Game:
    """A game by bots of at least so many actions."""
    title = next(iter(TITLES))
    players = SEATS[: min(4, definition(title).players[1])]
    for seed in range(50):
        game, chance = Game(title, players=players), Random(seed)
        while game.finished is None and game.played < 2 * least:
            game.play(BOTS[bot].choose(game, chance))
        if game.played >= least:
            return game
    raise BadInput(f"no game of the {bot} bot came to {least} actions")


@contextmanager
def _server(data: Path, workers: int) -> Iterator[tuple[int, int]]:
    """A server of one's own: its port, and the number of its process."""
    command = [sys.executable, "-m", "kaiping", "serve", "--port", "0", "--data", str(data), "--workers", str(workers)]
    kept = {name: value for name, value in os.environ.items() if name != "KAIPING_DATA"}
    kept |= {"KAIPING_CONNECTIONS": "100000"}  # all of them come from one address here
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=kept)
    assert process.stdout is not None
    try:
        found = re.search(r":(\d+)/", process.stdout.readline())
        if found is None:
            raise BadInput("the server did not start")
        yield int(found[1]), process.pid
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()


class Table:
    """A game in play, with the pages of its players."""

    def __init__(self, port: int, story: Game, start: int, people: list[Player]) -> None:
        self.port, self.story, self.next = port, story, start
        self.people = {player.name: player for player in people}
        self.path = _table(people, story, start)
        self.version = 1
        #: the position that each player's page shows
        self.shown = dict.fromkeys(self.people, 1)
        self.round_trips: list[float] = []
        self.heard: list[float] = []
        self.redrawn: list[float] = []
        self.sent = 0.0
        self.turn = asyncio.Lock()

    async def arrive(self) -> None:
        self.clients = {name: await Client.connect(self.port, one.cookie) for name, one in self.people.items()}

    async def act(self) -> None:
        if self.next >= len(self.story.actions):
            return
        began = time.perf_counter()
        async with self.turn:  # a server that falls behind is waited for, and the waiting counts
            action = self.story.actions[self.next]
            name = self.story.at(self.next).seat_of(action) or ""
            body = f"action={quote(to_json(action).decode())}&version={self.version}".encode()
            self.sent = time.perf_counter()
            self.shown[name] = self.version + 1  # the answer is this player's new page
            answer = await self.clients[name].post(f"{self.path}play", body, self.people[name].token)
            if answer.status != 200:
                raise BadInput(f"an action was answered by {answer.status}")
            self.next += 1
            self.version += 1
        self.round_trips.append(time.perf_counter() - began)

    async def listen(self, name: str, arriving: asyncio.Semaphore, arrived: list[None]) -> None:
        """The page of a player: told of a move that it does not show yet, it fetches the table."""
        cookie = self.people[name].cookie
        stream, page = await Client.connect(self.port, cookie), await Client.connect(self.port, cookie)
        async with arriving:  # not everybody in the same moment
            await page.get(self.path)
            arrived.append(None)
        async for event, data in stream.events(f"{self.path}stream"):
            if event != "moved" or data["version"] <= self.shown[name]:
                continue
            self.shown[name] = data["version"]
            self.heard.append(time.perf_counter() - self.sent)
            answer = await page.get(f"{self.path}body", htmx=True)
            self.redrawn.append(time.perf_counter() - self.sent)
            if answer.status != 200:
                raise BadInput(f"the table was answered by {answer.status}")


def _cpu_seconds(process: int) -> float | None:
    """What a process and its workers have used of the processor so far; only Linux tells."""
    try:
        ticks = 0
        for number in (process, *map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split())):
            fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return None


async def _load(tables: list[Table], listeners: int, seconds: int, process: int) -> dict[str, Any]:
    for player in tables[0].people.values():
        await player.arrive(tables[0].port)
    for table in tables:
        await table.arrive()
    names = list(tables[0].people)
    arriving, arrived = asyncio.Semaphore(4), list[None]()
    pages = [
        asyncio.create_task(
            tables[number % len(tables)].listen(names[number // len(tables) % len(names)], arriving, arrived)
        )
        for number in range(listeners)
    ]
    while len(arrived) < listeners:
        for page in pages:
            if page.done():
                page.result()
        await asyncio.sleep(0.2)
    await asyncio.sleep(2)
    acts: list[asyncio.Task[None]] = []
    used = _cpu_seconds(process)
    began = time.perf_counter()
    for number in range(seconds * ACTIONS_A_SECOND):
        await asyncio.sleep(max(0.0, began + number / ACTIONS_A_SECOND - time.perf_counter()))
        acts.append(asyncio.create_task(tables[number % len(tables)].act()))
    await asyncio.gather(*acts)
    await asyncio.sleep(1)
    used_after = _cpu_seconds(process)
    for page in pages:
        if page.done():
            page.result()
        page.cancel()
    await asyncio.gather(*pages, return_exceptions=True)
    trips = [seconds for table in tables for seconds in table.round_trips]
    return {
        "games": len(tables),
        "listeners": listeners,
        "actions_per_second": ACTIONS_A_SECOND,
        "actions": len(trips),
        "server_cpu_ms_per_action": None
        if used is None or used_after is None
        else round((used_after - used) / len(trips) * 1e3, 1),
        "round_trip_ms": _spread(trips),
        "heard_ms": _spread([seconds for table in tables for seconds in table.heard]),
        "redrawn_ms": _spread([seconds for table in tables for seconds in table.redrawn]),
    }


def _spread(times: list[float]) -> dict[str, float]:
    """Median, 99th percentile and worst, in milliseconds."""
    ordered = sorted(times) or [0.0]
    return {
        name: round(ordered[min(len(ordered) - 1, int(part * len(ordered)))] * 1e3, 1)
        for name, part in (("median", 0.5), ("p99", 0.99), ("worst", 1.0))
    }


async def _first_page(port: int, cookie: str, path: str) -> dict[str, Any]:
    """What comes over the wire when a browser opens a table for the first time: the page and all its files."""
    client = await Client.connect(port, cookie)
    page = await client.get(path)
    files = dict.fromkeys(re.findall(r'(?:src|href)="(/static/[^"]+)"', page.text), 0)
    waiting = list(files)
    while waiting:
        name = waiting.pop()
        answer = await client.get(name)
        files[name] = answer.size
        if name.endswith(".js"):  # modules that it imports
            base = name.rpartition("/")[0]
            for other in re.findall(r"""from\s*["']\./([\w.-]+)["']""", answer.text):
                if f"{base}/{other}" not in files:
                    files[f"{base}/{other}"] = 0
                    waiting.append(f"{base}/{other}")
    await client.close()
    return {"first_page_bytes": page.size + sum(files.values()), "page_bytes": page.size, "files": len(files)}


async def _open_long(port: int, cookie: str, path: str, process: int) -> dict[str, Any]:
    client = await Client.connect(port, cookie)
    await client.get("/lobby")  # the server has loaded its code
    times, used = [], _cpu_seconds(process)
    used_after = used
    for _ in range(4):
        began = time.perf_counter()
        await client.get(path)
        times.append(time.perf_counter() - began)
        if len(times) == 1:
            used_after = _cpu_seconds(process)
    await client.close()
    return {
        "long_game_actions": LONG_GAME,
        "open_long_game_ms": round(times[0] * 1e3, 1),
        "open_long_game_cpu_ms": None if used is None or used_after is None else round((used_after - used) * 1e3),
        "open_long_game_again_ms": round(min(times[1:]) * 1e3, 1),
    }


def _found(pattern: str, answer: Answer) -> str:
    match = re.search(pattern, answer.text)
    if match is None:
        raise BadInput(f"the page ({answer.status}) lacks {pattern}")
    return match[1]


def show(report: dict[str, Any]) -> None:
    trip, heard, redrawn = report["round_trip_ms"], report["heard_ms"], report["redrawn_ms"]
    print(
        f"web            {report['games']} games, {report['actions_per_second']} actions a second, "
        f"{report['listeners']} listening pages, {report['workers']} process(es), {report['actions']} actions"
    )
    if report["server_cpu_ms_per_action"] is not None:
        print(
            f"the server     {report['server_cpu_ms_per_action']:>8} ms of processor time an action, with its redraws"
        )
    print(f"round trip     {trip['median']:>8} ms in the median, {trip['p99']} in 99 %, worst {trip['worst']}")
    print(f"others hear    {heard['median']:>8} ms in the median, {heard['p99']} in 99 %, worst {heard['worst']}")
    print(f"and redraw     {redrawn['median']:>8} ms in the median, {redrawn['p99']} in 99 %, worst {redrawn['worst']}")
    print(f"first page     {report['first_page_bytes'] / 1024:>8.1f} KB over the wire, with {report['files']} files")
    print(
        f"open a game    {report['open_long_game_ms']:>8} ms at its {report['long_game_actions']}th action, "
        f"not in memory; again {report['open_long_game_again_ms']}"
    )
    if report["open_long_game_cpu_ms"] is not None:
        print(f"               {report['open_long_game_cpu_ms']:>8} ms of processor time for it")
