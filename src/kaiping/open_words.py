"""What is asked of whoever acts, by what may really be done: no headline names what nobody can do."""

from __future__ import annotations

from collections.abc import Collection

from kaiping.action import (
    AcquirePrivate,
    AnyAction,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    DeclareBankruptcy,
    Dividend,
    ExchangePrivate,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    RepayDebt,
    RunRoutes,
    SellBlocks,
    SellShares,
    UsePower,
)
from kaiping.language import gettext as _

#: what a step of a company's turn is about
_OF_STEP: dict[str, tuple[type, ...]] = {
    "track": (LayTile,),
    "token": (PlaceToken,),
    "run": (RunRoutes,),
    "dividend": (Dividend,),
    "trains": (BuyTrain, SellShares, SellBlocks, DeclareBankruptcy),
    "privates": (BuyPrivate,),
}


def step_words(name: str) -> str:
    """What a company does in a step of its turn."""
    return {
        "track": _("lays track"),
        "token": _("places a token"),
        "run": _("runs its trains"),
        "dividend": _("decides on the dividend"),
        "trains": _("buys trains"),
        "privates": _("buys privates"),
        "merger": _("may merge"),
    }.get(name, name)


def open_words(step: str, legal: Collection[AnyAction]) -> str:
    """What a company does now: what its step is about, or else what may be done in it all the same."""
    plain = [one for one in legal if not (isinstance(one, LayTile) and one.private)]
    if step not in _OF_STEP or any(isinstance(one, _OF_STEP[step]) for one in plain):
        return step_words(step)
    if any(isinstance(one, BuyPrivate) for one in plain):
        return _("may buy privates")
    if len(plain) < len(legal) or any(isinstance(one, UsePower) for one in plain):
        return _("may use a private")
    return {
        "track": _("can lay no track"),
        "token": _("can place no token"),
        "run": _("can run no train"),
        "trains": _("can buy no train"),
        "privates": _("can buy no private"),
    }.get(step, step_words(step))


def dealing_words(legal: Collection[AnyAction]) -> str:
    """What a player may do in their turn of a stock round."""
    kinds = {type(one) for one in legal}
    purchase = _("buy one certificate") if BuyShare in kinds else _("start a company")
    open_now = [
        words
        for words, among in (
            (_("sell shares"), {SellShares, SellBlocks}),
            (purchase, {BuyShare, Par}),
            (_("buy a private"), {AcquirePrivate, BuyPrivate}),
            (_("exchange a private"), {ExchangePrivate}),
            (_("use a private"), {UsePower}),
            (_("pay back debts"), {RepayDebt}),
            (_("pass"), {Pass}),
        )
        if kinds & among
    ]
    if len(open_now) > 2:
        said = _("%(things)s, or %(last)s") % {"things": ", ".join(open_now[:-1]), "last": open_now[-1]}
    else:
        said = _(" or ").join(open_now)
    return said[:1].upper() + said[1:]
