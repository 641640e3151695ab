"""What is stored of a table: who sits there, what was played, what was said."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from kaiping.bots import present_name
from kaiping.titles.about import played_by
from kaiping.web.games.clocks import read_clock

#: letters that are hard to mistake for each other
_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"


def new_key() -> str:
    """The name of a table in addresses."""
    return "".join(secrets.choice(_LETTERS) for _ in range(10))


def new_invitation() -> str:
    return secrets.token_urlsafe(18)


class Table(models.Model):
    """One game, from the empty seats to the final totals."""

    class Kind(models.TextChoices):
        HOT_SEAT = "hot-seat", _("around one screen")
        OPEN = "open", _("open to everybody")
        PRIVATE = "private", _("by invitation")

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting for players")
        RUNNING = "running", _("in play")
        FINISHED = "finished", _("finished")
        #: before its end, because all who played agreed
        CLOSED = "closed", _("closed")

    class Undo(models.TextChoices):
        ANYONE = "anyone", _("every player")
        OWN = "own", _("only who acted last")
        OWNER = "owner", _("only who opened the table")
        NOBODY = "nobody", _("nobody")

    class Seating(models.TextChoices):
        DRAWN = "drawn", _("drawn by lot")
        ROTATED = "rotated", _("everybody one seat on")

    key = models.CharField(max_length=16, unique=True, default=new_key, editable=False)
    name = models.CharField(max_length=80, blank=True)
    title = models.CharField(max_length=20)
    edition = models.CharField(max_length=40)
    #: names of the options it is played with
    options = models.JSONField(default=list)
    #: what chance hangs on, in games that have any; never shown
    seed = models.JSONField(null=True, default=None, editable=False)
    #: the position that it was begun from, where that is not the setup
    start = models.JSONField(null=True, default=None, editable=False)
    #: the version of the rules by which it is played now, and until which action it was played by older ones
    rules = models.CharField(max_length=20)
    ages = models.JSONField(default=list, editable=False)
    #: what the rules of today refused of it and no position was stored of
    unplayed = models.JSONField(null=True, default=None, editable=False)
    #: a line of somebody's plan: the game beside which it is played, and the line from which it branches, if any
    origin = models.ForeignKey("self", models.CASCADE, null=True, blank=True, related_name="lines", editable=False)
    branch = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="branches", editable=False)
    #: how many actions of the game or of that line it begins with, which are never taken back in it
    begins = models.PositiveIntegerField(default=0, editable=False)
    #: a lesson, by its key; the step that its learner has come to, and whether they have ever come to its end
    lesson = models.CharField(max_length=60, blank=True, default="", editable=False)
    lesson_step = models.PositiveSmallIntegerField(default=0, editable=False)
    lesson_done = models.BooleanField(default=False, editable=False)
    #: its moves were stored without positions, as all once were
    bare = models.BooleanField(default=False, editable=False)
    kind = models.CharField(max_length=10, choices=Kind)
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    undo = models.CharField(max_length=10, choices=Undo, default=Undo.ANYONE)
    #: how much time the seats have (``clocks.Clock``); None: as much as they like
    clock = models.JSONField(null=True, default=None)
    #: seconds for which somebody is waited for before whoever opened the table may give their seat away
    patience = models.PositiveIntegerField(default=3 * 86_400)
    #: whether somebody whose seat was given to a bot may come back to it
    hand_back = models.BooleanField(default=True)
    #: of which table this is another game, and who sits where in it
    previous = models.OneToOneField(
        "self", models.SET_NULL, null=True, blank=True, related_name="rematch", editable=False
    )
    seating = models.CharField(max_length=10, choices=Seating, default=Seating.DRAWN)
    #: how many seats are to be filled before it starts
    size = models.PositiveSmallIntegerField()
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="opened")
    #: the browser in which a table without an owner was opened
    keeper = models.CharField(max_length=40, blank=True)
    invitation = models.CharField(max_length=40, unique=True, default=new_invitation, editable=False)
    created = models.DateTimeField(auto_now_add=True)
    moved = models.DateTimeField(auto_now_add=True)

    #: actions that led to the present position; moves with higher numbers have been taken back
    played = models.PositiveIntegerField(default=0)
    #: moves stored, with those taken back
    written = models.PositiveIntegerField(default=0)
    #: grows with every play, undo and redo: what a page has seen
    revision = models.PositiveIntegerField(default=0)
    #: who has asked to go back to which action, and whose consent is missing (``taking_back.Asked``)
    asking = models.JSONField(null=True, default=None, editable=False)
    #: what the people at the table vote on (``voting.Vote``)
    voting = models.JSONField(null=True, default=None, editable=False)
    #: the clocks of the seats (``clocks.Hand`` by name), and when the first of them runs out
    ticking = models.JSONField(default=dict, editable=False)
    due = models.DateTimeField(null=True, default=None, db_index=True, editable=False)
    #: grow with every remark, and with every change of the seats
    said = models.PositiveIntegerField(default=0)
    seated = models.PositiveIntegerField(default=0)

    #: seats whose turn it is, kept here so that lists of tables need not open the games
    acting = models.JSONField(default=list)
    finished = models.CharField(max_length=40, blank=True)
    totals = models.JSONField(default=dict)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["kind", "status", "-moved"]), models.Index(fields=["keeper"])]

    def __str__(self) -> str:
        return self.name or self.named(self.seats.all() if self.pk is not None else ())

    def named(self, seats: Iterable[Seat]) -> str:
        """Its name, or its title with who has opened it or who plays; the seats are those that sit at it."""
        if self.name:
            return self.name
        names = {seat.name: seat.user_id for seat in seats}
        shown = self._unnamed(names)
        return gettext("%(name)s, again") % {"name": shown} if self.previous_id is not None else shown

    def _unnamed(self, names: dict[str, int | None]) -> str:
        opened = next((name for name, user in names.items() if user is not None and user == self.owner_id), None)
        if opened is not None:
            return gettext("%(name)s's %(title)s") % {"name": opened, "title": self.title}
        return f"{self.title}: {', '.join(names)}" if names else f"{self.title} {self.key}"

    def get_absolute_url(self) -> str:
        return reverse("games:page", args=[self.key])

    @property
    def played_by(self) -> list[str]:
        """Edition and options as people call them."""
        return played_by(self.title, self.edition, self.options)

    @property
    def free_seats(self) -> list[str]:
        """Seats of a game in play that their people have left to whoever takes them."""
        if self.kind == Table.Kind.HOT_SEAT or self.status != Table.Status.RUNNING:
            return []
        return [seat.name for seat in self.seats.all() if seat.user_id is None and not seat.bot]

    def deserted_by(self, seats: Iterable[Seat]) -> bool:
        """Is a game of people far apart in play, and none of them left in any seat? Then it stands still."""
        if self.kind == Table.Kind.HOT_SEAT or self.status != Table.Status.RUNNING:
            return False
        return all(seat.user_id is None for seat in seats)

    @property
    def stands_still(self) -> bool:
        return self.deserted_by(self.seats.all())

    @property
    def pace(self) -> str:
        """How much time people have, for lists of tables; empty where that is not limited."""
        clock = read_clock(self.clock)
        return "" if clock is None else clock.in_short()


class Seat(models.Model):
    """A place at a table: for a person, for a bot, or for whoever holds the screen."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=40)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="seats")
    bot = models.CharField(max_length=20, blank=True)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "number"], name="one_seat_a_number"),
            models.UniqueConstraint(fields=["table", "name"], name="one_seat_a_name"),
            models.UniqueConstraint(
                fields=["table", "user"], condition=models.Q(user__isnull=False), name="one_seat_a_person"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def level(self) -> str:
        """What its bot is called today; empty for a person."""
        return present_name(self.bot)


class Guest(models.Model):
    """Somebody who followed the invitation to a private table: may look on, and sit down while seats are free."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="guests")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE)
    #: a seat is kept for them until they sit down or decline, or whoever opened the table gives it free
    kept = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["table", "user"], name="one_guest_a_person")]


class Departure(models.Model):
    """Somebody no longer plays a seat of a game that has begun."""

    class How(models.TextChoices):
        RESIGNED = "resigned", _("has resigned")
        HOST = "host", _("was replaced by who opened the table")
        VOTE = "vote", _("was replaced by vote")
        CLOCK = "clock", _("had no time left")

    table = models.ForeignKey(Table, models.CASCADE, related_name="departures")
    seat = models.CharField(max_length=40)
    #: none if the account is gone; the seat may still be taken
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="departures")
    how = models.CharField(max_length=10, choices=How)
    played = models.PositiveIntegerField(default=0)
    at = models.DateTimeField(auto_now_add=True)


class Shelved(models.Model):
    """A table that somebody no longer wants to see in their lists."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="shelved")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="shelved")

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["table", "user"], name="shelved_once_a_person")]


