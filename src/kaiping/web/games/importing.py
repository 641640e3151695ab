"""Game files that people bring along: read strictly, and with a limit on the work they may cause."""

from __future__ import annotations

import time
from collections.abc import Iterator

from django.utils.translation import gettext as _

from kaiping.arguments import one_line
from kaiping.errors import BadInput
from kaiping.game import Game
from kaiping.records import native, site18xx
from kaiping.records.exact import MARK, from_position, has_code, is_position
from kaiping.records.files import parse_json, unpacked

#: seconds of work that a file may cause; the longest games that people have played take a fifth of it
MOST_SECONDS = 0.8


def read_game(data: bytes) -> Game:
    """The game in a file of either format or from a position, plain or compressed, with everything checked."""
    try:
        data = unpacked(data)
        if has_code(data):
            return _printed(from_position(data.decode(errors="replace")))
        content = parse_json(data)
        if is_position(content):
            return _printed(from_position(content))
        steps = _native(content) if native.is_native(content) else _site(content)
        until = time.thread_time() + MOST_SECONDS
        game = next(steps)
        for game in steps:  # noqa: B007  the last one counts
            if time.thread_time() > until:
                raise BadInput(_("the file takes too long to play"))
    except BadInput:
        raise
    except (TypeError, ValueError, LookupError, AttributeError, RecursionError, OverflowError) as wrong:
        raise BadInput(_("the file is not a game: %s") % one_line(wrong)) from None
    return game


def read_pasted(text: str) -> Game:
    """The game from a position, or a file, that somebody has pasted; most of what is neither is not even JSON."""
    data = text.encode(errors="replace")
    if not has_code(data):
        try:
            parse_json(data)
        except BadInput:
            sentence = _("this is not a position; paste all of its text, or its code, which begins with “%s”")
            raise BadInput(sentence % f"{MARK}:") from None
    return read_game(data)


def _printed(game: Game) -> Game:
    """A game that tables can hold: they keep the edition and the names of options."""
    if game.definition.variant is not None:
        raise BadInput(_("a game by a variant of somebody's own cannot be played on a server"))
    return game


def _native(content: dict[str, object]) -> Iterator[Game]:
    file = native.read(content)
    game = _printed(native.start(file))
    yield game
    for _number in native.play_on(game, file):
        yield game


def _site(content: dict[str, object]) -> Iterator[Game]:
    file = site18xx.read(content)
    yield site18xx.start(file)
    for game, _step in site18xx.steps(file):
        yield game
