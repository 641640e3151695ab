"""The OpenAPI description: what the library finds in our routes, and what it cannot know.

Positions, actions and game files are msgspec's structures, which the library does not read: they are put beside its
own. The comments ``#:`` above fields become their descriptions, real values become examples.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any, get_args

import msgspec

from kaiping.action import AnyAction
from kaiping.records import position
from kaiping.web.api import schemas
from kaiping.web.api.examples import EXAMPLES

_REFUSAL = {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}}
_FIELD = re.compile(r"    (\w+): ")
_COMMENT = "    #: "


def complete(found: dict[str, Any]) -> None:
    """Add what is missing."""
    found["paths"] = _referring(found["paths"])
    parts: dict[str, Any] = _referring(found["components"]["schemas"]) | _structures()
    for operations in found["paths"].values():
        for operation in operations.values():
            operation["responses"]["default"] = {"description": "Any other refusal", "content": _REFUSAL}
    for kind in _classes():
        fields = parts[kind.__name__]["properties"] if kind.__name__ in parts else {}
        for name, text in ((name, text) for one in kind.__mro__[:-1] for name, text in comments(one).items()):
            if name in fields:
                fields[name].setdefault("description", text)
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


def _classes() -> Iterator[type]:
    yield from (one for module in (schemas, position) for one in vars(module).values() if inspect.isclass(one))
    yield from get_args(AnyAction)


def comments(kind: type) -> dict[str, str]:
    """What the comments above the fields of a class say, by field; nothing where the source is not at hand."""
    found: dict[str, str] = {}
    above: list[str] = []
    try:
        lines = inspect.getsource(kind).splitlines()
    except (OSError, TypeError):
        return found
    for line in lines:
        if line.startswith(_COMMENT):
            above.append(line.removeprefix(_COMMENT))
            continue
        if above and (field := _FIELD.match(line)):
            found[field[1]] = " ".join(above)
        above = []
    return found
