"""The data folder: the database, the server's secrets, and the static files ready to be served."""

from __future__ import annotations

import os
import secrets
import sys
from pathlib import Path

from kaiping.errors import BadInput

#: names the data folder for every process of the server
VARIABLE = "KAIPING_DATA"
_SECRET = "secret-key"
#: what signs sessions and links, and what signs notices to browsers
_SECRETS = (_SECRET, "push-key.pem")


def usual_folder() -> Path:
    """Where programs of this system keep what belongs to one person."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "kaiping"


def folder() -> Path:
    """The data folder in use."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named else usual_folder()


def prepare(place: Path) -> None:
    """Make the folder and its secret key, for nobody else to read."""
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        secret = place / _SECRET
        if not secret.exists():
            keep_secret(secret, secrets.token_urlsafe(50))
        if not os.access(place, os.W_OK | os.X_OK):
            raise BadInput(f"the data folder {place} cannot be written")
        read_secret(place)
    except FileExistsError:
        raise BadInput(f"the data folder {place} is a file, not a folder") from None
    except OSError as wrong:
        raise BadInput(f"the data folder {place} cannot be used: {wrong.strerror or wrong}") from None


def keep_secret(file: Path, text: str) -> None:
    """Written whole under another name first: two servers that start at once must find the same secret."""
    fresh = file.with_name(f".{file.name}.{os.getpid()}")
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as stream:
        stream.write(text)
    try:
        os.link(fresh, file)
    except FileExistsError:
        pass
    finally:
        fresh.unlink()


def read_secret(place: Path) -> str | None:
    """The secret key, once the folder is prepared."""
    try:
        return (place / _SECRET).read_text().strip() or None
    except FileNotFoundError:
        return None


def secrets_of(place: Path) -> dict[str, str]:
    """What in the folder must outlive it, by the names of the files."""
    files = (place / name for name in _SECRETS)
    return {file.name: file.read_text() for file in files if file.exists()}


def keep_secrets(place: Path, found: dict[str, str]) -> None:
    """Put them into a folder that has none of them yet."""
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    for name, text in found.items():
        if name in _SECRETS and not (place / name).exists():
            keep_secret(place / name, text)


def whole(variable: str, usual: int) -> int:
    """A number that the environment may set."""
    text = os.environ.get(variable, "").strip()
    if text and not text.isdecimal():
        raise BadInput(f"{variable} should be a whole number")
    return int(text) if text else usual
