"""Where a request comes from: the one place that says so, for every limit and every record."""

from __future__ import annotations

import ipaddress

from django.http import HttpRequest

#: stands for whoever cannot be told apart, as behind a proxy that hides its callers
UNKNOWN = "0.0.0.0"


def caller_address(request: HttpRequest) -> str:
    """The address of whoever asks, always one that a database takes."""
    try:
        return str(ipaddress.ip_address(request.META.get("REMOTE_ADDR") or UNKNOWN))
    except ValueError:  # a proxy may say "unknown"
        return UNKNOWN


def caller_network(request: HttpRequest) -> str:
    """What limits count by: the address, or of an IPv6 address the network of 64 bits that one customer is given."""
    address = ipaddress.ip_address(caller_address(request))
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.IPv6Network((address.packed[:8] + bytes(8), 64)).network_address)
    return str(address)
