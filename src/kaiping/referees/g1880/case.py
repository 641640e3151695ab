"""What the referee of 1880 has before them: the account, the course of the game, what they have found."""

from __future__ import annotations

from msgspec import Struct, field

from kaiping.referees.case import CommonCase, CommonCourse
from kaiping.referees.g1880.account import Account
from kaiping.referees.g1880.tables import COMMUNISTS, EDITIONS, KINDS, PHASES, Edition, from_phase

#: the steps of a company's turn, and of an investor's
STEPS = ("track", "token", "run", "dividend", "trains")
INVESTOR_STEPS = ("track", "run")


class Founding(Struct):
    """A director's certificate that is being bought."""

    player: str
    company: str
    price: int
    row: int | None = None
    percent: int | None = None
    #: it comes with P6, for nothing
    free: bool = False


class Course(CommonCourse):
    """The kinds are auction, draft, stock, operating and over; who operates is kept while a share round interrupts."""

    #: what somebody is asked in between: founding, forced (exchange of P7), payment (of P0), home, treasury, station
    question: str = ""
    #: the private that is auctioned, who began with it, its least price, who has bid what, who has passed
    private: str = "P0"
    opener: str = ""
    least: int = 5
    bid: int = 0
    bidder: str = ""
    out: set[str] = field(default_factory=set)
    last_buyer: str = ""
    founding: Founding | None = None
    #: players who have bought a director's certificate
    founders: set[str] = field(default_factory=set)
    #: players who have still to choose an investor
    choosers: list[str] = field(default_factory=list)
    #: nobody may sell: it is the very first share round
    first_round: bool = True
    #: companies that are to choose the city of their home
    homes: list[str] = field(default_factory=list)
    #: what was done in this turn: tile, yellow, token, run, dividend, bought, removed, sold
    did: list[str] = field(default_factory=list)
    #: the leader was asked since the last tile was laid, and could have used P7
    asked: bool = False
    bonus: int = 0
    #: P7 was exchanged since the marker's company last ended its train step
    exchanged: bool = False
    #: P7 must be exchanged for the 4-train that is set aside for it, if all others were removed
    forced: bool = False
    set_aside: str = ""
    #: a share round is due, and what P0 offers before it
    due: bool = False
    payment: int = 0
    #: P5 has been used
    permit_given: bool = False
    #: the company in whose turn the last 8-train went
    last_company: str = ""
    #: its last turn is over, and with it the game
    ends: bool = False
    #: investors that are to merge, the first being at it
    mergers: list[str] = field(default_factory=list)


class Case(CommonCase[Course, Account]):
    """One action, and what must come of it."""

    @property
    def edition(self) -> Edition:
        return EDITIONS[self.definition.clauses]

    def leader(self, company: str) -> str:
        """The director of a company, the owner of an investor."""
        return self.ledger.presidents.get(company) or self.ledger.minors.get(company, "")

    def reached(self, phase: str) -> bool:
        return from_phase(self.ledger.phase, phase)

    @property
    def frozen(self) -> bool:
        return self.ledger.phase in COMMUNISTS

    @property
    def train_limit(self) -> int:
        return PHASES[self.ledger.phase][0]

    @property
    def on_sale(self) -> str:
        """The kind of train that the bank sells now, in ascending order."""
        return next((kind for kind in KINDS if kind in self.ledger.depot), KINDS[-1])
