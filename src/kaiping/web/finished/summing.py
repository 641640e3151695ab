"""Summaries of games that are over: made once for each, when somebody looks at the archive."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from time import monotonic

from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet

from kaiping.errors import KaipingError
from kaiping.game import Game
from kaiping.web.finished.models import CompanyResult, Result, Summary
from kaiping.web.games.game_cache import GAMES, is_older, opened
from kaiping.web.games.models import Table

#: how many summaries one look may make, and for how many seconds
_AT_ONCE = 40
_SECONDS = 0.5

_log = logging.getLogger(__name__)


def without_summary() -> QuerySet[Table]:
    """Games that are over and of which there is no summary yet, or one from before they were played on.

    Tries are no games of their own.
    """
    over = Table.objects.filter(status=Table.Status.FINISHED, origin=None, lesson="")
    return over.filter(Q(summary=None) | ~Q(summary__revision=F("revision"))).order_by("-moved")


def sum_up_some() -> None:
    """Make summaries that are missing, but nobody waits long for it."""
    began = monotonic()
    for table in without_summary()[:_AT_ONCE]:
        sum_up(table)
        if monotonic() - began > _SECONDS:
            return


def sum_up(table: Table) -> None:
    """Make the summary of a game; if two do so at once, the first has done it."""
    game = _game(table)
    best = max(table.totals.values(), default=0)
    winners = [name for name, worth in table.totals.items() if worth == best]
    order = {} if game is None else {name: number for number, name in enumerate(game.players, 1)}
    try:
        with transaction.atomic():
            Summary.objects.filter(table=table).delete()
            summary = Summary.objects.create(
                table=table,
                revision=table.revision,
                title=table.title,
                players=len(table.totals),
                length=table.played,
                rounds=0 if game is None else sum(event.kind == "operating-round" for _number, event in game.rounds()),
                ended=table.moved,
            )
            Result.objects.bulk_create(
                Result(
                    summary=summary,
                    seat=seat,
                    number=order.get(seat.name, seat.number),
                    worth=table.totals[seat.name],
                    won=seat.name in winners,
                )
                for seat in table.seats.all()
                if seat.name in table.totals
            )
            if game is not None:
                CompanyResult.objects.bulk_create(_companies(game, summary, winners))
    except IntegrityError:
        _log.info("the game %s was summed up by somebody else", table.key)


def _game(table: Table) -> Game | None:
    """The game as it ended, read from its latest position; nothing if it cannot be opened."""
    try:
        return GAMES.game(table) if is_older(table) else opened(table)[0]
    except KaipingError:
        _log.warning("the game %s cannot be opened for the archive", table.key)
        return None


def _companies(game: Game, summary: Summary, winners: list[str]) -> Iterator[CompanyResult]:
    state, cells = game.state, game.definition.market.cells
    for code, start in state.par.items():
        held = sum(state.held(winner, code) for winner in winners)
        yield CompanyResult(
            summary=summary,
            code=code,
            start=start,
            price=cells[state.cells[code]].price if code in state.cells else 0,
            led=state.presidents.get(code) in winners,
            held=held // max(len(winners), 1),
        )
