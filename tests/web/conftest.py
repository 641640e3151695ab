"""One server for the tests that do not mind each other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest

from tests.web.server import Server, Visitor

_numbers = count(1)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("web") / "data").start()
    yield running
    running.stop()
    assert "Traceback" not in running.said(), running.said()


@pytest.fixture
def visitor(server: Server) -> Visitor:
    """A browser without an account."""
    return server.visitor()


@pytest.fixture
def fresh_name() -> str:
    """A name that nobody has taken yet."""
    return f"player{next(_numbers)}"
