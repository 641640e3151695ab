"""Shares: limits, sales, how a company starts, as a data file states it."""

from __future__ import annotations

from enum import Enum

from kaiping.definition.data import Data


class RowChoice(Enum):
    """Which of the places for companies of one starting price a new company takes."""

    ANY = "any"
    UPPERMOST = "uppermost"


class Rows(Data, frozen=True):
    """Companies of one starting price operate in the order of their places."""

    #: places for companies of one price
    count: int
    choice: RowChoice
    #: who could pay for the cheapest company is asked in their stock turn, though no place is free at that price
    asks_by_price: bool = False


class FloatByTrain(Data, frozen=True):
    """A company needs as many shares sold as the train on sale is long, and gets its capital share by share."""

    #: the phase from which companies start as usual
    until: str
    #: companies that need what they need otherwise
    not_for: tuple[str, ...]


class ShareRules(Data, frozen=True):
    """Figures in per cent, but for the number of shares that a company's capital is worth."""

    capital_shares: int
    holding_limit: int
    first_round_with_sales: int
    #: what must be sold for a company to float, where that does not go by the phase
    float_percent: int = 0
    #: most that the pool may hold; None where there is no pool and what is sold returns to the IPO
    pool_limit: int | None = None
    #: shares of the IPO cost what the market says, not what the company was started at
    ipo_at_market: bool = False
    #: the price of a company that has not floated stays where it started
    fixed_before_float: bool = False
    #: deducted from the proceeds of each share sold
    sale_fee: int = 0
    #: most that may be sold in one sale
    sale_limit: int = 100
    #: sizes of the president's certificate that the founder chooses from
    president_percents: tuple[int, ...] = (20,)
    #: a president may not sell for a forced purchase either while the market is frozen
    frozen_in_emergency: bool = True
    #: a player in debt who could not even buy a share must pay before they may pass, and pays all they can
    debt_before_pass: bool = False
    #: paying a debt counts like a sale: all must pass again, and the priority may change
    repaying_is_dealing: bool = False
    #: shares are told apart by their numbers (see flow.share_numbers)
    numbered: bool = False
    #: privates count towards the certificate limit
    privates_count: bool = True
    #: minors count towards the certificate limit
    minors_count: bool = False
    #: a purchase must keep the certificate limit already before it brings the president's certificate
    limit_before_exchange: bool = False
    #: zones of the market in which a player may hold more than the limit
    unlimited_zones: tuple[str, ...] = ()
    #: a player may also buy first and sell afterwards
    either_order: bool = False
    #: shares kept for the owner of a minor count as unsold: the company does not rise as sold out
    reserved_unsold: bool = False
    #: the first stock round in which late privates may be bought
    first_round_with_late: int = 0
    #: players who owe money may not buy shares, but may start a company
    debtors_start: bool = False
    #: places in the operating order, where a company gets one with its starting price
    rows: Rows | None = None
    by_train: FloatByTrain | None = None
