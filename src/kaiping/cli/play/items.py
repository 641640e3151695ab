"""Short pieces of text in as many lines as they need; no piece is broken in two."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text


class Items:
    """Pieces side by side, after a word that heads them; further lines are set in."""

    def __init__(self, items: Iterable[Text | str], between: str = " ", head: str = "", indent: int = 0) -> None:
        self.items = [item if isinstance(item, Text) else Text(item) for item in items]
        self.between, self.head, self.indent = between, head, indent

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        line, last = Text(self.head), len(self.items) - 1
        for number, item in enumerate(self.items):
            between = self.between if number else ""
            mark = "" if number == last else self.between.rstrip()
            if number and len(line.plain) + len(between) + len(item.plain) + len(mark) > options.max_width:
                yield line.append(between.rstrip())
                line, between = Text(" " * self.indent), ""
            line.append(between).append_text(item)
        yield line

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        wide = [len(item.plain) for item in self.items]
        least = len(self.head) + max(wide, default=0)
        return Measurement(least, len(self.head) + sum(wide) + len(self.between) * max(0, len(wide) - 1))
