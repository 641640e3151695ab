"""Companies and minors, as a data file states them."""

from __future__ import annotations

from functools import cached_property

from kaiping.definition.data import Data, stop_at


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


class _WithHomes(Data, frozen=True, dict=True):
    """A company of either size: its name and the stops where it is at home."""

    name: str
    #: where its first tokens are placed, free of charge
    homes: tuple[str, ...]

    @cached_property
    def home_stops(self) -> tuple[tuple[str, int], ...]:
        return tuple(stop_at(home) for home in self.homes)

    @cached_property
    def home_stop(self) -> tuple[str, int]:
        """Its first home, or its only one."""
        return self.home_stops[0]


class Company(_WithHomes, frozen=True):
    """A corporation: where it starts, where its bonus lies, how many station tokens it has."""

    color: str
    stations: int
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
    #: the bonus needs a call at the city of its home token, not at any stop of that hex
    bonus_in_home_city: bool = False
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


class Minor(_WithHomes, frozen=True):
    """A small company without shares that belongs to one player."""

    color: str = "#6E6E6E"
    chinese: str | None = None
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
    #: its trains leave the game when it closes or converts, instead of going to the pool
    trains_leave: bool = False
    #: a token of the company that its merger leaves over may be placed elsewhere
    spare_token: bool = False
