"""Connections have limits: nobody can take them all, hold them open, or fill memory and log through them."""

from __future__ import annotations

import logging
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from kaiping.web.log import Seldom
from tests.web.server import Server

#: connections that one address may have
EACH = 40


class Waiting(NamedTuple):
    """Connections that say something and then nothing more."""

    body: socket.socket
    since: float


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that knows a proxy, whose word makes many addresses of one."""
    folder = tmp_path_factory.mktemp("connections")
    running = Server(folder / "data", KAIPING_CONNECTIONS=str(EACH), KAIPING_PROXIES="127.0.0.2").start()
    yield running
    running.stop()
    assert "Traceback" not in running.said()


@pytest.fixture(scope="module", autouse=True)
def waiting(server: Server) -> Iterator[Waiting]:
    """Begun before all other tests, so that nobody need wait for it."""
    with connected(server, "127.0.0.4") as one:
        one.sendall(post_head("/sign-in", 1000) + b"x")
        yield Waiting(one, time.monotonic())


def connected(server: Server, source: str = "127.0.0.1") -> socket.socket:
    port = int(server.url.rpartition(":")[2])
    return socket.create_connection(("127.0.0.1", port), timeout=60, source_address=(source, 0))


def post_head(path: str, size: int, *more: str) -> bytes:
    lines = [f"POST {path} HTTP/1.1", "Host: 127.0.0.1", f"Content-Length: {size}", *more]
    return "\r\n".join([*lines, "", ""]).encode()


def answer(one: socket.socket) -> bytes:
    """All that comes until the other side closes."""
    found = b""
    with suppress(ConnectionResetError):
        while part := one.recv(65536):
            found += part
    return found


def resident(pid: int) -> int:
    """Memory of a process, in bytes."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) * 1024


@pytest.mark.slow
def test_half_open_requests_shut_nobody_out(server: Server):
    """More of them than one address may have: the others are refused, and everybody else comes in."""
    before = len(server.said())
    held = []
    try:
        for _ in range(EACH + 200):
            held.append(connected(server))
            held[-1].sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        assert b" 503 " in answer(held[-1])
        other = connected(server, "127.0.0.3")
        other.sendall(b"GET /rules/ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        assert b" 200 " in answer(other)
        began = time.monotonic()
        assert b" 408 " in answer(held[0])  # and those inside are not waited for
        assert time.monotonic() - began < 45
    finally:
        for one in held:
            one.close()
    assert len(server.said()) - before < 5_000
    assert httpx.get(f"{server.url}/rules/", timeout=60).status_code == 200


def test_unfinished_bodies_hold_little(server: Server):
    """Of two hundred files that never end, no more is kept than there is room for."""
    before = resident(server.pid)
    held = []
    refused = 0
    try:
        for number in range(200):
            one = connected(server, "127.0.0.2")  # the proxy: each of these is from somebody else
            one.sendall(post_head("/bring", 5_000_000, f"X-Forwarded-For: 198.51.100.{number}"))
            held.append(one)
        for one in held:
            one.settimeout(20)
            with suppress(OSError):
                for _ in range(48):
                    one.sendall(b"x" * 100_000)
        for one in held:
            one.settimeout(0.05)
            with suppress(OSError):
                refused += b" 503 " in one.recv(4096)
        assert refused >= 150
        assert resident(server.pid) - before < 250_000_000
    finally:
        for one in held:
            one.close()


@pytest.mark.parametrize(("path", "size"), [("/bring", 6_000_000), ("/sign-in", 600_000), ("/api/import", 10**12)])
def test_too_large_is_said_before_it_is_read(server: Server, path: str, size: int):
    one = connected(server)
    one.sendall(post_head(path, size, "Connection: close"))
    found = answer(one)
    assert b" 413 " in found
    assert (b'"detail": "That is too large."' in found) == path.startswith("/api/")
    one.close()


def test_too_large_without_a_length(server: Server):
    one = connected(server)
    head = "POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    one.sendall(head.encode())
    with suppress(OSError):
        for _ in range(20):
            one.sendall(b"10000\r\n" + b"x" * 0x10000 + b"\r\n")
    assert b" 413 " in answer(one)
    one.close()


def test_callers_behind_a_proxy_are_counted(server: Server):
    """A proxy may have any number of connections, but each of those that it names has its own limit."""
    held = []
    request = "GET /game/none/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: {}\r\nContent-Length: 9\r\n\r\n"
    try:
        for _ in range(EACH + 1):
            held.append(connected(server, "127.0.0.2"))
            held[-1].sendall(post_head("/sign-in", 9, "X-Forwarded-For: 203.0.113.9"))
        held[-1].settimeout(60)
        assert b" 429 " in held[-1].recv(4096)
        held.append(connected(server, "127.0.0.2"))
        held[-1].sendall(request.format("203.0.113.10").encode())
        assert b" 404 " in held[-1].recv(4096)
    finally:
        for one in held:
            one.close()


def test_a_slow_line_is_no_reason(server: Server):
    """What comes in small pieces is read, too."""
    one = connected(server)
    request = b"GET /rules/ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    for start in range(0, len(request), 8):
        one.sendall(request[start : start + 8])
        time.sleep(0.05)
    assert b" 200 " in answer(one)
    one.close()


@pytest.mark.slow
def test_a_body_that_never_comes(waiting: Waiting):
    assert b" 408 " in answer(waiting.body)
    assert time.monotonic() - waiting.since < 120  # with all that the tests before it took
    waiting.body.close()


def test_the_same_line_is_not_written_for_ever():
    seldom = Seldom(most=3, within=60)
    record = logging.LogRecord("x", logging.WARNING, "", 0, "%s again", ("a",), None)
    assert [seldom.filter(record) for _ in range(5)] == [True, True, True, False, False]
    other = logging.LogRecord("x", logging.WARNING, "", 0, "another", (), None)
    assert seldom.filter(other)
    seldom = Seldom(most=1, within=0.05)
    assert [seldom.filter(record) for _ in range(3)] == [True, False, False]
    time.sleep(0.1)
    assert seldom.filter(record)
    assert record.getMessage() == "a again (2 more like it were left out)"
