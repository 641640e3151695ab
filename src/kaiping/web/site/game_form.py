"""The choice of a game and its options in a form: what is offered, and what was asked for, to be shown again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, QueryDict

from kaiping.titles.options import Option
from kaiping.web.games.opening import Edition, editions


@dataclass(frozen=True)
class Switch:
    """An option as a form shows it: whether it is ticked, and what stands in the field of its number."""

    option: Option
    ticked: bool
    number: str


@dataclass(frozen=True)
class Offer:
    """An edition as a form shows it."""

    edition: Edition
    chosen: bool
    switches: tuple[Switch, ...]

    @property
    def opened(self) -> bool:
        """Is there anything to be seen among its options?"""
        return any(switch.ticked for switch in self.switches)


def offers(typed: QueryDict | None = None) -> list[Offer]:
    """What can be played, with the choices of a form that was sent before."""
    posted = QueryDict() if typed is None else typed
    known = editions()
    wanted = posted.get("game", known[0].value)
    return [
        Offer(edition, edition.value == wanted, tuple(_switch(edition.value, one, posted) for one in edition.options))
        for edition in known
    ]


def _switch(game: str, option: Option, posted: QueryDict) -> Switch:
    usual = "" if option.number is None else str(option.number.default)
    ticked = option.name in posted.getlist(f"options:{game}")
    return Switch(option, ticked, posted.get(f"number:{game}:{option.name}", usual))


def asked_game(request: HttpRequest) -> tuple[str, str | None, list[str]]:
    """The game of a form: ``game`` is ``title:edition``, and its options stand under the name of the game.

    The number of an option that takes one has a field of its own.
    """
    game = request.POST.get("game", "")
    title, _colon, edition = game.partition(":")
    options = []
    for name in request.POST.getlist(f"options:{game}"):
        number = request.POST.get(f"number:{game}:{name}")
        options.append(name if number is None else f"{name}={number.strip()}")
    return title, edition or None, options


def typed(fields: QueryDict, **usual: Any) -> dict[str, Any]:
    """Fields as they were typed, or as they usually are."""
    return {name: fields.get(name, value) for name, value in usual.items()}
