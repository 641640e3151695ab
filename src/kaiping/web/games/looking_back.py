"""Games that are over are analysed in the background: one at a time on a server, the others wait in line.

The work is done look by look in the processes in which bots think (``minds``), whenever no bot waits for them; a thread
here hands the looks out and writes down how far it has come. How an analysis stands is a row beside the table, so that
all processes of a server, and all machines on one database, say the same. Whoever works on one says so again and again;
if a server stops in the middle, silence tells, and the game can be asked for anew.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from threading import Event, Lock, Thread
from time import monotonic
from uuid import uuid4

from django.conf import settings
from django.db import IntegrityError, close_old_connections, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import Struct

from kaiping.analysis import analyse, encode
from kaiping.analysis.looks import Look, Seen, sent
from kaiping.errors import KaipingError
from kaiping.game import Game
from kaiping.web.games.errors import Barred
from kaiping.web.games.game_cache import GAMES
from kaiping.web.games.minds import Minds, Said
from kaiping.web.games.models import Analysis, Move, Table
from kaiping.web.games.thoughts import MINDS

#: seconds from one sign of life to the next, and of silence after which whoever was at it has gone
BEAT, SILENT = 1.0, 20.0

_log = logging.getLogger(__name__)


class Stands(Struct, frozen=True):
    """How the analysis of a game stands."""

    #: the analysis as JSON; empty as long as it is not there
    found: str = ""
    #: it is under way, or in line after so many others
    going: bool = False
    before: int = 0
    #: so many of so many looks are done
    done: int = 0
    whole: int = 0
    #: it was tried, and something went wrong
    failed: bool = False


def last_move(table: Table) -> int:
    """The id of the move with which a game ended: it tells the game from another that the table may come to."""
    return Move.objects.filter(table=table, number=table.played).values_list("pk", flat=True).first() or 0


def stands(table: Table) -> Stands:
    row = Analysis.objects.filter(table=table, last=last_move(table)).first()
    if row is None:
        return Stands()
    if row.found:
        return Stands(found=row.found)
    if not _alive().filter(pk=row.pk).exists():
        return Stands(failed=bool(row.wrong))
    before = 0 if row.under_way else _alive().filter(asked__lt=row.asked).count()
    return Stands(going=True, before=before, done=row.done, whole=row.whole)


def _alive() -> QuerySet[Analysis]:
    """Those that somebody is at, or has in line."""
    since = timezone.now() - timedelta(seconds=SILENT)
    return Analysis.objects.filter(found="", beat__gte=since).exclude(holder="")


class _Gone(Exception):
    """The server stops, or somebody else has the analysis now, or the game is gone."""


class Analyst:
    """Those that this process was asked for, in line."""

    def __init__(self, minds: Minds) -> None:
        self._minds = minds
        self._holder = uuid4().hex
        self._lock = Lock()
        self._line: list[int] = []
        self._thread: Thread | None = None
        self._stopping = Event()
        self._beaten = 0.0

    def ask(self, table: Table) -> None:
        """Have a game analysed, unless it has been, or somebody is at it."""
        if table.status != Table.Status.FINISHED:
            raise Barred("not_over", _("A game can be analysed when it is over."))
        last, now = last_move(table), timezone.now()
        with transaction.atomic():
            row, made = Analysis.objects.get_or_create(
                table=table, defaults={"last": last, "holder": self._holder, "beat": now}
            )
            if not made:
                if row.last == last and (row.found or _alive().filter(pk=row.pk).exists()):
                    return
                fresh = Analysis(table=table, last=last, holder=self._holder, beat=now, asked=now)
                fresh.save(force_update=True)
        with self._lock:
            if table.pk not in self._line:
                self._line.append(table.pk)
            if self._thread is None and not self._stopping.is_set():
                self._thread = Thread(target=self._work, name="analyst", daemon=True)
                self._thread.start()

    def stop(self) -> None:
        self._stopping.set()

    def join(self, seconds: float = 3.0) -> None:
        """After a stop: let it write down that nobody is at it any more."""
        thread = self._thread
        if thread is not None:
            thread.join(seconds)

    def _work(self) -> None:
        try:
            while (key := self._next()) is not None:
                try:
                    if self._claimed(key):
                        self._analysed(key)
                    elif self._mine().filter(pk=key).exists():
                        self._say_alive()
                        self._stopping.wait(BEAT)
                        continue
                except Exception:
                    _log.exception("the analysis of table %s", key)
                with self._lock:
                    self._line.remove(key)
        finally:
            close_old_connections()

    def _next(self) -> int | None:
        with self._lock:
            if self._line and not self._stopping.is_set():
                return self._line[0]
            self._thread = None
        if self._stopping.is_set():
            self._mine().update(holder="", under_way=None)
        return None

    def _mine(self) -> QuerySet[Analysis]:
        return Analysis.objects.filter(holder=self._holder, found="")

    def _claimed(self, key: int) -> bool:
        """Whether it is this one's turn: no other is under way, here or in another process."""
        silent = timezone.now() - timedelta(seconds=SILENT)
        Analysis.objects.filter(under_way=1, beat__lt=silent).update(under_way=None, holder="")
        try:
            with transaction.atomic():
                return bool(self._mine().filter(pk=key).update(under_way=1, beat=timezone.now()))
        except IntegrityError:
            return False

    def _analysed(self, key: int) -> None:
        mine = self._mine().filter(pk=key)
        try:
            row = mine.select_related("table").get()
            if row.table.status != Table.Status.FINISHED or last_move(row.table) != row.last:
                raise _Gone
            game = GAMES.game(row.table)
            found = analyse(game, _Progress(mine), futures=settings.ANALYSIS, ask=self._look)
        except (_Gone, Analysis.DoesNotExist):
            mine.update(holder="", under_way=None)
        except Exception as wrong:
            if not isinstance(wrong, KaipingError):
                _log.exception("the analysis of table %s", key)
            mine.update(holder="", under_way=None, wrong=" ".join(str(wrong).split())[:300] or type(wrong).__name__)
        else:
            mine.update(holder="", under_way=None, found=encode(found).decode())

    def _look(self, game: Game, look: Look) -> Seen:
        """Have one look done, and wait for it."""
        over, heard = Event(), list[Said]()

        def told(said: Said) -> None:
            heard.append(said)
            over.set()

        job = self._minds.ask(sent(game, look), told)
        while not over.wait(BEAT / 4):
            if self._stopping.is_set():
                job.called_off = True
                raise _Gone
            self._say_alive()
        self._say_alive()
        return heard[0] if isinstance(heard[0], Seen) else Seen(wrong=heard[0].wrong)

    def _say_alive(self) -> None:
        """Of all that this process has in line."""
        if monotonic() - self._beaten >= BEAT:
            self._beaten = monotonic()
            self._mine().update(beat=timezone.now())


class _Progress:
    """Writes down how far it has come, a few times a second at most."""

    def __init__(self, mine: QuerySet[Analysis]) -> None:
        self._mine = mine
        self._written = 0.0

    def __call__(self, done: int, whole: int) -> None:
        if done == whole or monotonic() - self._written >= BEAT / 4:
            self._written = monotonic()
            if not self._mine.update(done=done, whole=whole):
                raise _Gone


#: one for each process
ANALYST = Analyst(MINDS)
