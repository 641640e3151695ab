"""What the Tab key offers: what is legal after the words typed already, and names of players, files and clauses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from kaiping.action import (
    KINDS,
    AcquirePrivate,
    AnyAction,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Choose,
    Consent,
    DeclareBankruptcy,
    DiscardTrain,
    Dividend,
    ExchangePrivate,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    RepayDebt,
    RunRoutes,
    SellBlocks,
    SellShares,
    UsePower,
)
from kaiping.bots import BOTS
from kaiping.cli.play import typed
from kaiping.cli.play.commands import COMMANDS, command
from kaiping.cli.seats import PERSON
from kaiping.game import Game
from kaiping.titles.clauses import book

#: kind of action -> its verb
_VERBS: dict[type[AnyAction], str] = {
    Pass: "pass",
    Bid: "bid",
    Par: "start",
    Choose: "choose",
    UsePower: "use",
    RepayDebt: "repay",
    BuyShare: "buy",
    BuyTrain: "buy",
    BuyPrivate: "buy",
    AcquirePrivate: "buy",
    SellShares: "sell",
    SellBlocks: "sell",
    ExchangePrivate: "exchange",
    LayTile: "lay",
    PlaceToken: "token",
    RunRoutes: "run",
    DiscardTrain: "discard",
    DeclareBankruptcy: "bankrupt",
}
assert set(_VERBS) | {Dividend, Consent} == set(KINDS)


def completions(game: Game, listed: Sequence[AnyAction], before: Sequence[str], last: str) -> Iterable[str]:
    """Words that may come after those typed already, where the word begun is ``last``."""
    verbs = dict.fromkeys(_verb(action) for action in listed)
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
            return completions(game, listed, rest, last) if rest else (*verbs, *typed.USAGE)
        case "save" | "load" | "position" | "map" | "market":
            return () if rest else files(last)
        case "rule":
            return () if rest else (clause.number for clause in book(printed.clauses))
        case "seat":
            left = [player for player in game.players if player.split()[: len(rest)] == list(rest)]
            if " ".join(rest) in game.players:
                return (*BOTS, PERSON)
            return [player.split()[len(rest)] for player in left if len(player.split()) > len(rest)]
    if rest:
        return ()
    things: dict[str, Iterable[str]] = {
        "hex": printed.map.hexes,
        "tile": (*printed.tiles, *files(last)),
        "company": (*printed.companies, *printed.minors),
        "private": printed.privates,
        "train": printed.trains,
        "help": (*COMMANDS, *typed.USAGE, "rules", *printed.privates, *printed.companies, *printed.minors),
    }
    return things.get(name, ())


def _verb(action: AnyAction) -> str:
    if isinstance(action, Dividend):
        return action.kind
    if isinstance(action, Consent):
        return "agree" if action.agree else "refuse"
    return _VERBS[type(action)]


def _next_words(listed: Sequence[AnyAction], verb: str, rest: Sequence[str]) -> Iterator[str]:
    """The next word of every legal action that begins with the words typed."""
    begun = [word.lower() for word in rest]
    for action in listed:
        if _verb(action) == verb:
            words = _words(action)
            if len(words) > len(begun) and [word.lower() for word in words[: len(begun)]] == begun:
                yield words[len(begun)]


def _words(action: AnyAction) -> list[str]:
    """The words after the verb that an action is typed with."""
    match action:
        case SellBlocks(_, blocks):
            return [word for block in blocks for word in (block.company, str(block.percent))]
        case PlaceToken(_, hex_id, stop):
            return [hex_id, str(stop + 1)]
        case Choose(_, _, option):
            return [option]
        case RunRoutes(_, routes):
            return [word for route in routes for word in ("+", route.train, *route.path)][1:]
        case Par(_, company, price, row):
            return [company, str(price), *([] if row is None else [str(row + 1)])]
        case Pass() | Dividend() | Consent() | DeclareBankruptcy():
            return []
        case BuyTrain(_, train, source, price, trade_in):
            return [train, source, str(price), *(["for", trade_in] if trade_in else [])]
    _, *fields = msgspec.structs.astuple(action)
    return [str(field) for field in fields if field is not None]


def files(begun: str) -> list[str]:
    """Files and folders whose names go on from what is typed."""
    folder, slash, start = begun.rpartition("/")
    place = Path(f"{folder}{slash}" or ".").expanduser()
    try:
        found = sorted(one for one in place.iterdir() if one.name.startswith(start))
    except OSError:
        return []
    hidden = start.startswith(".")
    return [
        f"{folder}{slash}{one.name}{'/' if one.is_dir() else ''}"
        for one in found
        if hidden or not one.name.startswith(".")
    ]
