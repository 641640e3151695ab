"""How a game that is stored changes: by a play here, by undo and redo in ``taking_back``.

Each change is one transaction that begins by moving the table from the revision that the person has seen to the next.
If somebody else has done that first, no row is touched and the change is refused: of two at once, exactly one is taken.
"""

from __future__ import annotations

from typing import Any

import msgspec
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.translation import gettext as _

from kaiping.action import AnyAction, to_json
from kaiping.game import Game
from kaiping.past import older_until
from kaiping.web.games import latest
from kaiping.web.games.access import Visit
from kaiping.web.games.bell import ring
from kaiping.web.games.errors import Barred, NotYours, TooLate
from kaiping.web.games.game_cache import GAMES
from kaiping.web.games.kept import columns, is_kept, keep_all
from kaiping.web.games.models import Move, Remark, Table
from kaiping.web.games.renewal import outcome
from kaiping.web.games.timekeeping import after_change, hands_of, time_is_up
from kaiping.web.metrics import MOVES
from kaiping.web.site.ratings import settle

#: moves that a line of a plan may go beyond its beginning; whole games have fewer
MOST_AHEAD = 1_500


def play(view: Visit, action: AnyAction, version: int) -> Game:
    """Play an action for a person: their own seat, legal, and before anybody else."""
    table = view.table
    game = running_game(table, version)
    seat = game.seat_of(action)
    if seat not in view.own_seats:
        raise NotYours(
            _("You are looking on; only players can act.")
            if not view.own_seats
            else _("That is %(name)s's to do.") % {"name": seat or _("somebody else")}
        )
    if seat in time_is_up(table):
        raise TooLate(_("Your time has run out."))
    if table.origin_id is not None and table.played - table.begins >= MOST_AHEAD:
        raise Barred("line_too_long", _("a line may go %d moves beyond its beginning") % MOST_AHEAD)
    return record(table, game, action, seat, Move.How.PERSON, view.person.user)


def running_game(table: Table, version: int) -> Game:
    if table.status == Table.Status.WAITING:
        raise Barred("not_begun", _("the game has not started yet"))
    if table.status == Table.Status.CLOSED:
        raise Barred("table_closed", _("the table was closed before the end of the game"))
    if version != table.revision:
        raise TooLate
    return GAMES.game(table)


def record(table: Table, game: Game, action: AnyAction, seat: str, how: Move.How, user: Any = None) -> Game:
    """Check an action and store it; the table's row, as read before, becomes that of the next position."""
    after = game.copy()
    after.play(action)
    late = how == Move.How.CLOCK and not _goes_on(table, game, seat)
    try:
        with transaction.atomic():
            acted = seat if late or how == Move.How.PERSON else ""
            advance(table, after, acted=acted, late=late, written=after.played)
            if table.written > game.played:
                Move.objects.filter(table=table, number__gt=game.played).delete()
            move = Move.objects.create(
                table=table,
                number=after.played,
                action=to_json(action).decode(),
                seat=seat,
                how=how,
                user=user,
                **columns(after)._asdict(),
            )
            _thin_out(table, game)
            if late:
                _tell_late(table, seat, after.played)
            ring(table.pk)
    except IntegrityError:
        raise TooLate(_("Somebody was faster: that action has been taken already.")) from None
    MOVES.labels(how.value).inc()
    follow(table, after, written=after.played)
    table.bare = False
    GAMES.follow(table, after, move.pk)
    latest.follow(table, move)
    return after


def _goes_on(table: Table, game: Game, seat: str) -> bool:
    """Whether the table has acted for a seat in this turn already."""
    return Move.objects.filter(table=table, number=game.played, seat=seat, how=Move.How.CLOCK).exists()


def _thin_out(table: Table, before: Game) -> None:
    """Inside a transaction: what need not be kept of the position before; and positions of a game that has none yet."""
    if table.bare:
        keep_all(table, before)
    elif 0 < before.played <= older_until(before.ages):  # from here on it is played by the rules of today
        Move.objects.filter(table=table, number=before.played).update(**columns(before)._asdict())
    elif not is_kept(before):
        Move.objects.filter(table=table, number=before.played).update(position=None)


def advance(table: Table, after: Game | None = None, *, acted: str = "", late: bool = False, **values: Any) -> None:
    """Inside a transaction: take the next revision, or find that somebody else has.

    With another position what was asked is settled, the clocks of those run who are to act there, and a game that is
    over counts for the ratings of its people. ``acted``: who has; ``late``: the table has for them.
    """
    times: dict[str, Any] = {}
    if after is not None:
        completes = after.played > table.played
        times = after_change(table, after.acting, played=after.played, completes=completes, acted=acted, late=late)
        values = {"asking": None, "voting": None, **values, **outcome(after), **times}
    if not Table.objects.filter(pk=table.pk, revision=table.revision).update(revision=F("revision") + 1, **values):
        raise TooLate
    if after is not None and (after.finished is not None or table.status == Table.Status.FINISHED):
        settle(table, values["totals"] if after.finished is not None else None, values["moved"])
    for name, value in times.items():
        setattr(table, name, value)


def follow(table: Table, after: Game, written: int) -> None:
    """What the database now holds, in the row that was read before."""
    table.revision += 1
    table.written, table.asking, table.voting = written, None, None
    for name, value in outcome(after).items():
        setattr(table, name, value)


# --- words --------------------------------------------------------------------------------------------


def remark(table: Table, text: str, author: str = "", user: Any = None) -> Remark:
    """Say something at the table; without an author the table itself speaks."""
    with transaction.atomic():
        Table.objects.filter(pk=table.pk).update(said=F("said") + 1)
        made = Remark.objects.create(table=table, text=text[:1000], author=author, user=user, played=table.played)
        ring(table.pk)
    table.said += 1
    return made


def _tell_late(table: Table, seat: str, played: int) -> None:
    """That the table has acted for somebody: a line in the log, one for all turns in a row; then that it waits."""
    hand = hands_of(table)[seat]
    aside = Remark.objects.filter(table=table, aside=True, text=_late(seat, hand.missed - 1)).order_by("-pk").first()
    if aside is None or hand.missed == 1:
        aside = Remark(table=table, aside=True)
    aside.text, aside.played = _late(seat, hand.missed), played
    aside.save()
    if hand.stands:
        remark(table, _("%(seat)s has let three turns run out: the table waits for %(seat)s") % {"seat": seat})


def _late(seat: str, missed: int) -> str:
    words = {"seat": seat, "number": missed}
    if missed == 1:
        return _("%(seat)s has no time left: the table acts") % words
    return _("%(seat)s has no time left, %(number)d turns in a row: the table acts") % words


def moves_of(game: Game) -> list[Move]:
    """The actions of a game that was played elsewhere, as moves of a table to be, with the positions beside them.

    That takes a while, so it is done before anything is locked.
    """
    found = []
    for before, after in zip(game.moments(), game.moments(1), strict=False):
        action = after.last_action
        assert action is not None
        found.append(
            Move(
                number=after.played,
                action=to_json(action).decode(),
                seat=before.seat_of(action) or "",
                **columns(after, latest=after.played == game.played)._asdict(),
            )
        )
    return found


def store_game(table: Table, game: Game, moves: list[Move]) -> None:
    """A game that was played elsewhere, at a new table."""
    with transaction.atomic():
        for move in moves:
            move.table = table
        Move.objects.bulk_create(moves)
        unplayed = None if game.unplayed is None else msgspec.to_builtins(game.unplayed)
        Table.objects.filter(pk=table.pk).update(unplayed=unplayed)
        advance(table, game, written=game.played)
    follow(table, game, written=game.played)
