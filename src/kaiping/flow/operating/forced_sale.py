"""Sales that a president makes for a train the company must buy, one by one or all together; and bankruptcy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kaiping.action import Block, SellBlocks, SellShares
from kaiping.flow.auction import spendable
from kaiping.flow.operating.frame import OperatingRound, president_of
from kaiping.flow.play import Play
from kaiping.flow.raising import (
    Counts,
    Holding,
    Need,
    cheapest_after,
    holdings,
    in_reach,
    is_enough,
    is_least,
    most_after,
    most_raised,
    proposals,
    raised,
)
from kaiping.flow.rules import passes
from kaiping.flow.shares import (
    SHARE,
    check_sale,
    operating_order,
    president_percent,
    proceeds,
    seize_proceeds,
    sell,
    successor,
)
from kaiping.flow.trains import add_train, cheapest, first_of_kind, on_sale, take_from_depot
from kaiping.state import BANK, POOL


def need_of(table: Play, company: str, more: int = 0) -> Need:
    """The cheapest train for a company that must buy one, and what it and its president have for it."""
    least = cheapest(table)
    if least is None:
        raise ValueError("there is no train to buy")
    return Need(least, table.state.cash[company] + spendable(table, president_of(table, company)) + more)


def saleable(table: Play, company: str) -> list[Holding]:
    """What the president may sell for a train of the company."""
    return holdings(table, president_of(table, company), keeps=company)


def is_in_reach(table: Play, company: str, more: int = 0) -> bool:
    """Can the president raise what is missing for the train, if the company can still get so much more?"""
    return in_reach(need_of(table, company, more), saleable(table, company))


def means(table: Play, company: str, more: int = 0) -> tuple[int, int]:
    """What the president can raise at most, with their cash, and what the train then asks of them."""
    need, offered = need_of(table, company, more), saleable(table, company)
    counts = tuple(holding.most for holding in offered)
    short = cheapest_after(need, offered, counts) - table.state.cash[company] - more
    return spendable(table, president_of(table, company)) + most_raised(offered), short


# --- one by one ------------------------------------------------------------------------------------


def single_sales(table: Play, company: str, short: int) -> Iterator[SellShares]:
    """Sales of one company's shares that the president may make now."""
    president = president_of(table, company)
    for other in table.definition.companies:
        for percent in range(SHARE, table.state.held(president, other) + 1, SHARE):
            sale = SellShares(president, other, percent)
            if passes(check_single, table, company, sale, short):
                yield sale


def check_single(table: Play, company: str, sale: SellShares, short: int) -> None:
    """No more than is needed, no president changes that must not, and the train stays within reach."""
    president = president_of(table, company)
    if sale.player != president:
        table.refuse("not_your_turn", where="operating", actor=sale.player, turn=president)
    if sale.company not in table.definition.companies:
        table.refuse("unknown_company", company=sale.company)
    if short == 0:
        table.refuse("no_sale_needed", company=company)
    rules = table.definition.train_rules
    if rules.emergency_together:
        table.refuse("sold_together", player=president, company=company)
    keep = rules.emergency_keeps_all_presidents or sale.company == company
    check_sale(table, president, sale.company, sale.percent, keep=keep, emergency=True)
    missing = short - spendable(table, president)
    without_last = sale.percent - _last_certificate(table, sale)
    brought = proceeds(table, sale.company, without_last)
    if rules.emergency_before_fee:
        brought += table.definition.shares.sale_fee * without_last // SHARE
    if brought >= missing:
        if missing <= 0:
            table.refuse("no_sale_needed", company=company)
        table.refuse("sale_more_than_needed", missing=missing)
    if rules.debt_interest is None and not rules.bankruptcy_at_will:
        _check_reach_kept(table, company, sale, missing)


