"""What programs that learn are told of what only 1880 has: every answer that there is, figures of a position."""

from __future__ import annotations

from kaiping.definition import Definition
from kaiping.flow.play import Play
from kaiping.flow.title import Figure
from kaiping.titles.g1880.founding import CERTIFICATE, PERMITS, ROW
from kaiping.titles.g1880.investors import COMPANY, DISCARD, OWNER, REPLACE, STATION, TREASURY
from kaiping.titles.g1880.opening import INVESTOR
from kaiping.titles.g1880.own import Rules1880, own, permits_of

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
        Figure("fully paid", "company", lambda table, company: company in own(table).fully_paid),
        Figure("train marker", "company", lambda table, company: company == own(table).marker),
        Figure("final round", "game", lambda table, _: (own(table).final_round or 0) / _ROUNDS),
    )


def _permit(letter: str) -> Figure:
    def has(table: Play, company: str) -> float:
        return letter in permits_of(table, company)

    return Figure(f"permit {letter}", "company", has)
