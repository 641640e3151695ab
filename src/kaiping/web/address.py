"""Where a request comes from.

A proxy in front of the server tells it in ``X-Forwarded-For``, and anybody else can write there what they like. So the
header is believed only from proxies that ``KAIPING_PROXIES`` names; everything that counts what one address does asks
here.
"""

from __future__ import annotations

import ipaddress
from collections.abc import MutableMapping
from typing import Any

from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest
from django.http.request import split_domain_port

from kaiping.errors import BadInput

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Scope = MutableMapping[str, Any]

#: stands for whoever cannot be told apart; a database takes it for an address
_UNKNOWN = "0.0.0.0"
#: what only a proxy may tell, and what of it is still needed once the caller is known
_TOLD = {b"x-forwarded-for", b"x-forwarded-proto", b"x-forwarded-host", b"x-forwarded-port", b"forwarded", b"x-real-ip"}
_NEEDED = {b"x-forwarded-proto"}
#: by which one can tell that a request was passed on
_PASSED_ON = _TOLD | {b"via"}
#: names by which this machine calls itself
_HERE = {"localhost", "127.0.0.1", "[::1]"}


def proxies(text: str) -> tuple[Network, ...]:
    """Addresses and networks with commas between them.

    >>> proxies("127.0.0.1, 10.0.0.0/8")
    (IPv4Network('127.0.0.1/32'), IPv4Network('10.0.0.0/8'))
    """
    try:
        return tuple(ipaddress.ip_network(part.strip()) for part in text.split(",") if part.strip())
    except ValueError as wrong:
        raise BadInput(f"KAIPING_PROXIES should name addresses or networks, with commas: {wrong}") from None


def is_proxy(address: str, known: tuple[Network, ...]) -> bool:
    found = _parsed(address)
    return found is not None and any(found in network for network in known)


def household(address: str) -> str:
    """What is counted as one address: of IPv6 everybody has a whole network.

    >>> household("2001:db8:1:2:3:4:5:6"), household("192.0.2.7"), household("::ffff:192.0.2.7")
    ('2001:db8:1:2::', '192.0.2.7', '192.0.2.7')
    """
    found = _parsed(address)
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((found, 64), strict=False).network_address)
    return address if found is None else str(found)


def _parsed(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        found = ipaddress.ip_address(text.strip())
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return mapped or found


def believed(scope: Scope, known: tuple[Network, ...]) -> Scope:
    """The request as it came from its caller: behind a known proxy from whom that names, otherwise from the peer.

    Whether anybody has passed it on, known or not, stays to be seen (``forwarded``).

    Of several names in the header each proxy has added the last; those that a caller wrote stand before them.
    """
    peer = scope["client"][0] if scope.get("client") else ""
    headers = scope["headers"]
    scope["forwarded"] = any(name in _PASSED_ON for name, _value in headers)
    trusted = is_proxy(peer, known)
    dropped = _TOLD - _NEEDED if trusted else _TOLD
    if any(name in dropped for name, _value in headers):
        scope["headers"] = [(name, value) for name, value in headers if name not in dropped]
    if not trusted:
        return scope
    told = b",".join(value for name, value in headers if name == b"x-forwarded-for").decode("latin-1")
    caller = peer
    for part in reversed(told.split(",")):
        found = _parsed(part)
        if found is None:  # "unknown", or nonsense: then the proxy is all that is known
            break
        caller = str(found)
        if not is_proxy(caller, known):
            break
    scope["client"] = (caller, 0)
    return scope


def caller_address(request: HttpRequest) -> str:
    """What the limits count by; whoever cannot be told apart counts as one."""
    address = str(request.META.get("REMOTE_ADDR", ""))
    return _UNKNOWN if _parsed(address) is None else household(address)


def from_this_machine(request: ASGIRequest) -> bool:
    """Does a program of this machine ask, by one of its own names, and nobody who passes on what others ask?"""
    found = _parsed(str(request.META.get("REMOTE_ADDR", "")))
    name, _port = split_domain_port(str(request.META.get("HTTP_HOST", "")))
    return found is not None and found.is_loopback and name in _HERE and request.scope.get("forwarded") is False
