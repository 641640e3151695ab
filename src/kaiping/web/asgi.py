"""The application that the web server runs: Django, and beside it the streams of events."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections.abc import Callable
from multiprocessing import parent_process
from multiprocessing.connection import wait
from types import FrameType
from typing import Any

import django
from django.conf import settings
from django.db.backends.signals import connection_created
from django.utils.translation import gettext as _

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kaiping.web.settings")
django.setup(set_prefix=False)

from kaiping.web import metrics  # noqa: E402  Django must be set up first
from kaiping.web.address import believed, household  # noqa: E402
from kaiping.web.api.listening import PROGRAMS_PATH, by_token  # noqa: E402
from kaiping.web.connections import DOORS, Doors  # noqa: E402
from kaiping.web.games.game_cache import GAMES  # noqa: E402
from kaiping.web.games.hooks import POSTMAN  # noqa: E402
from kaiping.web.games.hub import Hub  # noqa: E402
from kaiping.web.games.looking_back import ANALYST  # noqa: E402
from kaiping.web.games.robots import BACKGROUND, keep_time  # noqa: E402
from kaiping.web.games.stream import PATH, stream  # noqa: E402
from kaiping.web.games.thoughts import THOUGHTS  # noqa: E402
from kaiping.web.games.tidying import keep_tidy  # noqa: E402
from kaiping.web.open_files import most_connections  # noqa: E402
from kaiping.web.pages import Pages, Receive, Scope, Send  # noqa: E402
from kaiping.web.warm import warm_up  # noqa: E402
from kaiping.web.workers import WORKER  # noqa: E402

#: seconds that a worker has to finish what it has begun when its supervisor is gone
_LAST_WORDS = 10


def _before_leaving(act: Callable[[], None]) -> None:
    """Streams never end by themselves, and the server waits for them before it tells us that it stops."""
    loop = asyncio.get_running_loop()
    if threading.current_thread() is not threading.main_thread():
        return
    for name in (signal.SIGINT, signal.SIGTERM):
        usual = signal.getsignal(name)

        def leave(number: int, frame: FrameType | None, usual: Any = usual) -> None:
            loop.call_soon_threadsafe(act)
            if callable(usual):
                usual(number, frame)

        signal.signal(name, leave)


def _end_with_the_supervisor() -> None:
    """A worker that is left alone would serve old code to whoever its socket is given, and nobody could stop it."""
    supervisor = parent_process()
    if supervisor is None:
        return

    def watch() -> None:
        wait([supervisor.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(_LAST_WORDS)
        os._exit(1)

    threading.Thread(target=watch, name="supervisor", daemon=True).start()


def _measure() -> None:
    """What the process tells of itself besides what it counts."""
    connection_created.connect(metrics.time_statements)
    metrics.CACHED.set_function(GAMES.__len__)
    metrics.CONNECTIONS.set_function(DOORS.__len__)
    WORKER.start()


class Application:
    """Starts what the process needs besides requests, and sorts the requests."""

    def __init__(self) -> None:
        self._pages = Pages()
        self._hub: Hub | None = None
        #: requests by caller: behind a proxy its connections say nothing
        self._doors = Doors(settings.CONNECTIONS, most_connections())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        scope = believed(scope, settings.PROXIES)
        with self._doors.entered(household(scope["client"][0]) if scope["client"] else "") as inside:
            await self._answer(scope, receive, send, inside=inside)

    async def _answer(self, scope: Scope, receive: Receive, send: Send, *, inside: bool) -> None:
        if not inside:
            sentence = _("Your address has too many pages open here. Close some, and try again.")
            await self._pages.refuse(429, sentence, scope, send)
        elif self._hub is not None and (match := PATH.fullmatch(scope["path"])):
            with metrics.STREAMS.track_inprogress():
                await stream(self._hub, match["key"], scope, receive, send)
        elif self._hub is not None and (match := PROGRAMS_PATH.fullmatch(scope["path"])):
            with metrics.STREAMS.track_inprogress():
                await stream(self._hub, match["key"], scope, receive, send, by_token)
        else:
            await self._pages(scope, receive, send)

    def _leave(self) -> None:
        ANALYST.stop()
        THOUGHTS.stop()
        if self._hub is not None:
            self._hub.stop()

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        _end_with_the_supervisor()
        _measure()
        self._hub = Hub()
        watching = asyncio.create_task(self._hub.run())
        _before_leaving(self._leave)
        await asyncio.to_thread(warm_up)
        BACKGROUND.add_forgotten()
        POSTMAN.start()
        tidying, ticking = asyncio.create_task(keep_tidy()), asyncio.create_task(keep_time())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        tidying.cancel()
        ticking.cancel()
        self._leave()
        BACKGROUND.stop()
        POSTMAN.stop()
        await asyncio.to_thread(ANALYST.join)
        await watching
        await send({"type": "lifespan.shutdown.complete"})


application = Application()
