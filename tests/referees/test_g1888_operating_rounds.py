"""What the referee of 1888 does not let pass in operating rounds and at the end."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from msgspec.structs import replace

from kaiping.action import (
    BuyPrivate,
    BuyTrain,
    DiscardTrain,
    Dividend,
    LayTile,
    PlaceToken,
    RunRoutes,
)
from kaiping.state import BANK, POOL, State
from tests.referees.moments1888 import first, move, paid_for
from tests.referees.watched import Seen, changed, company_of, events, listed, says, says_of, shift


def test_marker_on_top_instead_of_below() -> None:
    def fits(entry: Seen) -> bool:
        state = entry.after.state
        return isinstance(entry.action, Dividend) and len(state.market[state.cells[entry.action.company]]) > 1

    entry = first(fits)
    place = entry.after.state.cells[company_of(entry)]

    def change(state: State) -> None:
        state.market[place] = state.market[place][::-1]

    says_of(entry, change, "IX.2.1", "VIII.2.1", "IX.2.2", "VIII.2.2")


def test_order_of_companies() -> None:
    """The company whose turn has just ended has another one."""

    def fits(entry: Seen) -> bool:
        return bool(entry.before.company and entry.after.company) and entry.before.company != entry.after.company

    entry = first(fits)
    after = replace(entry.after, company=entry.before.company)
    says(entry, after, "VIII.1.7", "VII.1.7", "VIII.1.10", "VII.1.10")


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
    entry = first(lambda entry: events(entry, "president-paid"))
    payer = next(event for event in entry.after.events if event.kind == "president-paid")["player"]
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
