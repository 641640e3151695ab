"""What can go wrong, as a user meets it: one sentence each."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Reason(Struct, frozen=True):
    """Why an action is refused: a code, the clause that forbids it, and the figures."""

    code: str
    clause: str | None
    figures: tuple[tuple[str, Any], ...]
    text: str

    def __str__(self) -> str:
        return f"{self.text} ({self.clause})" if self.clause else self.text


class KaipingError(Exception):
    """Base of every error the library raises on purpose."""


class IllegalAction(KaipingError):
    """An action that the rules forbid now; nothing has changed."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason


class BadInput(KaipingError):
    """A file, name or number that cannot be understood."""
