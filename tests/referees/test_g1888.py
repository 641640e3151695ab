"""The referee of 1888: agrees with the engine in whole games, and speaks wherever something is not by the book."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest
from msgspec.structs import replace

from kaiping.action import (
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    Dividend,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    RunRoutes,
    SellShares,
)
from kaiping.bots.simulate import simulate
from kaiping.referees import Moment, referee_for
from kaiping.state import BANK, IPO, POOL, State
from kaiping.titles import definition
from tests.referees.watched import Seen, changed, watched

#: edition, players, seed: these are played in every run of the tests
GAMES = [("2022", 3, 3), ("2021", 4, 1), ("2022", 5, 2), ("2021", 3, 6), ("2022", 2, 4), ("2021", 6, 5)]


@pytest.mark.parametrize(("edition", "players", "seed"), GAMES)
def test_a_game_by_the_book(edition: str, players: int, seed: int) -> None:
    assert len(watched("1888", edition, players, seed)) > 100


TABLES = [("2022", players) for players in range(2, 7)] + [("2021", players) for players in range(3, 7)]


@pytest.mark.slow
@pytest.mark.parametrize("part", range(6))
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_a_thousand_random_games(edition: str, players: int, part: int) -> None:
    report = simulate("1888", edition, players, games=20, seed=1000 + 100 * part, referee=True)
    assert report.violations == []
    assert report.compared["position"] == report.actions


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_greedy_and_mixed_games(edition: str, players: int) -> None:
    mixed = ["greedy", "random"] * 3
    for bots in (["greedy"] * players, mixed[:players]):
        assert simulate("1888", edition, players, games=3, seed=88, bot=bots, referee=True).violations == []


def test_who_has_no_referee() -> None:
    assert referee_for(definition("1888", "2022")) is not None
    assert referee_for(definition("1888", "2021")) is not None
    assert referee_for(definition("1888", "18xx-north")) is None
    assert referee_for(definition("1888", "2021", ("privates-at-end",))) is None


# Breaks: an action found in one of the games, what is falsified in what came of it, and the clause that it is against.


def seen() -> Iterator[Seen]:
    for edition, players, seed in GAMES:
        yield from watched("1888", edition, players, seed)


def first(fits: Callable[[Seen], Any]) -> Seen:
    return next(entry for entry in seen() if fits(entry))


def events(entry: Seen, *kinds: str) -> bool:
    """Did the action bring about events of all these kinds?"""
    return set(kinds) <= {event.kind for event in entry.after.events}


def company_of(entry: Seen) -> str:
    """The company that the action names."""
    company = getattr(entry.action, "company", None)
    assert isinstance(company, str)
    return company


def listed(entry: Seen, kind: type) -> bool:
    """Are actions of a kind listed after the action?"""
    return any(isinstance(action, kind) for action, _ in entry.after.legal())


def another_is_asked(entry: Seen) -> bool:
    return isinstance(entry.action, Pass) and entry.before.acting != entry.after.acting


def paid_for(entry: Seen) -> bool:
    return any(event.data.get("cost") for event in entry.after.events)


def says(entry: Seen, after: Moment, *clauses: str) -> None:
    """The referee holds with what was, and cites one of the clauses (of the newer book or the older) for the change."""
    assert entry.again(entry.after) == []
    said = " ".join(entry.again(after))
    assert any(f":{clause}{end}" in said for clause in clauses for end in "),"), said


def says_of(entry: Seen, change: Callable[[State], Any], *clauses: str) -> None:
    says(entry, changed(entry.after, change), *clauses)


def shift(owner: str, amount: int) -> Callable[[State], None]:
    """Somebody has more than they should, and the bank less."""

    def change(state: State) -> None:
        state.cash[owner] += amount
        state.bank -= amount

    return change


def test_proceeds_of_a_sale() -> None:
    entry = first(lambda entry: isinstance(entry.action, SellShares) and entry.before.frame == "StockRound")
    says_of(entry, shift(entry.before.acting[0], 10), "VII.4.8", "VI.5.7")


def move(state: State, company: str, place: tuple[int, int]) -> None:
    old = state.cells[company]
    state.market[old] = tuple(name for name in state.market[old] if name != company)
    state.cells[company] = place
    state.market[place] = (*state.market.get(place, ()), company)


def test_price_after_a_sale() -> None:
    entry = first(lambda entry: isinstance(entry.action, SellShares) and events(entry, "price"))
    company = company_of(entry)
    says_of(entry, lambda state: move(state, company, entry.before.state.cells[company]), "IX.3.1", "VIII.3.1")


def test_marker_on_top_instead_of_below() -> None:
    def fits(entry: Seen) -> bool:
        state = entry.after.state
        return isinstance(entry.action, Dividend) and len(state.market[state.cells[entry.action.company]]) > 1

    entry = first(fits)
    place = entry.after.state.cells[company_of(entry)]

    def change(state: State) -> None:
        state.market[place] = state.market[place][::-1]

    says_of(entry, change, "IX.2.1", "VIII.2.1", "IX.2.2", "VIII.2.2")


def test_price_of_a_share_bought() -> None:
    entry = first(lambda entry: isinstance(entry.action, BuyShare) and entry.action.source == POOL)
    says_of(entry, shift(entry.before.acting[0], -5), "VII.5.5", "VI.6.5")


def test_director_unchanged() -> None:
    entry = first(lambda entry: events(entry, "president"))
    old = dict(entry.before.state.presidents)
    says_of(entry, lambda state: state.presidents.update(old), "VII.7.1", "VI.8.1")


def test_capital_when_a_company_floats() -> None:
    entry = first(lambda entry: events(entry, "floated"))
    says_of(entry, shift(company_of(entry), -100), "VII.6.9", "VI.7.9")


def test_a_company_that_has_not_floated() -> None:
    entry = first(lambda entry: events(entry, "floated"))

    def change(state: State) -> None:
        state.floated = entry.before.state.floated

    says_of(entry, change, "VII.6.6", "VI.7.6")


def test_price_of_a_directors_share() -> None:
    entry = first(lambda entry: isinstance(entry.action, Par))
    says_of(entry, shift(entry.before.acting[0], 80), "VII.6.3", "VI.7.3")


def test_next_player_in_a_stock_round() -> None:
    entry = first(lambda entry: entry.before.frame == entry.after.frame == "StockRound" and another_is_asked(entry))
    says(entry, replace(entry.after, acting=entry.before.acting), "VII.2.2", "VI.2.2")


def test_next_player_in_the_auction() -> None:
    entry = first(lambda entry: entry.after.frame == "Auction" and another_is_asked(entry))
    says(entry, replace(entry.after, acting=entry.before.acting), "VI.23", "VI.3.23")


def test_a_bid_that_is_too_low() -> None:
    entry = first(lambda entry: isinstance(entry.action, Bid) and entry.after.frame == "Auction")

    def legal() -> list[Any]:
        return [(replace(a, price=1), r) if isinstance(a, Bid) else (a, r) for a, r in entry.after.legal()]

    says(entry, replace(entry.after, legal=legal), "VI.3", "VI.3.3")


def test_a_private_goes_to_another_player() -> None:
    entry = first(lambda entry: events(entry, "private-bought"))
    private = next(event for event in entry.after.events if event.kind == "private-bought")["private"]
    says_of(entry, lambda state: state.privates.update({private: BANK}), "VI.2", "VI.3.2")


def test_a_sale_that_is_not_offered() -> None:
    entry = first(
        lambda entry: (
            entry.after.frame == "StockRound" and any(isinstance(a, SellShares) for a, _ in entry.after.legal())
        )
    )

    def legal() -> list[Any]:
        return [pair for pair in entry.after.legal() if not isinstance(pair[0], SellShares)]

    says(entry, replace(entry.after, legal=legal), "VII.1.3", "VI.1.3")


def test_income_of_privates() -> None:
    entry = first(lambda entry: events(entry, "operating-round", "private-income"))
    owner = next(event for event in entry.after.events if event.kind == "private-income")["owner"]
    says_of(entry, shift(owner, 5), "VIII.1.6", "VII.1.6")


def test_priority_at_the_end_of_a_stock_round() -> None:
    entry = first(lambda entry: events(entry, "stock-round-ended", "turn"))
    others = [player for player in entry.after.state.players if player != entry.after.state.priority]

    def change(state: State) -> None:
        state.priority = others[0]

    says_of(entry, change, "VII.2.4", "VI.2.4")


def test_a_company_sold_out_does_not_rise() -> None:
    """All that the bank has of a company is a player's, before the last pass and after it; the marker stays."""
    entry = first(lambda entry: events(entry, "stock-round-ended", "turn"))
    company = next(iter(entry.before.state.cells))

    def change(state: State) -> None:
        player = state.players[0]
        left = sum(state.holdings.pop((owner, company), 0) for owner in (IPO, POOL))
        state.holdings[player, company] = state.held(player, company) + left

    entry = entry._replace(before=changed(entry.before, change))
    said = " ".join(entry.again(changed(entry.after, change)))
    assert f"cells of {company}" in said
    assert ":IX.3.3" in said or ":VIII.3.3" in said


