"""Taking back where each takes back only their own: at once until others have acted, then with their consent."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import httpx
import pytest

from kaiping.bots import bot
from kaiping.game import Game
from tests.web.browser.positions import bring
from tests.web.server import Server, Visitor
from tests.web.short_games import short_game
from tests.web.test_people import finished_online


class Table:
    """People far apart at a table that has begun, each with a program of their own."""

    def __init__(self, server: Server, name: str, people: int, undo: str = "own") -> None:
        self.visitors: dict[str, Visitor] = {}
        self.programs: dict[str, httpx.Client] = {}
        for number in range(people):
            who = f"{name}{'abc'[number]}"
            self.visitors[who] = server.member(who)
            self.programs[who] = server.program(self.visitors[who])
        self.names = list(self.programs)
        first, *others = self.programs.values()
        wish = {"title": "1888", "kind": "open", "size": people, "undo": undo}
        self.key = first.post("/tables", json=wish).json()["key"]
        for one in others:
            assert one.post(f"/tables/{self.key}/join").status_code == 200
        assert first.post(f"/tables/{self.key}/start").status_code == 200

    @property
    def stands(self) -> dict[str, Any]:
        found: dict[str, Any] = self.programs[self.names[0]].get(f"/tables/{self.key}").json()
        return found

    def acts(self) -> str:
        """Whoever is to act passes; who that was."""
        (who,) = self.stands["acting"]
        assert self.asks(who, "actions", action={"type": "pass", "actor": who}).status_code == 200
        return str(who)

    def asks(self, who: str, what: str, **wish: Any) -> httpx.Response:
        wish = {"version": self.stands["version"], **wish}
        return self.programs[who].post(f"/tables/{self.key}/{what}", json=wish)

    def page(self, who: str) -> str:
        return self.visitors[who].get(f"/game/{self.key}/body").text

    def said(self) -> str:
        return str(self.programs[self.names[0]].get(f"/tables/{self.key}/chat").json()[-1]["text"])


@pytest.fixture
def three(server: Server, fresh_name: str) -> Table:
    return Table(server, fresh_name, 3)


def test_ones_own_latest_action_at_once(three: Table):
    who = three.acts()
    assert three.asks(who, "undo").json()["played"] == 0
    assert three.stands["asking"] is None
    other = next(name for name in three.names if name != who)
    for name, disabled in ((who, False), (other, True)):
        (button,) = re.findall(r'<button id="redo"[^>]*>', three.page(name))
        assert ("disabled" in button, f"That action was {who}'s." in button) == (disabled, disabled)
    assert three.asks(who, "redo").json()["played"] == 1, "and on again, though it is another's turn"
    assert three.said() == f"{who} played “{who[:1].upper()}{who[1:]} passes” again"


def test_it_stands_in_the_log(three: Table):
    three.acts()
    who = three.acts()
    three.asks(who, "undo")
    words = f'<li class="told">{who} took back “{who[:1].upper()}{who[1:]} passes”</li>'
    assert words in three.page(who)
    three.acts()
    log = three.visitors[who].get(f"/game/{three.key}/part", name="log").text
    before, _, after = log.partition(words)
    assert 'data-at="1"' in before
    assert 'data-at="2"' in after
    assert words not in three.visitors[who].get(f"/game/{three.key}/body", at=0).text


def test_over_the_actions_of_others_with_their_consent(three: Table):
    first, second, third = three.acts(), three.acts(), three.acts()
    assert three.asks(first, "undo").json()["played"] == 3, "nothing has changed yet"
    assert three.stands["asking"] == {"seat": first, "to": 0, "waits": sorted([second, third])}
    assert f"{first} asks to take back “{first[:1].upper()}{first[1:]} passes”" in three.page(second)
    assert "and what followed. You may agree. <b>Your own action would fall" in three.page(second)
    assert "You ask to take back" in three.page(first)
    assert 'value="yes"' in three.page(second)
    assert 'value="yes"' not in three.page(first)
    assert three.asks(second, "agree", agree=True).json()["played"] == 3
    assert three.stands["asking"] == {"seat": first, "to": 0, "waits": [third]}
    assert three.asks(second, "agree", agree=True).status_code == 403, "once is enough"
    assert three.asks(third, "agree", agree=True).json()["played"] == 0
    assert three.stands["asking"] is None
    passed = f"“{first[:1].upper()}{first[1:]} passes”"
    assert three.said() == f"All agreed to take back {passed} and what followed, as {first} had asked"
    assert "asks to take back" not in three.page(second)


def test_who_does_not_agree_ends_it(three: Table):
    first, second = three.acts(), three.acts()
    three.asks(first, "undo")
    assert three.asks(second, "agree", agree=False).json()["played"] == 2
    assert three.stands["asking"] is None
    passed = f"“{first[:1].upper()}{first[1:]} passes”"
    assert three.said() == f"{second} does not agree to take back {passed}"
    three.asks(first, "undo")
    assert three.asks(first, "agree", agree=True).status_code == 403, "nobody agrees with themselves"
    assert three.asks(first, "agree", agree=False).status_code == 200
    assert three.said() == f"{first} no longer wishes to take back {passed}"
    assert three.asks(second, "agree", agree=True).json()["detail"] == "nobody has asked to take anything back"


def test_a_play_settles_what_was_asked(three: Table):
    first, second = three.acts(), three.acts()
    three.asks(first, "undo")
    three.acts()
    assert three.stands["asking"] is None
    assert three.asks(second, "agree", agree=True).status_code == 422


def test_back_to_a_moment(three: Table):
    first, second, _third = three.acts(), three.acts(), three.acts()
    assert three.acts() == first
    assert three.asks(first, "undo", to=3).json()["played"] == 3, "only an action of one's own falls"
    assert three.asks(second, "undo", to=1).json()["played"] == 3
    assert second not in three.stands["asking"]["waits"]
    assert three.asks(second, "undo", to=3).status_code == 422, "there the game stands"
    assert three.asks(second, "undo", to=-1).status_code == 422


def test_a_late_answer_is_told(three: Table):
    first, second = three.acts(), three.acts()
    three.asks(first, "undo")
    version = three.stands["version"]
    three.acts()
    assert three.asks(second, "agree", agree=True, version=version).status_code == 409


@pytest.mark.parametrize(("undo", "owner", "other"), [("anyone", 200, 200), ("owner", 200, 403), ("nobody", 403, 403)])
def test_what_else_a_table_may_choose(server: Server, fresh_name: str, undo: str, owner: int, other: int):
    table = Table(server, fresh_name, 2, undo)
    table.acts(), table.acts()
    for who, status in zip(table.names, (owner, other), strict=True):
        before = table.stands["played"]
        assert table.asks(who, "undo", to=before - 1).status_code == status
        assert table.stands["played"] == before - (status == 200)
        assert table.stands["asking"] is None


def test_all_that_fell_comes_again_at_once(server: Server, fresh_name: str):
    table = Table(server, fresh_name, 2, "anyone")
    first = table.acts()
    table.acts(), table.acts()
    assert table.asks(first, "undo", to=0).json()["played"] == 0
    assert table.said().endswith("and what followed, 3 actions")
    assert "3 actions were taken back." in table.page(first)
    assert table.asks(first, "redo", all=True).json()["played"] == 3
    assert "were taken back" not in table.page(first)
    assert table.asks(first, "redo", all=True).status_code == 422


def test_what_others_have_done_comes_again_by_them(three: Table):
    first, second = three.acts(), three.acts()
    three.asks(first, "undo")
    assert three.asks(second, "agree", agree=True).json()["played"] == 0
    assert three.asks(first, "redo", all=True).json()["played"] == 1
    assert three.asks(first, "redo", all=True).status_code == 403
    assert three.asks(second, "redo", all=True).json()["played"] == 2


def test_a_game_that_is_over_stays(server: Server, fresh_name: str):
    """Nobody takes it back to some moment; its latest action falls if all agree, and comes again."""
    names = [f"{fresh_name}a", f"{fresh_name}b"]
    game, chance, robot = Game("1888", players=names), Random(32), bot("random")
    while game.finished is None:
        game.play(robot.choose(game, chance))
    ann, bo = (server.member(name) for name in names)
    path = finished_online(server, ann, game)

    def post(who: Visitor, what: str, **fields: str) -> httpx.Response:
        return who.post(f"{path}{what}", {"version": who.version(path), **fields}, htmx=True)

    assert "Take back to here" not in ann.get(f"{path}body", at=5).text
    assert "Try from here" in ann.get(f"{path}body", at=5).text
    assert post(ann, "undo", to="5").status_code == 422
    assert post(ann, "undo").status_code == 200
    assert ann.get(f"{path}report").status_code == 200, "nothing has fallen yet"
    assert post(bo, "agree", agree="yes").status_code == 200
    assert ann.get(f"{path}report").status_code == 404
    assert "Take back to here" in ann.get(f"{path}body", at=5).text, "it goes on"
    acted = next(who for who in (ann, bo) if post(who, "redo").status_code == 200)
    assert acted.get(f"{path}report").status_code == 200


def test_around_one_screen_a_game_that_is_over_stays(visitor: Visitor):
    path = bring(visitor, short_game())
    refused = visitor.post(f"{path}undo", {"version": visitor.version(path), "to": "1"}, htmx=True)
    assert refused.status_code == 422
    assert "the game is over and stays as it is" in refused.text
    assert "hx-confirm" in visitor.get(f"{path}body").text
    assert visitor.post(f"{path}undo", {"version": visitor.version(path)}, htmx=True).status_code == 200
    assert visitor.get(f"{path}report").status_code == 404
    assert visitor.post(f"{path}redo", {"version": visitor.version(path)}, htmx=True).status_code == 200
    assert visitor.get(f"{path}report").status_code == 200


def test_on_the_page(three: Table):
    first, second = three.acts(), three.acts()
    visitor, path = three.visitors[first], f"/game/{three.key}/"
    assert "Ask to take back" in three.page(first)
    assert "Take back to here" in visitor.get(f"{path}body", at=0).text
    version = three.stands["version"]
    answer = visitor.post(f"{path}undo", {"version": version, "to": "0"}, htmx=True)
    assert answer.status_code == 200
    assert f"You ask to take back “{first[:1].upper()}{first[1:]} passes”" in answer.text
    assert f"and what followed; {second} may agree." in answer.text
    answer = three.visitors[second].post(f"{path}agree", {"version": version + 1, "agree": "yes"}, htmx=True)
    assert answer.status_code == 200
    assert three.stands["played"] == 0
    assert visitor.post(f"{path}undo", {"version": 0, "to": "x"}, htmx=True).status_code == 404
