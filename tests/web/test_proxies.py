"""The samples for proxies in docs/table.md, each in front of a server, where the proxy is installed."""

from __future__ import annotations

import datetime
import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from kaiping.action import Pass, to_json
from tests.web.server import PASSWORD, Server

#: servers that start, stop and wait take long
pytestmark = pytest.mark.slow

DOCS = Path(__file__).resolve().parents[2] / "docs" / "table.md"
HOST = "localhost"


def sample(kind: str) -> str:
    found = re.search(rf"^```{kind}\n(.*?)^```", DOCS.read_text(), re.MULTILINE | re.DOTALL)
    assert found
    return found[1]


def certificate(folder: Path) -> tuple[Path, Path]:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    files = folder / "certificate.pem", folder / "key.pem"
    files[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
    files[1].write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, plain)
    )
    return files


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def nginx(folder: Path, port: int, server: str) -> list[str]:
    cert, key = certificate(folder)
    text = sample("nginx").replace("listen 443 ssl http2", f"listen 127.0.0.1:{port} ssl http2")
    text = text.replace("table.example;", f"{HOST};", 1).replace("127.0.0.1:8018", server)
    text = text.replace("/etc/ssl/table.example.pem", str(cert)).replace("/etc/ssl/table.example.key", str(key))
    user = "user root;" if os.geteuid() == 0 else ""  # whoever runs the test, so that its folders can be written
    kept = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"{user} daemon off; pid {folder}/pid; error_log {folder}/log; events {{}}\n"
        f"http {{ access_log off; {kept}\n{text}\n}}"
    )
    return ["nginx", "-e", f"{folder}/log", "-p", str(folder), "-c", f"{folder}/nginx.conf"]


def caddy(folder: Path, port: int, server: str) -> list[str]:
    cert, key = certificate(folder)
    text = sample("caddyfile").replace("{\n", "{\n    admin off\n    auto_https off\n    storage file_system DIR\n", 1)
    text = text.replace("DIR", str(folder)).replace("127.0.0.1:8018", server)
    text = text.replace("table.example {", f"https://{HOST}:{port} {{\n    bind 127.0.0.1\n    tls {cert} {key}")
    (folder / "Caddyfile").write_text(text)
    return ["caddy", "run", "--adapter", "caddyfile", "--config", f"{folder}/Caddyfile"]


@contextmanager
def running(command: list[str], port: int, log: Path) -> Iterator[None]:
    with log.open("w") as stream:
        process = subprocess.Popen(command, stdout=stream, stderr=stream)
        try:
            until = time.monotonic() + 30
            while True:
                assert process.poll() is None, log.read_text()
                assert time.monotonic() < until, log.read_text()
                try:
                    socket.create_connection(("127.0.0.1", port), timeout=1).close()
                    break
                except OSError:
                    time.sleep(0.05)
            yield
        finally:
            process.terminate()
            process.wait(20)


@pytest.fixture(scope="module", params=[nginx, caddy], ids=["nginx", "caddy"])
def front(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """Somebody who comes through the proxy."""
    tmp_path = tmp_path_factory.mktemp("proxies")
    if shutil.which(request.param.__name__) is None:
        pytest.skip(f"{request.param.__name__} is not installed")
    port = free_port()
    settings = {"KAIPING_URL": f"https://{HOST}:{port}", "KAIPING_PROXIES": "127.0.0.1"}
    server = Server(tmp_path / "data", **settings, KAIPING_API_RATE_UNKNOWN="3/m").start()
    folder = tmp_path / "proxy"
    folder.mkdir(mode=0o755)
    command = request.param(folder, port, server.url.removeprefix("http://"))
    with (
        running(command, port, tmp_path / "proxy.log"),
        httpx.Client(base_url=settings["KAIPING_URL"], verify=False, timeout=60) as client,
    ):
        yield client
    server.stop()
    assert "Traceback" not in server.said()


def test_a_game_through_the_proxy(front: httpx.Client):
    home = front.get("/sign-up")
    assert "max-age" in home.headers["strict-transport-security"]  # it knows that it is reached by https
    token = re.search(r'"X-CSRFToken": "(\w+)"', home.text)
    assert token
    headers = {"X-CSRFToken": token[1], "Origin": str(front.base_url).rstrip("/"), "Referer": str(home.url)}
    fields = {"username": "ann", "password1": PASSWORD, "password2": PASSWORD}
    assert front.post("/sign-up", data=fields, headers=headers).headers["location"] == "/lobby"
    token = re.search(r'"X-CSRFToken": "(\w+)"', front.get("/").text)
    assert token
    headers["X-CSRFToken"] = token[1]
    seats = {
        f"{part}{number}": value for number in (1, 2) for part, value in (("name", f"P{number}"), ("who", "person"))
    }
    path = front.post("/hot-seat", data={"game": "1888:2022", **seats}, headers=headers).headers["location"]
    with front.stream("GET", f"{path}stream") as events:  # nothing of which is kept back
        lines = events.iter_lines()
        assert next(line for line in lines if line.startswith("data: ")) == 'data: {"version": 0}'
        name = front.get(f"{path}export").json()["players"][0]
        play = {"action": to_json(Pass(name)).decode(), "version": 0}
        assert front.post(f"{path}play", data=play, headers=headers).status_code == 302
        assert next(line for line in lines if line == 'data: {"version": 1}')


def test_who_watches_through_the_proxy(front: httpx.Client):
    assert front.get("/healthz").text == "ok"
    assert front.get("/metrics").status_code == 404


def test_limits_through_the_proxy(front: httpx.Client):
    calls = [front.get("/api/titles", headers={"X-Forwarded-For": f"198.51.100.{number}"}) for number in range(5)]
    assert [call.status_code for call in calls] == [200, 200, 200, 429, 429]
    with suppress(httpx.WriteError):  # said, and closed before all of it was sent
        assert front.post("/bring", content=b"x" * 6_000_000).status_code == 413
    with suppress(httpx.WriteError):
        assert front.post("/sign-in", content=b"x" * 600_000).status_code == 413
