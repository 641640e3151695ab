"""A small client of the web table's API, for bots and scripts; it needs nothing but the library.

    from kaiping.client import Client

    client = Client("https://table.example", token="kaiping_...")
    for key in client.me()["turns"]:
        legal = client.actions(key)
        client.play(key, legal.actions[0].action, legal.version)

Answers are plain data as ``/api/docs`` describes them; actions are those of ``kaiping.action``. What the server refuses
is a ``Refused``, what does not answer an ``Unreachable``; both are ``KaipingError``.
"""

from __future__ import annotations

import hashlib
import hmac
import http.client
import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote, urlencode, urlsplit

import msgspec
from msgspec import Struct

from kaiping import arguments
from kaiping.action import AnyAction, Range
from kaiping.errors import BadInput, KaipingError

if TYPE_CHECKING:
    from kaiping.game import Game

#: seconds without a word, after which a stream is taken for lost: the server says something every fifteen
_SILENCE = 40
#: times that a call is made again which was refused for now, and the longest pause before that, in seconds
_AGAIN = 5
_LONGEST = 60.0


class Refused(KaipingError):
    """The server says no: ``detail`` in a sentence, ``code`` for programs, ``clause`` if a rule forbids it."""

    def __init__(self, status: int, said: Mapping[str, Any]) -> None:
        self.status = status
        self.code = str(said.get("code") or "")
        self.detail = str(said.get("detail") or f"the server answered {status}")
        self.clause: str | None = said.get("clause")
        self.fields: Sequence[Mapping[str, str]] = said.get("fields") or ()
        super().__init__(f"{self.detail} ({self.clause})" if self.clause else self.detail)

    @property
    def too_late(self) -> bool:
        """Somebody was faster: ask for the actions again."""
        return self.status == 409


class Unreachable(KaipingError):
    """There is no answer from the server."""


class Legal(Struct, frozen=True):
    """A legal action, the seat that answers for it, and the numbers that may stand in place of its open one."""

    action: AnyAction
    seat: str | None = None
    range: Range | None = None
    number: str | None = None


class LegalActions(Struct, frozen=True):
    """All that may be played in the position of that version."""

    version: int
    acting: tuple[str, ...]
    actions: tuple[Legal, ...]

    def of(self, seat: str) -> tuple[Legal, ...]:
        """Those that a seat answers for."""
        return tuple(one for one in self.actions if one.seat == seat)


class Event(NamedTuple):
    """What a stream tells: ``moved`` with a ``version``, ``chat`` with a ``count``, ``seats``, or ``gone``."""

    kind: str
    data: dict[str, Any]


