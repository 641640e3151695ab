"""Who may do what: every route and method of the server, tried by everybody who could come along.

A line of the table has a route, a method, what the table must be like (``play`` in play, ``wait`` before its start,
``-`` none is needed), and what each of the people is answered; one answer stands for all. A route that is new needs its
lines here, or a test says which are missing.

``ok``    it is done, or shown
``in``    sent to the page where one signs in
``told``  let in, but told in a sentence why not
a number  this status
"""

from __future__ import annotations

import json
import re
import secrets
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any, NamedTuple

import httpx
import pytest

from kaiping.game import Game
from kaiping.records.native import to_data
from tests.web.django_here import make_ready
from tests.web.server import A_KEY, PASSWORD, Server, Visitor

#: nobody: no account. stranger: an account and nothing else. elsewhere: plays at another table. staff: runs the server.
#: guest: followed the invitation. player, owner: sit at the table. All these come to a private table; to an open one
#: come passer, who has no account, and onlooker, who has one and nothing else.
PEOPLE = ("nobody", "stranger", "elsewhere", "staff", "guest", "player", "owner", "passer", "onlooker")

MATRIX = """
<none>                             GET  -    ok
<none>                             POST -    405
hot-seat                           GET  -    405
hot-seat                           POST -    ok
hot-seat/<key>                     GET  play 404
hot-seat/<key>                     POST play 405
hot-seat/<key>/name                GET  play 405
hot-seat/<key>/name                POST play 404
hot-seat/<key>/hand-over           GET  play 405
hot-seat/<key>/hand-over           POST play 404
take-over/<token>                  GET  -    404
take-over/<token>                  POST -    404
bring                              GET  -    405
bring                              POST -    ok
lobby                              GET  -    ok
lobby                              POST -    405
archive                            GET  -    ok
archive                            POST -    405
archive/<title>                    GET  -    ok
archive/<title>                    POST -    405
new-table                          GET  -    405
new-table                          POST -    in ok ok ok ok ok ok in ok
invitation/<token>                 GET  wait in ok ok ok ok ok ok in ok
invitation/<token>                 POST wait 405
watch/<token>                      GET  -    ok
watch/<token>                      POST -    405
sign-up                            GET  -    ok
sign-up                            POST -    ok
sign-in                            GET  -    ok
sign-in                            POST -    ok
sign-in/code                       GET  -    in
sign-in/code                       POST -    in
forgotten                          GET  -    404
forgotten                          POST -    404
forgotten/sent                     GET  -    ok
forgotten/sent                     POST -    405
forgotten/<uidb64>/<token>         GET  -    ok
forgotten/<uidb64>/<token>         POST -    ok
sign-out                           GET  -    405
sign-out                           POST -    ok
settings                           GET  -    in ok ok ok ok ok ok in ok
settings                           POST -    in ok ok ok ok ok ok in ok
settings/password                  GET  -    in ok ok ok ok ok ok in ok
settings/password                  POST -    in ok ok ok ok ok ok in ok
settings/address                   GET  -    in ok ok ok ok ok ok in ok
settings/address                   POST -    in told told told told told told in told
settings/new-address/<token>       GET  -    404
settings/new-address/<token>       POST -    404
settings/two-steps                 GET  -    in ok ok ok ok ok ok in ok
settings/two-steps                 POST -    in told told told told told told in told
settings/address/<token>           GET  -    404
settings/address/<token>           POST -    404
settings/data                      GET  -    in 405 405 405 405 405 405 in 405
settings/data                      POST -    in ok ok ok ok ok ok in ok
settings/delete                    GET  -    in ok ok ok ok ok ok in ok
settings/delete                    POST -    in told told told told told told in told
settings/token                     GET  -    in 405 405 405 405 405 405 in 405
settings/token                     POST -    in ok ok ok ok ok ok in ok
settings/token/<number>/delete     GET  -    in 405 405 405 405 405 405 in 405
settings/token/<number>/delete     POST -    in 404 404 404 404 404 ok in 404
settings/browser                   GET  -    in 405 405 405 405 405 405 in 405
settings/browser                   POST -    in ok ok ok ok ok ok in ok
settings/browser/<number>/delete   GET  -    in 405 405 405 405 405 405 in 405
settings/browser/<number>/delete   POST -    in 404 404 404 404 404 ok in 404
settings/hook                      GET  -    in 405 405 405 405 405 405 in 405
settings/hook                      POST -    in ok ok ok ok ok ok in ok
settings/hook/<number>/delete      GET  -    in 405 405 405 405 405 405 in 405
settings/hook/<number>/delete      POST -    in 404 404 404 404 404 ok in 404
settings/hook/<number>/on          GET  -    in 405 405 405 405 405 405 in 405
settings/hook/<number>/on          POST -    in 404 404 404 404 404 ok in 404
turns/next                         GET  -    ok
turns/next                         POST -    405
vacation                           GET  -    in ok ok ok ok ok ok in ok
vacation                           POST -    in ok ok ok ok ok ok in ok
vacation/<number>/end              GET  -    405
vacation/<number>/end              POST -    in 404 404 404 404 404 ok in 404
people/<name>                      GET  -    404 404 404 404 404 404 ok 404 404
people/<name>                      POST -    405
ranking                            GET  -    ok
ranking                            POST -    405
ranking/<title>                    GET  -    ok
ranking/<title>                    POST -    405
running                            GET  -    in 404 404 ok 404 404 404 in 404
running                            POST -    405
push-worker.js                     GET  -    ok
push-worker.js                     POST -    405
rules/                             GET  -    ok
rules/                             POST -    405
rules/<book>                       GET  -    ok
rules/<book>                       POST -    405
rules/<title>/how                  GET  -    ok
rules/<title>/how                  POST -    405
rules/glossary                     GET  -    ok
rules/glossary                     POST -    405
learn                              GET  -    ok
learn                              POST -    405
learn/<title>/<name>               GET  -    404
learn/<title>/<name>               POST -    404
game/<key>/lesson                  GET  play 405
game/<key>/lesson                  POST play 404 404 404 404 told told told told told
healthz                            GET  -    ok
healthz                            POST -    405
metrics                            GET  -    404
metrics                            POST -    404

game/<key>/                        GET  play 404 404 404 404 ok ok ok ok ok
game/<key>/                        POST play 405
game/<key>/body                    GET  play 404 404 404 404 ok ok ok ok ok
game/<key>/body                    POST play 405
game/<key>/part                    GET  play 404 404 404 404 ok ok ok ok ok
game/<key>/part                    POST play 405
game/<key>/stream                  GET  play 404 404 404 404 ok ok ok ok ok
game/<key>/stream                  POST play 405
game/<key>/play                    GET  play 405
game/<key>/play                    POST play 404 404 404 404 403 ok ok 403 403
game/<key>/undo                    GET  play 405
game/<key>/undo                    POST play 404 404 404 404 403 ok ok 403 403
game/<key>/agree                   GET  play 405
game/<key>/agree                   POST play 404 404 404 404 403 told told 403 403
game/<key>/redo                    GET  play 405
game/<key>/redo                    POST play 404 404 404 404 403 ok ok 403 403
game/<key>/program                 GET  play 405
game/<key>/program                 POST play 404 404 404 404 403 ok ok 403 403
game/<key>/program                 DELETE play 404 404 404 404 403 ok ok 403 403
game/<key>/chat                    GET  play 404 404 404 404 ok ok ok ok ok
game/<key>/chat                    POST play 404 404 404 404 ok ok ok 403 ok
game/<key>/notes                   GET  play 404 404 404 404 ok ok ok 404 ok
game/<key>/notes                   POST play 404 404 404 404 ok ok ok 404 ok
game/<key>/drawing                 GET  play 404 404 404 404 ok ok ok 404 ok
game/<key>/drawing                 POST play 404 404 404 404 ok ok ok 404 ok
game/<key>/export                  GET  play 404 404 404 404 ok ok ok ok ok
game/<key>/export                  POST play 405
game/<key>/report                  GET  play 404
game/<key>/report                  POST play 405
game/<key>/analysis                GET  play 404
game/<key>/analysis                POST play 404 404 404 404 told told told told told
game/<key>/picture                 GET  play 404 404 404 404 ok ok ok ok ok
game/<key>/picture                 POST play 405
game/<key>/fork                    GET  play 405
game/<key>/fork                    POST play 404 404 404 404 ok ok ok ok ok
game/<key>/plan/                   GET  play 404 404 404 404 ok ok ok ok ok
game/<key>/plan/                   POST play 405
game/<key>/plan/compare            GET  play 404 404 404 404 ok ok ok ok ok
game/<key>/plan/compare            POST play 405
game/<key>/plan/rename             GET  play 405
game/<key>/plan/rename             POST play 404 404 404 404 ok ok ok ok ok
game/<key>/plan/delete             GET  play 405
game/<key>/plan/delete             POST play 404 404 404 404 ok ok ok ok ok
game/<key>/plan/bots               GET  play 405
game/<key>/plan/bots               POST play 404 404 404 404 ok ok ok ok ok
game/<key>/plan/carry              GET  play 405
game/<key>/plan/carry              POST play 404 404 404 404 told told told told told
game/<key>/plan/share              GET  play 405
game/<key>/plan/share              POST play 404 404 404 404 told told told 404 told
shared-plan/<token>                GET  -    404
shared-plan/<token>                POST -    405
shared-plan/<token>/compare        GET  -    404
shared-plan/<token>/compare        POST -    405
shared-plan/<token>/line/<key>     GET  play 404
shared-plan/<token>/line/<key>     POST play 405
game/<key>/join                    GET  wait 405
game/<key>/join                    POST wait in 404 404 404 ok told told in ok
game/<key>/leave                   GET  wait 405
game/<key>/leave                   POST wait in 404 404 404 told told ok in told
game/<key>/bot                     GET  wait 405
game/<key>/bot                     POST wait in 404 404 404 told told ok in told
game/<key>/start                   GET  wait 405
game/<key>/start                   POST wait in 404 404 404 told told ok in told
game/<key>/delete                  GET  wait 405
game/<key>/delete                  POST wait 404 404 404 404 404 404 ok 404 404
game/<key>/seats                   GET  play 404 404 404 404 ok ok ok ok ok
game/<key>/seats                   POST play 405
game/<key>/resign                  GET  play 405
game/<key>/resign                  POST play in 404 404 404 403 ok ok in 403
game/<key>/take                    GET  play 405
game/<key>/take                    POST play in 404 404 404 told told told in told
game/<key>/replace                 GET  play 405
game/<key>/replace                 POST play in 404 404 404 told told told in told
game/<key>/vote                    GET  play 405
game/<key>/vote                    POST play in 404 404 404 403 ok ok in 403
game/<key>/archive                 GET  play 405
game/<key>/archive                 POST play in 404 404 404 ok told told in ok
game/<key>/rematch                 GET  play 405
game/<key>/rematch                 POST play in 404 404 404 403 told told in 403

api                                GET  -    ok
api                                POST -    405
api/docs                           GET  -    ok
api/docs                           POST -    405
api/v1/openapi.json                GET  -    ok
api/v1/openapi.json                POST -    405
api/v1/                            GET  -    404
api/v1/                            POST -    405
api/v1/me                          GET  -    401 ok ok ok ok ok ok 401 ok
api/v1/me                          POST -    405
api/v1/people/<name>               GET  -    401 404 404 404 404 404 ok 401 404
api/v1/people/<name>               POST -    405
api/v1/hooks                       GET  -    401 ok ok ok ok ok ok 401 ok
api/v1/hooks                       POST -    401 ok ok ok ok ok ok 401 ok
api/v1/hooks/<number>              GET  -    405
api/v1/hooks/<number>              POST -    405
api/v1/hooks/<number>              DELETE -  401 404 404 404 404 404 ok 401 404
api/v1/hooks/<number>/resume       GET  -    405
api/v1/hooks/<number>/resume       POST -    401 404 404 404 404 404 ok 401 404
api/v1/vacations                   GET  -    401 ok ok ok ok ok ok 401 ok
api/v1/vacations                   POST -    401 ok ok ok ok ok ok 401 ok
api/v1/vacations/<number>          GET  -    405
api/v1/vacations/<number>          POST -    405
api/v1/vacations/<number>          DELETE -  401 404 404 404 404 404 ok 401 404
api/v1/titles                      GET  -    ok
api/v1/titles                      POST -    405
api/v1/bots                        GET  -    ok
api/v1/bots                        POST -    405
api/v1/levels                      GET  -    ok
api/v1/levels                      POST -    405
api/v1/tables                      GET  -    401 ok ok ok ok ok ok 401 ok
api/v1/tables                      POST -    401 ok ok ok ok ok ok 401 ok
api/v1/import                      GET  -    405
api/v1/import                      POST -    401 ok ok ok ok ok ok 401 ok
api/v1/invitations/<token>         GET  wait 405
api/v1/invitations/<token>         POST wait 401 ok ok ok ok ok ok 401 ok
api/v1/tables/<key>                GET  play 401 404 404 404 ok ok ok 401 ok
api/v1/tables/<key>                POST play 405
api/v1/tables/<key>                DELETE wait 401 404 404 404 403 403 ok 401 403
api/v1/tables/<key>/join           GET  wait 405
api/v1/tables/<key>/join           POST wait 401 404 404 404 ok told told 401 ok
api/v1/tables/<key>/leave          GET  wait 405
api/v1/tables/<key>/leave          POST wait 401 404 404 404 403 403 ok 401 403
api/v1/tables/<key>/bots           GET  wait 405
api/v1/tables/<key>/bots           POST wait 401 404 404 404 403 403 ok 401 403
api/v1/tables/<key>/start          GET  wait 405
api/v1/tables/<key>/start          POST wait 401 404 404 404 403 403 ok 401 403
api/v1/tables/<key>/resign         GET  play 405
api/v1/tables/<key>/resign         POST play 401 404 404 404 403 ok ok 401 403
api/v1/tables/<key>/take           GET  play 405
api/v1/tables/<key>/take           POST play 401 404 404 404 told told told 401 told
api/v1/tables/<key>/replace        GET  play 405
api/v1/tables/<key>/replace        POST play 401 404 404 404 403 403 told 401 403
api/v1/tables/<key>/vote           GET  play 405
api/v1/tables/<key>/vote           POST play 401 404 404 404 403 ok ok 401 403
api/v1/tables/<key>/archive        GET  play 405
api/v1/tables/<key>/archive        POST play 401 404 404 404 ok told told 401 ok
api/v1/tables/<key>/rematch        GET  play 405
api/v1/tables/<key>/rematch        POST play 401 404 404 404 403 told told 401 403
api/v1/tables/<key>/fork           GET  play 405
api/v1/tables/<key>/fork           POST play 401 404 404 404 ok ok ok 401 ok
api/v1/tables/<key>/lines          GET  play 401 404 404 404 ok ok ok 401 ok
api/v1/tables/<key>/lines          POST play 405
api/v1/tables/<key>/state          GET  play 401 404 404 404 ok ok ok 401 ok
api/v1/tables/<key>/state          POST play 405
api/v1/tables/<key>/actions        GET  play 401 404 404 404 ok ok ok 401 ok
api/v1/tables/<key>/actions        POST play 401 404 404 404 403 ok ok 401 403
api/v1/tables/<key>/why-not        GET  play 405
api/v1/tables/<key>/why-not        POST play 401 404 404 404 ok ok ok 401 ok
api/v1/tables/<key>/worth          GET  play 401 404 404 404 ok ok ok 401 ok
api/v1/tables/<key>/worth          POST play 405
api/v1/tables/<key>/picture        GET  play 401 404 404 404 ok ok ok 401 ok
api/v1/tables/<key>/picture        POST play 405
api/v1/tables/<key>/undo           GET  play 405
api/v1/tables/<key>/undo           POST play 401 404 404 404 403 ok ok 401 403
api/v1/tables/<key>/agree          GET  play 405
api/v1/tables/<key>/agree          POST play 401 404 404 404 403 told told 401 403
api/v1/tables/<key>/redo           GET  play 405
api/v1/tables/<key>/redo           POST play 401 404 404 404 403 ok ok 401 403
api/v1/tables/<key>/events         GET  play 401 404 404 404 ok ok ok 401 ok
api/v1/tables/<key>/events         POST play 405
api/v1/tables/<key>/stream         GET  play 401 404 404 404 ok ok ok 401 ok
api/v1/tables/<key>/stream         POST play 405
api/v1/tables/<key>/export         GET  play 401 404 404 404 ok ok ok 401 ok
api/v1/tables/<key>/export         POST play 405
api/v1/tables/<key>/chat           GET  play 401 404 404 404 ok ok ok 401 ok
api/v1/tables/<key>/chat           POST play 401 404 404 404 ok ok ok 401 ok
api/v1/tables/<key>/notes          GET  play 401 404 404 404 ok ok ok 401 ok
api/v1/tables/<key>/notes          POST play 405
api/v1/tables/<key>/notes          PUT  play 401 404 404 404 ok ok ok 401 ok
api/v1/tables/<key>/programs       GET  play 401 404 404 404 ok ok ok 401 ok
api/v1/tables/<key>/programs       POST play 401 404 404 404 403 ok ok 401 403
api/v1/tables/<key>/programs       DELETE play 401 404 404 404 403 ok ok 401 403
"""

