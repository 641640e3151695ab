"""The log: what was done stands in the round in which it was done."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kaiping.event import ROUNDS
from kaiping.phrases import round_short
from kaiping.records import load
from kaiping.report import report
from tests.report.games import EDITIONS
from tests.report.games import game as finished
from tests.web.table.pages import RECORDINGS, part

#: the heading of a round, or the number of an action
_HEADED = re.compile(r'<li class="round">([^<]*)</li>|data-at="(\d+)"')


@pytest.mark.parametrize("file", ["1888/100000.json.gz", "1880/200000.json.gz"])
def test_an_action_stands_in_the_round_in_which_it_was_done(file: str):
    """Though another round begins with it, or one goes on that a stock round had interrupted."""
    whole = load(RECORDINGS / file)
    heading, ended = "", 0
    for begun, number in _HEADED.findall(part(whole, "log")):
        if begun:
            heading = begun
            continue
        assert heading == round_short(whole.at(int(number) - 1)), number
        ended += any(event.kind in ROUNDS for event in whole.at(int(number)).last_events)
    assert ended > 10


#: games in which companies come by trains
_WITH_TRAINS = [file for file in EDITIONS if not file.name.startswith("1890-C")]


@pytest.mark.parametrize("file", _WITH_TRAINS, ids=lambda file: file.name)
def test_a_report_tells_trains_in_the_round_in_which_they_came(file: Path):
    whole = finished(file)
    trains = [one for bought in report(whole).course.trains.values() for one in bought]
    told = {one.number: one.round for one in trains if one.number}
    assert told == {number: round_short(whole.at(number - 1)) for number in told}
    assert told


def test_a_round_in_which_nobody_is_asked_anything_is_told():
    """The privates of 1890 pay, and the auction goes on."""
    whole = next(finished(file) for file in EDITIONS if file.name.startswith("1890-C"))
    headings = [begun for begun, _number in _HEADED.findall(part(whole, "log")) if begun]
    assert headings[:3] == ["auction", "OR 1.1", "auction"]
