"""How a table comes to be, and who sits at it before it starts."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.translation import gettext as _

from kaiping.bots import level as find_level
from kaiping.bots import offered
from kaiping.definition import Definition
from kaiping.errors import BadInput
from kaiping.flow.setup import check_number
from kaiping.game import Game
from kaiping.records.exact import state_data
from kaiping.titles import TITLES, definition, options_of
from kaiping.titles.about import About, about, edition_name
from kaiping.titles.options import Option
from kaiping.web.games.access import Person, Visit, opened_by
from kaiping.web.games.bell import ring
from kaiping.web.games.changes import moves_of, remark, store_game
from kaiping.web.games.clocks import DAY, HOUR, MINUTE, Clock, Kind, checked
from kaiping.web.games.errors import Barred
from kaiping.web.games.hearing import begin
from kaiping.web.games.models import Guest, Seat, Table
from kaiping.web.games.timekeeping import after_change, clock_of
from kaiping.web.site.names import used_in_games

#: tables that one person may have open at a time
MOST_TABLES = 200
MOST_NAME = 40
#: seconds for which somebody may be waited for before their seat is given away
PATIENCE = (10 * MINUTE, HOUR, DAY, 3 * DAY, 7 * DAY)
#: of a bank of time so much may go into one turn before somebody is missed
_ONE_TURN = 10


@dataclass(frozen=True)
class Edition:
    """What can be played, as a list to choose from shows it."""

    title: str
    edition: str
    least: int
    most: int
    default: bool
    options: tuple[Option, ...]

    @property
    def value(self) -> str:
        return f"{self.title}:{self.edition}"

    @property
    def name(self) -> str:
        """What people call it among those of its title."""
        return edition_name(self.title, self.edition)

    @property
    def about(self) -> About:
        return about(self.title)

    @property
    def hours(self) -> str:
        return self.about.editions[self.edition].hours or self.about.hours

    @property
    def level(self) -> str:
        return self.about.editions[self.edition].level or self.about.level

    @property
    def note(self) -> str:
        return self.about.editions[self.edition].note


def editions() -> list[Edition]:
    """Every printed edition of every title; rule sets of other programs are for their files only."""
    found = []
    for title in TITLES.values():
        for name in title.editions:
            printed = definition(title.name, name)
            if not printed.house_rules:
                options = tuple(options_of(title.name, name))
                found.append(Edition(title.name, name, *printed.players, name == title.default_edition, options))
    return found


@dataclass(frozen=True)
class Place:
    """A seat to be: a name, and a bot's name if a bot is to play it."""

    name: str
    bot: str = ""
    user: User | None = None

    def __post_init__(self) -> None:
        """Older accounts may be called like something in the games, which no player can be."""
        if self.user is not None and used_in_games(self.name):
            object.__setattr__(self, "name", f"{self.name}*")


def open_hot_seat(
    person: Person,
    title: str,
    edition: str | None,
    places: Sequence[Place],
    name: str = "",
    options: Sequence[str] = (),
) -> Table:
    """A table around one screen, started at once."""
    places = [replace(place, bot=find_level(place.bot).name if place.bot else "") for place in places]
    game = Game(title, edition=edition, players=[place.name for place in places], options=options)
    return _open(person, game, Table.Kind.HOT_SEAT, places, name)


@dataclass(frozen=True)
class Beside:
    """Where a line of a plan leaves its game, or another line beside that."""

    origin: Table
    branch: Table | None
    begins: int


def copy_of(
    person: Person, game: Game, name: str, places: Sequence[Place] | None = None, beside: Beside | None = None
) -> Table:
    """A game that was begun elsewhere, as a private table around one screen; one plays every seat oneself."""
    places = places or [Place(player) for player in game.players]
    moves, begin = moves_of(game), game.at(0)
    with transaction.atomic():  # all of it or nothing: nobody wants a table that stands at its first move
        table = _open(person, begin, Table.Kind.HOT_SEAT, places, name, beside)
        store_game(table, game, moves)
    if game.unplayed is not None:
        remark(table, str(game.unplayed))
    return table


