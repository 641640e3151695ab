"""schemathesis asks the API everything its description allows, and much that it does not: it never fails inside."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.web.databases import BOTH, database
from tests.web.server import Server


def ask(server: Server, folder: Path, most: int, phases: str) -> str:
    """So many questions at most to each address; what schemathesis says of their number."""
    program = server.program(server.member(f"fuzz{most}"))
    seats = [{"name": name} for name in ("Ann", "Bo", "Cy")]
    key = program.post("/tables", json={"title": "1888", "kind": "hot-seat", "seats": seats}).json()["key"]
    settings = folder / "schemathesis.toml"
    # Half of the questions go to a table that there is.
    settings.write_text(f'[parameters]\n"path.key" = "{key}"\n')
    command = [
        str(Path(sys.executable).with_name("schemathesis")),
        "--config-file",
        str(settings),
        "run",
        f"{server.url}/api/openapi.json",
        "--checks",
        "not_a_server_error",
        "--header",
        f"Authorization: {program.headers['Authorization']}",
        "--max-examples",
        str(most),
        "--phases",
        phases,
        "--generation-database",
        "none",
        "--exclude-method",
        "DELETE",
        "--exclude-path-regex",
        "/stream$",  # which does not end
        "--seed",
        "1",
        "--no-color",
    ]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=os.environ, check=False)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert "Traceback" not in server.said()
    return done.stdout.partition("Test cases:")[2].strip().partition("\n")[0]


def test_no_error_inside(server: Server, tmp_path: Path):
    ask(server, tmp_path, 5, "fuzzing")


@pytest.mark.slow
def test_no_error_inside_by_many_questions(server: Server, tmp_path: Path):
    ask(server, tmp_path, 100, "coverage,fuzzing")


@pytest.mark.slow
@pytest.mark.hard
@pytest.mark.timeout(6 * 3600)
@pytest.mark.parametrize("kind", BOTH)
def test_no_error_inside_by_very_many_questions(kind: str, tmp_path: Path, counts: Callable[[str], None]):
    with database(kind, tmp_path / "database") as url:
        server = Server(tmp_path / "data", "--workers", "2", KAIPING_DATABASE_URL=url).start()
        try:
            counts(f"schemathesis, {kind}: {ask(server, tmp_path, 400, 'coverage,fuzzing,stateful')}")
        finally:
            server.stop()
