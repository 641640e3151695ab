"""What the bots of this process's tables are thinking about: one thought for a table, by its position.

A thought belongs to a position, not to a table's revision: if something is taken back while a bot thinks, its thought
no longer fits and is dropped; if only a vote has begun meanwhile, it still does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from threading import Lock

from django.conf import settings

from kaiping.bots import level
from kaiping.bots.errand import Answer, errand
from kaiping.errors import BadInput
from kaiping.game import Game
from kaiping.state import State
from kaiping.web.games.access import is_deserted
from kaiping.web.games.minds import Job, Minds, Said
from kaiping.web.games.models import Table
from kaiping.web.table.viewer import Thinker


def thinks(name: str) -> bool:
    """Whether a bot of that name is asked elsewhere, because it takes its time."""
    try:
        return level(name).thinks
    except BadInput:  # of another version of the program
        return False


def thinking(table: Table, bots: Mapping[str, str]) -> tuple[Thinker, ...]:
    """Whose turn it is that thinks about it; known from the row alone, in whichever process the thinking is done."""
    if table.status != Table.Status.RUNNING or is_deserted(table):
        return ()
    return tuple(Thinker(name, bots[name]) for name in table.acting if name in bots and thinks(bots[name]))


class Thought:
    """About one position, for one seat; without an answer as long as it goes on."""

    def __init__(self, state: State, seat: str, name: str) -> None:
        self.about = (state, seat, name)
        self.answer: Answer | None = None
        self.job: Job | None = None


class Thoughts:
    """By table."""

    def __init__(self, minds: Minds) -> None:
        self._minds = minds
        self._lock = Lock()
        self._found: dict[int, Thought] = {}

    def of(self, table: Table, game: Game, seat: str, name: str, chance: str, told: Callable[[], None]) -> Thought:
        """The thought about a position; if there is none it begins, and ``told`` is called when it has ended."""
        about = (game.state, seat, name)
        with self._lock:
            found = self._found.get(table.pk)
            if found is not None and found.about == about:
                return found
            asked = errand(game, seat, name, chance)
            fresh = self._found[table.pk] = Thought(*about)

            def end(said: Said) -> None:
                fresh.answer = said if isinstance(said, Answer) else Answer(wrong="it looked back instead")
                told()

            fresh.job = self._minds.ask(asked, end)
        _call_off(found)
        return fresh

    def has(self, table: int) -> bool:
        return table in self._found

    def drop(self, table: int, only: Thought | None = None) -> None:
        """Forget the thought of a table, if there is one; or only a certain one, as another may have begun since."""
        with self._lock:
            found = self._found.get(table)
            if found is None or only not in (None, found):
                return
            del self._found[table]
        _call_off(found)

    def drop_ended(self, table: int) -> None:
        """Forget a thought that came to its end and was not asked for any more."""
        found = self._found.get(table)
        if found is not None and found.answer is not None:
            self.drop(table, found)

    def stop(self) -> None:
        self._minds.stop()


def _call_off(thought: Thought | None) -> None:
    if thought is not None and thought.job is not None:
        thought.job.called_off = True


#: one of each for each process
MINDS = Minds(settings.MINDS, settings.THOUGHT)
THOUGHTS = Thoughts(MINDS)
