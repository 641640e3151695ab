"""What the referee of 1888 has before them: the account, the course of the game, what they have found."""

from __future__ import annotations

from msgspec import Struct, field

from kaiping.action import BuyPrivate, BuyTrain
from kaiping.definition import Definition
from kaiping.referees.findings import Findings
from kaiping.referees.g1888.tables import EDITIONS, Edition
from kaiping.referees.grid import Grid
from kaiping.referees.ledger import Ledger
from kaiping.referees.moment import Moment

#: the steps of a company's turn; what may be done at any point is asked for at its end
STEPS = ("track", "token", "run", "dividend", "trains", "privates")


class Course(Struct):
    """How far the game has come, as far as it cannot be seen on the table."""

    #: auction, stock, operating, export (trains are given up before the stock round) or over
    kind: str
    #: whose turn it is in an auction or a stock round
    player: str
    #: number of the stock round, and of the operating rounds after it
    turn: int = 0
    #: how many players have passed in sequence
    passes: int = 0
    #: price of the first private, which falls
    first_price: int = 0
    #: private -> player -> bid
    bids: dict[str, dict[str, int]] = field(default_factory=dict)
    #: the private over which bidders contend, who of them is left, and who has bid most
    contested: str = ""
    contenders: list[str] = field(default_factory=list)
    #: who bought last at face value, and who made the last purchase of any kind
    face_buyer: str = ""
    last_dealer: str = ""
    #: the first stock round, in which nobody sells
    first_round: bool = True
    #: what the player has done in this turn of a stock round
    dealt: bool = False
    #: player and company of shares sold in this stock round
    sold: set[tuple[str, str]] = field(default_factory=set)
    #: companies that have had their turn in this operating round
    done: set[str] = field(default_factory=set)
    company: str = ""
    step: str = ""
    first_turn: bool = False
    #: what the company has done in its turn
    did: set[str] = field(default_factory=set)
    #: what its run has brought, and what the mountain pays besides
    revenue: int = 0
    mountain: int = 0
    #: train and its owner, or private -> the highest price refused in this turn
    refused: dict[tuple[str, str], int] = field(default_factory=dict)
    #: hexes on which it has laid tiles by the Great Wall in this turn, and who has ever done so
    wall: list[str] = field(default_factory=list)
    wall_company: str = ""
    #: an offer that waits for an answer
    offer: BuyTrain | BuyPrivate | None = None
    #: the bank has run out of money, or a 2-train has been bought from it
    broken: bool = False
    train_bought: bool = False


class Case(Struct):
    """One action, and what must come of it."""

    definition: Definition
    grid: Grid
    course: Course
    ledger: Ledger
    findings: Findings
    before: Moment
    after: Moment

    @property
    def edition(self) -> Edition:
        return EDITIONS[self.definition.clauses]

    def by(self, new: str, old: str) -> str:
        """A clause: its number in the book of 2022 and in that of 2021."""
        book = self.definition.clauses
        return f"{book}:{new if book == '1888-2022' else old}"

    def wrong(self, kind: str, holds: bool, sentence: str, new: str, old: str) -> bool:
        """Compare one decision; true if it holds."""
        return self.findings.compare(kind, holds, sentence, self.by(new, old))

    def price(self, company: str) -> int:
        return self.grid.prices[self.ledger.cells[company]]

    def director(self, company: str) -> str:
        return self.ledger.presidents[company]
