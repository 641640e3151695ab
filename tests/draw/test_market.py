"""The share price board as a picture and as text."""

from xml.etree import ElementTree

from kaiping.draw.market import market_svg
from kaiping.draw.svg import NAMESPACE
from kaiping.draw.text import market_text
from kaiping.draw.theme import LIGHT
from kaiping.game import Game
from kaiping.titles import definition as find_definition

SVG = f"{{{NAMESPACE}}}"
MARKERS = {(1, 3): ("JHR", "SSL"), (8, 0): ("TJL",), (0, 17): ("CDL", "LYR", "JZR", "ZDR", "HJR")}


def cells(root: ElementTree.Element) -> dict[str, ElementTree.Element]:
    return {group.get("data-cell", ""): group for group in root.iter(f"{SVG}g") if group.get("data-cell")}


def fill(cell: ElementTree.Element) -> str | None:
    return cell[0].get("fill")


def test_every_cell_shows_its_price_and_kind(definition) -> None:
    root = ElementTree.fromstring(market_svg(definition, {}))
    found = cells(root)
    assert len(found) == len(definition.market.cells)
    for (row, column), cell in definition.market.cells.items():
        shown = found[f"{row},{column}"]
        assert shown.findtext(f"{SVG}text") == str(cell.price)
        kind = "par" if cell.par else cell.zone or "plain"
        assert fill(shown) == LIGHT.market[kind]


def test_the_zone_has_the_color_that_the_edition_names(definition) -> None:
    assert definition.market.zones == ("red",)
    found = cells(ElementTree.fromstring(market_svg(definition, {})))
    assert fill(found["8,0"]) == LIGHT.market["red"]


def test_markers_lie_in_order_topmost_first(definition) -> None:
    root = ElementTree.fromstring(market_svg(definition, MARKERS))
    heights = {
        group.get("data-company"): float(group[0].get("y", 0))
        for group in root.iter(f"{SVG}g")
        if group.get("class") == "marker"
    }
    assert set(heights) == {company for companies in MARKERS.values() for company in companies}
    assert heights["JHR"] < heights["SSL"]
    assert "JHR, SSL: ¥95 (row 2, column 4)" in root.findtext(f"{SVG}desc", "")


def test_rows_end_in_arrows_up_and_begin_with_arrows_down(definition) -> None:
    root = ElementTree.fromstring(market_svg(definition, {}))
    arrows = next(group for group in root.iter(f"{SVG}g") if group.get("class") == "arrows")
    rows = len(definition.market.rows)
    # no way up from the top row, none down from the bottom row
    assert len(list(arrows)) == 2 * (rows - 1)


def test_a_state_may_be_drawn_as_it_is(definition) -> None:
    state = Game("1888", players=["Ann", "Bo", "Cy"]).state
    state.market = dict(MARKERS)
    assert market_svg(definition, state) == market_svg(definition, MARKERS)
    assert market_text(definition, state) == market_text(definition, MARKERS)


def test_the_market_as_text(definition) -> None:
    text = market_text(definition, MARKERS, color=False)
    assert "\x1b" not in text
    assert "95*" in text
    assert "40~" in text
    for companies in MARKERS.values():
        for company in companies:
            assert company in text
    lines = text.splitlines()
    column = lines[6].index("95*")
    assert max(map(len, lines)) < 110
    assert [lines[row][column - 1 : column + 2].strip() for row in (7, 8)] == ["JHR", "SSL"]


def test_prices_that_add_to_the_income_say_so() -> None:
    definition = find_definition("1880", "2022")
    root = ElementTree.fromstring(market_svg(definition, {}))
    found = cells(root)
    for (row, column), cell in definition.market.cells.items():
        shown = [text.text for text in found[f"{row},{column}"].iter(f"{SVG}text")]
        assert shown == [str(cell.price), *([f"+{cell.bonus}"] if cell.bonus else [])]
    assert "+5: ten times that, 50, more income a turn" in [text.text for text in root.iter(f"{SVG}text")]
    lines = market_text(definition, {(0, 13): ("BCR",)}, color=False).splitlines()
    column = lines[0].index("200")
    assert [line[column - 1 : column + 3].strip() for line in lines[:3]] == ["200", "+40", "BCR"]


_ARROWS = "arrows: where the next step leads from the end of a row"


def test_zones_and_signs_are_explained() -> None:
    for title, edition, words in (
        ("1888", "2022", ["par prices", "red zone: shares count toward no certificate limit", _ARROWS]),
        (
            *("1890", "C"),
            [
                "par prices",
                "yellow zone: shares count toward no certificate limit",
                "brown zone: shares count toward no certificate limit, more than 60% may be held",
                "×: closes the company",
                _ARROWS,
            ],
        ),
    ):
        root = ElementTree.fromstring(market_svg(find_definition(title, edition), {}))
        key = next(group for group in root.iter(f"{SVG}g") if group.get("class") == "key")
        assert [text.text for text in key.iter(f"{SVG}text")] == words