class Client:
    """An account at a server, by one of its tokens."""

    _base = "/api/v1"

    def __init__(self, url: str, token: str = "", *, timeout: float = 30) -> None:
        parts = urlsplit(arguments.text("the address of a server", url))
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise BadInput(f"{url!r} is not the address of a server, such as https://table.example")
        self.url = url.rstrip("/")
        self._token, self._timeout = token, timeout

    # --- who and what ---

    def me(self) -> dict[str, Any]:
        """The account, and the tables where it is its turn (``turns``)."""
        return dict(self.call("GET", "/me"))

    def titles(self) -> list[dict[str, Any]]:
        return list(self.call("GET", "/titles"))

    def levels(self) -> list[dict[str, Any]]:
        """The levels at which bots play: ``name``, ``sentence``, and whether it ``thinks`` for a while."""
        return list(self.call("GET", "/levels"))

    def tables(self, *, open: bool = False) -> Iterator[dict[str, Any]]:
        """One's own tables, or those that anybody may look at; all of them, fetched as they are needed."""
        return self.pages("/tables", {"open": open})

    # --- tables ---

    def table(self, key: str) -> dict[str, Any]:
        return dict(self.call("GET", _at(key)))

    def open_table(self, title: str, *, kind: str, **wanted: Any) -> dict[str, Any]:
        """Open a table: ``kind="open", size=3``, or ``kind="hot-seat", seats=[{"name": "Ann"}, ...]``."""
        return dict(self.call("POST", "/tables", {"title": title, "kind": kind, **wanted}))

    def follow_invitation(self, link: str) -> dict[str, Any]:
        """Be let in at a private table, by its link or the last part of that."""
        token = arguments.text("a link", link).rstrip("/").rpartition("/")[2]
        return dict(self.call("POST", f"/invitations/{quote(token)}"))

    def join(self, key: str) -> dict[str, Any]:
        return dict(self.call("POST", _at(key, "join")))

    def add_bot(self, key: str, bot: str) -> dict[str, Any]:
        return dict(self.call("POST", _at(key, "bots"), {"bot": bot}))

    def start(self, key: str) -> dict[str, Any]:
        return dict(self.call("POST", _at(key, "start")))

    def seats(self, key: str) -> set[str]:
        """The names of one's own seats; around one screen there are several."""
        return {seat["name"] for seat in self.table(key)["seats"] if seat["yours"]}

    # --- playing ---

    def actions(self, key: str) -> LegalActions:
        return msgspec.convert(self.call("GET", _at(key, "actions")), LegalActions)

    def play(self, key: str, action: AnyAction | Mapping[str, Any], version: int) -> dict[str, Any]:
        """Play an action that was chosen in the position of that version."""
        return dict(self.call("POST", _at(key, "actions"), _wish(action, version)))

    def why_not(self, key: str, action: AnyAction | Mapping[str, Any], version: int) -> dict[str, Any] | None:
        """Why an action is not legal; None if it is."""
        found: dict[str, Any] | None = self.call("POST", _at(key, "why-not"), _wish(action, version))
        return found

    def undo(self, key: str, version: int, to: int | None = None) -> dict[str, Any]:
        """Take back to before one's own latest action, or to a moment; others may have to agree first."""
        wish = {"version": version} if to is None else {"version": version, "to": to}
        return dict(self.call("POST", _at(key, "undo"), wish))

    def agree(self, key: str, version: int, agree: bool = True) -> dict[str, Any]:
        """Answer somebody who asks to take something back."""
        return dict(self.call("POST", _at(key, "agree"), {"version": version, "agree": agree}))

    def say(self, key: str, text: str) -> dict[str, Any]:
        return dict(self.call("POST", _at(key, "chat"), {"text": text}))

    # --- reading ---

    def state(self, key: str, at: int | None = None) -> dict[str, Any]:
        return dict(self.call("GET", _at(key, "state"), query={"at": at}))

    def events(self, key: str, since: int = 0) -> list[dict[str, Any]]:
        """What has happened since so many actions, in data and in words."""
        return list(self.call("GET", _at(key, "events"), query={"since": since})["events"])

    def game(self, key: str) -> Game:
        """A game that plays on from the present position, to try things in with all that the library has.

        It counts its actions from here; with all that was played before, it is ``native.from_data(client.file(key))``.
        Of a game that hides something there is neither before its end.
        """
        from kaiping.records.exact import from_position

        return from_position(self.state(key))

    def file(self, key: str, form: str = "native") -> dict[str, Any]:
        """The game as the data of a file: ``native``, ``short`` or ``18xx``."""
        return dict(self.call("GET", _at(key, "export"), query={"format": form}))

    def picture(
        self,
        key: str,
        what: str = "map",
        *,
        form: str = "svg",
        theme: str = "light",
        width: int = 1200,
        at: int | None = None,
        language: str | None = None,
    ) -> str | bytes:
        """The ``"map"``, the ``"market"`` or the ``"tiles"``: an SVG as a text, or with ``form="png"`` a PNG as bytes.

        Of a moment (``at``), and with places named in one ``language`` alone.
        """
        query = {"what": what, "format": form, "theme": theme, "width": width, "at": at, "language": language}
        found: str | bytes = self.call("GET", _at(key, "picture"), query=query)
        return found

    def import_game(self, game: Game | Mapping[str, Any]) -> dict[str, Any]:
        """A game, or the data of a game file, becomes a table around one screen."""
        from kaiping.game import Game
        from kaiping.records import native

        if not isinstance(game, Game | Mapping):
            raise BadInput(f"a game or the data of a game file is wanted, not {arguments.quoted(game)}")
        data = game if isinstance(game, Mapping) else native.to_data(game)
        return dict(self.call("POST", "/import", data))

    def listen(self, key: str) -> Iterator[Event]:
        """What happens at a table, for ever: a lost connection is taken up again, and begins with the present state."""
        pause = 1.0
        while True:
            try:
                with self._open("GET", _at(key, "stream"), timeout=_SILENCE) as answer:
                    for event in _events(answer):
                        pause = 1.0
                        yield event
            except _Later as later:
                pause = max(pause, later.seconds)
            except (OSError, http.client.HTTPException, Unreachable):
                pass
            time.sleep(pause)
            pause = min(2 * pause, _LONGEST)

    # --- calls ---

    def call(self, method: str, path: str, body: Any = None, query: Mapping[str, Any] | None = None) -> Any:
        """Any call of the API: the path after ``/api/v1``. Calls that are refused for now are made again.

        Answers come as data, pictures as a text (SVG) or as bytes (PNG).
        """
        path = path if path.startswith("/") else f"/{path}"
        return self._answer(method, _with_query(path, query), body)[0]

    def pages(self, path: str, query: Mapping[str, Any] | None = None) -> Iterator[Any]:
        """All entries of a list that comes in pages."""
        onward = _with_query(path, query)
        while onward:
            entries, onward = self._answer("GET", onward)
            yield from entries

    def _answer(self, method: str, path: str, body: Any = None) -> tuple[Any, str]:
        """What is answered, and the address of the next page, if there is one."""
        for times in range(_AGAIN + 1):
            try:
                with self._open(method, path, body) as answer:
                    content = answer.read()
                    onward = _next_page(answer.headers.get("Link", ""))
                    return _read(content, answer.headers.get_content_type()), onward
            except _Later as later:
                if times == _AGAIN:
                    raise later.refused from None
                time.sleep(min(later.seconds, _LONGEST))
            except (OSError, http.client.HTTPException, ValueError) as wrong:
                raise Unreachable(f"{self.url} gives no answer that can be read: {wrong}") from None
        raise AssertionError("not reached")

    def _open(self, method: str, path: str, body: Any = None, timeout: float | None = None) -> Any:
        content = None if body is None else msgspec.json.encode(body)
        request = urllib.request.Request(f"{self.url}{self._base}{path}", content, method=method)
        request.add_header("Accept", "application/json, text/event-stream")
        if self._token:
            request.add_header("Authorization", f"Bearer {self._token}")
        if content is not None:
            request.add_header("Content-Type", "application/json")
        try:
            return urllib.request.urlopen(request, timeout=timeout or self._timeout)
        except urllib.error.HTTPError as wrong:
            with wrong:
                refused = Refused(wrong.code, _said(wrong.read()))
            if wrong.code in (429, 503):
                raise _Later(refused, wrong.headers.get("Retry-After", "")) from None
            raise refused from None
        except (OSError, http.client.HTTPException) as wrong:
            why = getattr(wrong, "reason", wrong)
            raise Unreachable(f"{self.url} does not answer: {getattr(why, 'strerror', None) or why}") from None


