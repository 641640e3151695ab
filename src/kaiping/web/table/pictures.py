"""Pictures for the page: the map, tiles, and hexes as they would be."""

from __future__ import annotations

import re
from collections import OrderedDict
from threading import Lock

from django.utils.safestring import SafeString, mark_safe

from kaiping.board.board import Board
from kaiping.definition import Definition
from kaiping.draw.face import Face, hex_face, tile_face
from kaiping.draw.map import map_svg, proportion
from kaiping.draw.tile import face_svg
from kaiping.draw.variables import PAGE
from kaiping.game import Game
from kaiping.state import State

#: width and height give way to those of the style sheet
_SIZE = re.compile(r' width="[\d.]+" height="[\d.]+"', flags=re.ASCII)


#: how many times as large names are while a map is small, by its shape: so that they can be read at 1280 by 720
_AFAR = {"tall": 2.15, "square": 1.8, "wide": 1.65}

#: maps that are kept, some 250 KB each: one for each game that is being played
MOST_MAPS = 256
#: the maps used last, by board, phase and tokens that wait; the board is held too, so that no other can have its id
_maps: OrderedDict[tuple[int, str, tuple[tuple[str, tuple[str, ...]], ...]], tuple[Board, SafeString]] = OrderedDict()
_lock = Lock()


def map_picture(game: Game) -> SafeString:
    """The live map of a position; most actions leave it as it is, so it is kept for the next."""
    board, phase, waiting = game.state.board, game.state.phase, game.state.waiting_tokens
    key = (id(board), phase, tuple(waiting.items()))
    with _lock:
        found = _maps.get(key)
        if found is not None:
            _maps.move_to_end(key)
            return found[1]
    picture = map_svg(game.definition, board, phase=phase, waiting=waiting, theme=PAGE, live=True, afar=afar(game))
    drawn = mark_safe(_sizeless(picture))
    with _lock:
        _maps[key] = board, drawn
        while len(_maps) > MOST_MAPS:
            _maps.popitem(last=False)
    return drawn


def shape(game: Game) -> str:
    """How the map lies on a desk: a wide one above the sheet, a high one beside it."""
    wide = proportion(game.definition.map)
    return "tall" if wide < 0.75 else "square" if wide < 1.1 else "wide"


def afar(game: Game) -> float:
    """How many times as large names are while the map is small on the screen."""
    return _AFAR[shape(game)]


def hex_picture(definition: Definition, state: State, hex_id: str, phase: str, *, afar: float = 0) -> SafeString:
    """One hex as it lies in a position, with the values of a phase; with ``afar`` to be shown upon a map, too."""
    waiting = state.waiting_tokens.get(hex_id, ())
    return _face(definition, hex_face(definition, state.board, hex_id, phase, waiting), afar)


def tile_picture(definition: Definition, tile: str, rotation: int = 0) -> SafeString:
    """One tile by itself."""
    return _face(definition, tile_face(definition, tile, rotation))


def _face(definition: Definition, face: Face, afar: float = 0) -> SafeString:
    return mark_safe(_sizeless(face_svg(face, definition, theme=PAGE, afar=afar)))


def _sizeless(svg: str) -> str:
    return _SIZE.sub("", svg, count=1)
