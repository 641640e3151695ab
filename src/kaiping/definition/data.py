"""What all parts of a data file share."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Data(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of the parts that a data file states."""


class OwnRules(Data, frozen=True):
    """Base of the rules that only one title has, as its data files state them under ``own``."""

    @property
    def by_chance(self) -> bool:
        """Does anything in them hang on dice or shuffled cards?"""
        return False


class OwnPower(Data, frozen=True, tag_field="kind"):
    """Base of the powers of privates that only one title has."""

    def is_of_use(self, table: Any, company: str) -> bool:
        """Would it give a company anything that it has not?"""
        return False

    def is_needed(self, table: Any, company: str) -> bool:
        """Would it give a company what it needs in this phase?"""
        return False

    def told(self) -> str:
        """What it does, in a sentence."""
        return ""

    def in_short(self) -> str:
        """What it does, in a short sentence for who has never seen it."""
        return ""


def stop_at(place: str) -> tuple[str, int]:
    """The hex and the number of a stop that data files write as "C9.1"."""
    hex_id, stop = place.split(".")
    return hex_id, int(stop)
