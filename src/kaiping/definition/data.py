"""What all parts of a data file share."""

from __future__ import annotations

from msgspec import Struct


class Data(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of the parts that a data file states."""


def stop_at(place: str) -> tuple[str, int]:
    """The hex and the number of a stop that data files write as "C9.1"."""
    hex_id, stop = place.split(".")
    return hex_id, int(stop)
