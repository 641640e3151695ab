"""Another name for a seat, wherever the game of its table holds the old one: moves, positions, totals, remarks.

Players are names in the actions and positions of a game, so all that is stored is written anew, and whoever has the
game in memory opens it again, because the table's counters grow.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, get_args, get_type_hints

import msgspec
from django.db import connection
from django.db.models import F

from kaiping.action import AnyAction
from kaiping.errors import BadInput
from kaiping.records.files import squeezed, unsqueezed
from kaiping.state import Frame, Own, State
from kaiping.titles import definition
from kaiping.web.games.bell import ring
from kaiping.web.games.game_cache import opened
from kaiping.web.games.models import Analysis, Departure, Move, Program, Remark, Seat, Table

#: what of a table's row names its players
_NAMING = ("acting", "totals", "start", "unplayed", "ticking")
_WRITE = "UPDATE games_move SET action = %s, position = %s, begins = %s, seat = %s WHERE id = %s"


def free_name(table: Table, wanted: str) -> str:
    """A name that nobody at a table has: the one that is wanted, or with a number after it."""
    seats = set(Seat.objects.filter(table=table).values_list("name", flat=True))
    taken = seats | set(Remark.objects.filter(table=table).order_by().values_list("author", flat=True).distinct())
    number = 1
    while (name := wanted if number == 1 else f"{wanted} {number}") in taken:
        number += 1
    return name


def rename_seat(table: Table, old: str, new: str) -> None:
    """Inside a transaction that has locked the table: what was one player's is another's; refused if it cannot be told.

    A name that is also a word of the game, such as that of a hex, cannot be told from it.
    """
    if old in _words(table.title, table.edition, tuple(table.options)):
        raise BadInput(f"{old!r} is a word of the game, too")
    begun = table.status != Table.Status.WAITING
    before = opened(table)[0] if begun else None
    Seat.objects.filter(table=table, name=old).update(name=new)
    if begun:
        _write_moves(table, old, new)
    for program in Program.objects.filter(table=table):
        program.seat, program.situation = _other(program.seat, old, new), _other(program.situation, old, new)
        program.wish = _other(program.wish, old, new)
        program.save()
    Departure.objects.filter(table=table, seat=old).update(seat=new)
    for known in Analysis.objects.filter(table=table).exclude(found=""):
        known.found = msgspec.json.encode(_other(msgspec.json.decode(known.found), old, new)).decode()
        known.save(update_fields=["found"])
    for field in _NAMING:
        setattr(table, field, _other(getattr(table, field), old, new))
    table.asking = table.voting = None
    table.save(update_fields=[*_NAMING, "asking", "voting"])
    count_up(table)
    if before is not None:
        after = opened(table)[0]
        wanted = (
            _other([*before.players], old, new),
            _other([*before.acting], old, new),
            _other(before.totals(), old, new),
        )
        if ([*after.players], [*after.acting], after.totals()) != wanted:
            raise BadInput("the game with the new name is not the same")


def count_up(table: Table) -> None:
    """Inside a transaction: all that anybody has seen of a table has changed."""
    grown = {name: F(name) + 1 for name in ("revision", "seated", "said")}
    Table.objects.filter(pk=table.pk).update(**grown)
    table.refresh_from_db()
    ring(table.pk)


def rename_author(table: Table, author: str, new: str, user: Any) -> None:
    """Inside a transaction: what somebody has said was said by another name, and what the table told of them."""
    Remark.objects.filter(table=table, user=user).exclude(author="").update(author=new)
    alone = re.compile(rf"(?<!\w){re.escape(author)}(?!\w)")
    for row in Remark.objects.filter(table=table, author="", text__contains=author):
        row.text = alone.sub(lambda _found: new, row.text)[:1000]
        row.save(update_fields=["text"])


# --- inside -------------------------------------------------------------------------------------------


def _write_moves(table: Table, old: str, new: str) -> None:
    inside = msgspec.json.encode(old)[1:-1]
    written = []
    rows = Move.objects.filter(table=table).values_list("pk", "action", "position", "begins", "seat")
    for pk, action, position, begins, seat in rows.iterator(100):
        plain = None if position is None else unsqueezed(bytes(position))
        if inside not in action.encode() and seat != old and inside not in (plain or b""):
            continue
        named = msgspec.json.encode(_other(msgspec.json.decode(action), old, new)).decode()
        if plain is not None:
            plain = squeezed(msgspec.json.encode(_other(msgspec.json.decode(plain), old, new)))
        begun = None if begins is None else msgspec.json.encode(_other(begins, old, new)).decode()
        written.append((named, plain, begun, _other(seat, old, new), pk))
    with connection.cursor() as cursor:
        cursor.executemany(_WRITE, written)


def _other(value: Any, old: str, new: str) -> Any:
    """The same with another name, wherever it stands, be it as a key."""
    if isinstance(value, str):
        return new if value == old else value
    if isinstance(value, dict):
        return {_other(key, old, new): _other(held, old, new) for key, held in value.items()}
    if isinstance(value, list):
        return [_other(one, old, new) for one in value]
    return value


@lru_cache(16)
def _words(title: str, edition: str, options: tuple[str, ...]) -> frozenset[str]:
    """Every word that the stored game may hold for something else than a player."""
    found = set(_strings(msgspec.to_builtins(definition(title, edition, options), enc_hook=str)))
    for part in (State, *_below(Own), *_below(Frame), *get_args(AnyAction)):
        found |= {part.__name__, *part.__struct_fields__, str(part.__struct_config__.tag)}
        for kind in get_type_hints(part).values():
            found |= set(_choices(kind))
    return frozenset(found)


def _choices(kind: Any) -> Iterable[str]:
    """The words that a field may hold, where it may hold nothing else."""
    for one in get_args(kind):
        if isinstance(one, str):
            yield one
        else:
            yield from _choices(one)


def _below(part: type) -> Iterable[Any]:
    one: Any
    for one in part.__subclasses__():
        yield one
        yield from _below(one)


def _strings(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, held in value.items():
            yield str(key)
            yield from _strings(held)
    elif isinstance(value, list | tuple | set | frozenset):
        for one in value:
            yield from _strings(one)
