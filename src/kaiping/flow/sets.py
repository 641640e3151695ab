"""Sets of rounds: a stock round, then operating rounds by phase, then a train leaves, and again."""

from __future__ import annotations

from msgspec.structs import replace

from kaiping.definition import ExportStart
from kaiping.flow.auction import Auction, waterfall
from kaiping.flow.incomes import pay_incomes, pay_privates
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.operating.station import place_home, place_later_homes
from kaiping.flow.operating.track import home_hex
from kaiping.flow.play import Play
from kaiping.flow.shares import grows, price, turn_order
from kaiping.flow.stock import StockRound
from kaiping.flow.trains import export
from kaiping.state import Frame


def start_auction(table: Play) -> None:
    table.push(Auction(table.state.priority))
    table.log("auction-begins", player=table.state.priority)


def auction_all_passed(table: Play) -> None:
    """A round in which only the privates pay; whether it ends like a set of operating rounds is a matter of reading."""
    table.log("income-only-round")
    pay_privates(table)
    if table.definition.train_rules.export_starts is not ExportStart.FIRST_SET:
        export_train(table)


def auction_sold_out(table: Play) -> None:
    """The standard stock round follows, and the turn goes on to the left of the last to buy at the asking price."""
    frame, rules, state = table.top, waterfall(table), table.state
    assert isinstance(frame, Auction)
    last = frame.last_buyer
    if rules.priority_begins:
        begins = state.priority
    else:
        begins = table.after(last) if last is not None else frame.player
    if not rules.passes_end_round:
        state.priority = begins
    state.turn += 1
    begin_stock_round(table, begins)


def begin_round(table: Play, frame: Frame) -> None:
    """Put a round in place of the one that has ended, below what interrupts it and above an auction that waits."""
    stack = table.state.stack
    below = 1 if auction_waits(table) else 0
    table.state.stack = (*stack[:below], frame, *stack[below + 1 :])


def auction_waits(table: Play) -> bool:
    """Are rounds played while an auction is not over?"""
    first = table.state.stack[0]
    return isinstance(first, Auction) and first.waiting


def start_stock_round(table: Play) -> None:
    table.state.turn += 1
    begin_stock_round(table)


def begin_stock_round(table: Play, player: str | None = None) -> None:
    """Whoever has the priority begins, or the player named; trains above a limit that has fallen are given up first."""
    table.state.round = 1
    begin_round(table, StockRound(player or table.state.priority, begun=False))


def start_operating_set(table: Play) -> None:
    """How many rounds the set has is settled by the phase at its beginning."""
    table.state.set_rounds = table.phase.operating_rounds
    table.state.round = 0
    start_operating_round(table)


def start_operating_round(table: Play) -> None:
    state = table.state
    state.round += 1
    table.log("operating-round", turn=state.turn, round=state.round)
    place_later_homes(table)
    pay_incomes(table)
    begin_round(table, OperatingRound(turn_order(table, (*_working_minors(table), *_operating_companies(table)))))


def _operating_companies(table: Play) -> frozenset[str]:
    """Companies that have floated, and those that may float when their turn comes.

    The second are companies that get what their shares are sold for: how many shares they must have sold by then
    depends on the train that is on sale when their turn comes.
    """
    state, companies = table.state, table.definition.companies
    unseen = (name for name in state.paid_by_share & state.par.keys() if not companies[name].formed_by_minors)
    return state.floated | {name for name in unseen if grows(table, name)}


def _working_minors(table: Play) -> tuple[str, ...]:
    state = table.state
    return tuple(minor for minor, owner in state.minors.items() if owner in state.players)


def begin_turn(table: Play, frame: OperatingRound) -> OperatingRound:
    """A company's turn: its home token first, if this is its first turn."""
    state, company = table.state, frame.company
    table.log("turn", company=company)
    if company in table.definition.minors:
        return frame
    first = company not in state.operated
    if first:
        place_home(table, company)
        state.operated |= {company}
    owes = first and company in table.definition.track.must_lay_home
    if owes and home_hex(table.definition, company) in state.board.tiles:
        owes = False
    return replace(frame, owes_home_tile=owes, first_turn=first)


def export_train(table: Play) -> None:
    starts = table.definition.train_rules.export_starts
    if starts is ExportStart.FIRST_PURCHASE and not table.state.first_train_bought:
        return
    export(table)


def end_by_price(table: Play) -> bool:
    """Does a share price end the game now?"""
    state, enough = table.state, table.definition.ending.price
    if enough is None or not any(price(table, company) >= enough for company in state.cells):
        return False
    state.ending = state.finished = "price"
    table.log("game-over", reason="price")
    return True


def operating_round_ended(table: Play) -> None:
    """The next round of the set; or the set is over: the game ends if the bank is broken, else a train leaves."""
    state = table.state
    if state.round < state.set_rounds:
        start_operating_round(table)
        return
    if state.ending is None and state.turn == table.definition.ending.last_turn:
        state.ending = "turns"
    if state.ending is not None:
        state.finished = state.ending
        table.log("game-over", reason=state.ending)
        return
    export_train(table)
    if auction_waits(table):
        state.turn += 1
        state.round = 1
        state.stack = (state.stack[0], *state.stack[2:])
    else:
        start_stock_round(table)
