"""The actions: what a player or a company does, never what results; and what is known of each kind."""

from __future__ import annotations

from typing import ClassVar, Literal, get_args

import msgspec
from msgspec import Struct
from msgspec.structs import replace


class Action(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="type", omit_defaults=True):
    """Base of all actions; the first field of each kind names who acts, a player or a company."""

    #: what actions of the kind are shown under, and what one of them is called within a sentence
    heading: ClassVar[str]
    doing: ClassVar[str]
    #: the field whose number is open where an action is listed with a ``Range``; kinds with any number say it or None
    number: ClassVar[str | None] = None
    #: whether players mostly mean the greatest of these numbers, rather than the least
    mostly_all: ClassVar[bool] = False

    @property
    def who(self) -> str:
        """The player or the company that acts."""
        name: str = getattr(self, self.__struct_fields__[0])
        return name


class Pass(Action, frozen=True, tag="pass"):
    """Decline what is open now; ``actor`` is a player or a company."""

    heading = "Pass"
    doing = "passing"

    actor: str


class Bid(Action, frozen=True, tag="bid"):
    """Bid for a private, or buy the cheapest at its price."""

    heading = "Privates"
    doing = "a bid"
    number = "price"

    player: str
    private: str
    price: int


class Par(Action, frozen=True, tag="par"):
    """Start a company: buy its president's certificate and set the par price."""

    heading = "Start a company"
    doing = "the start of a company"
    number = None

    player: str
    company: str
    price: int
    #: its place among the companies of that price, from 0, where the founder chooses it
    row: int | None = None


class BuyShare(Action, frozen=True, tag="buy-share"):
    """Buy one 10 % share from the IPO or the pool."""

    heading = "Buy a share"
    doing = "the purchase of a share"

    player: str
    company: str
    source: Literal["ipo", "pool"]


class SellShares(Action, frozen=True, tag="sell-shares"):
    """Sell shares of one company to the pool, in one sale."""

    heading = "Sell shares"
    doing = "a sale of shares"
    number = None

    player: str
    company: str
    percent: int


