"""The referee of 1880: follows the course of a game by the book, and says where the engine goes another way."""

from __future__ import annotations

from kaiping.action import (
    AnyAction,
    BuyTrain,
    Choose,
    DiscardTrain,
    Dividend,
    LayTile,
    Pass,
    PlaceToken,
    RunRoutes,
    SellShares,
    UsePower,
)
from kaiping.definition import Definition
from kaiping.referees.g1880 import auction, ending, investors, order, runs, shares, stock, trains, turn
from kaiping.referees.g1880.account import Account
from kaiping.referees.g1880.asking import look_round
from kaiping.referees.g1880.case import Case, Course
from kaiping.referees.g1880.tables import CASH, INVESTORS
from kaiping.referees.moment import Moment
from kaiping.referees.watching import MOST_STEPS, Watching
from kaiping.state import BANK, CLOSED


class Watch(Watching[Case]):
    """Watches one game of a printed edition without options."""

    def __init__(self, definition: Definition) -> None:
        super().__init__(definition)
        self.course = Course("auction", "")

    def set_up(self, case: Case) -> None:
        """Starting capital, the first player (IV.2, IV.4)."""
        state = case.before.state
        case.compare_capital(CASH[len(state.players)], "IV.2.1", "IV.2.1")
        self.course.player = self.course.opener = state.priority

    def case(self, before: Moment, after: Moment) -> Case:
        return Case(self.definition, self.grid, self.course, Account(before.state), self.findings, before, after)

    def look_round(self, case: Case) -> None:
        look_round(case)

    # what the action itself does

    def act(self, case: Case, action: AnyAction) -> None:
        course, ledger = case.course, case.ledger
        if isinstance(action, DiscardTrain):
            trains.discard(case, action)
        elif course.question:
            self._answer(case, action)
        elif isinstance(action, UsePower) and action.private == "P5":
            self._give_permit(case, action)
        elif course.kind == "auction":
            auction.act(case, action)
        elif course.kind == "draft":
            auction.choose_investor(case, action)
        elif course.kind == "stock":
            stock.act(case, action)
        elif isinstance(action, Pass) and case.before.frame == "PermitOffer":
            pass
        else:
            self._operate(case, action)
        for company in ledger.permits:
            ledger.note("permits", company, case.by("VIII.4.4", "VIII.4.4"))

    def _answer(self, case: Case, action: AnyAction) -> None:
        course = case.course
        match course.question, action:
            case "founding", Choose():
                shares.answer_founding(case, action)
                shares.found_further(case)
            case "payment", UsePower(private="P0", player=player):
                self._pay_p0(case, player)
            case "payment", Pass():
                course.question, course.payment = "", 0
            case "forced", UsePower(private="P7", company=company):
                right = action in trains.forced_options(case)
                case.wrong("forced exchange", right, f"{action} is not open", "VI.2.25", "VI.2.20")
                course.question = ""
                trains.settle_forced(case, company)
            case "home", PlaceToken(company=company) if company in course.homes:
                course.homes.remove(company)
                order.set_home(case, company)
                course.question = "home" if course.homes else ""
            case (("treasury" | "station"), Choose()):
                investors.answer(case, action)
            case _:
                case.wrong("question", False, f"{action} does not answer {course.question}", "VIII.2.4", "VIII.2.4")
        if course.kind == "stock" and course.founding is None and isinstance(action, Choose):
            case.deal()
            case.end_stock_turn()
        elif course.kind == "auction" and course.founding is None:
            auction.next_private(case)

    def _pay_p0(self, case: Case, player: str) -> None:
        """One of three payments, of which the last comes by itself (VI.2.1 to 5)."""
        course, ledger = case.course, case.ledger
        case.count("payment of P0")
        ledger.pay(BANK, player, course.payment, case.by("VI.2.1", "VI.2.1"))
        ledger.give_private("P0", CLOSED, case.by("VI.2.5", "VI.2.4"))
        course.question, course.payment = "", 0

    def _give_permit(self, case: Case, action: UsePower) -> None:
        """P5 brings one company a permit for phase D (VI.2.12)."""
        case.count("permit of P5")
        right = action in stock.permit_options(case, action.player)
        if case.wrong("permit of P5", right, f"{action} is not open", "VI.2.12", "VI.2.10"):
            assert action.company is not None
            case.ledger.permits[action.company] += "D"
            case.course.permit_given = True

    def _operate(self, case: Case, action: AnyAction) -> None:
        course = case.course
        actor = getattr(action, "company", course.company)
        if not isinstance(action, SellShares):
            said = f"it is the turn of {course.company}, not of {actor}"
            case.wrong("whose turn", actor == course.company, said, "IX.2.1", "IX.2.1")
        match action:
            case LayTile():
                turn.lay(case, action)
            case PlaceToken():
                turn.place(case, action)
            case RunRoutes():
                said = f"{course.company} could run and does not"
                could = runs.can_run(case, course.company, case.after.state.board)
                case.wrong("mandatory run", bool(action.routes) or not could, said, "X.1.2", "X.1.2")
                runs.run(case, action)
            case Dividend():
                turn.pay_out(case, action)
            case BuyTrain():
                trains.buy(case, action)
            case SellShares(player=player, company=company, percent=percent):
                case.count("forced sale")
                shares.sell(case, player, company, percent)
                course.did.append("sold")
            case UsePower(private="P7"):
                trains.exchange(case, course.company)
            case Pass():
                self._leave(case, passed_over=False)
            case _:
                case.wrong("turn", False, f"{action} is nothing to do in a turn", "X.1.1", "X.1.1")

    # what follows by itself

    def go_on(self, case: Case) -> None:
        """From what the action has made to where somebody is asked."""
        course = case.course
        fresh = False
        for _ in range(MOST_STEPS):
            if self.findings.sentences or course.kind == "over" or trains.over_limit(case):
                return
            if course.question:
                return
            if course.ends:  # once investors that could join their companies have
                ending.finish(case)
                return
            if course.forced:
                if trains.forced_options(case):
                    course.question = "forced"
                else:
                    trains.settle_forced(case, None)
            elif course.due:
                course.due = False
                stock.begin(case)
            elif course.payment:
                self._offer_payment(case)
            elif course.kind == "auction":
                return
            elif course.kind == "draft":
                if course.choosers:
                    return
                stock.begin(case)
            elif course.kind == "stock":
                if case.all_passed:
                    stock.end(case)
                    course.kind = "operating"
                elif stock.options(case) != {Pass(course.player): None}:
                    return
                else:
                    case.count("player passed over")
                    case.end_stock_turn()
            elif not course.company:
                self._next(case)
                fresh = True
                continue
            elif self._asks(case):
                course.asked = True
                return
            else:
                self._leave(case, passed_over=fresh)
                fresh = True
                continue
            fresh = False
        case.wrong("course", False, "the referee does not find the way", "IX.2.1", "IX.2.1")

    def _offer_payment(self, case: Case) -> None:
        owner = case.ledger.privates["P0"]
        if case.course.payment == 100:
            self._pay_p0(case, owner)
        else:
            case.course.question = "payment"

    def _asks(self, case: Case) -> bool:
        """Has the engine stopped where the referee is?"""
        course, ledger, after = case.course, case.ledger, case.after
        there = after.state.turn, after.state.round, after.company, after.step
        asking = after.round == "OR" and after.frame in ("OperatingRound", "PermitOffer")
        if asking and there == (ledger.turn, ledger.round, course.company, course.step):
            return not self._passes_by_itself(case)
        if (ledger.turn, ledger.round) > there[:2]:
            said = f"{course.company} should be asked, and {after.company or 'nobody'} is"
            case.wrong("whose turn", False, said, "IX.2.1", "IX.2.1")
            return True
        return False

    def _passes_by_itself(self, case: Case) -> bool:
        """Is the train step over without a question, so that trains are removed and it comes again?"""
        company = case.course.company
        if case.course.step != "trains" or trains.may_exchange(case, company):
            return False
        return trains.options(case) == {Pass(company): None} and trains.is_quiet_round(case)

    def _next(self, case: Case) -> None:
        """The next company or investor; after the last one another time round (IX.2)."""
        course, ledger = case.course, case.ledger
        operator = order.next_operator(case, course.opener) if ledger.round else None
        if operator is None:
            order.begin_round(case)
            course.opener = ""
            operator = order.next_operator(case, "")
        if operator is None:
            case.wrong("course", False, "nobody can operate", "IX.2.1", "IX.2.1")
            return
        course.opener = operator
        turn.begin_turn(case, operator)

    def _leave(self, case: Case, *, passed_over: bool) -> None:
        course = case.course
        turn.leave_step(case, passed_over=passed_over)
        following = turn.next_step(case)
        if following is not None:
            course.step = following
        elif course.step == "trains" and trains.ends_quiet_round(case):
            trains.remove(case)
        else:
            self._end_turn(case)

    def _end_turn(self, case: Case) -> None:
        """Investors may join their companies now; the last turn ends the game (VII.2.1, XV.1)."""
        course = case.course
        company, course.company, course.step = course.company, "", ""
        if company in INVESTORS:
            investors.look_for_mergers(case, [company])
        elif case.reached("B3") and not case.edition.idle_turns:
            investors.look_for_mergers(case, [minor for minor in INVESTORS if minor in case.ledger.minors])
        course.ends = order.ends_here(case, company)

    # what must be found then

    def compare(self, case: Case) -> None:
        default = case.by("X.1.1", "X.1.1")
        if case.course.kind == "stock":
            default = case.by("XII.2.1", "XII.2.1")
        case.compare_account(Account(case.after.state), default)
