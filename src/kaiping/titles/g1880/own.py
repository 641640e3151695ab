"""What only 1880 has of a position and of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import field

from kaiping.definition import Data, OwnPower, OwnRules
from kaiping.flow.play import Play
from kaiping.state import Own


class Own1880(Own, frozen=True):
    #: company -> letters of its building permits
    permits: dict[str, str] = field(default_factory=dict)
    #: companies that have had the second half of their capital
    fully_paid: frozenset[str] = frozenset()
    #: who bought the latest train from the bank
    marker: str | None = None
    #: number of the last operating round, once it is known
    final_round: int | None = None

    @property
    def funded(self) -> frozenset[str]:
        return self.fully_paid


class TrainMarker(Data, frozen=True):
    """Who bought the latest train: share rounds, trains that leave unsold, and the end of the game hang on it."""

    #: kinds whose purchase moves the marker
    moved_by: tuple[str, ...]
    #: kinds whose last train brings a share round
    share_rounds: tuple[str, ...]
    #: kinds of which all leave when a whole round has gone by without a purchase
    removed: tuple[str, ...]
    #: kinds that leave only as long as none was sold
    removed_untouched: tuple[str, ...]
    #: the kind whose last train begins the end
    ends_with: str
    #: rounds still to be played from then on
    last_rounds: int
    #: no trains leave in a round that a share round has interrupted
    not_after_share_round: bool = False
    #: no trains leave as long as nobody has bought one
    needs_buyer: bool = False
    #: a train in exchange for a private is one that was bought, though the marker does not move
    exchange_is_purchase: bool = False


class Rules1880(OwnRules, frozen=True):
    train_marker: TrainMarker
    #: size of the president's certificate -> the building permits to choose from
    permits: dict[str, tuple[str, ...]]
    #: phase -> the letter of the permit that is needed to lay track in it
    phase_permits: dict[str, str]
    #: the second half of the capital is paid also to a company that has not floated
    second_capital_unfloated: bool = False
    #: whether the second half is due is looked at when a share is bought, not already when the company starts
    second_capital_by_purchase: bool = False


class ExtraPermit(OwnPower, frozen=True, tag="extra-permit"):
    """The power of a private: a building permit for one company of the owner."""

    permit: str
    #: also in their turns of stock rounds and of minors, and for a company that has not floated
    any_time: bool = False

    def is_of_use(self, table: Play, company: str) -> bool:
        return self.permit not in permits_of(table, company)

    def is_needed(self, table: Play, company: str) -> bool:
        return self.permit == permit_now(table) and self.is_of_use(table, company)

    def told(self) -> str:
        return f"Its owner may give one of their companies a building permit {self.permit}, once."

    def in_short(self) -> str:
        return f"A company of its owner may build in the phases of permit {self.permit}, too"


def own(table: Play) -> Own1880:
    return table.own(Own1880)


def rules(table: Play) -> Rules1880:
    return table.own_rules(Rules1880)


def permit_now(table: Play) -> str:
    """The letter of the permit that the present phase asks for."""
    return rules(table).phase_permits[table.state.phase]


def permits_of(table: Play, company: str) -> str:
    return own(table).permits.get(company, "")


def violations(table: Play) -> Iterator[str]:
    """What cannot be in a position."""
    state, now = table.state, own(table)
    if not now.permits.keys() == state.certificates.keys() <= state.par.keys():
        yield f"permits of {sorted(now.permits)}, certificates of {sorted(state.certificates)}"
    if now.marker is not None and now.marker not in state.floated:
        yield f"{now.marker} has the train marker"
    if not now.fully_paid <= state.par.keys():
        yield f"{sorted(now.fully_paid)} have had all their capital"