NO_ROUTE = "<none>"  # the first page, which has an empty one
#: the API, and where it stood before it had versions: the same views answer there (a test says so)
API, UNVERSIONED = "api/v1/", "api/"


#: of these a table does not stay what it was
CHANGES_MUCH = ("program", "programs", "resign", "vote")
#: so many days from now somebody is on vacation
_days = count(1)


class Line(NamedTuple):
    route: str
    method: str
    stands: str
    answers: dict[str, str]

    def __str__(self) -> str:
        return f"{self.method} {self.route}"


def lines() -> Iterator[Line]:
    for text in filter(None, MATRIX.splitlines()):
        route, method, stands, *answers = text.split()
        each = answers * len(PEOPLE) if len(answers) == 1 else answers
        yield Line("" if route == NO_ROUTE else route, method, stands, dict(zip(PEOPLE, each, strict=True)))


LINES = list(lines())


# --- every route has its lines ------------------------------------------------------------------------


def routes() -> Iterator[tuple[str, str]]:
    """All that the server answers: its routes, each with the methods that have to be tried."""
    make_ready()
    from django.urls import URLPattern, get_resolver

    from kaiping.web.api import api
    from kaiping.web.for_programs import HEALTH, METRICS

    def walk(patterns: list[Any], before: str) -> Iterator[str]:
        for one in patterns:
            here = before + re.sub(r"<\w+:(\w+)>", r"<\1>", str(one.pattern))
            if isinstance(one, URLPattern):
                yield here
            elif here != UNVERSIONED:
                yield from walk(one.url_patterns, here)

    for route in (*walk(get_resolver().url_patterns, ""), HEALTH.strip("/"), METRICS.strip("/")):
        yield from ((route, "GET"), (route, "POST"))
    for path, operations in api.get_openapi_schema()["paths"].items():
        route = path.lstrip("/").replace("{", "<").replace("}", ">")
        yield from ((route, method.upper()) for method in operations)


