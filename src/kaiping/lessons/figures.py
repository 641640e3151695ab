"""Figures in the texts of lessons: ``{price TJL}`` is what a share of TJL costs in the position that is spoken of.

So no text holds a figure that the game could contradict. ``{before price TJL}`` is the figure before an answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from kaiping import ledger
from kaiping.action import AnyAction
from kaiping.errors import BadInput
from kaiping.game import Game
from kaiping.phrases import money
from kaiping.routes.search import best_run

_FIGURE = re.compile(r"\{(before )?([a-z_]+)((?: [^{}\s]+)*)\}")


def filled(text: str, game: Game, before: Game | None = None, answer: AnyAction | None = None) -> str:
    """A text with its figures, as they are in a game; those from before an answer in the game before it.

    ``{got Ann}`` is what somebody has more than before it, ``{wanted price}`` a field of the lesson's own answer.
    """

    def figure(found: re.Match[str]) -> str:
        earlier, name, arguments = found.groups()
        there = game if not earlier or before is None else before
        try:
            if name == "got":
                return money(
                    game, (game.cash(arguments.strip()) or 0) - ((before or game).cash(arguments.strip()) or 0)
                )
            if name == "wanted":
                return money(game, getattr(answer, arguments.strip()))
            return _FIGURES[name](there, *arguments.split())
        except (KeyError, TypeError, StopIteration, AttributeError):
            raise BadInput(f"a lesson asks for a figure that is not there: {found.group()}") from None

    return _FIGURE.sub(figure, text)


def _company(game: Game, code: str) -> ledger.Company:
    return next(one for one in ledger.companies(game) if one.code == code)


def _earner(game: Game, code: str) -> ledger.Company | ledger.Minor:
    earners: list[ledger.Company | ledger.Minor] = [*ledger.companies(game), *ledger.minors(game)]
    return next(one for one in earners if one.code == code)


def _value(game: Game, lot: str) -> str:
    """What is printed on a private or a minor."""
    privates, minors = game.definition.privates, game.definition.minors
    return money(game, privates[lot].price if lot in privates else minors[lot].price)


def _private(game: Game, code: str) -> ledger.Private:
    return next(one for one in ledger.privates(game) if one.code == code)


def _train(game: Game, kind: str) -> ledger.TrainRow:
    return next(one for one in ledger.depot(game).trains if one.name == kind)


def _player(game: Game, name: str) -> ledger.Player:
    return next(one for one in ledger.players(game) if one.name == name)


def _dividend(game: Game, player: str) -> str:
    """What a player was paid by the latest dividend."""
    paid = next(event for event in game.last_events if event.kind == "paid")
    return money(game, paid["shares"].get(player, 0))


def _certificates(game: Game, name: str) -> str:
    return str(_player(game, name).certificates)


_FIGURES: dict[str, Callable[..., str]] = {
    # of whoever has money
    "cash": lambda game, owner: money(game, game.cash(owner)),
    "bank": lambda game: money(game, game.bank),
    # of players
    "worth": lambda game, player: money(game, game.totals()[player]),
    "held": lambda game, player, company: f"{ledger.holding(game, player, company).percent} %",
    "certificates": _certificates,
    "dividend": _dividend,
    "certificate_limit": lambda game, player: str(_player(game, player).limit),
    # of companies
    "par": lambda game, company: money(game, _company(game, company).par),
    "price": lambda game, company: money(game, _company(game, company).price),
    "revenue": lambda game, company: money(game, _earner(game, company).revenue),
    "ipo": lambda game, company: f"{_company(game, company).ipo} %",
    "pool": lambda game, company: f"{_company(game, company).pool} %",
    "president": lambda game, company: str(_company(game, company).president),
    #: what its trains can run for at best, and what each share would get of it
    "run": lambda game, company: money(game, best_run(game.running(company)).revenue),
    "bonus": lambda game, company: money(game, game.definition.companies[company].bonus),
    # of privates
    "value": _value,
    "income": lambda game, private: money(game, game.definition.privates[private].income),
    "bid": lambda game, private: money(game, max(bid.amount for bid in _private(game, private).bids)),
    "asked": lambda game, private: money(game, _private(game, private).asked),
    # of trains
    "train": lambda game, kind: money(game, _train(game, kind).price),
    "left": lambda game, kind: str(_train(game, kind).left),
    # of the game
    "phase": lambda game: str(game.state.phase),
    "limit": lambda game: str(game.definition.shares.holding_limit),
    "floats": lambda game: f"{game.definition.shares.float_percent} %",
}
