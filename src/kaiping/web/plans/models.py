"""What is stored of a planning board besides its lines, which are tables: the link by which others may read it."""

from __future__ import annotations

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models


def new_token() -> str:
    return secrets.token_urlsafe(18)


class Shared(models.Model):
    """The plan of one person beside one game may be read by whoever has the link, as long as the game is over."""

    game = models.ForeignKey("games.Table", models.CASCADE, related_name="shared_plans")
    #: whose plan it is; without an account, of which browser
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="+")
    keeper = models.CharField(max_length=40, blank=True)
    token = models.CharField(max_length=40, unique=True, default=new_token, editable=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game", "user"], condition=models.Q(user__isnull=False), name="one_shared_plan_a_person"
            ),
            models.UniqueConstraint(
                fields=["game", "keeper"], condition=models.Q(user__isnull=True), name="one_shared_plan_a_browser"
            ),
        ]