def test_every_route_has_its_lines():
    found, known = set(routes()), [(line.route, line.method) for line in LINES]
    assert not found - set(known), f"say who may: {sorted(found - set(known))}"
    assert len(known) == len(set(known)), "some stand there twice"
    gone = {route for route, _method in known} - {route for route, _method in found}
    assert not gone, f"there is no such route any more: {sorted(gone)}"


def test_the_api_answers_where_it_stood_before():
    tuple(routes())
    from django.urls import resolve

    for line in LINES:
        if line.route.startswith(API):
            path = re.sub("<[^>]+>", "x", line.route.removeprefix(API))
            assert resolve(f"/{API}{path}").func is resolve(f"/{UNVERSIONED}{path}").func, line.route


# --- the people ---------------------------------------------------------------------------------------


@dataclass
class Person:
    name: str
    visitor: Visitor
    program: httpx.Client


@dataclass
class Table:
    """A table of owner and player, with the guest looking on."""

    key: str
    invitation: str
    people: People
    #: as the owner can see it, to find out whether anything has changed
    owner: httpx.Client

    def seen(self) -> object:
        table = self.owner.get(f"/tables/{self.key}").json()
        return table, self.owner.get(f"/tables/{self.key}/chat").json()

    def legal(self) -> dict[str, Any]:
        found: dict[str, Any] = self.owner.get(f"/tables/{self.key}/actions").json()
        return found

    def play(self) -> None:
        """Whoever is to act does something."""
        legal = self.legal()
        wish = {"action": legal["actions"][0]["action"], "version": legal["version"]}
        who = self.people[legal["actions"][0]["seat"].removeprefix("matrix")]
        assert who.program.post(f"/tables/{self.key}/actions", json=wish).status_code == 200

    def undo(self) -> None:
        wish = {"version": self.legal()["version"]}
        assert self.owner.post(f"/tables/{self.key}/undo", json=wish).status_code == 200


