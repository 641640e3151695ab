"""The web table, which is not part of this version."""

from __future__ import annotations

import argparse

from kaiping.errors import BadInput


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", metavar="H", help="where to listen")
    parser.add_argument("--port", metavar="P", help="the port to listen on")
    parser.add_argument("--data", metavar="DIR", help="where games are kept")


def run(args: argparse.Namespace) -> int:
    raise BadInput("the web table is not part of this version; kaiping play has a game in the terminal")
