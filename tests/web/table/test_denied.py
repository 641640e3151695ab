"""What cannot be done is told once for all the things that it is true of."""

from __future__ import annotations

import re
from html import unescape

from kaiping.game import Game
from tests.report.games import EDITIONS
from tests.report.games import game as finished
from tests.web.table.pages import body


def denied(game: Game) -> str:
    found = re.search(r'<details class="denied".*?</details>', body(game), re.DOTALL)
    assert found is not None
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", found[0])).split())


def edition(name: str) -> Game:
    return next(finished(file) for file in EDITIONS if file.name.startswith(name))


def test_one_reason_names_all_things():
    told = denied(edition("1888-2022").at(30))
    assert told.count("No shares may be sold in the first stock round.") == 1
    assert "Sell shares JZR, JHR : No shares may be sold" in told, "in the order of the rows"


def test_reasons_that_differ_in_the_thing_alone_are_one():
    told = denied(edition("1880-2022").at(40))
    assert told.count("The director's certificate of") == 1
    assert "Likewise: JHU, JGG, JLR," in told


def test_what_is_too_dear_is_told_with_its_price():
    told = denied(edition("1888-2021").at(45))
    assert told.count("; Ann has $9.") == 2, "for shares, and for the start of a company"
    assert "A share of SSL costs $80; Ann has $9." in told
    assert "Likewise: CDL $75, CDL $70," in told
    assert "HJR has no token in C9." in told
    assert told.count("has no token in C9") == 1