@dataclass
class People:
    server: Server
    by_role: dict[str, Person] = field(default_factory=dict)
    tables: dict[tuple[str, str], Table] = field(default_factory=dict)

    def __getitem__(self, role: str) -> Person:
        """Those without an account come anew each time."""
        if role in ("nobody", "passer"):
            return Person("", self.server.visitor(), httpx.Client(base_url=f"{self.server.url}/api/v1", timeout=60))
        return self.by_role["stranger" if role == "onlooker" else role]

    def change(self, statement: str) -> None:
        """Past the server."""
        with sqlite3.connect(self.server.data / "kaiping.sqlite3", timeout=60) as database:
            database.execute(statement)

    def new_table(self, kind: str, stands: str) -> Table:
        owner, player, guest = (self.by_role[role] for role in ("owner", "player", "guest"))
        wish = {"title": "1888", "kind": kind, "size": 3, "undo": "anyone"}
        made = owner.program.post("/tables", json=wish).json()
        table = Table(made["key"], made["invitation"].rpartition("/")[2], self, owner.program)
        for one in (player, guest):
            assert one.program.post(f"/invitations/{table.invitation}").status_code == 200
        assert player.program.post(f"/tables/{table.key}/join").status_code == 200
        if stands == "play":
            assert owner.program.post(f"/tables/{table.key}/start").status_code == 200
        return table

    def table(self, kind: str, line: Line) -> Table:
        """One as the line wants it; what leaves a table almost as it was need not have a new one."""
        if line.method != "GET" and (line.stands == "wait" or line.route.endswith(CHANGES_MUCH)):
            return self.new_table(kind, line.stands)
        if (kind, line.stands) not in self.tables:
            self.tables[kind, line.stands] = self.new_table(kind, line.stands)
        return self.tables[kind, line.stands]


