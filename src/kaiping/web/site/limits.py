"""How often one address may ask for what costs something: accounts, letters, tables, guesses. Each process counts."""

from __future__ import annotations

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

from kaiping.web.address import caller_address

#: seconds within which names that were tried are counted
_TRIED_WITHIN = 900


def too_often(request: HttpRequest, what: str, most: int, seconds: int) -> bool:
    """Count one more; True once an address has asked more than so many times within so many seconds."""
    return one_more(f"{what}:{caller_address(request)}", seconds) > most


def often_enough(request: HttpRequest, what: str, most: int) -> bool:
    """Has an address asked so many times already? Nothing is counted."""
    return int(cache.get(f"{what}:{caller_address(request)}", 0)) >= most


def one_more(name: str, seconds: int) -> int:
    """Count one more under a name; what began the count is forgotten after so many seconds."""
    cache.add(name, 0, seconds)
    try:
        return cache.incr(name)
    except ValueError:  # it ran out between the two
        return 1


def tried_enough(request: HttpRequest) -> bool:
    """Has somebody at that address tried so many names that they must be looking for one?"""
    return often_enough(request, "names", settings.NAMES_TRIED)


def tried_once_more(request: HttpRequest) -> None:
    too_often(request, "names", settings.NAMES_TRIED, _TRIED_WITHIN)
