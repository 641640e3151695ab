"""What titles say of themselves to somebody who knows none of them."""

from __future__ import annotations

import re

import pytest

from kaiping.titles import TITLES
from kaiping.titles.about import about, book_of, edition_name, played_by
from kaiping.titles.clauses import find
from kaiping.titles.options import load_options


@pytest.mark.parametrize("title", TITLES)
def test_every_edition_has_a_name_and_only_these(title: str):
    assert set(about(title).editions) == set(TITLES[title].editions)
    for edition in TITLES[title].editions:
        assert re.search(r"[a-z]{3}", edition_name(title, edition)), "more than letters and figures"


@pytest.mark.parametrize("title", TITLES)
def test_how_it_goes_is_short_and_cites_clauses_that_there_are(title: str):
    sentences = [one for chapter in about(title).how for one in chapter.sentences]
    assert 10 <= len(sentences) <= 15
    for one in sentences:
        assert find(one.clause, book_of(title)) is not None, one.clause
        assert len(one.says) < 160
        assert one.says.endswith(".")
    headings = " ".join(chapter.heading.lower() for chapter in about(title).how)
    for word in ("operating round", "train", "phase", "end"):
        assert word in headings


@pytest.mark.parametrize("title", TITLES)
def test_every_option_is_called_by_words(title: str):
    options = load_options(TITLES[title].data)
    labels = [one.label for one in options]
    assert len(set(labels)) == len(labels)
    for one in options:
        assert one.label != one.name
        assert len(one.label) < 45


def test_a_game_is_named_as_people_name_it():
    assert played_by("1890", "A", ["first-player-less=30"]) == [
        "scenario A, Hanshin Railways",
        "less money for the first player: 30",
    ]
    assert played_by("1888", "2022", ["gone-for-good"]) == ["2022, second printing", "gone-for-good"]
