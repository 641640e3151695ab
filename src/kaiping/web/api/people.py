"""Whoever asks."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from ninja import Router

from kaiping.web.api.schemas import MeOut
from kaiping.web.api.tables import REFUSALS, person
from kaiping.web.games.access import seats_in_play

router = Router(tags=["people"])


@router.get("/me", response={200: MeOut, **REFUSALS})
def get_me(request: HttpRequest) -> dict[str, Any]:
    """Whose token it is, and where it is their turn."""
    who = person(request)
    seats = seats_in_play(who)
    return {
        "name": who.name,
        "token": request.api_token,  # type: ignore[attr-defined]
        "rate": settings.API_RATE,
        "playing": len(seats),
        "turns": [seat.table.key for seat in seats if seat.name in seat.table.acting],
    }
