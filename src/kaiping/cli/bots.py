"""The levels at which bots play: their names, and what playing against them is like."""

from __future__ import annotations

import argparse
import sys
from shutil import get_terminal_size
from textwrap import wrap

from kaiping.bots import offered
from kaiping.cli.parser import add_json, print_json


def configure(parser: argparse.ArgumentParser) -> None:
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    if args.json:
        print_json([{"name": one.name, "sentence": one.sentence, "thinks": one.thinks} for one in offered()])
        return 0
    # in a terminal lines are folded; to others they stay whole, to be searched
    width = get_terminal_size().columns if sys.stdout.isatty() else sys.maxsize
    for line in level_lines():
        print("\n".join(wrap(line, width, subsequent_indent=" " * 10)))
    return 0


def level_lines() -> list[str]:
    """A line for each level, those for people first."""
    return [f"{one.name:<8}  {one.sentence}" for one in offered()]
