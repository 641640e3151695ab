"""Which clauses passing tests prove, as the test run records it in a checkout."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import msgspec

from kaiping.errors import BadInput

#: written by tests/conftest.py
RECORD = Path("build", "clause-coverage.json")
#: touched whenever all tests that cite clauses have run, and not only some of them
WHOLE = Path("build", "clause-coverage.whole")
#: pytest's own exit codes for "all passed" and "some failed": in both cases it has recorded what passed
_RAN = (0, 1)


def proved_clauses() -> dict[str, list[str]]:
    """Clause -> the tests that prove it; the tests are run if not all have been since something changed."""
    root = _checkout()
    record, whole = root / RECORD, root / WHOLE
    if not record.exists() or not whole.exists() or whole.stat().st_mtime < _latest_change(root):
        _run_tests(root)
    try:
        return msgspec.json.decode(record.read_bytes(), type=dict[str, list[str]])
    except (OSError, msgspec.DecodeError) as wrong:
        raise BadInput(f"{record} cannot be read: {wrong}") from None


def _checkout() -> Path:
    """The folder that holds src/kaiping and its tests."""
    root = Path(__file__).resolve().parents[3]
    if not (root / "src" / "kaiping").is_dir() or not (root / "tests" / "conftest.py").is_file():
        raise BadInput("--coverage needs a checkout of the project with its tests; this is an installed copy")
    return root


def _latest_change(root: Path) -> float:
    return max(
        file.stat().st_mtime
        for folder in ("src", "tests")
        for file in (root / folder).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    )


def _run_tests(root: Path) -> None:
    if find_spec("pytest") is None:
        raise BadInput("--coverage runs the tests, and pytest is not installed: pip install 'kaiping[dev]'")
    command = [sys.executable, "-m", "pytest", "-q", "-m", "clause and not slow", "-p", "no:cacheprovider"]
    if find_spec("xdist") is not None:
        command += ["-n", "auto"]
    if sys.stderr.isatty():
        print("running the tests that cite clauses ...", file=sys.stderr)
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    if done.returncode not in _RAN:
        lines = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
        raise BadInput(f"the tests could not be run: {lines[-1] if lines else 'pytest said nothing'}")
    (root / WHOLE).touch()
