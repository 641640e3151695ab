"""Who asks and what there is to ask for: three kinds of people, tables in several states, routes, forms and links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from html.parser import HTMLParser
from itertools import count
from pathlib import Path
from random import Random
from threading import Lock
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import httpx

from tests.web.django_here import make_ready
from tests.web.fuzz.calls import Answer, Call
from tests.web.server import PASSWORD, Server, Visitor

POSITIONS = Path(__file__).resolve().parents[2] / "data" / "positions"
#: a short game file
FILE = (POSITIONS / "1890-random-0.json").read_bytes()
#: games in the middle, and one that is over
BROUGHT = ("1888-random-5", "1890-random-16", "1880-random-0")
SOURCES = Path(__file__).resolve().parents[3] / "src" / "kaiping" / "web"
PEOPLE = ("nobody", "member", "owner")
_OFTEN = (2, 3, 5)
#: the table of the owner at which the member sits, too
_SHARED = 4

_ACTION = re.compile(rb'name="action" value="([^"]+)"')
_VERSION = re.compile(rb'name="version" value="(\d+)"|^\{"version": (\d+)')
_GAME = re.compile(rb"/(?:game|api/tables)/([a-z0-9]{1,16})(?:/|$)")


class Person(NamedTuple):
    """What a browser and a program of somebody send along; a name with an account."""

    cookie: bytes
    form_token: bytes
    api_token: bytes
    name: str


class Field(NamedTuple):
    name: str
    values: tuple[str, ...]


class Form(NamedTuple):
    """A form as a page shows it."""

    target: str
    method: str
    fields: tuple[Field, ...]


class Route(NamedTuple):
    """An address of the site, with names for what may differ in it."""

    pattern: str

    @property
    def names(self) -> list[str]:
        return re.findall(r"<(?:\w+:)?(\w+)>", self.pattern)

    def filled(self, values: dict[str, str]) -> str:
        return "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda found: values[found[1]], self.pattern)


class World:
    """What a server holds, as far as those who ask have to know it to get deep into it."""

    def __init__(self, server: Server, *, still: bool = False) -> None:
        self.server = server
        self._settled = False
        self.people: dict[str, Person] = {}
        self.routes = list(routes())
        self.forms: dict[str, Form] = {}
        self.links: list[str] = []
        #: keys of the tables that stay, the version of their position, and what may be played there
        self.tables: list[str] = []
        self.brought_along = ""
        self.taken_away = 0
        self.unfurnished = True
        self.versions: dict[str, int] = {}
        self.actions: dict[str, list[str]] = {}
        self.tokens: list[str] = []
        self.lock = Lock()
        self._names = count(1)
        for who in PEOPLE:
            self.renew(who)
        self.openapi: dict[str, Any] = httpx.get(f"{server.url}/api/openapi.json", timeout=60).json()
        self.furnish()
        self.look_around()
        self._settled = still  # what can be chosen from stays as it is now, so that equal choices make equal calls
        self.names = sorted(posted_names() | {field.name for form in self.forms.values() for field in form.fields})

    # --- people ---------------------------------------------------------------------------------------

    def renew(self, who: str) -> None:
        """Somebody is known again: with the account that they had if its password still holds, else with a new one."""
        visitor = self.server.visitor()
        if who == "nobody":
            table = visitor.hot_seat().split("/")[2]
            self._put_in_place([self.brought_along], [table])
            self.brought_along = table
            self.people[who] = Person(_cookie(visitor), visitor.token().encode(), b"", "")
            return
        old = self.people.get(who)
        if old is not None and self.program(who).get("/tables").status_code == 200:
            if visitor.post("/sign-in", {"username": old.name, "password": PASSWORD}).status_code == 302:
                self.people[who] = old._replace(cookie=_cookie(visitor), form_token=visitor.token().encode())
                return
        name = f"{who}{next(self._names):04}"
        visitor = self.server.member(name)
        token = self.server.program(visitor).headers["Authorization"].encode()
        self.people[who] = Person(_cookie(visitor), visitor.token().encode(), token, name)
        self.unfurnished |= who == "owner"

    def care(self, *lost: str) -> None:
        """Those who are lost are known again and have what they need, whatever others do at the same time."""
        for _ in range(20):
            with suppress(AssertionError, httpx.HTTPError):
                for who in lost:
                    self.renew(who)
                if self.unfurnished:
                    self.furnish()
                return
            lost = PEOPLE
        raise AssertionError("there is no way to keep the owner's tables")

    # --- tables ---------------------------------------------------------------------------------------

    def furnish(self) -> None:
        """The owner's tables: new, running, secret, waiting, over; at one of them the member sits, too.

        Beside the first there is a line of a plan.
        """
        owner, member = (self.program(who) for who in ("owner", "member"))
        had = owner.get("/tables")
        assert had.status_code == 200, had.text  # a busy database: whoever cares for the tables asks again
        for table in had.json():
            owner.delete(f"/tables/{table['key']}")
        seats = [{"name": name} for name in ("Ann", "Bo", "Cy")]
        wishes: list[dict[str, Any]] = [
            {"title": "1880", "kind": "hot-seat", "seats": [*seats[:2], {"name": "Cy", "bot": "random"}]},
            {"title": "1890", "kind": "hot-seat", "seats": seats, "options": ["hidden-cash", "hidden-train-prices"]},
            {"title": "1888", "kind": "open", "size": 3},
            {"title": "1890", "kind": "private", "size": 4, "undo": "own"},
            {"title": "1888", "kind": "open", "size": 2},
        ]
        made = [owner.post("/tables", json=wish) for wish in wishes]
        made += [owner.post("/import", content=(POSITIONS / f"{name}.json").read_bytes()) for name in BROUGHT]
        assert all(one.status_code == 201 for one in made), [one.text for one in made]
        tables = [one.json() for one in made]
        line = owner.post(f"/tables/{tables[0]['key']}/fork", json={"at": 0})
        assert line.status_code == 201, line.text
        running = tables[_SHARED]["key"]
        for asked in (member.post(f"/tables/{running}/join"), owner.post(f"/tables/{running}/start")):
            assert asked.status_code == 200, asked.text
        keys = [table["key"] for table in tables]
        self._put_in_place(self.tables, keys)
        self.tables = keys
        self.taken_away, self.unfurnished = 0, False
        self.tokens = [table["invitation"].rpartition("/")[2] for table in tables if table["invitation"]]

    def _put_in_place(self, before: list[str], after: list[str]) -> None:
        """What may be played at new tables is what could be played at those whose place they take."""
        for old, new in zip(before, after, strict=False):
            if old in self.actions:
                self.actions[new] = self.actions[old]

    def program(self, who: str) -> httpx.Client:
        headers = {"Authorization": self.people[who].api_token.decode()}
        return httpx.Client(base_url=f"{self.server.url}/api", headers=headers, timeout=60)

    def look_around(self) -> None:
        """The forms and links that people see; at whose table does not matter."""
        links: set[str] = set()
        for who, person in self.people.items():
            client = httpx.Client(base_url=self.server.url, headers={"Cookie": person.cookie.decode()}, timeout=60)
            pages = ["/", "/lobby", "/settings", "/settings/password", "/sign-in", "/sign-up", "/forgotten", "/rules/"]
            pages += [f"/game/{key}/{part}" for key in self.own(who) for part in ("", "plan/")]
            seen = set()
            for page in pages:
                answer = client.get(page)
                if answer.status_code != 200 or not answer.headers["content-type"].startswith("text/html"):
                    continue
                self.learn(Call(who, "GET", page.encode()), Answer(200, "text/html", answer.content, 0))
                found = Reader(urlsplit(page).path)
                found.feed(answer.text)
                for form in found.forms:
                    names = " ".join(sorted(field.name for field in form.fields))
                    self.forms.setdefault(f"{re.sub('^/game/[^/]+', '/game/', form.target)} {names}", form)
                links |= {re.sub("^/game/[^/]+", "/game/any", link) for link in found.links}
                for link in sorted(found.links):  # parts hold forms of their own; one of a kind will do
                    kind = re.sub(r"(name=\w+).*", r"\1", link)
                    if "/part?" in link and kind not in seen:
                        seen.add(kind)
                        pages.append(link)
        self.links = sorted(links)

    def learn(self, call: Call, answer: Answer) -> None:
        """Which position a table shows now, and what may be played in it."""
        found = _GAME.match(call.target)
        if found is None or answer.status >= 500:
            return
        key = found[1].decode()
        version = _VERSION.search(answer.body)
        if version is not None:
            self.versions[key] = int(version[1] or version[2])
            actions = _ACTION.findall(answer.body)
            if actions and not self._settled:
                self.actions[key] = [one.decode().replace("&quot;", '"').replace("&amp;", "&") for one in actions]

    def own(self, who: str) -> list[str]:
        """Tables at which somebody may do something."""
        tables = self.tables
        return {"owner": tables, "member": tables[_SHARED : _SHARED + 1], "nobody": [self.brought_along]}[who]

    def someone(self, chance: Random) -> str:
        return chance.choices(PEOPLE, _OFTEN)[0]

    def table(self, who: str, chance: Random) -> str:
        """The key of a table; mostly of one's own."""
        return chance.choice(self.own(who) if chance.random() < 0.7 else [*self.tables, self.brought_along])


