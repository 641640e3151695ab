"""Strange things to send: text that is none, numbers that are too large, JSON that is broken."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

#: each of them has broken some server at some time
STRANGE: tuple[str | bytes, ...] = (
    "", " ", "\t\n", "\0", "a\0b", "\r\nSet-Cookie: a=b", "\x7f\x1b[31m", "\ufeff", "\u202egnp", "\u2028", "\ufffe",
    "0", "-1", "00", "+1", "1.0", "1e999", "NaN", "-Infinity", "0x10", "2147483648", "9223372036854775808", "9" * 400,
    "٣", "²", "Ⅳ", "१२", "１２", "1_000", "true", "null", "None", "[]", "{}", '"', "'", "\\", "%", "%00", "%s%n",
    "ﷺ" * 50, "ß" * 40, "İ" * 30, "é" * 300, "👩‍👩‍👧‍👦" * 20, "\U0010ffff", "ＡＬＩＣＥ", "Z̷̛͖" * 40, "а" * 8,
    "../../etc/passwd", "..%2f..", "/" * 200, "//evil.example", "http://[", "https://a:b@c:99999/", "javascript:x",
    ".", "<script>x</script>", "' OR 1=1 --", "{{7*7}}", "{% x %}", "${jndi:x}", "; ls", "|", "a=b&c=d", "a;b", "*",
    "x" * 41, "x" * 81, "x" * 256, "x" * 1_001, "x" * 9_000, "ä" * 21_000, "[" * 3_000, '{"a":' * 2_000, "9" * 5_000,
    b"\xff\xfe", b"\xed\xa0\x80", b"\xc3\x28", b"\xf4\x90\x80\x80", b"\x80", b"\xc0\x80", b"a\xff" * 500,
)  # fmt: skip
#: JSON that is none of what is asked for
ODD_JSON: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 1.5, -0.0, 2**31, 2**63, 2**64, -(2**63) - 1, 10**400, 1e308, float("nan"),
    float("inf"), "", "\0", "\ud800", "a\udfff", "x" * 300, "\x1f", "ﷺ" * 41, [], [[]], {}, {"": ""}, {"a": None},
    [None] * 50, [1, "a", {}], {"type": "pass"}, {"type": []}, {"$ref": "#"}, {"__class__": "x"}, {"a" * 5000: 1},
)  # fmt: skip
_LETTERS = "".join(map(chr, (*range(32, 127), *range(0xA0, 0x180), *range(0x370, 0x400), *range(0x1F600, 0x1F610))))


def strange(chance: Random) -> bytes:
    """Some text, or what is none."""
    match chance.randrange(6):
        case 0:
            return "".join(chance.choices(_LETTERS, k=chance.choice((1, 3, 9, 40)))).encode()
        case 1:
            return "".join(chr(chance.randrange(0x11_0000)) for _ in range(5)).encode("utf-8", "surrogatepass")
        case 2:
            return bytes(chance.randrange(256) for _ in range(chance.choice((1, 4, 16))))
        case _:
            found = chance.choice(STRANGE)
            return found.encode() if isinstance(found, str) else found


def spoiled(good: bytes, chance: Random) -> bytes:
    """Nearly what was there."""
    place = chance.randrange(1 << 16) % (len(good) + 1)  # drawn in the same way, however much there is
    match chance.randrange(6):
        case 0:
            return good[:place]
        case 1:
            return good[place:] + good[:place]
        case 2:
            return good[:place] + strange(chance) + good[place:]
        case 3:
            return good[:place] + bytes([chance.randrange(256)]) + good[place + 1 :]
        case 4:
            return good + good
        case _:
            return strange(chance)


# --- JSON -------------------------------------------------------------------------------------------


def fitting(
    schema: Mapping[str, Any], parts: Mapping[str, Any], hints: Mapping[str, Sequence[Any]], chance: Random
) -> Any:
    """Something that a JSON schema allows, more or less: what it says of sizes and patterns is not looked at."""
    if "$ref" in schema:
        return fitting(parts[schema["$ref"].rpartition("/")[2]], parts, hints, chance)
    for name in ("anyOf", "oneOf", "allOf"):
        if name in schema:
            return fitting(chance.choice(schema[name]), parts, hints, chance)
    if "const" in schema or "enum" in schema:
        return chance.choice(schema.get("enum") or [schema["const"]])
    match schema.get("type"):
        case "object":
            names: Mapping[str, Any] = schema.get("properties", {})
            needed = schema.get("required", ())
            return {
                name: chance.choice(hints[name])
                if name in hints and chance.random() < 0.8
                else fitting(inner, parts, hints, chance)
                for name, inner in names.items()
                if name in needed or chance.random() < 0.5
            }
        case "array":
            inner = schema.get("items") or {}
            return [fitting(inner, parts, hints, chance) for _ in range(chance.randrange(4))]
        case "integer" | "number":
            return chance.choice((0, 1, 2, 3, 5, 10, 40, 100, 1000))
        case "boolean":
            return chance.random() < 0.5
        case "null":
            return None
        case _:
            return chance.choice(("Ann", "Bo", "1888", "a", "x" * 20, "ä"))


def changed(value: Any, chance: Random) -> Any:
    """The same with one thing in it replaced, left out or added."""
    if isinstance(value, dict) and value and chance.random() < 0.8:
        name = chance.choice(sorted(value))
        match chance.randrange(5):
            case 0:
                return {other: inner for other, inner in value.items() if other != name}
            case 1:
                return value | {strange(chance).decode("utf-8", "replace"): chance.choice(ODD_JSON)}
            case _:
                return value | {name: changed(value[name], chance)}
    if isinstance(value, list) and value and chance.random() < 0.8:
        place = chance.randrange(len(value))
        return [*value[:place], changed(value[place], chance), *value[place + 1 :]]
    if isinstance(value, str) and chance.random() < 0.4:
        return spoiled(value.encode("utf-8", "surrogatepass"), chance).decode("utf-8", "surrogateescape")
    return chance.choice(ODD_JSON)


def as_json(value: Any, chance: Random) -> bytes:
    """Its text: rarely one that is broken, or names a key twice."""
    text = json.dumps(value).encode()
    match chance.randrange(20):
        case 0:
            return spoiled(text, chance)
        case 1 if isinstance(value, dict) and value:
            return text[:-1] + b", " + text[1:]
        case 2:
            return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")
        case 3:
            return chance.choice((b"", b"\xef\xbb\xbf" + text, text.decode().encode("utf-16"), b"[" * 2000, b"nul"))
        case _:
            return text
