"""Whoever asks, others as far as they may be known, and the hooks by which they want to be told of their turns."""

from __future__ import annotations

from typing import Annotated, Any

from django.conf import settings
from django.http import HttpRequest
from ninja import Path, Router
from ninja.errors import Throttled

from kaiping.web.api.schemas import HookIn, HookOut, MeOut, NewHookOut, PersonOut
from kaiping.web.api.tables import REFUSALS, person
from kaiping.web.games.access import seats_in_play, tables_around_one_screen
from kaiping.web.games.models import Table
from kaiping.web.games.turns import turns_of
from kaiping.web.site.hooks import add_hook, hook_of, switch_on
from kaiping.web.site.limits import tried_enough
from kaiping.web.site.models import Hook
from kaiping.web.site.people import asked_profile

router = Router(tags=["people"])

PersonName = Annotated[str, Path(min_length=1, max_length=150)]
Number = Annotated[int, Path(ge=1, le=2**63 - 1)]


@router.get("/me", response={200: MeOut, **REFUSALS})
def get_me(request: HttpRequest) -> dict[str, Any]:
    """Whose token it is, and where it is their turn."""
    who = person(request)
    one_screen = tables_around_one_screen(who)
    return {
        "name": who.name,
        "token": request.api_token,  # type: ignore[attr-defined]
        "rate": settings.API_RATE,
        "playing": len(seats_in_play(who)) + len(one_screen),
        "turns": [*(turn.table.key for turn in turns_of(who)), *(table.key for table in one_screen if _asks(table))],
    }


def _asks(table: Table) -> bool:
    """Does a table around one screen wait for somebody who is no bot?"""
    return any(seat.name in table.acting and not seat.bot for seat in table.seats.all())


@router.get("/people/{name}", response={200: PersonOut, **REFUSALS})
def get_person(request: HttpRequest, name: PersonName) -> dict[str, Any]:
    """Somebody's ratings, and their latest games that one may see; 404 for people who have closed their profile."""
    if tried_enough(request):
        raise Throttled(wait=None)
    profile = asked_profile(request, name, person(request))
    return {
        "name": profile.name,
        "ratings": [
            {
                "title": one.title,
                "rating": one.rating.number,
                "give_or_take": one.rating.give_or_take,
                "games": one.games,
                "wins": one.wins,
            }
            for one in profile.records
        ],
        "results": [
            {
                "table": one.table.key,
                "title": one.table.title,
                "place": one.place,
                "players": one.players,
                "total": one.total,
                "ended": one.ended,
            }
            for one in profile.results
        ],
    }


@router.get("/hooks", response={200: list[HookOut], **REFUSALS}, tags=["hooks"])
def list_hooks(request: HttpRequest) -> list[Hook]:
    """One's hooks: the addresses to which "your turn" is posted."""
    return list(Hook.objects.filter(user=person(request).user).order_by("pk"))


@router.post("/hooks", response={201: NewHookOut, **REFUSALS}, tags=["hooks"])
def add_a_hook(request: HttpRequest, wanted: HookIn) -> tuple[int, Hook]:
    """Have every turn of one's own posted to an address, as JSON; the secret is told this once.

    ``{"event": "turn", "table": KEY, "seat": NAME, "version": N, ...}``, and ``{"event": "hello"}`` at once, to try it.
    The header ``Kaiping-Signature`` is ``t=SECONDS,v1=HEX``: the HMAC-SHA256, under the secret, of the seconds, a dot
    and the body; ``kaiping.client.signed`` checks it. ``Kaiping-Delivery`` names the notice. What is not answered by a
    2xx within ten seconds is sent again after 10 seconds, 1, 5 and 30 minutes, 2 and 6 hours.
    """
    user = person(request).user
    assert user is not None
    return 201, add_hook(user, wanted.url)


@router.delete("/hooks/{number}", response={204: None, **REFUSALS}, tags=["hooks"])
def delete_hook(request: HttpRequest, number: Number) -> tuple[int, None]:
    """Post nothing there any more."""
    hook_of(person(request).user, number).delete()
    return 204, None


@router.post("/hooks/{number}/resume", response={200: HookOut, **REFUSALS}, tags=["hooks"])
def resume_hook(request: HttpRequest, number: Number) -> Hook:
    """Try a hook again that was switched off because it had taken nothing for a day."""
    hook = hook_of(person(request).user, number)
    switch_on(hook)
    return hook
