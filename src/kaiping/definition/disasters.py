"""What a variant may bring upon the map, as a data file states it."""

from __future__ import annotations

from kaiping.definition.data import Data


class Earthquake(Data, frozen=True):
    """One train of a kind is marked, nobody knows which; its sale brings the earthquake, unless the bank is broken."""

    train: str
    #: until the next stock round: companies that earn nothing, and half
    no_income: tuple[str, ...]
    half_income: tuple[str, ...]
    #: privates that close
    closes: tuple[str, ...]
    #: hexes whose tokens return to their companies, whose tiles go down a level, whose tokens are turned face down
    cleared: tuple[str, ...]
    lowered: tuple[str, ...]
    covered: tuple[str, ...]
    #: what a company pays to turn a token up again
    uncover_cost: int
    #: what each player pays for each train of the kind sold, and for each share that he holds
    per_train: int
    per_share: int
    #: prices stay frozen to the end of the next stock round, not only to its beginning
    through_stock_round: bool = False


class AirRaids(Data, frozen=True):
    """The last train of a kind sold brings air raids: tiles of a colour leave some hexes and those around them."""

    train: str
    color: str
    hexes: tuple[str, ...]
