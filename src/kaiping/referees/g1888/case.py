"""What the referee of 1888 has before them: the account, the course of the game, what they have found."""

from __future__ import annotations

from msgspec import field

from kaiping.referees.case import ClassicCourse, CommonCase
from kaiping.referees.g1888.tables import EDITIONS, Edition
from kaiping.referees.ledger import Ledger


class Course(ClassicCourse):
    """The kinds are auction, stock, operating, export (trains are given up before the stock round) and over."""

    #: number of the stock round, and of the operating rounds after it
    turn: int = 0
    #: the first stock round, in which nobody sells
    first_round: bool = True
    #: what the mountain pays besides the revenue
    mountain: int = 0
    #: hexes on which it has laid tiles by the Great Wall in this turn, and who has ever done so
    wall: list[str] = field(default_factory=list)
    wall_company: str = ""
    #: a 2-train has been bought from the bank
    train_bought: bool = False


class Case(CommonCase[Course, Ledger]):
    """One action, and what must come of it."""

    @property
    def edition(self) -> Edition:
        return EDITIONS[self.definition.clauses]

    def director(self, company: str) -> str:
        return self.ledger.presidents[company]
