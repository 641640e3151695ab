"""What 1890 tells those who weigh its questions."""

from __future__ import annotations

from kaiping.action import AnyAction, Choose, Par
from kaiping.definition import AttachedShare, PaymentAfterPhase, SetsPar, StationOfPrivate, TokenIncome
from kaiping.flow.operating.frame import operating_frame
from kaiping.flow.shares import PRESIDENT, SHARE
from kaiping.flow.thought import Judge, Thought, Thoughts
from kaiping.language import gettext_noop
from kaiping.titles.g1890.kinki import CONVERT, LATER, MERGE, Declaration, Formation
from kaiping.titles.g1890.kobe_rapid import RIGHT, right_price
from kaiping.titles.g1890.opening import ParChoice
from kaiping.titles.g1890.own import rules
from kaiping.titles.g1890.tokens import UNCOVER
from kaiping.titles.g1890.waiting import TAKE_BACK

#: what a share that comes with a lot is thought to be worth in the auction
ATTACHED = 80.0
#: what leading a company from the start is worth, and what a minor pays its owner until it merges
LEADING, MINOR_PAYS = 30.0, 30.0
#: what money that comes later is worth in the auction, and the rounds for which lots pay until then
DISCOUNT, EARLY_ROUNDS = 0.62, 3.0
#: how much of the highest price a company may pay for a private its owner will get for it
RESALE = 0.5
#: what the station of a private brings in an operating round
CALLS = 40.0
#: rounds for which what a right or a token adds is counted
PLAN = 6.0

FORMED = gettext_noop("{percent} % of {company} for {minor}")
CONVERTS = gettext_noop("{minor} pays its owner {~paid} in a round and lacks {~lacks} for a train")
WAITS = gettext_noop("nothing is lost by waiting")
ADDS = gettext_noop("it adds {~more} to a run and costs {~cost}")
PAR = gettext_noop("at {~par} the company has more capital")
STAYS = gettext_noop("a token that waits may still find a space")


def lot(judge: Judge, name: str) -> float | None:
    """Shares that come with lots, minors by what they become part of, late privates by what they pay to the end."""
    definition = judge.table.definition
    if name in definition.minors:
        minor = definition.minors[name]
        if minor.merges_into is None:
            return 1.25 * minor.price
        kept = minor.capital * (100 - minor.merged_percent) / 100
        return ATTACHED * minor.reserved / SHARE + kept + MINOR_PAYS + (LEADING if minor.founds else 0)
    entry, private_rules = definition.privates[name], definition.private_rules
    if entry.late:
        match entry.power:
            case StationOfPrivate():
                return judge.private_worth(name) + CALLS * judge.rounds
            case PaymentAfterPhase(amount=amount):
                return judge.private_worth(name) + amount / 2
            case TokenIncome(amount=amount):
                return judge.private_worth(name) + amount / 4 * judge.rounds
            case _:
                return judge.private_worth(name)
    worth = DISCOUNT * entry.income * EARLY_ROUNDS
    if entry.for_companies:
        worth += DISCOUNT * RESALE * entry.price * private_rules.sale_percent[1] / 100
    match entry.power:
        case AttachedShare(percent=percent):
            return worth + ATTACHED * percent / SHARE
        case SetsPar():
            return worth + ATTACHED * PRESIDENT / SHARE + LEADING
        case _:
            return worth


def weigh(judge: Judge, action: AnyAction) -> Thought | None:
    """What an answer to a question of this title is worth."""
    table = judge.table
    match table.top, action:
        case ParChoice(), Par(price=price):
            return Thought(float(price), PAR, {"par": price})
        case Declaration(minor=minor), Choose(option=option):
            return _declared(judge, minor, option)
        case Formation(waiting=waiting), Choose(option=option):
            return _declared(judge, waiting[0], option)
        case _, Choose(what=what) if what == TAKE_BACK:
            return Thought(-1.0, STAYS)
        case _, Choose(what=what, option=option) if what in (RIGHT, UNCOVER):
            return _station(judge, action, option)
        case _, Choose(option=option) if option == MERGE:
            return _declared(judge, operating_frame(table).company, option)
        case _:
            return None


def _declared(judge: Judge, minor: str, option: str) -> Thought:
    """Merge as soon as it may be; convert only a minor that costs its owner a train."""
    table = judge.table
    entry = table.definition.minors[minor]
    if option == MERGE:
        return Thought(1.0, FORMED, {"percent": entry.reserved, "company": entry.merges_into, "minor": minor})
    if option == CONVERT:
        paid, lacks = judge.income(minor) // 2, judge.wanting(minor)
        value = lacks - paid * judge.rounds if judge.trains(minor) else lacks - 1.0
        return Thought(value, CONVERTS, {"minor": minor, "paid": paid, "lacks": lacks})
    return Thought(0.0 if option == LATER else 0.5 if entry.merges_into is None else -0.5, WAITS)


def _station(judge: Judge, action: AnyAction, option: str) -> Thought:
    """A right or a token turned up again, by what it adds to the run."""
    table, company = judge.table, operating_frame(judge.table).company
    power = table.definition.privates[option].power if option in table.definition.privates else None
    quake = rules(table).earthquake
    if isinstance(power, StationOfPrivate):
        cost = right_price(table, company, power)
    else:
        cost = quake.uncover_cost if quake is not None else 0
    more = judge.adds(company, action)
    spare = table.state.cash.get(company, 0) - cost - judge.wanting(company)
    value = more * judge.part(company) * min(PLAN, judge.rounds) - judge.coin(company) * cost
    return Thought(value if more > 0 and spare >= 0 else -1.0, ADDS, {"more": more, "cost": cost})


THOUGHTS = Thoughts(lot=lot, weigh=weigh)
