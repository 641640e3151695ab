"""What hangs together over a game: between turns, after runs, lays and sales of trains, at the ends of rounds."""

from __future__ import annotations

from kaiping.action import LayTile, RunRoutes
from kaiping.flow.operating.frame import OperatingRound, update
from kaiping.flow.play import Play
from kaiping.flow.sets import end_by_price, operating_round_ended, start_operating_set
from kaiping.flow.stock import StockRound
from kaiping.titles.g1890 import air_raids, earthquake
from kaiping.titles.g1890.early_float import skip_unfloated, start_as_usual
from kaiping.titles.g1890.kinki import between_turns
from kaiping.titles.g1890.kobe_rapid import pay_station
from kaiping.titles.g1890.stacks import raise_started
from kaiping.titles.g1890.tigers import throw_die
from kaiping.titles.g1890.tokens import fill_spaces
from kaiping.titles.g1890.turns import is_turn_out_of_order


def between(table: Play, frame: OperatingRound) -> bool:
    """Mergers and conversions, then whether the next company may begin its first turn."""
    return between_turns(table, frame) or skip_unfloated(table, frame)


def ran(table: Play, action: RunRoutes) -> None:
    """A run has been counted: who else is paid by it, and what chance makes of it."""
    pay_station(table, action)
    throw_die(table, action)
    earthquake.cut_income(table, action)


def laid(table: Play, action: LayTile) -> None:
    """A tile lies: it may bring space for tokens."""
    earthquake.note_tile(table, action)
    fill_spaces(table, action.hex)


def train_left(table: Play, train: str, buyer: str | None) -> None:
    """A train of the bank has been bought."""
    air_raids.train_sold(table, train, buyer)
    earthquake.train_sold(table, train)


def phase_begun(table: Play) -> None:
    """A phase may change how companies start."""
    start_as_usual(table)


def turn_ended(table: Play, frame: OperatingRound) -> None:
    """The highest share price may end the game with the company's turn (1890:C.10.5.1, C.10.5.2)."""
    end_by_price(table)


def round_ended(table: Play) -> None:
    """A turn out of order is over with its company's turn, and the round goes on (1890:C.8.4.42, C.8.4.45)."""
    if is_turn_out_of_order(table):
        table.pop()
        update(table, asked=())  # there has been a turn since
        return
    raise_started(table)
    operating_round_ended(table)
    if isinstance(table.state.stack[0], StockRound):
        earthquake.recover(table, round_over=False)


def stock_round_ended(table: Play) -> None:
    """The operating rounds follow, unless a share price ends the game (1890:C.10.5.3)."""
    earthquake.recover(table, round_over=True)
    if not end_by_price(table):
        start_operating_set(table)
