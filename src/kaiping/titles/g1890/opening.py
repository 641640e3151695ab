"""The initial stock round: what a purchase brings, and how the round goes on over several game turns."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from kaiping.action import AnyAction, Par
from kaiping.definition import AttachedShare, SetsPar
from kaiping.flow.auction import Auction
from kaiping.flow.play import Play
from kaiping.flow.rules import Listed
from kaiping.flow.sets import begin_stock_round, start_operating_set
from kaiping.flow.shares import PRESIDENT, grow_by_shares, move_marker, move_shares
from kaiping.flow.stock import par_prices, refuse_par
from kaiping.state import BANK, IPO, Frame


def begin(table: Play) -> None:
    """The first game turn begins with the initial stock round (1890:1.2.3, 8.2)."""
    state = table.state
    state.turn = 1
    state.round = 1
    table.push(Auction(state.priority))
    table.log("auction-begins", player=state.priority)


def all_passed(table: Play) -> None:
    """What has been sold operates, and the round goes on in the next game turn (1890:9.3.2 to 9.3.5)."""
    frame = table.frame(Auction)
    table.state.priority = frame.player
    table.replace(replace(frame, waiting=True))
    table.log("auction-waits")
    start_operating_set(table)


def sold_out(table: Play) -> None:
    """A regular stock round follows in the same game turn (1890:9.2.2); left of who bought last (1890:9.1.4.10)."""
    frame = table.frame(Auction)
    table.state.priority = frame.player if frame.last_buyer is None else table.after(frame.last_buyer)
    begin_stock_round(table)


def bought(table: Play, player: str, lot: str) -> None:
    """A minor starts with its capital and its token; some privates come with shares (1890:7.2.4, 7.2.5, 9.4)."""
    definition, state = table.definition, table.state
    if lot in definition.minors:
        minor = definition.minors[lot]
        table.pay(BANK, lot, minor.capital)
        table.log("minor-started", minor=lot, capital=minor.capital)
        if minor.shares_token_of is None:
            for stop in minor.home_stops:
                state.board = state.board.with_token(lot, stop)
        if minor.sets_par and minor.merges_into is not None:
            table.push(ParChoice(player, minor.merges_into))
        return
    match definition.privates[lot].power:
        case AttachedShare(company, percent):
            move_shares(state, company, IPO, player, percent)
            table.log("share-attached", player=player, company=company, private=lot)
        case SetsPar(company):
            table.push(ParChoice(player, company, certificate=True))


class ParChoice(Frame, frozen=True):
    """The buyer of a lot sets the price of a company at once; with some they also get its president's certificate."""

    interrupts = "{player} sets the price of {company}"
    player: str
    company: str
    certificate: bool = False


class ParChoiceRules:
    """Osaka Municipal sets the price of the Subway, Osaka Electric that of Kinki (1890:9.4.1, 9.4.2)."""

    def actors(self, table: Play) -> tuple[str, ...]:
        return (table.frame(ParChoice).player,)

    def options(self, table: Play) -> Iterator[Listed]:
        frame = table.frame(ParChoice)
        for price in par_prices(table, frame.company):
            yield Par(frame.player, frame.company, price), None

    def check(self, table: Play, action: AnyAction) -> None:
        frame = table.frame(ParChoice)
        if not isinstance(action, Par) or (action.player, action.company) != (frame.player, frame.company):
            where = None if frame.certificate else "minor"
            table.refuse("par_first", where=where, player=frame.player, company=frame.company)
        if action.price not in par_prices(table, frame.company) or action.row is not None:
            refuse_par(table, frame.company, action.price)

    def apply(self, table: Play, action: AnyAction) -> None:
        assert isinstance(action, Par)
        frame, state = table.frame(ParChoice), table.state
        table.pop()
        state.par = {**state.par, frame.company: action.price}
        move_marker(table, frame.company, table.definition.market.par_cells[action.price], "start")
        table.log("par-set", player=frame.player, company=frame.company, price=action.price)
        if frame.certificate:
            move_shares(state, frame.company, IPO, frame.player, PRESIDENT)
            state.presidents = {**state.presidents, frame.company: frame.player}
            table.log("certificate-given", player=frame.player, company=frame.company, percent=PRESIDENT)
        grow_by_shares(table, frame.company)

    def advance(self, table: Play) -> bool:
        return False
