"""An action of a file that cannot be played."""

from __future__ import annotations

from typing import Any

from kaiping.arguments import one_line
from kaiping.errors import BadInput, IllegalAction, Reason


class FileFault(Reason, frozen=True):
    """What is wrong with an action that is none: no rule forbids it, it makes no sense."""

    @property
    def text(self) -> str:
        return str(self.figures["what"])


class Refused(BadInput, IllegalAction):
    """The file is bad because the rules refuse one of its actions, or because that action makes no sense."""

    def __init__(self, at: Any, kind: str, cause: IllegalAction | BadInput | str) -> None:
        #: number or id of the action in the file
        self.at = at
        #: why it cannot be played, in a sentence
        self.cause = one_line(cause)
        reason = cause.reason if isinstance(cause, IllegalAction) else None
        IllegalAction.__init__(self, reason or FileFault("bad_file", None, {"what": self.cause}, ""))
        Exception.__init__(self, f"action {one_line(at, 24)} ({one_line(kind, 24)}): {self.cause}")

    def __repr__(self) -> str:
        return Exception.__repr__(self)

    def __str__(self) -> str:
        return str(self.args[0])
