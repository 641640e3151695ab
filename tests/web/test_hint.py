"""What a bot would do in one's place: for who plays with bots alone, with what it compared and why."""

from __future__ import annotations

from html import unescape

from tests.web.server import Server, Visitor

BUTTON = "What would a bot do?"


def test_a_hint_tells_candidates_with_worth_and_reason(visitor: Visitor):
    path = visitor.hot_seat("person", "casual", "casual")
    assert BUTTON in visitor.get(path).text
    told = " ".join(unescape(visitor.get(f"{path}part", name="hint").text).split())
    advice = visitor.game(path).advice("Ann", "casual")
    for one in advice.candidates[:4]:
        assert f"worth ¥{one.value:.0f}: {one.reason}" in told
    assert advice.decided[1:] in told
    assert visitor.game(path).played == 0


def test_nobody_is_advised_who_plays_with_others(server: Server, fresh_name: str):
    host, guest = server.member(f"{fresh_name}a"), server.member(f"{fresh_name}b")
    fields = {"game": "1888:2022", "size": 2, "kind": "open", "undo": "own", "name": "No hints"}
    path = host.post("/new-table", fields).headers["location"]
    guest.post(f"{path}join")
    host.post(f"{path}start")
    acting = host.game(path).acting[0]
    mine, other = (host, guest) if acting == f"{fresh_name}a" else (guest, host)
    for person, why in ((mine, "other people"), (other, "your turn"), (server.visitor(), "your turn")):
        assert BUTTON not in person.get(path).text
        refused = person.get(f"{path}part", name="hint")
        assert refused.status_code == 400
        assert why in refused.text
