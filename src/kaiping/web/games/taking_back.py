"""Taking back: who may do so at once, and whom they have to ask, by the choice of the table.

Where everybody takes back only what is their own, a game goes back over the actions of others if those agree. What is
asked stands in the table's row until all have answered or something is played.

A game that is over stays: nobody takes it back to some moment of it, for a line beside it goes on from there as well
and leaves it as it is. Only its latest action may have been a slip, and everybody who sits there must agree to that.
"""

from __future__ import annotations

from copy import copy
from enum import StrEnum
from typing import NamedTuple, TypedDict

from django.db import transaction
from django.utils.translation import gettext as _

from kaiping.errors import BadInput
from kaiping.game import Game
from kaiping.web.games.access import Visit
from kaiping.web.games.bell import ring
from kaiping.web.games.changes import advance, follow, remark, running_game
from kaiping.web.games.errors import Barred, NotYours
from kaiping.web.games.game_cache import GAMES, opened
from kaiping.web.games.models import Move, Table
from kaiping.web.table.log import told_of


class Asked(TypedDict):
    """Who wishes to go back to which action, and who has not agreed yet."""

    seat: str
    to: int
    waits: list[str]


class Way(StrEnum):
    """How somebody can take something back."""

    NONE = ""
    AT_ONCE = "at once"
    BY_CONSENT = "by consent"


def way(view: Visit) -> Way:
    """What a click on "undo" would do."""
    if _nobody_may(view):
        return Way.NONE
    if view.table.undo != Table.Undo.OWN and not _is_over(view.table):
        return Way.AT_ONCE  # known without a look at the moves, which every page would pay for
    to = _usual(view)
    return Way.BY_CONSENT if to is not None and _must_agree(view, to) else Way.AT_ONCE


def undo(view: Visit, version: int, to: int | None = None) -> Game:
    """Go back to an action, or ask those whose actions would fall; without one to before one's own latest."""
    table, words = view.table, _("%(name)s took back “%(what)s”")
    game = running_game(table, version)
    if to is None:
        if _nobody_may(view):
            raise NotYours(_("At this table you may not take actions back."))
        to = _usual(view)
        if to is None:
            raise Barred("nothing_to_take_back", _("there is nothing to take back"))
    elif _is_over(table):
        raise Barred("game_over", _("the game is over and stays as it is; a line beside it may go on from any moment"))
    elif not 0 <= to < table.played:
        raise BadInput(_("the game has %d actions") % table.played)
    elif table.played - to > 1:
        words = _("%(name)s took back “%(what)s” and what followed, %(count)d actions")
    if to < table.begins:
        raise Barred(
            "before_the_line",
            _("the line begins after action %d; what was before is not taken back in it") % table.begins,
        )
    others = _must_agree(view, to)
    if others is None:
        raise NotYours(_("At this table you may not take actions back."))
    if not others:
        return _turn_to(view, game.at(to), words, what=_what(game, to), count=table.played - to)
    _ask(table, Asked(seat=min(view.own_seats), to=to, waits=sorted(others)))
    return game


def answer(view: Visit, version: int, agree: bool) -> Game:
    """Agree to go back, or not; who has asked may also think better of it."""
    table = view.table
    game = running_game(table, version)
    asked: Asked | None = table.asking
    if not view.own_seats:
        raise NotYours(_("That is not yours to answer."))
    if asked is None:
        raise Barred("nobody_asked", _("nobody has asked to take anything back"))
    mine = view.own_seats & {*asked["waits"], asked["seat"]}
    if not mine or (agree and not view.own_seats & {*asked["waits"]}):
        raise NotYours(_("That is not yours to answer."))
    if not agree:
        _ask(table, None)
        words = _("%(name)s does not agree to take back “%(what)s”")
        if asked["seat"] in view.own_seats:
            words = _("%(name)s no longer wishes to take back “%(what)s”")
        words %= {"name": ", ".join(sorted(mine)), "what": _what(game, asked["to"])}
        remark(table, words, user=view.person.user)
        return game
    if left := [seat for seat in asked["waits"] if seat not in view.own_seats]:
        _ask(table, Asked(seat=asked["seat"], to=asked["to"], waits=left))
        return game
    words, to = _("All agreed to take back “%(what)s” and what followed, as %(asker)s had asked"), asked["to"]
    return _turn_to(view, game.at(to), words, asker=asked["seat"], what=_what(game, to))


def redo(view: Visit, version: int, *, whole: bool = False) -> Game:
    """Play again what was taken back: an action of a person, and what bots and programs did after it; or all of it."""
    table = view.table
    running_game(table, version)
    if _nobody_may(view):
        raise NotYours(_("At this table you may not take actions back."))
    rows = _fallen(table)
    if not rows:
        raise Barred("nothing_to_play_again", _("there is nothing to play again"))
    first = next((move for move in rows if move.how == Move.How.PERSON), None)
    if first is not None and _is_anothers(view, first):
        raise NotYours(_("That action was %(name)s's.") % {"name": first.seat})
    until = _all_of(view, rows) if whole else _one_of(rows)
    later = copy(table)
    later.played = until
    after, _first, _ids = opened(later)  # what was played by older rules is as it was then
    if after.played != until:
        raise BadInput(str(after.unplayed))
    words = _("%(name)s played “%(what)s” again")
    if whole and until > rows[0].number:
        words = _("%(name)s played “%(what)s” and what followed again, %(count)d actions")
    return _turn_to(view, after, words, what=_what(after, rows[0].number - 1), count=until - rows[0].number + 1)


