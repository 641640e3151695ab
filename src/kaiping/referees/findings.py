"""What a referee has found: sentences about what differs, and how often it has compared what."""

from __future__ import annotations

from collections import Counter


class Findings:
    """Sentences for the action that is being looked at, and the count of comparisons of the whole game."""

    def __init__(self) -> None:
        self.sentences: list[str] = []
        #: kind of decision -> how often it was compared
        self.counts: Counter[str] = Counter()

    def fresh(self) -> None:
        """Begin with another action."""
        self.sentences = []

    def compare(self, kind: str, holds: bool, sentence: str, clause: str) -> bool:
        """Count a decision of a kind; if it does not hold, say so with the clause that it goes by."""
        self.counts[kind] += 1
        if not holds:
            self.sentences.append(f"{sentence} ({clause})")
        return holds