@pytest.fixture(scope="module")
def people(server: Server) -> People:
    found = People(server)
    for role in PEOPLE[1:-2]:
        name = f"matrix{role}"
        visitor = server.member(name)
        visitor.http.timeout = httpx.Timeout(60)
        found.by_role[role] = Person(name, visitor, server.program(visitor))
    found.change("UPDATE auth_user SET is_staff = 1 WHERE username = 'matrixstaff'")
    assert found["elsewhere"].program.post("/tables", json=HOT_SEAT).status_code == 201
    return found


# --- what they send -----------------------------------------------------------------------------------

HOT_SEAT = {"title": "1888", "kind": "hot-seat", "seats": [{"name": "Ann"}, {"name": "Bo"}]}
FILE = to_data(Game("1888", players=["Ann", "Bo"]))


HOOK = {"url": "https://bot.example/turn"}

Fields = Callable[[Person, Any], dict[str, Any]]


def nothing(who: Person, table: Table | None) -> dict[str, Any]:
    return {}


def their_turn(who: Person, table: Table) -> dict[str, Any]:
    """An action that is legal, of whoever is asked if they sit at the table."""
    while who.name in {"matrixplayer", "matrixowner"} and who.name not in table.legal()["acting"]:
        table.play()
    legal = table.legal()
    theirs = [one["action"] for one in legal["actions"] if one["seat"] == who.name]
    return {"action": (theirs or [legal["actions"][0]["action"]])[0], "version": legal["version"]}


