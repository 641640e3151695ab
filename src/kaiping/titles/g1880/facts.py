"""What readers are told that only 1880 has."""

from __future__ import annotations

from collections.abc import Iterator

from kaiping.action import Choose
from kaiping.definition import Definition, Phase
from kaiping.flow.play import Play
from kaiping.flow.shares import SHARE
from kaiping.flow.title import Fact, Option
from kaiping.language import gettext as _
from kaiping.titles.g1880.founding import CERTIFICATE, PERMITS, ROW, Founding
from kaiping.titles.g1880.own import Rules1880, own, permit_now, permits_of, rules


def facts(table: Play) -> Iterator[Fact]:
    state, now = table.state, own(table)
    for company in table.started:
        permits = permits_of(table, company)
        yield Fact("column", company, permits, _("permits"), permit_now(table) in permits, _permitted(table, permits))
        if company in state.floated and company not in now.fully_paid:
            yield Fact("treasury", company, "½", _("half of its capital is still to come"))
    if now.marker is not None:
        yield Fact("mark", now.marker, "◆", _("bought the latest train"))
        yield Fact("trains", now.marker, "◆", _("has the train marker: it bought the latest train."))
    if now.final_round is not None:
        last = {"turn": state.turn, "round": now.final_round}
        yield Fact("round", None, _(", the last is %(turn)d.%(round)d") % last)
    choices = (f"{percent} %: {', '.join(permits)}" for percent, permits in rules(table).permits.items())
    yield Fact("market", None, "; ".join(choices), _("Building permits to choose from:"))
    yield Fact(
        "order",
        None,
        _(
            "Privates pay, investors by number, then companies by starting price and place; then the list "
            "begins again. Share rounds come in between."
        ),
    )


def option(table: Play, action: Choose) -> Option | None:
    """What the choices of a founder cost and do."""
    frame = table.state.stack[-1] if table.state.stack else None
    if not isinstance(frame, Founding):
        return None
    company, price = frame.company, table.definition.money(frame.price)
    if action.what == CERTIFICATE:
        permits = {"permits": ", ".join(rules(table).permits[action.option])}
        short, told = _payment(table, frame, int(action.option))
        return Option(short, (told, _("Permits to choose from then: %(permits)s") % permits))
    if action.what == PERMITS:
        short = _("track in phases %(phases)s") % {"phases": _phases(table, action.option)}
        _cost, told = _payment(table, frame, frame.percent or 0)
        return Option(short, (f"{company} {_permitted(table, action.option)}", told))
    if action.what == ROW:
        figures = {"company": company, "place": int(action.option) + 1, "price": price}
        told = _("%(company)s operates in place %(place)d of the companies started at %(price)s") % figures
        return Option("", (told,))
    return None


def _payment(table: Play, frame: Founding, percent: int) -> tuple[str, str]:
    """What a founder pays and keeps, in short and in full; a certificate that a private brings costs nothing."""
    cost, cash = 0 if frame.private else frame.price * percent // SHARE, table.state.cash.get(frame.player)
    figures = {
        "player": frame.player,
        "company": frame.company,
        "percent": percent,
        "cost": table.definition.money(cost),
        "left": "?" if cash is None else table.definition.money(cash - cost),
    }
    told = _("%(player)s pays %(cost)s for %(percent)d %% of %(company)s and keeps %(left)s")
    return _("%(cost)s, leaves %(left)s") % figures, told % figures


def _phases(table: Play, permits: str) -> str:
    return ", ".join(phase for phase, permit in rules(table).phase_permits.items() if permit in permits)


def _permitted(table: Play, permits: str) -> str:
    """When a company with some permits may lay track."""
    told = _("may lay track in phases %(phases)s") % {"phases": _phases(table, permits)}
    if permit_now(table) in permits:
        return told
    return _("%(told)s; now it would need permit %(permit)s") % {"told": told, "permit": permit_now(table)}


def phase_news(definition: Definition, phase: Phase, before: Phase | None) -> Iterator[str]:
    assert isinstance(definition.own, Rules1880)
    permits = definition.own.phase_permits
    if before is None or permits[before.name] != permits[phase.name]:
        yield _("track needs permit %(permit)s") % {"permit": permits[phase.name]}
    if before is not None and before.minors_work and not phase.minors_work:
        yield _("investors only merge")
