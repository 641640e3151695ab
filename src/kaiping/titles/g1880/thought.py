"""What 1880 tells those who weigh its questions."""

from __future__ import annotations

from functools import cache

from kaiping.action import AnyAction, BuyShare, Choose, Pass, PlaceToken, UsePower
from kaiping.board.map import Map
from kaiping.definition import FreeTrain, PaymentOnSellOut, StartsCompany
from kaiping.flow.play import Play
from kaiping.flow.shares import SHARE
from kaiping.flow.thought import Figure, Judge, Thought, Thoughts
from kaiping.flow.trains import top_train
from kaiping.language import gettext_noop
from kaiping.state import IPO
from kaiping.titles.g1880.capital import half_capital
from kaiping.titles.g1880.founding import CERTIFICATE, PERMITS, ROW, Founding
from kaiping.titles.g1880.investors import COMPANY, REPLACE, STATION, TREASURY, Merger
from kaiping.titles.g1880.opening import INVESTOR
from kaiping.titles.g1880.own import ExtraPermit, own, permit_now, rules
from kaiping.titles.g1880.payment import PaymentOffer
from kaiping.titles.g1880.powers import ForcedExchange, PermitOffer

FIGURES = {
    # rounds in which a kind of train is sold, or leaves because nobody buys it
    "rounds a kind": 1.2,
    # what money that comes later is worth in the auction, where it could found a company
    "later": 0.7,
    # what the powers of privates are worth: the first as a multiple of what the certificate costs
    "founded": 1.2,
    "train": 150.0,
    "permit": 30.0,
    "other power": 15.0,
    # what a coin of the second half of the capital is worth to whoever leads the company
    "capital": 0.35,
}
#: chance that a kind of train is sold out, and not removed
SOLD_OUT = 0.55
#: what a permit is worth in its phase, from the present one on
PERMITS_AHEAD = (3.0, 3.0, 2.0, 1.5)
#: rounds for which what a station adds is counted
STATION_ROUNDS = 5.0

NEAR = gettext_noop("{investor} is {distance} hexes from {company}, with which it could merge")
EARLY = gettext_noop("whoever is higher on the list operates earlier")
SIZE = gettext_noop("{percent} % cost {~cost} and leave a choice of more permits the smaller they are")
BUILDS = gettext_noop("with {permits} it may build in the phases to come")
TREASURIES = gettext_noop("the treasury of {investor} has {~amount}")
TOKEN = gettext_noop("a station there adds {~more} to a run")
SPARED = gettext_noop("the token can be placed elsewhere")
PAID = gettext_noop("{~amount} now; later it may be {~later}")
TRAIN_FOR = gettext_noop("the player holds {percent} % of {company}, which has {trains} trains")
PERMIT_FOR = gettext_noop("{company} could build again")


def rounds(table: Play, figure: Figure) -> float:
    """To the last round, once it is known; before that each kind of train takes about a round."""
    marked, state = rules(table).train_marker, table.state
    last = own(table).final_round
    if last is not None:
        return max(1.0, last - state.round + 1)
    return rounds_until(table, marked.ends_with, figure) + figure("rounds a kind") + marked.last_rounds


def rounds_until(table: Play, kind: str, figure: Figure) -> float:
    """Kinds before it, whether bought or removed."""
    order, top = table.definition.train_order, top_train(table.definition, table.state)
    return 0.0 if top is None else max(0.0, figure("rounds a kind") * (order[kind] - order[top.name]))


def lot(judge: Judge, name: str) -> float | None:
    """Income until privates pay no more, and what the power saves."""
    table = judge.table
    private = table.definition.privates.get(name)
    if private is None:
        return None
    ending = next((phase.starts_with for phase in table.definition.phases.values() if not phase.privates_pay), None)
    pays = judge.rounds_until(ending) if ending else judge.rounds
    worth = judge.figure("later") * private.income * pays
    match private.power:
        case StartsCompany(price=price, percent=percent):
            return worth + judge.figure("founded") * price * percent / SHARE
        case FreeTrain():
            return worth + judge.figure("train")
        case PaymentOnSellOut(amounts=amounts):
            return worth + judge.figure("later") * SOLD_OUT * max(amounts.values())
        case ExtraPermit():
            return worth + judge.figure("permit")
        case None:
            return worth
        case _:
            return worth + judge.figure("other power")


def besides(judge: Judge, action: AnyAction) -> float:
    """Shares that bring the second half of the capital of one's own company nearer."""
    table, state = judge.table, judge.table.state
    if not isinstance(action, BuyShare) or state.presidents.get(action.company) != judge.player:
        return 0.0
    missing = (state.held(IPO, action.company) - 50) // SHARE
    if action.company in own(table).fully_paid or missing <= 0 or table.phase.locked_percent:
        return 0.0
    return judge.figure("capital") * half_capital(table, action.company) / missing


def floats_with(table: Play) -> int:
    return table.phase.float_percent


