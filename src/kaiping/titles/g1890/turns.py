"""The turns of an operating round: minors by number, then companies; turns out of order."""

from __future__ import annotations

from msgspec.structs import replace

from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.play import Play


def is_turn_out_of_order(table: Play) -> bool:
    """Does the turn that is going on interrupt a round?"""
    return sum(isinstance(frame, OperatingRound) for frame in table.state.stack) > 1


def leave_round(table: Play, name: str) -> None:
    """A minor that is no more takes no turn; one that it was in is over."""
    for frame in table.state.stack:
        if isinstance(frame, OperatingRound) and name in frame.order:
            left = tuple(other for other in frame.order if other != name)
            kept = replace(frame, order=left) if left[:1] == frame.order[:1] else frame.next_turn(left)
            table.replace_frame(frame, kept)