class Vacation(models.Model):
    """Days, both included, on which the slow clocks of a person stand still."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="vacations")
    first = models.DateField()
    last = models.DateField()


class Move(models.Model):
    """An action that was played; of two at the same moment, the second finds its number taken."""

    class How(models.TextChoices):
        PERSON = "person"
        BOT = "bot"
        PROGRAM = "program"
        #: the table, for somebody whose time had run out
        CLOCK = "clock"

    table = models.ForeignKey(Table, models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField()
    #: JSON as kaiping.action writes it
    action = models.TextField()
    #: the moment after it, as ``kept`` writes it; and the round that began with it
    position = models.BinaryField(null=True, default=None)
    begins = models.JSONField(null=True, default=None)
    seat = models.CharField(max_length=40)
    how = models.CharField(max_length=10, choices=How, default=How.PERSON)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["table", "number"], name="one_move_a_number")]


class Remark(models.Model):
    """What a person says, or what the table has to tell (``author`` is empty then)."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="remarks")
    author = models.CharField(max_length=150, blank=True)
    #: who has said it, or done what the table tells
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    text = models.CharField(max_length=1000)
    #: told in the log alone; the chat does not have it, and nobody counts it
    aside = models.BooleanField(default=False)
    #: how many actions had been played
    played = models.PositiveIntegerField(default=0)
    at = models.DateTimeField(auto_now_add=True)


