"""What the referee of 1890 has before them: the account, the course of the game, what they have found."""

from __future__ import annotations

from msgspec import field

from kaiping.event import Event
from kaiping.referees.case import ClassicCourse, CommonCase
from kaiping.referees.g1890.account import Account
from kaiping.referees.g1890.tables import MINORS, SCENARIOS, Scenario
from kaiping.referees.grid import Place

#: events that tell where the course of the game has gone on by itself
MARKS = ("turn", "operating-round", "stock-round", "auction-goes-on", "game-over")


class Course(ClassicCourse):
    """The kinds are opening (the initial stock round), stock, operating and over."""

    #: the company whose price is to be set now, and by whom
    par_for: str = ""
    par_by: str = ""
    #: in a turn of a stock round: has bought, has sold, has sold after the purchase
    bought: bool = False
    sold_now: bool = False
    #: Kinki's turn out of order
    special: bool = False
    #: Kinki is being formed: Kanan is asked
    forming: bool = False
    #: the hexes on which the company has laid tiles in its turn
    hexes: set[str] = field(default_factory=set)
    #: what the treasury has besides the revenue
    subsidy: int = 0
    #: company -> tokens that it has paid for
    paid: dict[str, int] = field(default_factory=dict)
    #: minors whose owners have answered between these two turns, and those of which they speak no more in this round
    answered: set[str] = field(default_factory=set)
    silent: set[str] = field(default_factory=set)
    #: Kita-Osaka's payment is due
    bonus_due: bool = False


class Case(CommonCase[Course, Account]):
    """One action, and what must come of it."""

    #: what the engine went on to by itself, not yet followed
    trail: list[Event]

    @property
    def scenario(self) -> Scenario:
        return SCENARIOS[self.definition.edition]

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
