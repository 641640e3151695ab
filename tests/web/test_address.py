"""Who is asking: a proxy is believed if the settings name it, and nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from kaiping.errors import BadInput
from kaiping.web.address import believed, proxies
from tests.web.server import Server
from tests.web.test_serve import refused, serve


def caller(peer: str, *told: str, known: str = "10.0.0.1, 10.1.0.0/16, 2001:db8::/32") -> str:
    headers = [(b"host", b"x"), *((b"x-forwarded-for", text.encode("latin-1")) for text in told)]
    scope = believed({"client": (peer, 7), "headers": headers}, proxies(known))
    assert scope["headers"] == [(b"host", b"x")]
    return str(scope["client"][0])


def test_whom_a_header_makes_of_a_caller():
    assert caller("192.0.2.1", "198.51.100.9") == "192.0.2.1"
    assert caller("10.0.0.1", "198.51.100.9", known="") == "10.0.0.1"
    assert caller("10.0.0.1", "198.51.100.9") == "198.51.100.9"
    assert caller("::ffff:10.0.0.1", "198.51.100.9") == "198.51.100.9"
    # what the caller wrote stands first, and two proxies in a row are passed over
    assert caller("10.0.0.1", "203.0.113.5, 198.51.100.9") == "198.51.100.9"
    assert caller("10.0.0.1", "203.0.113.5", "198.51.100.9, 10.1.2.3") == "198.51.100.9"
    assert caller("2001:db8::1", "2001:db9::5") == "2001:db9::5"


@pytest.mark.parametrize("told", ["unknown", "", "'; DROP TABLE", "1.2.3.4:80", "é", "203.0.113.5, unknown"])
def test_a_header_without_an_address(told: str):
    assert caller("10.0.0.1", told) == "10.0.0.1"


def test_whether_it_came_by_https_is_told_by_proxies_only():
    headers = [(b"x-forwarded-proto", b"https")]
    assert believed({"client": ("10.0.0.1", 7), "headers": headers}, proxies("10.0.0.1"))["headers"] == headers
    assert believed({"client": ("10.0.0.2", 7), "headers": headers}, proxies("10.0.0.1"))["headers"] == []


def test_proxies_that_are_none(tmp_path: Path):
    with pytest.raises(BadInput, match="KAIPING_PROXIES"):
        proxies("localhost")
    refused(serve("--port", "0", "--data", str(tmp_path / "d"), KAIPING_PROXIES="me"), "KAIPING_PROXIES")


def calls(server: Server, *told: str) -> list[int]:
    titles = f"{server.url}/api/titles"
    return [httpx.get(titles, headers={"X-Forwarded-For": text}, timeout=60).status_code for text in told]


@pytest.fixture
def limited(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path / "data", KAIPING_API_RATE_UNKNOWN="3/m", KAIPING_PROXIES=request.param).start()
    yield running
    running.stop()


@pytest.mark.parametrize("limited", [""], indirect=True)
def test_limits_cannot_be_passed(limited: Server):
    assert calls(limited, *(f"198.51.100.{number}" for number in range(5))) == [200, 200, 200, 429, 429]


@pytest.mark.parametrize("limited", ["127.0.0.1"], indirect=True)
def test_limits_behind_a_proxy(limited: Server):
    assert calls(limited, *(f"203.0.113.{number}, 198.51.100.9" for number in range(5))) == [200, 200, 200, 429, 429]
    assert calls(limited, "198.51.100.10") == [200]
    # a person at IPv6 has a network of addresses
    assert calls(limited, *(f"2001:db8:1:2::{number}" for number in range(5))) == [200, 200, 200, 429, 429]
    assert calls(limited, "unknown", "unknown") == [200, 200]
