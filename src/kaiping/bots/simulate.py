"""Whole games by bots, with every position checked."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any, TypedDict, Unpack

from msgspec import Struct

from kaiping import arguments
from kaiping.action import AnyAction, RunRoutes, to_json
from kaiping.bots import Bot
from kaiping.bots.own import any_bot as find_bot
from kaiping.definition import Definition
from kaiping.errors import BadInput
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.operating.round import OperatingRules
from kaiping.flow.operating.running import best_runs
from kaiping.game import Game, VariantLike
from kaiping.invariants import violations
from kaiping.referees import Moment, referee_for
from kaiping.referees.moment import Listing
from kaiping.titles import definition
from kaiping.view import seen_by

#: a game that takes more actions than this is held not to end
MOST_ACTIONS = 20_000
#: names of the seats
SEATS = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus")


Watch = Callable[[Game], None]


class Played(Struct, frozen=True):
    """One simulated game."""

    index: int
    actions: int
    #: why it ended; None if it did not
    ended: str | None
    #: phase, stock rounds and companies floated at the end
    phase: str
    turns: int
    floated: int
    #: those that were ever at work
    companies: tuple[str, ...]
    totals: dict[str, int]
    #: nobody where it did not end
    winners: tuple[str, ...] = ()
    violations: tuple[str, ...] = ()
    #: kind of decision -> how often the referee compared it
    compared: dict[str, int] = {}


class Report(Struct, frozen=True):
    """What came of a simulation."""

    games: int
    actions: int
    #: reason -> how many games ended for it
    ended: dict[str, int]
    violations: list[str]
    seconds: float
    #: kind of decision -> how often referees compared it
    compared: dict[str, int] = {}

    @property
    def actions_per_second(self) -> float:
        return self.actions / self.seconds if self.seconds else 0.0


class How(TypedDict, total=False):
    """How the games of a simulation are played."""

    #: one name for all seats, or a name for each
    bot: str | Bot | Sequence[str | Bot]
    #: invariants and proofs of best runs
    check: bool
    options: Sequence[str]
    #: rules of one's own, laid over the edition
    variant: VariantLike | None
    #: the second implementation of the title's rules watches too
    referee: bool
    #: is shown each game before its first action and after every one
    watch: Watch


def simulate(
    title: str,
    edition: str | None = None,
    players: int = 3,
    games: int = 1,
    seed: int = 0,
    **how: Unpack[How],
) -> Report:
    """Play games by bots; nothing is raised for what goes wrong in them, it is reported with seed and action.

    The same arguments give the same games.

    >>> simulate("1888", "2022", players=3, games=1, seed=1).violations
    []
    """
    began = time.perf_counter()
    played = list(played_games(title, edition, players, games, seed, **how))
    return report(played, time.perf_counter() - began)


def report(played: Iterable[Played], seconds: float) -> Report:
    """What came of games that took so long together."""
    games, actions, ended, wrong, compared = 0, 0, dict[str, int](), list[str](), Counter[str]()
    for game in played:
        games += 1
        actions += game.actions
        if game.ended is not None:
            ended[game.ended] = ended.get(game.ended, 0) + 1
        wrong += game.violations
        compared.update(game.compared)
    return Report(games, actions, ended, wrong, seconds, dict(compared))


def played_games(
    title: str,
    edition: str | None,
    players: int,
    games: int,
    seed: int,
    bot: str | Bot | Sequence[str | Bot] = "random",
    check: bool = True,
    options: Sequence[str] = (),
    variant: VariantLike | None = None,
    referee: bool = False,
    watch: Watch | None = None,
) -> Iterator[Played]:
    """The games of a simulation, one by one."""
    for what, number in (("the number of games", games), ("the number of players", players), ("the seed", seed)):
        arguments.number(what, number)
    if games < 0:
        raise BadInput(f"cannot play {games} games")
    if players < 0:
        raise BadInput(f"there are no games for {players} players")
    seats = _seats(players)
    chosen = [bot] * players if isinstance(bot, str) or hasattr(bot, "choose") else _several(bot)
    if len(chosen) != players:
        raise BadInput(f"{len(chosen)} bots cannot take {players} seats")
    bots = {seat: find_bot(one) if isinstance(one, str) else one for seat, one in zip(seats, chosen, strict=True)}
    printed = definition(title, edition, options, variant)
    Game(printed, players=seats, seed=seed)  # so that wrong input is refused, and not found in each game
    if referee and referee_for(printed) is None:
        played = ", ".join((f"{printed.title}:{printed.edition}", *printed.options))
        raise BadInput(f"there is no referee for {played}; referees know the printed editions without options")
    for index in range(games):
        yield play(printed, bots, seed, index, check, referee, watch)


def _seats(players: int) -> tuple[str, ...]:
    """Names for so many; a number for which there is no game is the title's to refuse, in its own words."""
    return (*SEATS[:players], *(f"player {number}" for number in range(len(SEATS) + 1, min(players, 100) + 1)))


