"""What a title tells those who weigh its questions: how long it will last, what its lots and answers are worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct

from kaiping.action import AnyAction
from kaiping.board.board import Board

if TYPE_CHECKING:
    from kaiping.flow.play import Play


#: name -> one of a title's own figures
Figure = Callable[[str], float]


class Judge(Protocol):
    """What whoever weighs a position estimates of it; all of it is money of the game, for the player who decides."""

    @property
    def table(self) -> Play: ...

    @property
    def player(self) -> str: ...

    @property
    def rounds(self) -> float:
        """Operating rounds still to come."""

    def income(self, company: str) -> int:
        """What a company earns in an operating round."""

    def trains(self, company: str) -> tuple[str, ...]: ...

    def share(self, company: str) -> float:
        """What a share brings who keeps it to the end."""

    def part(self, company: str) -> float:
        """How much of a company is the player's, from 0 to 1."""

    def coin(self, company: str) -> float:
        """What a coin in a company's treasury is worth to the player."""

    def earns_with(self, company: str, board: Board) -> int:
        """What a company would earn in an operating round on another board."""

    def adds(self, company: str, action: AnyAction) -> int:
        """What an action adds to what a company earns in an operating round."""

    def figure(self, name: str) -> float:
        """One of the title's own figures, as whoever weighs has it."""

    def rounds_until(self, kind: str) -> float:
        """Operating rounds before a train of that kind is sold."""

    def private_worth(self, private: str) -> float:
        """What a private pays its owner from now on, and is worth in the end."""

    def wanting(self, company: str) -> int:
        """What a company lacks for a train that it must buy now or soon."""


class Thought(Struct, frozen=True, gc=False):
    """What an answer is worth, and why: a sentence with names in braces, and the figures for them."""

    value: float
    text: str = ""
    figures: Mapping[str, Any] = {}


class Thoughts(Struct, frozen=True):
    """What a title tells; where it tells nothing, what is true of every title is thought."""

    #: operating rounds still to come, where more than the bank and the number of turns ends the game
    rounds: Callable[[Play, Figure], float] | None = None
    #: operating rounds before a train of a kind is sold, where more than purchases empties the depot
    rounds_until: Callable[[Play, str, Figure], float] | None = None
    #: what a lot of the first auction, or a private that is sold later, is worth to who gets it; None: what it pays
    lot: Callable[[Judge, str], float | None] | None = None
    #: what an action is worth that shared rules know nothing of; None: it says nothing
    weigh: Callable[[Judge, AnyAction], Thought | None] | None = None
    #: what a purchase or a start is worth besides shares and dividends
    besides: Callable[[Judge, AnyAction], float] | None = None
    #: per cent that whoever leads a company must hold for it to float; None: it floats when enough is sold to anybody
    floats_with: Callable[[Play], int] | None = None
    #: steps of a company's turn in which futures that are only thought of have been seen to judge better than
    #: what comes to mind first
    thinks_ahead_in: frozenset[str] = frozenset({"dividend", "trains"})
    #: figures of its own by which it tells, as they were set by hand; who has learned better ones has others
    figures: Mapping[str, float] = {}

    def figure(self, name: str) -> float:
        return self.figures[name]
