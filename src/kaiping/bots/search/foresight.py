"""What companies earn in a future that is only thought of: today's best runs, growing to what others have come to."""

from __future__ import annotations

from typing import Any

from kaiping.board.board import Board
from kaiping.bots.averages import averages, together
from kaiping.bots.habits import USUAL, Habits, trained
from kaiping.event import Event
from kaiping.flow.operating.running import problem_of, trains_of
from kaiping.flow.play import Play
from kaiping.flow.title import Title
from kaiping.flow.trains import on_sale
from kaiping.routes.search import Comparison
from kaiping.state import State

#: part of the difference to the average that is left after an operating round
SLOWNESS = 0.55
#: trains for which the best run is worked out
EXACT = 3
#: dividends are thought to grow by so much until the end
GROWTH = 1.15
#: trains that leave the depot in an operating round
SALES = 2.0
#: how sure another train is, at least, for a company whose trains have rusted and that has no money
UNSURE = 0.4
#: fields that a marker is thought to go to the right at most
MOST_STEPS = 8


class Future(Play):
    """A position that may come; it counts operating rounds, and keeps no log but of passes, which rules count."""

    __slots__ = ("left", "rounds")

    def __init__(self, now: Play, title: Title, state: State) -> None:
        super().__init__(now.definition, title, state)
        #: operating rounds that have begun since today
        self.rounds = 0
        #: the round for which was last guessed how many are still to come, and the guess
        self.left: tuple[tuple[int, int, str], float] = ((0, 0, ""), 0.0)

    def log(self, event: str, **data: Any) -> None:
        if event == "operating-round":
            self.rounds += 1
        elif event == "passed":
            self.events.append(Event(event, data))


