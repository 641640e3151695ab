"""The OpenAPI description: what the library finds in our routes, and what it cannot know.

Positions, actions and game files are msgspec's structures, which the library does not read: they are put beside its
own. The comments ``#:`` above fields become their descriptions, real values become examples.
"""

from __future__ import annotations

import inspect
import re
from types import ModuleType
from typing import Any

import msgspec

from kaiping import action
from kaiping.records import position
from kaiping.web.api import schemas
from kaiping.web.api.examples import EXAMPLES

_REFUSAL = {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}}
_CLASS = re.compile(r"class (\w+)")
_FIELD = re.compile(r"    (\w+): ")
_COMMENT = "    #: "


def complete(found: dict[str, Any]) -> None:
    """Add what is missing."""
    found["paths"] = _referring(found["paths"])
    parts: dict[str, Any] = _referring(found["components"]["schemas"]) | _structures()
    for operations in found["paths"].values():
        for operation in operations.values():
            operation["responses"]["default"] = {"description": "Any other refusal", "content": _REFUSAL}
    parts |= _notices(found)
    _describe(parts)
    for name, example in EXAMPLES.items():
        parts[name]["examples"] = [example()]
    found["components"]["schemas"] = dict(sorted(parts.items()))


def _referring(value: Any) -> Any:
    """Where a schema of ours says which structure stands there, a reference takes its place."""
    if isinstance(value, dict):
        if schemas.STANDS_FOR in value:
            return {"$ref": f"#/components/schemas/{value[schemas.STANDS_FOR]}"}
        return {key: _referring(inner) for key, inner in value.items()}
    return [_referring(inner) for inner in value] if isinstance(value, list) else value


def _structures() -> dict[str, Any]:
    """Schemas of all structures of msgspec that the API speaks of, by their names."""
    kinds = schemas.STRUCTURES
    found, parts = msgspec.json.schema_components(kinds.values(), ref_template="#/components/schemas/{name}")
    for name, schema in zip(kinds, found, strict=True):
        parts[name] = parts.pop(schema["$ref"].rpartition("/")[2]) if "$ref" in schema else schema
        parts[name]["title"] = name
    parts["GameFile"]["properties"]["actions"]["items"] = {"$ref": "#/components/schemas/Action"}
    return parts


def _notices(found: dict[str, Any]) -> dict[str, Any]:
    """What is posted to hooks, as the description's ``webhooks``; the schemas of it."""
    parts, hooks = dict[str, Any](), dict[str, Any]()
    for notice in schemas.NOTICES:
        name = notice.__name__
        parts[name] = notice.model_json_schema()
        body = {"required": True, "content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}}
        taken = {"2XX": {"description": "Taken; any other answer, or none within ten seconds, and it is sent again"}}
        event = parts[name]["properties"]["event"]["const"]
        hooks[event] = {"post": {"summary": parts[name]["description"], "requestBody": body, "responses": taken}}
    found["webhooks"] = hooks
    return parts


def _describe(parts: dict[str, Any]) -> None:
    """What stands above a field in the source is said of it here."""
    found = {name: texts for module in (schemas, position, action) for name, texts in comments(module).items()}
    found["StateOut"] = found["Position"] | found.get("StateOut", {})
    for kind, texts in found.items():
        fields = parts.get(kind, {}).get("properties", {})
        for name in texts.keys() & fields.keys():
            fields[name].setdefault("description", texts[name])


def comments(module: ModuleType) -> dict[str, dict[str, str]]:
    """The comments above the fields of a module's classes, by class and field; none where its source is not at hand."""
    found: dict[str, dict[str, str]] = {}
    kind, above = "", list[str]()
    try:
        lines = inspect.getsource(module).splitlines()
    except OSError:
        return found
    for line in lines:
        if line.startswith(_COMMENT):
            above.append(line.removeprefix(_COMMENT))
            continue
        if begins := _CLASS.match(line):
            kind = begins[1]
        elif above and (field := _FIELD.match(line)):
            found.setdefault(kind, {})[field[1]] = " ".join(above)
        above = []
    return found
