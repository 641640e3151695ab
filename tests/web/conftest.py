"""One server for the tests that do not mind each other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest

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
