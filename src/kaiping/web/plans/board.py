"""What the page of a planning board shows: the game as a trunk, its owner's lines as a tree, and how each stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from kaiping.errors import Reason
from kaiping.game import Game
from kaiping.phrases import money, round_short
from kaiping.plan import Holding, Standing
from kaiping.web.games.game_cache import GAMES
from kaiping.web.games.gate import GATE
from kaiping.web.games.models import Table
from kaiping.web.plans.lines import holding_of, leaves_at
from kaiping.web.table.log import told_of

#: moves of a line that its card tells
_TOLD = 3


@dataclass(frozen=True)
class Stop:
    """Where a game or a line stops: in which round, who is to act, and what everybody is worth."""

    round: str
    acting: str
    worth: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Verdict:
    """Whether a line still holds, in one word and in a sentence."""

    standing: str
    word: str
    sentence: str
    #: the clause that forbids it
    clause: str = ""
    #: whether it can be carried over to now
    carries: bool = False


@dataclass
class Node:
    """A line on the board, with what branches from it."""

    line: Table
    stop: Stop
    #: the round in which it begins, and how many moves it has of its own
    round: str
    moves: int
    #: the first of these in words
    first: tuple[str, ...]
    #: seats that bots play in it, and their levels
    bots: list[tuple[str, str]]
    verdict: Verdict | None
    branches: list[Node] = field(default_factory=list)

    @property
    def more(self) -> int:
        """How many moves follow those that are told."""
        return self.moves - len(self.first)


@dataclass
class Fork:
    """A moment of the game at which lines begin; the last is the present."""

    number: int
    round: str
    #: whether the game has such a moment still
    there: bool
    now: bool
    lines: list[Node] = field(default_factory=list)


@dataclass
class Board:
    game: Table
    stop: Stop
    trunk: list[Fork]
    #: all lines in the order in which they stand on the page
    lines: list[Table]
    #: seats that bots play in the game, and their levels
    bots: list[tuple[str, str]]


def board(game: Table, lines: Iterable[Table]) -> Board:
    """A game with some lines beside it."""
    known = {line.pk: line for line in lines}
    running = game.status == Table.Status.RUNNING
    with GATE.passing(urgent=False):
        nodes = {pk: _node(line, game, leaves_at(line, known), running) for pk, line in known.items()}
        stop = _stop(game, game.revision, get_language())
    forks: dict[int, Fork] = {}
    for node in sorted(nodes.values(), key=lambda one: (one.line.begins, one.line.pk)):
        parent = nodes.get(node.line.branch_id or 0)
        if parent is not None:
            parent.branches.append(node)
            continue
        number = node.line.begins
        fork = forks.setdefault(number, Fork(number, node.round, number <= game.played, number == game.played))
        fork.lines.append(node)
    if game.played not in forks:
        forks[game.played] = Fork(game.played, stop.round, True, True)
    trunk = [forks[number] for number in sorted(forks)]
    shown = [one for fork in trunk for node in fork.lines for one in _walk(node)]
    return Board(game, stop, trunk, shown, _bots(game))


def _bots(table: Table) -> list[tuple[str, str]]:
    return [(seat.name, seat.level) for seat in table.seats.all() if seat.bot]


def _walk(node: Node) -> Iterable[Table]:
    yield node.line
    for branch in node.branches:
        yield from _walk(branch)


def _node(line: Table, game: Table, leaves: int, running: bool) -> Node:
    language = get_language()
    verdict = _verdict(line, line.revision, game, game.revision, leaves, language) if running else None
    return Node(
        line=line,
        stop=_stop(line, line.revision, language),
        round=_begins_in(line, line.begins, language),
        moves=line.played - line.begins,
        first=_first_moves(line, line.revision, language),
        bots=_bots(line),
        verdict=verdict,
    )


# --- worked out once for a revision; a table is told from others by its number ---------------------------


@lru_cache(1024)
def _stop(table: Table, revision: int, language: str | None) -> Stop:
    game = GAMES.game(table)
    worth = sorted(game.totals().items(), key=lambda one: -one[1])
    return Stop(
        round_short(game),
        "" if game.finished is not None else ", ".join(game.acting),
        tuple((player, money(game, total)) for player, total in worth),
    )


@lru_cache(1024)
def _begins_in(line: Table, number: int, language: str | None) -> str:
    return round_short(GAMES.game(line).at(number))


@lru_cache(1024)
def _first_moves(line: Table, revision: int, language: str | None) -> tuple[str, ...]:
    game = GAMES.game(line)
    return tuple(told_of(game, number) for number in range(line.begins, min(line.played, line.begins + _TOLD)))


@lru_cache(1024)
def _verdict(line: Table, revision: int, game: Table, game_revision: int, leaves: int, language: str | None) -> Verdict:
    found = holding_of(line, game, leaves)
    moved_on = game.played != leaves
    word, sentence, clause = _WORDS[found.standing](found, line, leaves)
    carries = found.standing is Standing.HOLDS or (found.standing is Standing.AHEAD and moved_on)
    return Verdict(found.standing.value, word, sentence, clause, carries)


Said = tuple[str, str, str]


def _empty(found: Holding, line: Table, leaves: int) -> Said:
    return _("new"), _("Nothing is played in it yet."), ""


def _ahead(found: Holding, line: Table, leaves: int) -> Said:
    if not found.followed:
        return _("holds"), _("The game stands where it begins."), ""
    figures = {"followed": found.followed, "moves": found.moves}
    return _("followed"), _("So far the game has followed it: %(followed)d of %(moves)d moves.") % figures, ""


def _reached(found: Holding, line: Table, leaves: int) -> Said:
    said = ngettext("The game has played its move.", "The game has played all its %(moves)d moves.", found.moves)
    return _("came true"), said % {"moves": found.moves}, ""


def _holds(found: Holding, line: Table, leaves: int) -> Said:
    figures = {"followed": found.followed, "overtaken": found.overtaken, "moves": found.playable}
    match bool(found.followed), bool(found.overtaken):
        case False, False:
            said = _("The game went another way; all its %(moves)d moves can still be played now.")
        case True, False:
            said = _("The game followed it for %(followed)d moves; the other %(moves)d can still be played now.")
        case False, True:
            said = _("The game decided %(overtaken)d moves otherwise; the other %(moves)d can still be played now.")
        case _:
            said = _(
                "The game followed it for %(followed)d moves and decided %(overtaken)d otherwise; "
                "the other %(moves)d can still be played now."
            )
    return (_("holds in part") if found.overtaken else _("holds")), said % figures, ""


def _broken(found: Holding, line: Table, leaves: int) -> Said:
    number = found.refused or 1
    why, clause = found.why, found.why.clause or "" if isinstance(found.why, Reason) else ""
    figures = {
        "number": number,
        "what": _move_words(GAMES.game(line), leaves + number),
        "why": why.text if isinstance(why, Reason) else str(why),
    }
    said = _("Move %(number)d (%(what)s) is no longer possible: %(why)s.") % figures
    if found.followed:
        before = ngettext(
            "The game followed it for one move.", "The game followed it for %(moves)d moves.", found.followed
        )
        said = f"{before % {'moves': found.followed}} {said}"
    return _("no longer"), said, clause


_WORDS: dict[Standing, Callable[[Holding, Table, int], Said]] = {
    Standing.EMPTY: _empty,
    Standing.AHEAD: _ahead,
    Standing.REACHED: _reached,
    Standing.HOLDS: _holds,
    Standing.BROKEN: _broken,
}


def _move_words(game: Game, number: int) -> str:
    """What a move of a line brought about there, in a few words."""
    moment = game.at(number)
    return next((moment.describe(event) for event in moment.last_events), "")
