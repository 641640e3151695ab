"""Who plays which seat: ``--bot SEAT=NAME``, or as a saved game says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from kaiping.bots import BOTS, Bot, bot, present_name
from kaiping.errors import BadInput
from kaiping.records import native
from kaiping.records.files import read_json

#: in place of a bot's name: a person at the keyboard
PERSON = "me"


def bots_by_seat(given: Sequence[str], players: Sequence[str], find: Callable[[str], Bot] = bot) -> dict[str, str]:
    """Player -> name of the bot in that seat, or ``PERSON``; a seat is a number, a player's name, or all."""
    bots: dict[str, str] = {}
    by_name = {player.casefold(): player for player in players}
    for text in given:
        seat, equals, name = text.rpartition("=")
        if not equals:
            raise BadInput(f"--bot {text}: say which seat, as in --bot 2={text}")
        if name != PERSON:
            find(name)
            name = present_name(name)
        if seat in players:
            bots[seat] = name
        elif seat.casefold() in by_name:
            bots[by_name[seat.casefold()]] = name
        elif seat.isdecimal() and 1 <= int(seat) <= len(players):
            bots[players[int(seat) - 1]] = name
        elif seat == "all":
            bots.update(dict.fromkeys(players, name))
        else:
            raise BadInput(f"--bot {text}: the seats are 1 to {len(players)}: {', '.join(players)}")
    return bots


def bots_of(file: Path) -> dict[str, str]:
    """The bots that a saved game names, as far as there are such."""
    data = read_json(file)
    if not native.is_native(data):
        return {}
    named = {player: present_name(name) for player, name in native.read(data).bots.items()}
    return {player: name for player, name in named.items() if name in BOTS}
