"""What a process does before its first request, so that nobody has to wait for it."""

from __future__ import annotations

import gc
import sys
from contextlib import suppress

from django.template.loader import render_to_string
from django.urls import get_resolver
from msgspec import Struct
from msgspec.json import Decoder

from kaiping.board.reach import prepare
from kaiping.draw.face import tile_face
from kaiping.game import Game
from kaiping.titles import TITLES, definition
from kaiping.web.games.unchanged import program
from kaiping.web.table import Around, Links, Viewer, page


def know_kinds() -> None:
    """Let msgspec look at every kind of data that the server reads, one after the other.

    It does so when a kind is first read, and where two threads do that at the same time the process dies (0.22).
    """
    get_resolver().url_patterns  # noqa: B018 - all views are loaded, and with them all kinds
    waiting = [Struct]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        with suppress(TypeError, NameError):  # kinds that are only made, never read
            Decoder(kind)


def warm_up() -> None:
    """Draw an empty table of every title: loads its data, the modules and the templates; then calm the collector.

    How track runs on each tile is worked out as well: the first page with many new tiles would pay for all of them. The
    fingerprint of the program is taken before its files can change.
    Positions in memory are many and never form cycles; looking through all of them again and again would stop every
    request for a moment.
    """
    know_kinds()
    for title in TITLES.values():
        printed = definition(title.name)
        for name, tile in printed.tiles.items():
            tile_face(printed, name).layout, tile.shapes
        prepare(printed.map)
        least = printed.players[0]
        game = Game(title.name, players=[f"Player {number}" for number in range(1, least + 1)])
        viewer = Viewer(name=None, seats=frozenset(game.players), may_undo=True)
        found = page(game, viewer, moment=None, links=Links(play="/"), around=Around())
        render_to_string("table/page.html", found)
    program()
    sys.setswitchinterval(0.001)  # a thread that waits for the database gets its turn back sooner
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
