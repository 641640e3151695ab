"""Programmed actions: what a seat has asked the table to do for it, until the situation changes.

A program speaks for its seat when it is that seat's turn. Before it acts it compares what was so when it was asked
for with what is so now; if something has changed, or what it wants is not legal, it stops and tells its owner.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from kaiping import ledger
from kaiping.action import AnyAction, Bid, BuyShare, Par, Pass, SellShares, from_json
from kaiping.arguments import plain
from kaiping.errors import BadInput
from kaiping.flow.play import Play
from kaiping.flow.shares import share_price
from kaiping.game import Game
from kaiping.phrases import heading, plain_words
from kaiping.web.games.bell import ring
from kaiping.web.games.changes import record
from kaiping.web.games.errors import Barred
from kaiping.web.games.models import Move, Program, Table

#: a pass that no change stops before the round is over
REST_OF_ROUND = "round"


def start(table: Table, game: Game, seat: str, kind: str, wish: dict[str, Any]) -> Program:
    """Ask for something; a seat has one program at a time."""
    if kind == REST_OF_ROUND:
        kind, wish = Program.Kind.PASS, {"until": REST_OF_ROUND}
    elif kind not in Program.Kind:
        raise BadInput(_("there is no such program"))
    if game.finished is not None:
        raise Barred("game_over", _("the game is over"))
    if kind == Program.Kind.BUY:
        wish = _buying(game, wish)
    elif kind == Program.Kind.ACTION:
        wish = {"action": _one_action(game, seat, wish)}
    elif kind == Program.Kind.AUCTION and _round(game)["kind"] != "auction":
        raise BadInput(_("there is no auction now"))
    elif wish.get("until") != REST_OF_ROUND:
        wish = {}
    program, _made = Program.objects.update_or_create(
        table=table,
        seat=seat,
        defaults={"kind": kind, "wish": wish, "situation": _situation(game, seat, kind, wish), "stopped": ""},
    )
    return program


def _one_action(game: Game, seat: str, wish: dict[str, Any]) -> dict[str, Any]:
    """An action to be played when the turn comes: as it is written, or a share to buy."""
    try:
        given = wish.get("action") or {"type": "buy-share", "player": seat, **_share(wish)}
        action = from_json(given) if isinstance(given, str) else msgspec.convert(given, AnyAction)
    except msgspec.ValidationError as wrong:
        raise BadInput(_("that is not an action: %s") % plain(wrong)) from None
    if game.seat_of(action) != seat:
        raise BadInput(_("that is not an action of %s") % seat)
    found: dict[str, Any] = msgspec.to_builtins(action)
    return found


def _share(wish: dict[str, Any]) -> dict[str, Any]:
    return {name: wish.get(name) for name in ("company", "source")}


class Until(StrEnum):
    """What ends a series of purchases, besides a refusal."""

    PERCENT = "percent"
    PRESIDENT = "president"
    FLOATED = "floated"
    PRICE = "price"
    NONE_LEFT = "none-left"


def _buying(game: Game, wish: dict[str, Any]) -> dict[str, Any]:
    company, source, until = wish.get("company"), wish.get("source"), wish.get("until") or Until.PERCENT
    if company not in game.definition.companies:
        raise BadInput(_("name the company whose shares are to be bought"))
    if source not in ("ipo", "pool"):
        raise BadInput(_("shares are bought from the ipo or the pool"))
    if until not in list(Until):
        raise BadInput(_("say until when shares are to be bought"))
    found: dict[str, Any] = {"company": company, "source": source, "until": str(until)}
    match Until(until):
        case Until.PERCENT:
            found["figure"] = _figure(wish.get("figure") or wish.get("percent") or 100, 100)
        case Until.PRICE:
            found["figure"] = _figure(wish.get("figure"), 10_000)
        case Until.PRESIDENT | Until.FLOATED | Until.NONE_LEFT:
            pass
    return found


def _figure(given: object, most: int) -> int:
    text = str(given or "")
    if not text.isdecimal() or not 0 < int(text) <= most:
        raise BadInput(_("the condition needs a whole number from 1 to %d") % most)
    return int(text)


def stop(table: Table, seat: str) -> None:
    Program.objects.filter(table=table, seat=seat).delete()


def next_of_program(table: Table, game: Game) -> Game | None:
    """The position after a program has acted; None if no program has anything to do."""
    if not game.acting:
        return None
    for program in Program.objects.filter(table=table, seat__in=game.acting, stopped=""):
        reason = _done(game, program) or _changed(game, program)
        action = _action(program)
        if reason is None and game.seat_of(action) != program.seat:
            reason = _("it is not yours to do now")
        if reason is None and (refusal := game.why_not(action)) is not None:
            # a refusal goes by the whole position, and may tell what somebody else has
            reason = _("it cannot go on") if game.hides else str(refusal)
        if reason is None:
            with transaction.atomic():
                if program.kind == Program.Kind.ACTION:  # once only
                    program.delete()
                return record(table, game, action, program.seat, Move.How.PROGRAM)
        _end(table, program, reason)
    return None


def _end(table: Table, program: Program, reason: str) -> None:
    """Stop it, and let the pages of its owner show why."""
    with transaction.atomic():
        if Program.objects.filter(pk=program.pk, stopped="").update(stopped=reason[:300]):
            Table.objects.filter(pk=table.pk).update(revision=F("revision") + 1)
            table.revision += 1
            ring(table.pk)


def in_words(program: Program) -> str:
    """What a program does, for the page and for the log."""
    wish = program.wish
    match Program.Kind(program.kind):
        case Program.Kind.PASS:
            if wish.get("until") == REST_OF_ROUND:
                return _("pass the rest of the round")
            return _("pass until something changes")
        case Program.Kind.AUCTION:
            return _("pass the rest of the auction")
        case Program.Kind.ACTION:
            action = msgspec.convert(wish["action"], AnyAction)
            return str(_("if nothing changes before the turn: %s") % _said(action))
        case Program.Kind.BUY:
            goals = {
                Until.PERCENT: _("until %(figure)s %% are held"),
                Until.PRESIDENT: _("until it is led"),
                Until.FLOATED: _("until it is floated"),
                Until.PRICE: _("while a share costs no more than %(figure)s"),
                Until.NONE_LEFT: _("while there are any"),
            }
            words = {**wish, "goal": goals[Until(wish["until"])] % wish}
            return str(_("buy %(company)s from the %(source)s %(goal)s") % words)


def _said(action: AnyAction) -> str:
    """What is to be done, for who has asked for it."""
    match action:
        case Bid(_player, lot, price):
            return str(_("bid %(price)d for %(lot)s") % {"price": price, "lot": lot})
        case Par(_player, company, price):
            return str(_("start %(company)s at %(price)d") % {"company": company, "price": price})
        case BuyShare(_player, company, source):
            return str(_("buy a share of %(company)s from the %(source)s") % {"company": company, "source": source})
        case SellShares(_player, company, percent):
            return str(_("sell %(percent)d %% of %(company)s") % {"company": company, "percent": percent})
        case Pass():
            return str(_("pass"))
    return f"{heading(type(action))}: {plain_words(action)}"


def _action(program: Program) -> AnyAction:
    if program.kind == Program.Kind.ACTION:
        action: AnyAction = msgspec.convert(program.wish["action"], AnyAction)
        return action
    if program.kind == Program.Kind.BUY:
        return BuyShare(program.seat, program.wish["company"], program.wish["source"])
    return Pass(program.seat)


def _done(game: Game, program: Program) -> str | None:
    """The condition that ends it has come."""
    if program.kind != Program.Kind.BUY:
        return None
    wish, state = program.wish, game.state
    company = wish["company"]
    match Until(wish["until"]):
        case Until.PERCENT if state.held(program.seat, company) >= wish["figure"]:
            return str(_("%(figure)d %% of %(company)s are held") % wish)
        case Until.PRESIDENT if state.presidents.get(company) == program.seat:
            return str(_("%(company)s is led by %(seat)s") % {**wish, "seat": program.seat})
        case Until.FLOATED if company in state.floated:
            return str(_("%(company)s is floated") % wish)
        case Until.PRICE if (price := _cost(game, company, wish["source"])) > wish["figure"]:
            return str(_("a share of %(company)s costs %(price)d") % {**wish, "price": price})
    return None


def _cost(game: Game, company: str, source: str) -> int:
    """What a share costs; nothing before the company is started, when none can be bought anyway."""
    if company not in game.state.par:
        return 0
    return share_price(Play(game.definition, game.title, game.state), company, source)


# --- the situation --------------------------------------------------------------------------------------


def _round(game: Game) -> dict[str, Any]:
    found: dict[str, Any] = game.position()["round"]
    return found


def _situation(game: Game, seat: str, kind: str, wish: dict[str, Any]) -> dict[str, Any]:
    """What must stay as it is; a program to buy watches its company, one to pass all that one holds."""
    now = _round(game)
    found: dict[str, Any] = {"round": [now["kind"], now["turn"], now["number"]]}
    if kind == Program.Kind.AUCTION or wish.get("until") == REST_OF_ROUND:
        return found
    held = {company: game.state.held(seat, company) for company in game.definition.companies}
    watched = [wish["company"]] if kind == Program.Kind.BUY else [name for name, percent in held.items() if percent]
    if kind == Program.Kind.ACTION:
        about = wish["action"].get("company")
        watched += [about] if about in held and about not in watched else []
        lot = wish["action"].get("private")
        if _round(game)["kind"] == "auction" and lot is not None:
            found["bids"] = [[bid.player, bid.amount] for bid in ledger.bids_on(game, lot)]
    view = game.position()
    found["presidents"] = {name: view["presidents"].get(name) for name in watched}
    if wish.get("until") != Until.PRICE:
        found["prices"] = {name: view["price"].get(name) for name in watched}
    if kind in (Program.Kind.PASS, Program.Kind.ACTION):
        found["started"] = sorted(view["par"])
    return found


def _changed(game: Game, program: Program) -> str | None:
    """What is no longer as it was, in words."""
    before, now = program.situation, _situation(game, program.seat, program.kind, program.wish)
    led = now.get("presidents", {})
    for company, name in before.get("presidents", {}).items():
        if led.get(company) == program.seat:  # to lead a company oneself is no reason to stop
            led[company] = name
    checks: list[tuple[str, Callable[[Any, Any], str | None]]] = [
        ("round", lambda _old, _new: _("the round is over")),
        ("presidents", _new_president),
        ("prices", _new_price),
        ("bids", _new_bid),
        ("started", lambda old, new: _("%s has been started") % ", ".join(sorted(set(new) - set(old)))),
    ]
    for name, words in checks:
        if before.get(name) != now.get(name):
            return words(before.get(name), now.get(name)) or _("the holdings have changed")
    return None


def _new_bid(before: list[Any], now: list[Any] | None) -> str:
    """Somebody has bid, or the lot is gone."""
    for player, amount in now or ():
        if [player, amount] not in before:
            return _("%(player)s has bid %(amount)d") % {"player": player, "amount": amount}
    return _("the bids have changed")


def _new_president(before: dict[str, Any], now: dict[str, Any]) -> str | None:
    for company, name in now.items():
        if before.get(company) != name and company in before:
            return _("%(name)s now leads %(company)s") % {"name": name, "company": company}
    return None


def _new_price(before: dict[str, Any], now: dict[str, Any]) -> str | None:
    for company, price in now.items():
        if before.get(company) != price and company in before:
            return _("the price of %(company)s went from %(old)s to %(new)s") % {
                "company": company,
                "old": before.get(company),
                "new": price,
            }
    return None
