"""What is printed: an edition of a title as immutable data, loaded once and shared by all its games."""

from __future__ import annotations

from enum import Enum
from functools import cached_property
from typing import Literal

from msgspec import Struct

from kaiping.board.map import Map
from kaiping.board.tile import COLORS, Tile
from kaiping.finance.market import Market


class Data(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of the parts that a data file states."""


def stop_at(place: str) -> tuple[str, int]:
    """The hex and the number of a stop that data files write as "C9.1"."""
    hex_id, stop = place.split(".")
    return hex_id, int(stop)


class FameBonus(Data, frozen=True):
    """A company earns more when a route of it calls at a hex whose tile has reached a colour, once a turn."""

    name: str
    hex: str
    color: str
    #: added to the revenue, and to the treasury besides
    amount: int
    treasury: int
    #: what the hex is worth to the company by the throw of a die, instead of both
    die: tuple[int, ...] = ()


class PassedTokens(Data, frozen=True):
    """From a phase on, tokens of others do not stand in a company's way on these hexes with tiles of a colour."""

    hexes: tuple[str, ...]
    color: str
    from_phase: str


class Company(Data, frozen=True):
    """A corporation: where it starts, where its bonus lies, how many station tokens it has."""

    name: str
    color: str
    stations: int
    #: where its first tokens are placed, free of charge
    homes: tuple[str, ...]
    chinese: str | None = None
    japanese: str | None = None
    #: the prices that it may be started at, where these are not all those of the market
    par_prices: tuple[int, ...] = ()
    #: phase -> its train limit from then on, where it has its own; phases in their order
    train_limits: dict[str, int] = {}
    #: it is formed out of minors, whatever has been sold of it by then
    formed_by_minors: bool = False
    #: its capital then, in shares
    formed_capital: int = 0
    destination: tuple[str, ...] = ()
    bonus: int = 0
    #: the hex of its home has several cities, and the company chooses one of those with track
    chooses_home: bool = False
    #: yellow tiles that it may lay in a turn, where that is more than the phase allows
    yellow_lays: int = 0
    #: phase -> tiles that it may lay or upgrade in a turn, on different hexes, where that is more than one
    tile_lays: dict[str, int] = {}
    #: hexes of which one costs it nothing to build on in its first turn
    free_lay: tuple[str, ...] = ()
    #: hex of a home -> the phase from which its token comes, once the company is connected; others in its first turn
    home_phases: dict[str, str] = {}
    #: paying out means half: the treasury keeps half of the revenue, rounded up to ten
    half_pay: bool = False
    #: the phase from which it pays all the same
    full_pay_from: str | None = None
    fame: FameBonus | None = None
    passes: PassedTokens | None = None
    #: hex -> what the treasury gets each operating round for a token there
    token_income: dict[str, int] = {}
    #: what the treasury gets for each yellow tile that the company lays
    yellow_income: int = 0

    @property
    def home_stops(self) -> tuple[tuple[str, int], ...]:
        return tuple(stop_at(home) for home in self.homes)

    @property
    def home_stop(self) -> tuple[str, int]:
        """Its first home, or its only one."""
        return self.home_stops[0]


class Minor(Data, frozen=True):
    """A small company without shares that belongs to one player."""

    name: str
    homes: tuple[str, ...]
    color: str = "#6E6E6E"
    japanese: str | None = None
    #: what 18xx.games calls it
    site: str = ""
    #: its place in the operating order, where minors have one
    number: int = 0
    #: its face value, where it is bought
    price: int = 0
    #: what its treasury gets from the bank when it is bought
    capital: int = 0
    #: the minor whose token it uses, instead of one of its own
    shares_token_of: str | None = None
    #: the company that it becomes part of, and the per cent of that company kept for its owner until then
    merges_into: str | None = None
    reserved: int = 0
    #: whoever buys it sets the starting price of that company at once
    sets_par: bool = False
    #: it turns into that company, which starts with it; what is kept is the president's certificate
    founds: bool = False
    #: it must follow when that company starts
    follows_founder: bool = False
    #: the phases from which its owner may declare the merger, and in which it waits no longer
    merges_from: str | None = None
    merges_by: str | None = None
    #: the part of its treasury that the company gets, rounded up; the rest is the owner's
    merged_percent: int = 100
    #: the phase in which it must turn into the private that it may turn into before
    converts_by: str | None = None
    #: its owner is asked between any two turns, not only in its own
    converts_any_time: bool = False
    #: a token of the company that its merger leaves over may be placed elsewhere
    spare_token: bool = False

    @property
    def home_stops(self) -> tuple[tuple[str, int], ...]:
        return tuple(stop_at(home) for home in self.homes)

    @property
    def home_stop(self) -> tuple[str, int]:
        """Its first home, or its only one."""
        return self.home_stops[0]


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


class FreeFerries(Data, frozen=True, tag="free-ferries", tag_field="kind"):
    """Companies of the owner pay no fee for ferries."""


class StopBonus(Data, frozen=True, tag="stop-bonus", tag_field="kind"):
    """A stop is worth more to companies of the owner."""

    hex: str
    amount: int


class FreeRivers(Data, frozen=True, tag="free-rivers", tag_field="kind"):
    """Companies of the owner do not pay the part of a hex's cost that is due to a river."""


class ExtraPermit(Data, frozen=True, tag="extra-permit", tag_field="kind"):
    """A building permit for one company of the owner."""

    permit: str


class StartsCompany(Data, frozen=True, tag="starts-company", tag_field="kind"):
    """Whoever buys the private starts this company with it, at this price."""

    company: str
    price: int
    percent: int


class FreeTrain(Data, frozen=True, tag="free-train", tag_field="kind"):
    """The owner may exchange the private for the train on sale, for one of his companies in its turn."""

    #: the kind of train whose first sale forces the exchange for the next train
    forced_by: str


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
    #: colour of the city -> what he gets instead
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
    | ExtraPermit
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
    power: Power | None = None
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
    #: what a company needs to float, where that goes by the phase
    float_percent: int = 0
    #: per cent of each company that are not for sale yet
    locked_percent: int = 0
    #: share prices do not move, and no president sells shares of his company
    frozen: bool = False
    #: yellow tiles that a company may lay in a turn instead of an upgrade
    yellow_lays: int = 1
    #: the letter of the building permit that is needed to lay track
    permit: str = ""
    #: by how much the price of station tokens is multiplied
    token_factor: int = 1
    #: minors lay track and run; otherwise they only merge
    minors_work: bool = True
    privates_pay: bool = True

    @property
    def value_index(self) -> int:
        """Which of a stop's values holds: that of the latest colour of tiles, unless the phase says otherwise."""
        return COLORS.index(self.colors[-1]) if self.values is None else self.values


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


class RowChoice(Enum):
    """Which of the places for companies of one starting price a new company takes."""

    ANY = "any"
    UPPERMOST = "uppermost"


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
    #: deducted from the proceeds of each share sold
    sale_fee: int = 0
    #: most that may be sold in one sale
    sale_limit: int = 100
    #: sizes of the president's certificate that the founder chooses from
    president_percents: tuple[int, ...] = (20,)
    #: a president may not sell for a forced purchase either while the market is frozen
    frozen_in_emergency: bool = True
    #: a player in debt who could not even buy a share must pay before he may pass, and pays all he can
    debt_before_pass: bool = False
    #: paying a debt counts like a sale: all must pass again, and the priority may change
    repaying_is_dealing: bool = False
    #: shares are told apart by their numbers (see flow.share_numbers)
    numbered: bool = False
    #: privates count towards the certificate limit
    privates_count: bool = True
    #: minors count towards the certificate limit
    minors_count: bool = False
    #: zones of the market in which a player may hold more than the limit
    unlimited_zones: tuple[str, ...] = ()
    #: a player may also buy first and sell afterwards
    either_order: bool = False
    #: shares kept for the owner of a minor count as unsold: the company does not rise as sold out
    reserved_unsold: bool = False
    #: the first stock round in which late privates may be bought
    first_round_with_late: int = 0
    #: players who owe money may buy all the same
    debtors_buy: bool = False
    by_train: FloatByTrain | None = None


class FoundingRules(Data, frozen=True):
    """What the founder of a company decides besides its price: its place in the order, its building permits."""

    #: places for companies of one price
    rows: int
    row_choice: RowChoice
    #: size of the president's certificate -> the permits to choose from
    permits: dict[str, tuple[str, ...]]
    #: a player in debt may start a company, though not buy other shares
    by_debtors: bool = False
    #: the second half of the capital is paid also to a company that has not floated
    second_capital_unfloated: bool = False
    #: whether the second half is due is looked at when a share is bought, not already when the company starts
    second_capital_by_purchase: bool = False


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


class StationRules(Data, frozen=True):
    #: price of the first, second ... token that a company places
    costs: tuple[int, ...]
    #: tokens may also be bought in off-board places with a slot
    offboard: bool = False
    #: a company that chooses its home is asked as soon as there is track, not only on tiles of a later colour
    asks_home_on_yellow: bool = False
    #: a home hex where the company has still to choose is closed to others also when its cities have become one
    keeps_joined_home: bool = True


class TrackRules(Data, frozen=True):
    #: labels of tiles that only repeat what their stops say
    label_of_stops: str = ""
    #: a tile -> the one that must be laid instead where it fits and is left
    after_tile: dict[str, str] = {}
    #: companies that must lay a tile on their home hex in their first turn
    must_lay_home: tuple[str, ...] = ()
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
    #: the dividend must be the highest for the number of calls that pay the treasury instead
    FREE_OF_SUBSIDY = "free-of-subsidy"


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
    #: what a president cannot or will not pay becomes a debt with this interest; None: he goes bankrupt
    debt_interest: int | None = None
    #: shares sold for a forced purchase may not change any president, or only not the buyer's
    emergency_keeps_all_directors: bool = True
    #: whether a sale for a forced purchase is more than needed goes by certificates, not by single shares
    emergency_by_certificates: bool = False
    #: ... and goes by the price alone, without the fee
    emergency_before_fee: bool = False
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


class EndRules(Data, frozen=True):
    #: a bankrupt player's saleable shares are sold and his cash goes to the bank
    bankrupt_sells_all: bool = False
    #: the game ends after this many stock rounds with their operating rounds
    last_turn: int | None = None
    #: the share price whose first company ends it
    price: int | None = None


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


class HiddenFacts(Data, frozen=True):
    """What a player may keep to himself while the game goes on (see ``kaiping.view``)."""

    #: the cash of the players
    cash: bool = False
    #: what companies paid each other for trains
    train_prices: bool = False

    @property
    def any(self) -> bool:
        return self.cash or self.train_prices


class SiteFiles(Data, frozen=True):
    """Which files of 18xx.games are played by a rule set: those with an option and players enough, or all others."""

    option: str | None = None
    least_players: int = 0


class Definition(Struct, frozen=True, dict=True, kw_only=True):
    """One edition of a title, as printed."""

    title: str
    edition: str
    name: str
    currency: str
    #: money in the game; None: the bank never runs out
    bank: int | None
    players: tuple[int, int]
    starting_cash: dict[int, int]
    certificate_limit: dict[int, int]
    #: what the book calls the head of a company
    president: str
    #: the rulebook whose clauses are cited
    clauses: str
    #: raised whenever a rule changes what may be played, so that a saved game says what it was played by
    rules_version: str
    #: the files of 18xx.games that this rule set is for; it is offered to nobody else
    site: SiteFiles | None
    map: Map
    tiles: dict[str, Tile]
    tile_counts: dict[str, int]
    market: Market
    companies: dict[str, Company]
    privates: dict[str, Private]
    trains: dict[str, TrainKind]
    phases: dict[str, Phase]
    subsidies: dict[str, int]
    auction: WaterfallRules | OneAtATimeRules
    shares: ShareRules
    stations: StationRules
    track: TrackRules
    running: RunRules
    train_rules: TrainRules
    private_rules: PrivateRules
    ending: EndRules
    minors: dict[str, Minor]
    minor_rules: MinorRules | None
    founding: FoundingRules | None
    train_marker: TrainMarker | None
    #: reason code -> clause, in the book cited
    reason_clauses: dict[str, str]
    #: what is not open to everybody
    hidden: HiddenFacts
    #: by how much the first player starts with less than the others
    first_player_less: int = 0
    earthquake: Earthquake | None = None
    air_raids: AirRaids | None = None
    #: the options that this game is played with, by name
    options: tuple[str, ...] = ()

    @property
    def house_rules(self) -> bool:
        """Is this the rule set of another program, for its files only?"""
        return self.site is not None

    @cached_property
    def chance(self) -> bool:
        """Does anything in the game hang on dice or shuffled cards?"""
        return self.earthquake is not None or any(entry.fame and entry.fame.die for entry in self.companies.values())

    @cached_property
    def phase_of_train(self) -> dict[str, str]:
        """The phase that the first train of a kind starts."""
        return {phase.starts_with: phase.name for phase in self.phases.values() if phase.starts_with}

    @cached_property
    def phase_order(self) -> dict[str, int]:
        return {name: index for index, name in enumerate(self.phases)}

    @cached_property
    def train_order(self) -> dict[str, int]:
        return {name: index for index, name in enumerate(self.trains)}

    @cached_property
    def blocked_hexes(self) -> dict[str, str]:
        """Hex -> the private that closes it while a player owns it."""
        return {hex_id: name for name, private in self.privates.items() for hex_id in private.blocks}

    @cached_property
    def tiles_of_powers(self) -> frozenset[str]:
        """Tiles that only a private's power lays."""
        return frozenset(
            tile
            for private in self.privates.values()
            if isinstance(private.power, SpecialTiles)
            for _, tile in private.power.lays
        )

    def private_income(self, private: str, phase: str) -> int:
        """What a private pays each operating round of a phase."""
        entry, now = self.privates[private], self.phase_order[phase]
        begun = [income for start, income in entry.income_from.items() if self.phase_order[start] <= now]
        return begun[-1] if begun else entry.income

    def train_limit(self, phase: str, owner: str) -> int:
        """How many trains a company or a minor may own in a phase."""
        entry = self.phases[phase]
        if owner in self.minors:
            return entry.minor_train_limit
        own = self.companies[owner].train_limits if owner in self.companies else {}
        order = self.phase_order
        begun = [limit for since, limit in own.items() if order[since] <= order[phase]]
        return begun[-1] if begun else entry.train_limit

    def lot(self, name: str) -> Private | Minor:
        """What an auction sells by this name."""
        return self.minors.get(name) or self.privates[name]

    def money(self, amount: int) -> str:
        return f"{self.currency}{amount}"
