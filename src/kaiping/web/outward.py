"""How this server calls others whose addresses came from a browser: never a machine of its own neighbourhood.

A name is looked up once, every address behind it must belong to the open internet, and the connection goes to the
address that was looked at. Nobody is followed who sends us elsewhere.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from threading import Timer
from typing import Any

import requests
from requests.adapters import HTTPAdapter
from requests.utils import select_proxy
from urllib3.util import parse_url

from kaiping.web.outside import is_outside


class NotOutside(OSError):
    """A name that leads to this machine or to its own network."""


def outside_address(host: str, port: int) -> str:
    """The address that a name stands for; refused if any address behind it is not outside."""
    found = [str(row[4][0]) for row in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    for address in found:
        if not is_outside(address):
            raise NotOutside(f"{host} leads to {address}, which is not an address of the internet")
    return found[0]


def post(url: str, body: bytes, headers: Mapping[str, str], *, seconds: float, trusted: bool = False) -> int:
    """Post something, within so many seconds in all, however slowly the other side speaks; the status of its answer.

    Only ``trusted`` callers may name a machine nearby. What is in the answer besides is not read.
    """
    where = parse_url(url)
    host, secure = where.host or "", where.scheme == "https"
    port = where.port or (443 if secure else 80)
    line = socket.create_connection((host if trusted else outside_address(host, port), port), timeout=seconds)
    if secure:
        context = ssl.create_default_context()
        line = context.wrap_socket(line, server_hostname=host, do_handshake_on_connect=False)
    # a limit for each step would let somebody speak one letter at a time
    overdue = Timer(seconds, socket.socket.shutdown, (line, socket.SHUT_RDWR))
    overdue.daemon = True
    overdue.start()
    try:
        if isinstance(line, ssl.SSLSocket):
            line.do_handshake()
        connection = (HTTPSConnection if secure else HTTPConnection)(host, port, timeout=seconds)
        connection.sock = line
        connection.request("POST", where.request_uri, body, {**headers, "Connection": "close"})
        status = connection.getresponse().status
        if overdue.finished.is_set():  # it was cut off within its head
            raise TimeoutError("the answer took too long")
        return status
    except (HTTPException, ValueError) as wrong:
        raise OSError(f"the answer is no HTTP: {type(wrong).__name__}") from None
    finally:
        overdue.cancel()
        line.close()


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
