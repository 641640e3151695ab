"""What is stored of a table: who sits there, what was played, what was said."""

from __future__ import annotations

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

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

    class Undo(models.TextChoices):
        ANYONE = "anyone", _("every player")
        OWN = "own", _("only who acted last")
        OWNER = "owner", _("only who opened the table")
        NOBODY = "nobody", _("nobody")

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
    #: the table of which it is a try, from some moment on
    origin = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="tries", editable=False)
    #: its moves were stored without positions, as all once were
    bare = models.BooleanField(default=False, editable=False)
    kind = models.CharField(max_length=10, choices=Kind)
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    undo = models.CharField(max_length=10, choices=Undo, default=Undo.ANYONE)
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
        return self.name or f"{self.title} {self.key}"

    def get_absolute_url(self) -> str:
        return reverse("games:page", args=[self.key])


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


class Guest(models.Model):
    """Somebody who followed the invitation to a private table: may look on, and sit down while seats are free."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="guests")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["table", "user"], name="one_guest_a_person")]


class Move(models.Model):
    """An action that was played; of two at the same moment, the second finds its number taken."""

    class How(models.TextChoices):
        PERSON = "person"
        BOT = "bot"
        PROGRAM = "program"

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
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    text = models.CharField(max_length=1000)
    #: how many actions had been played
    played = models.PositiveIntegerField(default=0)
    at = models.DateTimeField(auto_now_add=True)


class Note(models.Model):
    """A private scratch pad: of a person, or of a browser without an account."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="notes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="+")
    keeper = models.CharField(max_length=40, blank=True)
    text = models.TextField(blank=True)

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
