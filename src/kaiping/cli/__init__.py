"""The program ``kaiping``: one module for each command, each with ``configure`` and ``run``.

Exit 0 on success, 1 when what a command checks does not hold, 2 on bad input with one line on standard error.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper

from kaiping import __version__
from kaiping.cli.parser import Parser
from kaiping.errors import BadInput, KaipingError

#: command -> what it does; the module of the same name carries it out
COMMANDS = {
    "titles": "every title, its editions and player counts",
    "bots": "the levels at which bots play",
    "play": "a game in the terminal",
    "serve": "the web table",
    "staff": "who may see how the server is doing",
    "people": "accounts: a lost telephone, ratings, deletion",
    "backup": "all that a server keeps, in one file",
    "restore": "a backup into an empty data folder",
    "doctor": "look a data folder over",
    "replay": "replay recorded games and compare them with what was recorded",
    "convert": "convert a game file between the native format and that of 18xx.games",
    "simulate": "whole games by bots, with the invariants checked after every action",
    "arena": "rated matches between bots, with rotated seats",
    "routes": "the best runs of the company whose turn it is",
    "report": "who won by what, as a page that can be printed",
    "analyse": "what each decision was worth, and everybody's chances over time",
    "render": "a picture of the map, the market or the tiles",
    "print": "a title on paper, as a PDF to scale",
    "rules": "the clauses of a rulebook, and which of them tests cover",
    "bench": "the benchmarks",
}

#: commands whose module has another name: one called ``print`` would hide the function in this package
_MODULES = {"print": "printing"}

GOOD, FAILED, BAD_INPUT, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 130, 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and say how it went."""
    _use_any_letters()
    try:
        code = _run(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
    except SystemExit as leaving:  # argparse has shown the help or the version
        return int(leaving.code or 0)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return BROKEN_PIPE
    except RecursionError:
        return _complain("the input is nested too deeply")
    except MemoryError:
        return _complain("the input is too large for this machine's memory")
    except KaipingError as wrong:
        return _complain(str(wrong))
    except OSError as wrong:
        return _complain(_os_error(wrong))
    except Exception as wrong:
        if os.environ.get("KAIPING_DEBUG"):
            raise
        return _complain(
            f"internal error, please report it: {type(wrong).__name__}: {wrong} (KAIPING_DEBUG=1 shows more)"
        )
    return code


def _run(argv: list[str]) -> int:
    if argv and argv[0] in COMMANDS:
        name = argv.pop(0)
        command = import_module(f"kaiping.cli.{_MODULES.get(name, name)}")
        parser = Parser(prog=f"kaiping {name}", description=f"{command.__doc__}")
        command.configure(parser)
        code: int = command.run(parser.parse_intermixed_args(argv))
        return code
    if argv and not argv[0].startswith("-"):
        raise BadInput(f"there is no command {argv[0]!r}; the commands are {', '.join(COMMANDS)}")
    parser = Parser(
        prog="kaiping",
        usage="kaiping COMMAND ...",
        description="Railway games of the 18xx family, by the rulebook.",
        epilog=_epilog(),
    )
    parser.add_argument("--version", action="version", version=f"kaiping {__version__}")
    parser.parse_args(argv)
    raise BadInput(f"name a command: {', '.join(COMMANDS)}")


def _epilog() -> str:
    return "commands:\n" + "\n".join(f"  {name:<10} {does}" for name, does in COMMANDS.items())


def _complain(what: str) -> int:
    """Bad input: one line."""
    try:
        print(f"kaiping: {' '.join(what.split())}", file=sys.stderr)
    except BrokenPipeError:
        _drop_output()
    return BAD_INPUT


def _os_error(wrong: OSError) -> str:
    reason = wrong.strerror or str(wrong)
    return f"{wrong.filename}: {reason}" if wrong.filename is not None else reason


def _use_any_letters() -> None:
    """Signs that the terminal does not know become question marks instead of errors."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _drop_output() -> None:
    """Whoever read our output has gone: let nothing complain about it at the end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(nowhere, stream.fileno())
