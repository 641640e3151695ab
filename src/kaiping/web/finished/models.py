"""What is kept of a game that is over, so that lists and statistics need not open it.

All of it can be made again from the tables (``summing``); a backup leaves it out.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from kaiping.web.games.models import Seat, Table


class Summary(models.Model):
    """One game: it holds for the table's revision that it was made of."""

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="summary")
    revision = models.PositiveIntegerField()
    title = models.CharField(max_length=20)
    players = models.PositiveSmallIntegerField()
    #: actions, and operating rounds
    length = models.PositiveIntegerField()
    rounds = models.PositiveIntegerField(default=0)
    ended = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["title", "-ended"], name="finished_by_title")]


class Result(models.Model):
    """What became of a seat."""

    summary = models.ForeignKey(Summary, models.CASCADE, related_name="results")
    seat = models.OneToOneField(Seat, models.CASCADE, related_name="result")
    #: its place in the order in which the players began, from 1
    number = models.PositiveSmallIntegerField()
    worth = models.IntegerField()
    won = models.BooleanField()

    class Meta:
        ordering: ClassVar = ["-worth", "number"]


class CompanyResult(models.Model):
    """What became of a company that was started."""

    summary = models.ForeignKey(Summary, models.CASCADE, related_name="companies")
    code = models.CharField(max_length=20)
    start = models.PositiveIntegerField()
    #: nothing if it has left the game
    price = models.PositiveIntegerField()
    #: a winner was its president at the end
    led = models.BooleanField()
    #: per cent that the winners held, on average
    held = models.PositiveSmallIntegerField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["summary", "code"], name="one_result_a_company")]
