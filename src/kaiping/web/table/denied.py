"""What cannot be done now, each reason once with all the things that it is true of."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from kaiping import phrases
from kaiping.action import BuyTrain
from kaiping.refusals import Refused
from kaiping.web.spoken import gettext as _

#: money, with the sign of the currency
_AMOUNT = re.compile(r"\S?\b\d[\d,]*")


@dataclass
class Denied:
    """A reason, and what it is true of."""

    text: str
    clause: str
    #: what the first of them costs, where that is the reason
    price: str = ""
    #: things that the sentence does not name
    names: list[str] = field(default_factory=list)
    #: things of which the same is true as of the one that the sentence names
    likewise: list[str] = field(default_factory=list)
    headings: list[str] = field(default_factory=list)


def folded(refused: Iterable[Refused]) -> list[tuple[str, list[Denied]]]:
    """The reasons under what they forbid; those that differ in nothing but the thing are one."""
    found: dict[tuple[str, str], Denied] = {}
    for one in refused:
        name = _name(one)
        named = bool(name) and name in one.text
        shape, price = _shape(one, name) if named else (one.text, "")
        reason = found.setdefault((one.code, shape), Denied(one.text, one.clause, price))
        others = reason.likewise if named else reason.names
        told = name if price == reason.price else f"{name} {price}"
        if name and told not in others and not (named and one.text == reason.text):
            others.append(told)
        heading = phrases.heading(type(one.action))
        if heading not in reason.headings:
            reason.headings.append(heading)
    under: dict[str, list[Denied]] = {}
    for reason in found.values():
        under.setdefault(", ".join(reason.headings), []).append(reason)
    return list(under.items())


def _shape(one: Refused, name: str) -> tuple[str, str]:
    """The sentence without the name of the thing, and where money is missing without its price, told apart."""
    text = one.text.replace(name, "\0")
    price = _AMOUNT.search(text) if one.code.startswith("cash_for") else None
    if price is None:
        return text, ""
    return text[: price.start()] + text[price.end() :], price[0]


def _name(one: Refused) -> str:
    """What an action is about, as players call it, and as the sentence calls it if it does."""
    action = one.action
    if isinstance(action, BuyTrain):
        return _("%(train)s-train") % {"train": action.train}
    names = [str(name) for field in ("company", "private") if (name := getattr(action, field, None))]
    return next((name for name in names if name in one.text), names[-1] if names else "")
