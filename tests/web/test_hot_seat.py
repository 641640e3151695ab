"""A game around one screen, without an account: start, play, take back, look back, copy, bring and take away."""

from __future__ import annotations

import gzip
from random import Random

import pytest

from kaiping.action import Pass, to_json
from kaiping.game import Game
from kaiping.records.native import to_data
from tests.bots.greedy_0 import BOT as GREEDY_0
from tests.web.server import Visitor, version_in


def first_actions(count: int) -> list[str]:
    game, chance = Game("1888", edition="2022", players=["Ann", "Bo", "Cy"]), Random(5)
    for _ in range(count):
        game.play(GREEDY_0.choose(game, chance))
    return [to_json(action).decode() for action in game.actions]


def test_start_and_play(visitor: Visitor):
    path = visitor.hot_seat()
    assert visitor.get(path).status_code == 200
    version = visitor.version(path)
    for action in first_actions(30):
        answer = visitor.play(path, action, version)
        assert answer.status_code == 200, answer.text
        version += 1
        assert visitor.version(path) == version
    assert [to_json(action).decode() for action in visitor.game(path).actions] == first_actions(30)


def test_bots_move_after_a_person(visitor: Visitor):
    path = visitor.hot_seat("person", "greedy", "greedy")
    answer = visitor.play(path, '{"type":"pass","actor":"Ann"}', visitor.version(path))
    assert answer.status_code == 200
    game = visitor.game(path)
    assert game.played >= 3
    assert game.acting == ("Ann",)


def test_a_refusal_cites_its_clause_and_changes_nothing(visitor: Visitor):
    path = visitor.hot_seat()
    action = '{"type":"bid","player":"Ann","private":"FC","price":152}'
    answer = visitor.play(path, action, visitor.version(path))
    assert answer.status_code == 422
    assert "must be at least" in answer.text
    assert "VI.6" in answer.text
    assert visitor.game(path).played == 0


def test_nonsense_is_refused(visitor: Visitor):
    path = visitor.hot_seat()
    version = visitor.version(path)
    for action in ("", "{}", "[", '{"type":"pass"}', '{"type":"fly"}', "9" * 20_000, "[" * 7000):
        assert visitor.play(path, action, version).status_code == 422, action[:20]
    for version_text in ("", "-1", "x", "9" * 40):
        answer = visitor.post(f"{path}play", {"action": '{"type":"pass","actor":"Ann"}', "version": version_text})
        assert answer.status_code in (409, 422)
    assert visitor.game(path).played == 0


def test_a_page_that_is_behind_is_told(visitor: Visitor):
    path = visitor.hot_seat()
    version = visitor.version(path)
    actions = first_actions(2)
    assert visitor.play(path, actions[0], version).status_code == 200
    late = visitor.play(path, actions[1], version)
    assert late.status_code == 409
    assert "faster" in late.text
    assert visitor.game(path).played == 1


def test_the_number_of_actions_is_not_the_version(visitor: Visitor):
    """After undo and another play a page that saw as many actions must still be told."""
    path = visitor.hot_seat()
    before = visitor.version(path)
    visitor.play(path, '{"type":"pass","actor":"Ann"}', before)
    seen = visitor.version(path)
    visitor.post(f"{path}undo", {"version": seen}, htmx=True)
    visitor.play(path, '{"type":"bid","player":"Ann","private":"KT","price":25}', visitor.version(path))
    assert visitor.game(path).played == 1
    assert visitor.play(path, '{"type":"pass","actor":"Bo"}', seen).status_code == 409


def test_undo_and_redo(visitor: Visitor):
    path = visitor.hot_seat()
    version = visitor.version(path)
    for action in first_actions(3):
        visitor.play(path, action, version)
        version += 1
    for played in (2, 1):
        assert visitor.post(f"{path}undo", {"version": version}, htmx=True).status_code == 200
        version += 1
        assert visitor.game(path).played == played
    assert visitor.post(f"{path}redo", {"version": version}, htmx=True).status_code == 200
    assert visitor.game(path).played == 2
    version = visitor.version(path)
    visitor.play(path, to_json(Pass(visitor.game(path).acting[0])).decode(), version)
    assert visitor.post(f"{path}redo", {"version": version + 1}, htmx=True).status_code == 422


def test_undo_takes_the_bots_back_too(visitor: Visitor):
    path = visitor.hot_seat("person", "greedy", "greedy")
    visitor.play(path, '{"type":"pass","actor":"Ann"}', visitor.version(path))
    assert visitor.game(path).played > 1
    assert visitor.post(f"{path}undo", {"version": visitor.version(path)}, htmx=True).status_code == 200
    assert visitor.game(path).played == 0
    assert visitor.post(f"{path}undo", {"version": visitor.version(path)}, htmx=True).status_code == 422


def test_any_moment_has_an_address(visitor: Visitor):
    path = visitor.hot_seat()
    for number, action in enumerate(first_actions(4)):
        visitor.play(path, action, number)
    for moment in range(5):
        assert visitor.get(path, at=moment).status_code == 200
        assert visitor.get(f"{path}body", at=moment).status_code == 200


