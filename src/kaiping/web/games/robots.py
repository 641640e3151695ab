"""What follows an action without a person: bots take their turns, and programs do what they were asked to.

The first part of a second is spent in the request that brought the action, so that its answer shows the bots' replies;
what takes longer goes on in the background, and the pages hear of it by their streams. Bots that think before they act
do so in a process of their own (``thoughts``); the table goes on when they have an answer.
"""

from __future__ import annotations

import asyncio
import logging
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from threading import Lock

from django.db import close_old_connections, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from kaiping.action import AnyAction, Pass
from kaiping.bots import bot as find_bot
from kaiping.bots import present_name
from kaiping.errors import KaipingError
from kaiping.game import Game
from kaiping.view import seen_by
from kaiping.web.games.access import Visit, is_deserted
from kaiping.web.games.changes import record, remark
from kaiping.web.games.clocks import Out
from kaiping.web.games.errors import Barred, TooLate
from kaiping.web.games.game_cache import GAMES
from kaiping.web.games.models import Departure, Move, Table
from kaiping.web.games.notices import tell_turn
from kaiping.web.games.programs import next_of_program
from kaiping.web.games.seats import STAND_IN, lock_running, vacate
from kaiping.web.games.thoughts import THOUGHTS, thinking, thinks
from kaiping.web.games.timekeeping import clock_of, due_tables, time_is_up
from kaiping.web.site.away import why_away

#: seconds that a request may spend on what follows its action
AT_ONCE = 0.25
#: seconds after which a database that was away is tried again
AGAIN = 1.0
#: seconds that a table may keep the background busy before the next table has its turn
TURN = 1.0
#: seconds from one look for clocks that have run out to the next
LOOK = 1.0
#: seconds without an action after which a bot that thinks may have been forgotten
FORGOTTEN = 30.0
#: who plays instead of a bot that has found nothing
INSTEAD = ("casual", "random")

_log = logging.getLogger(__name__)


def follow_up(table: Table, view: Visit | None = None, seconds: float = AT_ONCE) -> Game:
    """Bots and programs act, for so long; the row is brought up to date, and the rest is left to the background.

    A view that has been read already spares the look for bots and programs.
    """
    until = time.monotonic() + seconds
    game = GAMES.game(table)
    names = _bots_of(table) if view is None else view.bots
    programmed = view is None or bool(view.programs)
    try:
        while game.finished is None and table.status == Table.Status.RUNNING and not is_deserted(table):
            if time.monotonic() >= until:
                BACKGROUND.add(table.pk)
                return game
            after = _bot_acts(table, game, names)
            if after is None and programmed:
                after = next_of_program(table, game)
            if after is None and (late := time_is_up(table)):
                after = _out_of_time(table, game, late[0])
                names = _bots_of(table)
            if after is None:
                break
            game = after
    except TooLate:  # another process is at it
        table.refresh_from_db()
        return GAMES.game(table)
    tell_turn(table, game)
    return game


def nudge(table: Table, bots: dict[str, str]) -> None:
    """Somebody looks at a table where a bot is to act, or where somebody's time has run out.

    If it was forgotten, as by a server that stopped, that is seen to now. Where a bot thinks, another process may be at
    it: only after a while it is taken for forgotten.
    """
    if table.status != Table.Status.RUNNING or is_deserted(table):
        return
    if thinking(table, bots) and (THOUGHTS.has(table.pk) or (timezone.now() - table.moved).total_seconds() < FORGOTTEN):
        return
    if any(name in bots for name in table.acting) or time_is_up(table):
        BACKGROUND.add(table.pk)


def _bots_of(table: Table) -> dict[str, str]:
    return {seat.name: present_name(seat.bot) for seat in table.seats.all() if seat.bot}


def _bot_acts(table: Table, game: Game, names: dict[str, str], how: Move.How = Move.How.BOT) -> Game | None:
    """The next action of a bot; nothing if none is to act, or as long as it thinks."""
    seat = next((name for name in game.acting if name in names), None)
    if seat is None:
        THOUGHTS.drop_ended(table.pk)  # it was about what has been taken back
        return None
    asked = names[seat]
    # Chance depends on the position alone, so two processes that think about the same turn think the same.
    chance = f"{table.key}/{game.played}"
    wrong = ""
    if thinks(asked):
        said = _thought(table, game, seat, asked, chance)
        if said is None:
            return None
        if isinstance(said, Game):
            return said
        wrong = said
        _log.error("the bot %s of table %s found nothing to play: %s", asked, table.key, wrong)
    for name in dict.fromkeys((*(() if wrong else (asked,)), *INSTEAD)):
        try:
            after = _played(table, game, find_bot(name).choose(seen_by(game, seat), Random(chance)), names, how)
        except TooLate:
            raise
        except (KaipingError, LookupError, ValueError):
            _log.exception("the bot %s of table %s found nothing to play", name, table.key)
        else:
            if wrong:
                _tell_fallen_back(table, seat, asked, name)
            return after
    remark(table, _("The bot in %(seat)s's seat found nothing to play.") % {"seat": seat})
    return None


