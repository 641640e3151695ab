"""Referees: second implementations of the rules that are easy to state and easy to get wrong.

A referee is written from the clauses alone. It shares no code with the engine (``tests/test_layers.py`` says so), and
watches games that are played by it: in simulations, after every action. It does not know everything; what it does not
know it leaves alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Protocol

from kaiping.action import AnyAction
from kaiping.definition import Definition
from kaiping.referees.moment import Moment

__all__ = ["Moment", "Referee", "referee_for"]


class Referee(Protocol):
    """Watches one game from its beginning; one sentence, with its clause, for each thing that differs."""

    @property
    def counts(self) -> Mapping[str, int]:
        """Kind of decision -> how often it was compared."""

    def begin(self, moment: Moment) -> list[str]:
        """Look at the position before the first action."""

    def see(self, before: Moment, action: AnyAction, after: Moment) -> list[str]:
        """Look at an action that the engine has allowed, and at what it has made of it."""


def referee_for(definition: Definition) -> Referee | None:
    """A new referee for a game, or None where there is none: for house rules, and where options or a variant are on."""
    name = f"g{definition.title}"
    changed = definition.options or definition.variant
    if definition.house_rules or changed or name not in {module.name for module in iter_modules(__path__)}:
        return None
    referee: Referee = import_module(f"{__name__}.{name}").Watch(definition)
    return referee
