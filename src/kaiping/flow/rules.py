"""What governs a frame: who may act, what is legal, why not, what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ParamSpec, Protocol

from kaiping.action import AnyAction, Range
from kaiping.errors import IllegalAction
from kaiping.flow.play import Play

#: a listed action, with the range of its open number if it has one
Listed = tuple[AnyAction, Range | None]


class FrameRules(Protocol):
    """The rules of one kind of frame. ``check`` and ``options`` only read; ``apply`` follows a check."""

    def actors(self, table: Play) -> tuple[str, ...]:
        """Players who may act."""

    def options(self, table: Play) -> Iterator[Listed]:
        """Every action that may be played."""

    def check(self, table: Play, action: AnyAction) -> None:
        """Refuse what may not be played."""

    def apply(self, table: Play, action: AnyAction) -> None:
        """Play an action that has been checked."""

    def advance(self, table: Play) -> bool:
        """Do what needs nobody; False when somebody must act."""


_Asked = ParamSpec("_Asked")


def passes(check: Callable[_Asked, object], *args: _Asked.args, **more: _Asked.kwargs) -> bool:
    """Does a check refuse nothing?"""
    try:
        check(*args, **more)
    except IllegalAction:
        return False
    return True


def settle(table: Play) -> None:
    """Go on until somebody must act or the game is over."""
    state = table.state
    while state.finished is None and table.title.frames[type(table.top)].advance(table):
        pass
