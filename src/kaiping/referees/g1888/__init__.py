"""The referee of 1888, for both printed editions: auction, shares, order of play, trains, payments, the end.

It does not look for the best run, and does not ask whether track or a token may be reached.
"""

from __future__ import annotations

from kaiping.definition import Definition
from kaiping.referees.g1888.tables import EDITIONS
from kaiping.referees.g1888.watch import Watch

__all__ = ["referee"]


def referee(definition: Definition) -> Watch | None:
    """A new referee; none for house rules and where options are on."""
    if definition.house_rules or definition.options or definition.clauses not in EDITIONS:
        return None
    return Watch(definition)
