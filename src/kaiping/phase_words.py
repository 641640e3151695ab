"""What trains and phases bring, in words: for the page and for the printed aid."""

from __future__ import annotations

from kaiping.definition import Definition, Phase, TrainKind
from kaiping.game import Game
from kaiping.language import gettext as _
from kaiping.phrases import money, reach


def trade_words(game: Game, kind: TrainKind) -> str:
    """What a train costs against an older one; nothing where none is taken back."""
    if kind.trade_in is None:
        return ""
    return _("%(price)s against a %(trains)s") % {
        "price": money(game, kind.trade_in.price),
        "trains": _(" or ").join(kind.trade_in.accepts),
    }


def train_words(game: Game, kind: TrainKind) -> str:
    """How far a train runs, and what ends it."""
    if kind.rusted_by is None:
        return _("%(reach)s; stays to the end") % {"reach": reach(kind)}
    return _("%(reach)s; rusts with the first %(train)s") % {"reach": reach(kind), "train": kind.rusted_by}


def phase_words(game: Game, name: str) -> list[str]:
    """What begins with a phase."""
    definition = game.definition
    phase = definition.phases[name]
    rusting = [
        kind.name for kind in definition.trains.values() if kind.rusted_by == phase.starts_with and phase.starts_with
    ]
    events = [_("%(train)s-trains rust") % {"train": train} for train in rusting]
    rules = definition.private_rules
    if name == rules.sold_from:
        events.append(_("companies may buy privates"))
    if name == definition.train_rules.between_companies_from:
        events.append(_("companies may deal in trains"))
    if name == rules.closed_by:
        events.append(_closing(definition))
    return events + _changes(game, phase)


def _closing(definition: Definition) -> str:
    """That the privates close, and which do not."""
    left = [name for name, private in definition.privates.items() if private.stays and not private.late]
    if not left:
        return _("the privates close")
    return _("the privates close but for %(names)s") % {"names": ", ".join(left)}


def _changes(game: Game, phase: Phase) -> list[str]:
    """What is different in a phase from the one before it."""
    definition, news = game.definition, game.title.phase_news
    names = list(definition.phases)
    place = names.index(phase.name)
    before = definition.phases[names[place - 1]] if place else None
    found = list(news(definition, phase, before)) if news is not None else []
    if phase.float_percent and (before is None or before.float_percent != phase.float_percent):
        found.append(_("companies float at %(percent)d %%") % {"percent": phase.float_percent})
    if before is None:
        return found
    if before.locked_percent and not phase.locked_percent:
        found.append(_("all shares are for sale"))
    if before.frozen != phase.frozen:
        found.append(_("share prices are frozen") if phase.frozen else _("share prices move again"))
    if before.yellow_lays != phase.yellow_lays:
        found.append(_("%(count)d yellow tiles a turn") % {"count": phase.yellow_lays})
    if before.privates_pay and not phase.privates_pay:
        found.append(_("privates pay no more"))
    if before.token_factor != phase.token_factor:
        found.append(_("tokens cost %(factor)d times as much") % {"factor": phase.token_factor})
    return found