def _check_reach_kept(table: Play, company: str, sale: SellShares, missing: int) -> None:
    """Who could raise the sum may not sell so that they no longer can: small lots lower the price of the rest."""
    offered = saleable(table, company)
    most = most_after(offered, sale.company, sale.percent // SHARE)
    if most < missing <= most_raised(offered):
        table.refuse("sale_out_of_reach", player=sale.player, company=sale.company, most=most, missing=missing)


def _last_certificate(table: Play, sale: SellShares) -> int:
    """Per cent of the smallest certificate in a sale, without which the sale must not be enough."""
    size = president_percent(table.state, sale.company)
    only_presidents = (
        table.state.presidents.get(sale.company) == sale.player and table.state.held(sale.player, sale.company) == size
    )
    return size if only_presidents and table.definition.train_rules.emergency_by_certificates else SHARE


# --- all together ----------------------------------------------------------------------------------


def sets_to_sell(table: Play, company: str, short: int) -> Iterator[SellBlocks]:
    """The smallest sets that are enough, each in the operating order: no other order brings more."""
    if short == 0 or not table.definition.train_rules.emergency_together:
        return
    need, offered = need_of(table, company), saleable(table, company)
    if not need.missing:
        return
    president = president_of(table, company)
    for counts in proposals(need, offered):
        sold = {holding.company: count for holding, count in zip(offered, counts, strict=True) if count}
        order = operating_order(table, tuple(sold))
        yield SellBlocks(president, tuple(Block(name, sold[name] * SHARE) for name in order))


def check_together(table: Play, company: str, action: SellBlocks, short: int) -> None:
    """Each block as any sale; together they are enough, and would not be without any one certificate."""
    president = president_of(table, company)
    if action.player != president:
        table.refuse("not_your_turn", where="operating", actor=action.player, turn=president)
    if not table.definition.train_rules.emergency_together:
        table.refuse("no_such_sale", company=company)
    if short == 0:
        table.refuse("no_sale_needed", company=company)
    need, offered = need_of(table, company), saleable(table, company)
    if not need.missing:
        table.refuse("no_sale_needed", company=company)
    named = [block.company for block in action.blocks]
    for block in action.blocks:
        if block.company not in table.definition.companies:
            table.refuse("unknown_company", company=block.company)
        if named.count(block.company) > 1:
            table.refuse("company_named_twice", company=block.company)
        check_sale(table, president, block.company, block.percent, keep=block.company == company, emergency=True)
    counts = counts_of(offered, action)
    missing = cheapest_after(need, offered, counts) - need.ready
    if not is_enough(need, offered, counts):
        table.refuse("blocks_not_enough", amount=raised(offered, counts), missing=missing)
    if not is_least(need, offered, counts):
        table.refuse("sale_more_than_needed", missing=missing)


def counts_of(offered: list[Holding], action: SellBlocks) -> Counts:
    """How many shares of each holding an action sells."""
    sold = {block.company: block.percent // SHARE for block in action.blocks}
    return tuple(sold.get(holding.company, 0) for holding in offered)


class SoldBlock(NamedTuple):
    """One company after a set: the shares that its seller keeps, its price (0 if it closes), who takes it over."""

    company: str
    kept: int
    price: int
    heir: str | None


class SetOutlook(NamedTuple):
    """What a set would bring, what its seller has left once the train is paid (less than 0: what is missing)."""

    brings: int
    left: int
    blocks: tuple[SoldBlock, ...]


def outlook(table: Play, company: str, action: SellBlocks) -> SetOutlook:
    """What a set of shares that may be sold would come to, enough or not."""
    need = need_of(table, company)
    offered = {holding.company: holding for holding in saleable(table, company)}
    counts = counts_of(list(offered.values()), action)
    brings = raised(list(offered.values()), counts)
    left = need.ready + brings - cheapest_after(need, list(offered.values()), counts)
    blocks = []
    for block in action.blocks:
        holding, sold = offered[block.company], block.percent // SHARE
        held = (holding.held - sold) * SHARE
        leads = table.state.presidents.get(block.company) == action.player
        heir = successor(table, block.company, held) if leads else None
        blocks.append(SoldBlock(block.company, holding.held - sold, holding.prices[sold], heir))
    if any(not block.price for block in blocks):
        left = min(left, spendable(table, action.player))  # of what such a sale brings nothing is kept
    return SetOutlook(brings, left, tuple(blocks))


def sell_together(table: Play, company: str, action: SellBlocks) -> None:
    """Sell block by block; if that closes the company, all that was ready for the train is the bank's."""
    state, player = table.state, action.player
    treasury, closed = state.cash[company], state.closed_companies
    made = sum(sell(table, player, block.company, block.percent) for block in action.blocks)
    if state.closed_companies == closed:
        return
    least = cheapest(table)
    short = max(0, (least or 0) - treasury)
    if company in state.closed_companies:
        _lose_money(table, player, max(short, made))
    elif made > short:
        seize_proceeds(table, player, made - short)


def _lose_money(table: Play, player: str, amount: int) -> None:
    """The train is bought for nobody: the money is the bank's, and the train lies in the pool."""
    state, least = table.state, cheapest(table)
    table.pay(player, BANK, amount)
    table.log("money-seized", player=player, amount=amount)
    if not any(table.definition.trains[name].price == least for name in state.trains.get(POOL, ())):
        kind = min(on_sale(table), key=lambda kind: kind.price)
        take_from_depot(table, kind.name)
        add_train(state, POOL, kind.name)
        first_of_kind(table, kind.name)


# --- afterwards ------------------------------------------------------------------------------------


def left_to_spend(table: Play, frame: OperatingRound, seller: str) -> int | None:
    """What the treasury may still pay somebody once shares have been sold for the train; None: all it has.

    The train must stay within reach, and what the president gets is ready for it all the same.
    """
    rules, company = table.definition.train_rules, frame.company
    if not frame.sold_for_train or rules.debt_interest is not None or rules.bankruptcy_at_will:
        return None
    president = president_of(table, company)
    if seller == president or cheapest(table) is None:
        return None
    need = need_of(table, company)
    more = 0 if rules.emergency_together else most_raised(saleable(table, company))
    over = need.ready + more - need.train
    return over if over >= 0 else None


def go_bankrupt(table: Play, player: str, company: str | None = None) -> None:
    """The game is over at once; where that is the rule all that may be sold is sold, and the money is the bank's."""
    state = table.state
    if table.definition.ending.bankrupt_sells_all:
        for holding in holdings(table, player, keeps=company, emergency=company is not None):
            sell(table, player, holding.company, holding.most * SHARE)
        table.pay(player, BANK, state.cash[player])
    state.bankrupt = player
    state.finished = "bankrupt"
    table.log("game-over", reason="bankrupt")
