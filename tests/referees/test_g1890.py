"""The referee of 1890: agrees with the engine in whole games, and speaks wherever something is not by the book."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from kaiping.action import (
    BuyPrivate,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    Dividend,
    LayTile,
    Par,
    PlaceToken,
    RunRoutes,
    SellShares,
    UsePower,
)
from kaiping.bots.simulate import simulate
from kaiping.referees import referee_for
from kaiping.state import BANK, POOL, State
from kaiping.titles import definition
from tests.many import many
from tests.referees.watched import (
    Seen,
    agrees_in_random_games,
    changed,
    company_of,
    events,
    says,
    says_of,
    shift,
    watched,
)
from tests.rules.position import set_fields

#: scenario, players, seed, bots: these are played in every run of the tests
GAMES = [
    ("A", 3, 1, "random"),
    ("B", 2, 2, "random"),
    ("C", 3, 1, "greedy+random"),
    ("D", 3, 1, "greedy+random"),
    ("B", 4, 1, "random"),
    ("A", 2, 3, "random"),
]


@pytest.mark.parametrize(("edition", "players", "seed", "bot"), GAMES)
def test_a_game_by_the_book(edition: str, players: int, seed: int, bot: str) -> None:
    assert len(watched("1890", edition, players, seed, bot)) > 50


TABLES = [(edition, players) for edition in "AB" for players in range(2, 5)]
TABLES += [(edition, players) for edition in "CD" for players in range(2, 8)]


@pytest.mark.slow
@pytest.mark.parametrize("part", many(range(7), slow=1))
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_a_thousand_random_games(edition: str, players: int, part: int) -> None:
    agrees_in_random_games("1890", edition, players, part, games=8)


@pytest.mark.slow
@pytest.mark.parametrize("bots", ["greedy", "greedy random", "random greedy random"])
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_greedy_and_mixed_games(edition: str, players: int, bots: str) -> None:
    seats = (bots.split() * 7)[:players]
    assert simulate("1890", edition, players, games=2, seed=90, bot=seats, referee=True).violations == []


def test_who_has_no_referee() -> None:
    for edition in "ABCD":
        assert referee_for(definition("1890", edition)) is not None
    assert referee_for(definition("1890", "C", ("eight-trains",))) is None


# Breaks: an action found in one of the games, what is falsified in what came of it, and the clause that it is against.


def seen() -> Iterator[Seen]:
    for edition, players, seed, bot in GAMES:
        yield from watched("1890", edition, players, seed, bot)


def first(fits: Callable[[Seen], Any]) -> Seen:
    return next(entry for entry in seen() if fits(entry))


def told(entry: Seen, kind: str, key: str) -> Any:
    """A figure of the first event of a kind."""
    return next(event for event in entry.after.events if event.kind == kind)[key]


def put(**values: Any) -> Callable[[State], None]:
    def change(state: State) -> None:
        set_fields(state, **values)

    return change


def move(state: State, company: str, place: tuple[int, int]) -> None:
    old = state.cells[company]
    state.market[old] = tuple(name for name in state.market[old] if name != company)
    state.cells[company] = place
    state.market[place] = (*state.market.get(place, ()), company)


def is_a(*kinds: type) -> Callable[[Seen], bool]:
    return lambda entry: isinstance(entry.action, kinds)


def test_next_player_in_the_initial_round() -> None:
    entry = first(lambda entry: entry.after.frame == "Auction" and entry.before.acting != entry.after.acting)
    says(entry, replace(entry.after, acting=entry.before.acting), "9.1.2")


def test_capital_of_a_minor() -> None:
    entry = first(lambda entry: events(entry, "minor-started"))
    says_of(entry, shift(told(entry, "minor-started", "minor"), 100), "7.2.4")


def test_share_that_comes_with_a_private() -> None:
    entry = first(lambda entry: events(entry, "share-attached"))
    key = (told(entry, "share-attached", "player"), told(entry, "share-attached", "company"))
    says_of(entry, lambda state: state.holdings.pop(key), "C.8.1.13")


def test_price_of_arima_falls() -> None:
    """What is asked for Arima in the game turn after one in which it was not sold."""
    entry = first(lambda entry: events(entry, "private-cheaper"))

    def legal() -> list[Any]:
        return [(replace(a, price=20), r) if getattr(a, "private", "") == "AR" else (a, r) for a, r in pairs]

    pairs = list(entry.after.legal())
    says(entry, replace(entry.after, legal=legal), "9.1.3")


def test_certificate_that_comes_with_a_price() -> None:
    entry = first(lambda entry: events(entry, "certificate-given"))
    says_of(entry, lambda state: state.presidents.pop("OS"), "C.8.1.18")


def test_next_player_in_a_stock_round() -> None:
    def fits(entry: Seen) -> bool:
        return entry.before.frame == entry.after.frame == "StockRound" and entry.before.acting != entry.after.acting

    entry = first(fits)
    says(entry, replace(entry.after, acting=entry.before.acting), "8.2.1")


def test_what_a_sale_brings() -> None:
    entry = first(is_a(SellShares))
    says_of(entry, shift(entry.before.acting[0], 10), "8.3.1.2")


def test_price_after_a_sale() -> None:
    entry = first(lambda entry: isinstance(entry.action, SellShares) and events(entry, "price"))
    company = company_of(entry)
    says_of(entry, lambda state: move(state, company, entry.before.state.cells[company]), "8.3.1.3")


def test_price_of_a_share() -> None:
    entry = first(lambda entry: isinstance(entry.action, BuyShare) and entry.action.source == POOL)
    says_of(entry, shift(entry.before.acting[0], -5), "8.4.5")


def test_price_of_a_presidents_certificate() -> None:
    entry = first(lambda entry: isinstance(entry.action, Par) and entry.before.frame == "StockRound")
    says_of(entry, shift(entry.before.acting[0], 65), "7.3.1.5")


def test_president_unchanged() -> None:
    entry = first(lambda entry: events(entry, "president"))
    says_of(entry, lambda state: state.presidents.update(entry.before.state.presidents), "6.5.2")


def test_capital_of_a_company() -> None:
    entry = first(lambda entry: events(entry, "floated"))
    says_of(entry, shift(company_of(entry), -100), "7.3.2.2")


def test_a_company_that_has_not_started() -> None:
    entry = first(lambda entry: events(entry, "floated"))
    says_of(entry, put(floated=entry.before.state.floated), "7.3.1")


def test_a_sale_that_is_not_listed() -> None:
    def listed(entry: Seen) -> bool:
        return entry.after.frame == "StockRound" and any(isinstance(a, SellShares) for a, _ in entry.after.legal())

    entry = first(listed)
    pairs = [pair for pair in entry.after.legal() if not isinstance(pair[0], SellShares)]
    says(entry, replace(entry.after, legal=lambda: pairs), "8.2.2")


def test_a_closed_company_keeps_its_tokens() -> None:
    entry = first(lambda entry: events(entry, "company-closed"))
    says_of(entry, put(board=entry.before.state.board), "7.4.7")


def test_a_company_sold_out_does_not_rise() -> None:
    def fits(entry: Seen) -> bool:
        return any(e.kind == "price" and e["cause"] == "sold out" for e in entry.after.events)

    entry = first(fits)
    company = next(e["company"] for e in entry.after.events if e.kind == "price" and e["cause"] == "sold out")
    says_of(entry, lambda state: move(state, company, entry.before.state.cells[company]), "8.6.1.1")


def test_priority_at_the_end_of_a_stock_round() -> None:
    entry = first(lambda entry: events(entry, "stock-round-ended"))
    other = next(player for player in entry.after.state.players if player != entry.after.state.priority)
    says_of(entry, put(priority=other), "8.2.6")


def test_number_of_operating_rounds() -> None:
    entry = first(lambda entry: events(entry, "stock-round-ended", "turn"))
    says_of(entry, put(set_rounds=entry.after.state.set_rounds + 1), "10.2")


def test_income_of_privates() -> None:
    entry = first(lambda entry: events(entry, "operating-round", "private-income"))
    says_of(entry, shift(told(entry, "private-income", "owner"), 5), "10.2.2")


def test_order_of_operation() -> None:
    entry = first(lambda entry: sum(event.kind == "turn" for event in entry.after.events) == 1 and entry.before.company)
    said = [replace(e, data={"company": "SY"}) if e.kind == "turn" else e for e in entry.after.events]
    says(entry, replace(entry.after, events=said), "10.3.2")


def test_stacks_at_the_end_of_a_round() -> None:
    """A company that has not started lies above one that has, before the last action of a round and after it."""

    def fits(entry: Seen) -> bool:
        return entry.before.round == "OR" and entry.after.round == "SR" and len(entry.after.state.floated) > 1

    entry = first(fits)
    started = next(name for name in entry.after.state.floated if name != entry.before.company)

    def change(state: State) -> None:
        place = state.cells[started]
        state.cells["XX"] = place
        state.market[place] = ("XX", *state.market[place])

    entry = entry._replace(before=changed(entry.before, change))
    said = " ".join(entry.again(changed(entry.after, change)))
    assert "stacks of" in said
    assert "1890:10.8.3" in said


def test_home_token() -> None:
    entry = first(lambda entry: events(entry, "home-token"))
    says_of(entry, put(board=entry.before.state.board), "10.4.1.1")


def test_cost_of_ground() -> None:
    entry = first(lambda entry: isinstance(entry.action, LayTile) and told(entry, "tile", "cost"))
    says_of(entry, shift(company_of(entry), 10), "10.3.1.5.1")


def test_cost_of_a_token() -> None:
    entry = first(is_a(PlaceToken))
    says_of(entry, shift(company_of(entry), -60), "10.4.2.2")


def test_a_token_where_no_track_leads() -> None:
    entry = first(is_a(PlaceToken))
    wrong = replace(entry.action, hex="F3", stop=0)
    said = " ".join(entry._replace(action=wrong).again(entry.after))
    assert "1890:10.4.3.2)" in said


def test_revenue_of_a_run() -> None:
    entry = first(is_a(RunRoutes))
    revenue = dict(entry.after.state.revenue)
    revenue[company_of(entry)] += 10
    says_of(entry, put(revenue=revenue), "10.5.3.1")


def test_half_of_a_minors_revenue() -> None:
    entry = first(lambda entry: events(entry, "half-paid"))
    says_of(entry, shift(told(entry, "half-paid", "owner"), 5), "10.6.1.2")


def test_a_shareholder_who_is_not_paid() -> None:
    entry = first(lambda entry: events(entry, "paid"))
    owner = next(name for name in told(entry, "paid", "shares") if name in entry.after.state.players)
    says_of(entry, shift(owner, -1), "10.6.2.2")


def test_price_after_a_dividend() -> None:
    entry = first(lambda entry: isinstance(entry.action, Dividend) and events(entry, "paid", "price"))
    company = company_of(entry)
    says_of(entry, lambda state: move(state, company, entry.before.state.cells[company]), "10.6.4.2")


def test_half_dividend_of_jr() -> None:
    entry = first(lambda e: isinstance(e.action, Dividend) and e.action.company == "JR" and events(e, "paid"))
    says_of(entry, shift("JR", 10), "A.8.4.14")


def test_a_run_that_is_passed_over() -> None:
    entry = first(lambda e: e.after.step == "run" and any(isinstance(a, RunRoutes) for a, _ in e.after.legal()))
    says(entry, replace(entry.after, step="trains"), "10.3.7")


def test_price_of_a_train() -> None:
    entry = first(lambda entry: isinstance(entry.action, BuyTrain) and entry.action.source == BANK)
    says_of(entry, shift(company_of(entry), 20), "12.4.6")


def test_trains_that_have_not_rusted() -> None:
    entry = first(lambda entry: isinstance(entry.action, BuyTrain) and events(entry, "rusted"))
    owner = next(iter(told(entry, "rusted", "owners")))
    says_of(entry, lambda state: state.trains.update({owner: entry.before.state.trains[owner]}), "12.6.1")


def test_phase_that_has_not_begun() -> None:
    entry = first(lambda entry: events(entry, "phase"))
    says_of(entry, put(phase=entry.before.state.phase), "5.2")


def test_privates_that_have_not_closed() -> None:
    entry = first(lambda entry: events(entry, "privates-closed"))
    says_of(entry, lambda state: state.privates.update(entry.before.state.privates), "7.4.1")


def test_osaka_municipal_that_has_not_closed() -> None:
    entry = first(lambda entry: events(entry, "private-closed"))
    says_of(entry, lambda state: state.privates.update(OM=entry.before.state.privates["OM"]), "C.8.1.21")


def test_a_surplus_train_that_is_not_given_up() -> None:
    entry = first(lambda entry: entry.after.frame == "Discards")
    says(entry, replace(entry.after, frame="OperatingRound"), "12.2.3")


def test_a_surplus_train_goes_to_the_open_market() -> None:
    entry = first(is_a(DiscardTrain))
    says_of(entry, lambda state: state.trains.pop(POOL), "12.2.4")


def test_price_of_a_private_that_a_company_buys() -> None:
    entry = first(lambda entry: isinstance(entry.action, BuyPrivate) and events(entry, "private-sold"))
    says_of(entry, shift(company_of(entry), 7), "10.9.5")


def test_capital_of_kinki() -> None:
    entry = first(lambda entry: events(entry, "turn") and told(entry, "turn", "company") == "KN")
    says_of(entry, shift("KN", -80), "C.8.4.41")


def test_certificates_kept_for_a_minor() -> None:
    entry = first(lambda entry: events(entry, "minor-merged"))
    minor, owner = told(entry, "minor-merged", "minor"), told(entry, "minor-merged", "owner")

    def change(state: State) -> None:
        held = entry.before.state.held(minor, "KN")
        state.holdings[minor, "KN"] = held
        state.holdings[owner, "KN"] -= held

    says_of(entry, change, "C.8.4.30")


def test_kobe_electric_keeps_its_cash() -> None:
    entry = first(is_a(UsePower))
    says_of(entry, shift("KE", 20), "C.8.3.37")


def test_the_right_at_kobe() -> None:
    entry = first(lambda entry: events(entry, "right-bought"))
    says_of(entry, shift(told(entry, "right-bought", "company"), 60), "C.8.2.13")


def test_the_end_of_the_bank_is_announced() -> None:
    entry = first(lambda entry: events(entry, "bank-broken") and entry.after.state.finished is None)
    says_of(entry, put(ending=None), "13.3.1")


def test_the_game_goes_on_after_its_last_turn() -> None:
    entry = first(lambda entry: entry.after.state.finished == "turns")
    says_of(entry, put(finished=None), "13.4.1")


def test_what_players_are_worth() -> None:
    entry = first(lambda entry: entry.after.state.finished)
    worth = {player: total + 20 for player, total in entry.after.worth().items()}
    says(entry, replace(entry.after, worth=lambda: worth), "13.4")
