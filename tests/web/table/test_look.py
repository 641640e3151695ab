"""Colours of the page and of the drawings agree."""

from __future__ import annotations

import re
from pathlib import Path

from kaiping.draw.map import map_svg
from kaiping.draw.theme import DARK, LIGHT, channels, contrast
from kaiping.draw.variables import PAGE, line_names, variables
from kaiping.game import Game

STATIC = Path(__file__).parents[3] / "src" / "kaiping" / "web" / "static" / "site"


def blocks() -> list[dict[str, str]]:
    """The values of names in each block of the site's style sheet that sets any."""
    text = (STATIC / "site.css").read_text()
    found = [dict(re.findall(r"(--[\w-]+):\s*(#\w+)", block)) for block in re.findall(r"\{([^{}]*)\}", text)]
    return [block for block in found if "--paper" in block]


def test_the_dark_map_is_the_dark_theme():
    light, *dark = blocks()
    assert len(dark) == 2
    assert not any(name.startswith("--map-") for name in light)
    for block in dark:
        assert {name: color for name, color in block.items() if name.startswith("--map-")} == dict(variables(DARK))


def test_both_dark_blocks_are_the_same():
    _light, one, other = blocks()
    assert one == other


def test_words_can_be_read_in_light_and_dark():
    for block in blocks()[:2]:
        for ground in ("--paper", "--sheet", "--soft"):
            assert contrast(block["--ink"], block[ground]) > 7
            assert contrast(block["--faint"], block[ground]) > 4.5
        for words in ("--accent", "--good", "--bad", "--link", "--warn"):
            assert contrast(block[words], block["--sheet"]) > 4.5, words
        assert contrast(block["--accent-ink"], block["--accent"]) > 4.5
        assert contrast(block["--bad"], block["--bad-soft"]) > 4.5
        assert contrast(block["--accent"], block["--accent-soft"]) > 4.5
        for cell in (name for name in block if name.startswith("--market-")):
            assert contrast(block["--ink"], block[cell]) > 4.5, cell


def test_a_named_colour_counts_as_the_colour_behind_it():
    assert channels(PAGE.paper) == channels(LIGHT.paper)
    assert PAGE.ground["yellow"] == f"var(--map-ground-yellow,{LIGHT.ground['yellow']})"


def test_a_live_map_has_handles_and_places_for_what_is_drawn_later():
    game = Game("1888", players=["Ann", "Bo"])
    plain = map_svg(game.definition, game.state.board)
    live = map_svg(game.definition, game.state.board, live=True)
    assert 'class="handles"' not in plain
    for name in ("routes", "calls", "preview"):
        assert f'<g class="{name}"' in live
    stops = {f"{name}.{index}" for name, here in game.definition.map.hexes.items() for index in range(len(here.stops))}
    assert set(re.findall(r'data-stop="([^"]+)"', live)) == stops


def test_the_lines_of_plots_are_those_of_the_themes():
    light, *dark = blocks()
    for block, theme in ((light, LIGHT), *((one, DARK) for one in dark)):
        found = {name: color.upper() for name, color in block.items() if name.startswith("--line-")}
        assert found == dict(line_names(theme))


def test_routes_have_the_same_colors_beside_the_map_as_on_it():
    sheet = (STATIC.parents[1] / "table" / "static" / "table" / "table.css").read_text()
    beside = re.findall(r"\.route-\d \{ background: (#\w+); \}", sheet)
    assert [color.upper() for color in beside] == list(LIGHT.routes) == list(DARK.routes)