class Block(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Shares of one company that are sold at one price."""

    company: str
    percent: int


class SellBlocks(Action, frozen=True, tag="sell-blocks"):
    """Sell all that is sold for a train together: shares of several companies, block by block in this order."""

    heading = "Sell shares for the train"
    doing = "a sale of shares of several companies"

    player: str
    blocks: tuple[Block, ...]


class ExchangePrivate(Action, frozen=True, tag="exchange-private"):
    """Give a private up for a share of a company."""

    heading = "Exchange a private"
    doing = "the exchange of a private"

    player: str
    private: str
    company: str
    source: Literal["ipo", "pool"]


class LayTile(Action, frozen=True, tag="lay-tile"):
    """Lay or upgrade a tile; ``private`` names the private whose power is used, if any."""

    heading = "Lay track"
    doing = "laying a tile"
    number = None

    company: str
    hex: str
    tile: str
    rotation: int
    private: str | None = None


class PlaceToken(Action, frozen=True, tag="place-token"):
    """Place a station token in a city: ``stop`` is the city's number on the tile that lies there."""

    heading = "Place a token"
    doing = "placing a token"
    number = None

    company: str
    hex: str
    stop: int = 0


class Route(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The way one train runs: stops as "C9.1" (hex and stop), hexes passed between them as "D8"."""

    train: str
    path: tuple[str, ...]

    @property
    def stops(self) -> tuple[str, ...]:
        return tuple(point for point in self.path if "." in point)


class RunRoutes(Action, frozen=True, tag="run-routes"):
    """Run the company's trains; trains not named stay at home."""

    heading = "Run trains"
    doing = "running trains"

    company: str
    routes: tuple[Route, ...]


class Dividend(Action, frozen=True, tag="dividend"):
    """Pay the revenue out or withhold it."""

    heading = "Dividend"
    doing = "a dividend"

    company: str
    kind: Literal["pay", "withhold"]


class BuyTrain(Action, frozen=True, tag="buy-train"):
    """Buy a train from the bank, the pool or another company; ``trade_in`` is a train given in part payment."""

    heading = "Buy a train"
    doing = "the purchase of a train"
    number = "price"

    company: str
    train: str
    source: str
    price: int
    trade_in: str | None = None


class DiscardTrain(Action, frozen=True, tag="discard-train"):
    """Give a train above the limit to the pool."""

    heading = "Give up a train"
    doing = "giving up a train"

    company: str
    train: str


class BuyPrivate(Action, frozen=True, tag="buy-private"):
    """A company buys a private from a player."""

    heading = "Buy a private"
    doing = "the purchase of a private"
    number = "price"

    company: str
    private: str
    price: int


class AcquirePrivate(Action, frozen=True, tag="acquire-private"):
    """A player buys a private in their stock turn: of another player, who must agree, or a late one of the bank."""

    heading = "Buy a private"
    doing = "the purchase of a private by a player"
    number = "price"

    player: str
    private: str
    price: int


class Consent(Action, frozen=True, tag="consent"):
    """Answer an offer made to one's company or oneself."""

    heading = "Answer"
    doing = "an answer to an offer"

    player: str
    agree: bool


class DeclareBankruptcy(Action, frozen=True, tag="declare-bankruptcy"):
    """The president cannot raise the price of a train the company must buy."""

    heading = "Bankruptcy"
    doing = "bankruptcy"

    company: str


class Choose(Action, frozen=True, tag="choose"):
    """Answer a question that is asked now: ``what`` it is about, and one of the options."""

    heading = "Choose"
    doing = "a choice"

    player: str
    what: str
    option: str


class UsePower(Action, frozen=True, tag="use-power"):
    """Use the power of a private, for a company where it is for one."""

    heading = "Use a private"
    doing = "the use of a power"

    player: str
    private: str
    company: str | None = None


class RepayDebt(Action, frozen=True, tag="repay-debt"):
    """Pay back what one owes the bank, or a part of it."""

    heading = "Pay back"
    doing = "paying a debt back"
    number = "amount"
    mostly_all = True

    player: str
    amount: int


#: in the order in which they are shown to a player
AnyAction = (
    Consent
    | Choose
    | RunRoutes
    | Dividend
    | LayTile
    | PlaceToken
    | RepayDebt
    | Par
    | BuyShare
    | SellShares
    | SellBlocks
    | BuyTrain
    | DiscardTrain
    | DeclareBankruptcy
    | Bid
    | ExchangePrivate
    | BuyPrivate
    | AcquirePrivate
    | UsePower
    | Pass
)
KINDS: tuple[type[AnyAction], ...] = get_args(AnyAction)
#: what goes on the map, and all that may change what a company can run for
Placing = LayTile | PlaceToken
Weighed = Placing | BuyTrain | UsePower


class Range(Struct, frozen=True, gc=False):
    """Least, greatest and step of an open number in a listed action."""

    least: int
    greatest: int
    step: int = 1

    @property
    def open(self) -> bool:
        """Is there more than one number to choose from?"""
        return self.greatest > self.least


def at_number(action: AnyAction, number: int) -> AnyAction:
    """A listed action with another number in place of its open one."""
    if type(action) not in KINDS:
        from kaiping.arguments import no_action

        raise no_action()
    if action.number is None or type(number) is not int:
        from kaiping.errors import BadInput  # late: errors have words, and words know the actions

        open_number = "has no open number" if action.number is None else f"cannot have {number!r} for its number"
        raise BadInput(f"{type(action).__name__} {open_number}")
    return replace(action, **{action.number: number})


_NO_JSON = "it is a text of JSON, as to_json writes it, that is read here"

_DECODER: msgspec.json.Decoder[AnyAction] = msgspec.json.Decoder(AnyAction)


def to_json(action: AnyAction) -> bytes:
    """An action as JSON."""
    if type(action) not in KINDS:
        from kaiping.arguments import no_action

        raise no_action()
    return msgspec.json.encode(action)


def from_json(data: bytes | str) -> AnyAction:
    """An action from JSON; strict about names and types."""
    try:
        return _DECODER.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError, TypeError) as wrong:
        from kaiping.arguments import no_action

        raise no_action(wrong if isinstance(wrong, msgspec.ValidationError) else ValueError(_NO_JSON)) from None
