"""How privates come to their first owners, as a data file states it."""

from __future__ import annotations

from enum import Enum

from kaiping.definition.data import Data


class ContestTurns(Enum):
    """Who speaks next among several bidders for one private."""

    CLOCKWISE = "clockwise"
    LOWEST_FIRST = "lowest-first"
    #: clockwise, and the first to speak is the next bidder after the highest
    AFTER_HIGHEST = "after-highest"


class WaterfallRules(Data, frozen=True, tag="waterfall", tag_field="kind"):
    """All privates are on offer at once: the cheapest is for sale, bids wait on the others."""

    first_bid_over_price: int
    least_raise: int
    first_price_falls_by: int
    contest_turns: ContestTurns
    #: privates and minors in the order of sale; nothing: the privates as they stand in the data
    order: tuple[str, ...] = ()
    #: when all pass the operating rounds are played and bids stay; only then the first price falls
    over_turns: bool = False
    #: when all pass the round is over, also while the first lot is unsold, and the next begins with whoever has the
    #: priority: left of the last player who bought; otherwise the turn goes on, and the first lot is cheaper at once
    passes_end_round: bool = False
    #: the stock round after the auction begins with the priority, not left of the last to buy at the asking price
    priority_begins: bool = False


class RestartAuction(Enum):
    """Who opens the auction of a private again after all have passed on it."""

    SAME = "same"
    LEFT_OF_BUYER = "left-of-buyer"


class OneAtATimeRules(Data, frozen=True, tag="one-at-a-time", tag_field="kind"):
    """One private after the other is auctioned."""

    least_raise: int
    #: bids are multiples of this
    bid_step: int
    #: privates whose price falls by this much while nobody bids
    price_falls: tuple[str, ...]
    price_falls_by: int
    restart: RestartAuction
    #: who lacks the money for the least bid is out when the auction opens or a bid is made, not when their turn comes;
    #: the last buyer has their money still when the next auction opens at once
    poor_out_early: bool = False
    #: when all pass the stock round is over: what follows is the next one
    passing_ends_round: bool = False
