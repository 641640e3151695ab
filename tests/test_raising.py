"""The most that sales can raise, and which sets are just enough: the arithmetic beside all there is to try."""

from __future__ import annotations

from itertools import pairwise, product

from hypothesis import example, given, settings
from hypothesis import strategies as st

from kaiping.action import BuyTrain, DeclareBankruptcy, SellBlocks, SellShares
from kaiping.flow.operating.forced_sale import need_of, outlook, saleable, single_sales
from kaiping.flow.operating.train_purchase import shortfall
from kaiping.flow.play import Play
from kaiping.flow.raising import (
    Holding,
    Need,
    in_reach,
    is_enough,
    least_sets,
    most_after,
    most_raised,
    proposals,
)
from kaiping.flow.rules import settle
from kaiping.flow.shares import sell
from kaiping.game import Game
from kaiping.past import Moment
from tests.rules.g1888.positions import Position as Position1888
from tests.rules.g1890.money import trainless
from tests.rules.g1890.positions import plays, price

# --- figures alone


@st.composite
def holdings(draw: st.DrawFn) -> list[Holding]:
    """Shares of up to four companies; prices fall with each share, and some companies close on the way."""
    found = []
    for number in range(draw(st.integers(1, 4))):
        most = draw(st.integers(1, 4))
        start = draw(st.integers(6, 30)) * 5
        falls = draw(st.lists(st.sampled_from([0, 5, 10, 25]), min_size=most, max_size=most))
        prices = [start]
        for fall in falls:
            prices.append(max(30, prices[-1] - fall))
        closes = draw(st.none() | st.integers(1, most))
        if closes is not None:
            prices[closes:] = [0] * (most + 1 - closes)
        train = draw(st.sampled_from([None, 80, 180, 300]))
        found.append(Holding(f"C{number}", most + draw(st.integers(0, 2)), most, start, tuple(prices), train))
    return found


needs = st.builds(Need, st.integers(10, 80).map(lambda tens: 10 * tens), st.integers(0, 300))


@given(needs, holdings())
@settings(max_examples=150, deadline=None)
@example(Need(100, 100), [Holding("C0", 1, 1, 30, (30, 0), 80)])
def test_the_sets_that_are_just_enough(need: Need, offered: list[Holding]) -> None:
    """Of all sets those that pay for the train, and of these the ones of which nothing can be left out."""
    everything = list(product(*(range(holding.most + 1) for holding in offered)))
    enough = {counts for counts in everything if _pays(need, offered, counts)}
    least = {
        counts
        for counts in enough
        if any(counts)
        and not any(other != counts and all(a <= b for a, b in zip(other, counts, strict=True)) for other in enough)
    }
    found = list(least_sets(need, offered))
    assert set(found) == least
    assert len(found) == len(least)
    assert all(sum(one) <= sum(other) for one, other in pairwise(found)), "the smallest first"
    assert in_reach(need, offered) == bool(enough)
    listed = proposals(need, offered)
    assert set(listed) <= least
    assert len(listed) == min(40, len(least))
    assert not least or min(map(sum, least)) == sum(listed[0])


def _pays(need: Need, offered: list[Holding], counts: tuple[int, ...]) -> bool:
    """Written out: the money, and the cheapest train of the bank and of companies that are gone."""
    money, trains = need.ready, [need.train]
    for holding, count in zip(offered, counts, strict=True):
        money += holding.price * count
        if holding.prices[count] == 0 and holding.train is not None:
            trains.append(holding.train)
    assert (money >= min(trains)) == is_enough(need, offered, counts)
    return money >= min(trains)


@given(holdings())
@settings(max_examples=60, deadline=None)
def test_the_most_is_had_by_selling_all_of_a_company_at_once(offered: list[Holding]) -> None:
    """Every way to split what may be sold into lots one after the other, company by company."""
    best = sum(max(_lots(holding, 0)) for holding in offered)
    assert most_raised(offered) == best
    for holding in offered:
        for sold in range(1, holding.most + 1):
            then = sold * holding.price + max(_lots(holding, sold))
            assert most_after(offered, holding.company, sold) == best - max(_lots(holding, 0)) + then


def _lots(holding: Holding, gone: int) -> list[int]:
    """What the shares left bring, in every division into lots, each at the price before it."""
    totals = [0]
    for lot in range(1, holding.most - gone + 1):
        price = holding.price if gone == 0 else holding.prices[gone]
        totals += [lot * price + rest for rest in _lots(holding, gone + lot)]
    return totals


# --- whole positions, played out

parts = st.integers(0, 5).map(lambda tens: 10 * tens)


@st.composite
def forced_1890(draw: st.DrawFn) -> Game:
    """Ann's Sanyo needs a train of 1100; she and others hold shares of two more companies at all sorts of prices."""
    position = trainless(cash=draw(st.sampled_from([0, 100, 440])), ann=draw(st.sampled_from([30, 40])), bo=30)
    for name in ("HK", "NK"):
        cell = draw(st.sampled_from([(1, 4), (3, 3), (5, 0), (7, 0), (8, 0), (9, 1)]))
        ann, bo, pool = draw(parts), draw(st.sampled_from([20, 30])), draw(st.sampled_from([0, 20, 40]))
        if ann + bo + pool <= 100:
            trains = draw(st.sampled_from([(), ("5",)])) if ann + bo + pool >= 50 else ()
            position.company(name, cell=cell, Ann=ann, Bo=bo, pool=pool, trains=trains)
    return position.cash(Ann=draw(st.integers(0, 1100))).operate("SY", "trains")


