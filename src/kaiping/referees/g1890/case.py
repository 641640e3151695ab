"""What the referee of 1890 has before them: the account, the course of the game, what they have found."""

from __future__ import annotations

from msgspec import Struct, field

from kaiping.action import AcquirePrivate, BuyPrivate, BuyTrain
from kaiping.definition import Definition
from kaiping.event import Event
from kaiping.referees.findings import Findings
from kaiping.referees.g1890.account import Account
from kaiping.referees.g1890.tables import MINORS, SCENARIOS, Scenario
from kaiping.referees.grid import Grid, Place
from kaiping.referees.moment import Moment

#: the steps of a company's turn; what may be done at any point is asked for at its end
STEPS = ("track", "token", "run", "dividend", "trains", "privates")
#: events that tell where the course of the game has gone on by itself
MARKS = ("turn", "operating-round", "stock-round", "auction-goes-on", "game-over")


class Course(Struct):
    """How far the game has come, as far as it cannot be seen on the table."""

    #: opening (the initial stock round), stock, operating or over
    kind: str
    #: whose turn it is in a stock round
    player: str
    #: how many players have passed in sequence
    passes: int = 0
    #: price of the first private, which falls
    first_price: int = 0
    #: private or minor -> player -> bid
    bids: dict[str, dict[str, int]] = field(default_factory=dict)
    #: what bidders contend for, and who of them is left
    contested: str = ""
    contenders: list[str] = field(default_factory=list)
    #: who bought last at the asking price; who bought or bid last, or has dealt in this stock round
    face_buyer: str = ""
    last_dealer: str = ""
    #: the company whose price is to be set now, and by whom
    par_for: str = ""
    par_by: str = ""
    #: in a turn of a stock round: has bought, has sold, has sold after the purchase
    bought: bool = False
    sold_now: bool = False
    #: player and company of shares sold in this stock round
    sold: set[tuple[str, str]] = field(default_factory=set)
    #: companies and minors that have had their turn in this operating round
    done: set[str] = field(default_factory=set)
    company: str = ""
    step: str = ""
    first_turn: bool = False
    #: Kinki's turn out of order
    special: bool = False
    #: Kinki is being formed: Kanan is asked
    forming: bool = False
    #: what the company has done in its turn, and the hexes on which it has laid tiles
    did: set[str] = field(default_factory=set)
    hexes: set[str] = field(default_factory=set)
    #: what its run has brought, and what the treasury has besides
    revenue: int = 0
    subsidy: int = 0
    #: train and its owner, or private -> the highest price refused in this turn
    refused: dict[tuple[str, str], int] = field(default_factory=dict)
    #: an offer that waits for an answer
    offer: BuyTrain | BuyPrivate | AcquirePrivate | None = None
    #: company -> tokens that it has paid for
    paid: dict[str, int] = field(default_factory=dict)
    #: minors whose owners have answered between these two turns, and those of which they speak no more in this round
    answered: set[str] = field(default_factory=set)
    silent: set[str] = field(default_factory=set)
    #: the bank could not pay; Kita-Osaka's payment is due
    broken: bool = False
    bonus_due: bool = False


class Case(Struct):
    """One action, and what must come of it."""

    definition: Definition
    grid: Grid
    course: Course
    ledger: Account
    findings: Findings
    before: Moment
    after: Moment
    #: what the engine went on to by itself, not yet followed
    trail: list[Event]

    @property
    def scenario(self) -> Scenario:
        return SCENARIOS[self.definition.edition]

    def wrong(self, kind: str, holds: bool, sentence: str, clause: str) -> bool:
        """Compare one decision; true if it holds."""
        return self.findings.compare(kind, holds, sentence, self.by(clause))

    def count(self, kind: str) -> None:
        self.findings.counts[kind] += 1

    def by(self, clause: str) -> str:
        return f"1890:{clause}"

    def price(self, company: str) -> int:
        return self.grid.prices[self.ledger.cells[company]]

    def zone(self, company: str) -> str:
        return self.grid.zones.get(self.ledger.cells[company], "") if company in self.ledger.cells else ""

    def closes(self, place: Place) -> bool:
        cell = self.definition.market.rows[place[0]][place[1]]
        return cell is not None and cell.closed

    def president(self, company: str) -> str:
        """Of a minor its owner."""
        return self.ledger.minors[company] if company in MINORS else self.ledger.presidents.get(company, "")

    def stations(self, company: str) -> tuple[str, ...]:
        """Who has the tokens that a company runs from: Osaka Railway has that of Osaka Electric (C.8.3.4)."""
        return ("OE",) if company == "OT" else (company,)
