"""Lessons at the table: begin, answer wrongly, take it back, be shown, go on, and find one's progress again."""

from __future__ import annotations

import re

import pytest

from kaiping.action import to_json
from kaiping.lessons import course, lessons
from tests.web.server import Server, Visitor

AUCTION = "1888/auction"


def begin(visitor: Visitor, key: str) -> str:
    answer = visitor.post(f"/learn/{key}")
    assert answer.status_code == 302, answer.text
    path = str(answer.headers["location"])
    assert path.startswith("/game/"), path
    return path


def press(visitor: Visitor, path: str, what: str) -> str:
    answer = visitor.post(f"{path}lesson", {"do": what, "version": visitor.version(path)}, htmx=True)
    assert answer.status_code == 200, answer.text
    return answer.text


def band(text: str) -> str:
    """The words of the band."""
    found = re.search(r'<section class="coach.*?</section>', text, re.DOTALL)
    assert found, "the page has no band"
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", found[0]))


def at(text: str) -> int:
    return int(re.search(r'data-lesson-step="(\d+)"', text)[1])  # type: ignore[index]


def test_a_lesson_from_its_beginning_to_its_end(visitor: Visitor):
    there = course(AUCTION)
    assert there is not None
    path = begin(visitor, AUCTION)
    text = visitor.get(path).text
    assert "table/coach" in text
    assert "Six private companies" in band(text)
    text = press(visitor, path, "next")
    assert "Bid ¥155 on FC" in band(text)
    # wrong, with what it led to and why; and back
    text = visitor.play(path, '{"type":"bid","player":"Ann","private":"KT","price":25}', version_in_text(text)).text
    assert "Not that one. Ann buys KT for ¥25." in band(text)
    assert "the cheapest is sold, never bid on" in band(text)
    text = press(visitor, path, "off")
    assert at(text) == 2
    assert "Not that one" not in band(text)
    # right, as the learner plays it; the others follow when one goes on
    text = visitor.play(path, '{"type":"bid","player":"Ann","private":"FC","price":155}', version_in_text(text)).text
    assert "Right. Ann bids ¥155 for FC." in band(text)
    text = press(visitor, path, "next")
    assert at(text) == 3
    assert "Bo bids ¥160 for FC" in text
    # what is taken back further belongs to the step before
    undone = visitor.post(f"{path}undo", {"version": visitor.version(path)}, htmx=True).text
    assert at(undone) == 2
    press(visitor, path, "show")
    # shown, to the end
    for number in range(2, len(there.marks)):
        assert at(press(visitor, path, "next")) == number + 1
        text = press(visitor, path, "show")
        assert "Right." in band(text)
    assert "That is the whole auction" in band(text)
    assert "Next lesson: Start a company" in band(text)
    assert visitor.game(path).actions == there.line
    listed = visitor.get("/learn").text
    assert "✓ done" in re.sub(r"\s+", " ", listed)
    assert "Go on with 1888: Start a company" in re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", listed))
    # once more, and it is still known to have been done
    assert at(press(visitor, path, "again")) == 1
    assert begin(visitor, AUCTION) == path
    assert "✓" in visitor.get("/learn").text


def version_in_text(text: str) -> int:
    return int(re.search(r'name="version" value="(\d+)"', text)[1])  # type: ignore[index]


@pytest.mark.parametrize("key", [one.key for name in ("1888", "1880", "1890") for one in lessons(name)][::5])
def test_every_step_can_be_shown(visitor: Visitor, key: str):
    there = course(key)
    assert there is not None
    path = begin(visitor, key)
    text = visitor.get(path).text
    for number, step in enumerate(there.lesson.step):
        assert at(text) == number + 1
        if step.task:
            text = press(visitor, path, "show")
            assert "Right." in band(text)
        if number + 1 < len(there.marks):
            text = press(visitor, path, "next")
    assert visitor.game(path).actions == there.line


def test_what_the_learner_may_not_do(visitor: Visitor, server: Server):
    path = begin(visitor, AUCTION)
    press(visitor, path, "next")
    early = visitor.post(f"{path}lesson", {"do": "next", "version": visitor.version(path)}, htmx=True)
    assert early.status_code == 422
    assert "do what the step asks for first" in early.text
    press(visitor, path, "show")
    others = visitor.play(path, '{"type":"bid","player":"Bo","private":"KT","price":25}', visitor.version(path))
    assert others.status_code == 403
    assert server.visitor().get(path).status_code == 404
    assert server.visitor().post(f"{path}lesson", {"do": "next", "version": 1}).status_code == 404
    assert visitor.post("/learn/1888/nothing").status_code == 404
    # the address of a lesson alone opens nothing
    assert visitor.get("/learn/1888/auction").headers["location"] == "/learn"
    plain = visitor.hot_seat()
    assert visitor.post(f"{plain}lesson", {"do": "next", "version": 0}, htmx=True).status_code == 403
    assert "table/coach" not in visitor.get(plain).text


def test_a_lesson_is_no_game_of_ones_own(visitor: Visitor):
    path = begin(visitor, "1888/end")
    for what in ("next", "show", "next"):
        text = press(visitor, path, what)
    assert "the game is over" in band(text)
    assert "Go on with" not in visitor.get("/").text
    assert path not in visitor.get("/archive").text
    assert visitor.get(path.replace("/game/", "/hot-seat/").rstrip("/")).status_code == 404


def test_progress_goes_along_to_an_account(server: Server, fresh_name: str):
    visitor = server.visitor()
    path = begin(visitor, "1888/token")
    for what in ("next", "show"):
        press(visitor, path, what)
    password = "correct-horse-battery"
    answer = visitor.post("/sign-up", {"username": fresh_name, "password1": password, "password2": password})
    assert answer.status_code == 302, answer.text
    assert "✓" in visitor.get("/learn").text
    assert at(visitor.get(path).text) == 2


def test_a_wrong_answer_at_another_place_of_the_line(visitor: Visitor):
    """Whatever was played instead, the lesson goes on from its own line."""
    path = begin(visitor, "1888/upgrade")
    text = press(visitor, path, "next")
    other = '{"type":"lay-tile","company":"CDL","hex":"B20","tile":"8860","rotation":1}'
    text = visitor.play(path, other, version_in_text(text)).text
    assert "The best run of CDL was ¥160 and is now ¥190" in band(text)
    text = press(visitor, path, "next")
    there = course("1888/upgrade")
    assert there is not None
    assert [to_json(one) for one in visitor.game(path).actions] == [
        to_json(one) for one in there.line[: there.marks[2]]
    ]


def test_each_title_is_told_in_sentences(visitor: Visitor):
    """Where it is, then how hard; a sentence has one colon at most."""
    page = visitor.get("/learn").text
    told = re.findall(r'<p class="muted">(.*?)</p>', page, re.DOTALL)
    sentences = [one for words in told for one in re.sub(r"<[^>]+>", " ", words).split(". ")]
    assert any("Kansai" in one for one in sentences)
    assert all(one.count(":") < 2 for one in sentences)
