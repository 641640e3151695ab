"""A game in the terminal: people at one keyboard, bots in the other seats.

Type a number of the menu, an action in words, or a command; help shows them all. Input that comes from a file or
a pipe is taken line by line.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from random import SystemRandom

from kaiping.bots import offered
from kaiping.bots.simulate import SEATS
from kaiping.cli.parser import add_options, add_title, split_title, whole_number
from kaiping.cli.seats import PERSON, bots_by_seat, bots_of
from kaiping.cli.simulate import usual_players
from kaiping.errors import BadInput
from kaiping.game import Game
from kaiping.phrases import rules_words
from kaiping.records import load as load_game
from kaiping.records.exact import read_position
from kaiping.titles import definition


def configure(parser: argparse.ArgumentParser) -> None:
    add_title(parser, optional=True)
    parser.add_argument("--players", metavar="N", help="how many players, or their names with commas between")
    parser.add_argument(
        "--bot",
        metavar="SEAT=NAME",
        action="append",
        default=[],
        help="a bot for a seat: its number, its player's name, or all (2=casual, Bo=random); me is yourself",
    )
    parser.epilog = "Bots: " + " ".join(f"{one.name}: {one.sentence}" for one in offered())
    add_options(parser)
    parser.add_argument("--seed", metavar="S", type=whole_number(0), help="where the bots' chance starts")
    parser.add_argument("--load", metavar="FILE", type=Path, help="go on with a game from a file")
    parser.add_argument(
        "--from", dest="start", metavar="FILE", type=Path, help="play on from a position: its text, code or JSON"
    )


def run(args: argparse.Namespace) -> int:
    split_title(args)
    game = _game(args)
    seats = (bots_of(args.load) if args.load else {}) | bots_by_seat(args.bot, game.players)
    bots = {player: name for player, name in seats.items() if name != PERSON}
    # what the terminal needs is loaded only now, when the arguments are known to make sense
    try:
        from kaiping.cli.play.screen import Screen
        from kaiping.cli.play.session import Session
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.startswith("kaiping"):
            raise
        raise BadInput(
            f"the game in the terminal needs the package {missing.name}: pip install 'kaiping[cli]'"
        ) from None
    seed = args.seed if args.seed is not None else SystemRandom().randrange(2**32)
    screen = Screen()
    people = [player for player in game.players if player not in bots]
    played = ", ".join((game.definition.name, *game.definition.options))
    screen.say(f"{played}. Played by you: {', '.join(people) or 'nobody'}.")
    if bots:
        screen.say("Played by bots: " + ", ".join(f"{player} ({name})" for player, name in bots.items()) + ".")
    if game.ages or game.unplayed is not None:
        screen.say("Note: " + ". ".join(rules_words(game)) + ".")
    screen.say("Choose by number, or type help.", style="dim")
    return Session(game, bots, seed, screen, args.load).run()


def _game(args: argparse.Namespace) -> Game:
    if args.load is not None and args.start is not None:
        raise BadInput("either --load or --from, not both")
    file = args.load or args.start
    if file is not None:
        if args.edition is not None or args.players is not None or args.option or args.variant:
            raise BadInput(
                f"{'--load' if args.load else '--from'} takes edition, players, options and variant from the file"
            )
        game = load_game(file) if args.load else read_position(file, args.seed)
        if args.title not in (None, game.definition.title):
            raise BadInput(f"{file} is a game of {game.definition.title}, not of {args.title}")
        return game
    if args.title is None:
        raise BadInput("name a title to play, a game with --load, or a position with --from")
    printed = definition(args.title, args.edition, args.option, args.variant)
    if printed.house_rules:
        raise BadInput(f"{args.title}:{args.edition} is the rule set of another program, for its files only")
    players = _players(args.players, printed.players)
    return Game(printed, players=players, seed=args.seed)


def _players(text: str | None, limits: tuple[int, int]) -> list[str]:
    """Names as given, or so many of the usual ones."""
    if text is not None and not text.isdecimal():
        return [name.strip() for name in text.split(",")]
    count = usual_players(limits) if text is None else int(text)
    if not limits[0] <= count <= limits[1]:
        raise BadInput(f"that edition is for {limits[0]} to {limits[1]} players, not {count}")
    return [SEATS[number] if number < len(SEATS) else f"Player {number + 1}" for number in range(count)]
