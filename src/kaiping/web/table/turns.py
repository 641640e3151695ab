"""The head of the page: what is going on, who acts, who comes next and why in that order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kaiping import ledger, phrases
from kaiping.game import Game
from kaiping.web.spoken import gettext as _
from kaiping.web.table.sheet import short_names


@dataclass(frozen=True)
class Turn:
    """One place in the turn strip: a player or a company."""

    name: str
    #: who decides for a company
    player: str
    company: str | None
    now: bool
    done: bool
    note: str
    #: it comes only after the list has begun again
    again: bool = False
    #: what only this title marks
    marks: tuple[ledger.Fact, ...] = ()
    #: the name where there is no room for it
    short: str = ""


@dataclass(frozen=True)
class Head:
    round: str
    round_long: str
    phase: str
    asked: str
    company: str | None
    acting: tuple[str, ...]
    bank: str
    #: the same where there is no room for it
    bank_brief: str
    strip: list[Turn]
    why: str
    priority: str
    ending: str
    #: the steps of a company's turn: words and whether it is the present one
    steps: list[tuple[str, bool]]
    auction: bool


def _bank(game: Game) -> str:
    """What the bank has; what it has paid out beyond that is owed to nobody, but says how the game stands."""
    if game.definition.bank is None:
        return ""
    if game.bank is not None and game.bank > 0 and game.state.ending == "bank":
        return _("%(amount)s again, after it was empty") % {"amount": phrases.money(game, game.bank)}
    if game.bank is None or game.bank >= 0:
        return phrases.money(game, game.bank)
    return _("empty, %(amount)s paid out beyond it") % {"amount": phrases.money(game, -game.bank)}


def _bank_in_brief(game: Game) -> str:
    return _("empty") if game.bank is not None and game.bank < 0 else phrases.money(game, game.bank)


def head(game: Game, asked: str = "") -> Head:
    """What the head of the page says, with what is asked of whoever acts."""
    state = game.state
    strip, why = _strip(game)
    return Head(
        round=phrases.round_short(game),
        round_long=phrases.round_long(game),
        phase=state.phase,
        asked=asked,
        company=None if state.finished is not None else phrases.company_on_turn(game),
        acting=game.acting,
        bank=_bank(game),
        bank_brief=_bank_in_brief(game),
        strip=strip,
        why=why,
        priority=state.priority,
        ending=phrases.ending_words(state.ending) if state.ending and not state.finished else "",
        steps=_steps(game),
        auction=ledger.in_auction(game),
    )


def _steps(game: Game) -> list[tuple[str, bool]]:
    """The steps of the turn that is going on, in their order."""
    if game.finished is not None:
        return []
    present = phrases.step_name(game)
    return [
        (phrases.step_noun(step.name), step.name == present)
        for step in phrases.turn_steps(game)
        if not phrases.silent(step)
    ]


def _strip(game: Game) -> tuple[list[Turn], str]:
    """Who comes after whom, and why in that order."""
    if game.finished is not None:
        return [], ""
    match ledger.round_now(game).kind:
        case "operating round" if not game.state.set_rounds:
            return _ring(game), " ".join(fact.text for fact in ledger.facts(game, "order"))
        case "operating round":
            return _companies(game), _(
                "Companies operate by share price, the highest first; of equals the one further right, "
                "then the one higher up, then the one on top."
            )
        case "stock round":
            return _players(game), _("Players act in turn; the round ends when all have passed in a row.")
        case "auction" if (contest := ledger.contest(game)) is not None:
            bids = {bidder: phrases.money(game, amount) for bidder, amount in contest.bids.items()}
            order = [turn for turn in _players(game, bids) if turn.name not in contest.out]
            if contest.among_bidders:
                return order, _("Only those who have bid for %(private)s take part.") % {"private": contest.lot}
            return order, _("Players bid in turn; who has passed is out of the bidding for this private.")
        case None:
            return [Turn(name, name, None, True, False, "") for name in game.acting], ""
    return _players(game), _("Players act in turn.")


def _players(game: Game, notes: Mapping[str, str] | None = None) -> list[Turn]:
    notes = notes or {}
    seats = list(game.players)
    short = dict(zip(seats, short_names(seats), strict=True))
    return [
        Turn(
            name=player,
            player=player,
            company=None,
            now=player in game.acting,
            done=False,
            note=notes.get(player, phrases.money(game, game.cash(player))),
            short=short[player],
        )
        for player in ledger.players_in_turn(game)
    ]


def _companies(game: Game) -> list[Turn]:
    """Those that have operated in this round, then the one on turn, then the rest."""
    order = ledger.order_left(game)
    done = [company for company in _operated_this_round(game) if company not in order]
    first = order[0] if order else ""
    return [
        *(_company(game, one, first, done=True) for one in done),
        *(_company(game, one, first) for one in order),
    ]


def _ring(game: Game) -> list[Turn]:
    """The one on turn, the rest of the list, then those who are through and begin again."""
    order = ledger.order_left(game)
    everybody = (minor.code for minor in ledger.minors(game)), ledger.operating_order(game, game.state.floated)
    again = [company for names in everybody for company in names if company not in order]
    first = order[0] if order else ""
    return [
        *(_company(game, one, first) for one in order),
        *(_company(game, one, first, again=True) for one in again),
    ]


def _company(game: Game, company: str, first: str, *, done: bool = False, again: bool = False) -> Turn:
    state = game.state
    cells = game.definition.market.cells
    now = company == (phrases.company_on_turn(game) or first)
    return Turn(
        name=company,
        player=state.presidents.get(company) or state.minors.get(company, ""),
        company=company,
        now=now,
        done=done and not now,
        note=str(cells[state.cells[company]].price) if company in state.cells else "",
        again=again and not now,
        marks=tuple(fact for fact in ledger.facts(game, "mark") if fact.about == company),
    )


def _operated_this_round(game: Game) -> list[str]:
    """Companies whose turn has begun since the round did, in that order as far as it is known."""
    seen, whole = game.turns()
    if whole:
        return [*seen]
    before = [name for name in ledger.operating_order(game, game.state.floated) if name in ledger.through(game)]
    return [*(name for name in before if name not in seen), *seen]
