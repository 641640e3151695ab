"""Shares: who holds what, certificates against the limit, sales, the change of president."""

from __future__ import annotations

from kaiping.finance.market import CellId
from kaiping.flow.closing import close_company
from kaiping.flow.play import Play
from kaiping.flow.share_numbers import SHARE as SHARE
from kaiping.flow.share_numbers import move_first, saleable, swap_certificate
from kaiping.state import BANK, IPO, POOL, State, put

#: per cent of the president's certificate, where its size is not chosen
PRESIDENT = 20


def move_shares(state: State, company: str, source: str, target: str, percent: int) -> None:
    """Hand shares of a company from one owner to another."""
    left = state.held(source, company) - percent
    if left < 0:
        raise ValueError(f"{source} does not hold {percent} % of {company}")
    after = put(state.holdings, (source, company), left)
    after[target, company] = after.get((target, company), 0) + percent
    state.holdings = after


def price(table: Play, company: str) -> int:
    return table.definition.market.cells[table.state.cells[company]].price


def president_percent(state: State, company: str) -> int:
    """Per cent of a company's president's certificate."""
    return state.certificates.get(company, PRESIDENT)


def certificates(table: Play, player: str) -> int:
    """Certificates of a player that count: shares outside the zones, and privates and minors where these count."""
    state, definition = table.state, table.definition
    count = 0
    if definition.shares.privates_count:
        for name, owner in state.privates.items():
            if owner == player and definition.privates[name].counts:
                count += 1
    if definition.shares.minors_count:
        for owner in state.minors.values():
            if owner == player:
                count += 1
    holdings, cells, places = state.holdings, definition.market.cells, state.cells
    for company in definition.companies:
        percent = holdings.get((player, company))
        if percent is None or (company in places and cells[places[company]].zone):
            continue
        count += percent // SHARE
        if state.presidents.get(company) == player:
            count -= president_percent(state, company) // SHARE - 1
    return count


def certificates_gained(table: Play, player: str, company: str, percent: int) -> int:
    """How many certificates more a player has who buys one of a company.

    Who becomes president by it hands shares in for the president's certificate (1888-2022:VII.7.3).
    """
    state, president = table.state, table.state.presidents.get(company)
    if president in (None, player) or table.definition.shares.limit_before_exchange:
        return 1
    total, size = state.held(player, company) + percent, president_percent(state, company)
    takes_over = total >= size and total > state.held(president, company)
    return 2 - size // SHARE if takes_over else 1


def zone(table: Play, company: str) -> str:
    """The zone of the market that a company's marker is in; none before it has a marker."""
    cell = table.state.cells.get(company)
    return "" if cell is None else table.definition.market.cells[cell].zone


def holding_limit(table: Play, company: str) -> int:
    """Most that a player may hold of a company, in per cent."""
    rules = table.definition.shares
    return 100 if zone(table, company) in rules.unlimited_zones else rules.holding_limit


def over_holding_limit(table: Play, player: str) -> list[str]:
    """Companies of which a player holds more than they may."""
    held, least = table.state.holdings, table.definition.shares.holding_limit
    much = [name for name in table.definition.companies if held.get((player, name), 0) > least]
    return [name for name in much if held[player, name] > holding_limit(table, name)]


def for_sale(table: Play, company: str, source: str) -> int:
    """Per cent of a company that may be bought from the IPO or the pool now."""
    held = table.state.held(source, company)
    if source == IPO and table.definition.shares.numbered:
        return saleable(table.state, company)
    return max(0, held - table.phase.locked_percent) if source == IPO else held


def share_price(table: Play, company: str, source: str) -> int:
    """What a share costs there."""
    if source == IPO and not table.definition.shares.ipo_at_market:
        return table.state.par[company]
    return price(table, company)


def sold_out(table: Play, company: str) -> bool:
    """Every share of an operating company that may be bought has been bought."""
    state = table.state
    if table.definition.shares.reserved_unsold and any(state.held(minor, company) for minor in state.minors):
        return False
    return company in state.floated | state.paid_by_share and not any(
        for_sale(table, company, source) for source in (IPO, POOL)
    )


