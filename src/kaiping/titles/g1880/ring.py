"""Operating without end: privates, investors, companies by starting price and row, round and round."""

from __future__ import annotations

from msgspec.structs import replace

from kaiping.flow.incomes import pay_privates
from kaiping.flow.operating.frame import OperatingRound, operating_frame, update
from kaiping.flow.play import Play
from kaiping.flow.stock import StockRound
from kaiping.titles.g1880.capital import float_companies
from kaiping.titles.g1880.debt import charge_interest
from kaiping.titles.g1880.homes import place_homes
from kaiping.titles.g1880.investors import at_rest, close_investors
from kaiping.titles.g1880.own import own, rules
from kaiping.titles.g1880.payment import offer_payment


def ring_order(table: Play, companies: frozenset[str] | tuple[str, ...]) -> tuple[str, ...]:
    """Investors by number, then companies by starting price and row (1880-2022:IX.2.3 to IX.2.6)."""
    rows = table.state.rows
    numbers = {minor: number for number, minor in enumerate(table.definition.minors)}

    def key(name: str) -> tuple[int, int, int]:
        if name in numbers:
            return 0, numbers[name], 0
        price, row = rows[name]
        return 1, -price, row

    return tuple(sorted(companies, key=key))


def operators(table: Play) -> tuple[str, ...]:
    """All that operate, in order; by one book investors at rest are not among them (1880-2010:VII.27)."""
    state = table.state
    minors = () if at_rest(table) else tuple(minor for minor, owner in state.minors.items() if owner in state.players)
    return ring_order(table, (*minors, *state.floated))


def start_lap(table: Play) -> None:
    """The list begins again with the income of the privates (1880-2022:IX.2.2, X.6.28)."""
    state = table.state
    state.round += 1
    table.log("operating-round", turn=state.turn, round=state.round)
    pay_privates(table)
    frame = table.top
    exchanged = isinstance(frame, OperatingRound) and frame.exchanged
    table.replace(OperatingRound(operators(table), exchanged=exchanged))


def begin_turn(table: Play, frame: OperatingRound) -> OperatingRound:
    """The bonus is read where the marker stands now (1880-2022:X.9.1)."""
    state, company, definition = table.state, frame.company, table.definition
    table.log("turn", company=company)
    if company in definition.minors:
        return frame
    bonus = definition.market.cells[state.cells[company]].bonus * 10
    state.operated |= {company}
    return replace(frame, price_bonus=bonus)


def share_round_due(table: Play, frame: OperatingRound) -> bool:
    """A share round interrupts the turn in which the last train of a kind has left (1880-2022:X.6.16)."""
    if not frame.share_round_due:
        return False
    update(table, share_round_due="", due_by_removal=False, interrupted=True)
    state = table.state
    state.turn += 1
    table.log("stock-round", turn=state.turn, player=state.priority)
    table.push(StockRound(state.priority))
    offer_payment(table, frame.share_round_due, removed=frame.due_by_removal)
    return True


def share_round_before_discards(table: Play) -> bool:
    """On the site surplus trains are given up only after a share round that is due as well."""
    return rules(table).train_marker.not_after_share_round and share_round_due(table, operating_frame(table))


def close_share_round(table: Play) -> None:
    """Companies float and debts grow (1880-2022:XII.6.3, X.6.51)."""
    float_companies(table)
    charge_interest(table)


def share_round_ended(table: Play) -> None:
    """The interrupted turn goes on; who has floated operates if its place is still ahead (1880-2022:XII.3.5)."""
    if len(table.state.stack) == 1:
        start_lap(table)
    else:
        table.pop()
        ring = operators(table)
        update(table, order=ring[ring.index(operating_frame(table).company) :])
    place_homes(table)


def end_turn(table: Play, frame: OperatingRound) -> None:
    """The game ends after the turn of the marker's company in the last round (1880-2022:XV.1.2)."""
    state = table.state
    if (own(table).final_round, own(table).marker) == (state.round, frame.company):
        close_investors(table)
        state.finished = state.ending = "final_train"
        table.log("game-over", reason=state.finished)
