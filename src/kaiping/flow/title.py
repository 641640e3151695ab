"""How a title is put together: its data, and for each kind of frame the rules that govern it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING

from msgspec import Struct

from kaiping.state import Frame

if TYPE_CHECKING:
    from kaiping.flow.rules import FrameRules
    from kaiping.flow.table import Table


class Title(Struct, frozen=True):
    """A title composes rounds; it does not inherit them."""

    name: str
    data: Traversable
    editions: tuple[str, ...]
    #: rounds and interruptions of this title, each with its rules
    frames: Mapping[type[Frame], FrameRules]
    #: puts the first round on the stack of a game that has been set up
    begin: Callable[[Table], None]

    @property
    def default_edition(self) -> str:
        return self.editions[0]
