"""Trains and the phases that they bring, as a data file states them."""

from __future__ import annotations

from kaiping.board.tile import COLORS
from kaiping.definition.data import Data


class TradeIn(Data, frozen=True):
    accepts: tuple[str, ...]
    price: int


class TrainKind(Data, frozen=True):
    """A kind of train; no range means no limit, no count means as many as wanted."""

    name: str
    price: int
    #: most stops in all
    range: int | None = None
    #: most large stops among them, and most small ones
    cities: int | None = None
    towns: int | None = None
    #: it counts as many stops of its route as its range says, and leaves others out
    skips: bool = False
    count: int | None = None
    rusted_by: str | None = None
    #: on sale as soon as the first train of this kind is sold, not only when the kind before is gone
    on_sale_with: str | None = None
    trade_in: TradeIn | None = None
    #: most of them that one company may own
    per_company: int | None = None
    #: owning one is owning a train, where a company must own one
    fulfils_duty: bool = True


class Phase(Data, frozen=True):
    name: str
    train_limit: int
    colors: tuple[str, ...]
    #: the limit of minors
    minor_train_limit: int = 0
    #: rounds in a set, where operating rounds come in sets
    operating_rounds: int = 0
    #: the kind of train whose first sale or export starts the phase; empty for the first phase
    starts_with: str = ""
    #: which of a stop's values holds, where they do not go by the colours of tiles
    values: int | None = None
    #: what its president must hold of a company for it to float, where that goes by the phase
    float_percent: int = 0
    #: per cent of each company that are not for sale yet
    locked_percent: int = 0
    #: share prices do not move, and no president sells shares of their company
    frozen: bool = False
    #: yellow tiles that a company may lay in a turn instead of an upgrade
    yellow_lays: int = 1
    #: by how much the price of station tokens is multiplied
    token_factor: int = 1
    #: minors lay track and run; otherwise they only merge
    minors_work: bool = True
    privates_pay: bool = True

    @property
    def value_index(self) -> int:
        """Which of a stop's values holds: that of the latest colour of tiles, unless the phase says otherwise."""
        return COLORS.index(self.colors[-1]) if self.values is None else self.values