def certificate_limit(table: Play) -> int:
    return table.definition.certificate_limit[len(table.state.players)]


def move_marker(table: Play, company: str, cell: tuple[int, int], cause: str) -> None:
    """Move a marker; it goes under those already there. Nothing moves while they are frozen.

    In some titles the price is fixed until the company floats. On some fields the company closes at once.
    """
    state = table.state
    old = state.cells.get(company)
    if old == cell or (old is not None and (table.phase.frozen or state.frozen)):
        return
    if old is not None and table.definition.shares.fixed_before_float and company not in state.floated:
        return
    if old is not None:
        left = tuple(other for other in state.market[old] if other != company)
        state.market = put(state.market, old, left)
    state.market = {**state.market, cell: (*state.market.get(cell, ()), company)}
    state.cells = {**state.cells, company: cell}
    if old is not None:
        cells = table.definition.market.cells
        table.log("price", company=company, old=cells[old].price, new=cells[cell].price, cause=cause)
        if cells[cell].closed:
            close_company(table, company)


def successor(table: Play, company: str, held: int) -> str | None:
    """Who becomes president if the president is left with ``held``: the largest holder with more than that.

    Of equals the next in playing order after the president.
    """
    state = table.state
    president = state.presidents[company]
    players = state.players
    start = players.index(president) + 1
    best, most = None, max(held, president_percent(state, company) - 1)
    for player in players[start:] + players[: start - 1]:
        if state.held(player, company) > most:
            best, most = player, state.held(player, company)
    return best


def change_president(table: Play, company: str, *, short: int = 0) -> None:
    """Hand the president's certificate on if somebody holds more; ``short``: what was sold of the certificate."""
    state = table.state
    president = state.presidents[company]
    new = successor(table, company, state.held(president, company))
    if new is not None:
        swap_certificate(state, company, president, new, president_percent(state, company), short=short)
        state.presidents = {**state.presidents, company: new}
        table.log("president", company=company, old=president, new=new)


def check_sale(table: Play, player: str, company: str, percent: int, *, keep: bool, emergency: bool = False) -> None:
    """Refuse a sale that the rules on sales forbid; ``keep``: the president must stay the same."""
    state, rules = table.state, table.definition.shares
    held = state.held(player, company)
    if percent <= 0 or percent % SHARE:
        table.refuse("sale_not_in_shares", percent=percent)
    if percent > held:
        table.refuse("sale_more_than_held", player=player, company=company, percent=percent, held=held)
    if company not in state.cells:
        table.refuse("sale_before_start", where=company, company=company)
    if percent > rules.sale_limit:
        table.refuse("sale_limit", percent=percent, limit=rules.sale_limit)
    frozen = table.phase.frozen and (rules.frozen_in_emergency or not emergency)
    if frozen and state.presidents.get(company) == player:
        table.refuse("president_may_not_sell", player=player, company=company)
    pool = state.held(POOL, company)
    if rules.pool_limit is not None and pool + percent > rules.pool_limit:
        table.refuse(
            "pool_limit",
            company=company,
            pool=pool // SHARE,
            sold=percent // SHARE,
            total=(pool + percent) // SHARE,
            limit=rules.pool_limit // SHARE,
        )
    if state.presidents.get(company) == player:
        left = held - percent
        heir = successor(table, company, left)
        size = president_percent(state, company)
        if heir is None and left < size:
            table.refuse("president_certificate_sold", player=player, company=company, percent=size)
        if heir is not None and keep:
            table.refuse("sale_changes_president", company=company, heir=heir)


def proceeds(table: Play, company: str, percent: int) -> int:
    """What a sale brings its seller, less the fee."""
    return (price(table, company) - table.definition.shares.sale_fee) * percent // SHARE


