"""The program as users call it: a process of its own, with what it printed and how it ended."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RECORDINGS = ROOT / "tests" / "data" / "recordings"

Program = Callable[..., "subprocess.CompletedProcess[str]"]


def run_program(
    *args: str | Path, stdin: str = "", cwd: Path | None = None, source: Path = ROOT / "src", timeout: float = 300
) -> subprocess.CompletedProcess[str]:
    """Run ``python -m kaiping`` from a source folder."""
    return subprocess.run(
        [sys.executable, "-m", "kaiping", *map(str, args)],
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(source), "PYTHONIOENCODING": "utf-8", "KAIPING_DEBUG": ""},
        timeout=timeout,
        check=False,
    )


def assert_refused(done: subprocess.CompletedProcess[str], *words: str) -> None:
    """Bad input: exit 2, one line on standard error, nothing else."""
    assert done.returncode == 2, done.stdout + done.stderr
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("kaiping: ")
    assert "Traceback" not in done.stderr
    assert "internal error" not in done.stderr
    assert not done.stdout
    for word in words:
        assert word in lines[0]