def weigh(judge: Judge, action: AnyAction) -> Thought | None:
    """What an answer to a question of this title is worth."""
    table = judge.table
    match table.top, action:
        case _, Choose(what=what, option=option) if what == INVESTOR:
            return _investor(judge, option)
        case Founding() as frame, Choose(what=what, option=option):
            return _founding(table, frame, what, option)
        case Merger() as frame, Choose(what=what, option=option):
            return _merger(judge, frame, what, option)
        case PaymentOffer() as frame, UsePower() | Pass():
            return _payment(table, frame, taken=isinstance(action, UsePower))
        case ForcedExchange(), UsePower(company=str(company)):
            return _train(judge, company)
        case PermitOffer(company=company), UsePower(company=other):
            return Thought(1.0 if other == company else -1.0, PERMIT_FOR, {"company": other})
        case frame, PlaceToken(company, hex_id, stop) if type(frame).settles == "home":
            board = table.state.board.without_reservations(company).with_token(company, (hex_id, stop))
            more = judge.earns_with(company, board)
            return Thought(more, TOKEN, {"more": more})
        case _:
            return None


def _investor(judge: Judge, minor: str) -> Thought:
    """The nearer its home is to that of a company of one's own, or one that is still to be founded, the better."""
    table = judge.table
    definition, presidents = table.definition, table.state.presidents
    mine = [company for company, player in presidents.items() if player == judge.player]
    others = [company for company in definition.companies if company not in presidents]
    home = definition.minors[minor].home_stop[0]
    distances = distances_from(definition.map, home)
    far = len(definition.map.hexes)
    homes = {name: distances.get(definition.companies[name].home_stop[0], far) for name in mine or others}
    nearest = min(homes, key=lambda name: (homes[name], name), default="")
    distance = homes.get(nearest, far)
    return Thought(-10.0 * distance, NEAR, {"investor": minor, "distance": distance, "company": nearest})


@cache
def distances_from(printed: Map, start: str) -> dict[str, int]:
    """Hexes of the map by how many steps they are away over land."""
    found, ring = {start: 0}, [start]
    while ring:
        following = []
        for hex_id in ring:
            if hex_id != start and not printed.hexes[hex_id].buildable:
                continue
            for edge in sorted(printed.open_edges[hex_id]):
                other = printed.neighbours[hex_id][edge]
                if other is not None and other not in found:
                    found[other] = found[hex_id] + 1
                    following.append(other)
        ring = following
    return found


def _founding(table: Play, frame: Founding, what: str, option: str) -> Thought | None:
    if what == ROW:
        return Thought(-float(option), EARLY)
    if what == CERTIFICATE:
        percent, needed = int(option), table.phase.float_percent
        cost, cash = frame.price * percent // SHARE, table.state.cash.get(frame.player, 0)
        could_float = percent >= needed or cash >= frame.price * needed // SHARE
        return Thought((100 if could_float else 0) - percent, SIZE, {"percent": percent, "cost": cost})
    if what == PERMITS:
        letters = list(dict.fromkeys(rules(table).phase_permits.values()))
        ahead = dict(zip(letters[letters.index(permit_now(table)) :], PERMITS_AHEAD, strict=False))
        return Thought(sum(ahead.get(letter, 0.0) for letter in option), BUILDS, {"permits": option})
    return None


def _merger(judge: Judge, frame: Merger, what: str, option: str) -> Thought | None:
    table, cash = judge.table, judge.table.state.cash.get(frame.minor, 0)
    if what == TREASURY:
        if option == COMPANY:
            leads = table.state.presidents.get(frame.company) == judge.player
            coin = max(judge.coin(frame.company), 0.3 if judge.rounds > 3 else 0.0) if leads else 0.0
        else:
            minor_rules = table.definition.minor_rules
            coin = (minor_rules.owner_percent if minor_rules is not None else 0) / 100
        return Thought(cash * coin, TREASURIES, {"investor": frame.minor, "amount": cash})
    if what == STATION:
        if option != REPLACE:
            return Thought(0.0, SPARED)
        place = table.state.board.tokens_of(frame.minor)[0]
        board = table.state.board.without_token(frame.minor, place[0]).with_token(frame.company, place)
        more = judge.earns_with(frame.company, board) - judge.income(frame.company)
        return Thought(max(1.0, more * STATION_ROUNDS * judge.part(frame.company)), TOKEN, {"more": more})
    return None


def _payment(table: Play, frame: PaymentOffer, *, taken: bool) -> Thought:
    power = table.definition.privates[frame.private].power
    amounts = power.amounts.values() if isinstance(power, PaymentOnSellOut) else ()
    later = max((amount for amount in amounts if amount > frame.amount), default=0)
    value = frame.amount if taken else SOLD_OUT * SOLD_OUT * later
    return Thought(value, PAID, {"amount": frame.amount, "later": later})


def _train(judge: Judge, company: str) -> Thought:
    trains, part = len(judge.trains(company)), judge.part(company)
    return Thought(
        100 * part + (100 if not trains else 0),
        TRAIN_FOR,
        {"percent": round(100 * part), "company": company, "trains": trains},
    )


THOUGHTS = Thoughts(
    rounds=rounds,
    rounds_until=rounds_until,
    lot=lot,
    weigh=weigh,
    besides=besides,
    floats_with=floats_with,
    figures=FIGURES,
)
