"""Every form, every address and every call of the API, filled in by chance: refusals, never a failure of the server.

The quick form is made by hypothesis, which looks for the shortest call that fails. The long one sends a hundred
thousand calls to each database from several at once; its seed and a call's number make the same call again:

    KAIPING_FUZZ_SEED=7 KAIPING_FUZZ_CALLS=2000 pytest -m hard tests/web/test_fuzz.py
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.web.databases import BOTH, database
from tests.web.fuzz.calls import Line
from tests.web.fuzz.running import Fuzz
from tests.web.fuzz.world import PEOPLE, World
from tests.web.server import Server

#: calls of the quick form, and of the long one for each database
QUICK = 600
CALLS = int(os.environ.get("KAIPING_FUZZ_CALLS", "110000"))
SEED = os.environ.get("KAIPING_FUZZ_SEED", time.strftime("%Y%m%d%H%M%S"))
THREADS = 6


@contextmanager
def serving(kind: str, folder: Path, *args: str) -> Iterator[Server]:
    settings = {"KAIPING_URL": "http://127.0.0.1", "KAIPING_EMAIL_URL": f"file://{folder}/post"}
    with database(kind, folder / "database") as url:
        settings |= {"KAIPING_DATABASE_URL": url, "KAIPING_PUSH_HOSTS": "push.invalid"}
        server = Server(folder / "data", *args, **settings).start()
        try:
            yield server
        finally:
            server.stop()
    assert "Traceback" not in server.said(), server.said()[-5000:]


@pytest.fixture(scope="module", params=["SQLite", pytest.param("PostgreSQL", marks=pytest.mark.slow)])
def fuzz(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fuzz]:
    with serving(request.param, tmp_path_factory.mktemp("fuzz")) as server:
        yield Fuzz(World(server, still=True), "quick")


def test_nothing_fails_inside(fuzz: Fuzz, counts: Callable[[str], None]) -> None:
    line = Line(fuzz.world.server.url)

    @settings(
        max_examples=QUICK, deadline=None, database=None, derandomize=True, phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(st.randoms(use_true_random=False))
    def ask(chance: Random) -> None:
        assert fuzz.once(line, chance) == ""

    ask()
    counts(f"fuzz: {fuzz.tally}")
    assert set(fuzz.tally.people) == set(PEOPLE)


@pytest.mark.slow
@pytest.mark.hard
@pytest.mark.timeout(6 * 3600)
@pytest.mark.parametrize("kind", BOTH)
def test_nothing_fails_inside_in_many_calls(kind: str, tmp_path: Path, counts: Callable[[str], None]) -> None:
    with serving(kind, tmp_path, "--workers", "2") as server:
        fuzz = Fuzz(World(server), SEED)
        try:
            fuzz.run(CALLS, THREADS)
        finally:
            asked = len([route for route in fuzz.world.routes if fuzz.tally.routes[route.pattern]])
            reached = f"{asked} of {len(fuzz.world.routes)} routes, {len(fuzz.world.forms)} forms"
            counts(f"fuzz, {kind}, seed {SEED}, {reached}: {fuzz.tally}")
        assert not fuzz.tally.faults, fuzz.tally.complaint()
