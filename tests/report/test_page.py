"""The page of a report stands alone and says what the figures say."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from kaiping.draw.theme import DARK, LIGHT
from kaiping.draw.variables import line_names
from kaiping.game import Game
from kaiping.phrases import money
from kaiping.report import report
from kaiping.report.page import body, document
from kaiping.report.plots import worth_chart
from tests.report.games import EDITIONS, RECORDED, told

ONE_OF_EACH = [next(file for file in EDITIONS if file.name.startswith(title)) for title in ("1880", "1888", "1890")]


class Tags(HTMLParser):
    """Fails where what is opened is not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in ("meta",):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        """Closed at once, as in SVG."""

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.mark.parametrize("file", ONE_OF_EACH, ids=lambda file: str(file.name))
def test_a_document_that_stands_alone(file: Path):
    found = told(file)
    text = document(found)
    tags = Tags()
    tags.feed(text)
    assert not tags.open
    assert "<script" not in text
    assert not re.search(r'(src|href)="', text)
    assert set(re.findall(r"https?://[^\"]+", text)) == {"http://www.w3.org/2000/svg"}
    for player, one in found.accounts.items():
        assert player in tags.words
        assert money(found.game, one.total) in tags.words
    assert all(f" {lead.player} takes the lead" in text for lead in found.leads[-8:])
    assert text.count("<svg") > len(found.course.revenues)


def test_moments_are_linked_where_there_is_a_place_for_them():
    text = body(told(RECORDED), lambda number: f"/there?at={number}")
    last = told(RECORDED).leads[-1].number
    assert f'<a href="/there?at={last}">action {last}</a>' in text


def test_names_are_only_words():
    game = Game("1888", players=["<b>Ann", 'Bo"', "Cy & Co"])
    text = document(report(game))
    assert "<b>Ann" not in text
    assert "&lt;b&gt;Ann" in text
    assert "The game goes on" in text


def test_every_player_has_a_colour_of_their_own():
    game = Game("1890", players=[*"ABCDEFG"])
    drawn = worth_chart(game, game.players, [("start", [100 * one for one in range(7)])] * 2)
    assert len(set(re.findall(r'stroke="(var\(--line-\d,#\w+\))"', drawn))) == 7
    assert len(set(LIGHT.lines)) == len(set(DARK.lines)) == 7
    assert [name for name, _color in line_names(LIGHT)] == [f"--line-{one}" for one in range(7)]


def test_a_player_has_the_same_colour_in_every_order():
    game = Game("1890", players=["Cy", "Ann", "Bo"])
    found = []
    for players in (["Cy", "Ann", "Bo"], ["Bo", "Cy", "Ann"], ["Ann", "Bo"]):
        drawn = worth_chart(game, players, [("start", [100] * len(players))] * 2)
        found.append(dict(re.findall(r'class="line line-(\d)" data-player="(\w+)"', drawn)))
    assert found[0] == found[1] == {"0": "Ann", "1": "Bo", "2": "Cy"}
    assert found[2] == {"0": "Ann", "1": "Bo"}


def test_worth_below_nothing_stays_in_the_picture():
    game = Game("1880", players=["Ann", "Bo", "Cy"])
    drawn = worth_chart(game, game.players, [("start", [100, 100, 100]), ("end", [-900, 300, 0])])
    heights = [float(y) for points in re.findall(r'points="([^"]+)"', drawn) for y in re.findall(r",([\d.-]+)", points)]
    assert all(0 <= y <= 300 for y in heights)
    assert "−" in drawn
