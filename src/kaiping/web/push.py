"""Web push: a notice that reaches a browser although no page of ours is open.

The browser's maker runs the service that delivers it; we sign each notice with a key of this server (VAPID) and
encrypt it for the one browser that asked for it. Only services known by name are written to: an address comes from a
browser, and must not make the server knock at other doors.
"""

from __future__ import annotations

import base64
import json
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from kaiping.web.data import keep_secret

if TYPE_CHECKING:
    from py_vapid import Vapid02

#: hosts of the push services of browsers, and of their parts
SERVICES = (
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "push.apple.com",
    "notify.windows.com",
)
#: hours for which a service may keep a notice for a browser that is off
_KEPT = 12
_SECONDS = 10


class Address(NamedTuple):
    """Where a browser is reached, and the keys that only it can read by."""

    endpoint: str
    public: str
    secret: str


def service_known(endpoint: str, further: tuple[str, ...] = ()) -> bool:
    """May the server write there? ``further`` are hosts that the settings name, which need no encryption on the way.

    >>> service_known("https://fcm.googleapis.com/fcm/send/x"), service_known("https://fcm.googleapis.com.evil.example/")
    (True, False)
    """
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return False
    if host in further and parts.scheme in ("http", "https"):
        return True
    known = any(host == service or host.endswith(f".{service}") for service in SERVICES)
    return known and parts.scheme == "https" and port in (None, 443) and parts.username is None


@lru_cache(maxsize=4)
def _key(file: Path) -> Vapid02:
    """The key of this server; the first notice or page that needs it makes it."""
    from py_vapid import Vapid02  # late, like all of these packages: a server without notices starts sooner

    if not file.exists():
        fresh = Vapid02()
        fresh.generate_keys()
        keep_secret(file, fresh.private_pem().decode())
    return Vapid02.from_file(str(file))


def public_key(file: Path) -> str:
    """What a browser needs to ask its service for an address."""
    numbers = _key(file).public_key.public_numbers()
    point = b"\x04" + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big")
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def send(file: Path, address: Address, message: dict[str, str], sender: str) -> bool:
    """Hand a notice to the service; False if the browser is gone for good. Other failures are an OSError."""
    from pywebpush import WebPushException, webpush

    about = {"endpoint": address.endpoint, "keys": {"p256dh": address.public, "auth": address.secret}}
    try:
        webpush(
            about, json.dumps(message), _key(file), {"sub": sender}, ttl=_KEPT * 3600, timeout=_SECONDS,
            headers={"Urgency": "high"},
        )  # fmt: skip
    except WebPushException as wrong:
        status = wrong.response.status_code if wrong.response is not None else 0
        if status in (404, 410):
            return False
        raise OSError(f"the push service {urlsplit(address.endpoint).hostname} answered {status}") from None
    return True