def fallen(table: Play, company: str, percent: int) -> CellId:
    """The cell of a company's marker after a sale: a row lower for each share sold.

    The marker stops where the company closes, and does not move at all while prices are frozen.
    """
    state, market = table.state, table.definition.market
    cell = state.cells[company]
    if table.phase.frozen or state.frozen:
        return cell
    for _ in range(percent // SHARE):
        cell = market.down(cell)
        if market.cells[cell].closed:
            break
    return cell


def sell(table: Play, player: str, company: str, percent: int) -> int:
    """Sell shares at the present price, then lower the marker a row for each share; returns what the player got.

    The shares go to the pool, or to the IPO in a title without a pool.
    """
    state, rules = table.state, table.definition.shares
    cost = price(table, company)
    amount = proceeds(table, company, percent)
    target = IPO if rules.pool_limit is None else POOL
    ordinary = state.held(player, company)
    if state.presidents.get(company) == player:
        ordinary -= president_percent(state, company)
    move_first(state, company, player, target, min(percent, ordinary) // SHARE)
    move_shares(state, company, player, target, percent)
    table.pay(BANK, player, amount)
    table.log("sold", player=player, company=company, percent=percent, price=cost, amount=amount)
    move_marker(table, company, fallen(table, company, percent), "sale")
    if state.presidents.get(company) == player:
        change_president(table, company, short=max(0, percent - ordinary))
    return amount


def seize_proceeds(table: Play, player: str, amount: int) -> None:
    """Hand the bank what is left of the proceeds of a forced sale, because the sale has closed the company."""
    table.pay(player, BANK, amount)
    table.log("proceeds-seized", player=player, amount=amount)


def check_float(table: Play, company: str) -> None:
    """Float a company if enough of it has been sold: it gets its capital, less what shares have brought it."""
    state, rules = table.state, table.definition.shares
    if table.definition.companies[company].formed_by_minors or grows(table, company):
        return
    if company in state.floated or 100 - state.held(IPO, company) < rules.float_percent:
        return
    state.floated |= {company}
    capital = rules.capital_shares * state.par[company]
    if company in state.paid_by_share:
        state.paid_by_share -= {company}
        capital -= state.cash[company]
    table.log("floated", company=company, capital=capital)
    table.pay(BANK, company, capital)


def grow_by_shares(table: Play, company: str) -> None:
    """From now on a company gets what its shares are sold for, if the train on sale says that companies start so.

    For shares that players got with privates the bank pays at once.
    """
    rules, state = table.definition.shares.by_train, table.state
    if rules is None or table.at_least(rules.until):
        return
    state.paid_by_share |= {company}
    kept = sum(state.held(owner, company) for owner in (IPO, *state.minors))
    amount = (100 - kept) // SHARE * state.par[company]
    if amount:
        table.pay(BANK, company, amount)
        table.log("attached-paid", company=company, amount=amount)


def grows(table: Play, company: str) -> bool:
    """Does a company get what its shares are sold for?

    It no longer does if the phase of the usual start comes before it has floated.
    """
    state, rules = table.state, table.definition.shares.by_train
    if rules is None or company not in state.paid_by_share:
        return False
    formed = table.definition.companies[company].formed_by_minors
    return formed or company in state.floated or not table.at_least(rules.until)


def seller(table: Play, company: str, source: str) -> str:
    """Who gets the price of a share bought there."""
    return company if source == IPO and grows(table, company) else BANK


def take_share(table: Play, player: str, company: str, source: str) -> None:
    """Hand a player one share, which may make a new president."""
    move_shares(table.state, company, source, player, SHARE)
    move_first(table.state, company, source, player, 1, bought=True)
    if table.state.presidents.get(company, player) != player:
        change_president(table, company)


def turn_order(table: Play, names: tuple[str, ...]) -> tuple[str, ...]:
    """Minors by number, then companies in their order."""
    minors = table.definition.minors
    first = sorted((name for name in names if name in minors), key=lambda name: minors[name].number)
    return (*first, *operating_order(table, tuple(name for name in names if name not in minors)))


def operating_order(table: Play, companies: frozenset[str] | tuple[str, ...]) -> tuple[str, ...]:
    """Companies by price, then the marker further right, then the higher row, then topmost in the cell."""
    state, cells = table.state, table.definition.market.cells

    def key(company: str) -> tuple[int, int, int, int]:
        row, column = cell = state.cells[company]
        return -cells[cell].price, -column, row, state.market[cell].index(company)

    return tuple(sorted(companies, key=key))
