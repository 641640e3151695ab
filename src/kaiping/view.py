"""What a seat may know of a game that hides something: the same names as the game's, with the hidden figures cut.

Hidden is what the definition says (``HiddenFacts``), for as long as the game goes on; when it is over all is open.

- The cash of the players: each seat knows its own. With it goes what would tell it: the bank, what others are worth,
  what others could do, and that they were passed over because they could do nothing.
- The treasuries of companies and minors: each president knows those of their own. With them goes what would tell them:
  the bank, what a president had to add for a train, what a merger brought, and what others could do.
- What chance still has in store: the seed, which nobody knows.
- What companies paid each other for trains: the presidents of the two companies know it. With it goes what would tell
  it: the treasuries of companies that others lead, offers and their refusal, what a president had to add.

A figure that is cut is None, and in tables by owner its row is left out. What is done in the open, such as a dividend
or the purchase of a share, stays open; whoever keeps accounts may draw their conclusions, as at any table.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

from msgspec.structs import replace

from kaiping import arguments
from kaiping.action import AnyAction, BuyTrain, Range
from kaiping.errors import BadInput
from kaiping.event import Event
from kaiping.flow.offers import Offer
from kaiping.flow.operating.frame import OperatingRound
from kaiping.flow.play import Play
from kaiping.game import ActionLike, Game
from kaiping.past import Moment
from kaiping.state import Frame, State
from kaiping.words import TREASURIES


def seen_by(game: Game, seat: str | None) -> Game:
    """The game as a seat may know it: the game itself where nothing is hidden, otherwise its view."""
    if not isinstance(game, Game):
        raise BadInput(f"that is not a game: {arguments.quoted(game)}")
    if seat is not None and seat not in game.players:
        raise BadInput(f"{arguments.quoted(seat)} does not sit at this game")
    return game.view(seat) if game.secret else game


class View(Game):
    """A game as one seat may know it, or as somebody who looks on (no seat).

    It cannot be played; ``copy`` gives a view of a copy, in which the seat may try actions of its own.
    """

    def __init__(self, game: Game, seat: str | None, *, trial: bool = False, hides: bool | None = None) -> None:
        if seat is not None and seat not in game.players:
            raise BadInput(f"{arguments.quoted(seat)} does not sit at this game")
        self.title, self.definition, self.players = game.title, game.definition, game.players
        self.seed = None  # chance still to come may hang on it
        self.unplayed, self.ages = None, game.ages
        self.bots = game.bots
        self.start = None  # its file cannot be had before the game is over; then there is no view
        self.seat = seat
        self._game = game
        self._trial = trial
        #: None: as the game does, so that its end opens the view
        self._hides = hides
        self._seen: tuple[State, State] | None = None

    # --- reading -----------------------------------------------------------------------------

    @property
    def hides(self) -> bool:
        """Whether something is cut; a view of an earlier moment goes by the game that it was taken from."""
        return self._game.hides if self._hides is None else self._hides

    @property
    def state(self) -> State:
        """The present position without what is hidden from the seat; the same object as long as it is the same."""
        whole = self._game.state
        if not self.hides and not self.definition.chance:
            return whole
        if self._seen is None or self._seen[0] is not whole:
            self._seen = whole, self._cut_state(whole)
        return self._seen[1]

    @property
    def actions(self) -> tuple[AnyAction, ...]:
        """The actions so far; a hidden price is cut."""
        actions = self._game.actions
        if not self.hides:
            return actions
        moment = self._game._moment
        return tuple(self._cut_action(action, moment(number).state) for number, action in enumerate(actions))

    @property
    def played(self) -> int:
        return self._game.played

    @property
    def last_action(self) -> AnyAction | None:
        action, game = self._game.last_action, self._game
        if action is None or not self.hides:
            return action
        return self._cut_action(action, game._moment(game.played - 1).state)

    def _events_at(self, number: int) -> list[Event]:
        moment = self._game._moment(number)
        after, events = moment.state, moment.events
        if not self.hides or not events:
            return events
        before = self._game._moment(max(number - 1, 0)).state
        return [self._cut_event(event, before, after) for event in events]

    def rounds(self) -> list[tuple[int, Event]]:
        return self._game.rounds()

    def turns(self) -> tuple[tuple[str, ...], bool]:
        return self._game.turns()

    def totals(self) -> dict[str, int]:
        """What the players are worth whose worth the seat may know."""
        totals = self._game.totals()
        cut = self.hides and self.definition.hidden.cash
        return {name: worth for name, worth in totals.items() if not cut or name == self.seat}

    # --- trying ------------------------------------------------------------------------------

    def play(self, action: ActionLike) -> None:
        if not self._trial:
            self._refuse("a view of a game cannot be played; play the game, or try it in a copy of the view")
        super().play(action)

    def undo(self) -> None:
        if not self._trial:
            self._refuse("a view of a game cannot be taken back")
        self._game.undo()

    def redo(self) -> None:
        self._refuse("a view of a game cannot be played on")

    def at(self, number: int) -> View:
        """The game as it was after so many actions, as the seat may know it now."""
        return View(self._game.at(number), self.seat, hides=self.hides)

    def moments(self, first: int = 0) -> Iterator[View]:
        return (View(game, self.seat, hides=self.hides) for game in self._game.moments(first))

    def copy(self) -> View:
        """A view of a copy, in which the seat may try actions of its own."""
        return View(self._game.blind_copy(), self.seat, trial=True, hides=self.hides)

    def _at_this_moment(self) -> View:
        return View(self._game._at_this_moment(), self.seat, trial=self._trial, hides=self._hides)

    #: a view knows nothing of chance to come; nor does any copy of it
    blind_copy = copy

    def view(self, seat: str | None = None) -> View:
        """A view cannot be widened: the view of another seat has to be asked of the game."""
        if seat != self.seat:
            self._refuse("a view shows one seat; ask the game for another")
        return self

    def save(self, file: str | Path, *, short: bool = False) -> None:
        if self._game.secret:
            self._refuse("a game that hides something can be saved from a seat only when it is over")
        self._game.save(file, short=short)

    def __repr__(self) -> str:
        return f"<view of {self.seat or 'nobody'}: {self._game!r}>"

    # --- inside ------------------------------------------------------------------------------

    def _table(self) -> Play:
        """Rules go by the whole position; what they answer about is limited to the seat."""
        return self._game._table()

    def _next_action(self) -> AnyAction | None:
        """Rules go by it, nobody is shown it: a price in it may be hidden."""
        return self._game._next_action()

    def _take(self, moment: Moment) -> None:
        self._game._take(moment)

    def _options(self) -> Iterator[tuple[AnyAction, Range | None]]:
        for action, open_number in self._game._options():
            if self._may_ask(action):
                yield action, open_number

    def _check(self, action: AnyAction) -> Play:
        if not self._may_ask(action):
            turn = self._game.seat_of(action) or "nobody"
            self._table().refuse("not_your_turn", actor=self.seat or "who looks on", turn=turn)
        return super()._check(action)

    def _may_ask(self, action: AnyAction) -> bool:
        """Whether an action is the seat's own: what others could do tells what they have."""
        return not self.hides or self._game.seat_of(action) == self.seat

    def _refuse(self, sentence: str) -> NoReturn:
        raise BadInput(sentence)

    # --- cutting -----------------------------------------------------------------------------

    def _leads(self, state: State, owner: str) -> bool:
        """Whether a company or minor is the seat's."""
        return self.seat is not None and self.seat in (state.presidents.get(owner), state.minors.get(owner))

    def _knows_cash(self, state: State, owner: str) -> bool:
        hidden = self.definition.hidden
        if owner in state.players:
            return owner == self.seat or not hidden.cash
        return not hidden.of_companies or self._leads(state, owner)

    def _cut_state(self, state: State) -> State:
        cut = state.copy()
        cut.seed = None
        cut.cash = {owner: cash for owner, cash in state.cash.items() if self._knows_cash(state, owner)}
        if self.definition.hidden.bank:
            # all money less the bank's would be everybody's; readers ask ``Game.bank``, which may be unknown
            cut.bank = None  # type: ignore[assignment]
        cut.stack = tuple(self._cut_frame(frame, state) for frame in state.stack)
        return cut

    def _knows_trade(self, trade: BuyTrain, state: State) -> bool:
        """Whether the price of a train is known: prices of the bank are, others to the two presidents."""
        between = {trade.company, trade.source} <= state.cash.keys()
        if not between or not self.definition.hidden.train_prices:
            return True
        return self._leads(state, trade.company) or self._leads(state, trade.source)

    def _cut_action(self, action: AnyAction, state: State) -> AnyAction:
        """An action without a hidden price, by the position in which it was played."""
        if isinstance(action, BuyTrain) and not self._knows_trade(action, state):
            return replace(action, price=None)
        return action

    def _cut_frame(self, frame: Frame, state: State) -> Frame:
        match frame:
            case Offer(BuyTrain() as trade):
                return replace(frame, purchase=self._cut_action(trade, state))
            case OperatingRound(refused=refused) if refused:
                known = tuple(one for one in refused if self._knows_refusal(one, frame.company, state))
                return replace(frame, refused=known)
        return frame

    def _knows_refusal(self, refused: tuple[str, str, int], company: str, state: State) -> bool:
        source, train, price = refused
        return source not in state.cash or self._knows_trade(BuyTrain(company, train, source, price), state)

    def _cut_event(self, event: Event, before: State, after: State) -> Event:
        hidden, data = self.definition.hidden, event.data
        match event.kind:
            case "train":
                trade = BuyTrain(data["company"], data["train"], data["source"], data["price"])
                return event if self._knows_trade(trade, after) else _without(event, "price")
            case "offer" if isinstance(top := after.stack[-1], Offer):
                return self._cut_offer(event, top, after)
            case "agreed" | "refused" if isinstance(top := before.stack[-1], Offer):
                return self._cut_offer(event, top, before)
            case kind if kind in TREASURIES and hidden.of_companies:
                owner, figure = TREASURIES[kind]
                knows = data[owner] == self.seat or self._leads(before, data[owner])
                return event if knows else _without(event, figure)
            case "passed" if hidden.cash and data["player"] != self.seat:
                return Event("passed", {"player": data["player"]})
            case "bank-broken" if hidden.bank:
                return Event("bank-broken", {})
        return event

    def _cut_offer(self, event: Event, offer: Offer, state: State) -> Event:
        purchase = offer.purchase
        if isinstance(purchase, BuyTrain) and not self._knows_trade(purchase, state):
            return _without(event, "price")
        return event


def _without(event: Event, figure: str) -> Event:
    data: dict[str, Any] = event.data | {figure: None}
    return Event(event.kind, data)
