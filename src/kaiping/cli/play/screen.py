"""What the player sees: the state of the game as tables, the menu, the log."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable

from rich.console import Console
from rich.padding import Padding
from rich.rule import Rule
from rich.style import Style
from rich.table import Table
from rich.text import Text

from kaiping import ledger
from kaiping.cli.play.items import Items
from kaiping.cli.play.menu import Entry, Menu
from kaiping.cli.play.phrases import asked_words
from kaiping.cli.play.tables import (
    companies_tables,
    depot_lines,
    late_lines,
    minors_table,
    players_note,
    players_table,
    privates_table,
    totals_table,
    waiting_lines,
)
from kaiping.draw.text import map_text, market_text
from kaiping.draw.theme import letters_on
from kaiping.errors import Reason
from kaiping.game import Game
from kaiping.phrases import ending_words, money, round_long
from kaiping.titles.clauses import Clause

#: columns where the output is no terminal and COLUMNS does not say
PLAIN_WIDTH = 80
LEAST_WIDTH = 20


class _Console(Console):
    """Leaves a broken pipe to the program, which knows how to end."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


class Screen:
    """Prints; knows nothing of what may be done."""

    def __init__(self, width: int | None = None) -> None:
        told = os.environ.get("COLUMNS", "")
        plain = int(told) if told.isdecimal() and int(told) >= LEAST_WIDTH else PLAIN_WIDTH
        wide = width if width is not None or sys.stdout.isatty() else plain
        self.console = _Console(width=wide, markup=False, emoji=False, highlight=False)

    @property
    def colored(self) -> bool:
        return self.console.color_system is not None

    def say(self, *lines: str, style: str = "") -> None:
        for line in lines:
            self.console.print(Text(line, style=style))

    def tell(self, lines: Iterable[str]) -> None:
        """Sentences, set in as they are; what goes on is set in a little more."""
        for line in lines:
            words = line.lstrip()
            lead = len(line) - len(words)
            self.console.print(Items(words.split(), head=" " * lead, indent=lead + 2))

    def blank(self) -> None:
        self.console.print()

    def plain(self, text: str) -> None:
        """A line as it is, cut nowhere."""
        self.console.print(Text(text), soft_wrap=True)

    def _rule(self, words: str) -> None:
        if len(words) + 2 > self.console.width:
            self.console.print(Text(words, style="bold"))
            return
        self.console.print(Rule(Text(words, style="bold"), align="left", style="dim"))

    # --- the position -------------------------------------------------------------------------

    def header(self, game: Game) -> None:
        state = game.state
        words = [game.definition.name, round_long(game), f"phase {state.phase}"]
        if game.definition.bank is not None:
            words.append(f"bank {money(game, game.bank)}")
        self._rule(" · ".join([*words, f"action {game.played + 1}"]))

    def turn(self, game: Game) -> None:
        """Who acts, and what is asked."""
        acting = ", ".join(game.acting)
        words = asked_words(game)
        line = Text(acting, style="bold")
        line.append(f" is to act. {words}." if words else " is to act.", style="")
        self.console.print(self.named(game, line))

    def overview(self, game: Game) -> None:
        """Players; then privates as long as they are auctioned, later companies and trains."""
        self.players(game)
        if ledger.in_auction(game):
            self.console.print(privates_table(game))
            minors = minors_table(game)
            if minors is not None:
                self.console.print(minors)
        else:
            self.companies(game)
            self.items(game, depot_lines(game))

    def companies(self, game: Game) -> None:
        minors = minors_table(game)
        if minors is not None:
            self.console.print(minors)
        if game.state.par:
            for table in companies_tables(game, self.console.width):
                self.console.print(table)
        self.items(game, [*waiting_lines(game), *late_lines(game)])

    def items(self, game: Game, lines: Iterable[Items]) -> None:
        for line in lines:
            for item in line.items:
                self.named(game, item)
            self.console.print(line)

    def players(self, game: Game) -> None:
        self.console.print(players_table(game))
        self.say(players_note(game), style="dim")

    def market(self, game: Game) -> None:
        self._wide(market_text(game.definition, game.state, color=self.colored))
        for fact in ledger.facts(game, "market"):
            self.say(f"{fact.note} {fact.text}".strip())

    def map(self, game: Game) -> None:
        columns, phase = self.console.width, game.state.phase
        drawn = map_text(game.definition, game.state.board, color=self.colored, phase=phase, columns=columns)
        for line in drawn.splitlines():
            self.console.print(Text.from_ansi(line) if line else Text(), no_wrap=True, crop=False)

    def _wide(self, text: str) -> None:
        """A drawing in characters; one that is wider than the screen comes in parts, from left to right."""
        lines = [Text.from_ansi(line) if line else Text() for line in text.splitlines()]
        split = next((number for number in range(len(lines) - 1, -1, -1) if not lines[number].plain.strip()), 0)
        drawing, legend = (lines[:split], lines[split:]) if split else (lines, [])
        for number, (start, end) in enumerate(_parts(max(map(len, drawing), default=0), self.console.width)):
            if number:
                self.say("... and further to the right:", style="dim")
            for line in drawing:
                self.console.print(line[start:end], no_wrap=True, crop=False)
        for line in legend:
            self.console.print(line)

    # --- what may be done -----------------------------------------------------------------------

    def menu(self, game: Game, menu: Menu) -> None:
        number = 0
        for section in menu.sections:
            self.console.print(Text(section.heading, style="bold cyan"))
            labels = [entry.label for entry in section.entries]
            self._numbered(game, labels, number)
            number += len(labels)

    def entries(self, game: Game, heading: str, entries: Iterable[Entry]) -> None:
        self.console.print(Text(heading, style="bold cyan"))
        self._numbered(game, [entry.label for entry in entries], 0)

    def _numbered(self, game: Game, labels: list[str], before: int) -> None:
        grid = Table.grid(padding=(0, 1))
        grid.add_column(justify="right", style="bold", min_width=4)
        grid.add_column()
        for number, label in enumerate(labels, before + 1):
            grid.add_row(str(number), self.named(game, Text(label)))
        self.console.print(grid)

    # --- what has happened -----------------------------------------------------------------------

    def log(self, game: Game, lines: Iterable[str]) -> None:
        for line in lines:
            self.console.print(self.named(game, Text(f"  · {line}")))

    def refused(self, game: Game, reason: Reason, clause: Clause | None) -> None:
        line = Text("Not allowed: ", style="bold red")
        line.append(reason.text, style="not bold")
        self.console.print(self.named(game, line))
        if clause is not None:
            self.clause(clause)

    def privates(self, game: Game) -> None:
        self.console.print(privates_table(game))

    def help(self, rows: Iterable[tuple[str, str]]) -> None:
        grid = Table.grid(padding=(0, 2))
        grid.add_column(style="bold", no_wrap=True)
        grid.add_column()
        for usage, does in rows:
            grid.add_row(usage, does)
        self.console.print(grid)

    def clause(self, clause: Clause) -> None:
        text = Text(clause.id, style="bold")
        text.append(f" ({clause.section}): ", style="not bold dim")
        text.append(clause.says, style="not bold")
        self.console.print(Padding(text, (0, 0, 0, 2)))

    def end(self, game: Game) -> None:
        totals = game.totals()
        best = max(totals.values())
        winners = [player for player, worth in totals.items() if worth == best]
        self.blank()
        why = ending_words(game.finished or "")
        self._rule(f"The game is over: {why}")
        self.console.print(totals_table(game))
        verb = "wins" if len(winners) == 1 else "win"
        self.say(f"{' and '.join(winners)} {verb} with {money(game, best)}.", style="bold green")

    def named(self, game: Game, text: Text) -> Text:
        """Companies in their colours, players in bold."""
        for company, printed in game.definition.companies.items():
            badge = Style(color=letters_on(printed.color), bgcolor=printed.color, bold=True)
            _highlight(text, company, badge)
        for player in game.players:
            _highlight(text, player, Style(bold=True))
        return text


def _parts(wide: int, room: int, overlap: int = 12) -> list[tuple[int, int]]:
    """Columns from and to of the parts of a drawing, as many as the room demands."""
    if wide <= room:
        return [(0, wide)]
    count = -(-(wide - overlap) // max(1, room - overlap))
    step = -(-(wide - overlap) // count)
    return [(number * step, number * step + step + overlap) for number in range(count)]


def _highlight(text: Text, word: str, style: Style) -> None:
    """Give a word its style wherever it stands alone."""
    for found in re.finditer(rf"(?<!\w){re.escape(word)}(?!\w)", text.plain):
        text.stylize(style, *found.span())
