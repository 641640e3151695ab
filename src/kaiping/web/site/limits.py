"""How often one address may ask for what costs something: accounts, letters."""

from __future__ import annotations

from django.core.cache import cache
from django.http import HttpRequest

from kaiping.web.address import caller_address


def too_often(request: HttpRequest, what: str, most: int, seconds: int) -> bool:
    """Count one more; True once an address has asked more than so many times within so many seconds."""
    name = f"{what}:{caller_address(request)}"
    cache.add(name, 0, seconds)
    try:
        return cache.incr(name) > most
    except ValueError:  # it ran out between the two
        return False