def _sells(game: Game, blocks: tuple[tuple[str, int], ...]) -> int | None:
    """What is still missing after a set has really been sold block by block; None if a block may not be sold."""
    state = game.state.copy()
    table = Play(game.definition, game.title, state)
    offered = {holding.company: holding.most for holding in saleable(table, "SY")}
    treasury = state.cash["SY"]
    for company, count in blocks:
        if count > offered.get(company, 0):
            return None
        sell(table, "Ann", company, 10 * count)
    prices = [game.definition.trains[name].price for name in state.trains.get("pool", ())]
    return min([1100, *prices]) - treasury - state.cash["Ann"]


@given(forced_1890())
@settings(max_examples=60, deadline=None)
def test_1890_lists_and_accepts_the_sets_that_are_just_enough(game: Game) -> None:
    companies = [name for name in ("SY", "HK", "NK") if game.state.held("Ann", name)]
    enough = set()
    for counts in product(*(range(game.state.held("Ann", name) // 10 + 1) for name in companies)):
        missing = _sells(game, tuple(zip(companies, counts, strict=True)))
        if missing is not None and missing <= 0:
            enough.add(counts)
    least = {
        counts
        for counts in enough
        if not any(other != counts and all(a <= b for a, b in zip(other, counts, strict=True)) for other in enough)
    }
    if not shortfall(game.table(), "SY") or need_of(game.table(), "SY").missing == 0:
        least = set()
    listed = [action for action in game.legal_actions() if isinstance(action, SellBlocks)]
    named = [{block.company: block.percent // 10 for block in action.blocks} for action in listed]
    assert {tuple(one.get(name, 0) for name in companies) for one in named} == least
    assert len(listed) == len(least), "each in one order"
    presidents, trains = game.state.presidents, game.state.trains
    own = [name for name in trains if name in presidents and presidents[name] == "Ann" and game.state.cash["SY"]]
    assert (game.why_not(DeclareBankruptcy("SY")) is None) == (not enough and not own)
    for action in listed:
        other = SellBlocks("Ann", action.blocks[::-1])
        assert game.why_not(other) is None, "in any order"
    for action in listed[:4]:
        _check_outlook(game, action)


def _check_outlook(game: Game, action: SellBlocks) -> None:
    """Sold and the train bought, with all invariants: what was foretold comes true."""
    told = outlook(game.table(), "SY", action)
    then = plays(game.copy(), action)
    if "SY" not in then.state.closed_companies:
        assert not any(isinstance(one, SellBlocks | DeclareBankruptcy) for one in then.legal_actions())
        trains = [one for one in then.legal_actions() if isinstance(one, BuyTrain) and one.source in ("bank", "pool")]
        plays(then, min(trains, key=lambda train: train.price))
    assert then.state.cash["Ann"] == told.left
    for block in told.blocks:
        assert then.state.held("Ann", block.company) == (10 * block.kept if block.price else 0)
        assert (block.company in then.state.closed_companies) == (not block.price)
        if block.price:
            assert price(then, block.company) == block.price
            assert block.heir in (None, then.state.presidents.get(block.company))


@st.composite
def forced_1888(draw: st.DrawFn) -> Game:
    """Ann's JHR needs a train of 500; she holds shares of it and of SSL."""
    position = Position1888("2022").company("JHR", cash=100, Ann=draw(st.sampled_from([30, 40, 60])), Bo=10)
    cell = draw(st.sampled_from([(0, 4), (3, 3), (5, 2)]))
    position.company("SSL", cell=cell, Ann=draw(st.integers(1, 5)) * 10, Bo=30, pool=draw(st.sampled_from([0, 20])))
    return position.cash(Ann=draw(st.integers(0, 400)), Bo=0, Cy=0).phase("5").operate("JHR", "trains")


def _best(game: Game) -> bool:
    """Can the train be paid for by some series of single sales, played out one by one?"""
    table = game.table()
    short = shortfall(table, "JHR")
    if table.state.cash["Ann"] >= short:
        return True
    for company in ("JHR", "SSL"):
        for percent in range(10, table.state.held("Ann", company) + 1, 10):
            sale = SellShares("Ann", company, percent)
            after = _after(game, sale)
            if after is not None and _best(after):
                return True
    return False


def _after(game: Game, sale: SellShares) -> Game | None:
    """The sale made, whether or not it puts the sum out of reach; None if another rule forbids it."""
    reason = game.why_not(sale)
    if reason is not None and reason.code != "sale_out_of_reach":
        return None
    other = game.copy()
    state = game.state.copy()
    table = Play(game.definition, game.title, state)
    sell(table, "Ann", sale.company, sale.percent)
    settle(table)
    other._put(other.played, Moment(None, state, []))
    return other


@given(forced_1888())
@settings(max_examples=25, deadline=None)
def test_1888_refuses_what_puts_the_train_out_of_reach_and_nothing_else(game: Game) -> None:
    table = game.table()
    if shortfall(table, "JHR") <= table.state.cash["Ann"]:
        return
    able = _best(game)
    assert (game.why_not(DeclareBankruptcy("JHR")) is None) == (not able)
    listed = [action for action in game.legal_actions() if isinstance(action, SellShares)]
    assert listed == list(single_sales(table, "JHR", shortfall(table, "JHR")))
    assert listed or not able, "who can pay can always sell something"
    for company in ("JHR", "SSL"):
        for percent in range(10, table.state.held("Ann", company) + 1, 10):
            sale = SellShares("Ann", company, percent)
            after = _after(game, sale)
            if after is None:
                assert sale not in listed
            else:
                assert (sale in listed) == (_best(after) or not able)
