"""Good files with something deleted, replaced or doubled anywhere: a clear refusal comes out, or a valid game."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kaiping import BadInput, Game
from kaiping.arguments import MOST_WORDS
from kaiping.invariants import violations
from kaiping.records import native, site18xx
from kaiping.records.files import parse_json
from kaiping.records.position import position_text
from tests.records.games import native_data, recorded, site_data

#: the parts of games that are spoilt: recording, and how many of its actions
PARTS = [("100000", 30), ("101000", 110), ("101003", 160), ("103000", 200), ("105000", 130)]
Path = tuple[str | int, ...]

#: names and ids that mean something somewhere, and mostly nothing where they are put
WORDS = """
    KT FC CW YRF JHR SSL bank ipo pool closed player company corporation minor C9 C9.0 C9.9 A1.0 57 57-0 57-0-0 - _ .
    JHR_0 JHR_9 LYR_1 D 2 4-0 payout pay withhold pass bid undo redo message 80,4,3 1888 2022 north
"""
words = st.sampled_from(WORDS.split())
values = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-20, 200),
    st.integers(-(2**70), 2**70),
    st.floats(allow_nan=False, allow_infinity=False),
    words,
    st.text(max_size=8),
    st.lists(words, max_size=3),
    st.lists(st.lists(words, max_size=2), max_size=2),
    st.dictionaries(words, st.integers(), max_size=2),
)


def places(value: Any, before: Path = ()) -> Iterator[Path]:
    """The way to every value inside a value."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        yield (*before, key)
        yield from places(inner, (*before, key))


def spoil(data: dict[str, Any], draw: st.DataObject) -> None:
    """Change one place: nearly always in an action, and there anywhere."""
    if draw.draw(st.integers(0, 9)) and data.get("actions"):
        number = draw.draw(st.integers(0, len(data["actions"]) - 1))
        inside = list(places(data["actions"][number]))
        place: Path = ("actions", number, *(draw.draw(st.sampled_from(inside)) if inside else ()))
    else:
        place = draw.draw(st.sampled_from(list(places({**data, "actions": []}))))
    parent: Any = data
    for key in place[:-1]:
        parent = parent[key]
    key = place[-1]
    match draw.draw(st.sampled_from(["delete", "replace", "replace", "replace", "double"])):
        case "delete":
            del parent[key]
        case "replace":
            parent[key] = draw.draw(values)
        case _ if isinstance(parent, list):
            parent.insert(int(key), copy.deepcopy(parent[int(key)]))
        case _:
            parent[f"{key} 2"] = parent[key]


def outcome(text: bytes) -> Game | None:
    """The game in a file; nothing if it is refused in one clear line."""
    try:
        data = parse_json(text)
        if native.is_native(data):
            return native.from_data(data)
        return site18xx.replay(site18xx.read(data)).game
    except BadInput as refused:
        complaint = str(refused)
    assert "\n" not in complaint
    assert 5 < len(complaint) <= MOST_WORDS + 60
    return None


def check(form: str, part: tuple[str, int], draw: st.DataObject) -> None:
    number, count = part
    if form == "native":
        data = native_data(recorded(number), count)
    else:
        data = copy.deepcopy({**site_data(number), "actions": site_data(number)["actions"][:count]})
    for _ in range(draw.draw(st.integers(1, 3))):
        if isinstance(data.get("actions"), list) and all(isinstance(one, dict) for one in data["actions"]):
            spoil(data, draw)
    game = outcome(json.dumps(data).encode())
    if game is not None:
        assert violations(game.table()) == []
        assert position_text(game)


@settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(form=st.sampled_from(["native", "site"]), part=st.sampled_from(PARTS), draw=st.data())
def test_spoilt_files(form: str, part: tuple[str, int], draw: st.DataObject) -> None:
    check(form, part, draw)


@pytest.mark.slow
@settings(max_examples=3000, deadline=None, suppress_health_check=list(HealthCheck))
@given(form=st.sampled_from(["native", "site"]), part=st.sampled_from(PARTS), draw=st.data())
def test_many_spoilt_files(form: str, part: tuple[str, int], draw: st.DataObject) -> None:
    check(form, part, draw)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.binary(max_size=200))
def test_bytes_of_any_kind(text: bytes) -> None:
    assert outcome(text) is None


@settings(max_examples=150, deadline=None, derandomize=True)
@given(position=st.integers(0, 10_000), junk=st.binary(min_size=1, max_size=4))
def test_bytes_put_into_a_good_file(position: int, junk: bytes) -> None:
    text = json.dumps(native_data(recorded("100000"), 12)).encode()
    position %= len(text)
    for changed in (text[:position] + junk + text[position:], text[:position] + junk + text[position + len(junk) :]):
        outcome(changed)