def _cookie(visitor: Visitor) -> bytes:
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in visitor.http.cookies.jar).encode()


# --- routes -----------------------------------------------------------------------------------------


def routes() -> Iterator[Route]:
    """Every address that Django knows, but those of the API, which has a description of its own."""
    make_ready()
    from django.urls import URLPattern, URLResolver, get_resolver

    def under(resolver: URLResolver, prefix: str) -> Iterator[Route]:
        for one in resolver.url_patterns:
            pattern = prefix + str(one.pattern)
            if isinstance(one, URLPattern):
                yield Route(pattern)
            elif not pattern.startswith("api/"):
                yield from under(one, pattern)

    return under(get_resolver(), "")


def posted_names() -> set[str]:
    """Names of fields that a view asks for, also where only a script sends them."""
    asked = re.compile(r'(?:POST|fields)\.get(?:list)?\("(\w+)"')
    return {name for file in SOURCES.rglob("*.py") for name in asked.findall(file.read_text())}


# --- forms ------------------------------------------------------------------------------------------


class Reader(HTMLParser):
    """The forms and the links of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self._page = page
        self.forms: list[Form] = []
        self.links: set[str] = set()
        self._fields: dict[str, list[str]] = {}
        self._open: tuple[str, str] | None = None
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        for name in ("href", "hx-get", "src"):
            if found.get(name, "").startswith("/"):
                self.links.add(found[name])
        if tag == "form":
            target = found.get("hx-post") or found.get("action") or self._page
            self._open = target, "GET" if found.get("method") in ("get", "dialog") else "POST"
            self._fields = {"version": []} if found.get("hx-include") == "#version" else {}
        elif tag in ("input", "button", "textarea") and found.get("name"):
            self._fields.setdefault(found["name"], []).append(found.get("value", ""))
        elif tag == "select":
            self._select = found.get("name", "")
            self._fields.setdefault(self._select, [])
        elif tag == "option" and self._select:
            self._fields[self._select].append(found.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form" and self._open is not None:
            # the token of the form is sent beside it
            names = [name for name in self._fields if name not in ("", "csrfmiddlewaretoken")]
            fields = tuple(Field(name, tuple(self._fields[name])) for name in names)
            self.forms.append(Form(*self._open, fields))
            self._open, self._fields, self._select = None, {}, ""
