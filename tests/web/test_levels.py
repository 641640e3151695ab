"""The levels of bots, wherever one is chosen or shown."""

from __future__ import annotations

import re

import pytest

from kaiping.bots import offered
from tests.web.among_bots import until
from tests.web.databases import by_hand
from tests.web.django_here import make_ready
from tests.web.server import Server, Visitor

SEATS = [{"name": "Ann"}, {"name": "Bo", "bot": "greedy"}]


def test_each_is_offered_with_a_sentence_and_a_face(visitor: Visitor):
    page = visitor.get("/").text
    choice = re.search(r'<select name="who2".*?</select>', page, re.DOTALL)
    assert choice
    assert re.findall(r'value="(\w+)"', choice[0]) == ["person", *(level.name for level in offered()), "nobody"]
    faces = set()
    for level in offered():
        told = re.search(rf'<li data-level="{level.name}">(.*?)</li>', page, re.DOTALL)
        assert told
        assert level.sentence in told[1]
        faces.update(re.findall(r"<svg.*?</svg>", told[1], re.DOTALL))
    assert len(faces) == len(offered())


def test_a_table_of_former_times_shows_what_its_bots_are_called_today(server: Server, fresh_name: str):
    member = server.member(fresh_name)
    program = server.program(member)
    made = program.post("/tables", json={"title": "1888", "kind": "hot-seat", "seats": SEATS}).json()
    assert made["seats"][1]["bot"] == "casual"
    hand = by_hand(f"sqlite://{server.data}/kaiping.sqlite3")
    hand.execute(
        "UPDATE games_seat SET bot = 'greedy' WHERE name = 'Bo' AND table_id = "
        f"(SELECT id FROM games_table WHERE key = '{made['key']}')"
    )
    hand.execute(f"UPDATE games_table SET seated = seated + 1 WHERE key = '{made['key']}'")
    hand.close()
    assert program.get(f"/tables/{made['key']}").json()["seats"][1]["bot"] == "casual"
    body = member.get(f"/game/{made['key']}/body").text
    assert "casual" in body
    assert "greedy" not in body
    wish = {"action": {"type": "pass", "actor": "Ann"}, "version": made["version"]}
    assert program.post(f"/tables/{made['key']}/actions", json=wish).status_code == 200
    until(lambda: program.get(f"/tables/{made['key']}").json()["acting"] == ["Ann"])  # Bo has acted
    assert program.get(f"/tables/{made['key']}/export").json()["bots"] == {"Bo": "casual"}


def test_who_resigns_says_which_bot_plays_on(server: Server, fresh_name: str):
    one, two = (server.program(server.member(f"{fresh_name}{number}")) for number in (1, 2))
    made = one.post("/tables", json={"title": "1888", "kind": "open", "size": 2}).json()
    path = f"/tables/{made['key']}"
    two.post(f"{path}/join")
    one.post(f"{path}/start")
    refused = two.post(f"{path}/resign", json={"to": "bot", "bot": "nobody"})
    assert refused.status_code == 422, refused.text
    assert "there is no bot 'nobody'" in refused.json()["detail"]
    stands = two.post(f"{path}/resign", json={"to": "bot", "bot": "random"}).json()
    assert next(seat["bot"] for seat in stands["seats"] if seat["name"] == f"{fresh_name}2") == "random"


@pytest.mark.parametrize("name", ["random", "casual", "club", "expert"])
def test_every_level_there_will_be_has_a_face_of_its_own(name: str):
    make_ready()
    from kaiping.web.table import faces

    drawn = faces._FACES
    assert list(drawn.values()).count(drawn[name]) == 1
