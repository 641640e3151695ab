"""The auction of the privates (VI): what there is, what it costs, and what follows when all pass."""

from __future__ import annotations

from kaiping.referees.bidding import Bidding
from kaiping.referees.g1888.case import Case
from kaiping.referees.seats import from_left_of, left_of
from kaiping.state import BANK


class Auction(Bidding[Case]):
    """Purchases, bids and contests (VI.2 to 23)."""

    def unsold(self, case: Case) -> list[str]:
        """Privates of the bank in the order of their values, the cheapest first."""
        return [name for name in case.edition.privates if case.ledger.privates[name] == BANK]

    def asked(self, case: Case, name: str) -> int:
        return case.course.first_price if name == "KT" else case.edition.privates[name][0]

    def hand_over(self, case: Case, name: str, player: str, price: int) -> None:
        case.count("private sold")
        ledger = case.ledger
        ledger.pay(player, BANK, price, case.by("VI.2", "VI.3.2"))
        ledger.give_private(name, player, case.by("VI.2", "VI.3.2"))
        case.course.last_dealer = player
        ledger.priority = left_of(ledger.players, player)
        ledger.note("priority", "", case.by("VII.2.4", "VI.2.4"))

    def spoke_last(self, case: Case, bids: dict[str, int]) -> str:
        """The lowest bidder is the first to speak (VI.14)."""
        lowest = min(bids, key=lambda player: bids[player])
        return from_left_of(case.ledger.players, lowest)[-2]

    def begin_again(self, case: Case) -> None:
        """Another round begins with the holder of the priority; what has become free is theirs (VI.33)."""
        course = case.course
        course.passes, course.player = 0, case.ledger.priority
        if self.unsold(case)[0] == "KT" and course.first_price == 0:
            self.sell_first(case, course.player, 0)


AUCTION = Auction()
