"""The lines of a plan: tables around one screen that begin with the actions of a game, or of another line beside it."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Count, Max, QuerySet, Sum
from django.http import Http404
from django.utils.translation import gettext as _

from kaiping.action import AnyAction, from_json
from kaiping.errors import BadInput
from kaiping.game import Game
from kaiping.plan import Holding, Standing, holding
from kaiping.web.games.access import Person, Visit, opened_by
from kaiping.web.games.errors import Barred, NotYours
from kaiping.web.games.game_cache import GAMES
from kaiping.web.games.models import Move, Seat, Table
from kaiping.web.games.opening import Beside, Place, copy_of, lock
from kaiping.web.games.renaming import count_up
from kaiping.web.games.seen import check_open

#: lines of one person beside one game, and in all
MOST_LINES, MOST_IN_ALL = 40, 200
#: moves stored in the lines of one person, with those that they begin with
MOST_MOVES = 60_000
LONGEST_NAME = 80


def game_of(table: Table) -> Table:
    """The game beside which a line is played; any other table is a game itself."""
    return table if table.origin is None else table.origin


def lines_beside(person: Person, game: Table) -> QuerySet[Table]:
    """A person's own lines beside a game, the oldest first."""
    return opened_by(person).filter(origin=game).order_by("pk")


def boards_of(person: Person, most: int) -> list[tuple[Table, int]]:
    """Games beside which a person has lines, and how many; where they have played last comes first."""
    mine = opened_by(person).filter(origin__isnull=False).order_by()
    found = mine.values("origin").annotate(number=Count("pk"), last=Max("moved")).order_by("-last")[:most]
    counted = {row["origin"]: row["number"] for row in found}
    games = Table.objects.in_bulk(list(counted))
    return [(games[pk], number) for pk, number in counted.items() if Visit(games[pk], person).may_see()]


def own_line(person: Person, game: Table, key: str) -> Table:
    """One of them; anybody else's does not exist."""
    line = lines_beside(person, game).filter(key=key).first()
    if line is None:
        raise Http404("there is no such line")
    return line


def begin(
    person: Person, view: Visit, moment: int | None, name: str = "", *, bots: bool | None = None, anew: bool = True
) -> Table:
    """A line from a moment of a game or of a line of one's own; without a moment from the latest.

    Bots play in it if they do so where it begins, unless it is said otherwise. If it need not be ``anew`` and nothing
    is said of it, it may be one that was begun there before and in which nothing has been played.
    """
    table, game = view.table, game_of(view.table)
    if table.origin_id is not None and not view.is_owner:
        raise NotYours(_("This line is somebody else's; try from the game."))
    check_open(GAMES.game(game))
    begun = GAMES.game(table) if moment is None else GAMES.game(table).at(moment)
    beside = Beside(game, _branch(table, begun.played), begun.played)
    if not anew and not name.strip() and bots is None and (empty := _empty(person, beside)) is not None:
        return empty
    playing = view.bots if bots is None else _bots_of(game) if bots else {}
    return _open(person, game, begun, beside, name, playing)


def _branch(table: Table, number: int) -> Table | None:
    """The line to which a moment of a table belongs: what a line begins with is another's, or the game's."""
    line = table if table.origin_id is not None else None
    while line is not None and number < line.begins:
        line = line.branch
    return line


def _empty(person: Person, beside: Beside) -> Table | None:
    """A line that begins there and in which nothing has been played."""
    same = dict.fromkeys(("begins", "played", "written"), beside.begins)
    return lines_beside(person, beside.origin).filter(branch=beside.branch, **same).first()


def _open(person: Person, game: Table, begun: Game, beside: Beside, name: str, bots: dict[str, str]) -> Table:
    _check_room(person, game, begun.played)
    places = [Place(player, bots.get(player, "")) for player in begun.players]
    return copy_of(person, begun, checked_name(name) or _free_name(person, game), places, beside)


def _check_room(person: Person, game: Table, moves: int) -> None:
    if lines_beside(person, game).count() >= MOST_LINES:
        raise Barred("too_many_lines", _("you have %d lines beside this game already; delete some first") % MOST_LINES)
    mine = opened_by(person).filter(origin__isnull=False)
    stored = mine.aggregate(moves=Sum("written"))["moves"] or 0
    if mine.count() >= MOST_IN_ALL or stored + moves > MOST_MOVES:
        raise Barred("too_many_lines", _("your planning boards are full; delete some of their lines first"))


def _free_name(person: Person, game: Table) -> str:
    taken = set(lines_beside(person, game).values_list("name", flat=True))
    number = len(taken) + 1
    while (name := _("Line %d") % number) in taken:
        number += 1
    return name


def checked_name(name: str) -> str:
    name = " ".join(name.split())
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise BadInput(_("a name may have %d letters") % LONGEST_NAME)
    return name


def rename(line: Table, name: str) -> None:
    """Another name; an empty one leaves it as it is."""
    if found := checked_name(name):
        Table.objects.filter(pk=line.pk).update(name=found)


def let_bots_play(line: Table, game: Table, *, play: bool) -> None:
    """Bots take the seats in a line that they have in its game, or leave all seats to its owner."""
    bots = _bots_of(game) if play else {}
    with transaction.atomic():
        lock(line)
        for seat in Seat.objects.filter(table=line):
            Seat.objects.filter(pk=seat.pk).update(bot=bots.get(seat.name, ""))
        count_up(line)


def _bots_of(game: Table) -> dict[str, str]:
    return {seat.name: seat.bot for seat in game.seats.all() if seat.bot}


# --- when the game has moved on -------------------------------------------------------------------------


def leaves_at(line: Table, lines: dict[int, Table]) -> int:
    """After how many actions of the game a line has left it, be it as the beginning of another line."""
    number = line.begins
    while line.branch_id is not None and line.branch_id in lines:
        line = lines[line.branch_id]
        number = min(number, line.begins)
    return number


def actions_since(table: Table, number: int) -> list[AnyAction]:
    moves = Move.objects.filter(table=table, number__gt=number, number__lte=table.played).order_by("number")
    return [from_json(action) for action in moves.values_list("action", flat=True)]


def holding_of(line: Table, game: Table, leaves: int) -> Holding:
    """How a line stands to its game now."""
    return holding(GAMES.game(game), actions_since(game, leaves), actions_since(line, leaves))


def carry_over(person: Person, game: Table, line: Table) -> Table:
    """What is left of a line, from the present of its game on, as another line; the line itself stays."""
    check_open(GAMES.game(game))
    lines = {one.pk: one for one in lines_beside(person, game)}
    found = holding_of(line, game, leaves_at(line, lines))
    if found.carried is None or found.standing in (Standing.EMPTY, Standing.REACHED):
        raise Barred("line_broken", _("nothing of this line can be carried over"))
    bots = {seat.name: seat.bot for seat in line.seats.all() if seat.bot}
    return _open(person, game, found.carried, Beside(game, None, game.played), line.name, bots)
