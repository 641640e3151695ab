"""Trains above the limit: each company chooses which to give up."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kaiping.action import AnyAction, DiscardTrain
from kaiping.flow.operating.frame import president_of
from kaiping.flow.play import Play
from kaiping.flow.rules import Listed
from kaiping.flow.trains import Discards, add_train, crowded, remove_train, scrap
from kaiping.state import POOL


class DiscardRules:
    """The company first in line gives up a train; surplus trains go to the pool, or out of the game without one."""

    def __init__(self, before: Callable[[Play], bool] | None = None) -> None:
        #: puts on the stack what comes first, if anything does
        self.before = before

    def actors(self, table: Play) -> tuple[str, ...]:
        return (president_of(table, table.frame(Discards).companies[0]),)

    def options(self, table: Play) -> Iterator[Listed]:
        company = table.frame(Discards).companies[0]
        for train in dict.fromkeys(table.state.trains[company]):
            yield DiscardTrain(company, train), None

    def check(self, table: Play, action: AnyAction) -> None:
        company = table.frame(Discards).companies[0]
        if not isinstance(action, DiscardTrain) or action.company != company:
            limit = table.definition.train_limit(table.state.phase, company)
            table.refuse("discard_first", company=company, limit=limit)
        if action.train not in table.state.trains[company]:
            table.refuse("no_such_train", where="discard", company=company, train=action.train)

    def apply(self, table: Play, action: AnyAction) -> None:
        assert isinstance(action, DiscardTrain)
        state = table.state
        remove_train(state, action.company, action.train)
        if table.definition.train_rules.pool:
            add_train(state, POOL, action.train)
        else:
            scrap(state, action.train)
        table.log("discarded", company=action.company, train=action.train)

    def advance(self, table: Play) -> bool:
        if self.before is not None and self.before(table):
            return True
        frame = table.frame(Discards)
        over = crowded(table, frame.companies)
        if over == frame.companies:
            return False
        if over:
            table.replace(Discards(over))
        else:
            table.pop()
        return True
