"""What is stored of a person besides Django's account."""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING, ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from kaiping.web.site.names import LONGEST_LOOK

if TYPE_CHECKING:
    from django.contrib.auth.models import User


class Preferences(models.Model):
    """How a person wants to be told that it is their turn."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="preferences")
    #: an e-mail when it is one's turn in a game of people far apart
    mail = models.BooleanField(default=False)
    #: a notification of the browser while a page of the game is open
    browser = models.BooleanField(default=True)
    #: the address at which they have answered a letter; notices go there only
    confirmed = models.EmailField(blank=True, default="")
    #: not more than one e-mail for a table in so many minutes
    mail_gap = models.PositiveSmallIntegerField(default=10)
    #: on no ranking, and the profile is closed to others
    hidden = models.BooleanField(default=False)


class NameLook(models.Model):
    """What the name of an account looks like: whoever comes later cannot have one that looks the same.

    Older accounts that look like a still older one have none; they go on as they are.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="name_looks")
    look = models.CharField(max_length=LONGEST_LOOK, unique=True)


class ApiToken(models.Model):
    """Lets a program act for a person; only a fingerprint is kept."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=60)
    fingerprint = models.CharField(max_length=64, unique=True)
    created = models.DateTimeField(auto_now_add=True)

    @staticmethod
    def fingerprint_of(token: str) -> str:
        return hashlib.sha256(token.encode()).hexdigest()

    @classmethod
    def make(cls, user: User, name: str) -> tuple[ApiToken, str]:
        """A new token, and its text, which is shown once."""
        text = f"kaiping_{secrets.token_urlsafe(32)}"
        return cls.objects.create(user=user, name=name, fingerprint=cls.fingerprint_of(text)), text


class Hook(models.Model):
    """An address at which a program of a person wants to be told that it is their turn (``games/hooks.py``)."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="hooks")
    url = models.CharField(max_length=500)
    #: what notices are signed with, so it must be kept as it is; shown once
    secret = models.CharField(max_length=60)
    created = models.DateTimeField(auto_now_add=True)
    #: since when nothing has been taken there, and what was answered last
    failing = models.DateTimeField(null=True, default=None)
    complaint = models.CharField(max_length=200, blank=True)
    #: since when nothing is sent there any more, because it has failed for too long
    off = models.DateTimeField(null=True, default=None)


class Delivery(models.Model):
    """A notice on its way to a hook; gone once it was taken, or has been tried too often."""

    hook = models.ForeignKey(Hook, models.CASCADE, related_name="deliveries")
    #: by which the other side may tell whether it has had it already
    name = models.CharField(max_length=40, unique=True)
    body = models.TextField()
    tries = models.PositiveSmallIntegerField(default=0)
    #: when it is tried next; whoever moves it on has taken it
    due = models.DateTimeField(db_index=True)


class PushAddress(models.Model):
    """A browser that wants notices even while no page is open; the keys are those that it made for us."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="push_addresses")
    #: what the person may know it by
    name = models.CharField(max_length=60)
    endpoint = models.CharField(max_length=700, unique=True)
    public = models.CharField(max_length=120)
    secret = models.CharField(max_length=60)
    created = models.DateTimeField(auto_now_add=True)


class SecondStep(models.Model):
    """A person signs in by a code of their authenticator app, too (``two_steps.py``)."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="second_step")
    #: what codes are made from, so it must be kept as it is
    secret = models.CharField(max_length=64)
    since = models.DateTimeField(auto_now_add=True)
    #: the half minute of the latest code that was taken: none is taken twice
    latest = models.PositiveBigIntegerField(default=0)
    #: wrong codes one after the other, and when the last one was tried
    failed = models.PositiveSmallIntegerField(default=0)
    failed_at = models.DateTimeField(null=True, default=None)


class RecoveryCode(models.Model):
    """Stands in once for the code of an app that is lost; only a fingerprint is kept."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="recovery_codes")
    fingerprint = models.CharField(max_length=64, unique=True)


class Leaving(models.Model):
    """Somebody has deleted their account, and it is taken out of the games one by one (``farewell.py``)."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="leaving")
    asked = models.DateTimeField(default=timezone.now)


class Standing(models.Model):
    """How somebody came off in a game that counts, and what they were rated before and after it (``ratings.py``).

    Without a user it was somebody who has deleted their account since: what they were rated before stays with the game.
    """

    #: a table may be taken away; what came of it counts all the same
    table = models.ForeignKey("games.Table", models.SET_NULL, null=True, related_name="standings")
    #: the same for all who sat there, and in the order in which games ended
    game = models.CharField(max_length=16)
    ended = models.DateTimeField()
    title = models.CharField(max_length=20)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="standings")
    seat = models.PositiveSmallIntegerField()
    #: the best has 1, and those who are level have the same
    place = models.PositiveSmallIntegerField()
    players = models.PositiveSmallIntegerField()
    total = models.IntegerField()
    mu_before = models.FloatField(null=True, default=None)
    sigma_before = models.FloatField(null=True, default=None)
    #: None until it has been worked out
    mu = models.FloatField(null=True, default=None)
    sigma = models.FloatField(null=True, default=None)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["title", "ended", "game"])]
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "seat"], name="one_standing_a_seat")]


class Rating(models.Model):
    """What somebody is rated at a title now; worked out from the standings, and kept for speed."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings")
    title = models.CharField(max_length=20)
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["title", "user"], name="one_rating_a_title")]


class HandOver(models.Model):
    """A link by which a table around one screen goes to an account or to another browser, once (``hot_seats.py``)."""

    table = models.OneToOneField("games.Table", models.CASCADE, related_name="hand_over")
    fingerprint = models.CharField(max_length=64, unique=True)
    made = models.DateTimeField(default=timezone.now)
