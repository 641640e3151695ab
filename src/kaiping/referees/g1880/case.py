"""What the referee of 1880 has before them: the account, the course of the game, what they have found."""

from __future__ import annotations

from msgspec import Struct, field

from kaiping.definition import Definition
from kaiping.referees.findings import Findings
from kaiping.referees.g1880.account import Account
from kaiping.referees.g1880.tables import COMMUNISTS, EDITIONS, KINDS, PHASES, Edition, from_phase
from kaiping.referees.grid import Grid
from kaiping.referees.moment import Moment

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


class Course(Struct):
    """How far the game has come, as far as it cannot be seen on the table."""

    #: auction, draft, stock, operating or over
    kind: str
    #: whose turn it is outside of operating rounds
    player: str
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
    passes: int = 0
    #: the player on turn has bought or sold; player and company of shares sold in this round; who dealt last
    dealt: bool = False
    sold: set[tuple[str, str]] = field(default_factory=set)
    last_dealer: str = ""
    #: companies that are to choose the city of their home
    homes: list[str] = field(default_factory=list)
    #: who operates and at which step; kept while a share round interrupts
    company: str = ""
    step: str = ""
    #: what was done in this turn: tile, yellow, token, run, dividend, bought, removed, sold
    did: list[str] = field(default_factory=list)
    #: the leader was asked since the last tile was laid, and could have used P7
    asked: bool = False
    bonus: int = 0
    revenue: int = 0
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


class Case(Struct):
    """One action, and what must come of it."""

    definition: Definition
    grid: Grid
    course: Course
    ledger: Account
    findings: Findings
    before: Moment
    after: Moment

    @property
    def edition(self) -> Edition:
        return EDITIONS[self.definition.clauses]

    def by(self, new: str, old: str) -> str:
        """A clause: its number in the book of 2022 and in that of 2010."""
        book = self.definition.clauses
        return f"{book}:{new if book == '1880-2022' else old}"

    def wrong(self, kind: str, holds: bool, sentence: str, new: str, old: str) -> bool:
        """Compare one decision; true if it holds."""
        return self.findings.compare(kind, holds, sentence, self.by(new, old))

    def price(self, company: str) -> int:
        return self.grid.prices[self.ledger.cells[company]]

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
