"""An action of a file that cannot be played."""

from __future__ import annotations

from typing import Any

from kaiping.errors import BadInput, IllegalAction, Reason
from kaiping.records.files import one_line


class Refused(BadInput, IllegalAction):
    """The file is bad because the rules refuse one of its actions, or because that action makes no sense."""

    def __init__(self, at: Any, kind: str, cause: IllegalAction | BadInput | str) -> None:
        #: number or id of the action in the file
        self.at = at
        self.cause = one_line(cause)
        self.reason = cause.reason if isinstance(cause, IllegalAction) else Reason("bad_file", None, (), self.cause)
        Exception.__init__(self, f"action {one_line(at, 24)} ({one_line(kind, 24)}): {self.cause}")