def _several(bots: object) -> list[str | Bot]:
    """A bot for each seat."""
    found: list[Any] = list(bots) if isinstance(bots, Iterable) else [bots]
    for one in found:
        if not isinstance(one, str) and not hasattr(one, "choose"):
            raise BadInput(f"a bot is named, or has a method choose(game, rng); {arguments.quoted(one)} has none")
    return found


def unproven(game: Game, action: AnyAction) -> list[str]:
    """What is not known for certain about a run: whether there is none better."""
    if not isinstance(action, RunRoutes):
        return []
    runs = best_runs(game.table(), action.company).values()
    return [] if all(run.proven for run in runs) else [f"the best run of {action.company} is not proven"]


def play(
    printed: Definition,
    bots: dict[str, Bot],
    seed: int,
    index: int,
    check: bool = True,
    referee: bool = False,
    watch: Watch | None = None,
) -> Played:
    """One game to its end, to the first thing that goes wrong, or to the cap."""
    game = Game(printed, players=tuple(bots), seed=seed + index)
    rng = Random(f"{seed}/{index}")
    wrong: list[str] = []
    action: AnyAction | None = None
    number = 0
    watching = referee_for(game.definition) if referee else None
    if watch is not None:
        watch(game)
    try:
        if check:
            wrong += violations(game.table())
        if watching is not None:
            now = moment(game)
            wrong += watching.begin(now)
        while game.finished is None and not wrong:
            if number == MOST_ACTIONS:
                wrong.append("did not end")
                break
            seat = game.acting[0]
            action = bots[seat].choose(seen_by(game, seat), rng)
            number += 1
            if check:
                wrong += unproven(game, action)
            game.play(action)
            if check:
                wrong += violations(game.table())
            if watching is not None:
                before, now = now, moment(game)
                wrong += watching.see(before, action, now)
            if watch is not None:
                watch(game)
    except Exception as error:  # whatever is wrong with a game is told, and the others are played
        wrong.append(f"{type(error).__name__}: {error}")
    last = "" if action is None else f" {to_json(action).decode()}"
    where = f"{game.definition.title}:{game.definition.edition}, {len(bots)} players, seed {seed}, game {index}"
    return Played(
        index=index,
        actions=number,
        ended=game.finished,
        phase=game.state.phase,
        turns=game.state.turn,
        floated=len(game.state.floated),
        companies=tuple(sorted(game.state.operated)),
        totals=game.totals(),
        winners=game.winners(),
        compared=dict(watching.counts) if watching is not None else {},
        violations=tuple(f"{where}, action {number}{last}: {fault}" for fault in wrong),
    )


def moment(game: Game) -> Moment:
    """The present moment of a game, as referees see it."""
    state, rounds = game.state, game.title.rounds
    going_on = next((frame for frame in reversed(state.stack) if type(frame) in rounds), state.stack[0])
    company, step = "", ""
    if isinstance(going_on, OperatingRound) and going_on.order and going_on.step >= 0:
        rules = game.title.frames[OperatingRound]
        assert isinstance(rules, OperatingRules)
        company = going_on.company
        steps = rules.turn_steps(game.table(), going_on)
        step = steps[going_on.step].name if going_on.step < len(steps) else ""
    number = game.played

    def legal() -> Listing:
        listed = game.at(number).legal_actions()
        return [(action, listed.ranges.get(action)) for action in listed]

    return Moment(
        definition=game.definition,
        state=state,
        acting=game.acting,
        round=rounds.get(type(going_on), ""),
        frame=type(state.stack[-1]).__name__,
        company=company,
        step=step,
        events=game.last_events,
        legal=legal,
        worth=lambda: game.at(number).totals(),
    )
