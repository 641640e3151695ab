"""The data folder: the database, the server's secrets, and the static files ready to be served."""

from __future__ import annotations

import hashlib
import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from kaiping.errors import BadInput

#: names the data folder for every process of the server
VARIABLE = "KAIPING_DATA"
#: a secret for all machines that share a database, instead of one in each data folder
SHARED = "KAIPING_SECRET"
#: where the workers of a server meet
WORKERS = "workers"
_SECRET = "secret-key"
_PUSH_KEY = "push-key.pem"
#: what signs sessions and links, and what signs notices to browsers
_SECRETS = (_SECRET, _PUSH_KEY)
#: letters of a secret that nobody guesses
_LEAST = 32

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None


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
        _prepare_push_key(place / _PUSH_KEY)
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
    """The secret key: the one that all machines share, or that of the folder, once it is prepared."""
    shared = os.environ.get(SHARED, "").strip()
    if shared:
        if len(shared) < _LEAST:
            raise BadInput(f"{SHARED} should have {_LEAST} letters or more")
        return shared
    try:
        return (place / _SECRET).read_text().strip() or None
    except FileNotFoundError:
        return None


def secrets_of(place: Path) -> dict[str, str]:
    """What in the folder must outlive it, by the names of the files."""
    files = (place / name for name in _SECRETS)
    return {file.name: file.read_text() for file in files if file.exists()}


@contextmanager
def with_secrets(place: Path, found: dict[str, str]) -> Iterator[None]:
    """Put them into a folder as far as it has none yet, and take them out again if what follows fails."""
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    new = [place / name for name in found if name in _SECRETS and not (place / name).exists()]
    try:
        for file in new:
            keep_secret(file, found[file.name])
        yield
    except BaseException:
        for file in new:
            file.unlink(missing_ok=True)
        raise


def _prepare_push_key(file: Path) -> None:
    """Machines that share a secret sign notices by the same key: it follows from the secret, and is not copied."""
    shared = os.environ.get(SHARED, "").strip()
    if not shared or file.exists():
        return
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    curve = ec.SECP256R1()
    digest = hashlib.sha512(b"kaiping push key\0" + shared.encode()).digest()
    key = ec.derive_private_key(int.from_bytes(digest) % (curve.group_order - 1) + 1, curve)
    form = serialization.PrivateFormat.PKCS8
    pem = key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption())
    keep_secret(file, pem.decode())


@contextmanager
def held(place: Path) -> Iterator[None]:
    """One server for a folder: a second one would take the static files from under the first."""
    if fcntl is None:
        yield
        return
    with (place / "served-by").open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.seek(0)
            who = file.read().strip()
            process = f" (process {who})" if who else ""
            raise BadInput(f"the data folder {place} is served already{process}; name another with --data") from None
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        yield


@contextmanager
def one_at_a_time(file: Path) -> Iterator[None]:
    """Wait until nobody else on this machine does the same."""
    with file.open("a") as lock:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def token(variable: str) -> str:
    """A secret of its own that the environment may set; empty without one."""
    found = os.environ.get(variable, "").strip()
    if found and (len(found) < _LEAST or not found.isascii()):
        raise BadInput(f"{variable} should have {_LEAST} plain letters or more")
    return found


def whole(variable: str, usual: int) -> int:
    """A number that the environment may set."""
    text = os.environ.get(variable, "").strip()
    if text and not text.isdecimal():
        raise BadInput(f"{variable} should be a whole number")
    return int(text) if text else usual


def seconds(variable: str, usual: float, most: float) -> float:
    """A time that the environment may set."""
    text = os.environ.get(variable, "").strip()
    try:
        found = float(text) if text else usual
    except ValueError:
        found = -1.0
    if not 0 < found <= most:
        raise BadInput(f"{variable} should be a number of seconds, {most:g} at most")
    return found
