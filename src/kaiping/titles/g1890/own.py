"""What only 1890 has of a position and of the rules: what its variants bring upon the map."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import field

from kaiping.definition import Data, OwnRules
from kaiping.flow.play import Play
from kaiping.state import Own


class Own1890(Own, frozen=True):
    #: player -> what they owe to charity
    charity: dict[str, int] = field(default_factory=dict)
    #: hex -> tiles laid there one over the other, with their rotations, where a tile may have to give way to the former
    underneath: dict[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)

    def owed(self, player: str) -> int:
        return self.charity.get(player, 0)


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
    #: what each player pays for each train of the kind sold, and for each share that they hold
    per_train: int
    per_share: int
    #: prices stay frozen to the end of the next stock round, not only to its beginning
    through_stock_round: bool = False


class AirRaids(Data, frozen=True):
    """The last train of a kind sold brings air raids: tiles of a colour leave some hexes and those around them."""

    train: str
    color: str
    hexes: tuple[str, ...]


class Rules1890(OwnRules, frozen=True):
    earthquake: Earthquake | None = None
    air_raids: AirRaids | None = None

    @property
    def by_chance(self) -> bool:
        return self.earthquake is not None


def own(table: Play) -> Own1890:
    return table.own(Own1890)


def rules(table: Play) -> Rules1890:
    return table.own_rules(Rules1890)


def violations(table: Play) -> Iterator[str]:
    """What cannot be in a position."""
    if table.state.debt:
        yield f"{sorted(table.state.debt)} have borrowed from the bank"
    for player, due in own(table).charity.items():
        if player not in table.state.players or due < 0:
            yield f"{player} owes {due} to charity"
