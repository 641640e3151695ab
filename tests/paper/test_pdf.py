"""The PDF itself: sizes of pages, the scale as measured on them, and that every letter has its shape."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from math import sqrt
from typing import Any

import pypdfium2
import pytest

from kaiping.draw.png import font_files, letters_in
from kaiping.draw.theme import LIGHT
from kaiping.paper.aid import aid
from kaiping.paper.pdf import sources, to_pdf
from kaiping.paper.sheets import FOOT, MARGIN, PAPERS
from tests.ages import editions
from tests.many import few
from tests.paper.test_sheets import game_of

#: points of a PDF in a millimetre
POINTS = 72 / 25.4


@lru_cache(6)
def printed(edition: str, paper: str = "a4", hex_wide: float = 43.0) -> Any:
    return pypdfium2.PdfDocument(to_pdf(game_of(edition), paper=paper, hex_wide=hex_wide))


def texts(document: Any) -> list[str]:
    return [page.get_textpage().get_text_range() for page in document]


def pages_of(document: Any, kind: str) -> list[int]:
    return [number for number, text in enumerate(texts(document)) if re.search(rf"· {kind}( \(|\b.* ·)", text)]


def spot(page: Any, word: str) -> tuple[float, float] | None:
    """The middle of a word on a page, in millimetres."""
    text = page.get_textpage()
    found = text.search(word, match_whole_word=True).get_next()
    if found is None:
        return None
    left, low, right, high = text.get_charbox(found[0])
    return (left + right) / 2 / POINTS, (low + high) / 2 / POINTS


@pytest.mark.parametrize("edition", ["1888:2022", "1880:2022", "1890:C"])
def test_the_aid_tells_where_prices_go_and_fills_its_page(edition: str):
    """The market's colours stand there with their meaning; a reader finds no words for a colour that is not shown."""
    document = printed(edition)
    page = document[0]
    assert "one step to the right" in texts(document)[0]
    fills = {one.color for one in aid(game_of(edition)).market if one.words == "par prices"}
    assert fills == {LIGHT.market["par"]}
    _wide, high = page.get_size()
    text = page.get_textpage()
    foot = (MARGIN + FOOT) * POINTS
    lows = [box[1] for number in range(text.count_chars()) if (box := text.get_charbox(number))[1] > foot]
    assert min(lows) < 0.15 * high, "no third of the page is empty"


@pytest.mark.parametrize("edition", few([(one,) for one in editions()], ("1890:C",)))
def test_a_title_on_paper(edition: str):
    document, game = printed(edition), game_of(edition)
    sizes = {tuple(round(side / POINTS, 1) for side in page.get_size()) for page in document}
    assert sizes <= {(210.0, 297.0), (297.0, 210.0)}
    words = texts(document)
    for kind in ("Player aid", "Map", "Share prices", "Tiles", "Charters", "Certificates", "Privates", "Trains"):
        assert any(f"· {kind}" in text for text in words), kind
    assert sum("· Player aid" in text for text in words) == 1
    numbers = Counter(
        line.strip() for text in words if "· Tiles" in text for line in re.split(r"\s+", text) if line.strip()
    )
    # the number of a tile may be the value of a stop as well
    assert all(numbers[tile] >= count for tile, count in game.definition.tile_counts.items())
    shares = " ".join(text for text in words if "· Certificates" in text)
    for code in game.definition.companies:
        sizes_of = len(game.definition.shares.president_percents)
        assert len(re.findall(rf"\b{re.escape(code)}\b", shares)) >= sizes_of + 8
    for company in game.definition.companies.values():
        native = company.chinese or company.japanese
        assert not native or native in shares.replace(" ", "")


@pytest.mark.parametrize(
    ("paper", "wide", "high", "hex_wide"), [("a4", 210.0, 297.0, 43.0), ("letter", 215.9, 279.4, 38.0)]
)
def test_a_hex_is_as_wide_as_it_says(paper: str, wide: float, high: float, hex_wide: float):
    """Names of neighbours in a row stand one hex apart."""
    document = printed("1888:2022", *(() if paper == "a4" else (paper, hex_wide)))
    assert {round(side / POINTS, 1) for page in document for side in page.get_size()} == {wide, high}
    (first, *_rest) = pages_of(document, "Map")
    one, other = spot(document[first], "B2"), spot(document[first], "B4")
    assert one
    assert other
    assert other[0] - one[0] == pytest.approx(hex_wide, abs=0.15)
    assert other[1] == pytest.approx(one[1], abs=0.05)
    assert f"a hex is {hex_wide:g} mm" in texts(document)[first]


def test_tiles_are_as_wide_as_they_say():
    """Through the middle of the first row: as many tiles as lie there, from the margin on."""
    document, hex_wide, fine = printed("1888:2022"), 43.0, 10
    drawn = document[pages_of(document, "Tiles")[0]].render(scale=fine / POINTS).to_numpy()
    line = drawn[round((MARGIN + hex_wide / sqrt(3)) * fine)].min(axis=1) < 250
    inked = [place / fine for place, dark in enumerate(line) if dark]
    count = int(PAPERS["a4"].room[0] / hex_wide)
    assert inked[0] == pytest.approx(MARGIN, abs=0.2)
    assert inked[-1] == pytest.approx(MARGIN + count * hex_wide, abs=0.3)
    assert len(inked) / fine == pytest.approx(count * hex_wide, rel=0.35)


def test_every_letter_has_its_shape():
    """Whatever is set, some font of ours has it."""
    known = set().union(*map(letters_in, font_files()))
    for edition in ("1888:2022", "1880:2022", "1890:C"):
        missing = {letter for letter in sources(game_of(edition))["data.json"].decode() if letter not in known}
        assert not missing, f"{edition}: {missing}"
    assert "\ufffd" not in "".join(texts(printed("1890:C")))
