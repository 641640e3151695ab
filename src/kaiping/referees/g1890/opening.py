"""The initial stock round: purchases, bids, contests, prices that are set, and what follows when all pass."""

from __future__ import annotations

from kaiping.action import AnyAction, Bid, Par, Pass, Range
from kaiping.referees.g1890 import shares
from kaiping.referees.g1890.case import Case
from kaiping.referees.g1890.tables import MINORS, PARS, PRESIDENT
from kaiping.referees.seats import from_left_of, left_of
from kaiping.state import BANK, IPO

#: least over the face value and over another bid (9.1.3.1)
STEP = 5
#: by how much the first private falls in a game turn in which it was not sold (9.3.1)
FALL = 5


def owner(case: Case, name: str) -> str:
    return case.ledger.minors[name] if name in MINORS else case.ledger.privates[name]


def unsold(case: Case) -> list[str]:
    """What the bank still has, in the order of the scenario."""
    return [name for name in case.scenario.row if owner(case, name) == BANK]


def free_cash(case: Case, player: str, but: str = "") -> int:
    """Cash that is not set aside for bids, or only for that on one company (9.1.3.1.3 to 5)."""
    bound = sum(bids.get(player, 0) for name, bids in case.course.bids.items() if name != but)
    return case.ledger.cash[player] - bound


def asked(case: Case, name: str) -> int:
    """The face value; only Arima's falls (9.3.1.4)."""
    if name in MINORS:
        return MINORS[name][0]
    return case.course.first_price if name == "AR" else case.scenario.privates[name][0]


def highest(case: Case, name: str) -> int:
    return max(case.course.bids.get(name, {}).values(), default=0)


def options(case: Case) -> dict[AnyAction, Range | None]:
    """What the player whose turn it is may do; a bid stands here with its least price (9.1)."""
    course, player = case.course, case.course.player
    if course.par_for:
        return {Par(course.par_by, course.par_for, price): None for price in PARS}
    found: dict[AnyAction, Range | None] = {Pass(player): None}
    if course.contested:
        _add_bid(case, found, course.contested, highest(case, course.contested) + STEP)
        return found
    first, *others = unsold(case)
    price = asked(case, first)
    if free_cash(case, player) >= price:
        found[Bid(player, first, price)] = Range(price, price)
    for name in others:
        _add_bid(case, found, name, max(highest(case, name), asked(case, name)) + STEP)
    return found


def _add_bid(case: Case, found: dict[AnyAction, Range | None], name: str, least: int) -> None:
    player = case.course.player
    most = free_cash(case, player, name)
    if most >= least:
        found[Bid(player, name, least)] = Range(least, most)


def act(case: Case, action: AnyAction) -> None:
    course, player = case.course, case.course.player
    if isinstance(action, Par):
        _set_price(case, action)
    elif isinstance(action, Bid):
        if course.contested:
            course.bids[course.contested][player] = action.price
            _speak(case)
            return
        course.passes, course.last_dealer = 0, player
        if action.private == unsold(case)[0]:
            course.face_buyer = player
            _hand_over(case, action.private, player, asked(case, action.private))
            _resolve(case)
        else:
            course.bids.setdefault(action.private, {})[player] = action.price
            course.player = left_of(case.ledger.players, player)
    elif course.contested:
        course.contenders.remove(player)
        _speak(case)
    else:
        course.passes += 1
        course.player = left_of(case.ledger.players, player)


def _hand_over(case: Case, name: str, player: str, price: int) -> None:
    """The price is paid; shares, capital and tokens come with it; some set the price of a company (7.1, 7.2, 9.4)."""
    ledger, scenario = case.ledger, case.scenario
    case.count("company of the initial round sold")
    case.course.bids.pop(name, None)
    ledger.pay(player, BANK, price, case.by("9.1.2.1"))
    if name in MINORS:
        _, capital, homes, _ = MINORS[name]
        ledger.minors[name] = player
        ledger.note("minors", name, case.by("7.2.2"))
        ledger.pay(BANK, name, capital, case.by("7.2.4"))
        if homes:
            ledger.tokens[name] = tuple(sorted(homes))
            ledger.note("tokens", name, case.by("7.2.5"))
    else:
        ledger.privates[name] = player
        ledger.note("privates", name, case.by("7.1.1"))
    if name in scenario.attached:
        ledger.hand(IPO, player, scenario.attached[name], 10, case.by("C.8.1.13"))
    if name == "OM" and scenario.osaka_municipal:
        case.course.par_for, case.course.par_by = "OS", player
    elif name == "OE":
        case.course.par_for, case.course.par_by = "KN", player


def _set_price(case: Case, action: Par) -> None:
    """The buyer of Osaka Municipal also has the Subway's president's certificate; Kinki's waits (9.4, C.8.4.31)."""
    course, ledger = case.course, case.ledger
    right = (action.company, action.player) == (course.par_for, course.par_by) and action.price in PARS
    case.wrong("price set", right, f"{action.player} sets the price of {action.company}", "9.4.1")
    shares.set_price(case, action.company, action.price)
    if action.company == "OS":
        ledger.hand(IPO, action.player, "OS", PRESIDENT, case.by("C.8.1.18"))
        ledger.presidents["OS"] = action.player
        ledger.note("presidents", "OS", case.by("C.8.1.18"))
    course.par_for = course.par_by = ""
    _resolve(case)


def _resolve(case: Case) -> None:
    """While the first has bids it is sold: to the only bidder, or among several (9.1.4)."""
    course = case.course
    while unsold(case) and not course.par_for:
        name = unsold(case)[0]
        bids = course.bids.get(name, {})
        if len(bids) > 1:
            course.contested, course.contenders = name, list(bids)
            course.player = max(bids, key=lambda player: bids[player])
            _speak(case)
            return
        if not bids:
            break
        (winner,) = bids
        _hand_over(case, name, winner, bids[winner])
    course.player = left_of(case.ledger.players, course.face_buyer)


def _speak(case: Case) -> None:
    """The next contender clockwise who has not bid most; who is left alone buys (9.1.4.4 to 7)."""
    course = case.course
    bids = course.bids[course.contested]
    first = max(bids, key=lambda player: bids[player])
    for player in from_left_of(case.ledger.players, course.player):
        if player in course.contenders and player != first:
            course.player = player
            return
    name, course.contested, course.contenders = course.contested, "", []
    case.count("auction among several")
    _hand_over(case, name, first, bids[first])
    _resolve(case)


def over(case: Case) -> bool:
    """Have all passed in sequence (9.3.2)?"""
    return case.course.passes >= len(case.ledger.players)


def interrupt(case: Case) -> None:
    """The card lies left of who bought or bid last; if nobody did it stays (8.1.2, 8.6.2)."""
    course, ledger = case.course, case.ledger
    case.count("initial round interrupted")
    if course.last_dealer:
        ledger.priority = left_of(ledger.players, course.last_dealer)
    ledger.note("priority", "", case.by("8.1.2"))


def go_on(case: Case) -> None:
    """In the next game turn it goes on with the card; Arima at nothing is its holder's (9.3.1, 9.3.4)."""
    course = case.course
    course.kind, course.passes, course.last_dealer = "opening", 0, ""
    course.player = case.ledger.priority
    if unsold(case)[0] == "AR":
        course.first_price = max(0, course.first_price - FALL)
        if course.first_price == 0:
            course.face_buyer = course.last_dealer = course.player
            _hand_over(case, "AR", course.player, 0)
            _resolve(case)
