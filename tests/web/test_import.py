"""Files that mean harm are refused, in one sentence, and before they cost a second of work."""

from __future__ import annotations

import gzip
import html
import json
import re
import time
from typing import Any

import pytest

from kaiping.action import to_json
from kaiping.errors import BadInput
from kaiping.game import Game
from kaiping.records.exact import from_position
from kaiping.records.native import to_data
from kaiping.records.position import position_text
from kaiping.web.games.importing import read_game
from tests.ages import FOLDER as AGES
from tests.web.django_here import make_ready
from tests.web.server import Visitor

START = to_data(Game("1888", players=["Ann", "Bo", "Cy"]))
PASSES = [{"type": "pass", "actor": name} for name in ("Ann", "Bo", "Cy")]


def native(**changes: Any) -> bytes:
    return json.dumps({**START, **changes}).encode()


HOSTILE: dict[str, bytes] = {
    "empty": b"",
    "not JSON": b"\x00\xff" * 1000,
    "deep": b"[" * 100_000,
    "deep object": b'{"kaiping":' * 50_000,
    "bomb": gzip.compress(b" " * 300_000_000, 1),
    "cut off": gzip.compress(native())[:-9],
    "too large": b" " * 4_300_000,
    "huge number": native(seed=10**400).replace(b"null", b"1"),
    "digits": b'{"kaiping": ' + b"9" * 3_000_000 + b"}",
    "twice": b'{"kaiping": 1, "kaiping": 1}',
    "many actions": native(actions=PASSES * 10_000),
    "endless passes": native(actions=PASSES * 6_000),
    "no title": native(title="x" * 100_000),
    "strange title": native(title="../../etc/passwd"),
    "no player": native(players=[]),
    "many players": native(players=[str(number) for number in range(100_000)]),
    "control characters": native(players=["A\x00", "B", "C"]),
    "markup as action": native(actions=[{"type": "<script>alert(1)</script>"}]),
    "not of this world": json.dumps({"id": 1, "title": "1888", "actions": [{}] * 1000, "players": 7}).encode(),
    "site without players": json.dumps({"title": "1888", "actions": [], "settings": {}}).encode(),
    "variant": native(variant={"name": "x" * 1000, "changes": {"players": [1, 10**9], "bank": -(10**15)}}),
    "site nonsense": json.dumps({"title": "1888", "players": [{"id": [], "name": {}}], "actions": {}}).encode(),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_refused_in_one_sentence(name: str):
    began = time.thread_time()
    with pytest.raises(BadInput) as refused:
        read_game(HOSTILE[name])
    spent = time.thread_time() - began
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 500
    assert spent < 1, f"{spent:.2f} s of work"


@pytest.mark.parametrize("name", ["bomb", "deep", "endless passes", "markup as action", "too large"])
def test_the_page_says_so(visitor: Visitor, name: str):
    answer = visitor.post("/bring", files={"file": ("game.json", HOSTILE[name])})
    assert answer.status_code == 422
    page = answer.text
    said = re.search(r'<p class="error" role="alert" id="file-wrong">(.*?)</p>', page, re.DOTALL)
    assert said, page
    assert html.unescape(said[1])
    assert "<script>alert" not in page


def test_a_variant_of_somebody_is_not_played_on_a_server() -> None:
    """Tables keep the names of options, and no rules that a file brings along."""
    make_ready()
    variant = {"name": "rich", "changes": {"bank": 20_000}}
    position = position_text(Game("1888", players=["Ann", "Bo", "Cy"], variant=variant))
    for data in (native(variant=variant), position.encode()):
        with pytest.raises(BadInput, match="a variant of somebody's own cannot be played on a server"):
            read_game(data)


def test_no_file(visitor: Visitor):
    assert "choose a game file" in visitor.post("/bring").text


def test_a_pasted_position_is_played_on(visitor: Visitor):
    """It has a table, a file, and a position of its own to take along."""
    game = Game("1888", players=["Ann", "Bo", "Cy"])
    for _ in range(9):
        game.play(next(iter(game.legal_actions())))
    path = visitor.post("/bring", {"position": position_text(game)}).headers["location"]
    assert path.startswith("/game/")
    assert visitor.game(path).state == game.state
    action = next(iter(game.legal_actions()))
    assert visitor.play(path, to_json(action).decode(), visitor.version(path)).status_code == 200
    game.play(action)
    assert visitor.game(path).state == game.state
    assert from_position(visitor.get(f"{path}export?format=position").text).state == game.state
    copy = visitor.post(f"{path}fork", {"at": "1"}).headers["location"]
    assert visitor.game(copy).state == game.state


def test_a_position_that_is_none(visitor: Visitor):
    answer = visitor.post("/bring", {"position": "hello"})
    assert answer.status_code == 422
    assert "this is not a position; paste" in html.unescape(answer.text)
    assert ">hello</textarea>" in answer.text, "what was typed stays"


def test_a_game_by_older_rules_opens_as_far_as_it_goes(visitor: Visitor) -> None:
    """The table says which action today's rules refuse."""
    file = AGES / "1" / "1880-2022.json.gz"
    answer = visitor.post("/bring", files={"file": (file.name, file.read_bytes())})
    assert answer.status_code == 302, answer.text
    path = answer.headers["location"]
    assert len(visitor.get(f"{path}export").json()["actions"]) > 200
    assert "action 261 of 307 cannot be played" in visitor.get(f"{path}chat").text
