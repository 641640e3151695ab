"""Companies that start with fewer shares sold, as many as the train on sale is long (1890:C.10.9)."""

from __future__ import annotations

from msgspec.structs import replace

from kaiping.definition import FloatByTrain
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.play import Play
from kaiping.flow.shares import SHARE, check_float
from kaiping.flow.trains import next_train
from kaiping.state import IPO


def shares_needed(table: Play, company: str, rules: FloatByTrain) -> int:
    """How many shares must be sold (1890:C.10.9.3); half for JR, later for all (1890:C.10.9.11, C.10.9.13)."""
    if company in rules.not_for or table.at_least(rules.until):
        return table.definition.shares.float_percent // SHARE
    train = next_train(table.definition, table.state)
    return train.cities or train.range or 0  # a 2+2-train is a 2-train here, however it may run (1890:C.10.9.6)


def start_as_usual(table: Play) -> None:
    """From a phase on half of the shares float a company, which then has its full capital (1890:C.10.9.10 ff.)."""
    rules = table.definition.shares.by_train
    if rules is not None and table.at_least(rules.until):
        for company in table.started:
            check_float(table, company)


def skip_unfloated(table: Play, frame: OperatingRound) -> bool:
    """Where a company would begin its first turn it floats, or has no turn in this round (1890:C.10.9.2, C.10.9.4)."""
    state, rules = table.state, table.definition.shares.by_train
    if rules is None or not frame.order or frame.company in table.definition.minors:
        return False
    company = frame.company
    check_float(table, company)
    if company in state.floated:
        return False
    sold, needed = (100 - state.held(IPO, company)) // SHARE, shares_needed(table, company, rules)
    if sold < needed:
        table.log("not-floated", company=company, sold=sold, needed=needed)
        table.replace(replace(frame, order=frame.order[1:]))  # nobody has operated, so nobody is asked again
        return True
    state.floated |= {company}
    table.log("floated", company=company, capital=state.cash[company])
    return False