def test_number_of_operating_rounds() -> None:
    entry = first(lambda entry: events(entry, "stock-round-ended", "turn"))

    def change(state: State) -> None:
        state.set_rounds += 1

    says_of(entry, change, "VIII.1.4", "VII.1.4")


def test_order_of_companies() -> None:
    def fits(entry: Seen) -> bool:
        return bool(entry.before.company and entry.after.company) and entry.before.company != entry.after.company

    entry = first(fits)
    other = next(name for name in entry.after.state.floated if name != entry.after.company)
    says(entry, replace(entry.after, company=other), "VIII.1.7", "VII.1.7")


def test_home_station() -> None:
    entry = first(lambda entry: events(entry, "home-token"))

    def change(state: State) -> None:
        state.board = entry.before.state.board

    says_of(entry, change, "VIII.3.2.1", "VII.3.2.1")


def test_cost_of_ground() -> None:
    entry = first(lambda entry: isinstance(entry.action, LayTile) and paid_for(entry))
    says_of(entry, shift(company_of(entry), 10), "VIII.3.3.22", "VII.3.3.22")


def test_cost_of_a_token() -> None:
    entry = first(lambda entry: isinstance(entry.action, PlaceToken))
    says_of(entry, shift(company_of(entry), -60), "VIII.3.5.11", "VII.3.5.11")


