"""How quick the web table stays while bots think: the same load twice, with none and with bots at further tables.

At so many tables people act at a steady pace, and are timed. At as many others there sit a person and thinking bots;
the person's page is open, and they act when it is their turn. Before that the same load is measured without bots.
"""

from __future__ import annotations

import asyncio
import html
import re
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

from kaiping.bots import level as find_level
from kaiping.bots import offered
from kaiping.cli.bench_client import Browser, Client
from kaiping.cli.bench_load import (
    ACTIONS_A_SECOND,
    Served,
    Table,
    arrive,
    checked,
    load,
    server,
    spread,
    spread_words,
)
from kaiping.cli.bench_tables import USUAL, Hall, Seated
from kaiping.errors import BadInput

TABLES = 20
#: pages of people at the tables where they act
_LISTENERS = 3

_ACTION = re.compile(r'name="action" value="([^"]+)"')
_VERSION = re.compile(r'name="version" value="(\d+)"')


def thinking_level(name: str | None) -> str:
    """The level that is asked for, or the strongest that thinks."""
    if name is not None:
        return find_level(name).name
    found = [level.name for level in offered() if level.thinks]
    if not found:
        raise BadInput("no level of bots thinks; name one with --level")
    return found[-1]


def with_bots(
    hall: Hall, data: Path, bots: int, level: str, *, games: int, seconds: int, workers: int
) -> dict[str, Any]:
    """The load with none and with bots, in one run."""
    last = max(1, hall.length(USUAL) - seconds)
    moments = [number * last // games for number in range(games)]
    beside = hall.tables(USUAL, moments)
    if bots >= len(beside[0].story.players):
        raise BadInput(f"at these tables there is room for {len(beside[0].story.players) - 1} bots beside a person")
    report: dict[str, Any] = {"tables": games, "bots": bots, "level": level}
    for name in ("without", "with"):
        if name == "with":
            _seat_bots(beside, bots, level)
        acted = hall.tables(USUAL, moments)
        with server(data, workers) as served:
            report[name] = asyncio.run(_load(served, acted, beside, seconds, bots=name == "with"))
    return report


def _seat_bots(tables: Sequence[Seated], bots: int, level: str) -> None:
    """Bots take the last seats."""
    from django.db.models import F

    from kaiping.web.games.models import Seat
    from kaiping.web.games.models import Table as Row

    for table in tables:
        players = table.story.players
        Seat.objects.filter(table=table.key, name__in=players[len(players) - bots :]).update(user=None, bot=level)
    Row.objects.filter(pk__in=[table.key for table in tables]).update(seated=F("seated") + 1)


async def _load(
    served: Served, acted: Sequence[Seated], beside: Sequence[Seated], seconds: int, *, bots: bool
) -> dict[str, Any]:
    tables = [Table(served.port, one) for one in acted]
    names = [*tables[0].people][:-1]
    pages = [(table, name) for table in tables for name in names[:_LISTENERS]]
    acts = [tables[number % len(tables)] for number in range(seconds * ACTIONS_A_SECOND)]
    arriving = asyncio.Semaphore(4)
    people = {id(one.people[0]): one.people[0] for one in beside}.values()
    await asyncio.gather(*(arrive(player, served.port, arriving) for player in people))
    sitting = [_Sitting(served.port, one) for one in beside]
    tasks = [asyncio.create_task(one.stay(acts=bots)) for one in sitting]
    try:
        report = await load(served, pages, acts)
        for task in tasks:
            if task.done():
                task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    if bots:
        trips = [seconds for one in sitting for seconds in one.round_trips]
        moves = sum(one.version - one.first for one in sitting)
        report |= {"bot_moves": moves - len(trips), "own_actions": len(trips), "own_round_trip_ms": spread(trips)}
    return report


class _Sitting:
    """The page of a person among bots: it shows what they do, and acts when it is its turn."""

    def __init__(self, port: int, seated: Seated) -> None:
        self._port, self._path, self._person = port, seated.path, seated.people[0]
        self._chance = Random(seated.key)
        self.round_trips: list[float] = []
        self.first = self.version = 0

    async def stay(self, *, acts: bool) -> None:
        page = Browser(self._port, self._person.cookie)
        body = checked(await (await page.client()).get(f"{self._path}body", htmx=True)).text
        self.first = self._read(body)
        stream = await Client.connect(self._port, self._person.cookie)
        if acts:
            await self._turn(page, body)
        async for event, data in stream.events(f"{self._path}stream"):
            if event == "moved" and data["version"] > self.version:
                body = checked(await (await page.client()).get(f"{self._path}body", htmx=True)).text
                self._read(body)
                if acts:
                    await self._turn(page, body)

    def _read(self, body: str) -> int:
        found = _VERSION.search(body)
        if found is None:
            raise BadInput("the table does not say its version")
        self.version = int(found[1])
        return self.version

    async def _turn(self, page: Browser, body: str) -> None:
        """Anything that the page offers, as long as it is one's turn."""
        while " data-mine" in body.partition(">")[0]:
            offers = [html.unescape(one) for one in _ACTION.findall(body)]
            self._chance.shuffle(offers)
            for offer in offers:
                wish = f"action={quote(offer)}&version={self.version}".encode()
                began = time.perf_counter()
                answer = await (await page.client()).post(f"{self._path}play", wish, self._person.token)
                if answer.status in (200, 409):
                    self.round_trips += [time.perf_counter() - began] if answer.status == 200 else []
                    body = answer.text
                    self._read(body)
                    break
            else:
                return  # what may be done is not a button, such as a tile on the map: the table waits


def show_bots(report: dict[str, Any]) -> None:
    before, after = report["without"], report["with"]
    print(
        f"bots           {report['tables']} tables with {report['bots']} {report['level']} bots each, "
        f"beside {report['tables']} where people act {ACTIONS_A_SECOND} times a second"
    )
    print(f"round trip     {spread_words(before['round_trip_ms'])}; no bots")
    print(f"               {spread_words(after['round_trip_ms'])}; {after['bot_moves']} moves of bots meanwhile")
    print(f"others hear    {spread_words(before['heard_ms'])}; no bots")
    print(f"               {spread_words(after['heard_ms'])}; with bots")
    print(f"among bots     {spread_words(after['own_round_trip_ms'])} (of {after['own_actions']})")
