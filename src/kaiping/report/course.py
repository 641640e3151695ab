"""What happened round by round: what players were worth, what companies earned, which trains they had."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from kaiping.event import ROUNDS, Event
from kaiping.game import Game
from kaiping.phrases import by_round
from kaiping.words import GREAT


class Mark(Struct, frozen=True):
    """A round, the number of actions played when it began, and what the players were worth then."""

    name: str
    number: int
    worth: dict[str, int]


class Revenue(Struct):
    """What a company or minor earned in an operating round, and what became of it."""

    earned: int = 0
    paid: int = 0
    kept: int = 0


class Train(Struct, frozen=True):
    """A train that a company got: in which round, with which action, for how much if it was bought."""

    kind: str
    round: str
    number: int
    price: int | None


class Great(Struct, frozen=True):
    """Something to remember: after how many actions, in which round, what, and in words."""

    number: int
    round: str
    event: Event


class Course:
    """The rounds of a game; every moment is to be handed in, in order."""

    def __init__(self) -> None:
        self.marks: list[Mark] = []
        #: names of the operating rounds
        self.operating: list[str] = []
        #: company or minor -> operating round -> what it earned there
        self.revenues: dict[str, dict[str, Revenue]] = {}
        self.trains: dict[str, list[Train]] = {}
        self.great: list[Great] = []
        self._round = ""
        self._number = -1
        self._owned: dict[str, tuple[str, ...]] = {}

    def take(self, position: Game) -> None:
        self._number += 1
        rounds = by_round(position, self._round)
        for name, events in rounds:
            self._take_round(position, name)
            for event in events:
                self._take_event(event)
        self._take_trains(position, next((name for name, _events in rounds if name), ""))

    def round_at(self, number: int) -> str:
        """The round that went on when an action was played."""
        return next((mark.name for mark in reversed(self.marks) if mark.number < number), "")

    def _take_round(self, position: Game, name: str) -> None:
        if name in ("", self._round):
            return
        self._round = name
        if self.marks and self.marks[-1].number == self._number:  # nobody was asked anything in the one before
            self.marks.pop()
        self.marks.append(Mark(name, self._number, position.totals()))

    def _take_event(self, event: Event) -> None:
        if event.kind == "operating-round":
            self.operating.append(f"{event['turn']}.{event['round']}")
        elif event.kind in ("run", "paid", "withheld") and self.operating:
            row = self.revenues.setdefault(event["company"], {}).setdefault(self.operating[-1], Revenue())
            if event.kind == "run":
                row.earned = max(row.earned, event["revenue"])
            elif event.kind == "paid":
                row.paid += event["amount"]
            else:
                row.kept += event["amount"]
            row.earned = max(row.earned, row.paid + row.kept)
        if event.kind == "floated" or event.kind in GREAT - ROUNDS:
            self.great.append(Great(self._number, self._round, event))

    def _take_trains(self, position: Game, round_name: str) -> None:
        """Trains are told with the round in which they were bought, though another begins with it."""
        owned = position.state.trains
        if owned == self._owned:
            return
        makers = (*position.definition.companies, *position.definition.minors)
        for owner in makers:
            new = Counter(owned.get(owner, ())) - Counter(self._owned.get(owner, ()))
            prices = [
                (event["train"], event["price"])
                for event in position.last_events
                if event.kind == "train" and event["company"] == owner
            ]
            for kind in new.elements():
                price = next((price for train, price in prices if train == kind), None)
                self.trains.setdefault(owner, []).append(Train(kind, round_name, self._number, price))
        self._owned = dict(owned)
