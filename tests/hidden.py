"""A game whose hidden figures can be told from everything else: they are above a million, and nothing else is."""

from __future__ import annotations

import re

from msgspec.structs import replace

from kaiping.action import BuyTrain
from kaiping.game import Game
from tests.titles.made import option_text

MILLION = 1_000_000
#: what one company offers another for a train
PRICE = 1_234_567
_RICH = """
bank = 900000000
starting_cash = { 3 = 7000013 }
shares.capital_shares = 100000
train_rules.between_companies_from = "1"
"""
SECRETS = {
    "hidden-cash": option_text("hidden.cash = true"),
    "hidden-prices": option_text("hidden.train_prices = true"),
    "hidden-treasuries": option_text("hidden.treasuries = true"),
    "rich": option_text(_RICH),
}
ALL = tuple(SECRETS)
#: the same for 1890, whose own options hide something
RICH_1890 = {"rich": option_text(_RICH, edition="C", book="1890")}


def large(text: str) -> set[int]:
    """Numbers that only hidden figures can be; the capital of a new company is round, and everybody sees it paid."""
    found = {int(number.replace(",", "")) for number in re.findall(r"\d[\d,]{6,}", text)}
    return {number for number in found if _telling(number)}


def _telling(number: int) -> bool:
    return number >= MILLION and number % 100_000 != 0


def own_figures(game: Game, seat: str | None) -> set[int]:
    """Cash and worth of a seat, and the treasuries of its companies."""
    if seat is None:
        return set()
    state = game.state
    return {game.totals()[seat], *(state.cash[owner] for owner in _own(game, seat))}


def secrets(game: Game, seat: str | None) -> set[int]:
    """What a seat may not read, as the game's definition has it.

    That is cash and worth of the others, treasuries of companies that others lead, the bank.
    """
    state, hides = game.state, game.definition.hidden
    players = {figure for name in game.players for figure in (state.cash[name], game.totals()[name])}
    others = {cash for owner, cash in state.cash.items() if owner not in game.players and owner not in _own(game, seat)}
    hidden = others if hides.of_companies else set()
    hidden = hidden | players if hides.cash else hidden - players
    if hides.bank:
        hidden.add(state.bank)
    return {figure for figure in hidden - own_figures(game, seat) if _telling(figure)}


def _own(game: Game, seat: str | None) -> set[str]:
    leaders = game.state.presidents | game.state.minors
    return {owner for owner in game.state.cash if seat is not None and seat in (owner, leaders.get(owner))}


def offer(game: Game) -> BuyTrain | None:
    """An offer of so much for a train of another player's company, if one can be made now."""
    presidents = game.state.presidents
    for action, span in game.legal_actions().ranges.items():
        if isinstance(action, BuyTrain) and action.source in presidents and span.greatest > 2 * PRICE:
            if presidents[action.company] != presidents[action.source]:
                return replace(action, price=PRICE)
    return None
