"""What can go wrong, as a user meets it: one sentence each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from kaiping.words import reason_text


class Reason(Struct, frozen=True, gc=False):
    """Why an action is refused: a code, the clause that forbids it, and the figures."""

    code: str
    clause: str | None
    figures: dict[str, Any]
    currency: str
    #: what the title calls the head of a company
    president: str = "president"

    @property
    def text(self) -> str:
        """The reason in a sentence."""
        return reason_text(self.code, self.figures, self.currency, self.president)

    def __str__(self) -> str:
        return f"{self.text} ({self.clause})" if self.clause else self.text


class KaipingError(Exception):
    """Base of every error the library raises on purpose."""


class IllegalAction(KaipingError):
    """An action that the rules forbid now; nothing has changed."""

    def __init__(self, reason: Reason | Callable[[], Reason]) -> None:
        """With its reason, or with what gives the reason: most refusals only keep something off a list."""
        super().__init__(reason)
        self._reason = reason

    @property
    def reason(self) -> Reason:
        if not isinstance(self._reason, Reason):
            self._reason = self._reason()
        return self._reason

    def __reduce__(self) -> tuple[type[IllegalAction], tuple[Reason]]:
        return type(self), (self.reason,)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.reason!r})"

    def __str__(self) -> str:
        return str(self.reason)


class BadInput(KaipingError):
    """A file, name or number that cannot be understood."""
