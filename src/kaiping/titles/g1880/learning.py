"""What programs that learn are told of what only 1880 has: every answer that there is, figures of a position."""

from __future__ import annotations

from kaiping.definition import Definition
from kaiping.flow.play import Play
from kaiping.flow.title import Figure
from kaiping.titles.g1880.founding import CERTIFICATE, PERMITS, ROW, Founding
from kaiping.titles.g1880.investors import COMPANY, DISCARD, OWNER, REPLACE, STATION, TREASURY
from kaiping.titles.g1880.opening import INVESTOR
from kaiping.titles.g1880.own import Rules1880, own

#: operating rounds as one unit of the last round's number
_ROUNDS = 20


def _rules(definition: Definition) -> Rules1880:
    assert isinstance(definition.own, Rules1880)
    return definition.own


def answers(definition: Definition) -> dict[str, tuple[str, ...]]:
    """Question -> every answer that there may be."""
    permits, rows = _rules(definition).permits, definition.shares.rows
    return {
        INVESTOR: tuple(definition.minors),
        ROW: tuple(str(row) for row in range(rows.count if rows is not None else 0)),
        CERTIFICATE: tuple(permits),
        PERMITS: tuple(dict.fromkeys(choice for choices in permits.values() for choice in choices)),
        TREASURY: (COMPANY, OWNER),
        STATION: (REPLACE, DISCARD),
    }


def figures(definition: Definition) -> tuple[Figure, ...]:
    """Permits, second capital and train marker of each company; the last round, once it is known."""
    letters = tuple(dict.fromkeys(_rules(definition).phase_permits.values()))
    return (
        *(_permit(letter) for letter in letters),
        Figure("certificate of the founder", "company", _certificate),
        Figure("fully paid", "company", lambda table: dict.fromkeys(own(table).fully_paid, 1)),
        Figure("train marker", "company", _marker),
        Figure("final round", "game", lambda table: {"": (own(table).final_round or 0) / _ROUNDS}),
    )


def _permit(letter: str) -> Figure:
    def have(table: Play) -> dict[str, float]:
        return {company: 1 for company, letters in own(table).permits.items() if letter in letters}

    return Figure(f"permit {letter}", "company", have)


def _certificate(table: Play) -> dict[str, float]:
    """The founder's certificate, once it is chosen; the founding goes on."""
    going_on = [frame for frame in table.state.stack if isinstance(frame, Founding)]
    return {frame.company: (frame.percent or 0) / 100 for frame in going_on}


def _marker(table: Play) -> dict[str, float]:
    marker = own(table).marker
    return {} if marker is None else {marker: 1}
