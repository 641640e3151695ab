"""What only one title has to tell, handed on without being known here."""

from __future__ import annotations

from kaiping.flow.title import Fact as Fact
from kaiping.game import Game


def facts(game: Game, place: str = "") -> tuple[Fact, ...]:
    """What only this title has to tell, all of it or what belongs to a place."""
    found = game.title.facts
    return tuple(fact for fact in found(game.table()) if place in ("", fact.place)) if found is not None else ()
