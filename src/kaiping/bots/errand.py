"""What a bot is asked when it thinks elsewhere: data that a process can be sent, and the answer that comes back.

In it stands what the bot's seat may know, and nothing else: hidden figures and the seed of chance to come stay where
the game is. Whoever answers imagines what is missing.
"""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from kaiping.action import AnyAction, BuyTrain
from kaiping.arguments import one_line
from kaiping.bots import level
from kaiping.bots.imagined import imagined
from kaiping.definition import Variant
from kaiping.errors import KaipingError
from kaiping.flow.offers import Offer
from kaiping.game import GREATEST_SEED, Game
from kaiping.records.exact import check_told, state_data, state_from
from kaiping.state import Frame, State
from kaiping.titles import definition as find_definition
from kaiping.titles import title as find_title
from kaiping.view import seen_by

#: figures that may be hidden, and what stands for them on the way
_BANK = "bank"


class Errand(Struct, frozen=True, omit_defaults=True, tag="errand"):
    """A position as a seat may know it, and who thinks about it for how long."""

    level: str
    seat: str
    #: what chance hangs on: the same errand has the same answer, as far as time does not run out
    chance: str
    title: str
    edition: str
    options: tuple[str, ...]
    state: dict[str, Any]
    variant: Variant | None = None
    #: no longer than so many seconds
    seconds: float | None = None


class Answer(Struct, frozen=True, omit_defaults=True, tag="answer"):
    """What a bot plays; or why it has nothing to say."""

    action: AnyAction | None = None
    wrong: str = ""


def errand(game: Game, seat: str, name: str, chance: str) -> Errand:
    """What is asked of a level that takes a seat; the game may be whole, the errand is not."""
    printed = game.definition
    check_told(printed)
    seen = seen_by(game, seat)
    data = state_data(_writable(seen.state))
    if seen.bank is None:
        data[_BANK] = None
    return Errand(
        level(name).name, seat, chance, printed.title, printed.edition, printed.options, data, printed.variant
    )


def _writable(known: State) -> State:
    """A state in which something stands where a figure is hidden, so that each field is of its kind."""
    other = known.copy()
    other.bank = known.bank or 0
    other.stack = tuple(_with_price(frame) for frame in known.stack)
    return other


def _with_price(frame: Frame) -> Frame:
    """An offer whose price is hidden stands at the least that can be offered."""
    if isinstance(frame, Offer) and isinstance(frame.purchase, BuyTrain):
        hidden = getattr(frame.purchase, BuyTrain.number) is None
        return replace(frame, purchase=replace(frame.purchase, price=1)) if hidden else frame
    return frame


def game_of(asked: Errand) -> Game:
    """The game as the seat may know it, to think about."""
    title = find_title(asked.title)
    printed = find_definition(asked.title, asked.edition, asked.options, asked.variant)
    hidden = asked.state.get(_BANK, 0) is None
    known = state_from(title, printed, asked.state | {_BANK: 0} if hidden else asked.state)
    if hidden:
        known.bank = None  # type: ignore[assignment]
    rng = Random(f"{asked.chance}/imagined")
    state = imagined(printed, known, asked.seat, rng)
    return seen_by(
        Game.from_state(title, printed, state, rng.randrange(GREATEST_SEED) if printed.chance else None), asked.seat
    )


def answer(asked: Errand) -> Answer:
    """Think, here and now; a bot that stumbles says so."""
    try:
        bot = level(asked.level).make(asked.seconds)
        return Answer(bot.choose(game_of(asked), Random(asked.chance)))
    except KaipingError as wrong:
        return Answer(wrong=one_line(wrong))
    except Exception as wrong:  # a mistake in a bot must not end the process that others think in
        return Answer(wrong=f"{type(wrong).__name__}: {one_line(wrong)}")
