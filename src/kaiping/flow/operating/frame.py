"""The frame of an operating round: who is still to operate, and how far the present turn has got."""

from __future__ import annotations

from kaiping.flow.table import Table
from kaiping.state import Frame

#: what was offered (a train of a company, or a private) and the price that was refused
RefusedOffer = tuple[str, str, int]


class OperatingRound(Frame, frozen=True):
    #: companies still to operate; the first is operating
    order: tuple[str, ...]
    #: number of the step in the title's list; -1 before the turn has begun
    step: int = -1
    tile_laid: bool = False
    token_placed: bool = False
    #: this is the company's first turn and it still owes the tile on its home hex
    owes_home_tile: bool = False
    revenue: int = 0
    #: earned on the run for the treasury alone
    subsidy: int = 0
    #: the president has sold shares for the train that must be bought
    sold_for_train: bool = False
    refused: tuple[RefusedOffer, ...] = ()

    @property
    def company(self) -> str:
        return self.order[0]


def operating_frame(table: Table) -> OperatingRound:
    """The operating round on the stack, on top or below an interruption."""
    for frame in reversed(table.state.stack):
        if isinstance(frame, OperatingRound):
            return frame
    raise TypeError("no operating round is going on")


def president(table: Table, company: str) -> str:
    return table.state.presidents[company]