def _open(
    person: Person,
    game: Game,
    kind: Table.Kind,
    places: Sequence[Place],
    name: str,
    beside: Beside | None = None,
) -> Table:
    """A table whose seats are all taken."""
    if any(len(place.name) > MOST_NAME for place in places):
        raise BadInput(_("a player's name may have %d letters") % MOST_NAME)
    with transaction.atomic():
        if beside is None:
            _check_room(person)
        table = _new_row(person, game.definition, kind, len(places), name)
        table.status, table.acting, table.seed = Table.Status.RUNNING, list(game.acting), game.seed
        table.start = None if game.start is None else state_data(game.start)
        if beside is not None:
            table.origin, table.branch, table.begins = beside.origin, beside.branch, beside.begins
        table.save()
        Seat.objects.bulk_create(
            [
                Seat(table=table, number=number, name=place.name, bot=place.bot, user=place.user)
                for number, place in enumerate(places, 1)
            ]
        )
    return table


def _check_room(person: Person) -> None:
    """Lines of plans have limits of their own, and of each lesson there is one."""
    mine = opened_by(person).filter(origin=None, lesson="")
    if mine.exclude(status__in=(Table.Status.FINISHED, Table.Status.CLOSED)).count() >= MOST_TABLES:
        raise Barred("too_many_tables", _("you have %d tables open already; finish or delete some first") % MOST_TABLES)


def _new_row(person: Person, printed: Definition, kind: Table.Kind, size: int, name: str) -> Table:
    return Table(
        title=printed.title,
        edition=printed.edition,
        options=list(printed.options),
        rules=printed.rules_version,
        kind=kind,
        size=size,
        name=" ".join(name.split())[:80],
        owner=person.user,
        keeper="" if person.user else person.keeper,
    )


# --- people far apart ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Terms:
    """What people agree on who play far apart, besides the game: the fields of a table."""

    undo: Table.Undo = Table.Undo.OWN
    clock: Clock | None = None
    #: seconds, one of ``PATIENCE``
    patience: int = 3 * DAY
    hand_back: bool = True

    def __post_init__(self) -> None:
        if self.clock is not None:
            checked(self.clock)
        if self.patience not in PATIENCE:
            raise BadInput(_("choose how long somebody is waited for"))

    def columns(self) -> dict[str, Any]:
        return {name: msgspec.to_builtins(getattr(self, name)) for name in ("undo", "clock", "patience", "hand_back")}


def usual_patience(clock: Clock | None) -> int:
    """As long as a turn may well take by this clock; days where nobody has to be there at once."""
    turn = 0 if clock is None else clock.seconds if clock.kind is Kind.MOVE else clock.seconds // _ONE_TURN
    least = PATIENCE[0] if clock is not None and not clock.slow else Terms.patience
    return next((time for time in PATIENCE if time >= max(turn, least)), PATIENCE[-1])


def terms_of(table: Table) -> Terms:
    return Terms(Table.Undo(table.undo), clock_of(table), table.patience, table.hand_back)


def open_online(
    person: Person,
    title: str,
    edition: str | None,
    kind: Table.Kind,
    size: int,
    terms: Terms,
    name: str = "",
    options: Sequence[str] = (),
) -> Table:
    """A table that waits for players; whoever opens it sits down first."""
    printed = definition(title, edition, options)
    if printed.house_rules:
        raise BadInput(_("these rules are for the files of another program"))
    least, most = printed.players
    if not least <= size <= most:
        raise BadInput(
            _("%(title)s is for %(least)d to %(most)d players") % {"title": title, "least": least, "most": most}
        )
    check_number(printed, size)
    if person.user is None:
        raise BadInput(_("sign in to play with others"))
    _check_room(person)
    with transaction.atomic():
        table = _new_row(person, printed, kind, size, name)
        for field, value in terms.columns().items():
            setattr(table, field, value)
        table.save()
        first = Place(person.user.get_username(), user=person.user)
        Seat.objects.create(table=table, number=1, name=first.name, user=first.user)
    return table


