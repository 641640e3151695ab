"""The page ``/api/docs``: the description of the API for people, with nothing but our own files."""

from __future__ import annotations

import json
from functools import cache
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from kaiping.web.api.application import api
from kaiping.web.site.away import without_database

#: how to begin, with the address of the server
_CURL = 'curl -H "Authorization: Bearer kaiping_..." %s/api/v1/me'
_PYTHON = """\
from kaiping.client import Client

client = Client("%s", token="kaiping_...")
for key in client.me()["turns"]:
    legal = client.actions(key)
    client.play(key, legal.actions[0].action, legal.version)"""


class Field(NamedTuple):
    """A parameter, or a part of what is sent or answered."""

    name: str
    kind: SafeString
    required: bool
    says: SafeString
    #: of a parameter: path or query
    place: str = ""


class Content(NamedTuple):
    """What is sent, or answered with a status."""

    status: str
    #: application/json goes without saying
    media: str
    kind: SafeString


class Operation(NamedTuple):
    name: str
    method: str
    path: str
    says: tuple[SafeString, ...]
    open: bool
    parameters: list[Field]
    sent: list[Content]
    answers: list[Content]


class Shape(NamedTuple):
    name: str
    says: SafeString
    fields: list[Field]
    #: of what stands for one of several
    one_of: SafeString
    example: str


@require_safe
@without_database
def index(request: HttpRequest) -> HttpResponse:
    """Whoever looks for the API finds its description."""
    return redirect("api-docs")


@require_safe
@without_database
def docs(request: HttpRequest) -> HttpResponse:
    """All operations and shapes on one page."""
    home = f"{request.scheme}://{request.get_host()}"
    found = {"groups": groups(), "shapes": shapes(), "curl": _CURL % home, "python": _PYTHON % home}
    return render(request, "site/api.html", found)


@cache
def groups() -> dict[str, list[Operation]]:
    """The operations, by what they are about."""
    found: dict[str, list[Operation]] = {}
    for path, methods in api.get_openapi_schema()["paths"].items():
        for method, details in methods.items():
            found.setdefault(details["tags"][0], []).append(_operation(method.upper(), path, details))
    return found


@cache
def shapes() -> list[Shape]:
    """What is sent and answered, by name."""
    parts = api.get_openapi_schema()["components"]["schemas"]
    return [_shape(name, part) for name, part in parts.items()]


def _operation(method: str, path: str, details: dict[str, Any]) -> Operation:
    parameters = [
        Field(one["name"], _kind(one["schema"]), one["required"], _marked(one.get("description", "")), one["in"])
        for one in details["parameters"]
    ]
    sent = _contents("", details.get("requestBody", {}))
    answers = [
        content
        for status, answer in details["responses"].items()
        if str(status).startswith("2")
        for content in _contents(str(status), answer)
    ]
    says = tuple(_marked(part) for part in details.get("description", "").split("\n\n"))
    return Operation(details["operationId"], method, path, says, "security" not in details, parameters, sent, answers)


def _contents(status: str, answer: dict[str, Any]) -> list[Content]:
    if status and "content" not in answer:
        return [Content(status, "", SafeString(""))]
    return [
        Content(status, "" if media == "application/json" else media, _kind(content["schema"]))
        for media, content in answer.get("content", {}).items()
    ]


def _shape(name: str, part: dict[str, Any]) -> Shape:
    required = part.get("required", ())
    fields = [
        Field(field, _kind(schema), field in required, _marked(schema.get("description", "")))
        for field, schema in part.get("properties", {}).items()
    ]
    one_of = _kind(part) if "anyOf" in part else SafeString("")
    example = json.dumps(part["examples"][0], indent=2, ensure_ascii=False) if "examples" in part else ""
    return Shape(name, _marked(part.get("description", "")), fields, one_of, example)


def _kind(schema: dict[str, Any]) -> SafeString:
    """What may stand somewhere, in words; shapes that have a name lead to it."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return format_html('<a href="#{}">{}</a>', name, name)
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return _joined(_(" or "), [_kind(one) for one in schema[several]])
    if "enum" in schema:
        return _joined(_(" or "), [format_html("<code>{}</code>", json.dumps(one)) for one in schema["enum"]])
    if "const" in schema:
        return format_html("<code>{}</code>", json.dumps(schema["const"]))
    kind = schema.get("type", _("anything"))
    if kind == "array":
        if "prefixItems" in schema:
            return format_html("[{}]", _joined(", ", [_kind(one) for one in schema["prefixItems"]]))
        return format_html(_("list of {}"), _kind(schema.get("items", {})))
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return format_html(_("object of {}"), _kind(schema["additionalProperties"]))
    limits = [f"{sign} {schema[name]}" for name, sign in (("minimum", "≥"), ("maximum", "≤")) if name in schema]
    return format_html("{}", " ".join([str(kind), *limits]))


def _marked(text: str) -> SafeString:
    """A text of a docstring, with what it names as code."""
    parts = enumerate(" ".join(text.split()).split("``"))
    return _joined("", [format_html("<code>{}</code>" if place % 2 else "{}", part) for place, part in parts])


def _joined(between: str, kinds: list[SafeString]) -> SafeString:
    return format_html_join(between, "{}", ((one,) for one in kinds))
