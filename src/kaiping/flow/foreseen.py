"""A title as it is played where the future is only thought of: by its own rules, but nothing goes on the map."""

from __future__ import annotations

from msgspec.structs import replace

from kaiping.flow.operating.round import OperatingRules
from kaiping.flow.operating.step import Earns
from kaiping.flow.title import Title


def foreseen(title: Title, earns: Earns) -> Title:
    """The title with each step of a turn in the form that it has there; ``earns`` stands for all runs."""
    frames = {
        kind: rules.foreseen(earns) if isinstance(rules, OperatingRules) else rules
        for kind, rules in title.frames.items()
    }
    return replace(title, frames=frames)
