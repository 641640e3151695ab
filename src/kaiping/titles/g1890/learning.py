"""What programs that learn are told of what only 1890 has: every answer that there is, figures of a position."""

from __future__ import annotations

from kaiping.board.tile import StopKind
from kaiping.definition import Definition, StationOfPrivate
from kaiping.flow.play import Play
from kaiping.flow.title import Figure
from kaiping.titles.g1890.kinki import CONVERSION, CONVERT, LATER, MERGE, MERGER, NOT_NOW
from kaiping.titles.g1890.kobe_rapid import RIGHT
from kaiping.titles.g1890.own import Rules1890, own
from kaiping.titles.g1890.tokens import UNCOVER
from kaiping.titles.g1890.waiting import TAKE_BACK, waiting_name

#: money as one unit of what is owed
_MONEY = 1000


def answers(definition: Definition) -> dict[str, tuple[str, ...]]:
    """Question -> every answer that there may be."""
    assert isinstance(definition.own, Rules1890)
    quake, privates = definition.own.earthquake, definition.privates
    growing = (StopKind.CITY, StopKind.BOOMTOWN)
    cities = [name for name, entry in definition.map.hexes.items() if any(stop.kind in growing for stop in entry.stops)]
    return {
        MERGER: (MERGE, LATER, NOT_NOW),
        CONVERSION: (CONVERT, LATER, NOT_NOW),
        UNCOVER: quake.covered if quake is not None else (),
        TAKE_BACK: tuple(waiting_name(company, place) for company in definition.companies for place in cities),
        RIGHT: tuple(name for name, entry in privates.items() if isinstance(entry.power, StationOfPrivate)),
    }


def figures(definition: Definition) -> tuple[Figure, ...]:
    """What each player owes to charity."""
    return (Figure("charity", "player", _charity),)


def _charity(table: Play) -> dict[str, float]:
    return {player: due / _MONEY for player, due in own(table).charity.items()}
