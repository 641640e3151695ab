"""What is auctioned: the lots, the bids that stand, and who takes part in the bidding for one."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from kaiping.flow.auction import Auction, owner_of
from kaiping.flow.auction import lots as auction_lots
from kaiping.flow.single_auction import SingleAuction
from kaiping.game import Game
from kaiping.state import BANK


class Bid(Struct, frozen=True, gc=False):
    player: str
    amount: int


class Lot(Struct, frozen=True):
    """A private or a minor that is auctioned or sold by the bank."""

    code: str
    name: str
    price: int
    #: a private's income; a minor has none
    income: int | None
    owner: str | None
    #: the one that can be bought at once
    first: bool
    bids: tuple[Bid, ...]


def in_auction(game: Game) -> bool:
    """Are privates, or minors with them, being auctioned?"""
    return any(isinstance(frame, Auction | SingleAuction) for frame in game.state.stack)


class Contest(Struct, frozen=True):
    """Bidding in turn for one lot: who stands how, and who is out of it."""

    lot: str
    bids: dict[str, int]
    out: tuple[str, ...]
    #: only those who had bid for it before take part
    among_bidders: bool


def contest(game: Game) -> Contest | None:
    """The lot that is being bid for in turn, if one is."""
    for frame in reversed(game.state.stack):
        match frame:
            case Auction(contested=str(lot)):
                bids = {player: amount for _name, player, amount in frame.on(lot)}
                return Contest(lot, bids, tuple(name for name in game.state.players if name not in bids), True)
            case SingleAuction():
                lot = next((name for name, owner in game.state.privates.items() if owner == BANK), "")
                return Contest(lot, {player: amount for _name, player, amount in frame.bids}, tuple(frame.out), False)
    return None


def lots(game: Game) -> tuple[Lot, ...]:
    """The lots of the auction in their order, then the privates that come later."""
    state, definition, table = game.state, game.definition, game.table()
    sold = auction_lots(table)
    found, first = [], True
    for name in (*sold, *(name for name in definition.privates if name not in sold)):
        owner, about = owner_of(table, name), definition.lot(name)
        unsold_yet = owner == BANK
        income = None if name in definition.minors else definition.private_income(name, state.phase)
        bids = bids_on(game, name)
        found.append(
            Lot(name, about.name, about.price, income, None if unsold_yet else owner, unsold_yet and first, bids)
        )
        first = first and not unsold_yet
    return tuple(found)


def for_sale(game: Game) -> tuple[Lot, ...]:
    """The lots of the auction that nobody has yet; after it, what is sold in later rounds."""
    late = {name for name, one in game.definition.privates.items() if one.late}
    made = {name for name, one in game.definition.privates.items() if one.from_minor is not None}
    left = (lot for lot in lots(game) if lot.owner is None and lot.code not in made)
    return tuple(lot for lot in left if (lot.code in late) is not in_auction(game))


def standing_bids(game: Game) -> Iterator[tuple[str, str, int]]:
    """Bids that stand: lot, player, amount."""
    for frame in game.state.stack:
        if isinstance(frame, Auction | SingleAuction):
            yield from frame.bids


def bids_on(game: Game, lot: str) -> tuple[Bid, ...]:
    return tuple(Bid(player, amount) for name, player, amount in standing_bids(game) if name == lot)