def test_revenue_of_a_run() -> None:
    entry = first(lambda entry: isinstance(entry.action, RunRoutes))
    company = company_of(entry)

    def change(state: State) -> None:
        state.revenue = {**state.revenue, company: state.revenue[company] + 10}

    says_of(entry, change, "VIII.3.7.2", "VII.3.7.2")


def test_a_route_that_is_none() -> None:
    entry = first(lambda entry: isinstance(entry.action, RunRoutes) and entry.action.routes)
    run = entry.action
    assert isinstance(run, RunRoutes)
    wrong = replace(run, routes=(replace(run.routes[0], path=(run.routes[0].path[0], "I11.0")), *run.routes[1:]))
    said = " ".join(entry._replace(action=wrong).again(entry.after))
    assert "VIII.2.2" in said or "VII.2.2" in said


def test_dividend_of_a_player() -> None:
    entry = first(lambda entry: isinstance(entry.action, Dividend) and entry.action.kind == "pay")
    player = next(event for event in entry.after.events if event.kind == "paid")["shares"]
    owner = next(name for name in player if name in entry.after.state.players)
    says_of(entry, shift(owner, 1), "VIII.3.7.13", "VII.3.7.12")


def test_dividend_of_the_pool_goes_to_the_treasury() -> None:
    def fits(entry: Seen) -> bool:
        action, state = entry.action, entry.before.state
        return isinstance(action, Dividend) and action.kind == "pay" and state.held(POOL, action.company) > 0

    entry = first(fits)
    says_of(entry, shift(company_of(entry), -10), "VIII.3.7.14", "VII.3.7.13")


def test_price_after_a_dividend() -> None:
    entry = first(lambda entry: isinstance(entry.action, Dividend) and events(entry, "paid", "price"))
    company = company_of(entry)
    says_of(entry, lambda state: move(state, company, entry.before.state.cells[company]), "IX.2.1", "VIII.2.1")


def test_price_of_a_train() -> None:
    entry = first(lambda entry: isinstance(entry.action, BuyTrain) and entry.action.source == BANK)
    says_of(entry, shift(company_of(entry), 20), "VIII.3.8.19", "VII.3.8.26")


def test_trains_that_have_not_rusted() -> None:
    entry = first(lambda entry: isinstance(entry.action, BuyTrain) and events(entry, "rusted"))
    owner = next(iter(next(event for event in entry.after.events if event.kind == "rusted")["owners"]))

    def change(state: State) -> None:
        state.trains = {**state.trains, owner: entry.before.state.trains[owner]}

    says_of(entry, change, "VIII.3.10.15", "VII.3.10.15", "VIII.3.8.1", "VII.3.8.7")


def test_phase_that_has_not_begun() -> None:
    entry = first(lambda entry: isinstance(entry.action, BuyTrain) and events(entry, "phase"))

    def change(state: State) -> None:
        state.phase = entry.before.state.phase

    says_of(entry, change, "VIII.3.10.1", "VII.3.10.1")


def test_privates_that_have_not_closed() -> None:
    entry = first(lambda entry: events(entry, "privates-closed"))
    says_of(entry, lambda state: state.privates.update(entry.before.state.privates), "IV.3.1.11", "IV.3.1.8")