def acted(who: Person, table: Table) -> dict[str, Any]:
    """Something can be taken back."""
    table.play()
    return {"version": table.legal()["version"]}


def taken_back(who: Person, table: Table) -> dict[str, Any]:
    table.play()
    table.undo()
    return {"version": table.legal()["version"]}


def own_seat(who: Person, table: Table) -> str:
    """One's own, or that of the owner for those who have none."""
    return who.name if who.name == "matrixplayer" else "matrixowner"


def form(action: Fields) -> Fields:
    """The same as a page sends it."""

    def fields(who: Person, table: Table) -> dict[str, Any]:
        found = action(who, table)
        return found | ({"action": json.dumps(found["action"])} if "action" in found else {})

    return fields


def own_line(who: Person, table: Table) -> dict[str, Any]:
    """A line of one's own; those who may not see the game have none, and name that of somebody else."""
    answer = who.visitor.post(f"/game/{table.key}/fork")
    if answer.status_code != 302:
        answer = table.people["owner"].visitor.post(f"/game/{table.key}/fork")
    return {"line": answer.headers["location"].split("/")[2], "name": "twig", "play": "no"}


def sign_up(who: Person, table: Table | None) -> dict[str, Any]:
    return {"username": f"new{secrets.token_hex(6)}", "password1": PASSWORD, "password2": PASSWORD}


