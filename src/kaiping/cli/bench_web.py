"""The benchmark of the web table: a server under load, what a browser has to fetch, and how games are opened.

With ``--cold`` and ``--growth`` it also tells what becomes of it with thousands of games (``bench_scale``).
"""

from __future__ import annotations

import asyncio
import re
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from kaiping.cli.bench_bots import TABLES, show_bots, with_bots
from kaiping.cli.bench_client import Client
from kaiping.cli.bench_load import ACTIONS_A_SECOND, Served, Table, checked, cpu_seconds, load, server, show_load
from kaiping.cli.bench_scale import cold, growth, show_cold, show_growth
from kaiping.cli.bench_tables import LONG, USUAL, Hall, Seated
from kaiping.cli.stored import database, make_tables, prepare

GAMES = 100
LISTENERS = 300
#: the same for thousands of stored games
COLD_LISTENERS = 500
COLD_WORKERS = 2
LONG_GAME = 700
#: times that a game is opened in this process
_OPENINGS = 15


def measure(
    *,
    games: int | None = None,
    listeners: int | None = None,
    seconds: int = 30,
    workers: int | None = None,
    stored: int | None = None,
    growing: Sequence[int] | None = None,
    bots: tuple[int, str] | None = None,
) -> dict[str, Any]:
    """All figures of the web table; with so many stored games, and with ever more live ones, if these are named.

    If only growth is asked for, nothing else is measured; nor with ``bots``, so many at a table and their level.
    """
    from kaiping.web.open_files import more_files

    more_files()
    report: dict[str, Any] = {}
    with tempfile.TemporaryDirectory(prefix="kaiping-bench-") as folder:
        data = Path(folder) / "data"
        prepare(data)
        with database():
            make_tables()
            hall = Hall()
            if bots is not None:
                many, level = bots
                found = with_bots(hall, data, many, level, games=games or TABLES, seconds=seconds, workers=workers or 1)
                return {"with_bots": found}
            if stored is not None or growing is None:
                report |= _usual(hall, data, games or GAMES, listeners or LISTENERS, seconds, workers or 1)
            if stored is not None:
                pages = listeners or COLD_LISTENERS
                report["cold"] = cold(hall, data, report, stored, pages, seconds, workers or COLD_WORKERS)
            if growing is not None:
                report["growth"] = growth(hall, data, growing, seconds, workers or 1)
    return report


def _usual(hall: Hall, data: Path, games: int, listeners: int, seconds: int, workers: int) -> dict[str, Any]:
    """Many games that are all in memory, and one that is long."""
    length = hall.length(USUAL)
    last = max(1, length - seconds)
    seated = hall.tables(USUAL, [number * last // games for number in range(games)])
    (long_table,) = hall.tables(LONG, [LONG_GAME])
    with server(data, workers) as served:
        tables = [Table(served.port, one) for one in seated]
        names = [*tables[0].people][:-1]
        pages = [(tables[number % games], names[number // games % len(names)]) for number in range(listeners)]
        acts = [tables[number % games] for number in range(seconds * ACTIONS_A_SECOND)]
        report = {"games": games, **asyncio.run(load(served, pages, acts))}
        report |= asyncio.run(_first_page(served.port, long_table))
    with server(data, workers) as served:  # so that the game is in nobody's memory
        report |= asyncio.run(_open_long(served, long_table))
    return report | {"open_cold": _open_cold(hall)}


async def _first_page(port: int, table: Seated) -> dict[str, Any]:
    """What comes over the wire when a browser opens a table for the first time: the page and all its files."""
    client = await Client.connect(port, table.people[0].cookie)
    page = checked(await client.get(table.path))
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


async def _open_long(served: Served, table: Seated) -> dict[str, Any]:
    client = await Client.connect(served.port, table.people[0].cookie)
    await client.get("/lobby")  # the server has loaded its code
    times, used = [], cpu_seconds(served.process)
    used_after = used
    for _ in range(4):
        began = time.perf_counter()
        checked(await client.get(table.path))
        times.append(time.perf_counter() - began)
        if len(times) == 1:
            used_after = cpu_seconds(served.process)
    await client.close()
    return {
        "long_game_actions": table.moment,
        "open_long_game_ms": round(times[0] * 1e3, 1),
        "open_long_game_cpu_ms": None if used is None or used_after is None else round((used_after - used) * 1e3),
        "open_long_game_again_ms": round(min(times[1:]) * 1e3, 1),
    }


def _open_cold(hall: Hall) -> dict[str, Any]:
    """Opening a game that is not in memory, without a server around it: from its latest position, as one that was
    stored without positions, and with the drawing of its page."""
    from kaiping.web.games.access import Person, Visit
    from kaiping.web.games.game_cache import GameCache
    from kaiping.web.games.latest import times
    from kaiping.web.games.models import Table as Row
    from kaiping.web.games.views.page import links, viewer_of
    from kaiping.web.table import Around, body
    from kaiping.web.warm import warm_up

    warm_up()
    (usual,), (bare,) = (hall.tables(LONG, [LONG_GAME], bare=bare) for bare in (False, True))

    def opened(table: Seated) -> None:
        GameCache().game(Row.objects.get(pk=table.key))

    def drawn() -> None:
        row = Row.objects.get(pk=usual.key)
        view = Visit(row, Person(usual.people[0].user))
        around = Around(version=row.revision, name=str(row), times=times(row))
        body(GameCache().game(row), viewer_of(view), moment=None, links=links(view), around=around)

    from_position, replayed = _cpu_ms(lambda: opened(usual)), _cpu_ms(lambda: opened(bare))
    return {
        "actions": LONG_GAME,
        "openings": _OPENINGS,
        "cpu_ms": from_position,
        "with_body_cpu_ms": _cpu_ms(drawn),
        "without_positions_cpu_ms": replayed,
        "part": round(from_position / replayed, 3),
    }


def _cpu_ms(act: Callable[[], None]) -> float:
    """Processor time of it, in the median; the first time does not count."""
    taken = []
    for _number in range(_OPENINGS + 1):
        began = time.process_time()
        act()
        taken.append(time.process_time() - began)
    return round(median(taken[1:]) * 1e3, 2)


def show(report: dict[str, Any]) -> None:
    if "games" in report:
        _show_usual(report)
    if "cold" in report:
        show_cold(report["cold"])
    if "growth" in report:
        show_growth(report["growth"])
    if "with_bots" in report:
        show_bots(report["with_bots"])


def _show_usual(report: dict[str, Any]) -> None:
    print(
        f"web            {report['games']} games, {report['actions_per_second']} actions a second, "
        f"{report['listeners']} listening pages, {report['workers']} process(es), {report['actions']} actions"
    )
    show_load(report)
    print(f"first page     {report['first_page_bytes'] / 1024:>8.1f} KB over the wire, with {report['files']} files")
    print(
        f"open a game    {report['open_long_game_ms']:>8} ms at its {report['long_game_actions']}th action, "
        f"not in memory; again {report['open_long_game_again_ms']}"
    )
    if report["open_long_game_cpu_ms"] is not None:
        print(f"               {report['open_long_game_cpu_ms']:>8} ms of processor time for it")
    opening = report["open_cold"]
    print(
        f"the game alone {opening['cpu_ms']:>8} ms of processor time, with its body {opening['with_body_cpu_ms']}; "
        f"without positions {opening['without_positions_cpu_ms']} (x {opening['part']})"
    )
