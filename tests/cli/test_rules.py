"""kaiping rules: clauses, and which of them tests cover."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from kaiping.cli import coverage, rules
from kaiping.titles import TITLES, definition
from kaiping.titles.clauses import Clause, book, books, find, with_word
from tests.cli.program import ROOT, Program

BOOK = "1888-2022"


def test_every_edition_cites_a_book_that_is_there() -> None:
    for title in TITLES.values():
        for edition in title.editions:
            printed = definition(title.name, edition)
            assert printed.clauses in books()
            for clause in printed.reason_clauses.values():
                assert find(clause) is not None, clause


def test_ids_are_those_of_their_book_and_differ() -> None:
    for name, clauses in books().items():
        ids = [clause.id for clause in clauses]
        assert len(set(ids)) == len(ids)
        assert all(clause.startswith(f"{name}:") for clause in ids)


def test_find() -> None:
    clause = find("1888-2022:VII.4.5")
    assert clause is not None
    assert clause == find("vii.4.5", "1888-2022")
    assert find("VII.4.5") is None
    assert find("VII.99", "1888-2022") is None
    assert clause in with_word("pool", BOOK)


def test_books(kaiping: Program) -> None:
    done = kaiping("rules")
    assert done.returncode == 0
    assert [line.split()[0] for line in done.stdout.splitlines()] == list(books())


def test_a_book(kaiping: Program) -> None:
    done = kaiping("rules", BOOK)
    assert done.returncode == 0
    for clause in book(BOOK):
        assert f"{clause.id}  {clause.says}" in done.stdout
    rows = json.loads(kaiping("rules", BOOK, "--json").stdout)
    assert [row["id"] for row in rows] == [clause.id for clause in book(BOOK)]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout of its own, with two tests that cite clauses: one passes, one fails."""
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "tests").mkdir()
    shutil.copy(ROOT / "tests" / "conftest.py", tmp_path / "tests")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "tests" / "test_some.py").write_text(
        "import pytest\n\n"
        f"@pytest.mark.clause('{BOOK}:I.1')\ndef test_good():\n    pass\n\n"
        f"@pytest.mark.clause('{BOOK}:I.3')\ndef test_bad():\n    assert False\n"
    )
    return tmp_path


def test_coverage(kaiping: Program, checkout: Path) -> None:
    """The tests are run where nothing is recorded; then what is recorded is read, until something changes."""
    clauses = [clause for clause in book(BOOK) if clause.needs_test]
    done = kaiping("rules", BOOK, "--coverage", "--json", source=checkout / "src")
    assert done.returncode == 1, done.stderr
    report = json.loads(done.stdout)
    assert report["edition"] == BOOK
    assert report["testable"] == len(clauses)
    assert report["covered"] == 1
    assert f"{BOOK}:I.1" not in report["missing"]
    assert f"{BOOK}:I.3" in report["missing"]
    assert len(report["missing"]) == len(clauses) - 1
    assert isinstance(report["untestable"], dict)

    record = checkout / "build" / "clause-coverage.json"
    record.write_text(json.dumps({clause.id: ["some test"] for clause in clauses}))
    done = kaiping("rules", BOOK, "--coverage", source=checkout / "src")
    assert done.returncode == 0, done.stdout
    assert f"{len(clauses)} of {len(clauses)} testable clauses covered" in done.stdout


def test_coverage_is_renewed_when_something_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runs = []

    def run_tests(root: Path) -> None:
        runs.append(root)
        (root / "build").mkdir(exist_ok=True)
        (root / "build" / "clause-coverage.json").write_text('{"a": ["b"]}')
        (root / "build" / "clause-coverage.whole").touch()

    monkeypatch.setattr(coverage, "_checkout", lambda: tmp_path)
    monkeypatch.setattr(coverage, "_run_tests", run_tests)
    for name in ("src", "tests"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file.py").touch()
    assert coverage.proved_clauses() == {"a": ["b"]}
    assert coverage.proved_clauses() == {"a": ["b"]}
    assert len(runs) == 1
    later = (tmp_path / "build" / "clause-coverage.whole").stat().st_mtime + 5
    os.utime(tmp_path / "tests" / "file.py", (later, later))
    os.utime(tmp_path / "build" / "clause-coverage.json", (later + 5, later + 5))  # some tests alone were run
    coverage.proved_clauses()
    assert len(runs) == 2


def test_untestable_clauses_say_why() -> None:
    why = Clause("B:1", "S", "rule", testable=True, says="It is so.", untestable="nobody can tell")
    proved, bare = Clause("B:2", "S", "rule", testable=True, says="It is."), Clause("B:3", "S", "rule", False, "Is it?")
    report = rules._coverage("B", (why, proved, bare), {})
    assert report["untestable"] == {"B:1": "nobody can tell"}
    assert (report["testable"], report["covered"], report["missing"]) == (1, 0, ["B:2"])


def test_coverage_needs_a_checkout(kaiping: Program, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "src" / "kaiping", tmp_path / "lib" / "kaiping")
    done = kaiping("rules", BOOK, "--coverage", source=tmp_path / "lib")
    assert done.returncode == 2
    assert "checkout" in done.stderr
    assert len(done.stderr.splitlines()) == 1
