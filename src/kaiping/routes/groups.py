"""What hangs together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence


def groups(beside: Mapping[int, Sequence[int]]) -> Iterator[set[int]]:
    """The parts of a graph that hang together, by what is beside each of its nodes."""
    seen: set[int] = set()
    for start in beside:
        if start not in seen:
            group, todo = {start}, [start]
            while todo:
                for node in beside[todo.pop()]:
                    if node not in group:
                        group.add(node)
                        todo.append(node)
            seen |= group
            yield group
