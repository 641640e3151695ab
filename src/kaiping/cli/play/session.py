"""A game at the terminal: who plays which seat, the loop of turns, and choosing actions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random

from kaiping import ledger
from kaiping.action import (
    AcquirePrivate,
    AnyAction,
    BuyPrivate,
    BuyTrain,
    Range,
    RepayDebt,
    at_number,
)
from kaiping.advice import Advice
from kaiping.bots import level
from kaiping.cli.play import typed
from kaiping.cli.play.commands import command, obey
from kaiping.cli.play.completion import completions
from kaiping.cli.play.lines import Words, no_words, open_lines
from kaiping.cli.play.menu import Entry, Menu
from kaiping.cli.play.phrases import action_words
from kaiping.cli.play.screen import Screen
from kaiping.errors import BadInput, IllegalAction, KaipingError, Reason
from kaiping.game import Game
from kaiping.phrases import company_on_turn, money
from kaiping.titles.clauses import find
from kaiping.view import seen_by

#: the bot that gives hints: it answers at once
_ADVISER = "casual"
#: seconds for which a bot may think about an action
_THOUGHT = 2.0


class Session:
    """One sitting: a game, the bots in it, and what has been saved."""

    def __init__(self, game: Game, bots: dict[str, str], seed: int, screen: Screen, file: Path | None = None) -> None:
        self.game = game
        self.bots = bots
        self.seed = seed
        self.screen = screen
        self.lines = open_lines(screen.plain, self.completions)
        self.menu: Menu | None = None
        self.leaving = False
        self.saved: tuple[AnyAction, ...] = game.actions
        #: where it came from or was saved, for saving it again
        self.file = file
        self._turn: object = None

    # --- the loop -------------------------------------------------------------------------------

    def run(self) -> int:
        """Play until the game is over or the player leaves."""
        ended = False
        while not self.leaving:
            if self.game.finished is not None:
                if not ended:
                    self.screen.end(self.game)
                ended = True
            elif self.bot_on_turn() is not None:
                self.let_bots_play()
                continue
            else:
                ended = False
                if self.menu is None:
                    self.show()
            line = self.lines.read(self._prompt())
            if line is not None:
                self.obey(line)
            elif self.lines.interactive:
                self.obey("quit")
            else:
                break
        return 0

    def _prompt(self) -> str:
        return "over> " if self.game.finished is not None else f"{self.game.acting[0]}> "

    @property
    def seen(self) -> Game:
        """The game as whoever is to act may know it."""
        game = self.game
        return seen_by(game, game.acting[0]) if game.acting else game

    def show(self, *, whole: bool = False) -> None:
        """The position if a new turn has begun, and what may be done."""
        game = self.seen
        self.menu = Menu(game)
        state = game.state
        turn = (game.acting, company_on_turn(game), state.turn, state.round, type(state.stack[0]))
        self.screen.blank()
        self.screen.header(game)
        if whole or turn != self._turn:
            self.screen.overview(game)
            self.screen.blank()
        self._turn = turn
        self.screen.turn(game)
        self.screen.menu(game, self.menu)

    def obey(self, line: str) -> None:
        """Carry out a line: a number of the menu, a command, or an action in words."""
        words = line.split()
        if not words:
            return
        try:
            if words[0].isdecimal():
                self.choose(self._menu().entries, words)
            elif (found := command(words[0])) is not None:
                obey(self, found, words[1:])
            elif typed.is_action(words[0]):
                self.play_typed(words)
            elif words[0].upper() in self.game.definition.map.hexes:
                self.name_hex(words)
            else:
                raise BadInput(f"{words[0]!r} is no number, command or action; help shows what there is")
        except IllegalAction as refused:
            self.refuse(refused.reason)
        except BadInput as wrong:
            self.screen.say(str(wrong), style="red")
        except OSError as wrong:
            self.screen.say(f"{wrong.filename or 'the file'}: {wrong.strerror or wrong}", style="red")

    def _menu(self) -> Menu:
        if self.game.finished is not None:
            raise BadInput("the game is over; undo takes the last action back, quit leaves")
        if self.menu is None:
            self.menu = Menu(self.seen)
        return self.menu

    def name_hex(self, words: Sequence[str]) -> None:
        """A hex alone shows what is there; it takes a verb, or a tile, to put something on it."""
        if len(words) == 1:
            self.obey(f"hex {words[0]}")
            return
        raise BadInput(f"{words[0]!r} only shows the hex; say lay {' '.join(words)} or token {words[0]}")

    # --- choosing and playing ----------------------------------------------------------------------

    def choose(self, entries: Sequence[Entry], words: Sequence[str]) -> None:
        """Play the entry that the first number names; further numbers lead deeper, or say how much."""
        number, rest = int(words[0]), list(words[1:])
        if not 1 <= number <= len(entries):
            choice = f"choose from 1 to {len(entries)}" if len(entries) > 1 else "the only choice is 1"
            raise BadInput(f"there is no {number}: {choice}")
        entry = entries[number - 1]
        if entry.action is None:
            self.choose_below(entry.label, entry.below, rest)
        else:
            self.play_with_amount(entry.action, rest)

    def choose_below(self, heading: str, entries: Sequence[Entry], words: Sequence[str]) -> None:
        if words and not words[0].isdecimal():
            raise BadInput(f"{words[0]!r} is not a number")
        if words:
            self.choose(entries, words)
            return
        if len(entries) == 1 and entries[0].action is not None:
            self.play_with_amount(entries[0].action, [])
            return
        self.screen.entries(self.game, heading, entries)
        line = self.lines.read("which (Enter: back)> ")
        answer = (line or "").split()
        if answer and answer[0].isdecimal():
            self.choose(entries, answer)
        elif answer:
            self.obey(line or "")

    def play_typed(self, words: Sequence[str]) -> None:
        menu = self._menu()
        try:
            action = typed.parse(self.game, words, menu.actions)
        except typed.Incomplete as more:
            if len(more.actions) == 1:
                self.play_with_amount(more.actions[0], [])
            else:
                entries = [Entry(action_words(self.game, one, menu.ranges.get(one)), one) for one in more.actions]
                self.choose_below(" ".join(words), entries, [])
            return
        self.play(action)

    def play_with_amount(self, action: AnyAction, words: Sequence[str]) -> None:
        """Ask how much, where that is open."""
        span = self._menu().ranges.get(action)
        if span is None or not span.open:
            if words:
                raise BadInput(f"{' '.join(words)!r} is too much: there is nothing more to choose")
            self.play(action)
            return
        if len(words) > 1:
            raise BadInput(f"{' '.join(words[1:])!r} is too much: an amount is one number")
        text = words[0] if words else self._ask_amount(action, span)
        if not text:
            return
        number = typed.amount(self.game, text)
        if number is None:
            raise BadInput(f"{text!r} is not an amount")
        self.play(at_number(action, number))

    def _ask_amount(self, action: AnyAction, span: Range) -> str:
        """What is typed; nothing where the player goes back."""
        game = self.game
        usual = money(game, suggested(game, action, span))
        line = self.ask(
            f"how much, {money(game, span.least)} to {money(game, span.greatest)}, such as {usual} (Enter: back)> "
        )
        return "" if line is None or line.lower() in ("b", "back") else line.strip()

    def play(self, action: AnyAction) -> None:
        """Play an action and show what it brought about; a refusal goes to the caller."""
        self.game.play(action)
        self.menu = None
        seen = self.seen
        self.screen.log(seen, [seen.describe(event) for event in seen.last_events])

    def refuse(self, reason: Reason) -> None:
        clause = find(reason.clause) if reason.clause else None
        self.screen.refused(self.game, reason, clause)

    # --- bots ------------------------------------------------------------------------------------

    def bot_on_turn(self) -> str | None:
        """The name of the bot whose turn it is, if it is a bot's."""
        return self.bots.get(self.game.acting[0]) if self.game.acting else None

    def let_bots_play(self) -> None:
        """Bots play until a person is to act; one that cannot go on leaves its seat to the person."""
        while (name := self.bot_on_turn()) is not None:
            player = self.game.acting[0]
            try:
                playing = level(name)
                if playing.thinks:
                    self.screen.say(f"{player} ({playing.name}) is thinking …", style="dim")
                self.play(playing.make(_THOUGHT).choose(self.seen, self.chance()))
            except KaipingError as wrong:
                del self.bots[player]
                self.screen.say(f"The bot does not know what to do ({wrong}); {player} is yours now.", style="red")
            except KeyboardInterrupt:
                if not self.lines.interactive:
                    raise
                self.bots.clear()
                self.screen.say("The bots stop; all seats are yours. seat PLAYER BOT brings one back.")
            if company_on_turn(self.game) is None:
                self._turn = None  # others have dealt since: the tables are shown again

    def advice(self, level: str = _ADVISER) -> Advice:
        """What the adviser would do, and what that is compared with."""
        self._menu()
        return self.seen.advice(self.seen.acting[0], level, seed=self.seed)

    def chance(self) -> Random:
        """Chance that depends on the position alone, so that undoing and playing again gives the same."""
        return Random(f"{self.seed}/{self.game.played}")

    # --- going back and forth -----------------------------------------------------------------------

    def step_back(self) -> None:
        """Undo up to the latest decision of a person, and say what that was."""
        before = self.seen.log()
        self.game.undo()
        while self.bot_on_turn() is not None and self.game.played:
            self.game.undo()
        self.changed()
        taken, *after = before[len(self.seen.log()) :] or ("nothing that the log tells",)
        more = f" and what followed ({len(after)} more in the log)" if after else ""
        self.screen.say(f"Taken back: {taken}{more}. redo plays it again.")

    def step_forward(self) -> None:
        self.game.redo()
        try:
            while self.bot_on_turn() is not None:
                self.game.redo()
        except BadInput:
            pass
        self.changed()

    def changed(self) -> None:
        """The position is another one: show it anew."""
        self.menu = None
        self._turn = None

    @property
    def unsaved(self) -> bool:
        return self.game.actions != self.saved

    def ask(self, question: str, words: Words = no_words) -> str | None:
        return self.lines.read(question, words)

    def agrees(self, question: str) -> bool:
        """Whether the player says yes; Enter goes back, here as everywhere."""
        answer = (self.ask(f"{question} (yes, Enter: back)> ") or "").lower()
        if answer not in ("", "y", "yes", "n", "no", "b", "back"):
            self.screen.say(f"{answer!r} is neither yes nor no, so nothing was done.")
        return answer in ("y", "yes")

    # --- completion -----------------------------------------------------------------------------------

    def completions(self, before: Sequence[str], last: str) -> Iterable[str]:
        """Words that may come after those typed already."""
        listed = self._menu().actions if self.game.finished is None else ()
        return completions(self.game, listed, before, last)


def suggested(game: Game, action: AnyAction, span: Range) -> int:
    """A sensible amount: the least for a bid, the most for one's own private or a debt, the printed price otherwise."""
    state, definition = game.state, game.definition
    wish = span.least
    match action:
        case BuyPrivate(company, private):
            own = state.privates[private] == ledger.decides_for(game, company)
            wish = span.greatest if own else definition.privates[private].price
        case AcquirePrivate(_, private):
            wish = definition.privates[private].price
        case BuyTrain(company, train, source):
            own = ledger.decides_for(game, source) == ledger.decides_for(game, company)
            wish = span.least if own else definition.trains[train].price
        case RepayDebt():
            wish = span.greatest
    wish = max(span.least, min(span.greatest, wish))
    return span.least + (wish - span.least) // span.step * span.step
