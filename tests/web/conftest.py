"""One server for the tests that do not mind each other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest

from tests.web.django_here import make_ready
from tests.web.far_apart import Timed
from tests.web.server import Server, Visitor

_numbers = count(1)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("web") / "data").start()
    yield running
    running.stop()
    assert "Traceback" not in running.said(), running.said()


@pytest.fixture(scope="session")
def timed_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Timed]:
    running = Timed(tmp_path_factory.mktemp("timed"))
    running.server.start()
    yield running
    running.server.stop()
    assert "Traceback" not in running.server.said(), running.server.said()


@pytest.fixture
def timed(timed_server: Timed) -> Timed:
    """A server of two processes at the present moment, which a test may move; no older table minds that."""
    timed_server.end_all()
    timed_server.set(0)
    return timed_server


@pytest.fixture
def visitor(server: Server) -> Visitor:
    """A browser without an account."""
    return server.visitor()


@pytest.fixture
def fresh_name() -> str:
    """A name that nobody has taken yet."""
    return f"player{next(_numbers)}"


@pytest.fixture(scope="module")
def memory() -> Iterator[None]:
    """A database in memory, in this process; the browser of other tests may have left a loop running in this thread."""
    make_ready()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        yield from _database()


def _database() -> Iterator[None]:
    from django.db import connection

    before = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    yield
    connection.creation.destroy_test_db(before, verbosity=0)
