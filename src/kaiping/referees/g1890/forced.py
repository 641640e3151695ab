"""Forced sales for a train: sets of shares that are sold together, what they bring, and bankruptcy (12.5, 13.2, 14)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod

from kaiping.action import Block, BuyTrain, DeclareBankruptcy, SellBlocks
from kaiping.referees.case import Options
from kaiping.referees.g1890 import shares, supply
from kaiping.referees.g1890.case import Case
from kaiping.referees.g1890.tables import ARIMA, LAND, MERGES, TRAINS
from kaiping.state import BANK, POOL

#: company -> per cent
Sale = dict[str, int]
#: more sets than this are not gone through one by one
MOST_SETS = 5000


def sizes(case: Case) -> dict[str, list[int]]:
    """What the president may sell of each company: not so that the company that needs the train changes hands."""
    needs = case.course.company
    seller = case.president(needs)
    found = {name: shares.saleable(case, seller, name, keep=name == needs) for name in case.scenario.companies}
    return {name: percents for name, percents in found.items() if percents}


def brings(case: Case, sale: Sale) -> int:
    return sum(case.price(name) * percent // 10 for name, percent in sale.items())


def needed(case: Case, sale: Sale) -> int:
    """What the president has to pay: the cheapest train, those of companies that the sale closes among them."""
    prices = [TRAINS[kind] for kind, _ in supply.on_sale(case)]
    for name, percent in sale.items():
        if percent and case.closes(shares.fallen(case, name, percent)):
            prices += [TRAINS[kind] for kind in case.ledger.owned(name)]
    return min(prices) - case.ledger.cash[case.course.company]


def enough(case: Case, sale: Sale, more: int = 0) -> bool:
    return case.ledger.cash[case.president(case.course.company)] + brings(case, sale) + more >= needed(case, sale)


def spare(case: Case, sale: Sale) -> bool:
    """Would it be enough without one of its certificates (14.12)?"""
    return any(enough(case, {**sale, name: percent - 10}) for name, percent in sale.items())


def sets(case: Case) -> Iterator[Sale] | None:
    """All sets that are enough and no more; None where there are too many to look at."""
    open_sizes = sizes(case)
    if prod(len(percents) + 1 for percents in open_sizes.values()) > MOST_SETS:
        return None
    return _sets(case, open_sizes)


def _sets(case: Case, open_sizes: dict[str, list[int]]) -> Iterator[Sale]:
    for chosen in product(*([0, *percents] for percents in open_sizes.values())):
        sale = {name: percent for name, percent in zip(open_sizes, chosen, strict=True) if percent}
        if sale and enough(case, sale) and not spare(case, sale):
            yield sale


def in_reach(case: Case) -> bool:
    """Can the sum be raised by any set? All that may be sold brings most, and closes what can be closed."""
    return enough(case, {name: percents[-1] for name, percents in sizes(case).items()}, _for_a_tile(case))


def _for_a_tile(case: Case) -> int:
    """Hankyu is still paid for a tile in Arima if that private is its own, or its president's to sell (C.8.4.58)."""
    ledger, company = case.ledger, case.course.company
    if company != "HK" or not case.scenario.special or ARIMA in case.after.state.board.tiles:
        return 0
    owner, face = ledger.privates["AR"], case.scenario.privates["AR"][0]
    may_buy = "2" <= ledger.phase <= "3" and owner == case.president(company) and 2 * ledger.cash[company] >= face
    return LAND if owner == company or may_buy else 0


def options(case: Case, without: Options) -> Options:
    """The president pays, or is bankrupt if no set is enough; sets are looked at by themselves (12.5, 13.2)."""
    company, found = case.course.company, Options()
    price = supply.cheapest(case)
    if enough(case, {}):
        for kind, source in supply.on_sale(case):
            if TRAINS[kind] == price:
                found[BuyTrain(company, kind, source, price)] = None
    elif not in_reach(case) and not _other_way(case, without):
        found[DeclareBankruptcy(company)] = None
    return found


def _other_way(case: Case, without: Options) -> bool:
    """A train that needs nobody's consent, or a minor that may convert or merge instead (13.2.3)."""
    company, president = case.course.company, case.president(case.course.company)
    if any(
        isinstance(action, BuyTrain) and (action.source in (BANK, POOL) or case.president(action.source) == president)
        for action in without
    ):
        return True
    if company == "KE":
        return True
    may = company in MERGES and case.ledger.phase >= MERGES[company][0]
    return may and (company == "OE" or "KN" in case.ledger.floated)


def sell(case: Case, action: SellBlocks) -> None:
    """The blocks in their order, each at its price; if one closes a company nothing of what all bring is kept."""
    ledger, company = case.ledger, case.course.company
    case.count("forced sale")
    sale = {block.company: block.percent for block in action.blocks}
    case.wrong("forced sale", _is_open(case, sale, action.blocks), f"{sale} may not be sold", "14.11")
    case.wrong("forced sale", supply.emergency(case, case.before.state.board), f"{company} does not need it", "14.3")
    case.wrong("forced sale", not enough(case, {}), f"{company} does not need it", "14.12")
    case.wrong("forced sale", enough(case, sale), f"{sale} is not enough", "14.3")
    case.wrong("forced sale", not spare(case, sale), f"{sale} is more than needed", "14.12")
    due, made, treasury = needed(case, sale), brings(case, sale), ledger.cash[company]
    closes = [shares.sell(case, action.player, block.company, block.percent) for block in action.blocks]
    case.course.did.add("sold for train")
    if company in ledger.closed:
        _train_for_nobody(case, action.player, due, treasury)
    if any(closes):
        ledger.pay(action.player, BANK, max(0, made - due), case.by("14.9"))


def _is_open(case: Case, sale: Sale, blocks: tuple[Block, ...]) -> bool:
    open_sizes = sizes(case)
    return len(sale) == len(blocks) and all(percent in open_sizes.get(name, ()) for name, percent in sale.items())


def _train_for_nobody(case: Case, player: str, due: int, treasury: int) -> None:
    """The company has closed: what was prepared is the bank's, the train goes to the open market (14.13, 14.14)."""
    ledger = case.ledger
    case.count("train for nobody")
    ledger.pay(player, BANK, due, case.by("14.13"))
    kind, source = next((k, s) for k, s in supply.on_sale(case) if TRAINS[k] == due + treasury)
    if source == BANK:
        ledger.leave_bank(kind, case.by("14.14"))
        ledger.add_train(POOL, kind, case.by("14.14"))
        supply.begin_phase(case, kind)


def bankrupt(case: Case, company: str, allowed: bool) -> None:
    """All that may be sold is sold, the bank takes the cash, the game ends at once (13.2.4 to 6)."""
    player = case.president(company)
    said = f"{player} could pay for a train of {company}"
    case.wrong("bankruptcy", allowed, said, "13.2.4")
    for name, percents in sizes(case).items():
        shares.sell(case, player, name, percents[-1])
    case.ledger.pay(player, BANK, case.ledger.cash[player], case.by("13.2.5"))
    case.ledger.bankrupt = player
    case.end_game("bankrupt", "13.2.6")
