"""How a title is put together: its data, and for each kind of frame the rules that govern it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING

from msgspec import Struct

from kaiping.state import Frame
from kaiping.words import Words

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
    #: which of these are rounds, by the short names that players use
    rounds: Mapping[type[Frame], str]
    #: puts the first round on the stack of a game that has been set up
    begin: Callable[[Table], None]
    #: what a new phase brings besides rusting trains, lower limits and closing privates
    phase_begun: Callable[[Table], None] | None = None
    #: what follows when a train of a kind has left the bank for a company, or for nobody
    train_left: Callable[[Table, str, str | None], None] | None = None
    #: companies in the order in which they operate; by share price unless the title says otherwise
    operating_order: Callable[[Table, tuple[str, ...]], tuple[str, ...]] | None = None
    #: words of rules that no other title has
    words: Words = Words()

    @property
    def default_edition(self) -> str:
        return self.editions[0]