def signed(secret: str, signature: str | None, body: bytes | str, *, seconds: float = 300) -> bool:
    """Does the header ``Kaiping-Signature`` say that a hook's notice is from the server, and not an old one?

    >>> signed("hook_x", "t=0,v1=00", b"{}"), signed("hook_x", None, b"{}")
    (False, False)
    """
    if signature is None:  # there was no such header
        return False
    if isinstance(body, str):
        body = body.encode()
    parts = dict(part.partition("=")[::2] for part in signature.split(","))
    moment = parts.get("t", "")
    if not moment.isdigit() or abs(time.time() - int(moment)) > seconds:
        return False
    right = hmac.new(secret.encode(), moment.encode() + b"." + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(right.encode(), parts.get("v1", "").encode())


class _Later(Exception):
    """Refused for now, with the seconds after which to ask again."""

    def __init__(self, refused: Refused, after: str) -> None:
        super().__init__(refused)
        self.refused = refused
        self.seconds = float(after) if after.isdigit() else 1.0


def _at(key: str, *more: str) -> str:
    """The path of a table, or of something at it.

    >>> _at("abc", "chat")
    '/tables/abc/chat'
    """
    return "/".join(("/tables", quote(arguments.text("a table's key", key), safe=""), *more))


def _read(content: bytes, kind: str) -> Any:
    """What an answer holds, by its kind.

    >>> _read(b"[1]", "application/json"), _read(b"<svg/>", "image/svg+xml"), _read(b"\\x89", "image/png")
    ([1], '<svg/>', b'\\x89')
    """
    if not kind.startswith("image/"):
        return json.loads(content) if content else None
    return content.decode() if kind.endswith("+xml") else content


def _wish(action: AnyAction | Mapping[str, Any], version: int) -> dict[str, Any]:
    if not isinstance(action, Struct | Mapping):
        raise arguments.no_action()
    return {"action": msgspec.to_builtins(action), "version": version}


def _with_query(path: str, query: Mapping[str, Any] | None) -> str:
    given = {
        name: value if isinstance(value, str) else json.dumps(value)
        for name, value in (query or {}).items()
        if value is not None
    }
    return f"{path}?{urlencode(given)}" if given else path


def _said(content: bytes) -> Mapping[str, Any]:
    try:
        said = json.loads(content)
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}


def _next_page(link: str) -> str:
    """The path after ``/api/v1`` of the next page.

    >>> _next_page('</api/v1/tables?cursor=WzFd>; rel="next"')
    '/tables?cursor=WzFd'
    """
    address, _, relation = link.partition(">")
    return address.lstrip("<").removeprefix(Client._base) if 'rel="next"' in relation else ""


def _events(lines: Iterator[bytes]) -> Iterator[Event]:
    """Server-sent events, as they come line by line."""
    found: dict[str, str] = {}
    for line in lines:
        name, _, value = line.decode().rstrip("\r\n").partition(":")
        if name:
            found[name] = value.removeprefix(" ")
        elif not value:  # otherwise it is a comment
            if "event" in found:
                yield Event(found["event"], json.loads(found.get("data") or "{}"))
            found = {}
