"""A small match on a real Ray cluster of two workers."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kaiping.arena.contest import contest, matches
from kaiping.arena.play import play_match

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
QUIET = {**os.environ, "RAY_USAGE_STATS_ENABLED": "0"}


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    ray = str(Path(sys.executable).with_name("ray"))
    head = [ray, "start", "--head", "--node-ip-address=127.0.0.1", f"--port={port}", "--num-cpus=2"]
    head += ["--include-dashboard=false", "--object-store-memory=100000000"]
    subprocess.run(head, check=True, env=QUIET, capture_output=True, timeout=120)
    yield f"127.0.0.1:{port}"
    subprocess.run([ray, "stop", "--force"], check=True, env=QUIET, capture_output=True, timeout=120)


def test_a_match_on_a_cluster(cluster: str, tmp_path: Path):
    file = tmp_path / "games.jsonl"
    command = [sys.executable, "-m", "kaiping", "arena", "1888", "--bots", "casual,random", "--players", "2"]
    command += ["--games", "4", "--ray", cluster, "-o", str(file), "--json"]
    done = subprocess.run(command, check=False, env=QUIET, capture_output=True, timeout=200, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["games"] == 4
    held = contest("1888", ["casual", "random"], players=2)
    here = {match.index: list(play_match(held, match).worth) for match in matches(held, 4)}
    there = {game["index"]: game["worth"] for game in map(json.loads, file.read_text().splitlines()[1:])}
    assert there == here, "the same games as on one core"


def test_nobody_is_there(tmp_path: Path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    command = [sys.executable, "-m", "kaiping", "arena", "1888", "--bots", "casual,random", "--ray", address]
    done = subprocess.run(command, check=False, env=QUIET, capture_output=True, timeout=200, text=True)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert f"there is no Ray cluster at {address}" in done.stderr
