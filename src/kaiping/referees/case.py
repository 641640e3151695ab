"""What every referee has before them: how far the game has come, an account of the position, what they have found."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Generic, NamedTuple, TypeVar

from msgspec import Struct, field

from kaiping.action import AcquirePrivate, AnyAction, BuyPrivate, BuyTrain, Dividend, LayTile, Pass, Range
from kaiping.board.map import Hex
from kaiping.board.tile import Tile
from kaiping.definition import Definition
from kaiping.referees.findings import Findings
from kaiping.referees.grid import Grid, operating_order
from kaiping.referees.ledger import Ledger
from kaiping.referees.moment import Moment
from kaiping.referees.seats import from_left_of, left_of
from kaiping.state import IPO

#: actions that may be played, each with the range of its open number if it has one
Options = dict[AnyAction, Range | None]


class CommonCourse(Struct):
    """How far the game has come, as far as it cannot be seen on the table."""

    #: the part of the game that is played, by the title's name for it
    kind: str
    #: whose turn it is outside of operating rounds
    player: str
    #: how many players have passed in sequence
    passes: int = 0
    #: the player on turn in a stock round has bought or sold; who did so last in the round
    dealt: bool = False
    last_dealer: str = ""
    #: player and company of shares sold in this stock round
    sold: set[tuple[str, str]] = field(default_factory=set)
    #: who operates and at which step, and what its run has brought
    company: str = ""
    step: str = ""
    revenue: int = 0


#: the steps of a company's turn; what may be done at any point is asked for at its end
STEPS = ("track", "token", "run", "dividend", "trains", "privates")


class ClassicCourse(CommonCourse):
    """The same where a row of things is auctioned first, and others may be asked for trains and privates."""

    #: price of the first private, which falls
    first_price: int = 0
    #: private or minor -> player -> bid
    bids: dict[str, dict[str, int]] = field(default_factory=dict)
    #: what bidders contend for, and who of them is left
    contested: str = ""
    contenders: list[str] = field(default_factory=list)
    #: who bought last at the asking price
    face_buyer: str = ""
    #: companies and minors that have had their turn in this operating round
    done: set[str] = field(default_factory=set)
    first_turn: bool = False
    #: what the company has done in its turn
    did: set[str] = field(default_factory=set)
    #: train and its owner, or private -> the highest price refused in this turn
    refused: dict[tuple[str, str], int] = field(default_factory=dict)
    #: an offer that waits for an answer
    offer: BuyTrain | BuyPrivate | AcquirePrivate | None = None
    #: the bank has run out of money
    broken: bool = False

    def begin_round(self) -> None:
        self.kind, self.company, self.step = "operating", "", ""
        self.done.clear()

    def begin_turn(self, company: str) -> None:
        self.company, self.step, self.revenue = company, STEPS[0], 0
        self.did.clear()
        self.refused.clear()

    def next_step(self) -> bool:
        """Go on to the next step of the turn; false after the last one."""
        place = STEPS.index(self.step) + 1
        if place < len(STEPS):
            self.step = STEPS[place]
        return place < len(STEPS)

    def end_turn(self) -> None:
        self.done.add(self.company)
        self.company = self.step = ""


class Laying(NamedTuple):
    """A tile that is laid, and where."""

    printed: Hex
    tile: Tile
    #: the tile that lies there
    before: tuple[str, int] | None
    #: the colour of that, or the one printed
    color: str


Course_co = TypeVar("Course_co", bound=CommonCourse, covariant=True)
Ledger_co = TypeVar("Ledger_co", bound=Ledger, covariant=True)


class CommonCase(Struct, Generic[Course_co, Ledger_co]):
    """One action, and what must come of it.

    A clause is named by its number in the newest book and, if there is another book, its number there.
    """

    definition: Definition
    grid: Grid
    course: Course_co
    ledger: Ledger_co
    findings: Findings
    before: Moment
    after: Moment

    def by(self, clause: str, older: str = "") -> str:
        """A clause in full, in the book that is played by."""
        book = self.definition.clauses
        return f"{book}:{older if older and not book.endswith('-2022') else clause}"

    def wrong(self, kind: str, holds: bool, sentence: str, clause: str, older: str = "") -> bool:
        """Compare one decision; true if it holds."""
        return self.findings.compare(kind, holds, sentence, self.by(clause, older))

    def count(self, kind: str, number: int = 1) -> None:
        self.findings.counts[kind] += number

    def price(self, company: str) -> int:
        return self.grid.prices[self.ledger.cells[company]]

    @property
    def all_passed(self) -> bool:
        """Have all players passed in sequence?"""
        return self.course.passes >= len(self.ledger.players)

    def end_game(self, why: str, clause: str, older: str = "") -> None:
        self.count("end of the game")
        self.course.kind, self.ledger.finished = "over", why
        self.ledger.note("finished", "", self.by(clause, older))

    def price_of(self, company: str, source: str) -> int:
        """The starting price from the initial offering, the present one from the pool."""
        return self.ledger.par[company] if source == IPO else self.price(company)

    def begin_stock_round(self) -> None:
        """It starts with the holder of the priority."""
        course = self.course
        course.kind, course.player = "stock", self.ledger.priority
        course.passes, course.dealt, course.last_dealer = 0, False, ""
        course.sold.clear()

    def deal(self) -> None:
        """The player on turn in a stock round has bought or sold."""
        self.course.dealt, self.course.last_dealer = True, self.course.player

    def end_stock_turn(self) -> None:
        """Who has neither sold nor bought has passed; then the next clockwise."""
        course = self.course
        course.passes = 0 if course.dealt else course.passes + 1
        course.dealt = False
        course.player = left_of(self.ledger.players, course.player)

    def raise_sold_out(self, companies: Iterable[str], clause: str, older: str = "") -> None:
        """Each of them rises, in the order in which they operate."""
        for company in operating_order(self.grid, self.ledger.cells, self.ledger.stacks, companies):
            self.count("sold out")
            self.ledger.put(company, self.grid.up(self.ledger.cells[company]), self.by(clause, older))

    def pass_priority_on(self, clause: str, older: str = "") -> None:
        """It goes to the left of who dealt last; if nobody did it stays."""
        if self.course.last_dealer:
            self.ledger.priority = left_of(self.ledger.players, self.course.last_dealer)
        self.ledger.note("priority", "", self.by(clause, older))

    def settle_president(self, company: str, clause: str, older: str = "") -> None:
        """Who has more than the president takes over; of equal ones the next clockwise from the president."""
        ledger = self.ledger
        president = ledger.presidents.get(company)
        if president is None:
            return
        line = from_left_of(ledger.players, president)[:-1]
        first = max(line, key=lambda player: ledger.held(player, company))
        if ledger.held(first, company) > ledger.held(president, company):
            self.count("change of president")
            ledger.presidents[company] = first
        ledger.note("presidents", company, self.by(clause, older))

    def compare_capital(self, capital: int, clause: str, older: str = "") -> None:
        """Every player starts with the same."""
        for player in self.before.state.players:
            cash = self.before.state.cash[player]
            self.wrong("starting capital", cash == capital, f"{player} starts with {cash}", clause, older)

    def compare_tiles(self, tile: str, clause: str, older: str = "") -> None:
        """No more of them lie on the map than there are."""
        used = sum(1 for name, _ in self.ledger.tiles.values() if name == tile)
        holds = used <= self.definition.tile_counts[tile]
        self.wrong("tiles left", holds, f"there are not {used} tiles {tile}", clause, older)

    def laying(self, action: LayTile) -> Laying:
        """What is laid on what; it is counted."""
        self.count("tile")
        printed, before = self.definition.map.hexes[action.hex], self.ledger.tiles.get(action.hex)
        color = self.definition.tiles[before[0]].color if before else printed.color
        return Laying(printed, self.definition.tiles[action.tile], before, color)

    def compare_color(self, company: str, laying: Laying, order: Sequence[str], clause: str, older: str = "") -> None:
        """White hexes get the first colour of the order, others the next one."""
        color = laying.tile.color
        following = order[0] if laying.color == "white" else dict(pairwise(order)).get(laying.color)
        said = f"{company} lays a {color} tile on a {laying.color} hex"
        self.wrong("colour of a tile", color == following, said, clause, older)

    def compare_open_color(self, color: str, phase: str, colors: Collection[str], clause: str, older: str = "") -> None:
        said = f"{color} tiles are not available in phase {phase}"
        self.wrong("colour of a tile", color in colors, said, clause, older)

    def compare_not_asked(self, options: Iterable[AnyAction], clause: str, older: str = "") -> None:
        """Whoever was not asked about trains had nothing to decide."""
        open_ones = [action for action in options if not isinstance(action, Pass)]
        said = f"{self.course.company} was not asked about trains and could {open_ones[:1]}"
        self.wrong("train step passed over", not open_ones, said, clause, older)

    def compare_revenue(self, company: str, revenue: int, clause: str, older: str = "") -> None:
        claimed = self.after.state.revenue.get(company)
        said = f"{company} has run for {claimed}, and its routes are worth {revenue}"
        self.wrong("revenue", claimed == revenue, said, clause, older)

    def compare_account(self, after: Ledger, default: str) -> None:
        """The whole position beside the engine's; the clause is for what no clause has been applied to."""
        self.count("position")
        for sentence, clause in self.ledger.differences(after, default):
            self.findings.sentences.append(f"{sentence} ({clause})")

    def compare_asked(self, expected: Collection[str], clause: str, older: str = "") -> None:
        """Those who are asked are among those who should be, and there are some if there should be."""
        acting = self.after.acting
        holds = set(acting) <= set(expected) and bool(acting) == bool(expected)
        said = f"{', '.join(acting) or 'nobody'} is asked, and should be {' or '.join(expected) or 'nobody'}"
        self.wrong("who is asked", holds, said, clause, older)

    def compare_listed(
        self, kind: str, own: Mapping[AnyAction, Range | None], kinds: tuple[type, ...], clause: str, older: str = ""
    ) -> None:
        """The listed actions, of some kinds or all, beside the referee's own list, each with its open number."""
        listed = {action: span for action, span in self.after.legal() if not kinds or isinstance(action, kinds)}
        faults = [f"{action} is not listed" for action in own.keys() - listed.keys()]
        faults += [f"{action} is listed and not allowed" for action in listed.keys() - own.keys()]
        faults += [
            f"{action} is listed for {listed[action]}, and should be for {own[action]}"
            for action in own.keys() & listed.keys()
            if listed[action] != own[action]
        ]
        for said in faults:
            self.wrong(kind, False, said, clause, older)
        self.count(kind)

    def compare_dividends(self, kinds: tuple[type, ...], clause: str, older: str = "") -> None:
        """Whoever has a revenue may pay it or keep it."""
        company, revenue = self.course.company, self.course.revenue
        own: Options = {Dividend(company, "pay"): None, Dividend(company, "withhold"): None} if revenue else {}
        self.compare_listed("dividend step", own, kinds, clause, older)

    def compare_totals(self, besides: Callable[[str], int], clause: str, older: str = "") -> None:
        """What every player is worth at the end: cash, shares at their prices, and what the title counts besides."""
        ledger, worth = self.ledger, self.after.worth()
        for player in ledger.players:
            own = ledger.cash[player] + besides(player)
            own += sum(ledger.held(player, name) // 10 * self.price(name) for name in ledger.cells)
            said = f"{player} is worth {worth.get(player)} at the end, and should be {own}"
            self.wrong("final total", worth.get(player) == own, said, clause, older)
