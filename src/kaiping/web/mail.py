"""How e-mail leaves the server, from one address."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from kaiping.errors import BadInput


class MailSettings(NamedTuple):
    """In the order in which the settings name them."""

    backend: str
    host: str = ""
    port: int = 25
    user: str = ""
    password: str = ""
    tls: bool = False
    folder: str | None = None


def public_url(text: str) -> str:
    """The address under which people reach the server, as links in letters begin with it.

    >>> public_url("https://table.example/"), public_url("")
    ('https://table.example', '')
    """
    text = text.strip().rstrip("/")
    parts = urlsplit(text)
    if text and (parts.scheme not in ("http", "https") or not parts.hostname):
        raise BadInput("KAIPING_URL should look like https://table.example")
    return text


def mail_settings(url: str | None) -> MailSettings:
    """What ``KAIPING_EMAIL_URL`` asks for; without it no e-mail is sent.

    >>> mail_settings("smtp://ann:secret@mail.example:587").port
    587
    """
    backends = "django.core.mail.backends"
    if not url:
        return MailSettings(f"{backends}.dummy.EmailBackend")
    parts = urlsplit(url)
    if parts.scheme == "file":
        return MailSettings(f"{backends}.filebased.EmailBackend", folder=unquote(parts.path))
    if parts.scheme != "smtp" or not parts.hostname:
        raise BadInput("KAIPING_EMAIL_URL should look like smtp://user:password@host:587")
    port = parts.port or 587
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return MailSettings(f"{backends}.smtp.EmailBackend", parts.hostname, port, user, password, tls=port == 587)
