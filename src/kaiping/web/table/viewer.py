"""Who is looking, and where the page may turn."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Viewer:
    """Whose page it is: the seats it may act for (all of them on one screen), and whether it may take back."""

    name: str | None
    seats: frozenset[str]
    may_undo: bool = False
    spectator: bool = False


@dataclass(frozen=True, kw_only=True)
class Links:
    """Addresses that the server offers; an empty one is not offered."""

    page: str = ""
    body: str = ""
    play: str = ""
    undo: str = ""
    redo: str = ""
    stream: str = ""
    part: str = ""
    chat: str = ""
    notes: str = ""
    export: str = ""
    picture: str = ""
    fork: str = ""
    program: str = ""
    rules: str = ""
    #: for whoever should look on
    watch: str = ""
