"""Minimum cuts of small networks with fractional capacities."""

from __future__ import annotations

from collections.abc import Container

#: node -> neighbour -> capacity, the same both ways
Capacities = dict[int, dict[int, float]]

_SLACK = 1e-7


def near_side(capacities: Capacities, source: int, sinks: Container[int], wanted: float) -> set[int] | None:
    """Nodes on the source's side of a minimum cut, or None where the flow to the sinks reaches what is wanted."""
    flow = 0.0
    for node, width in capacities[source].items():  # mostly this is enough
        if node in sinks:
            flow += width
    if flow >= wanted:
        return None
    left, own = capacities.copy(), set[int]()
    flow = 0.0
    while flow < wanted:
        before, sink = _path(left, source, sinks)
        if sink is None:
            return set(before)
        steps = []
        node = sink
        while node != source:
            steps.append((before[node], node))
            node = before[node]
        width = min(left[one][other] for one, other in steps)
        for one, other in steps:
            for end in (one, other):
                if end not in own:  # copied only where the flow changes it
                    own.add(end)
                    left[end] = left[end].copy()
            left[one][other] -= width
            left[other][one] += width
        flow += width
    return None


def _path(left: Capacities, source: int, sinks: Container[int]) -> tuple[dict[int, int], int | None]:
    """Each node that is reached with the one before it, and the first sink that is."""
    before = {source: source}
    queue = [source]
    for node in queue:  # grows meanwhile
        for other, width in left[node].items():
            if width > _SLACK and other not in before:
                before[other] = node
                if other in sinks:
                    return before, other
                queue.append(other)
    return before, None
