"""How far the game is: which round, whose turn, what comes next."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from kaiping.flow.operating.frame import OperatingRound, president_of
from kaiping.flow.operating.powers import MoreTiles
from kaiping.flow.operating.round import OperatingRules
from kaiping.flow.shares import operating_order as by_price
from kaiping.flow.trains import Discards
from kaiping.game import Game


class Round(Struct, frozen=True, omit_defaults=True):
    """Which round it is; where a company has a turn in it also which, and in which step."""

    kind: str | None
    turn: int
    number: int
    of: int
    company: str | None = None
    step: str | None = None


def round_now(game: Game) -> Round:
    state = game.state
    kind = next((frame.called for frame in reversed(state.stack) if frame.called), None)
    turn, step = operating_turn(game), None
    if turn is not None:
        rules = game.title.frames[type(turn)]
        steps = rules.turn_steps(game.table(), turn) if isinstance(rules, OperatingRules) else ()
        step = steps[turn.step].name if 0 <= turn.step < len(steps) else None
    company = None if turn is None else turn.company
    return Round(kind, state.turn, state.round, state.set_rounds, company, step)


def steps_left(game: Game) -> tuple[str, ...]:
    """The steps of a company's turn from the present one on; none where it is no turn, or interrupted."""
    turn = game.state.stack[-1] if game.state.stack else None
    if not isinstance(turn, OperatingRound) or not turn.order:
        return ()
    rules = game.title.frames[type(turn)]
    steps = rules.turn_steps(game.table(), turn) if isinstance(rules, OperatingRules) else ()
    return tuple(step.name for step in steps[max(turn.step, 0) :])


def uninterrupted(game: Game) -> str | None:
    """The kind of round that goes on without anything in between that has to be answered first."""
    top = game.state.stack[-1] if game.state.stack else None
    return top.called or None if top is not None else None


def operating_turn(game: Game) -> OperatingRound | None:
    """The operating round in which some company has its turn, even if something interrupts it."""
    return next((one for one in reversed(game.state.stack) if isinstance(one, OperatingRound) and one.order), None)


def operating_order(game: Game, companies: Collection[str]) -> tuple[str, ...]:
    """Companies in the order in which they would operate now."""
    return (game.title.operating_order or by_price)(game.table(), tuple(companies))


def company_on_turn(game: Game) -> str | None:
    """The company or minor that acts, or that a question is about; None where a player acts for themselves."""
    for frame in reversed(game.state.stack):
        match frame:
            case Discards(companies):
                return companies[0]
            case OperatingRound():
                return frame.company if frame.order else None
            case MoreTiles(company):
                return company
            case _ if frame.called or hasattr(frame, "player"):
                return None
            case _ if getattr(frame, "minor", None) in game.state.minors:
                return str(getattr(frame, "minor", ""))
            case _ if getattr(frame, "company", None) in game.state.floated:
                return str(getattr(frame, "company", ""))
    return None


def decides_for(game: Game, company: str) -> str:
    """The player who decides for a company or a minor."""
    return president_of(game.table(), company)


def players_in_turn(game: Game) -> tuple[str, ...]:
    """Players in the order in which they act in this round, beginning with who is next; who acts now where none is."""
    players = game.state.players
    for frame in reversed(game.state.stack):
        if frame.called:
            if (first := getattr(frame, "player", None)) in players:
                start = players.index(first)
                return players[start:] + players[:start]
            order: tuple[str, ...] = getattr(frame, "order", ())
            return order if set(order) <= set(players) else game.acting
    return game.acting


def order_left(game: Game) -> tuple[str, ...]:
    """Companies and minors still to operate in this round; between rounds all companies that would."""
    for frame in game.state.stack:
        if isinstance(frame, OperatingRound):
            return frame.order
    return operating_order(game, game.state.floated)


def through(game: Game) -> frozenset[str]:
    """Companies and minors that are through with the operating round that is going on."""
    state = game.state
    rounds = [frame for frame in state.stack if isinstance(frame, OperatingRound)]
    waiting = {name for frame in rounds for name in frame.order}
    return frozenset(name for name in (*state.floated, *state.minors) if name not in waiting) if rounds else frozenset()