def left_to_redo(view: Visit) -> tuple[int, str]:
    """How many actions come back in one go, if that is more than one step does; and who alone may play the next again,
    if that is somebody else.
    """
    table = view.table
    if table.written == table.played or _nobody_may(view):
        return 0, ""
    rows = _fallen(table)
    first = next((move for move in rows if move.how == Move.How.PERSON), None)
    if first is not None and _is_anothers(view, first):
        return 0, first.seat
    until = _all_of(view, rows)
    return (until - table.played if until > _one_of(rows) else 0), ""


# --- inside -------------------------------------------------------------------------------------------


class _Fallen(NamedTuple):
    """A move that was taken back, and can be played again."""

    number: int
    how: str
    seat: str


def _fallen(table: Table) -> list[_Fallen]:
    rows = Move.objects.filter(table=table, number__gt=table.played).order_by("number")
    return [_Fallen(*row) for row in rows.values_list("number", "how", "seat")]


def _is_anothers(view: Visit, move: _Fallen) -> bool:
    """Is it up to somebody else to play it again?"""
    theirs = move.how == Move.How.PERSON and move.seat not in view.own_seats
    return theirs and view.table.undo == Table.Undo.OWN


def _one_of(rows: list[_Fallen]) -> int:
    """Until where one step plays again: to before the next action of a person."""
    return next((move.number - 1 for move in rows[1:] if move.how == Move.How.PERSON), rows[-1].number)


def _all_of(view: Visit, rows: list[_Fallen]) -> int:
    """Until where all is played again: as far as it is not another's to do."""
    return next((move.number - 1 for move in rows if _is_anothers(view, move)), rows[-1].number)


def _is_over(table: Table) -> bool:
    """Is it a game that is over, and no line beside one nor a lesson?"""
    return table.status == Table.Status.FINISHED and table.origin_id is None and not table.lesson


def _nobody_may(view: Visit) -> bool:
    """Does the table let this person take nothing back at all?"""
    if view.table.status == Table.Status.CLOSED:
        return True
    match Table.Undo(view.table.undo):
        case Table.Undo.NOBODY:
            return True
        case Table.Undo.OWNER:
            return not view.is_owner
        case Table.Undo.ANYONE | Table.Undo.OWN:
            return not view.own_seats


def _usual(view: Visit) -> int | None:
    """The moment before the latest action of a person, of oneself where each takes back only their own."""
    table = view.table
    if _nobody_may(view):
        return None
    rows = Move.objects.filter(table=table, number__gt=table.begins, number__lte=table.played, how=Move.How.PERSON)
    if table.undo == Table.Undo.OWN:
        rows = rows.filter(seat__in=view.own_seats)
    last = rows.order_by("-number").values_list("number", flat=True).first()
    return None if last is None else last - 1


def _must_agree(view: Visit, to: int) -> frozenset[str] | None:
    """Seats of others whose actions would fall; None if this person may not even ask."""
    table = view.table
    if _nobody_may(view):
        return None
    # a seat that a bot has taken over, or that waits for somebody, agrees to everything
    people = {seat.name for seat in view.seats if seat.user_id is not None}
    if _is_over(table) and table.kind != Table.Kind.HOT_SEAT:
        return frozenset(people) - view.own_seats
    if table.undo != Table.Undo.OWN:
        return frozenset()
    rows = Move.objects.filter(table=table, number__gt=to, number__lte=table.played, how=Move.How.PERSON)
    return frozenset(rows.values_list("seat", flat=True)) & people - view.own_seats


def _ask(table: Table, asked: Asked | None) -> None:
    """Let the pages show what is asked, or that it no longer is."""
    with transaction.atomic():
        advance(table, asking=asked)
        ring(table.pk)
    table.revision += 1
    table.asking = asked


def _what(game: Game, number: int) -> str:
    """An action, the first of those that fall or come back; by its number alone where the game hides something."""
    if game.secret:
        return _("action %d") % (number + 1)
    return told_of(game, number)


def _turn_to(view: Visit, after: Game, words: str, **figures: str | int) -> Game:
    table = view.table
    with transaction.atomic():
        advance(table, after, written=table.written)
        table.programs.all().delete()  # what they were waiting for may never come
        ring(table.pk)
        follow(table, after, written=table.written)
        if table.kind != Table.Kind.HOT_SEAT:  # together with it, for it stands in the log
            name = ", ".join(sorted(view.own_seats)) or view.person.name or _("Somebody")
            words %= {"name": name, **figures}
            remark(table, words, user=view.person.user)
    return GAMES.game(table)
