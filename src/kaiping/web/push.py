"""Web push: a notice that reaches a browser although no page of ours is open.

The browser's maker runs the service that delivers it; we sign each notice with a key of this server (VAPID) and
encrypt it for the one browser that asked for it. Only services known by name are written to: an address comes from a
browser, and must not make the server knock at other doors.
"""

from __future__ import annotations

import base64
import json
import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

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
#: what an address may be written with, and the host in it
_PLAIN = re.compile(r"https?://[A-Za-z0-9._~:/?&=%+,;!$()*-]+")
_HOST = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?")


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
    place = place_of(endpoint)
    if place is None:
        return False
    if place.host in further:
        return True
    known = any(place.host == service or place.host.endswith(f".{service}") for service in SERVICES)
    return known and place.scheme == "https" and place.port in (None, 443)


def is_key(public: str) -> bool:
    """Can anything be encrypted for a browser with this key? It is a point of the curve that all of them use."""
    from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey

    try:
        point = base64.urlsafe_b64decode(public + "=" * (-len(public) % 4))
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), point)
    except ValueError:
        return False
    return True


class Place(NamedTuple):
    scheme: str
    host: str
    port: int | None


def place_of(endpoint: str) -> Place | None:
    """Where an address leads, read by the library that connects, so that nothing else sees another host in it."""
    from urllib3.exceptions import LocationParseError
    from urllib3.util import parse_url

    if not _PLAIN.fullmatch(endpoint):
        return None
    try:
        parts = parse_url(endpoint)
    except LocationParseError:
        return None
    if not parts.scheme or not parts.host or not _HOST.fullmatch(parts.host):
        return None
    return Place(parts.scheme, parts.host, parts.port)


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


def send(file: Path, address: Address, message: dict[str, str], sender: str, further: tuple[str, ...] = ()) -> bool:
    """Hand a notice to the service; False if the browser is gone for good. Other failures are an OSError.

    Services that the settings name (``further``) may stand on a machine nearby, others must be on the internet.
    """
    from pywebpush import WebPushException, webpush

    from kaiping.web.outward import Session

    place = place_of(address.endpoint)
    if place is None or not service_known(address.endpoint, further):
        return False  # told to an older version, which was less careful
    about = {"endpoint": address.endpoint, "keys": {"p256dh": address.public, "auth": address.secret}}
    try:
        with Session(trusted=place.host in further) as session:
            webpush(
                about, json.dumps(message), _key(file), {"sub": sender}, ttl=_KEPT * 3600, timeout=_SECONDS,
                headers={"Urgency": "high"}, requests_session=session,
            )  # fmt: skip
    except WebPushException as wrong:
        status = wrong.response.status_code if wrong.response is not None else 0
        if status in (404, 410):
            return False
        raise OSError(f"the push service {place.host} answered {status}") from None
    return True
