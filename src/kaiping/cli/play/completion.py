"""What the Tab key offers: what is legal after the words typed already, and names of players, files and clauses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kaiping.action import AnyAction
from kaiping.bots import offered
from kaiping.cli.play import typed
from kaiping.cli.play.commands import COMMANDS, command
from kaiping.cli.play.lines import files
from kaiping.cli.seats import PERSON
from kaiping.game import Game
from kaiping.titles.clauses import book


def completions(game: Game, listed: Sequence[AnyAction], before: Sequence[str], last: str) -> Iterable[str]:
    """Words that may come after those typed already, where the word begun is ``last``."""
    verbs = dict.fromkeys(typed.written(action)[0] for action in listed)
    if not before:
        return sorted({*COMMANDS, *verbs})
    first, rest = before[0].lower(), before[1:]
    verb = typed.ALIASES.get(first, first)
    if verb in typed.USAGE:
        return dict.fromkeys(_next_words(listed, verb, rest))
    found = command(first)
    if found is None:
        return ()
    return _for_command(game, listed, found.usage.split()[0], rest, last, list(verbs))


def _for_command(
    game: Game, listed: Sequence[AnyAction], name: str, rest: Sequence[str], last: str, verbs: Sequence[str]
) -> Iterable[str]:
    printed = game.definition
    match name:
        case "why":
            return completions(game, listed, rest, last) if rest else dict.fromkeys((*verbs, *typed.USAGE))
        case "save" | "load" | "position" | "map" | "market":
            return () if rest else files(last)
        case "rule":
            return () if rest else (clause.number for clause in book(printed.clauses))
        case "seat":
            left = [player for player in game.players if player.split()[: len(rest)] == list(rest)]
            if " ".join(rest) in game.players:
                return (*(one.name for one in offered()), PERSON)
            return [player.split()[len(rest)] for player in left if len(player.split()) > len(rest)]
    if rest:
        return ()
    things: dict[str, Iterable[str]] = {
        "hex": printed.map.hexes,
        "tile": (*printed.tiles, *files(last)),
        "company": (*printed.companies, *printed.minors),
        "private": printed.privates,
        "train": printed.trains,
        "help": (*COMMANDS, *typed.USAGE, "bots", "rules", *printed.privates, *printed.companies, *printed.minors),
    }
    return things.get(name, ())


def _next_words(listed: Sequence[AnyAction], verb: str, rest: Sequence[str]) -> Iterator[str]:
    """The next word of every legal action that begins with the words typed."""
    begun = [verb, *(word.lower() for word in rest)]
    for action in listed:
        words = typed.written(action)
        if len(words) > len(begun) and [word.lower() for word in words[: len(begun)]] == begun:
            yield words[len(begun)]
