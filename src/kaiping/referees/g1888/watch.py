"""The referee of 1888: follows the course of a game by the book, and says where the engine goes another way."""

from __future__ import annotations

from collections.abc import Mapping

from kaiping.action import (
    AnyAction,
    BuyPrivate,
    BuyTrain,
    Consent,
    DeclareBankruptcy,
    DiscardTrain,
    Dividend,
    LayTile,
    Pass,
    PlaceToken,
    Range,
    RunRoutes,
    SellShares,
)
from kaiping.definition import Definition
from kaiping.referees import offers
from kaiping.referees.g1888 import ending, runs, shares, stock, trains, turn
from kaiping.referees.g1888.auction import AUCTION
from kaiping.referees.g1888.case import Case, Course
from kaiping.referees.g1888.tables import BANK_SIZE, COMPANIES, ROUNDS
from kaiping.referees.ledger import Ledger
from kaiping.referees.moment import Moment
from kaiping.referees.watching import MOST_STEPS, Watching
from kaiping.state import BANK, POOL


class Watch(Watching[Case]):
    """Watches one game of a printed edition without options."""

    def __init__(self, definition: Definition) -> None:
        super().__init__(definition)
        self.course = Course("auction", "")

    def set_up(self, case: Case) -> None:
        """Starting capital, the bank, the first player (II.3, III.19)."""
        state = case.before.state
        capital = case.edition.cash[len(state.players)]
        case.compare_capital(capital, "II.3.1", "III.2.1")
        rest = BANK_SIZE - capital * len(state.players)
        case.wrong("starting capital", state.bank == rest, f"the bank starts with {state.bank}", "II.3.2", "I.21")
        self.course.player = state.priority
        self.course.first_price = case.edition.privates["KT"][0]

    def case(self, before: Moment, after: Moment) -> Case:
        return Case(self.definition, self.grid, self.course, Ledger(before.state), self.findings, before, after)

    # what the action itself does

    def act(self, case: Case, action: AnyAction) -> None:
        if isinstance(action, DiscardTrain):
            self._discard(case, action)
        elif case.course.kind == "auction":
            AUCTION.act(case, action)
        elif case.course.kind == "stock":
            stock.act(case, action)
        elif isinstance(action, Consent):
            held = offers.answer(case, action, trains.buy, turn.buy_private)
            case.wrong("consent", held, "nothing was offered", "VIII.3.8.20", "VII.3.8.28")
        else:
            self._operate(case, action)

    def _operate(self, case: Case, action: AnyAction) -> None:
        course, ledger = case.course, case.ledger
        actor = getattr(action, "company", course.company) if not isinstance(action, SellShares) else course.company
        said = f"it is the turn of {course.company}, not of {actor}"
        case.wrong("whose turn", actor == course.company, said, "VIII.1.7", "VII.1.7")
        match action:
            case LayTile():
                turn.lay(case, action)
            case PlaceToken():
                turn.place(case, action)
            case RunRoutes():
                runs.run(case, action)
            case Dividend():
                turn.pay_out(case, action)
            case BuyTrain():
                if action.source in COMPANIES and case.director(action.source) != case.director(action.company):
                    course.offer = action
                else:
                    trains.buy(case, action)
            case BuyPrivate():
                if ledger.privates[action.private] != case.director(action.company):
                    course.offer = action
                else:
                    turn.buy_private(case, action)
            case SellShares(player=player, company=company, percent=percent):
                case.count("forced sale")
                shares.sell(case, player, company, percent)
                course.did.add("sold for train")
            case DeclareBankruptcy():
                ending.bankrupt(case, action.company)
            case Pass() if case.before.frame != "OperatingRound":
                pass  # no second tile by the same power
            case Pass():
                if course.step == "trains":
                    said = f"{course.company} has no train and does not buy one"
                    holds = bool(ledger.owned(course.company))
                    case.wrong("duty to own a train", holds, said, "VIII.3.8.4", "VII.3.8.10")
                    course.did.add("declined trains")
                    self._leave(case)
                elif case.after.step != course.step or case.after.company != course.company:
                    self._leave(case)

    def _discard(self, case: Case, action: DiscardTrain) -> None:
        """Surplus trains go into the pool without compensation (VIII.3.8.31)."""
        over = trains.over_limit(case)
        said = f"{action.company} is not over the limit"
        case.wrong("discard", action.company in over, said, "VIII.3.8.13", "VII.3.8.19")
        clause = case.by("VIII.3.8.31", "VII.3.8.39")
        case.ledger.take_train(action.company, action.train, clause)
        case.ledger.add_train(POOL, action.train, clause)

    # what follows by itself

    def go_on(self, case: Case) -> None:
        """From what the action has made to where somebody is asked."""
        course, ledger = case.course, case.ledger
        self._look_at_bank(case)
        if course.offer is not None:
            return
        for _ in range(MOST_STEPS):
            if trains.over_limit(case) or course.kind == "over":
                return
            if course.kind == "auction":
                if not self._in_auction(case):
                    return
            elif course.kind == "stock":
                if case.all_passed:
                    stock.end(case)
                    self._begin_set(case)
                elif stock.options(case) != {Pass(course.player)}:
                    return
                else:
                    case.count("player passed over")
                    case.end_stock_turn()
            elif course.kind == "export":
                course.turn = ledger.turn = course.turn + 1
                case.begin_stock_round()
            elif not self._in_operating(case):
                return
            self._look_at_bank(case)
        case.wrong("course", False, "the referee does not find the way", "VIII.1.10", "VII.1.10")

    def _in_auction(self, case: Case) -> bool:
        """One step further; false where somebody is asked: nobody is who can only pass."""
        course, ledger = case.course, case.ledger
        if not AUCTION.unsold(case):
            course.kind, course.passes = "stock", 0
            course.turn = ledger.turn = course.turn + 1
            return True
        if not case.all_passed:
            return AUCTION.pass_over(case)
        case.count("all pass in the auction")
        if ledger.privates["KT"] == BANK:
            course.first_price -= 5
        turn.begin_round(case)
        course.kind = "auction"
        trains.export(case)
        AUCTION.begin_again(case)
        return True

    def _begin_set(self, case: Case) -> None:
        ledger = case.ledger
        ledger.set_rounds = ROUNDS[ledger.phase]
        ledger.note("set_rounds", "", case.by("VIII.1.4", "VII.1.4"))
        ledger.round = 1
        case.count("number of rounds")
        turn.begin_round(case)

    def _in_operating(self, case: Case) -> bool:
        """One step further; false where the company is asked."""
        course, ledger, after = case.course, case.ledger, case.after
        if not course.company:
            company = turn.next_company(case)
            if company is not None:
                turn.begin_turn(case, company)
            elif ledger.round < ledger.set_rounds:
                ledger.round += 1
                turn.begin_round(case)
            elif course.broken:
                ending.over(case, "bank")
            else:
                trains.export(case)
                course.kind = "export"
            return True
        there = after.state.turn, after.state.round, after.company, after.step
        if after.round == "OR" and there == (ledger.turn, ledger.round, course.company, course.step):
            return False
        if (ledger.turn, ledger.round) > there[:2] and after.state.finished is None:
            said = f"{course.company} should be asked, and {after.company or 'nobody'} is"
            case.wrong("whose turn", False, said, "VIII.1.7", "VII.1.7")
            return False
        self._leave(case)
        return True

    def _leave(self, case: Case) -> None:
        turn.leave_step(case)
        if not case.course.next_step():
            turn.end_turn(case)

    def _look_at_bank(self, case: Case) -> None:
        """A bank with nothing left has run out of money (X.1)."""
        if case.ledger.lowest <= 0:
            case.course.broken = True

    # what must be found then

    def compare(self, case: Case) -> None:
        after = Ledger(case.after.state)
        default = case.by("VIII.3.1.1", "VII.3.1.1")
        if case.course.kind == "auction":
            default = case.by("VI.2", "VI.3.2")
        self._look_at_round(case)
        if case.course.kind in ("auction", "stock", "export"):
            case.ledger.round, case.ledger.set_rounds = after.round, after.set_rounds  # they mean nothing now
        if case.course.kind == "export":
            case.ledger.turn = after.turn
        case.compare_account(after, default)
        broken = case.after.state.ending is not None
        if case.course.kind != "over":
            said = f"the bank has {case.after.state.bank}, and the end is {'' if broken else 'not '}announced"
            case.wrong("end of the bank", broken == case.course.broken, said, "X.1.4", "IX.1.6")

    def _look_at_round(self, case: Case) -> None:
        """The round that is going on: it ends when all have passed, or all companies have had their turn."""
        goes_on = {"auction": "ISR", "stock": "SR", "operating": "OR"}.get(case.course.kind)
        said = f"the round is {case.after.round}, and should be {goes_on}"
        case.wrong("round", goes_on in (None, case.after.round), said, "VIII.1.10", "VII.1.10")

    def look_round(self, case: Case) -> None:
        """Who is asked, and what they may do."""
        self._look_at_actor(case)
        if case.course.kind == "over":
            return
        frame, step = case.after.frame, case.course.step
        own: Mapping[AnyAction, Range | None]
        if frame == "Auction":
            case.compare_listed("auction turn", AUCTION.options(case), (), "VI.3", "VI.3.3")
        elif frame == "StockRound":
            case.compare_listed("stock turn", dict.fromkeys(stock.options(case)), (), "VII.1.3", "VI.1.3")
        elif frame == "Discards":
            own = dict.fromkeys(trains.discards(case))
            case.compare_listed("trains to give up", own, (), "VIII.3.8.18", "VII.3.8.25")
        elif frame == "OperatingRound" and step == "dividend" and case.course.revenue:
            case.compare_dividends((Dividend, Pass), "VIII.3.7.11", "VII.3.7.10")
        elif frame == "OperatingRound" and step == "trains":
            kinds = (BuyTrain, SellShares, DeclareBankruptcy, Pass)
            case.compare_listed("train step", trains.options(case), kinds, "VIII.3.8.1", "VII.3.8.7")
            if not trains.emergency(case):
                own = trains.private_options(case)
                case.compare_listed("private for sale", own, (BuyPrivate,), "VIII.3.1.9", "VII.3.1.9")

    def _look_at_actor(self, case: Case) -> None:
        course, after = case.course, case.after
        over = trains.over_limit(case)
        if course.kind == "over":
            expected: tuple[str, ...] = ()
        elif over:
            expected = tuple({case.director(company) for company in over})
            said = f"{', '.join(over)} must give up a train"
            case.wrong("discard", after.frame == "Discards", said, "VIII.3.8.13", "VII.3.8.19")
        elif course.offer is not None:
            offer = course.offer
            if isinstance(offer, BuyTrain):
                expected = (case.director(offer.source),)
            else:
                expected = (case.ledger.privates[offer.private],)
        elif course.kind in ("auction", "stock"):
            expected = (course.player,)
        else:
            expected = (case.director(course.company),)
        clauses = {
            "auction": ("VI.23", "VI.3.23"),
            "stock": ("VII.2.2", "VI.2.2"),
            "over": ("X.1.5", "IX.1.2"),
        }
        case.compare_asked(expected, *clauses.get(course.kind, ("IV.3.2.3", "IV.3.2.3")))