def browser(who: Person, table: Table | None) -> dict[str, Any]:
    address = f"https://fcm.googleapis.com/fcm/send/{secrets.token_hex(8)}"
    return {"endpoint": address, "public": A_KEY, "secret": "s" * 22, "name": "matrix"}


def vacation(who: Person, table: Table | None) -> dict[str, Any]:
    """One day that nobody has taken yet."""
    day = str(datetime.now(UTC).date() + timedelta(days=next(_days)))
    return {"first": day, "last": day}


FORMS: dict[str, Fields] = {
    "hot-seat": lambda *_: {"game": "1888:2022", "name1": "A", "who1": "person", "name2": "B", "who2": "person"},
    "bring": lambda *_: {"position": json.dumps(FILE)},
    "new-table": lambda *_: {"game": "1888:2022", "size": 3, "kind": "open", "undo": "own", "name": ""},
    "sign-up": sign_up,
    "settings": lambda *_: {"mail_gap": 10},
    "settings/browser": browser,
    "settings/hook": lambda *_: HOOK,
    "game/<key>/play": form(their_turn),
    "game/<key>/undo": acted,
    "game/<key>/agree": lambda who, table: acted(who, table) | {"agree": "yes"},
    "game/<key>/redo": taken_back,
    "game/<key>/program": lambda who, table: {"kind": "auction", "seat": own_seat(who, table)},
    "game/<key>/chat": lambda *_: {"text": "hello"},
    "game/<key>/notes": lambda *_: {"text": "sell"},
    **{f"game/<key>/plan/{what}": own_line for what in ("rename", "delete", "bots", "carry")},
    "game/<key>/drawing": lambda *_: {"drawing": '{"things": []}'},
    "game/<key>/leave": lambda *_: {"seat": "matrixowner"},
    "game/<key>/bot": lambda *_: {"bot": "greedy"},
    "vacation": vacation,
    "game/<key>/resign": lambda *_: {"to": "offer"},
    "game/<key>/take": lambda *_: {"seat": "matrixowner"},
    "game/<key>/replace": lambda *_: {"seat": "matrixplayer"},
    "game/<key>/vote": lambda *_: {"about": "close"},
    "api/v1/vacations": vacation,
    "api/v1/tables/<key>/resign": lambda *_: {"to": "offer"},
    "api/v1/tables/<key>/take": lambda *_: {"seat": "matrixowner"},
    "api/v1/tables/<key>/replace": lambda *_: {"seat": "matrixplayer"},
    "api/v1/tables/<key>/vote": lambda *_: {"about": "close"},
    "api/v1/hooks": lambda *_: HOOK,
    "api/v1/tables": lambda *_: HOT_SEAT,
    "api/v1/import": lambda *_: FILE,
    "api/v1/tables/<key>/leave": lambda *_: {"seat": "matrixowner"},
    "api/v1/tables/<key>/bots": lambda *_: {"bot": "greedy"},
    "api/v1/tables/<key>/fork": lambda *_: {},
    "api/v1/tables/<key>/actions": their_turn,
    "api/v1/tables/<key>/why-not": their_turn,
    "api/v1/tables/<key>/undo": acted,
    "api/v1/tables/<key>/agree": lambda who, table: acted(who, table) | {"agree": True},
    "api/v1/tables/<key>/redo": taken_back,
    "api/v1/tables/<key>/chat": lambda *_: {"text": "hello"},
    "api/v1/tables/<key>/notes": lambda *_: {"text": "sell"},
    "api/v1/tables/<key>/programs": lambda who, table: {"kind": "auction", "seat": own_seat(who, table)},
}


# --- where they send it, and what they are answered ---------------------------------------------------


