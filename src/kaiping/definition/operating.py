"""What holds in operating rounds: minors, stations, track, runs, trains, as a data file states it."""

from __future__ import annotations

from enum import Enum

from kaiping.definition.data import Data


class JointNetwork(Enum):
    """When a minor and its company have a network in common; tokens never stand in the way."""

    #: a way from home station to home station
    HOMES = "homes"
    #: a way from any station of the company to that of the minor
    STATIONS = "stations"
    #: a way from any station of the company to the hex of the minor
    HEX = "hex"


class MinorRules(Data, frozen=True):
    """Minors are drafted, run a train of the bank, keep a share aside and merge into their company."""

    joint_network: JointNetwork
    premium: int
    owner_percent: int
    #: at the end each minor that is closed makes the next one be left out
    closing_skips_next: bool = False
    #: a token may replace the minor's also where the company has one on that hex
    second_token: bool = False
    #: a minor at rest has no turns, and merges after whichever turn has joined it to its company
    rests_without_turns: bool = False


class StationRules(Data, frozen=True):
    #: price of the first, second ... token that a company places
    costs: tuple[int, ...]
    #: tokens may also be bought in off-board places with a slot
    offboard: bool = False
    #: a company that chooses its home is asked as soon as there is track, not only on tiles of a later colour
    asks_home_on_yellow: bool = False
    #: a home hex where the company has still to choose is closed to others also when its cities have become one
    keeps_joined_home: bool = True
    #: for a home that is not yet placed any place of its hex is kept free, not that of its own city
    home_any_place: bool = False
    #: tokens may lie face down, on spaces that stay kept for them
    face_down: bool = False


class TrackRules(Data, frozen=True):
    #: labels of tiles that only repeat what their stops say
    label_of_stops: str = ""
    #: a tile -> the one that must be laid instead where it fits and is left
    after_tile: dict[str, str] = {}
    #: companies that must lay a tile on their home hex in their first turn
    must_lay_home: tuple[str, ...] = ()
    #: the first tile of a company goes on its home hex, as long as there is no track
    home_first: bool = False
    #: label of hexes -> the colour from which on their tiles bear it; tiles before bear none
    label_from: dict[str, str] = {}
    #: tile -> the only hexes that it may be laid on
    only_on: dict[str, tuple[str, ...]] = {}
    #: tile -> those that may follow it although its row bars them
    may_follow: dict[str, tuple[str, ...]] = {}


class BestRun(Enum):
    """How far the president is bound to claim the highest revenue."""

    ANY = "any"
    #: the dividend must be the highest there is
    DIVIDEND = "dividend"
    #: no other run may have as high a dividend and as many calls that pay the treasury instead, and more of one
    UNBEATEN = "unbeaten"


class RunBonus(Data, frozen=True):
    """An amount for a route that counts a stop of both sets of hexes."""

    name: str
    between: tuple[tuple[str, ...], tuple[str, ...]]
    amount: int
    #: one route of a company earns it, not each that could
    once: bool = False


class RunRules(Data, frozen=True):
    best_run: BestRun
    #: a company once able to run is asked to run ever after, even where nothing is left to run
    keeps_route_flag: bool = False
    #: a company that can run must run at least one train
    one_must_run: bool = False
    #: bonuses that any company may earn, beside its own destination
    bonuses: tuple[RunBonus, ...] = ()
    #: what each ferry that a company's routes use costs it, and how many are paid for at most
    ferry_fee: int = 0
    most_ferry_fees: int | None = None
    #: the bonus of the share price is paid with a run only, not already for owning a train
    price_bonus_by_run: bool = False


class ExportStart(Enum):
    """From when on a train is exported at the end of a set of rounds."""

    #: also after rounds of the auction in which only privates pay
    AT_ONCE = "at-once"
    #: with the first set of operating rounds
    FIRST_SET = "first-set"
    FIRST_PURCHASE = "first-purchase"


class TrainRules(Data, frozen=True):
    between_companies_from: str
    #: surplus trains go to a pool, from which they are bought again; otherwise they leave the game
    pool: bool = True
    #: trains are sold between companies of one president only
    same_president: bool = False
    consent: bool = False
    #: the president helps to pay for the cheapest train only
    emergency_cheapest: bool = True
    #: what a president cannot or will not pay becomes a debt with this interest; None: they go bankrupt
    debt_interest: int | None = None
    #: shares sold for a forced purchase may not change any president, or only not the buyer's
    emergency_keeps_all_presidents: bool = True
    #: whether a sale for a forced purchase is more than needed goes by certificates, not by single shares
    emergency_by_certificates: bool = False
    #: ... and goes by the price alone, without the fee
    emergency_before_fee: bool = False
    #: all shares for a forced purchase are sold together, in one set that is just enough
    emergency_together: bool = False
    #: a president may sell until the train is out of reach, and go bankrupt though the company could buy another train
    bankruptcy_at_will: bool = False
    #: a company at its limit that could trade a train in may buy any train and gives one up afterwards
    trade_in_makes_room: bool = False
    #: a company with room is asked whenever its cash reaches some price, whether or not it may buy that train
    asks_by_price: bool = False
    #: only a company that can run somewhere must own a train
    duty_with_route: bool = False
    #: minors own trains, and buy and sell them like companies
    minors_own: bool = False
    #: a train of the bank may change hands at another price than its own, as old files have it
    any_bank_price: bool = False
    #: kinds of train that are exported after a set of operating rounds
    export: tuple[str, ...] = ()
    export_starts: ExportStart = ExportStart.AT_ONCE


class PrivateRules(Data, frozen=True):
    #: the phase from which companies buy privates; None: never
    sold_from: str | None = None
    #: the last phase in which they do; None: as long as there are any
    sold_until: str | None = None
    #: least and greatest price in per cent of the face value; nothing: any price
    sale_percent: tuple[int, ...] = ()
    consent: bool = False
    #: the phase in which they leave the game; None: they stay
    closed_by: str | None = None
    count_at_end: bool = False
    #: they count while the game goes on
    count_in_game: bool = True
