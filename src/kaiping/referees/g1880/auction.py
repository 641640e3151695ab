"""The auction of the privates, one at a time; then the seats, and the investors."""

from __future__ import annotations

from kaiping.action import AnyAction, Bid, Choose, Pass, Range
from kaiping.referees.g1880.case import Case, Founding
from kaiping.referees.g1880.shares import found_further
from kaiping.referees.g1880.tables import FALLING, INVESTORS, PRIVATES, STEP
from kaiping.referees.seats import from_left_of, left_of
from kaiping.state import BANK, CLOSED, IPO


def least_bid(case: Case) -> int:
    """The asking price, or more than the highest bid, in fives (V.3, V.4, V.9)."""
    return case.course.bid + STEP if case.course.bidder else case.course.least


def options(case: Case) -> dict[AnyAction, Range | None]:
    """To bid what one has, or to pass (V.2, V.9)."""
    course, player = case.course, case.course.player
    found: dict[AnyAction, Range | None] = {Pass(player): None}
    most = case.ledger.cash[player] // STEP * STEP
    if most >= least_bid(case):
        found[Bid(player, course.private, least_bid(case))] = Range(least_bid(case), most, STEP)
    return found


def act(case: Case, action: AnyAction) -> None:
    course, player = case.course, case.course.player
    case.count("auction turn")
    if isinstance(action, Bid):
        right = action.price >= least_bid(case) and action.price % STEP == 0
        said = f"{player} bids {action.price} and should bid {least_bid(case)} or more in fives"
        case.wrong("bid", right, said, "V.9", "V.9")
        course.bid, course.bidder = action.price, player
    else:
        course.out.add(player)
    _speak(case, from_left_of(case.ledger.players, player))


def _speak(case: Case, line: list[str]) -> None:
    """The next who may still bid; who cannot pay is out (V.4, V.17)."""
    course, ledger = case.course, case.ledger
    for player in line:
        if player in course.out or player == course.bidder:
            continue
        if ledger.cash[player] >= least_bid(case):
            course.player = player
            return
        course.out.add(player)
    if course.bidder:
        _sell(case, course.bidder, course.bid)
    else:
        _nobody(case)


def _nobody(case: Case) -> None:
    """P0 and P1 become cheaper, and must be taken for nothing; of others the share round ends (V.10 to 19)."""
    course, ledger = case.course, case.ledger
    course.out.clear()
    if course.private in FALLING:
        case.count("price falls")
        course.least -= STEP
        if course.least == 0:
            _sell(case, course.opener, 0)
        else:
            _begin(case, course.opener)
        return
    case.count("income only")
    course.first_round = False
    pay_privates(case)
    ledger.turn += 1
    ledger.priority = left_of(ledger.players, course.last_buyer)
    ledger.note("priority", "", case.by("V.36", "V.31"))
    course.opener = ledger.priority
    _begin(case, course.opener)


def _begin(case: Case, opener: str) -> None:
    _speak(case, [opener, *from_left_of(case.ledger.players, opener)[:-1]])


def _sell(case: Case, player: str, price: int) -> None:
    course, ledger = case.course, case.ledger
    case.count("private sold")
    ledger.pay(player, BANK, price, case.by("V.5", "V.5"))
    ledger.give_private(course.private, player, case.by("V.5", "V.5"))
    course.last_buyer = player
    if course.private == "P6":
        course.founding = Founding(player, "BCR", 100, percent=20, free=True)
        course.question = "founding"
        found_further(case)
    else:
        next_private(case)


def next_private(case: Case) -> None:
    """In ascending order, begun by the player to the left of who began the one before (V.1, V.6 to 8)."""
    course = case.course
    names = list(PRIVATES)
    place = names.index(course.private) + 1
    if place == len(names):
        _seat(case)
        return
    course.private = names[place]
    course.least = PRIVATES[course.private][0]
    course.bid, course.bidder = 0, ""
    course.out.clear()
    course.opener = left_of(case.ledger.players, course.opener)
    _begin(case, course.opener)


def _seat(case: Case) -> None:
    """Who has least sits first and gets the marker; of equal ones the earlier of the old order (V.23 to 26)."""
    course, ledger = case.course, case.ledger
    case.count("seats")
    ledger.players = tuple(sorted(ledger.players, key=lambda player: ledger.cash[player]))
    ledger.note("players", "", case.by("V.25", "V.25"))
    ledger.priority = ledger.players[0]
    ledger.note("priority", "", case.by("V.24", "V.24"))
    course.kind, course.choosers = "draft", list(ledger.players)


def investors_left(case: Case) -> list[str]:
    return [minor for minor in INVESTORS if minor not in case.ledger.minors]


def choose_investor(case: Case, action: AnyAction) -> None:
    """Each player takes one; the BCR is the first company of who has it (V.27, 28, VII.1.1, VII.1.12)."""
    course, ledger = case.course, case.ledger
    if not isinstance(action, Choose) or action.option not in investors_left(case):
        case.wrong("investor", False, f"{action} chooses no investor", "V.27", "V.27")
        return
    case.count("investor chosen")
    player = course.choosers.pop(0)
    minor = action.option
    ledger.minors[minor] = player
    ledger.cash[minor] = 0
    ledger.note("minors", minor, case.by("V.27", "V.27"))
    if ledger.presidents.get("BCR") == player:
        ledger.hand(IPO, minor, "BCR", 10, case.by("VII.1.12", "VII.11"))
    if not course.choosers:
        for other in investors_left(case):
            ledger.close_investor(other)
            ledger.note("tokens", other, case.by("V.28", "V.28"))


def pay_privates(case: Case) -> None:
    """P1 to P5 pay their owners, until the first 4-train is bought (VI.1.12, VI.1.16)."""
    ledger = case.ledger
    if case.reached("B3"):
        return
    for private, (_, income) in PRIVATES.items():
        owner = ledger.privates[private]
        if owner not in (BANK, CLOSED):
            case.count("private income")
            ledger.pay(BANK, owner, income, case.by("VI.1.12", "VI.1.10"))
