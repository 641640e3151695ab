"""Minimum cuts of small networks with fractional capacities."""

from __future__ import annotations

#: node -> neighbour -> capacity, the same both ways
Capacities = dict[int, dict[int, float]]

_SLACK = 1e-7


def near_side(capacities: Capacities, source: int, sink: int, wanted: float) -> set[int] | None:
    """Nodes on the source's side of a minimum cut, or None where the flow reaches what is wanted."""
    left = {node: dict(beside) for node, beside in capacities.items()}
    flow = 0.0
    while flow < wanted:
        before = _path(left, source, sink)
        if sink not in before:
            return set(before)
        steps = []
        node = sink
        while node != source:
            steps.append((before[node], node))
            node = before[node]
        width = min(left[one][other] for one, other in steps)
        for one, other in steps:
            left[one][other] -= width
            left[other][one] += width
        flow += width
    return None


def _path(left: Capacities, source: int, sink: int) -> dict[int, int]:
    """Each node that is reached with the one before it; stops at the sink."""
    before = {source: source}
    queue = [source]
    for node in queue:  # grows meanwhile
        for other, width in left[node].items():
            if width > _SLACK and other not in before:
                before[other] = node
                if other == sink:
                    return before
                queue.append(other)
    return before
