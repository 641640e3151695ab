"""What the referee of 1888 does not let pass in the auction and in stock rounds."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from kaiping.action import (
    Bid,
    BuyShare,
    Par,
    SellShares,
)
from kaiping.referees import referee_for
from kaiping.state import BANK, IPO, POOL, State
from tests.referees.moments1888 import another_is_asked, first, move, seen
from tests.referees.watched import changed, company_of, events, says, says_of, shift


def test_proceeds_of_a_sale() -> None:
    entry = first(lambda entry: isinstance(entry.action, SellShares) and entry.before.frame == "StockRound")
    says_of(entry, shift(entry.before.acting[0], 10), "VII.4.8", "VI.5.7")


def test_price_after_a_sale() -> None:
    entry = first(lambda entry: isinstance(entry.action, SellShares) and events(entry, "price"))
    company = company_of(entry)
    says_of(entry, lambda state: move(state, company, entry.before.state.cells[company]), "IX.3.1", "VIII.3.1")


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
