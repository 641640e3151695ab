"""The referee of 1890, for its four scenarios: initial round, shares, order of play, minors, trains, payments, the end.

It does not look for the best run, and does not ask whether track or a token may be reached.
"""

from __future__ import annotations

from kaiping.definition import Definition
from kaiping.referees.g1890.tables import SCENARIOS
from kaiping.referees.g1890.watch import Watch

__all__ = ["referee"]


def referee(definition: Definition) -> Watch | None:
    """A new referee; none for house rules and where options are on."""
    if definition.house_rules or definition.options or definition.edition not in SCENARIOS:
        return None
    return Watch(definition)
