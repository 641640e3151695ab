"""Makes calls by chance: the same seed and number make the same call, as far as the server holds the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple
from urllib.parse import quote, quote_from_bytes, urlsplit

from tests.web.fuzz.calls import Call
from tests.web.fuzz.values import ODD_JSON, as_json, changed, fitting, spoiled, strange
from tests.web.fuzz.world import FILE, Person, World
from tests.web.server import A_KEY, PASSWORD

Headers = list[tuple[bytes, bytes]]
Fields = list[tuple[str, bytes]]

METHODS = (*("GET", "POST") * 6, "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW")
#: what ends the session or the table is asked for, but not often
ENDINGS = ("sign-in", "sign-up", "sign-out", "password", "delete", "start", "leave")
#: good values for fields, whatever form they stand in
HINTS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("password", "password1", "password2", "old_password", "new_password1"), (PASSWORD,)),
    "new_password2": (PASSWORD,),
    "email": ("somebody@example.org", ""),
    "next": ("/lobby", "/rules/", ""),
    "endpoint": ("https://push.invalid/a", "https://push.invalid/b"),
    "public": (A_KEY,),
    "secret": ("B" * 22,),
    "text": ("hello", "a longer note\nof two lines"),
    "bot": ("random",),
    "at": ("0", "1", "5", "20"),
    "seat": ("Ann", "Bo", "Cy"),
    **{
        f"who{number}": ("person", "nobody", "nobody", "random" if number == 2 else "person") for number in range(1, 13)
    },
    **{f"name{number}": (f"Player {number}", "Ann") for number in range(1, 13)},
}
QUERIES: dict[str, tuple[str, ...]] = {
    "at": ("0", "1", "7", "140"),
    "name": ("cards", "hex", "log", "run", "sale", "story", "tiles", "worth"),
    "hex": ("A1", "B4", "C5", "D6", "E7", "F10"),
    "coord": ("B4", "C5", "D6", "E7"),
    "company": ("JHR", "WNR", "BCR", "HR"),
    "what": ("map", "market", "tiles"),
    "format": ("svg", "png", "native", "18xx", "position"),
    "word": ("train", "company"),
    "q": ("train",),
    "next": ("/lobby",),
    "since": ("0", "3"),
    "open": ("true", "false"),
    "seat": ("Ann",),
    "round": ("1",),
    "all": ("1",),
}
NUMBERS = (0, 1, 2, 3, 5, 20)
JSON_HINTS: dict[str, tuple[Any, ...]] = {
    "title": ("1888", "1880", "1890"),
    "edition": (None, "2022", "2010", "2021", "A", "C"),
    "options": ([], [], ["hidden-cash"], ["no-such"], ["first-player-less=30"]),
    "seats": ([], [{"name": "Ann"}, {"name": "Bo"}, {"name": "Cy"}], [{"name": "Ann"}, {"name": "Ann"}]),
    "size": (None, 2, 3, 4),
    "bot": ("", "random"),
    "seat": ("Ann", "Bo", None),
    "at": (None, 0, 1, 20),
    "text": ("hello",),
    "company": ("JHR", "WNR", "BCR"),
    "player": ("Ann", "Bo", "Cy"),
    "actor": ("Ann", "Bo", "Cy"),
}
#: headers by the side, each with values that are not all strange
ASIDE: tuple[tuple[bytes, tuple[bytes, ...]], ...] = (
    (b"X-Forwarded-For", (b"unknown", b"1.2.3.4", b"::1, 10.0.0.1:80", b",,", b"_hidden", b"1.2.3.4%eth0", b"x" * 999)),
    (b"Forwarded", (b"for=unknown", b'for="[::1]:80";proto=https')),
    (b"X-Forwarded-Proto", (b"https", b"ftp", b"")),
    (b"X-Forwarded-Host", (b"evil.example",)),
    (b"Host", (b"evil.example", b"", b"127.0.0.1:99999", b"[::1", b"localhost", b"a b", b"\xff", b"127.0.0.1:abc")),
    (b"Accept-Language", (b"de", b"en;q=9", b"*", b"zh-Hant-TW,de;q=0.7,;q=", b"x-" * 400, b"../en")),
    (b"Accept-Encoding", (b"gzip", b"br", b"*;q=0", b"gzip;q=x, identity;q=0")),
    (b"Accept", (b"application/json", b"*/*;q=0", b"text/html;q=" + b"9" * 400)),
    (b"If-None-Match", (b"*", b'"a"', b'W/"a", "b"', b'"', b"a" * 5000)),
    (b"If-Match", (b"*", b'"a"')),
    (b"If-Modified-Since", (b"Thu, 01 Jan 1970 00:00:00 GMT", b"Sat, 99 Foo 9999 99:99:99 GMT", b"0")),
    (b"If-Unmodified-Since", (b"Thu, 01 Jan 1970 00:00:00 GMT",)),
    (b"Range", (b"bytes=0-0", b"bytes=-1", b"bytes=9999999999999999999-", b"bytes=5-2", b"bytes=a-b", b"x=1")),
    (b"If-Range", (b'"a"',)),
    (b"Referer", (b"http://127.0.0.1/", b"http://[", b"https://evil.example/", b"\xff")),
    (b"Origin", (b"null", b"http://evil.example", b"http://[::1", b"file://")),
    (b"HX-Request", (b"true", b"false")),
    (b"HX-Target", (b"table",)),
    (b"HX-Current-URL", (b"http://[",)),
    (b"X-HTTP-Method-Override", (b"DELETE",)),
    (b"Last-Event-ID", (b"1.2.3", b"x", b"9" * 400, b"-1")),
    (b"User-Agent", (b"", b"x" * 4000, b"\xff\xfe")),
    (b"Cookie", (b"kaiping_session=", b'kaiping_session="\\000"; messages="\\303\\050"', b"=; ;", b"a" * 4000)),
    (b"Cookie", (b"\xff=\xff", b"messages=W10=; kaiping_csrf=x", b"django_language=../x; kaiping_session=../../x")),
    (b"Authorization", (b"Bearer", b"Bearer x", b"Basic Og==", b"Bearer \xff", b"Bearer kaiping_" + b"x" * 4000, b"x")),
    (b"Upgrade", (b"h2c",)),
    (b"Expect", (b"100-continue",)),
    (b"Transfer-Encoding", (b"chunked",)),
)  # fmt: skip


class Draft(NamedTuple):
    """A call before headers are put to it."""

    method: str
    target: bytes
    body: bytes
    kind: bytes
    route: str


def make(world: World, chance: Random) -> Call:
    """Some call by somebody."""
    who = world.someone(chance)
    person = world.people[who]
    kind = chance.randrange(20)
    if who == "nobody" and kind < 6:  # programs have an account
        kind += 8
    way: Callable[[World, str, Random], Draft] = (
        _api if kind < 8 else _form if kind < 14 else _route if kind < 17 else _link
    )
    draft = way(world, who, chance)
    headers = _known(person, draft, chance)
    if draft.kind:
        headers.append((b"Content-Type", draft.kind))
    if chance.random() < 0.3:
        for _ in range(chance.choice((1, 1, 2, 4))):
            name, values = chance.choice(ASIDE)
            if name == b"Transfer-Encoding" and draft.method in ("GET", "HEAD"):
                continue
            value = chance.choice(values) if chance.random() < 0.8 else _line(strange(chance)[:2000])
            headers = [header for header in headers if header[0] != name] + [(name, value)]
    return Call(who, draft.method, draft.target, tuple(headers), draft.body, draft.route)


def _line(value: bytes) -> bytes:
    """What can stand in a line of its own."""
    return value.translate(None, b"\r\n\0")


def _known(person: Person, draft: Draft, chance: Random) -> Headers:
    """By what the server knows who asks."""
    luck = chance.random()
    if draft.target.startswith(b"/api/"):
        return [(b"Authorization", person.api_token)] if person.api_token and luck < 0.95 else []
    headers: Headers = [(b"Cookie", person.cookie)] if luck < 0.97 else []
    if draft.method not in ("GET", "HEAD") and chance.random() < 0.97:
        headers.append((b"X-CSRFToken", person.form_token))
        if chance.random() < 0.5:
            headers.append((b"HX-Request", b"true"))
    return headers


# --- forms ------------------------------------------------------------------------------------------


def _form(world: World, who: str, chance: Random) -> Draft:
    """A form of a page: filled in as it should be, with one mistake, or with nothing but mistakes."""
    forms = list(world.forms.values())
    form = chance.choice(forms)
    if _ends(form.target) and chance.random() < 0.8:
        form = chance.choice(forms)
    if _key(form.target):
        form = form._replace(target=_at(form.target, world.table(who, chance)))
    key = _key(form.target) or ""
    fields: Fields = []
    for field in form.fields:
        good = _good(world, world.people[who], field.name, field.values, key, chance)
        if good is not None:
            fields.append((field.name, good))
    if form.target == "/bring":
        fields = [field for field in fields if field[0] != "file"]
    fields = _mistaken(fields, world, chance)
    files = [("file", b"game.json", _file(chance))] if form.target == "/bring" and chance.random() < 0.5 else []
    target = form.target.encode()
    if form.method == "GET":
        return Draft(
            "GET", target.partition(b"?")[0] + b"?" + _urlencoded(fields, chance), b"", b"", _shape(form.target)
        )
    body, kind = _encoded(fields, files, chance)
    return Draft("POST", target, body, kind, _shape(form.target))


def _good(world: World, person: Person, name: str, values: tuple[str, ...], key: str, chance: Random) -> bytes | None:
    if name == "version":
        return b"%d" % world.versions.get(key, 0)
    if name == "action":
        return chance.choice(world.actions.get(key) or values or ("",)).encode()
    if name == "username":
        return chance.choice((person.name, "nobody at all", f"fresh{chance.randrange(10**9)}")).encode()
    if name.startswith(("options:", "number:")):
        return chance.choice(values or ("30",)).encode() if chance.random() < 0.03 else None
    hints = HINTS.get(name) or values
    return chance.choice(hints).encode() if hints else b"1"


def _mistaken(fields: Fields, world: World, chance: Random) -> Fields:
    luck = chance.random()
    if luck < 0.35 or not fields:
        return fields
    place = chance.randrange(len(fields))
    name, value = fields[place]
    if luck < 0.65:
        match chance.randrange(4):
            case 0:
                return [*fields[:place], *fields[place + 1 :]]
            case 1:
                return [*fields, (name, strange(chance))]
            case 2:
                return [*fields[:place], (name, spoiled(value, chance)), *fields[place + 1 :]]
            case _:
                return [*fields[:place], (name, strange(chance)), *fields[place + 1 :]]
    if luck < 0.67:
        return [(f"{name}{number}", b"x") for number in range(chance.choice((190, 201, 400)))]
    wild = [(name, strange(chance)) for name, _value in fields]
    wild += [(chance.choice(world.names), strange(chance)) for _ in range(chance.randrange(5))]
    return wild


def _file(chance: Random) -> bytes:
    luck = chance.random()
    if luck < 0.15:
        return FILE
    if luck < 0.6:
        return as_json(changed(json.loads(FILE), chance), chance)
    return spoiled(FILE, chance) if luck < 0.8 else strange(chance)


def _urlencoded(fields: Fields, chance: Random) -> bytes:
    luck = chance.random()
    if luck < 0.03:
        return spoiled(b"&".join(name.encode() + b"=" + value for name, value in fields), chance).translate(
            None, b"\r\n\0 "
        )
    return "&".join(f"{quote(name)}={quote_from_bytes(value)}" for name, value in fields).encode()


def _multipart(fields: Fields, files: list[tuple[str, bytes, bytes]], chance: Random) -> bytes:
    parts = [b'Content-Disposition: form-data; name="%s"\r\n\r\n%s' % (name.encode(), value) for name, value in fields]
    parts += [
        b'Content-Disposition: form-data; name="%s"; filename="%s"\r\nContent-Type: application/json\r\n\r\n%s'
        % (name.encode(), file, content)
        for name, file, content in files
    ]
    if chance.random() < 0.1:
        way = chance.choice((b"base64", b"quoted-printable", b"x"))
        head = b"Content-Disposition: form-data; name=\"%s\"; filename*=utf-8''%%ff" % _line(strange(chance))
        parts.append(head + b"\r\nContent-Transfer-Encoding: " + way + b"\r\n\r\n" + strange(chance))
    body = b"".join(b"--fuzz\r\n" + part + b"\r\n" for part in parts) + b"--fuzz--\r\n"
    return spoiled(body, chance) if chance.random() < 0.1 else body


def _encoded(fields: Fields, files: list[tuple[str, bytes, bytes]], chance: Random) -> tuple[bytes, bytes]:
    """A body and its content type; not always the one that it has."""
    luck = chance.random()
    if files or luck < 0.2:
        kind = b"multipart/form-data; boundary=fuzz"
        if chance.random() < 0.05:
            kind = chance.choice(
                (
                    b"multipart/form-data",
                    b"multipart/form-data; boundary=",
                    kind + b"; charset=utf-16",
                    b"multipart/mixed",
                )
            )
        return _multipart(fields, files, chance), kind
    body = _urlencoded(fields, chance)
    if luck < 0.93:
        return body, b"application/x-www-form-urlencoded"
    kind = chance.choice(
        (
            b"",
            b"text/plain",
            b"application/json",
            b"application/x-www-form-urlencoded; charset=utf-7",
            b"x",
            b";;",
            b"\xff",
        )
    )
    return (spoiled(body, chance) if chance.random() < 0.5 else body), kind


# --- addresses --------------------------------------------------------------------------------------


def _route(world: World, who: str, chance: Random) -> Draft:
    """Any address, by any method, with fields that may belong to another one."""
    route = chance.choice(world.routes)
    if _ends(route.pattern) and chance.random() < 0.8:
        route = chance.choice(world.routes)
    target = route.filled({name: _part(name, world, who, chance) for name in route.names}).encode()
    method = chance.choice(METHODS)
    query = _query(chance)
    if method in ("GET", "HEAD"):
        return Draft(method, target + query, b"", b"", route.pattern)
    names = [chance.choice(world.names) for _ in range(chance.randrange(6))]
    fields = [(name, _any_good(name, chance) if chance.random() < 0.6 else strange(chance)) for name in names]
    body, kind = _encoded(fields, [], chance)
    return Draft(method, target + query, body, kind, route.pattern)


def _any_good(name: str, chance: Random) -> bytes:
    return chance.choice(HINTS.get(name) or ("1",)).encode()


def _part(name: str, world: World, who: str, chance: Random) -> str:
    if chance.random() < 0.1:
        return quote_from_bytes(strange(chance)[:2000], safe="") or "x"
    match name:
        case "key":
            return world.table(who, chance)
        case "token":
            return chance.choice((*world.tokens, "set-password", "a-b"))
        case "number":
            return str(chance.choice((*NUMBERS, 2**31, 2**63, 10**40)))
        case "book":
            return chance.choice(("1888-2022", "1880-2010", "1890-C", "1890-A", "none"))
        case _:
            return chance.choice(("MQ", "Mg", "x", "----"))


def _query(chance: Random) -> bytes:
    if chance.random() < 0.4:
        return b""
    fields: Fields = []
    for _ in range(chance.choice((1, 2, 3, 5))):
        name = chance.choice(sorted(QUERIES))
        good = chance.random() < 0.6
        fields.append((name, chance.choice(QUERIES[name]).encode() if good else strange(chance)[:3000]))
    return b"?" + _urlencoded(fields, chance)


def _link(world: World, who: str, chance: Random) -> Draft:
    """An address that a page names, or one that is nearly it."""
    named = chance.choice(world.links)
    link = (_at(named, world.table(who, chance)) if _key(named) else named).encode()
    luck = chance.random()
    if luck < 0.4:
        path = link.partition(b"?")[0]
        link = path + _query(chance)
    elif luck < 0.6:
        link = b"/" + quote_from_bytes(spoiled(link, chance), safe="/?=&;:%").lstrip("/").encode()[:6000]
    elif luck < 0.62:
        raw = b"/" + spoiled(link, chance)[:3000]
        link = raw.translate(None, bytes(range(33)) + b"\x7f")
    return Draft(chance.choice(("GET", "GET", "GET", "HEAD")), link, b"", b"", _shape(link.decode("latin-1")))


def _ends(target: str) -> bool:
    return target.strip("/").rpartition("/")[2] in ENDINGS


def _key(target: str) -> str | None:
    parts = target.split("/")
    return parts[2] if len(parts) > 2 and parts[1] == "game" else None


def _at(target: str, key: str) -> str:
    """The same address at another table."""
    parts = target.split("/")
    return "/".join([*parts[:2], key, *parts[3:]])


def _shape(target: str) -> str:
    """The address without the key of a table and without the query, to count by."""
    try:
        path = urlsplit(target).path
    except ValueError:
        return "?"
    parts = path.split("/")
    if len(parts) > 2 and parts[1] == "game":
        parts[2] = "<slug:key>"
    return "/".join(parts)[1:] if len(path) < 60 else "?"


# --- the API ----------------------------------------------------------------------------------------


def _api(world: World, who: str, chance: Random) -> Draft:
    """Something that the description of the API allows, or nearly."""
    paths = world.openapi["paths"]
    pattern = chance.choice(sorted(paths))
    if _ends(pattern) and chance.random() < 0.8:
        pattern = chance.choice(sorted(paths))
    method = chance.choice(sorted(paths[pattern]))
    if pattern.endswith("{key}") and method == "delete" and chance.random() < 0.8:
        method = "get"
    described = paths[pattern][method]
    key = _part("key", world, who, chance)
    target = pattern.replace("{key}", key).replace("{token}", _part("token", world, who, chance))
    target = target.replace("{number}", _part("number", world, who, chance)).encode()
    asked = [one["name"] for one in described.get("parameters", ()) if one["in"] == "query"]
    fields: Fields = []
    for name in asked:
        if chance.random() < 0.6:
            good = chance.random() < 0.7
            fields.append((name, chance.choice(QUERIES.get(name, ("1",))).encode() if good else strange(chance)[:3000]))
    if fields:
        target += b"?" + _urlencoded(fields, chance)
    elif chance.random() < 0.05:
        target += _query(chance)
    content = described.get("requestBody", {}).get("content", {}).get("application/json")
    route = f"{method} {pattern}"
    if chance.random() < 0.03:
        method = chance.choice(METHODS)
    if pattern.endswith("/import"):
        body = _file(chance)
    elif content is None and chance.random() < 0.95:
        return Draft(method.upper(), target, b"", b"", route)
    else:
        body = as_json(_wish(world, content, key, chance), chance)
    kind = b"application/json"
    if chance.random() < 0.05:
        body, kind = _encoded([("a", strange(chance))], [], chance)
    return Draft(method.upper(), target, body, kind, route)


def _wish(world: World, content: dict[str, Any] | None, key: str, chance: Random) -> Any:
    if content is None:
        return chance.choice(ODD_JSON)
    parts = world.openapi["components"]["schemas"]
    wish = fitting(content["schema"], parts, JSON_HINTS, chance)
    if isinstance(wish, dict):
        if "version" in wish and chance.random() < 0.9:
            wish["version"] = world.versions.get(key, 0)
        if "action" in wish and key in world.actions and chance.random() < 0.6:
            wish["action"] = json.loads(chance.choice(world.actions[key]))
    return wish if chance.random() < 0.5 else changed(wish, chance)