def _thought(table: Table, game: Game, seat: str, asked: str, chance: str) -> Game | str | None:
    """The game after what a bot has thought of, or what went wrong; nothing as long as it thinks."""
    thought = None
    try:
        thought = THOUGHTS.of(table, game, seat, asked, chance, partial(BACKGROUND.add, table.pk))
        if thought.answer is None:
            return None
        action = thought.answer.action
        if action is None or game.seat_of(action) != seat:
            wrong = thought.answer.wrong or "it spoke for another seat"
        else:
            after = record(table, game, action, seat, Move.How.BOT)
            THOUGHTS.drop(table.pk, thought)
            return after
    except TooLate:
        raise
    except (KaipingError, LookupError, ValueError) as refused:
        wrong = str(refused)
    if thought is not None:
        THOUGHTS.drop(table.pk, thought)
    return wrong


def _played(table: Table, game: Game, action: AnyAction, names: dict[str, str], how: Move.How) -> Game | None:
    actor = game.seat_of(action)
    return record(table, game, action, actor, how) if actor in names else None


def _tell_fallen_back(table: Table, seat: str, asked: str, name: str) -> None:
    """That a bot played worse than it might; said once, not at every action."""
    words = _("The bot in %(seat)s's seat could not think to the end: %(level)s acts instead of %(asked)s.")
    text = words % {"seat": seat, "level": name, "asked": asked}
    if not table.remarks.filter(author="", text=text).exists():
        remark(table, text)


def _out_of_time(table: Table, game: Game, seat: str) -> Game | None:
    """What the table says happens when somebody has no time left; of several processes one does it."""
    clock = clock_of(table)
    if clock is not None and clock.out is Out.BOT:
        return _replaced(table, seat)
    passing = next((one for one in game.legal_actions() if isinstance(one, Pass) and game.seat_of(one) == seat), None)
    if passing is not None:  # for oneself, or for a company that one leads
        return record(table, game, passing, seat, Move.How.CLOCK)
    return _bot_acts(table, game, {seat: STAND_IN}, Move.How.CLOCK) or _anything(table, game, seat)


def _anything(table: Table, game: Game, seat: str) -> Game | None:
    """The first that a seat may do, where a bot had nothing to say for it."""
    action = next((one for one in game.legal_actions() if game.seat_of(one) == seat), None)
    return None if action is None else record(table, game, action, seat, Move.How.CLOCK)


def _replaced(table: Table, name: str) -> Game:
    """A bot takes the seat over, unless something has changed meanwhile."""
    before = table.revision
    with transaction.atomic():
        try:
            lock_running(table)
        except Barred:  # it was closed, or taken away
            raise TooLate from None
        seat = table.seats.select_related("user").get(name=name)
        if table.revision != before or name not in time_is_up(table):
            raise TooLate
        vacate(table, seat, Departure.How.CLOCK, bot=STAND_IN)
        remark(table, _("%(seat)s has no time left: a bot plays on") % {"seat": name})
    return GAMES.game(table)


async def keep_time() -> None:
    """As long as the server runs, see to the tables where somebody's time has run out."""
    while True:
        await asyncio.to_thread(_look_at_clocks)
        await asyncio.sleep(LOOK)


def _look_at_clocks() -> None:
    try:
        for key in due_tables():
            BACKGROUND.add(key)
    except Exception as wrong:
        if why_away(wrong) is None:
            _log.exception("the clocks could not be looked at")
    finally:
        close_old_connections()


class Background:
    """One thread that goes on with tables where bots are to act."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: set[int] = set()
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="bots")

    def add(self, table: int) -> None:
        with self._lock:
            if table in self._waiting:
                return
            self._waiting.add(table)
        self._worker.submit(self._work, table)

    def add_forgotten(self) -> None:
        """After a start: tables where the server stopped before the bots had moved."""
        self._worker.submit(self._find_forgotten)

    def stop(self) -> None:
        self._worker.shutdown(wait=False, cancel_futures=True)

    def _work(self, key: int) -> None:
        with self._lock:
            self._waiting.discard(key)
        try:
            table = Table.objects.get(pk=key)
            if table.status == Table.Status.RUNNING:
                follow_up(table, seconds=TURN)
            else:
                THOUGHTS.drop(key)
        except Table.DoesNotExist:
            THOUGHTS.drop(key)
        except Exception as wrong:
            if why_away(wrong) is None:
                _log.exception("bots at table %s", key)
            else:
                _log.warning("bots at table %s wait for the database: %s", key, " ".join(str(wrong).split()))
                time.sleep(AGAIN)
                self.add(key)
        finally:
            close_old_connections()

    def _find_forgotten(self) -> None:
        try:
            running = Table.objects.filter(status=Table.Status.RUNNING, seats__bot__gt="").distinct()
            for table in running.only("pk", "acting"):
                self.add(table.pk)
        finally:
            close_old_connections()


#: one for each process
BACKGROUND = Background()
