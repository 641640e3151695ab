"""Tables played by an older version of the rules: from now on they are played by those of today.

What was played stays as it is. Only what the rules of today refuse and no position was stored of, as in tables of the
first versions, is taken out of the moves and kept beside them.
"""

from __future__ import annotations

from typing import Any

import msgspec
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from kaiping.game import Game
from kaiping.web.games.bell import ring
from kaiping.web.games.kept import columns, keep_all
from kaiping.web.games.models import Move, Remark, Table
from kaiping.web.games.timekeeping import after_change


def outcome(game: Game) -> dict[str, Any]:
    """The columns of a table that tell about a position."""
    over = game.finished is not None
    return {
        "played": game.played,
        "acting": list(game.acting),
        "status": Table.Status.FINISHED if over else Table.Status.RUNNING,
        "finished": game.finished or "",
        "totals": game.totals() if over else {},
        "ages": msgspec.to_builtins(game.ages),
        "moved": timezone.now(),
    }


def renew(table: Table, game: Game) -> bool:
    """Store that a game, opened as it is, goes on by the rules of today; not if somebody else has changed the table."""
    broken_off = game.played < table.played
    changed = {**outcome(game), "moved": table.moved, "rules": game.definition.rules_version}
    if table.status == Table.Status.CLOSED:
        changed |= {"status": table.status, "acting": table.acting}
    else:
        changed |= after_change(table, game.acting, played=game.played, completes=False)
    if broken_off:
        changed |= {"written": game.played, "unplayed": msgspec.to_builtins(game.unplayed)}
    with transaction.atomic():
        same = Table.objects.filter(pk=table.pk, revision=table.revision, rules=table.rules)
        if not same.update(revision=F("revision") + 1, **changed):
            return False
        moves = Move.objects.filter(table=table)
        if broken_off:
            moves.filter(number__gt=game.played).delete()
            Remark.objects.create(table=table, text=str(game.unplayed)[:1000], played=game.played)
            Table.objects.filter(pk=table.pk).update(said=F("said") + 1)
        if table.bare:
            keep_all(table, game)
        # the position in which the rules change is kept for good
        moves.filter(number=game.played).update(**columns(game)._asdict())
        ring(table.pk)
    table.refresh_from_db()
    return True
