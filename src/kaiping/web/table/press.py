"""One thing to press in the panel of what may be done now.

A table has dozens of them after every action, and a template takes ten times as long for each.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import TYPE_CHECKING

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import pgettext

from kaiping.web.spoken import gettext as _

if TYPE_CHECKING:
    from kaiping.web.table.choices import Amount, Button
    from kaiping.web.table.hexes import Option

#: seats of players
Seats = Container[str | None]


def press(button: Button, seats: Seats, played_for: Seats | None) -> SafeString:
    """The button with what belongs to it; whoever does not sit there may look at it, and is told nothing of what if."""
    own = button.actor in seats
    off = "" if own else " disabled"
    action = escape(button.action)
    parts = [f'<span class="press kind-{button.kind}">']
    if button.thing:
        parts.append(f'<span class="train" title="{escape(button.thing_words)}">{escape(button.thing)}</span> ')
    if button.amount:
        parts.append(_amount(button.amount, off))
    if button.steps:
        parts.append(
            f'<button type="button" class="step" data-count="-1" disabled aria-label="{escape(_("Fewer"))}">−</button> '
        )
    told = _told(button, None if button.amount else played_for) if own else ""
    named = f' aria-label="{escape(button.named)}"' if button.named else ""
    parts.append(
        f'<button class="choice" name="action" value="{action}"{named}{off}{told}>{escape(button.label)}</button>'
    )
    if button.note:
        parts.append(f' <small class="then">{escape(button.note)}</small>')
    if button.dear and own:
        parts.append(f' <small class="dear">{escape(_sentence(button.outcome))}</small>')
    if button.ends:
        words = escape(_("and end the turn"))
        parts.append(f' <button class="rest" name="action" value="{action}" data-rest{off}>{words}</button>')
    if button.steps:
        more = escape(pgettext("shares", "More"))
        parts.append(f' <button type="button" class="step" data-count="1" aria-label="{more}"{off}>+</button>')
        parts += (
            f'<data hidden data-step-of value="{escape(step.action)}"{_told(step, played_for) if own else ""}>'
            f"{escape(step.label)}</data>"
            for step in button.steps
        )
    if button.figures:
        sentence = escape(_sentence(button.outcome))
        parts.append(
            f'<details class="then"><summary title="{sentence}">{escape(" · ".join(button.figures))}</summary>'
            f"<small>{sentence}</small></details>"
        )
    parts.append("</span>")
    return mark_safe("".join(parts))


def _amount(amount: Amount, off: str) -> str:
    limits = f"{amount.least}–{amount.greatest}"
    return (
        f'<label class="amount"><span class="sr">{escape(_("Amount"))}</span> '
        f'<input type="number" inputmode="numeric" min="{amount.least}" max="{amount.greatest}" step="{amount.step}"'
        f' title="{limits}" value="{amount.proposed}" data-amount="{escape(amount.field)}"{off}>'
        f" <small>{limits}</small></label> "
    )


def _told(button: Button, played_for: Seats | None) -> str:
    """What comes of it, and what would then be played by itself."""
    found = f' data-outcome="{escape(_sentence(button.outcome))}"' if button.outcome else ""
    return found if not played_for else f'{found} data-follows="{escape(then_by_itself(button, played_for))}"'


def then_by_itself(choice: Button | Option, seats: Seats) -> str:
    """What follows a choice by itself, for somebody with these seats."""
    told = choice.follows.told(seats) if choice.follows else []
    return _("Then by itself: %(what)s.") % {"what": ". ".join(told)} if told else ""


def _sentence(outcome: Sequence[str]) -> str:
    return f"{'. '.join(outcome)}."
