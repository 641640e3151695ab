"""What readers are told that only 1880 has."""

from __future__ import annotations

from collections.abc import Iterator

from kaiping.definition import Definition, Phase
from kaiping.flow.play import Play
from kaiping.flow.title import Fact
from kaiping.language import gettext as _
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


def _permitted(table: Play, permits: str) -> str:
    """When a company with some permits may lay track."""
    needed = rules(table).phase_permits
    phases = ", ".join(phase for phase, permit in needed.items() if permit in permits)
    told = _("may lay track in phases %(phases)s") % {"phases": phases}
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