def invite(table: Table, user: User, *, kept: bool = False) -> None:
    """Somebody has followed the invitation: from now on they may see the table; or a seat is kept for them."""
    Guest.objects.get_or_create(table=table, user=user, defaults={"kept": kept})


def kept_for(table: Table) -> list[User]:
    """Those who have not answered yet whether they take the seat that is kept for them."""
    if table.status != Table.Status.WAITING or table.previous_id is None:
        return []
    sitting = Seat.objects.filter(table=table, user__isnull=False).values("user")
    asked = Guest.objects.filter(table=table, kept=True).exclude(user__in=sitting)
    return [guest.user for guest in asked.select_related("user").order_by("pk")]


def join(view: Visit) -> None:
    user = view.person.user
    if user is None:
        raise BadInput(_("sign in to sit down"))
    with transaction.atomic():
        _lock_waiting(view.table)
        _sit_down(view.table, Place(user.get_username(), user=user))
        remark(view.table, _("%s sits down") % user.get_username(), user=user)
        ring(view.table.pk)


def add_bot(view: Visit, bot: str) -> None:
    """The one who opened the table gives a seat to a bot."""
    check_owner(view)
    bot = find_level(bot).name
    with transaction.atomic():
        _lock_waiting(view.table)
        taken = {seat.name for seat in view.table.seats.all()}
        name = next(name for number in range(1, 99) if (name := f"{bot.capitalize()} {number}") not in taken)
        _sit_down(view.table, Place(name, bot=bot))
        ring(view.table.pk)


def _sit_down(table: Table, place: Place) -> None:
    """Inside a transaction that has locked the table."""
    seats = list(table.seats.all())
    if len(seats) >= table.size:
        raise Barred("table_full", _("all seats are taken"))
    kept = [user for user in kept_for(table) if user != place.user]
    if len(seats) + len(kept) >= table.size:
        names = ", ".join(user.get_username() for user in kept)
        raise Barred("seat_kept", _("the free seats are kept for %s") % names)
    number = max((seat.number for seat in seats), default=0) + 1
    try:
        with transaction.atomic():
            Seat.objects.create(table=table, number=number, name=place.name, bot=place.bot, user=place.user)
    except IntegrityError:
        raise Barred("seated_already", _("%s sits at this table already") % place.name) from None


def leave(view: Visit, name: str) -> None:
    """Stand up before the start, or decline the seat that is kept for one.

    The one who opened the table may send anybody away, and give such a seat free.
    """
    with transaction.atomic():
        _lock_waiting(view.table)
        table, user = view.table, view.person.user
        seat = Seat.objects.filter(table=table, name=name).first()
        asked = None if seat is not None else next((one for one in kept_for(table) if one.username == name), None)
        own = seat.name in view.own_among([seat]) if seat is not None else asked is not None and asked == user
        if not own:
            check_owner(view)
        who = asked
        if seat is not None:
            who = seat.user
            seat.delete()
        elif asked is None:
            raise Barred("not_seated", _("%s does not sit at this table") % name)
        if who is not None:
            Guest.objects.filter(table=table, user=who).update(kept=False)
        if seat is not None:
            told = _("%s has left") % name
            if not own and seat.user is not None:
                told = _("%(owner)s has sent %(name)s away") % {"owner": view.person.name, "name": name}
        else:
            told = (_("%s does not play along") if own else _("The seat of %s is no longer kept")) % name
        remark(table, told, user=user)
        ring(table.pk)


