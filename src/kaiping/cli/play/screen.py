"""What the player sees: the state of the game as tables, the menu, the log."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from rich.console import Console
from rich.padding import Padding
from rich.rule import Rule
from rich.style import Style
from rich.table import Table
from rich.text import Text

from kaiping.cli.clauses import Clause
from kaiping.cli.play.menu import Entry, Menu
from kaiping.cli.play.phrases import ENDINGS, money, round_words, turn_words
from kaiping.cli.play.tables import companies_table, depot_lines, players_table, totals_table
from kaiping.draw.text import map_text, market_text
from kaiping.draw.theme import letters_on
from kaiping.errors import Reason
from kaiping.game import Game

#: columns where the output is no terminal
PLAIN_WIDTH = 100


class Screen:
    """Prints; knows nothing of what may be done."""

    def __init__(self, width: int | None = None) -> None:
        wide = width if width is not None or sys.stdout.isatty() else PLAIN_WIDTH
        self.console = Console(width=wide, markup=False, emoji=False, highlight=False)

    @property
    def colored(self) -> bool:
        return self.console.color_system is not None

    def say(self, *lines: str, style: str = "") -> None:
        for line in lines:
            self.console.print(Text(line, style=style))

    def blank(self) -> None:
        self.console.print()

    def plain(self, text: str) -> None:
        """A line as it is, cut nowhere."""
        self.console.print(Text(text), soft_wrap=True)

    # --- the position -------------------------------------------------------------------------

    def header(self, game: Game) -> None:
        state = game.state
        left = f" {game.definition.name} {game.definition.edition} · {round_words(game)} · phase {state.phase} · "
        left += f"bank {money(game, state.bank)} · action {game.played + 1} "
        self.console.print(Rule(Text(left, style="bold"), align="left", style="dim"))

    def turn(self, game: Game) -> None:
        """Who acts, and what is asked."""
        acting = ", ".join(game.acting)
        words = turn_words(game)
        line = Text(acting, style="bold")
        line.append(f" is to act: {words}" if words else " is to act", style="")
        self.console.print(self.named(game, line))

    def overview(self, game: Game) -> None:
        """Players, companies, trains."""
        self.console.print(players_table(game))
        self.console.print(companies_table(game))
        for line in depot_lines(game):
            self.console.print(self.named(game, Text(line)))

    def players(self, game: Game) -> None:
        self.console.print(players_table(game))

    def market(self, game: Game) -> None:
        self._wide(market_text(game.definition, game.state, color=self.colored))

    def map(self, game: Game) -> None:
        self._wide(map_text(game.definition, game.state.board, color=self.colored, phase=game.state.phase))

    def _wide(self, text: str) -> None:
        """A drawing in characters; one that is wider than the screen comes in parts, from left to right."""
        lines = [Text.from_ansi(line) if line else Text() for line in text.splitlines()]
        split = next((number for number in range(len(lines) - 1, -1, -1) if not lines[number].plain.strip()), 0)
        drawing, legend = (lines[:split], lines[split:]) if split else (lines, [])
        wide, room = max((len(line) for line in drawing), default=0), self.console.width
        starts = [0] if wide <= room else list(range(0, wide - room + room // 2, room // 2 + room // 4))
        for number, start in enumerate(starts):
            if number:
                self.say(f"... continued from column {start + 1}:", style="dim")
            for line in drawing:
                self.console.print(line[start : start + room] if len(starts) > 1 else line, no_wrap=True, crop=False)
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
        why = ENDINGS.get(game.finished or "", game.finished or "")
        self.console.print(Rule(Text(f" The game is over: {why} ", style="bold"), align="left", style="dim"))
        self.console.print(totals_table(game))
        verb = "wins" if len(winners) == 1 else "win"
        self.say(f"{' and '.join(winners)} {verb} with {money(game, best)}.", style="bold green")

    def named(self, game: Game, text: Text) -> Text:
        """Companies in their colours, players in bold."""
        for company, printed in game.definition.companies.items():
            style = Style(color=letters_on(printed.color), bgcolor=printed.color, bold=True)
            text.highlight_regex(rf"\b{company}\b", style=style)  # type: ignore[arg-type]
        for player in game.players:
            text.highlight_words([player], style="bold")
        return text
