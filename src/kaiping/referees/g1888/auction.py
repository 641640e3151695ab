"""The auction of the privates: purchases, bids, contests, and what follows when all pass."""

from __future__ import annotations

from kaiping.action import AnyAction, Bid, Pass, Range
from kaiping.referees.g1888.case import Case
from kaiping.referees.seats import from_left_of, left_of
from kaiping.state import BANK

#: least over the face value and over another bid
STEP = 5


def unsold(case: Case) -> list[str]:
    """Privates of the bank in the order of their values, the cheapest first."""
    return [name for name in case.edition.privates if case.ledger.privates[name] == BANK]


def free_cash(case: Case, player: str, but: str = "") -> int:
    """Cash that is not bound by bids, or only by that on one private (VI.8, VI.19)."""
    bound = sum(bids.get(player, 0) for name, bids in case.course.bids.items() if name != but)
    return case.ledger.cash[player] - bound


def face_value(case: Case, private: str) -> int:
    return case.course.first_price if private == "KT" else case.edition.privates[private][0]


def options(case: Case) -> dict[AnyAction, Range | None]:
    """What the player whose turn it is may do; a bid stands here with its least price (VI.2 to 10, VI.17, 18)."""
    course, player = case.course, case.course.player
    found: dict[AnyAction, Range | None] = {Pass(player): None}
    if course.contested:
        _add_bid(case, found, course.contested, highest(case, course.contested) + STEP)
        return found
    cheapest, *others = unsold(case)
    if free_cash(case, player) >= face_value(case, cheapest):
        price = face_value(case, cheapest)
        found[Bid(player, cheapest, price)] = Range(price, price)
    for private in others:
        _add_bid(case, found, private, max(highest(case, private), face_value(case, private)) + STEP)
    return found


def _add_bid(case: Case, found: dict[AnyAction, Range | None], private: str, least: int) -> None:
    player = case.course.player
    most = free_cash(case, player, private)
    if most >= least:
        found[Bid(player, private, least)] = Range(least, most)


def highest(case: Case, private: str) -> int:
    return max(case.course.bids.get(private, {}).values(), default=0)


def act(case: Case, action: AnyAction) -> None:
    course, player = case.course, case.course.player
    if isinstance(action, Bid):
        if course.contested:
            course.bids[course.contested][player] = action.price
            _speak(case)
        elif action.private == unsold(case)[0]:
            course.passes = 0
            course.face_buyer = player
            _hand_over(case, action.private, player, face_value(case, action.private))
            _resolve(case)
        else:
            course.passes = 0
            course.bids.setdefault(action.private, {})[player] = action.price
            course.player = left_of(case.ledger.players, player)
    elif course.contested:
        course.contenders.remove(player)
        _speak(case)
    else:
        course.passes += 1
        course.player = left_of(case.ledger.players, player)


def _hand_over(case: Case, private: str, player: str, price: int) -> None:
    case.findings.counts["private sold"] += 1
    course, ledger = case.course, case.ledger
    ledger.pay(player, BANK, price, case.by("VI.2", "VI.3.2"))
    ledger.privates[private] = player
    ledger.note("privates", private, case.by("VI.2", "VI.3.2"))
    course.bids.pop(private, None)
    course.last_dealer = player
    ledger.priority = left_of(ledger.players, player)
    ledger.note("priority", "", case.by("VII.2.4", "VI.2.4"))


def _resolve(case: Case) -> None:
    """While the cheapest has bids it is sold: to the only bidder, or among several (VI.12 to 14, VI.21 to 23)."""
    course = case.course
    while unsold(case):
        private = unsold(case)[0]
        bids = course.bids.get(private, {})
        if len(bids) > 1:
            course.contested = private
            course.contenders = list(bids)
            lowest = min(bids, key=lambda player: bids[player])
            course.player = from_left_of(case.ledger.players, lowest)[-2]
            _speak(case)
            return
        if not bids:
            break
        (winner,) = bids
        _hand_over(case, private, winner, bids[winner])
    course.player = left_of(case.ledger.players, course.face_buyer)


def _speak(case: Case) -> None:
    """The next contender clockwise who has not bid most; who is left alone buys (VI.15, 16)."""
    course = case.course
    bids = course.bids[course.contested]
    first = max(bids, key=lambda player: bids[player])
    for player in from_left_of(case.ledger.players, course.player):
        if player in course.contenders and player != first:
            course.player = player
            return
    private, course.contested, course.contenders = course.contested, "", []
    _hand_over(case, private, first, bids[first])
    _resolve(case)


def all_passed(case: Case) -> bool:
    return case.course.passes >= len(case.ledger.players)


def begin_again(case: Case) -> None:
    """Another round of the auction begins with the holder of the priority; what has become free is theirs (VI.33)."""
    course, ledger = case.course, case.ledger
    course.passes, course.player = 0, ledger.priority
    if unsold(case)[0] == "KT" and course.first_price == 0:
        course.face_buyer = course.player
        _hand_over(case, "KT", course.player, 0)
        _resolve(case)
