"""What is stored of a person besides Django's account."""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models

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