def place(line: Line, people: People, table: Table | None) -> str:
    """The address of a route: of the table, or of what is the owner's own."""
    if line.route == "watch/<token>":
        page = people["owner"].visitor.hot_seat()
        return str(re.findall(r"/watch/[\w-]+", people["owner"].visitor.get(page).text)[0])
    if "<number>" in line.route:
        return "/" + line.route.replace("<number>", own_number(people["owner"], line.route))
    filled = {"<book>": "1888-2022", "<uidb64>": "MQ", "<token>": "nonsense"}
    filled |= {"<name>": people["owner"].name, "<title>": "1888"}
    if table is not None:
        filled |= {"<key>": table.key, "<token>": table.invitation}
    path = line.route
    for name, text in filled.items():
        path = path.replace(name, text)
    return f"/{path}"


def own_number(owner: Person, route: str) -> str:
    """The number of a token or a browser of the owner's, made for this."""
    what = "hook" if "hook" in route else route.split("/")[1]
    if "vacation" in route:
        return str(owner.program.post("/vacations", json=vacation(owner, None)).json()["id"])
    if what == "hook":
        return str(owner.program.post("/hooks", json=HOOK).json()["id"])
    if what == "token":
        owner.visitor.post("/settings/token", {"name": "to be deleted"})
    else:
        assert owner.visitor.post("/settings/browser", browser(owner, None)).status_code == 204
    return str(re.findall(rf"/settings/{what}/(\d+)/delete", owner.visitor.get("/settings").text)[-1])


def ask(line: Line, who: Person, path: str, fields: dict[str, Any]) -> str:
    """What somebody is answered."""
    if path.startswith("/api/"):
        body = None if line.method == "GET" else fields
        with who.program.stream(line.method, f"{who.visitor.url}{path}", json=body) as answer:
            return told(answer, who)
    # as it would come through a proxy that nobody knows
    headers = {"X-Forwarded-For": "203.0.113.9"}
    if line.method != "GET":
        headers["X-CSRFToken"] = who.visitor.token()
    query = {"name": "tiles"} if line.route.endswith("/part") else fields if line.method == "DELETE" else None
    data = fields if line.method == "POST" else None
    with who.visitor.http.stream(line.method, path, params=query, data=data, headers=headers) as answer:
        if "event-stream" not in answer.headers.get("content-type", ""):
            answer.read()
    return told(answer, who)


def told(answer: httpx.Response, who: Person) -> str:
    status = answer.status_code
    if 200 <= status < 300:
        return "ok"
    if status == 422:
        return "told"
    if status != 302:
        return str(status)
    onward = answer.headers["location"]
    if onward.partition("?")[0] == "/sign-in":
        return "in"
    return "told" if '<li class="error">' in who.visitor.get(onward).text else "ok"


def again(server: Server, who: Person) -> Person:
    """The same person in another browser, for what ends a session."""
    visitor = server.visitor()
    visitor.http.timeout = httpx.Timeout(60)
    if who.name:
        assert visitor.post("/sign-in", {"username": who.name, "password": PASSWORD}).status_code == 302
    return Person(who.name, visitor, who.program)


#: what ends a session is asked by another browser of the same person
ENDS_SESSION = ("sign-out", "sign-up")


@pytest.mark.parametrize("line", LINES, ids=str)
def test_who_may(people: People, line: Line):
    path = "" if line.stands != "-" else place(line, people, None)
    tables = dict[str, Table]()
    for role in PEOPLE:
        who = again(people.server, people[role]) if line.route in ENDS_SESSION else people[role]
        kind = "open" if role in ("passer", "onlooker") else "private"
        table = None if path else tables.get(kind) or people.table(kind, line)
        if table is not None:
            tables[kind] = table
        fields = {} if line.method == "GET" else FORMS.get(line.route, nothing)(who, table)
        before = table.seen() if table is not None and line.method != "GET" else None
        found = ask(line, who, path or place(line, people, table), fields)
        assert found == line.answers[role], f"{line} by {role}"
        if table is not None and line.method != "GET":
            if found == "ok":
                del tables[kind]  # it is no longer what it was
            else:
                assert table.seen() == before, f"{line} by {role}, who was refused"
    if "hook" in line.route:
        people.change("DELETE FROM site_delivery")
        people.change("DELETE FROM site_hook")
    if line.route.startswith("settings/browser"):
        people.change("DELETE FROM site_pushaddress WHERE name = 'matrix'")  # nobody is to be told anything there
