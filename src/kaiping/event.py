"""What happened, as data; ``words.describe`` puts it into a sentence."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Event(Struct, frozen=True, gc=False):
    """One thing that a play brought about."""

    kind: str
    data: dict[str, Any]

    def __getitem__(self, key: str) -> Any:
        return self.data[key]
