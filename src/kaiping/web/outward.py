"""How this server calls others whose addresses came from a browser: never a machine of its own neighbourhood.

A name is looked up once, every address behind it must belong to the open internet, and the connection goes to the
address that was looked at. Nobody is followed who sends us elsewhere.
"""

from __future__ import annotations

import ipaddress
import socket
from typing import Any

import requests
from requests.adapters import HTTPAdapter
from requests.utils import select_proxy

_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")


class NotOutside(OSError):
    """A name that leads to this machine or to its own network."""


def is_outside(address: str) -> bool:
    """Is that an address of the open internet, also where an older address is written inside a newer one?

    >>> [is_outside(one) for one in ("127.0.0.1", "::ffff:10.0.0.1", "fe80::1%eth0", "1.1.1.1")]
    [False, False, False, True]
    """
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inside = found.ipv4_mapped or found.sixtofour or (found.teredo and found.teredo[1])
        if found in _NAT64:
            inside = ipaddress.IPv4Address(found.packed[-4:])
        if inside and not is_outside(str(inside)):
            return False
    return found.is_global and not found.is_multicast


def outside_address(host: str, port: int) -> str:
    """The address that a name stands for; refused if any address behind it is not outside."""
    found = [str(row[4][0]) for row in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    for address in found:
        if not is_outside(address):
            raise NotOutside(f"{host} leads to {address}, which is not an address of the internet")
    return found[0]


class _Outside(HTTPAdapter):
    """Connects to the address that was looked at; name and certificate stay those of the host."""

    def send(self, request: requests.PreparedRequest, *args: Any, **more: Any) -> requests.Response:
        # a proxy that the environment names looks names up itself
        self._direct = not select_proxy(request.url or "", more.get("proxies"))
        return super().send(request, *args, **more)

    def build_connection_pool_key_attributes(
        self, request: requests.PreparedRequest, verify: Any, cert: Any = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        where, how = super().build_connection_pool_key_attributes(request, verify, cert)
        if self._direct:
            host = str(where["host"])
            port = where["port"] or (443 if where["scheme"] == "https" else 80)
            where["host"] = outside_address(host, port)
            request.headers["Host"] = host if where["port"] is None else f"{host}:{port}"
            if where["scheme"] == "https":
                how |= {"server_hostname": host, "assert_hostname": host}
        return where, how


class Session(requests.Session):
    """For one call: nobody is followed elsewhere; only ``trusted`` callers may name a machine nearby."""

    def __init__(self, *, trusted: bool = False) -> None:
        super().__init__()
        if not trusted:
            for scheme in ("http://", "https://"):
                self.mount(scheme, _Outside())

    def get_redirect_target(self, resp: requests.Response) -> None:
        return None
