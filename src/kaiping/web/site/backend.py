"""Accounts by name and password, as Django keeps them; whoever asks is read by a statement that is written once."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import User

_READ = "SELECT * FROM auth_user WHERE id = %s"


class Accounts(ModelBackend):
    def get_user(self, user_id: Any) -> User | None:
        user = next(iter(User.objects.raw(_READ, [user_id])), None)
        return user if user is not None and self.user_can_authenticate(user) else None
