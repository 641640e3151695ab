"""The program as a whole: help, version, unknown commands, pipes that break."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from kaiping.cli import COMMANDS, main
from tests.cli.program import ROOT, Program, assert_refused


def test_help_lists_every_command(kaiping: Program) -> None:
    done = kaiping("--help")
    assert done.returncode == 0
    for command in COMMANDS:
        assert f"\n  {command} " in done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command(kaiping: Program, command: str) -> None:
    done = kaiping(command, "--help")
    assert done.returncode == 0
    assert done.stdout.startswith(f"usage: kaiping {command}")
    assert not done.stderr


def test_version(kaiping: Program) -> None:
    done = kaiping("--version")
    assert done.returncode == 0
    assert done.stdout.startswith("kaiping ")


@pytest.mark.parametrize("args", [[], ["fly"], ["fly", "--high"], ["--fly"], ["titles", "--fly"], ["titles", "x"]])
def test_arguments_that_make_no_sense(kaiping: Program, args: list[str]) -> None:
    assert_refused(kaiping(*args))


def test_serve_wants_a_port_that_there_is(kaiping: Program) -> None:
    assert_refused(kaiping("serve", "--port", "80000"), "from 0 to 65535")


def test_main_returns_a_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["titles"]) == 0
    assert main(["--help"]) == 0
    assert main(["titles", "--fly"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_an_error_of_ours_is_one_line_too(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def broken() -> None:
        raise ZeroDivisionError("something\nis wrong")

    monkeypatch.setattr("kaiping.cli.titles.editions", broken)
    monkeypatch.delenv("KAIPING_DEBUG", raising=False)
    assert main(["titles"]) == 2
    assert capsys.readouterr().err.splitlines() == [
        "kaiping: internal error, please report it: ZeroDivisionError: something is wrong (KAIPING_DEBUG=1 shows more)"
    ]
    monkeypatch.setenv("KAIPING_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        main(["titles"])


def as_in_the_foreground() -> None:
    """A shell lets what it starts in the background ignore interrupts, and all that these start in turn."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def start(*args: str, stdout: int = subprocess.PIPE) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "kaiping", *args],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        stdin=subprocess.PIPE,
        stdout=stdout,
        stderr=subprocess.PIPE,
        preexec_fn=as_in_the_foreground,
    )


@pytest.mark.parametrize(
    "args", [["titles"], ["rules", "1888-2022"], ["play", "1888", "--bot", "all=random"]], ids=" ".join
)
def test_a_broken_pipe_is_no_error(args: list[str]) -> None:
    """As in ``kaiping rules 1888-2022 | true``."""
    reader, writer = os.pipe()
    with start(*args, stdout=writer) as process:
        os.close(reader)
        os.close(writer)
        assert process.stderr is not None
        assert process.stderr.read() == b""
        assert process.wait(60) == 141


def test_an_interrupt_is_no_error() -> None:
    with start("play", "1888") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.stderr.read() == b""
        assert process.wait(60) == 130
