"""Where a request comes from; everything that counts what one address does asks here."""

from __future__ import annotations

import ipaddress

from django.http import HttpRequest

#: stands for whoever cannot be told apart, as behind a proxy that hides its callers
_UNKNOWN = "0.0.0.0"


def caller_address(request: HttpRequest) -> str:
    """What the limits count by: an address, of IPv6 the network that one customer is given; a database takes it."""
    try:
        found = ipaddress.ip_address(request.META.get("REMOTE_ADDR") or _UNKNOWN)
    except ValueError:  # a proxy may say "unknown"
        return _UNKNOWN
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False).network_address)
    return str(found)
