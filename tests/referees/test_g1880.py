"""The referee of 1880: agrees with the engine in whole games, and speaks wherever something is not by the book."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from kaiping.action import (
    Bid,
    BuyShare,
    BuyTrain,
    Choose,
    DiscardTrain,
    Dividend,
    LayTile,
    Pass,
    PlaceToken,
    RepayDebt,
    RunRoutes,
    SellShares,
    UsePower,
)
from kaiping.bots.simulate import simulate
from kaiping.referees import Moment, referee_for
from kaiping.state import BANK, IPO, State
from kaiping.titles import definition
from tests.many import many
from tests.referees.watched import (
    Seen,
    agrees_in_random_games,
    changed,
    company_of,
    events,
    listed,
    says,
    says_of,
    shift,
    watched,
)
from tests.rules.position import set_fields

#: edition, players, seed: these are played in every run of the tests
GAMES = [
    ("2022", 3, 1),
    ("2022", 4, 2),
    ("2022", 5, 3),
    ("2010", 3, 4),
    ("2010", 4, 5),
    ("2010", 6, 6),
    ("2022", 7, 7),
    ("2010", 5, 8),
    ("2022", 3, 9),
    ("2010", 3, 10),
]


@pytest.mark.parametrize(("edition", "players", "seed"), GAMES)
def test_a_game_by_the_book(edition: str, players: int, seed: int) -> None:
    assert len(watched("1880", edition, players, seed)) > 100


TABLES = [(edition, players) for edition in ("2022", "2010") for players in range(3, 8)]


@pytest.mark.slow
@pytest.mark.parametrize("part", many(range(5), slow=1))
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_a_thousand_random_games(edition: str, players: int, part: int) -> None:
    agrees_in_random_games("1880", edition, players, part)


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_greedy_and_mixed_games(edition: str, players: int) -> None:
    mixed = ["greedy", "random"] * 4
    for bots in (["greedy"] * players, mixed[:players]):
        assert simulate("1880", edition, players, games=3, seed=80, bot=bots, referee=True).violations == []


def test_who_has_no_referee() -> None:
    assert referee_for(definition("1880", "2022")) is not None
    assert referee_for(definition("1880", "2010")) is not None
    assert referee_for(definition("1880", "18xx")) is None
    assert referee_for(definition("1880", "2022", ("any-row",))) is None


# Breaks: an action found in one of the games, what is falsified in what came of it, and the clause that it is against.


def seen() -> Iterator[Seen]:
    for edition, players, seed in GAMES:
        yield from watched("1880", edition, players, seed)


def first(fits: Callable[[Seen], Any]) -> Seen:
    return next(entry for entry in seen() if fits(entry))


def event(entry: Seen, kind: str) -> dict[str, Any]:
    return next(event.data for event in entry.after.events if event.kind == kind)


def only_d(state: State) -> None:
    """BCR has the permit of the last phase alone."""
    set_fields(state, permits=state.own.permits | {"BCR": "D"})


def assign(**fields: Any) -> Callable[[State], None]:
    def change(state: State) -> None:
        set_fields(state, **fields)

    return change


def move(company: str, place: tuple[int, int]) -> Callable[[State], None]:
    return lambda state: state.cells.update({company: place})


def in_share_round(entry: Seen, kind: type) -> bool:
    return isinstance(entry.action, kind) and entry.before.frame == "StockRound"


def without(entry: Seen, kind: type) -> Moment:
    """The same moment, without the listed actions of a kind."""
    return replace(entry.after, legal=lambda: [pair for pair in entry.after.legal() if not isinstance(pair[0], kind)])


# the auction


def test_a_private_that_is_not_paid() -> None:
    entry = first(lambda entry: events(entry, "private-bought"))
    says_of(entry, shift(event(entry, "private-bought")["player"], 5), "V.5")


def test_who_bids_next() -> None:
    entry = first(
        lambda entry: entry.after.frame == "SingleAuction" and entry.before.acting != entry.after.acting,
    )
    says(entry, replace(entry.after, acting=entry.before.acting), "V.4")


def test_a_bid_that_is_no_multiple_of_five() -> None:
    entry = first(lambda entry: entry.after.frame == "SingleAuction" and listed(entry, Bid))

    def legal() -> list[Any]:
        return [(replace(a, price=a.price + 1), r) if isinstance(a, Bid) else (a, r) for a, r in entry.after.legal()]

    says(entry, replace(entry.after, legal=legal), "V.4")


def test_priority_after_all_have_passed() -> None:
    entry = first(lambda entry: events(entry, "income-only-round") and entry.after.frame == "SingleAuction")
    other = next(player for player in entry.after.state.players if player != entry.after.state.priority)
    says_of(entry, assign(priority=other), "V.36", "V.31")


def test_income_while_privates_are_unsold() -> None:
    entry = first(lambda entry: events(entry, "income-only-round", "private-income"))
    says_of(entry, shift(event(entry, "private-income")["owner"], 5), "VI.1.12", "VI.1.10")


def test_seats_by_cash() -> None:
    entry = first(lambda entry: events(entry, "seated"))
    says_of(entry, assign(players=entry.after.state.players[::-1]), "V.25")


def test_the_share_of_the_bcr_for_the_investor() -> None:
    entry = first(lambda entry: isinstance(entry.action, Choose) and events(entry, "share-set-aside"))
    data = event(entry, "share-set-aside")

    def change(state: State) -> None:
        state.holdings[IPO, data["company"]] += state.holdings.pop((data["investor"], data["company"]))

    says_of(entry, change, "VII.1.12", "VII.11", "XII.6.12")


# share rounds


def test_the_fee_for_a_sale() -> None:
    entry = first(lambda entry: in_share_round(entry, SellShares))
    says_of(entry, shift(entry.before.acting[0], 5), "XII.8.4", "XII.8.10")


def test_the_price_after_a_sale() -> None:
    entry = first(lambda entry: in_share_round(entry, SellShares) and events(entry, "price"))
    company = company_of(entry)
    says_of(entry, move(company, entry.before.state.cells[company]), "XIII.3.1")


def test_the_price_under_the_communists() -> None:
    entry = first(lambda entry: in_share_round(entry, SellShares) and entry.before.state.phase in ("B3", "C1"))
    company = company_of(entry)
    row, column = entry.before.state.cells[company]
    says_of(entry, move(company, (row - 1, column)), "XIII.1.2", "XIII.3.1")


def test_the_price_of_a_share() -> None:
    entry = first(lambda entry: in_share_round(entry, BuyShare))
    says_of(entry, shift(entry.before.acting[0], -5), "XII.4.9")


def test_director_unchanged() -> None:
    entry = first(lambda entry: events(entry, "president"))
    old = dict(entry.before.state.presidents)
    says_of(entry, lambda state: state.presidents.update(old), "VIII.3.3")


def test_the_price_of_a_directors_certificate() -> None:
    entry = first(lambda entry: events(entry, "founded") and entry.before.round == "SR")
    says_of(entry, shift(entry.before.acting[0], 100), "XII.4.3")


def test_the_row_of_a_new_company() -> None:
    entry = first(lambda entry: events(entry, "founded") and entry.before.round == "SR")
    company = event(entry, "founded")["company"]
    says_of(entry, lambda state: state.rows.update({company: (60, 0)}), "GH.5", "XII.6.2", "XII.2.1")


def test_a_certificate_that_is_not_offered() -> None:
    entry = first(lambda entry: entry.after.frame == "Founding")
    says(entry, without(entry, Choose), "XII.4.4")


def test_the_next_player() -> None:
    entry = first(
        lambda entry: (
            entry.before.frame == entry.after.frame == "StockRound"
            and isinstance(entry.action, Pass)
            and entry.before.acting != entry.after.acting
        )
    )
    says(entry, replace(entry.after, acting=entry.before.acting), "XII.3.2")


def test_a_sale_that_is_not_offered() -> None:
    entry = first(lambda entry: entry.after.frame == "StockRound" and listed(entry, SellShares))
    says(entry, without(entry, SellShares), "XII.2.4")


def test_a_sale_in_the_first_share_round() -> None:
    entry = first(lambda entry: entry.after.frame == "StockRound" and entry.after.state.turn == 1)
    player = entry.after.acting[0]

    def legal() -> list[Any]:
        return [*entry.after.legal(), (SellShares(player, "BCR", 10), None)]

    says(entry, replace(entry.after, legal=legal), "XII.2.4")


def test_a_debtor_buys() -> None:
    entry = first(lambda entry: entry.after.frame == "StockRound" and listed(entry, RepayDebt))
    player = entry.after.acting[0]

    def legal() -> list[Any]:
        return [*entry.after.legal(), (BuyShare(player, "BCR", "ipo"), None)]

    says(entry, replace(entry.after, legal=legal), "XII.2.4")


def test_a_debt_that_is_paid() -> None:
    entry = first(lambda entry: isinstance(entry.action, RepayDebt))
    says_of(entry, assign(debt=entry.before.state.debt), "X.6.49", "X.6.43")


def test_interest_on_a_debt() -> None:
    entry = first(lambda entry: events(entry, "interest"))
    says_of(entry, lambda state: state.debt.update({event(entry, "interest")["player"]: 1}), "X.6.51", "X.6.45")


def test_priority_at_the_end_of_a_share_round() -> None:
    entry = first(lambda entry: events(entry, "stock-round-ended"))
    other = next(player for player in entry.after.state.players if player != entry.after.state.priority)
    says_of(entry, assign(priority=other), "XII.3.4")


def test_a_company_that_opens() -> None:
    entry = first(lambda entry: events(entry, "floated"))
    says_of(entry, assign(floated=entry.before.state.floated), "XII.6.3")


def test_the_capital() -> None:
    entry = first(lambda entry: events(entry, "floated"))
    says_of(entry, shift(event(entry, "floated")["company"], 100), "XII.7.1")


def test_the_second_half_of_the_capital() -> None:
    entry = first(lambda entry: entry.after.state.own.fully_paid > entry.before.state.own.fully_paid)
    says_of(entry, assign(fully_paid=entry.before.state.own.fully_paid), "XII.7.3", "X.1.1", "XII.2.1")


def test_a_company_sold_out_does_not_rise() -> None:
    entry = first(lambda entry: events(entry, "sold-out"))
    company = event(entry, "sold-out")["company"]
    row, column = entry.after.state.cells[company]
    says_of(entry, move(company, (row + 1, column)), "XIII.3.3")


def test_the_home_station() -> None:
    entry = first(lambda entry: events(entry, "home-token", "stock-round-ended"))
    says_of(entry, assign(board=entry.before.state.board), "X.4.2")


# the ring of turns


def test_income_of_privates() -> None:
    entry = first(lambda entry: events(entry, "operating-round", "private-income"))
    says_of(entry, shift(event(entry, "private-income")["owner"], 5), "VI.1.12", "VI.1.10")


def test_the_order_of_companies() -> None:
    def fits(entry: Seen) -> bool:
        return bool(entry.before.company and entry.after.company) and entry.before.company != entry.after.company

    entry = first(fits)
    other = next(name for name in (*entry.after.state.floated, "JHA") if name != entry.after.company)
    says(entry, replace(entry.after, company=other), "IX.2.1", "IX.2.4")


def test_who_is_asked_for_a_company() -> None:
    entry = first(lambda entry: entry.after.frame == "OperatingRound" and entry.after.company == "BCR")
    other = next(player for player in entry.after.state.players if player not in entry.after.acting)
    says(entry, replace(entry.after, acting=(other,)), "VIII.2.4")


def test_the_cost_of_ground() -> None:
    entry = first(lambda entry: isinstance(entry.action, LayTile) and event(entry, "tile")["cost"])
    says_of(entry, shift(company_of(entry), 10), "X.2.30", "X.2.28")


def test_a_tile_without_a_permit() -> None:
    entry = first(lambda entry: isinstance(entry.action, LayTile) and entry.action.company == "BCR")
    barred = changed(entry.before, only_d)
    said = " ".join(entry._replace(before=barred).again(changed(entry.after, only_d)))
    assert ":X.2.4)" in said


def test_the_cost_of_a_station() -> None:
    entry = first(lambda entry: isinstance(entry.action, PlaceToken) and entry.before.frame == "OperatingRound")
    says_of(entry, shift(company_of(entry), -60), "X.4.8", "X.4.9", "X.4.10")


def test_the_revenue_of_a_run() -> None:
    entry = first(lambda entry: isinstance(entry.action, RunRoutes))
    company = company_of(entry)
    says_of(entry, lambda state: state.revenue.update({company: state.revenue[company] + 10}), "X.8.2")


def test_a_route_that_is_none() -> None:
    entry = first(lambda entry: isinstance(entry.action, RunRoutes) and entry.action.routes)
    run = entry.action
    assert isinstance(run, RunRoutes)
    wrong = replace(run, routes=(replace(run.routes[0], path=(run.routes[0].path[0], "I11.0")), *run.routes[1:]))
    assert ":X.7.1)" in " ".join(entry._replace(action=wrong).again(entry.after))


def test_no_run_at_all() -> None:
    entry = first(lambda entry: isinstance(entry.action, RunRoutes))
    run = entry.action
    assert isinstance(run, RunRoutes)
    assert ":X.1.2)" in " ".join(entry._replace(action=replace(run, routes=())).again(entry.after))


def test_the_income_of_an_investor() -> None:
    entry = first(lambda entry: isinstance(entry.action, RunRoutes) and entry.action.company == "A5")
    says_of(entry, shift("A5", -10), "VII.1.10", "VII.10")


def test_the_dividend_of_a_player() -> None:
    entry = first(lambda entry: isinstance(entry.action, Dividend) and entry.action.kind == "pay")
    player = next(name for name in event(entry, "paid")["shares"] if name in entry.after.state.players)
    says_of(entry, shift(player, 1), "X.8.9")


def test_the_bonus_of_the_share_price() -> None:
    """It is paid out or kept with the income of the run."""
    entries = list(seen())
    place = next(number for number, entry in enumerate(entries) if events(entry, "price-bonus"))
    bonus = event(entries[place], "price-bonus")
    entry = next(entry for entry in entries[place:] if isinstance(entry.action, Dividend))
    assert company_of(entry) == bonus["company"]
    kept = events(entry, "withheld")
    owner = company_of(entry) if kept else next(iter(event(entry, "paid")["shares"]))
    says_of(entry, shift(owner, -10), "X.8.8", "X.8.9")


def test_the_price_after_a_dividend() -> None:
    entry = first(lambda entry: isinstance(entry.action, Dividend) and events(entry, "paid", "price"))
    company = company_of(entry)
    says_of(entry, move(company, entry.before.state.cells[company]), "XIII.2.1")


# trains


def from_bank(entry: Seen) -> bool:
    return isinstance(entry.action, BuyTrain) and entry.action.source == BANK


def test_the_price_of_a_train() -> None:
    entry = first(lambda entry: from_bank(entry) and not events(entry, "president-paid"))
    says_of(entry, shift(company_of(entry), 20), "X.6.5", "X.6.3")


def test_the_train_marker() -> None:
    entry = first(lambda entry: from_bank(entry) and events(entry, "marker"))
    says_of(entry, assign(marker=entry.before.state.own.marker), "X.6.15", "X.6.13")


def test_trains_that_have_not_rusted() -> None:
    entry = first(lambda entry: events(entry, "rusted"))
    owner = next(iter(event(entry, "rusted")["owners"]))
    says_of(entry, lambda state: state.trains.update({owner: entry.before.state.trains[owner]}), "XI.14")


def test_a_phase_that_has_not_begun() -> None:
    entry = first(lambda entry: from_bank(entry) and events(entry, "phase"))
    says_of(entry, assign(phase=entry.before.state.phase), "X.6.20", "XI.5")


def test_trains_that_are_not_removed() -> None:
    entry = first(lambda entry: events(entry, "trains-removed"))
    old = entry.before.state
    says_of(entry, assign(depot=old.depot, scrapped=old.scrapped), "X.6.19", "X.6.16")


def test_a_share_round_that_does_not_come() -> None:
    entry = first(lambda entry: events(entry, "trains-removed", "stock-round") and entry.after.frame == "StockRound")
    says_of(entry, assign(turn=entry.before.state.turn), "XII.2.1", "IX.2.1")


def test_a_surplus_train_that_is_not_given_up() -> None:
    entry = first(lambda entry: entry.after.frame == "Discards")
    says(entry, replace(entry.after, frame="OperatingRound"), "VIII.2.4")


def test_a_surplus_train_leaves_the_game() -> None:
    entry = first(lambda entry: isinstance(entry.action, DiscardTrain))
    says_of(entry, assign(scrapped=entry.before.state.scrapped), "X.6.38", "X.6.33")


def test_a_train_at_another_price_is_listed() -> None:
    entry = first(lambda entry: entry.after.step == "trains" and listed(entry, BuyTrain))

    def legal() -> list[Any]:
        return [
            (replace(a, price=a.price + 1), r) if isinstance(a, BuyTrain) else (a, r) for a, r in entry.after.legal()
        ]

    says(entry, replace(entry.after, legal=legal), "X.6.1", "X.6.29")


def test_a_debt_without_interest() -> None:
    entry = first(lambda entry: events(entry, "borrowed"))
    data = event(entry, "borrowed")
    debt = {**entry.after.state.debt, data["player"]: data["amount"]}
    says_of(entry, assign(debt=debt), "X.6.47", "X.6.41")


def test_the_director_pays_first() -> None:
    entry = first(lambda entry: events(entry, "president-paid"))
    says_of(entry, shift(event(entry, "president-paid")["player"], 5), "X.6.43", "X.6.37")


# powers and investors


def test_the_payment_of_p0() -> None:
    entry = first(lambda entry: isinstance(entry.action, UsePower) and entry.action.private == "P0")
    says_of(entry, shift(entry.before.acting[0], 30), "VI.2.1")


def test_the_permit_of_p5() -> None:
    entry = first(lambda entry: isinstance(entry.action, UsePower) and entry.action.private == "P5")
    says_of(entry, assign(permits=entry.before.state.own.permits), "VIII.4.4")


def test_the_exchange_of_p7() -> None:
    entry = first(lambda entry: events(entry, "train-for-private") and entry.before.frame == "OperatingRound")
    says_of(entry, lambda state: state.privates.update(P7=entry.before.acting[0]), "VI.2.17", "VI.2.13")


def test_who_gets_the_train_of_p7_by_force() -> None:
    entry = first(lambda entry: entry.after.frame == "ForcedExchange")
    says(entry, without(entry, UsePower), "VI.2.25", "VI.2.20")


def test_the_premium_of_a_merger() -> None:
    entry = first(lambda entry: events(entry, "merger"))
    owner = entry.before.state.minors[event(entry, "merger")["investor"]]
    says_of(entry, shift(owner, -50), "VII.2.7", "VII.21")


def test_a_merger_that_does_not_come() -> None:
    entry = first(lambda entry: events(entry, "merger"))
    says(entry, replace(entry.after, frame="OperatingRound"), "VIII.2.4")


def test_the_treasury_of_a_merger() -> None:
    entry = first(lambda entry: isinstance(entry.action, Choose) and entry.action.what == "treasury")
    says_of(entry, shift(event(entry, "treasury-merged")["receiver"], 10), "VII.2.3", "VII.18", "VII.2.4", "VII.19")


# the end


def test_how_many_turns_are_left() -> None:
    entry = first(lambda entry: events(entry, "last-rounds"))
    later = entry.after.state.own.final_round
    assert later is not None
    says_of(entry, assign(final_round=later + 1), "XV.1.1")


def test_the_end_does_not_come() -> None:
    entry = first(lambda entry: entry.after.state.finished is not None)
    says_of(entry, assign(finished=None), "XV.1.2")


def test_final_totals() -> None:
    entry = first(lambda entry: entry.after.state.finished is not None)
    worth = {player: total + 1 for player, total in entry.after.worth().items()}
    says(entry, replace(entry.after, worth=lambda: worth), "XV.2.3")