class Foresight:
    """The incomes of one position and of those that may follow it."""

    def __init__(self, today: Play, player: str | None = None) -> None:
        self.today = today
        #: who alone is thought to play by what has been learned, the others like casual bots; None: all do
        self.player = player
        self._averages = averages(today.title)
        self.habits = trained(today.title)
        self._comparison = Comparison()
        self._single: dict[tuple[str, str], int] = {}
        self._now: dict[tuple[str, tuple[str, ...]], tuple[int, int]] = {}
        self._boards: dict[str, Board] = {}
        self._later: dict[tuple[str, tuple[str, ...], str], float] = {}
        #: what shares bring to the end, by all that it hangs on; see ``Glance``
        self.shares: dict[tuple[object, ...], float] = {}

    def habits_of(self, player: str) -> Habits:
        """How a player is thought to play in what may come."""
        return self.habits if self.player in (None, player) else USUAL

    def figure(self, name: str) -> float:
        """One of the title's own figures, as it has been learned."""
        found = self.habits.own.get(name)
        return self.today.title.thoughts.figure(name) if found is None else found

    def _board(self, company: str) -> Board:
        """Today's board with the company's home tokens on it."""
        found = self._boards.get(company)
        if found is None:
            found = self.today.state.board
            for home in [stop for stop, owners in found.reserved.items() if company in owners]:
                found = found.with_token(company, home)
            self._boards[company] = found
        return found

    def single(self, company: str, kind: str) -> int:
        """What one train of a kind would earn the company today."""
        found = self._single.get((company, kind))
        if found is None:
            what = problem_of(self.today, company, (kind,), self._board(company))
            found = self._single[company, kind] = self._comparison.best_run(what).revenue
        return found

    def now(self, company: str, trains: tuple[str, ...]) -> tuple[int, int]:
        """What trains would earn the company on today's board: revenue and what is for its treasury."""
        key = (company, trains)
        found = self._now.get(key)
        if found is None:
            found = self._now[key] = self._worked_out(company, trains)
        return found

    def _worked_out(self, company: str, trains: tuple[str, ...]) -> tuple[int, int]:
        """Exactly for a few trains and for those that it has, from single ones for others."""
        if len(trains) <= EXACT or trains == tuple(sorted(self.today.state.trains.get(company, ()))):
            run = self._comparison.best_run(problem_of(self.today, company, trains, self._board(company)))
            return run.revenue, run.subsidy
        return int(together(self.single(company, kind) for kind in trains)) // 10 * 10, 0

    def later(self, company: str, trains: tuple[str, ...], phase: str) -> float:
        """What trains may come to earn the company: its network grows to what its best train has earned in other games.

        What a second train adds today it adds in proportion; where one has no track of its own it adds nothing.
        """
        key = (company, trains, phase)
        found = self._later.get(key)
        if found is None:
            kinds, now = self.today.definition.trains, self.now(company, trains)[0]
            best, usual = max((self.single(company, kind), self._averages.of(kinds[kind], phase)) for kind in trains)
            most = sum(self._averages.of(kinds[kind], phase) for kind in trains)
            found = self._later[key] = min(most, now * usual / best) if now and best else usual
        return found

    def of(self, table: Play, company: str, trains: tuple[str, ...]) -> tuple[int, int]:
        """What trains would earn the company in a position that may come."""
        if not trains:
            return 0, 0
        trains = tuple(sorted(trains))
        revenue, subsidy = self.now(company, trains)
        if isinstance(table, Future) and table.rounds:
            later = self.later(company, trains, table.state.phase)
            if later > revenue:
                revenue += int((later - revenue) * (1 - SLOWNESS**table.rounds)) // 10 * 10
        return revenue, subsidy

    def earns(self, table: Play, company: str) -> tuple[int, int]:
        """The income of a run that is only thought of."""
        return self.of(table, company, trains_of(table, company))

    def income(self, table: Play, company: str) -> int:
        """What a company is thought to earn in an operating round, with the train that it can buy if it has none."""
        state = table.state
        trains = state.trains.get(company, ())
        if not trains:
            kinds = on_sale(table)
            if not kinds:
                return 0
            capital = state.cash[company]
            if company not in state.floated:
                capital = table.definition.shares.capital_shares * state.par.get(company, 0)
            if capital < kinds[0].price:
                return 0
            trains = (kinds[0].name,)
        return self.of(table, company, trains)[0]

    @staticmethod
    def trains_until(table: Play, kind: str) -> int:
        """How many trains must leave the depot before one of that kind can."""
        left = 0
        for name in table.definition.trains:
            if name == kind:
                break
            left += table.state.depot.get(name, 0)
        return left

    def lasting(self, table: Play, company: str) -> bool:
        """Has the company a train that will not rust within the next few sales?"""
        kinds = table.definition.trains
        for name in table.state.trains.get(company, ()):
            rusted_by = kinds[name].rusted_by
            if rusted_by is None or self.trains_until(table, rusted_by) > USUAL.soon:
                return True
        return False

    def share(self, table: Play, company: str, rounds: float) -> float:
        """What a share brings who keeps it for so many rounds: dividends that grow a little, and its price then."""
        market, cell = table.definition.market, table.state.cells[company]
        income = self.income(table, company)
        if not income:
            now, less = market.cells[cell].price, market.cells[market.left(cell)].price
            return max(0.0, 2 * less - now)
        for _ in range(min(int(rounds), MOST_STEPS)):
            cell = market.right(cell)
        paid = self._paid(table, company, rounds, income)
        return paid * (1 + USUAL.track_growth * rounds) / 10 + market.cells[cell].price

    def _paid(self, table: Play, company: str, rounds: float, income: int) -> float:
        """What a company pays in so many rounds: with each train for as long as it lasts, then with the next one."""
        kinds, trains = table.definition.trains, table.state.trains.get(company, ())
        lives = [self._life(table, kinds[name].rusted_by, rounds) for name in trains]
        if not trains or min(lives) >= rounds:
            return rounds * income
        paid = begun = 0.0
        for life in sorted(set(lives)):
            lasting = tuple(name for name, ends in zip(trains, lives, strict=True) if ends >= life)
            paid += (life - begun) * self.of(table, company, lasting)[0]
            begun = life
        return paid + (rounds - begun) * self._next_income(table, company) if begun < rounds else paid

    def _life(self, table: Play, rusted_by: str | None, rounds: float) -> float:
        """Of so many rounds those in which a train still runs."""
        return rounds if rusted_by is None else min(rounds, self.rounds_until(table, rusted_by))

    def _next_income(self, table: Play, company: str) -> float:
        """What a company earns when all its trains have rusted: it is the less sure the more it lacks for another."""
        kinds = on_sale(table)
        if not kinds:
            return 0.0
        kind = kinds[-1]
        sure = min(1.0, max(UNSURE, table.state.cash[company] / kind.price))
        return sure * self.of(table, company, (kind.name,))[0]

    def rounds_until(self, table: Play, kind: str) -> float:
        """Operating rounds before a train of a kind is sold."""
        tell = table.title.thoughts.rounds_until
        if tell is not None:
            return tell(table, kind, self.figure)
        return (self.trains_until(table, kind) + 1) / SALES

    def rounds_left(self, table: Play) -> float:
        """A guess at the operating rounds still to come after a position; in a future it stays for a round."""
        if not isinstance(table, Future):
            return self._rounds_left(table)
        now = (table.state.turn, table.state.round, table.state.phase)
        if table.left[0] != now:
            table.left = (now, self._rounds_left(table))
        return table.left[1]

    def _rounds_left(self, table: Play) -> float:
        tell = table.title.thoughts.rounds
        if tell is not None:
            return tell(table, self.figure)
        state = table.state
        left = self._averages.left(state.turn)
        if table.definition.bank is not None and state.bank is not None:
            paid = sum(self.earns(table, company)[0] for company in state.floated)
            if paid:
                left = min(left + 3, max(1.0, state.bank / (paid * GROWTH)))
        return left
