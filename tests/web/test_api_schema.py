"""schemathesis asks the API everything its description allows, and much that it does not: it never fails inside."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.web.server import Server


def ask(server: Server, folder: Path, most: int, phases: str) -> None:
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
        "--seed",
        "1",
        "--no-color",
    ]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=os.environ, check=False)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert "Traceback" not in server.said()


def test_no_error_inside(server: Server, tmp_path: Path):
    ask(server, tmp_path, 5, "fuzzing")


@pytest.mark.slow
def test_no_error_inside_by_many_questions(server: Server, tmp_path: Path):
    ask(server, tmp_path, 100, "coverage,fuzzing")
