"""Accounts by name and password, as Django keeps them; every request of somebody signed in reads one."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import User

from kaiping.web.one_row import OneRow

_ACCOUNT = OneRow(User, "SELECT * FROM auth_user WHERE id = %s")


class Accounts(ModelBackend):
    def get_user(self, user_id: Any) -> User | None:
        user = _ACCOUNT.find(user_id)
        return user if user is not None and self.user_can_authenticate(user) else None