def test_a_train_that_was_not_exported() -> None:
    entry = first(lambda entry: events(entry, "exported"))

    def change(state: State) -> None:
        state.depot, state.scrapped = dict(entry.before.state.depot), dict(entry.before.state.scrapped)

    says_of(entry, change, "VIII.3.11.1", "VII.3.11.2")


def test_a_surplus_train_that_is_not_given_up() -> None:
    entry = first(lambda entry: entry.after.frame == "Discards")
    says(entry, replace(entry.after, frame="OperatingRound"), "VIII.3.8.13", "VII.3.8.19")


def test_a_surplus_train_goes_into_the_pool() -> None:
    entry = first(lambda entry: isinstance(entry.action, DiscardTrain))

    def change(state: State) -> None:
        state.trains = {name: trains for name, trains in state.trains.items() if name != POOL}

    says_of(entry, change, "VIII.3.8.31", "VII.3.8.39")


def test_a_train_at_another_price_is_listed() -> None:
    entry = first(
        lambda entry: entry.after.step == "trains" and any(isinstance(a, BuyTrain) for a, _ in entry.after.legal())
    )

    def legal() -> list[Any]:
        return [
            (replace(a, price=a.price + 1), r) if isinstance(a, BuyTrain) else (a, r) for a, r in entry.after.legal()
        ]

    says(entry, replace(entry.after, legal=legal), "VIII.3.8.1", "VII.3.8.7")


def test_money_of_the_director() -> None:
    entry = first(lambda entry: events(entry, "director-paid"))
    payer = next(event for event in entry.after.events if event.kind == "director-paid")["player"]
    says_of(entry, shift(payer, 50), "VIII.3.9.1", "VII.3.9.1")


def test_price_of_a_private_sold_to_a_company() -> None:
    entry = first(lambda entry: isinstance(entry.action, BuyPrivate) and events(entry, "private-sold"))
    says_of(entry, shift(company_of(entry), 7), "IV.3.1.4")


def test_a_step_that_is_passed_over() -> None:
    """A company with a train and a route that does not run."""
    entry = first(lambda entry: entry.after.step == "run" and listed(entry, RunRoutes))
    says(entry, replace(entry.after, step="trains"), "VIII.3.1.6", "VII.3.1.6")


def test_the_end_of_the_bank_is_announced() -> None:
    entry = first(lambda entry: events(entry, "bank-broken"))

    def change(state: State) -> None:
        state.ending = None

    says_of(entry, change, "X.1.4", "IX.1.6")


def test_the_game_goes_on_after_its_end() -> None:
    entry = first(lambda entry: entry.after.state.finished)
    says(entry, replace(entry.after, acting=(entry.after.state.players[0],)), "X.1.5", "IX.1.2")


def test_final_totals() -> None:
    entry = first(lambda entry: entry.after.state.finished)
    worth = {**entry.after.worth(), entry.after.state.players[0]: 1}
    says(entry, replace(entry.after, worth=lambda: worth), "X.2.1", "IX.2.1")


def test_shares_from_nowhere() -> None:
    entry = first(lambda entry: isinstance(entry.action, BuyShare))
    buyer, company = entry.before.acting[0], company_of(entry)

    def change(state: State) -> None:
        state.holdings[IPO, company] = state.held(IPO, company) + 10
        state.holdings[buyer, company] -= 10

    says_of(entry, change, "VII.5.1", "VI.6.1")


def test_starting_capital() -> None:
    entry = next(seen())
    referee = referee_for(entry.before.definition)
    assert referee is not None
    (sentence,) = referee.begin(changed(entry.before, lambda state: state.cash.update({state.players[0]: 1})))[:1]
    assert "II.3.1" in sentence


def test_a_power_of_a_private_that_is_not_the_companys() -> None:
    entry = first(lambda entry: isinstance(entry.action, LayTile) and entry.action.private)
    private = getattr(entry.action, "private", "")
    before = changed(entry.before, lambda state: state.privates.update({private: BANK}))
    said = " ".join(entry._replace(before=before).again(entry.after))
    assert "VIII.3.1.10" in said or "VII.3.1.10" in said


def test_a_second_tile_in_a_turn() -> None:
    entry = first(lambda entry: isinstance(entry.action, LayTile) and entry.action.private is None)
    again = entry._replace(referee=deepcopy(entry.referee, {id(entry.after.definition): entry.after.definition}))
    assert again.referee.see(entry.before, entry.action, entry.after) == []
    assert "VIII.3.3.6" in " ".join(again.again(entry.after))
