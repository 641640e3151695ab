"""Tables begun by an older version of the rules: their moves are written again as the rules of today play them."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from kaiping.action import AnyAction, from_json, to_json
from kaiping.game import Game
from kaiping.records.older import Older
from kaiping.web.games.models import Move, Remark, Table

#: more than a table has moves: numbers beyond it are free while moves are numbered anew
_ASIDE = 1_000_000


def outcome(game: Game) -> dict[str, Any]:
    """The columns of a table that tell about a position."""
    over = game.finished is not None
    return {
        "played": game.played,
        "acting": list(game.acting),
        "status": Table.Status.FINISHED if over else Table.Status.RUNNING,
        "finished": game.finished or "",
        "totals": game.totals() if over else {},
        "moved": timezone.now(),
    }


def renew(table: Table, game: Game) -> tuple[int, ...] | None:
    """Play a game, given before its first action, to where its table is; the ids of the moves that led there.

    Moves that had been taken back are forgotten. Nothing if somebody else has changed the table since it was read.
    """
    rows = list(Move.objects.filter(table=table, number__lte=table.played).order_by("number"))
    if len(rows) != table.played:
        return None
    older, moves, places = Older(game), list[tuple[AnyAction, Move | None]](), [0]
    for row in rows:
        older.play(from_json(row.action))
        added = game.actions[places[-1] :]  # nothing, or the action after passes that it needs now
        moves += [(action, row if place == len(added) else None) for place, action in enumerate(added, 1)]
        places.append(game.played)
    return _write(table, game, moves, places)


def _write(
    table: Table, game: Game, moves: list[tuple[AnyAction, Move | None]], places: list[int]
) -> tuple[int, ...] | None:
    columns = {
        **outcome(game),
        "moved": table.moved,
        "rules": game.definition.rules_version,
        "written": game.played,
    }
    ids = []
    with transaction.atomic():
        same = Table.objects.filter(pk=table.pk, revision=table.revision, rules=table.rules)
        if not same.update(revision=F("revision") + 1, **columns):
            return None
        stored = Move.objects.filter(table=table)
        stored.update(number=F("number") + _ASIDE)
        for number, (action, row) in enumerate(moves, 1):
            if row is None:
                seat = game.at(number - 1).seat_of(action) or ""
                text = to_json(action).decode()
                row = Move.objects.create(table=table, number=number, action=text, seat=seat, how=Move.How.PROGRAM)
            else:
                stored.filter(pk=row.pk).update(number=number)
            ids.append(row.pk)
        stored.filter(number__gt=_ASIDE).delete()
        for remark in Remark.objects.filter(table=table, played__gt=0):
            remark.played = places[min(remark.played, len(places) - 1)]
            remark.save(update_fields=["played"])
    table.revision += 1
    for name, value in columns.items():
        setattr(table, name, value)
    return tuple(ids)
