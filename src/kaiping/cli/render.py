"""A picture of a game or of a title's empty board: the map, the market or the tiles, as SVG or PNG."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import get_args

from kaiping.action import Route
from kaiping.cli.output import STDOUT, add_output, clear_way, is_picture
from kaiping.cli.parser import add_at
from kaiping.cli.record import game_at
from kaiping.cli.routes import operating_company
from kaiping.definition import Definition
from kaiping.definition.names import native_name
from kaiping.draw.png import check_width, left_out, to_png
from kaiping.errors import BadInput
from kaiping.game import Game, Look, Names, Picture
from kaiping.routes.search import best_run
from kaiping.titles import TITLES, definition

KINDS: tuple[Picture, ...] = get_args(Picture)


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what_of", metavar="FILE-or-TITLE", help="a game file, or a title such as 1888 or 1888:2021")
    add_at(parser)
    parser.add_argument("--what", choices=KINDS, default="map", help="what to draw (default: map)")
    parser.add_argument("--routes", action="store_true", help="draw the best run of the operating company too")
    parser.add_argument("--width", metavar="PIXELS", type=int, default=1200, help="how wide (default: 1200)")
    parser.add_argument("--theme", choices=get_args(Look), default="light", help="colours (default: light)")
    parser.add_argument(
        "--lang", choices=get_args(Names), help="names of places in this language alone, where it has any"
    )
    add_output(parser, "OUT", "OUT.svg or OUT.png")


def run(args: argparse.Namespace) -> int:
    check_picture_name(args.output)
    check_width(args.width)
    game = _game(args.what_of, args.at)
    routes: tuple[Route, ...] = ()
    company = None
    if args.routes:
        if args.what != "map":
            raise BadInput("--routes draws a run on the map; it goes with --what map")
        company = operating_company(game)
        if company is None:
            raise BadInput(f"{args.what_of}: no company operates at that point")
        routes = best_run(game.running(company)).routes
    replaced = clear_way(args.output, is_picture, "picture", force=args.force, source=Path(args.what_of))
    svg = game.svg(routes, what=args.what, company=company, width=args.width, theme=args.theme, language=args.lang)
    _write(svg, args.output)
    if args.routes and not routes:
        print(f"kaiping: no train of {company} has a route; none is drawn", file=sys.stderr)
    if args.lang and args.lang != "en" and not _speaks(game.definition, args.lang):
        said = f"the places of {game.definition.title} have no names in {args.lang}; the English ones are drawn"
        print(f"kaiping: {said}", file=sys.stderr)
    if replaced:
        print(f"{args.output}{replaced}")
    return 0


def _speaks(printed: Definition, language: str) -> bool:
    """Has the printed map names of places in a language besides English?"""
    names = (native_name(here) for here in printed.map.hexes.values())
    return any(name is not None and name.language == language for name in names)


def _game(name: str, moment: str | None) -> Game:
    title, _, edition = name.partition(":")
    if title in TITLES:
        if moment is not None:
            raise BadInput(f"--at {moment}: {name} is a title, not a game file")
        printed = definition(title, edition or None)
        return Game(title, edition=printed.edition, players=[f"Player {n + 1}" for n in range(printed.players[0])])
    file = Path(name)
    if not file.exists():
        raise BadInput(f"{name} is neither a file nor a title; the titles are {', '.join(TITLES)}")
    return game_at(file, moment)


def check_picture_name(file: Path) -> None:
    if file != STDOUT and file.suffix.lower() not in (".svg", ".png"):
        raise BadInput(f"{file}: a picture's name ends in .svg or .png")


def write_picture(game: Game, what: Picture, file: Path, routes: tuple[Route, ...] = ()) -> None:
    """Draw the map, the market or the tiles into a file; standard output gets SVG."""
    check_picture_name(file)
    _write(game.svg(routes, what=what), file)


def _write(svg: str, file: Path) -> None:
    if file == STDOUT:
        sys.stdout.write(svg)
        return
    if file.suffix.lower() != ".png":
        file.write_bytes(svg.encode())
        return
    file.write_bytes(to_png(svg))
    if missing := left_out(svg):
        print(f"kaiping: no font has the letters {missing}, they are left out of {file}", file=sys.stderr)
