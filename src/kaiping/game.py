"""The facade: one object that holds a game, what may be played in it, and how it came to be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from random import Random, SystemRandom
from time import perf_counter
from typing import Any, Literal, NamedTuple, assert_never, get_args, overload

import msgspec
from msgspec.structs import replace

from kaiping import arguments
from kaiping.action import Action, AnyAction, BuyTrain, Range, Route
from kaiping.advice import Advice
from kaiping.board.board import Board
from kaiping.definition import Definition
from kaiping.definition.faults import check_definition
from kaiping.errors import BadInput, IllegalAction, Reason
from kaiping.event import Event, round_begun
from kaiping.flow.operating.running import problem_of, trains_of
from kaiping.flow.play import Play
from kaiping.flow.rules import FrameRules, settle
from kaiping.flow.setup import new_table
from kaiping.flow.title import Title
from kaiping.past import Age, Moment, Past, Unplayed, ages_until
from kaiping.routes.check import Income, fault, incomes
from kaiping.routes.income import RunProblem
from kaiping.routes.search import Comparison, Run
from kaiping.state import State
from kaiping.titles import VariantLike as VariantLike
from kaiping.titles import definition as find_definition
from kaiping.titles import title as find_title
from kaiping.words import describe

#: an action, or the same as plain data: what files and the API write
ActionLike = AnyAction | Mapping[str, Any]

#: what can be drawn, how it looks, and in which language its places may be named alone
Picture = Literal["map", "market", "tiles"]
Look = Literal["light", "dark", "print"]
Names = Literal["en", "ja", "zh"]

#: seeds that a game without one draws are below this, so that any program can read them from a file
GREATEST_SEED = 2**53

#: what an action looks like
_SUCH = 'Pass(actor="Ann")'
_KINDS = msgspec.json.Decoder(AnyAction)
_ENCODER = msgspec.json.Encoder()


def as_action(action: ActionLike) -> AnyAction:
    """An action as it is, or made of plain data such as ``{"type": "pass", "actor": "Ann"}``.

    >>> as_action({"type": "bid", "player": "Ann", "private": "KT", "price": 25})
    Bid(player='Ann', private='KT', price=25)
    """
    if isinstance(action, Action):
        return action
    if isinstance(action, type) and issubclass(action, Action):
        raise BadInput(f"{action.__name__} is a kind of action; give it its fields, as in {_SUCH}")
    try:
        made: AnyAction = msgspec.convert(action, AnyAction)
    except msgspec.ValidationError as wrong:
        raise arguments.no_action(wrong) from None
    return made


class LegalActions(Sequence[AnyAction]):
    """The actions that may be played at the moment when they were asked for, whatever is played afterwards.

    Iterate, count, index, or ask whether one is ``in`` them.

    An action with an open number (a bid, a price between companies) stands here once with its least; ``ranges``
    has its least, greatest and step, and ``in`` answers for every number. Shares that are sold together for a train
    stand here in one order, and if there are very many sets the smallest and the kindest of them; ``in`` answers for
    all, in any order.
    """

    def __init__(self, game: Game) -> None:
        self._game = game._at_this_moment()
        self._actions: list[AnyAction] | None = None
        self._ranges: dict[AnyAction, Range] = {}

    def _listed(self) -> list[AnyAction]:
        if self._actions is None:
            self._actions = list(self._listing())
        return self._actions

    def _listing(self) -> Iterator[AnyAction]:
        """One after the other, for whoever needs no more than the first."""
        for action, open_number in self._game._options():
            if open_number is not None:
                self._ranges[action] = open_number
            yield action

    @property
    def ranges(self) -> dict[AnyAction, Range]:
        self._listed()
        return self._ranges

    @overload
    def __getitem__(self, index: int) -> AnyAction: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[AnyAction]: ...
    def __getitem__(self, index: int | slice) -> AnyAction | Sequence[AnyAction]:
        return self._listed()[index]

    def __iter__(self) -> Iterator[AnyAction]:
        return self._listing() if self._actions is None else iter(self._actions)

    def __len__(self) -> int:
        return len(self._listed())

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, AnyAction | Mapping):
            return False
        try:
            return self._game.why_not(action) is None
        except BadInput:
            return False

    def __repr__(self) -> str:
        return f"<{len(self)} legal actions>"


class Change(NamedTuple):
    """A figure before and after an action."""

    old: int
    new: int


class After:
    """What an action would bring: worked out once, as far as it is asked for, and no game has changed.

    It knows what the game knows that was asked: that of a view what its seat may know, and no chance to come.
    """

    def __init__(self, before: Game, action: AnyAction) -> None:
        self.before, self.action = before, action
        self._table = before._acted(action)

    def __repr__(self) -> str:
        return f"<after {self.action}>"

    @cached_property
    def game(self) -> Game:
        """The game with the action played, and all that follows by itself."""
        table, after = self.before.table(self._table.state.next()), self.before.copy()
        table.events += self._table.events
        settle(table)
        after._take(Moment(self.action, table.state, table.events))
        return after

    @property
    def state(self) -> State:
        return self.game.state

    @property
    def events(self) -> list[Event]:
        return self.game.last_events

    def event(self, kind: str) -> Event | None:
        """The first event of a kind."""
        return next((event for event in self.events if event.kind == kind), None)

    @property
    def worth(self) -> dict[str, Change]:
        """What each player is worth, as far as that is known."""
        new = self.game.totals()
        return {player: Change(old, new[player]) for player, old in self.before.totals().items()}

    @property
    def prices(self) -> dict[str, Change]:
        """The share prices that move."""
        cells, old, new = self.before.definition.market.cells, self.before.state.cells, self.state.cells
        both = {name: Change(cells[old[name]].price, cells[new[name]].price) for name in old if name in new}
        return {name: change for name, change in both.items() if change.old != change.new}

    @property
    def board(self) -> Board:
        """The board with what the action puts on it, before anything follows by itself."""
        return self._table.state.board

    def running(self, company: str, trains: tuple[str, ...] | None = None) -> RunProblem:
        """What there is to run on that board for a company: its trains, or others.

        A train that it buys is one of its trains, even where somebody must agree first.
        """
        self.before._check_runner(company, trains)
        return self._running(company, trains)

    def _running(self, company: str, trains: tuple[str, ...] | None) -> RunProblem:
        if isinstance(self.action, BuyTrain) and self.action.company == company:
            trains = trains_of(self._table, company)
            if trains == trains_of(self.before._table(), company):
                trains = (*trains, self.action.train)
        return problem_of(self._table, company, trains)


class Gain(NamedTuple):
    """What an action adds to the best run of a company: the best now, and the best right after it."""

    after: After
    before: Run
    run: Run

    @property
    def amount(self) -> int:
        return self.run.revenue - self.before.revenue

    @property
    def proven(self) -> bool:
        """Otherwise a better run may have been missed before or after it."""
        return self.before.proven and self.run.proven


class Game:
    """A game of one edition of a title and its options, from the setup to the present position.

    >>> game = Game("1888", players=["Ann", "Bo", "Cy"])
    >>> game.acting
    ('Ann',)
    >>> game.play(game.legal_actions()[1])
    >>> game.state.privates["KT"]
    'Ann'
    >>> game.undo()
    >>> game.state.privates["KT"]
    'bank'
    """

    def __init__(
        self,
        title: str | Definition,
        players: Sequence[str],
        *,
        edition: str | None = None,
        seed: int | None = None,
        options: Iterable[str] = (),
        variant: VariantLike | None = None,
    ) -> None:
        """A title by its name, or a definition of one's own instead of edition, options and variant."""
        #: in their seats at the start
        self.players: tuple[str, ...] = arguments.in_order("players", players)
        if isinstance(title, Definition):
            check_definition(title, len(self.players))
        #: what is played by
        self.definition: Definition = (
            find_definition(title, edition, options, variant) if not isinstance(title, Definition) else title
        )
        self.title: Title = find_title(self.definition.title)
        if isinstance(title, Definition) and (edition is not None or tuple(options) or variant is not None):
            raise BadInput("a definition says what is played: name no edition, option or variant beside it")
        seed = arguments.seed(seed)
        if seed is None and self.definition.chance:
            seed = SystemRandom().randrange(GREATEST_SEED)
        self.seed = seed
        #: the position that it was begun from, where that is not the setup
        self.start: State | None = None
        self.unplayed: Unplayed | None = None
        #: what of it was played by older rules
        self.ages: tuple[Age, ...] = ()
        #: player -> name of the bot in that seat, as a file says it for whoever plays on
        self.bots: Mapping[str, str] = {}
        table = new_table(self.definition, self.title, self.players, seed)
        #: moments before ``_first`` are those of the past
        self._past: Past | None = None
        self._first = 0
        self._moments: list[Moment] = [Moment(None, table.state, table.events)]
        self._at = 0

    @classmethod
    def from_state(cls, title: Title, definition: Definition, state: State, seed: int | None = None) -> Game:
        """A game that begins with a position; what led to it is not known."""
        game = cls.__new__(cls)
        game.title, game.definition = title, definition
        seed = arguments.seed(seed)
        if seed is None and definition.chance:
            seed = SystemRandom().randrange(GREATEST_SEED)
        game.seed, game.players, game.unplayed, game.ages = seed, state.players, None, ()
        game.bots = {}
        game.start = state.copy()
        game.start.seed = seed if definition.chance else None
        game._past, game._first, game._moments, game._at = None, 0, [Moment(None, game.start, [])], 0
        return game

    @classmethod
    def resumed(
        cls,
        title: Title,
        definition: Definition,
        players: Sequence[str],
        seed: int | None,
        past: Past,
        number: int,
        present: Moment,
    ) -> Game:
        """A game that stands after so many actions; what led there is in the past, and read when it is asked for."""
        game = cls.from_state(title, definition, present.state, seed)
        game.start, game.players, game._past = None, tuple(players), past
        game._first, game._at, game._moments = number, number, [present]
        return game

    # --- reading -----------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The present position; a value to read, not to change."""
        place = self._at - self._first
        return self._moments[place].state if place >= 0 else self._moment(self._at).state

    @property
    def actions(self) -> tuple[AnyAction, ...]:
        """The actions that led to the present position."""
        found = (self._moment(number).action for number in range(1, self._at + 1))
        return tuple(action for action in found if action is not None)

    @property
    def played(self) -> int:
        """How many actions led to the present position."""
        return self._at

    @property
    def events(self) -> list[Event]:
        """Everything that has happened so far."""
        return self.events_since(-1)

    @property
    def last_events(self) -> list[Event]:
        """What the latest action brought about."""
        return self.events_since(self.played - 1)

    @property
    def last_action(self) -> AnyAction | None:
        """The action that led to the present position; none at the start."""
        return self._moment(self._at).action

    def events_since(self, number: int) -> list[Event]:
        """What the actions after the first so many brought about; after -1, what the setup did too."""
        if not -1 <= arguments.number("the position", number) <= self.played:
            raise BadInput(f"the game has {self.played} actions, there is nothing since {number}")
        return [event for place in range(number + 1, self.played + 1) for event in self._events_at(place)]

    def turns(self) -> tuple[tuple[str, ...], bool]:
        """Companies and minors whose turn has begun in the operating round that goes on, in that order.

        And whether that is all: of a game that was begun from a position within the round it is not.
        """
        seen: list[str] = []
        for number in range(self.played, -1, -1):
            if number == self._first and self._past is not None and (before := self._past.turns()) is not None:
                return (*before, *reversed(seen)), True
            for event in reversed(self._events_at(number)):
                if event.kind == "operating-round":
                    return tuple(reversed(seen)), True
                if event.kind == "turn":
                    seen.append(event["company"])
        return tuple(reversed(seen)), False

    def rounds(self) -> list[tuple[int, Event]]:
        """The rounds so far, and the end: how many actions had been played when each began, and the event that says so.

        Of several that began with one action the last.
        """
        found = [] if self._past is None else [one for one in self._past.rounds() if one[0] < self._first]
        for number, moment in enumerate(self._moments, self._first):
            event = round_begun(moment.events)
            found += [] if event is None else [(number, event)]
        return [one for one in found if one[0] <= self._at]

    def log(self) -> list[str]:
        """Everything that has happened, in words."""
        return [self.describe(event) for event in self.events]

    def describe(self, event: Event) -> str:
        """An event in a sentence, hexes with the names of their places."""
        if not isinstance(event, Event):
            raise BadInput(f"that is not an event: {arguments.quoted(event)}")
        definition = self.definition
        printed = definition.map.hexes.get(event.data.get("hex", ""))
        places = {"hex": f"{event['hex']} {printed.name}"} if printed is not None and printed.name else {}
        return describe(event, definition.currency, pool=definition.shares.pool_limit is not None, places=places)

    @property
    def finished(self) -> str | None:
        """Why the game has ended, or None while it goes on."""
        return self.state.finished

    @property
    def acting(self) -> tuple[str, ...]:
        """Players who may act now."""
        if self.state.finished is not None:
            return ()
        table = self._table()
        return self._rules(table).actors(table)

    def totals(self) -> dict[str, int]:
        """What each player is worth: cash, shares at market price, privates; the final totals at the end."""
        from kaiping.flow.totals import totals

        return totals(self._table())

    def winners(self) -> tuple[str, ...]:
        """The players of greatest wealth; nobody before the end."""
        if self.finished is None:
            return ()
        totals = self.totals()
        return tuple(player for player, worth in totals.items() if worth == max(totals.values()))

    @property
    def bank(self) -> int | None:
        """What the bank has, if that is known."""
        return self.state.bank

    def cash(self, owner: str) -> int | None:
        """What a player, a company or a minor has, if that is known."""
        self._check_owner(owner)
        return self.state.cash.get(owner)

    def position(self) -> dict[str, Any]:
        """The position as plain data."""
        from kaiping.records.position import position

        return position(self)

    def table(self, state: State | None = None) -> Play:
        """The position as functions of the rules take it, as far as it may be known; or another one of the game."""
        return Play(self.definition, self.title, self.state if state is None else state)

    def seat_of(self, action: ActionLike) -> str | None:
        """The player who answers for an action: the one it names, or who acts for the company it names."""
        state, name = self.state, arguments.text("who acts", as_action(action).who)
        seat = name if name in state.players else state.minors.get(name) or state.presidents.get(name)
        if seat in state.players:
            return seat
        played = self._next_action()
        if played is None or played.who != name:  # what was played by older rules may name whom there is no more
            self._check_owner(name)
        return self.acting[0] if self.acting else None

    # --- what a seat may know ------------------------------------------------------------------

    @property
    def hides(self) -> bool:
        """Whether the seats do not all know the same; when the game is over everything is open."""
        return self.definition.hidden.any and self.state.finished is None

    @property
    def secret(self) -> bool:
        """Whether its file tells more than players may know: what the game hides from them, or chance still to come."""
        return self.hides or (self.definition.chance and self.state.finished is None)

    def view(self, seat: str | None = None) -> Game:
        """The game as a seat may know it, or without a seat as anybody may who looks on: to read, not to play."""
        from kaiping.view import View

        return View(self, seat)

    # --- playing -----------------------------------------------------------------------------

    def legal_actions(self) -> LegalActions:
        """Every action that may be played now."""
        return LegalActions(self)

    def why_not(self, action: ActionLike) -> Reason | None:
        """None if the action may be played, or the reason and the clause that forbid it."""
        try:
            self._check(as_action(action))
        except IllegalAction as refused:
            return refused.reason
        return None

    def play(self, action: ActionLike) -> None:
        """Play an action, or what a file writes for one; if it is refused nothing has changed."""
        action = as_action(action)
        table = self._acted(action)
        settle(table)
        self._take(Moment(action, table.state, table.events))

    def adopt(self, moment: Moment) -> None:
        """Go on to a position that was reached by other rules than those of today."""
        self._take(moment)

    def after(self, action: ActionLike) -> After:
        """What would come of an action; refused like a play."""
        return After(self.copy(), as_action(action))

    def gains(
        self,
        actions: Iterable[ActionLike] | None = None,
        company: str | None = None,
        trains: tuple[str, ...] | None = None,
        deadline: float | None = None,
        comparison: Comparison | None = None,
    ) -> dict[AnyAction, Gain]:
        """What each action would add to the best run of its company: tiles, tokens, trains; all legal ones by default.

        Actions that change nothing of what the company runs on are left out unless they are asked for. All may be
        weighed for one company, and as if it had other trains. What is not reached before the ``deadline``, a moment
        of ``time.perf_counter``, is left out. What chance would bring is not looked at. A ``comparison`` knows runs
        that have been searched for before.
        """
        if company is not None:
            self._check_runner(company, trains)
        if actions is not None and not isinstance(actions, Iterable):
            raise BadInput(f"actions is a list of actions, not {arguments.quoted(actions)}")
        if deadline is not None and not isinstance(deadline, int | float):
            raise BadInput(f"the deadline is a moment of time.perf_counter, not {arguments.quoted(deadline)}")
        blind, comparison, before = self.blind_copy(), comparison or Comparison(), dict[str, Run]()
        gains: dict[AnyAction, Gain] = {}
        for action in self.legal_actions() if actions is None else map(as_action, actions):
            if deadline is not None and perf_counter() > deadline:
                break
            name: str | None = company or getattr(action, "company", None)
            if name is None:
                continue
            if name not in before:
                before[name] = comparison.best_run(blind.running(name, trains), deadline=deadline)
            after = After(blind, action)
            what = after._running(name, trains)
            if actions is not None or what is not blind.running(name, trains):
                gains[action] = Gain(after, before[name], comparison.best_run(what, deadline=deadline))
        return gains

    def running(self, company: str, trains: tuple[str, ...] | None = None) -> RunProblem:
        """What there is to run for a company now: its trains, or others; its network and what stops pay."""
        self._check_runner(company, trains)
        return problem_of(self._table(), company, trains)

    def undo(self) -> None:
        """Take the latest action back."""
        if self._at == 0:
            raise BadInput("there is nothing to undo")
        self._at -= 1

    def redo(self) -> None:
        """Play an undone action again."""
        if self._at == self._length:
            raise BadInput("there is nothing to redo")
        self._at += 1

    def at(self, number: int) -> Game:
        """The game as it was after so many actions, as a game of its own."""
        if not 0 <= arguments.number("the position", number) <= self._length:
            count = "1 action" if self._length == 1 else f"{self._length} actions"
            raise BadInput(f"the game has {count}, there is no position {number}")
        other = self.copy()
        other._at = number
        return other

    def moments(self, first: int = 0) -> Iterator[Game]:
        """The game after so many actions, after one more, and so on: each a game of its own, which may be kept."""
        whole = self.at(min(arguments.number("the first position", first), self._at))
        for number in range(first, self._at + 1):
            yield whole.at(number)

    def copy(self) -> Game:
        """A game of its own that may be played on; the positions so far are shared."""
        other = Game.__new__(Game)
        other.title, other.definition, other.seed = self.title, self.definition, self.seed
        other.players, other.start, other.unplayed, other.ages = self.players, self.start, self.unplayed, self.ages
        other.bots = self.bots
        other._past, other._first, other._moments, other._at = self._past, self._first, list(self._moments), self._at
        return other

    def _at_this_moment(self) -> Game:
        """The same for whoever asks later."""
        return self.copy()

    def blind_copy(self) -> Game:
        """A copy in which nothing happens by chance, to try actions in without learning what is to come."""
        other, present = self.copy(), self._moment(self._at)
        blind = present.state.next()
        other.seed = blind.seed = None
        other._put(self._at, replace(present, state=blind))
        return other

    def advice(self, seat: str | None = None, level: str = "club", *, seed: int = 0) -> Advice:
        """What a bot of some level would play in a seat that is to act, what it compared, and why.

        It knows what the seat may know. The same position, level and seed give the same advice.
        """
        from kaiping.bots import adviser
        from kaiping.view import seen_by

        if not self.acting:
            raise BadInput("the game is over, there is nothing to advise")
        seat = self.acting[0] if seat is None else arguments.text("the seat", seat)
        if seat not in self.acting:
            raise BadInput(f"{arguments.quoted(seat)} is not to act; it is the turn of {', '.join(self.acting)}")
        number = arguments.number("the seed", seed)
        return adviser(level).advise(seen_by(self, seat), Random(f"{number}/{self.played}"))

    # --- pictures and files --------------------------------------------------------------------

    def svg(
        self,
        routes: Run | Sequence[Route] = (),
        *,
        what: Picture = "map",
        company: str | None = None,
        width: int = 1200,
        theme: Look = "light",
        language: Names | None = None,
    ) -> str:
        """The map, the market or the tiles, as a picture; on the map a run, or some routes.

        With a ``company`` the key of a map says who runs the routes, and what they bring. Places are named in English
        and in the language of the country, or in one ``language`` alone.
        """
        from kaiping.draw.manifest import tiles_svg
        from kaiping.draw.map import map_svg
        from kaiping.draw.market import market_svg
        from kaiping.draw.png import check_width
        from kaiping.draw.routes import check_routes
        from kaiping.draw.theme import THEMES

        check_width(width)
        arguments.one_of("picture", what, get_args(Picture))
        arguments.one_of("theme", theme, THEMES)
        arguments.one_of("language", language, (None, *get_args(Names)))
        if isinstance(routes, Run):
            routes = routes.routes
        arguments.all_of("routes", routes, Route, "as best_run(...).routes has them")
        if company is not None:
            arguments.one_of("company", company, (*self.definition.companies, *self.definition.minors))
        printed, state, look = self.definition, self.state, THEMES[theme]
        match what:
            case "map":
                check_routes(printed.map, routes)
                earned = self._earned(company, routes) if company is not None else ()
                return map_svg(
                    *(printed, state.board),
                    phase=state.phase,
                    routes=tuple(routes),
                    width=width,
                    waiting=state.waiting_tokens,
                    theme=look,
                    language=language,
                    earned=earned,
                )
            case "market" | "tiles" if routes:
                raise BadInput("routes are drawn on the map, not on another picture")
            case "market":
                return market_svg(printed, state.market, width=width, theme=look)
            case "tiles":
                lost = state.lost_tiles
                return tiles_svg(printed, state.board, lost, phase=state.phase, width=width, theme=look)
            case _:
                assert_never(what)

    def png(
        self,
        routes: Run | Sequence[Route] = (),
        *,
        what: Picture = "map",
        company: str | None = None,
        width: int = 1200,
        theme: Look = "light",
        language: Names | None = None,
    ) -> bytes:
        """The same as PNG, so many pixels wide; it needs the extra ``pictures``."""
        from kaiping.draw.png import to_png

        return to_png(self.svg(routes, what=what, company=company, width=width, theme=theme, language=language))

    def _repr_svg_(self) -> str:
        """Notebooks show a game as its map."""
        return self.svg()

    def _earned(self, company: str, routes: Sequence[Route]) -> tuple[str, ...]:
        """Who runs and what for, and then what each of the routes brings."""
        money, owner = self.definition.money, {**self.definition.companies, **self.definition.minors}[company]
        name = owner.name if owner.name.startswith(company) else f"{company} {owner.name}"
        if not routes:
            return (f"{name}: no route",)
        problem = self.running(company, tuple(route.train for route in routes))  # which it need not have yet, or still
        if (wrong := fault(problem, routes)) is not None:
            why = Reason(wrong.code, None, wrong.figures, self.definition.currency)
            raise BadInput(f"that is no run of {company} on this board: {why}")

        def words(income: Income, *, parts: bool) -> str:
            """The revenue; what of it is no value of a stop; and what goes to the treasury besides."""
            bonus, fee = (sum(amount for _name, amount in some) for some in (income.bonuses, income.fees))
            with_bonus = f" with a bonus of {money(bonus)}" if parts and bonus else ""
            less = f" after a fee of {money(fee)}" if parts and fee else ""
            besides = f", and {money(income.subsidy)} for the treasury" if income.subsidy else ""
            return f"{money(income.revenue)}{with_bonus}{less}{besides}"

        found = incomes(problem, routes)
        whole = Income(sum(one.revenue for one in found), sum(one.subsidy for one in found), ())
        return (f"{name}: {words(whole, parts=False)}", *(words(one, parts=True) for one in found))

    def save(self, file: str | Path, *, short: bool = False) -> None:
        """Write the game to a file in the native format; in short without the positions, by their digests only."""
        from kaiping.records.native import save

        save(self, arguments.path(file), short=short)

    # --- inside ----------------------------------------------------------------------------------

    def _acted(self, action: AnyAction) -> Play:
        """The table right after an action, of which nothing has followed yet; refused like a play."""
        table = self._check(action)
        table.state = table.state.next()
        self._rules(table).apply(table, action)
        return table

    @property
    def _length(self) -> int:
        """How many actions there are, with those taken back."""
        return self._first + len(self._moments) - 1

    def _moment(self, number: int) -> Moment:
        place = number - self._first
        if place >= 0:
            return self._moments[place]
        assert self._past is not None
        return self._past.moment(number)

    def _next_action(self) -> AnyAction | None:
        """What was played next, where this is an earlier moment of a game."""
        return self._moment(self._at + 1).action if self._at < self._length else None

    def _events_at(self, number: int) -> list[Event]:
        """What an action brought about, as far as it may be known."""
        return self._moment(number).events

    def _take(self, moment: Moment) -> None:
        """Go on to the moment after an action."""
        self._put(self._at + 1, moment)
        if self.ages:
            self.ages = ages_until(self.ages, self._at)
        self._at += 1

    def _put(self, number: int, moment: Moment) -> None:
        """Put a moment into its place, after which there is none."""
        if number < self._first:
            self._first, self._moments = number, []
        if number <= self._length:
            del self._moments[number - self._first :]
        self._moments.append(moment)

    def _table(self) -> Play:
        """The whole position, by which the rules go."""
        return self.table()

    def _rules(self, table: Play) -> FrameRules:
        return self.title.frames[type(table.state.stack[-1])]

    def _options(self) -> Iterator[tuple[AnyAction, Range | None]]:
        if self.state.finished is None:
            table = self._table()
            yield from self._rules(table).options(table)

    def _check(self, action: AnyAction) -> Play:
        """The table as it is, on which an action may be played; else it is refused."""
        table = self._table()
        if table.state.finished is not None:
            table.refuse("game_over", where=table.state.finished)
        try:
            _KINDS.decode(_ENCODER.encode(action))
        except (msgspec.ValidationError, TypeError) as wrong:
            raise arguments.no_action(wrong) from None
        self._rules(table).check(table, action)
        return table

    def _check_owner(self, name: str) -> None:
        """Somebody who can own cash here."""
        name, printed = arguments.text("an owner", name), self.definition
        if name not in self.players and name not in printed.companies and name not in printed.minors:
            raise BadInput(f"there is no player, company or minor {arguments.quoted(name)} in this game")

    def _check_runner(self, company: str, trains: Sequence[str] | None) -> None:
        """A company or minor that there is, and kinds of trains that there are."""
        company, printed = arguments.text("a company", company), self.definition
        if company not in printed.companies and company not in printed.minors:
            known = ", ".join((*printed.companies, *printed.minors))
            raise BadInput(f"there is no company {arguments.quoted(company)} in this game; there are {known}")
        for name in () if trains is None else arguments.names("trains", trains):
            if name not in printed.trains:
                raise BadInput(
                    f"there is no train {arguments.quoted(name)} in this game; there are {', '.join(printed.trains)}"
                )

    def __repr__(self) -> str:
        state = self.state
        printed, own = self.definition, self.definition.variant
        what = (f"{printed.title}:{printed.edition}", *printed.options, *((own.name,) if own else ()))
        return f"<{', '.join(what)}, {self._at} actions, turn {state.turn}>"