def start(view: Visit) -> None:
    """The game begins, perhaps with fewer players than were hoped for; chance decides who sits where.

    After another game of the same people everybody may instead sit one seat further on.
    """
    check_owner(view)
    table = view.table
    with transaction.atomic():
        _lock_waiting(table)
        if kept := kept_for(table):
            names = ", ".join(user.get_username() for user in kept)
            raise Barred("seat_kept", _("the game waits for %s; give free what need not be kept") % names)
        seats = _seating(table)
        game = Game(table.title, edition=table.edition, players=[seat.name for seat in seats], options=table.options)
        for number, seat in enumerate(
            seats, 1
        ):  # first out of the way: no two seats may have a number even for a moment
            Seat.objects.filter(pk=seat.pk).update(number=100 + number)
        for number, seat in enumerate(seats, 1):
            Seat.objects.filter(pk=seat.pk).update(number=number)
        Table.objects.filter(pk=table.pk).update(
            status=Table.Status.RUNNING,
            rules=game.definition.rules_version,
            acting=list(game.acting),
            seed=game.seed,
            size=len(seats),
            revision=F("revision") + 1,
            **after_change(table, game.acting, played=0, completes=True, seats=seats),
        )
        remark(table, _("The game begins"))
        table.refresh_from_db()
        begin(table, seats)
        ring(table.pk)


def _seating(table: Table) -> list[Seat]:
    """The seats in the order in which they play."""
    seats = list(table.seats.all())
    random.SystemRandom().shuffle(seats)
    if table.seating == Table.Seating.ROTATED and table.previous is not None:
        before = [seat.user_id or seat.name for seat in table.previous.seats.all()]
        turned = before[1:] + before[:1]
        seats.sort(key=lambda seat: turned.index(who) if (who := seat.user_id or seat.name) in turned else len(turned))
    return seats


def delete(view: Visit) -> None:
    """Take a table away for good: whoever opened it may, as long as nobody else sits in a running game."""
    check_owner(view)
    with transaction.atomic():
        lock(view.table)
        seats = list(view.table.seats.all())
        own = view.own_among(seats)
        others = [seat for seat in seats if seat.user_id and seat.name not in own]
        if others and view.table.status == Table.Status.RUNNING:
            raise Barred("others_play", _("others are playing at this table"))
        lift_branches(view.table)
        tell_before(view.table)
        ring(view.table.pk)
        view.table.delete()


def tell_before(table: Table) -> None:
    """Inside a transaction: the game before this one no longer leads here."""
    if table.previous_id is not None:
        Table.objects.filter(pk=table.previous_id).update(revision=F("revision") + 1)
        ring(table.previous_id)


def lift_branches(line: Table) -> None:
    """What branches from a line that goes belongs to what that branched from; it has all its actions itself."""
    for branch in Table.objects.filter(branch=line):
        branch.branch, branch.begins = line.branch, min(branch.begins, line.begins)
        branch.save(update_fields=["branch", "begins"])


def lock(table: Table) -> None:
    """Inside a transaction, and before anything of the table is touched: nobody else changes it until we are done.

    Everybody takes this lock first, so that no two wait for each other; and what was read before it may have changed,
    so the row is read again.
    """
    try:
        table.refresh_from_db(from_queryset=Table.objects.select_for_update())
    except Table.DoesNotExist:
        raise Barred("table_gone", _("the table has been taken away")) from None


def _lock_waiting(table: Table) -> None:
    """Lock a table whose seats are about to change: the game has not begun."""
    lock(table)
    if table.status != Table.Status.WAITING:
        raise Barred("begun_already", _("the game has begun already"))
    Table.objects.filter(pk=table.pk).update(seated=F("seated") + 1)
    table.seated += 1


def check_owner(view: Visit) -> None:
    if not view.is_owner:
        raise Barred("not_the_owner", _("only who opened the table may do that"))


def bot_names() -> list[str]:
    """Every bot, as people are offered them: the one that a first game is best played with comes first."""
    return [level.name for level in offered()]
