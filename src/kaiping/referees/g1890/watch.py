"""The referee of 1890: follows the course of a game by the book, and says where the engine goes another way."""

from __future__ import annotations

from kaiping.action import AnyAction
from kaiping.definition import Definition
from kaiping.referees.g1890 import ending, follow, lists, operate, stock
from kaiping.referees.g1890.account import Account
from kaiping.referees.g1890.case import MARKS, Case, Course
from kaiping.referees.g1890.opening import OPENING
from kaiping.referees.g1890.tables import TRAINS
from kaiping.referees.moment import Moment
from kaiping.referees.watching import Watching


class Watch(Watching[Case]):
    """Watches one game of a scenario without options."""

    def __init__(self, definition: Definition) -> None:
        super().__init__(definition)
        self.course = Course("opening", "")

    def set_up(self, case: Case) -> None:
        """Starting capital, the bank, trains, the first player (4.2, 4.3, and the scenario)."""
        moment = case.before
        state, scenario = moment.state, case.scenario
        capital = scenario.cash[len(state.players)]
        case.compare_capital(capital, f"{self.definition.edition}.5.3")
        rest = scenario.bank - capital * len(state.players)
        said = f"the bank starts with {state.bank}"
        case.wrong("starting capital", state.bank == rest, said, f"{self.definition.edition}.5.1")
        said = f"the trains are {state.depot}"
        case.wrong("trains", state.depot == scenario.trains, said, f"{self.definition.edition}.4.1")
        for kind, price in TRAINS.items():
            if kind in scenario.trains:
                printed = self.definition.trains[kind].price
                case.wrong("trains", printed == price, f"a {kind}-train costs {printed}", "12.1.7")
        said = f"{state.priority} has the card"
        case.wrong("first player", state.priority == state.players[0], said, "4.3.5")
        self.course.player = state.priority
        self.course.first_price = scenario.privates["AR"][0]

    def case(self, before: Moment, after: Moment) -> Case:
        trail = [event for event in after.events if event.kind in MARKS] if before is not after else []
        return Case(self.definition, self.grid, self.course, Account(before.state), self.findings, before, after, trail)

    def go_on(self, case: Case) -> None:
        follow.go_on(case)

    def look_round(self, case: Case) -> None:
        lists.look_round(case)

    def act(self, case: Case, action: AnyAction) -> None:
        if case.course.kind == "opening":
            OPENING.act(case, action)
        elif case.course.kind == "stock":
            stock.act(case, action)
        else:
            operate.act(case, action)

    def compare(self, case: Case) -> None:
        """The whole position, whether the end is announced, and at the end what everybody is worth."""
        after = Account(case.after.state)
        if case.course.kind != "operating":
            case.ledger.round, case.ledger.set_rounds = after.round, after.set_rounds  # they mean nothing now
        if case.course.kind == "over":
            case.ledger.turn = after.turn
        case.compare_account(after, case.by("10.3.12"))
        if case.course.kind == "over":
            ending.totals(case)
        else:
            told = case.after.state.ending is not None
            said = f"the bank has {case.after.state.bank}, and the end is {'' if told else 'not '}announced"
            case.wrong("end of the bank", told == case.course.broken, said, "13.3.1")