def test_a_moment_that_a_game_does_not_have_leads_to_its_latest(visitor: Visitor):
    """As after an undo; a part or a file of such a moment is none."""
    path, told = visitor.hot_seat(), "The game has no such moment, or has it no more: this is its latest."
    for number, action in enumerate(first_actions(4)):
        visitor.play(path, action, number)
    for wrong in ("5", "-1", "x", "9999999999"):
        for address in (path, f"{path}body"):
            answer = visitor.get(address, at=wrong)
            assert answer.status_code == 200
            assert told in answer.text
            assert 'data-here="4"' in answer.text
            assert "data-past" not in answer.text
        assert visitor.get(f"{path}part", name="log", at=wrong).status_code == 404
        assert visitor.get(f"{path}picture", what="market", at=wrong).status_code == 404
    assert told not in visitor.get(path, at=4).text


def test_try_from_here(visitor: Visitor):
    path = visitor.hot_seat()
    for number, action in enumerate(first_actions(4)):
        visitor.play(path, action, number)
    answer = visitor.post(f"{path}fork", {"at": 2})
    copy = answer.headers["location"]
    assert visitor.game(copy).actions == visitor.game(path).actions[:2]
    assert visitor.play(copy, first_actions(3)[2], visitor.version(copy)).status_code == 200
    assert visitor.game(path).played == 4
    page = visitor.get(copy).text
    assert "trying things out" in page
    assert f'<a href="{path}" class="button">Back to the game</a>' in page
    assert "trying things out" not in visitor.get(path).text
    visitor.post(f"{path}delete")
    assert visitor.get(copy).status_code == 404, "there is nothing to go back to"


def test_bots_stay_bots_in_a_try(visitor: Visitor):
    path = visitor.hot_seat("person", "greedy", "greedy")
    visitor.play(path, first_actions(1)[0], 0)
    played = visitor.game(path).played
    copy = visitor.post(f"{path}fork", {"at": 0}).headers["location"]
    assert visitor.game(copy).played == 0
    visitor.play(copy, first_actions(1)[0], visitor.version(copy))
    assert visitor.game(copy).played == played > 1


def test_files_come_and_go(visitor: Visitor):
    path = visitor.hot_seat()
    for number, action in enumerate(first_actions(6)):
        visitor.play(path, action, number)
    file = visitor.get(f"{path}export", format="native")
    assert "attachment" in file.headers["content-disposition"]
    for content in (file.content, gzip.compress(file.content)):
        answer = visitor.post("/bring", files={"file": ("game.json", content)})
        brought = answer.headers["location"]
        assert to_data(visitor.game(brought)) == to_data(visitor.game(path))
    refused = visitor.get(f"{path}export", format="18xx")
    assert refused.status_code == 422
    assert "18xx.games" in refused.text
    assert visitor.get(f"{path}export", format="doc").status_code == 400


def test_pictures(visitor: Visitor):
    path = visitor.hot_seat()
    for what in ("map", "market", "tiles"):
        assert visitor.get(f"{path}picture", what=what).text.startswith("<svg")
    assert visitor.get(f"{path}picture", format="png").content[:4] == b"\x89PNG"
    assert visitor.get(f"{path}picture", what="cat").status_code == 400


@pytest.mark.slow
def test_a_whole_game_with_bots_through_the_page(visitor: Visitor):
    """One person among bots plays to the final totals, by what the file says is legal."""
    path = visitor.hot_seat("person", "greedy", "greedy")
    chance = Random(3)
    game, version = visitor.game(path), visitor.version(path)
    for _ in range(1500):
        if game.finished is not None:
            break
        if game.acting != ("Ann",):  # bots that needed longer than the request
            visitor.catch_up(path, game)
            version = visitor.version(path)
            continue
        action = GREEDY_0.choose(game, chance)
        answer = visitor.play(path, to_json(action).decode(), version)
        if answer.status_code != 409:  # a bot that thought in the background
            assert answer.status_code == 200, answer.text
        visitor.catch_up(path, game)
        version = version_in(answer)
    assert game.finished is not None
    page = visitor.get(path)
    assert page.status_code == 200


def test_a_hot_seat_belongs_to_its_browser(visitor: Visitor, server):
    path = visitor.hot_seat()
    assert path in visitor.get("/").text
    elsewhere = server.visitor()
    refused = elsewhere.get(path)
    assert refused.status_code == 404
    assert "It lives in the browser in which it was begun" in refused.text
    nowhere = elsewhere.get("/game/abcdefghjk/").text
    said, other = (text.partition("<section")[2] for text in (refused.text, nowhere))
    assert said.replace(path, "/game/abcdefghjk/") == other, "there might as well be none"
    assert visitor.post(f"{path}delete").status_code == 302
    assert visitor.get(path).status_code == 404


def test_names_that_cannot_play(visitor: Visitor):
    for names in (("Ann", "Ann", "Cy"), ("bank", "Bo", "Cy"), ("A" * 41, "Bo", "Cy"), ("Ann",)):
        fields = {"game": "1888:2022"}
        for number, name in enumerate(names, 1):
            fields |= {f"name{number}": name, f"who{number}": "person"}
        refused = visitor.post("/hot-seat", fields)
        assert refused.status_code == 422
        assert "The game cannot start" in refused.text
        assert f'value="{names[0]}"' in refused.text, "what was typed stays"
    for title in ("1888:1066", "Monopoly:1", ""):
        answer = visitor.post("/hot-seat", {"game": title, "who1": "person", "who2": "person"})
        assert answer.status_code == 422
