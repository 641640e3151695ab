"""The frame of an operating round: who is still to operate, and how far the present turn has got."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from kaiping.flow.play import Play
from kaiping.state import Frame

#: what was offered (a train of a company, or a private) and the price that was refused
RefusedOffer = tuple[str, str, int]


class OperatingRound(Frame, frozen=True):
    called = "operating round"
    #: companies and minors still to operate; the first is operating
    order: tuple[str, ...]
    #: number of the step in the title's list; -1 before the turn has begun
    step: int = -1
    #: nothing more may be laid in this turn
    tile_laid: bool = False
    #: yellow tiles laid in this turn
    yellow_laid: int = 0
    #: hexes laid on in this turn
    laid: tuple[str, ...] = ()
    #: hexes laid on in this turn by powers of privates: private and hex
    power_lays: tuple[tuple[str, str], ...] = ()
    token_placed: bool = False
    #: this is the company's first turn of the game
    first_turn: bool = False
    #: this is the company's first turn and it still owes the tile on its home hex
    owes_home_tile: bool = False
    revenue: int = 0
    #: earned on the run for the treasury alone
    subsidy: int = 0
    #: the share price does not fall in this turn
    keeps_price: bool = False
    #: what the share price adds to the income of this turn
    price_bonus: int = 0
    #: the president has sold shares for the train that must be bought
    sold_for_train: bool = False
    #: a train was bought from the bank in this turn
    train_bought: bool = False
    #: the kind of train whose last one has left, so that a share round is due and interrupts the turn
    share_round_due: str = ""
    #: ... and that it was removed, not sold
    due_by_removal: bool = False
    #: a train was taken for a private since the latest buyer had its turn, where that counts as bought
    exchanged: bool = False
    #: something was decided in this turn
    acted: bool = False
    #: trains have left the game in this turn because none was bought
    trains_removed: bool = False
    #: a share round has interrupted this round
    interrupted: bool = False
    refused: tuple[RefusedOffer, ...] = ()
    #: companies and minors whose owners have been asked since the last turn, or are not asked in this round any more
    asked: tuple[str, ...] = ()
    declined: tuple[str, ...] = ()

    @property
    def company(self) -> str:
        return self.order[0]

    def next_turn(self, order: tuple[str, ...]) -> OperatingRound:
        """The frame for the turn of the first company in ``order``; only what concerns the whole round is kept."""
        return OperatingRound(order, interrupted=self.interrupted, declined=self.declined, exchanged=self.exchanged)


def operating_frame(table: Play) -> OperatingRound:
    """The operating round on the stack, on top or below an interruption."""
    for frame in reversed(table.state.stack):
        if isinstance(frame, OperatingRound):
            return frame
    raise TypeError("no operating round is going on")


def update(table: Play, **changes: Any) -> None:
    """Change fields of the operating round on the stack, also below an interruption."""
    frame = table.state.stack[-1]
    if isinstance(frame, OperatingRound):
        table.replace(replace(frame, **changes))
    else:
        frame = operating_frame(table)
        table.replace_frame(frame, replace(frame, **changes))


def is_first_turn(table: Play, company: str) -> bool:
    """Is the company in its first turn of the game?"""
    frames = (frame for frame in table.state.stack if isinstance(frame, OperatingRound) and frame.order)
    return any(frame.company == company and frame.first_turn for frame in frames)


def president_of(table: Play, company: str) -> str:
    """Who decides for a company, or for a minor."""
    state = table.state
    return state.minors[company] if company in state.minors else state.presidents[company]