class Heard(models.Model):
    """How many of the remarks at a table somebody has read: a person, or a browser without an account."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="hearers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="+")
    keeper = models.CharField(max_length=40, blank=True)
    said = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table", "user"], condition=models.Q(user__isnull=False), name="heard_once_a_person"
            ),
            models.UniqueConstraint(
                fields=["table", "keeper"], condition=models.Q(user__isnull=True), name="heard_once_a_browser"
            ),
        ]


class Note(models.Model):
    """A private scratch pad: of a person, or of a browser without an account."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="notes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="+")
    keeper = models.CharField(max_length=40, blank=True)
    text = models.TextField(blank=True)
    #: what they have drawn on the map, as ``drawings.py`` writes it
    drawing = models.TextField(blank=True, default="")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table", "user"], condition=models.Q(user__isnull=False), name="one_note_a_person"
            ),
            models.UniqueConstraint(
                fields=["table", "keeper"], condition=models.Q(user__isnull=True), name="one_note_a_browser"
            ),
        ]


class Program(models.Model):
    """Something a seat has asked the table to do for it, until the situation changes."""

    class Kind(models.TextChoices):
        PASS = "pass", _("pass until something changes")
        BUY = "buy", _("buy shares until a condition")
        AUCTION = "auction", _("pass the rest of the auction")
        ACTION = "action", _("one action when the turn comes")

    table = models.ForeignKey(Table, models.CASCADE, related_name="programs")
    seat = models.CharField(max_length=40)
    kind = models.CharField(max_length=10, choices=Kind)
    #: what to buy, and until when
    wish = models.JSONField(default=dict)
    #: what was so when it was asked for; it stops when that is no longer so
    situation = models.JSONField(default=dict)
    #: why it has stopped, for its owner to read; empty as long as it runs
    stopped = models.CharField(max_length=300, blank=True, default="")

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["table", "seat"], name="one_program_a_seat")]


class Analysis(models.Model):
    """What was found out about a game that is over (``kaiping.analysis``), or how far that has come."""

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="analysis")
    #: the id of the game's last move: a game that is taken back and played to another end has another
    last = models.BigIntegerField()
    asked = models.DateTimeField(auto_now_add=True)
    #: who is at it or has it in line, and when they last said so; whoever is silent has gone
    holder = models.CharField(max_length=40, blank=True, default="")
    beat = models.DateTimeField(null=True, default=None)
    #: 1 for the one that is under way: there is one at a time
    under_way = models.PositiveSmallIntegerField(null=True, default=None, unique=True)
    done = models.PositiveIntegerField(default=0)
    whole = models.PositiveIntegerField(default=0)
    #: JSON as kaiping.analysis writes it; nothing until it is there
    found = models.TextField(blank=True, default="")
    #: what went wrong
    wrong = models.CharField(max_length=300, blank=True, default="")
