"""Privates and their powers, as a data file states them."""

from __future__ import annotations

from typing import Any, Literal

from kaiping.definition.data import Data


class SpecialTiles(Data, frozen=True, tag="special-tiles", tag_field="kind"):
    """The owning company may lay these tiles on these hexes, free and without connection."""

    lays: tuple[tuple[str, str], ...]
    #: several tiles are laid by one action, or one after the other
    together: bool = False


class FreeYellowTiles(Data, frozen=True, tag="free-yellow-tiles", tag_field="kind"):
    """The owning company may lay up to ``most`` yellow tiles on these hexes, free and without connection."""

    hexes: tuple[str, ...]
    most: int
    #: further tiles must join the first by track
    must_join: bool = True


class ExchangeForShare(Data, frozen=True, tag="exchange-for-share", tag_field="kind"):
    """The owning player may give the private up for a share of a company with a token on one of these hexes."""

    hexes: tuple[str, ...]
    sources: tuple[Literal["ipo", "pool"], ...]
    #: it counts as the purchase of a stock turn; otherwise it is possible at any time
    as_purchase: bool = True
    #: it keeps the rules of a purchase: no share of a company sold in the same round, none over the certificate limit
    keeps_purchase_rules: bool = True
    #: a player who can do nothing else in a stock turn is still asked
    holds_turn: bool = True

    @property
    def is_purchase(self) -> bool:
        return self.as_purchase and self.keeps_purchase_rules


class PaymentOnSellOut(Data, frozen=True, tag="payment-on-sell-out", tag_field="kind"):
    """One payment to the owner, at one of the moments when the last train of a kind leaves the bank."""

    #: kind of train -> amount; the last of them is paid without asking
    amounts: dict[str, int]
    #: also when the last trains are not sold but removed
    on_removal: bool = True


class FreeFerries(Data, frozen=True, tag="free-ferries", tag_field="kind"):
    """Companies of the owner pay no fee for ferries."""


class StopBonus(Data, frozen=True, tag="stop-bonus", tag_field="kind"):
    """A stop is worth more to companies of the owner."""

    hex: str
    amount: int


class FreeRivers(Data, frozen=True, tag="free-rivers", tag_field="kind"):
    """Companies of the owner do not pay the part of a hex's cost that is due to a river."""


class StartsCompany(Data, frozen=True, tag="starts-company", tag_field="kind"):
    """Whoever buys the private starts this company with it, at this price."""

    company: str
    price: int
    percent: int


class FreeTrain(Data, frozen=True, tag="free-train", tag_field="kind"):
    """The owner may exchange the private for the train on sale, for one of their companies in its turn."""

    #: the kind of train whose first sale forces the exchange for the next train
    forced_by: str
    #: a company of theirs that has not floated may get it then
    for_unfloated: bool = False


class AttachedShare(Data, frozen=True, tag="attached-share", tag_field="kind"):
    """Whoever buys the private gets a share of this company with it, to be sold once the company is started."""

    company: str
    percent: int


class SetsPar(Data, frozen=True, tag="sets-par", tag_field="kind"):
    """Whoever buys the private sets the starting price of this company and gets its president's certificate."""

    company: str


class TokenIncome(Data, frozen=True, tag="token-income", tag_field="kind"):
    """While a player owns the private, companies with a token on a hex get an amount each operating round."""

    hex: str
    amount: int
    #: the companies that get it; nothing: all
    companies: tuple[str, ...] = ()


class PaymentAfterPhase(Data, frozen=True, tag="payment-after-phase", tag_field="kind"):
    """One payment more to the owner in the first operating round after a phase has begun."""

    phase: str
    amount: int


class StationOfPrivate(Data, frozen=True, tag="station", tag_field="kind"):
    """Bought, the private puts a token into a city and sends those of others away, but for some companies.

    Companies pay for the right to ignore it; who calls there without a token of its own makes it an income.
    """

    hex: str
    #: companies whose tokens stay, and who need no right
    stays: tuple[str, ...]
    #: companies that may not buy the right
    no_right: tuple[str, ...]
    right_price: int
    #: what the owner gets of the value of the city for each call, in per cent
    income_percent: int = 50
    #: colour of the city -> what they get instead
    incomes: dict[str, int] = {}
    #: only one call of a company in its turn counts
    once: bool = False
    #: the right costs what the next token of the company would
    right_like_token: bool = False


Power = (
    TokenIncome
    | PaymentAfterPhase
    | StationOfPrivate
    | SpecialTiles
    | FreeYellowTiles
    | ExchangeForShare
    | PaymentOnSellOut
    | FreeFerries
    | StopBonus
    | FreeRivers
    | StartsCompany
    | FreeTrain
    | AttachedShare
    | SetsPar
)


class Private(Data, frozen=True):
    name: str
    price: int
    income: int
    #: hexes closed to everybody while a player owns the private
    blocks: tuple[str, ...] = ()
    #: a ``Power``, or a power that only this title has
    power: Any = None
    chinese: str | None = None
    japanese: str | None = None
    #: it is no lot of the auction but bought from the bank in a stock round
    late: bool = False
    #: it comes into the game when this minor converts, and is not for sale
    from_minor: str | None = None
    #: it stays in the game when the others close
    stays: bool = False
    #: what opens its hexes before it closes or a company buys it: a phase, the first turn of a company
    blocks_until_phase: str | None = None
    blocks_until_turn_of: str | None = None
    #: it closes when this company gets a train
    closed_by_train_of: str | None = None
    #: phase -> its income from then on
    income_from: dict[str, int] = {}
    #: companies may buy it
    for_companies: bool = True
    #: it counts towards the certificate limit
    counts: bool = True
    #: what it is worth to its owner, where that is not its price
    value: int | None = None

    @property
    def worth(self) -> int:
        return self.price if self.value is None else self.value
