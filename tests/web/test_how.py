"""How a title goes, with pictures and a turn worked through; and the glossary."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kaiping.draw.price_moves import prices_around
from kaiping.ledger import round_now
from kaiping.lessons import lessons, recorded
from kaiping.phrases import money
from kaiping.titles import TITLES
from kaiping.titles.about import about
from kaiping.titles.clauses import books
from kaiping.titles.lessons import lesson
from tests.web.server import Visitor

ROOT = Path(__file__).resolve().parents[2]


def words(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text)).replace("&#x27;", "'")


@pytest.mark.parametrize("title", TITLES)
def test_a_page_shows_what_it_speaks_of(visitor: Visitor, title: str):
    page = visitor.get(f"/rules/{title}/how").text
    told = words(page)
    assert "&amp;#x27;" not in page
    assert page.count("<svg") >= 5, "shares, prices, hexes before and after, a run"
    worked, game = about(title).worked, recorded(lessons(title)[0])
    for number in range(worked.at, worked.at + len(worked.steps)):
        before, after = game.at(number), game.at(number + 1)
        assert round_now(before).company == worked.company, "all of it is one turn"
        for event in after.last_events[:2]:
            if event.kind not in {"turn", "step-passed", "passed"}:
                told_of = before.describe(event)
                assert told_of[:1].upper() + told_of[1:] in told, event
    known = {clause.id.partition(":")[2] for clause in books()[game.definition.clauses]}
    assert {step.clause for step in worked.steps} <= known
    price = game.at(worked.at).state.cells[worked.company]
    for goal in prices_around(game.definition, price).values():
        assert f">{goal}</text>" in page
    par = game.at(worked.at).state.par[worked.shares]
    assert f"was started at {money(game, par)}" in told
    for kind in game.definition.trains.values():
        assert money(game, kind.price) in told


@pytest.mark.parametrize("title", TITLES)
def test_chapters_lead_to_lessons_that_there_are(visitor: Visitor, title: str):
    page = visitor.get(f"/rules/{title}/how").text
    named = [name for chapter in about(title).how for name in chapter.lessons]
    assert len(named) >= 4
    for name in named:
        assert lesson(f"{title}/{name}") is not None, name
        assert f'action="/learn/{title}/{name}"' in page


def test_words_lead_to_what_they_mean(visitor: Visitor):
    page, glossary = visitor.get("/rules/1888/how").text, visitor.get("/rules/glossary").text
    links = re.findall(r'class="word" href="/rules/glossary#([\w-]+)">([^<]+)<', page)
    assert {"token", "dividend", "phase", "certificate"} & {anchor for anchor, _word in links}
    for anchor, _word in links:
        assert f'id="{anchor}"' in glossary
    assert not {"or", "row", "line"} & {word for _anchor, word in links}


def test_the_glossary_is_that_of_the_docs(visitor: Visitor):
    told = words(visitor.get("/rules/glossary").text)
    rows = re.findall(r"^\| (.+?) \| (.+?) \|$", (ROOT / "docs" / "glossary.md").read_text(), re.MULTILINE)
    rows = [(word, means) for word, means in rows if word not in ("word", "---")]
    assert len(rows) > 50
    for word, means in rows:
        assert f"{word} {means}" in told, word


def test_who_comes_first_is_offered_a_lesson(visitor: Visitor):
    home = visitor.get("/").text
    assert "Learn in five minutes" in home
    assert 'action="/learn/1888/auction"' in home
    assert visitor.post("/learn/1888/auction").status_code == 302
    visitor.hot_seat()
    assert "Learn in five minutes" not in visitor.get("/").text
