"""The initial stock round: purchases, bids, contests, prices that are set, and what follows when all pass."""

from __future__ import annotations

from kaiping.action import AnyAction, Par
from kaiping.referees.bidding import Bidding
from kaiping.referees.case import Options
from kaiping.referees.g1890 import shares
from kaiping.referees.g1890.case import Case
from kaiping.referees.g1890.tables import MINORS, PARS, PRESIDENT
from kaiping.state import BANK, IPO

#: by how much the first private falls in a game turn in which it was not sold (9.3.1)
FALL = 5


class Opening(Bidding[Case]):
    """Purchases, bids and contests (9.1)."""

    def unsold(self, case: Case) -> list[str]:
        """What the bank still has, in the order of the scenario."""
        owners = case.ledger.privates | case.ledger.minors
        return [name for name in case.scenario.row if owners[name] == BANK]

    def asked(self, case: Case, name: str) -> int:
        """The face value; only Arima's falls (9.3.1.4)."""
        if name in MINORS:
            return MINORS[name][0]
        return case.course.first_price if name == "AR" else case.scenario.privates[name][0]

    def spoke_last(self, case: Case, bids: dict[str, int]) -> str:
        """The next after the highest bidder begins (9.1.4.4)."""
        return max(bids, key=lambda player: bids[player])

    def waits(self, case: Case) -> bool:
        return bool(case.course.par_for)

    def options(self, case: Case) -> Options:
        """Who has bought what sets a price does that first (9.4)."""
        course = case.course
        if course.par_for:
            return {Par(course.par_by, course.par_for, price): None for price in PARS}
        return super().options(case)

    def act(self, case: Case, action: AnyAction) -> None:
        if isinstance(action, Par):
            self._set_price(case, action)
        else:
            super().act(case, action)

    def hand_over(self, case: Case, name: str, player: str, price: int) -> None:
        """Shares, capital and tokens come with what is sold; some set the price of a company (7.1, 7.2, 9.4)."""
        ledger, scenario = case.ledger, case.scenario
        case.count("company of the initial round sold")
        ledger.pay(player, BANK, price, case.by("9.1.2.1"))
        if name in MINORS:
            _, capital, homes, _ = MINORS[name]
            ledger.minors[name] = player
            ledger.note("minors", name, case.by("7.2.2"))
            ledger.pay(BANK, name, capital, case.by("7.2.4"))
            if homes:
                ledger.set_tokens(name, homes, case.by("7.2.5"))
        else:
            ledger.give_private(name, player, case.by("7.1.1"))
        if name in scenario.attached:
            ledger.hand(IPO, player, scenario.attached[name], 10, case.by("C.8.1.13"))
        if name == "OM" and scenario.osaka_municipal:
            case.course.par_for, case.course.par_by = "OS", player
        elif name == "OE":
            case.course.par_for, case.course.par_by = "KN", player

    def _set_price(self, case: Case, action: Par) -> None:
        """The buyer of Osaka Municipal also has the Subway's president's certificate; Kinki's waits (9.4, C.8.4.31)."""
        course, ledger = case.course, case.ledger
        right = (action.company, action.player) == (course.par_for, course.par_by) and action.price in PARS
        case.wrong("price set", right, f"{action.player} sets the price of {action.company}", "9.4.1")
        shares.set_price(case, action.company, action.price)
        if action.company == "OS":
            ledger.hand(IPO, action.player, "OS", PRESIDENT, case.by("C.8.1.18"))
            ledger.presidents["OS"] = action.player
            ledger.note("presidents", "OS", case.by("C.8.1.18"))
        course.par_for = course.par_by = ""
        self.resolve(case)

    def interrupt(self, case: Case) -> None:
        """The card lies left of who bought or bid last; if nobody did it stays (8.1.2, 8.6.2)."""
        case.count("initial round interrupted")
        case.pass_priority_on("8.1.2")

    def go_on(self, case: Case) -> None:
        """In the next game turn it goes on with the card; Arima at nothing is its holder's (9.3.1, 9.3.4)."""
        course = case.course
        course.kind, course.passes, course.last_dealer = "opening", 0, ""
        course.player = case.ledger.priority
        if self.unsold(case)[0] == "AR":
            course.first_price = max(0, course.first_price - FALL)
            if course.first_price == 0:
                course.last_dealer = course.player
                self.sell_first(case, course.player, 0)


OPENING = Opening()
