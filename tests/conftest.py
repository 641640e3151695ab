"""What all tests share: the record of proven clauses, the folder of shared rulebooks and recordings, strictness.

A test names the clauses that it proves: `@pytest.mark.clause("1888-2022:VII.4.5")`. After a session
`build/clause-coverage.json` holds, for each clause, the tests that passed: `{"<clause>": ["<test>", ...]}`.
Tests that ran replace what they had in it, and lose it unless they passed; tests that did not run keep
theirs as long as they exist and still name the clause. So a part of the tests may be run alone.
"""

import ast
import json
import os
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
COVERAGE = Path("build", "clause-coverage.json")
#: touched when all of them have run (see kaiping.cli.coverage)
WHOLE = Path("build", "clause-coverage.whole")

Clauses = dict[str, set[str]]  # test id -> the clauses it names, or has proved


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with rulebook clauses, facts and recorded games, which lies beside the checkout."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("shared/ is not beside this checkout: the rulebooks and recordings cannot be read")
    return folder


#: the limit of a slow test, in seconds, unless it sets its own
SLOW_LIMIT = 3600


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("slow") is not None and item.get_closest_marker("timeout") is None:
            item.add_marker(pytest.mark.timeout(SLOW_LIMIT))


@pytest.fixture
def counts(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Says what a long test has counted: it stands at the end of the session, whichever process has run the test."""
    return lambda sentence: request.node.user_properties.append(("counts", sentence))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = [report for found in terminalreporter.stats.values() for report in found]
    said = [
        f"{report.nodeid.rpartition('::')[2]}: {value}"
        for report in reports
        if isinstance(report, pytest.TestReport) and report.when == "call"
        for name, value in report.user_properties
        if name == "counts"
    ]
    if said:
        terminalreporter.section("counted")
        for line in said:
            terminalreporter.line(line)


def pytest_configure(config: pytest.Config) -> None:
    os.environ["KAIPING_STRICT"] = "1"  # a search that fails is not to hide behind a plainer run
    config.pluginmanager.register(ClauseCoverage(config), "clause-coverage")


class ClauseCoverage:
    """Follows one session. Under pytest-xdist the workers collect, and the controller hears the reports."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.collected: Clauses = {}
        self.proved: Clauses = {}
        self.failed: set[str] = set()
        self.ran: set[str] = set()

    @pytest.hookimpl(tryfirst=True)  # before -k and -m take tests away
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            clauses = clauses_of(item)
            item.user_properties.extend(("clause", clause) for clause in sorted(clauses))
            self.collected[item.nodeid] = clauses

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        for marker in item.iter_markers("clause"):
            if marker.kwargs or not marker.args or not all(isinstance(clause, str) for clause in marker.args):
                pytest.fail("clause() takes one or more clause ids, each a string", pytrace=False)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.ran.add(report.nodeid)
        if report.failed:
            self.failed.add(report.nodeid)
        elif report.when == "call" and report.passed and not hasattr(report, "wasxfail"):
            properties = report.user_properties
            self.proved[report.nodeid] = {str(value) for name, value in properties if name == "clause"}

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        collected: dict[str, list[str]] = getattr(node, "workeroutput", {}).get("collected", {})
        self.collected.update((test, set(clauses)) for test, clauses in collected.items())

    def pytest_sessionfinish(self) -> None:
        worker: dict[str, Any] | None = getattr(self.config, "workeroutput", None)
        if worker is not None:
            worker["collected"] = {test: sorted(clauses) for test, clauses in self.collected.items()}
        elif self.ran:
            path = self.config.rootpath / COVERAGE
            before = read(path)
            kept = {test: self.still_named(test, before[test]) for test in before.keys() - self.ran}
            now = {test: clauses for test, clauses in self.proved.items() if test not in self.failed}
            write(path, kept | now)
            if self.is_whole():
                (self.config.rootpath / WHOLE).touch()

    def is_whole(self) -> bool:
        """Have all tests that cite clauses been run, whatever else?"""
        option = self.config.getoption
        narrowed = option("keyword") or option("lf", False) or option("deselect") or option("collectonly")
        everything = [str(self.config.rootpath / path) for path in self.config.getini("testpaths")]
        args = [str(self.config.invocation_params.dir / arg) for arg in self.config.args]
        marks = option("markexpr") in ("", "not slow", "clause and not slow")  # those that cite clauses are not slow
        return marks and not narrowed and args in (everything, [str(self.config.rootpath)])

    def still_named(self, test: str, clauses: set[str]) -> set[str]:
        """Those of the clauses that a test which did not run still names: none if the test is gone."""
        if test in self.collected:
            return clauses & self.collected[test]
        function = test.partition("[")[0]
        narrowed = self.config.getoption("lf", False) or any("[" in arg for arg in self.config.args)
        if not narrowed and any(other.partition("[")[0] == function for other in self.collected):
            return set()  # all cases of the function were collected, and this was not among them
        return clauses if is_written(self.config.rootpath, function) else set()


def clauses_of(item: pytest.Item) -> set[str]:
    return {str(clause) for marker in item.iter_markers("clause") for clause in marker.args}


def is_written(root: Path, function: str) -> bool:
    """Whether the file still defines that test function, inside the classes that its id names."""
    file, *names = function.split("::")
    body: Iterable[ast.stmt] = body_of(root / file)
    for name in names:
        found = [
            node
            for node in body
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.name == name
        ]
        if not found:
            return False
        body = found[-1].body
    return True


@cache
def body_of(file: Path) -> list[ast.stmt]:
    """The statements of a test file, none if it is gone; parsed once, for it is asked for each of its tests."""
    try:
        return ast.parse(file.read_bytes()).body
    except (OSError, SyntaxError):
        return []


def read(path: Path) -> Clauses:
    try:
        recorded: dict[str, list[str]] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return turned(recorded)


def write(path: Path, proved: Clauses) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    tests = {clause: sorted(names) for clause, names in sorted(turned(proved).items())}
    fresh = path.with_suffix(f".{os.getpid()}.tmp")
    fresh.write_text(json.dumps(tests, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    fresh.replace(path)  # at once, so that nobody reads half a file


def turned(table: dict[str, Any]) -> dict[str, set[str]]:
    """{a: [b, ...]} as {b: {a, ...}}."""
    result: dict[str, set[str]] = {}
    for key, values in table.items():
        for value in values:
            result.setdefault(value, set()).add(key)
    return result
