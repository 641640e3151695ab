"""What a bot compared before it chose: candidates, each with its worth and a reason, and what decided.

``Advice.candidates`` come best first; ``Advice.best`` is the action that the bot plays. A ``Candidate`` says in
``value`` what the player is thought to gain by it, in the game's money, and in ``reason`` why, in a short sentence with
figures. Values compare within one advice only, and a bot need not list actions that it found not worth a look.
Sentences are kept as a text with names in braces and its figures, and are put together when somebody reads them:
``{company}`` is replaced by the figure of that name, ``{~price}`` by an amount of money.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from kaiping.action import AnyAction
from kaiping.errors import BadInput
from kaiping.language import gettext_noop
from kaiping.words import interruption as sentence

ONLY = gettext_noop("nothing else may be done")
NEXT = gettext_noop("it is worth {~more} more than what comes next")
EQUAL = gettext_noop("nothing else is worth more")


class Candidate(Struct, frozen=True, gc=False):
    """An action that a bot has weighed."""

    action: AnyAction
    #: what the player is thought to gain by it
    value: float
    #: why, with names in braces, and the figures for them
    text: str = ""
    figures: Mapping[str, Any] = {}
    currency: str = ""

    @property
    def reason(self) -> str:
        """Why it is worth that, in the reader's language.

        >>> from kaiping.action import Pass
        >>> Candidate(Pass("JHR"), 0.0, "{company} keeps {~cash}", {"company": "JHR", "cash": 120}, "¥").reason
        'JHR keeps ¥120'
        """
        return sentence(self.text, self.figures, self.currency)


class Advice(Struct, frozen=True, gc=False):
    """What a bot would play, and what it compared that with."""

    #: best first, at least one
    candidates: tuple[Candidate, ...]
    #: what decided, as in a candidate; worked out from the values if nothing is said
    text: str = ""
    figures: Mapping[str, Any] = {}

    @property
    def best(self) -> AnyAction:
        """The action that the bot plays."""
        return self.candidates[0].action

    @property
    def decided(self) -> str:
        """What decided, in the reader's language."""
        currency = self.candidates[0].currency
        if self.text:
            return sentence(self.text, self.figures, currency)
        if len(self.candidates) == 1:
            return sentence(ONLY, {}, currency)
        more = round(self.candidates[0].value - self.candidates[1].value)
        return sentence(NEXT, {"more": more}, currency) if more > 0 else sentence(EQUAL, {}, currency)


def ranked(candidates: Iterable[Candidate], text: str = "", figures: Mapping[str, Any] | None = None) -> Advice:
    """Advice with the best candidate first; of those that are worth the same the one that comes first.

    >>> from kaiping.action import Dividend
    >>> pay, keep = (Candidate(Dividend("JHR", kind), value) for kind, value in (("pay", 30.0), ("withhold", 50.0)))
    >>> advice = ranked([pay, keep])
    >>> advice.best.kind, advice.decided
    ('withhold', 'it is worth 20 more than what comes next')
    """
    found = tuple(sorted(candidates, key=lambda one: -one.value))
    if not found:
        raise BadInput("there is nothing to choose from")
    return Advice(found, text, {} if figures is None else figures)
