"""The description of the API: short names, real schemas, and examples that are true."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from jsonschema_rs import Draft202012Validator

from kaiping.game import Game
from kaiping.records.convert import FORMATS
from tests.bots.greedy_0 import BOT as GREEDY_0
from tests.web.django_here import make_ready
from tests.web.server import Server

TITLES = ("1888", "1880", "1890")


@pytest.fixture(scope="module")
def spec() -> dict[str, Any]:
    make_ready()
    from kaiping.web.api import api

    found: dict[str, Any] = json.loads(json.dumps(api.get_openapi_schema()))
    return found


def operations(spec: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for methods in spec["paths"].values():
        yield from methods.values()


def within(value: Any) -> Iterator[dict[str, Any]]:
    """Everything of a schema."""
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from within(inner)


@cache
def validator(components: str, name: str) -> Any:
    schema = {"$ref": f"#/components/schemas/{name}", "components": json.loads(components)}
    return Draft202012Validator(schema)


def check(spec: dict[str, Any], name: str, value: Any) -> None:
    validator(json.dumps(spec["components"]), name).validate(json.loads(json.dumps(value)))


def test_operations_have_short_names(spec: dict[str, Any]):
    names = [operation["operationId"] for operation in operations(spec)]
    assert len(names) == len(set(names)) > 25
    assert {"get_state", "list_actions", "play", "undo", "open_table"} <= set(names)
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+){0,2}", name) for name in names)


def test_all_references_lead_somewhere(spec: dict[str, Any]):
    parts = spec["components"]["schemas"]
    named = {one["$ref"] for one in within(spec) if isinstance(one.get("$ref"), str)}
    assert named <= {f"#/components/schemas/{name}" for name in parts}
    assert not [name for name in parts if name.startswith("_")]
    assert "x-stands-for" not in json.dumps(spec)


def test_all_that_is_sent_or_answered_has_a_schema_and_an_example(spec: dict[str, Any]):
    parts = spec["components"]["schemas"]
    for operation in operations(spec):
        contents = [operation.get("requestBody", {}).get("content", {})]
        contents += [answer.get("content", {}) for answer in operation["responses"].values()]
        good = [status for status in operation["responses"] if status.startswith("2")]
        assert good, operation["operationId"]
        for content in (one for kinds in contents for one in kinds.values()):
            names = [one["$ref"].rpartition("/")[2] for one in within(content["schema"]) if "$ref" in one]
            assert names or content["schema"]["type"] in ("string", "array"), operation["operationId"]
            assert not names or any("examples" in parts[name] for name in names), (operation["operationId"], names)


def test_examples_are_as_their_schemas_say(spec: dict[str, Any]):
    found = {name: part["examples"] for name, part in spec["components"]["schemas"].items() if "examples" in part}
    assert len(found) > 15
    for name, examples in found.items():
        for example in examples:
            check(spec, name, example)


@pytest.mark.parametrize("title", TITLES)
def test_positions_and_files_are_as_their_schemas_say(spec: dict[str, Any], title: str):
    game, chance = Game(title, players=["Ann", "Bo", "Cy"], seed=1), Random(1)
    for number in range(40):
        if number % 10 == 0:
            check(spec, "StateOut", {"version": number, "played": number, **game.position()})
        action = GREEDY_0.choose(game, chance)
        check(spec, "Action", msgspec.to_builtins(action))
        game.play(action)
    for form in ("native", "short"):
        check(spec, "GameFile", FORMATS[form](game))


def test_a_file_of_the_site_is_as_its_schema_says(spec: dict[str, Any]):
    game = Game("1888", edition="18xx-north", players=["Ann", "Bo", "Cy"])
    check(spec, "SiteFile", FORMATS["18xx"](game))


def test_fields_are_described_by_the_comments_above_them(spec: dict[str, Any]):
    parts = spec["components"]["schemas"]
    assert parts["EventOut"]["properties"]["number"]["description"].startswith("events of the same action")
    assert parts["StateOut"]["properties"]["tiles"]["description"] == 'hex -> "tile/rotation"'
    assert parts["TrainsOfBank"]["properties"]["next"]["description"] == "the kind on top of the stack"


def test_every_operation_is_described(spec: dict[str, Any]):
    assert not [one["operationId"] for one in operations(spec) if not one.get("description")]


def test_the_page_for_people(spec: dict[str, Any], server: Server):
    page = httpx.get(f"{server.url}/api/docs", timeout=60)
    assert page.status_code == 200
    for path, methods in spec["paths"].items():
        for method, operation in methods.items():
            assert f"{method.upper()} {path}</code>" in page.text
            assert f'id="{operation["operationId"]}"' in page.text
    ids = re.findall(r' id="([^"]+)"', page.text)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', page.text)) <= set(ids)
    assert "http" not in "".join(re.findall(r'(?:src|href)="([^"]*)"', page.text))  # nothing of others
    assert "x-stands-for" not in page.text
    assert "``" not in page.text
