"""Nothing is told by colour alone: company colours of printed games look alike to many, so letters say the same."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from kaiping.draw.theme import DARK, LIGHT, contrast, letters_on
from kaiping.game import Game
from kaiping.titles import TITLES, definition
from tests.bots.greedy_0 import BOT as GREEDY_0
from tests.draw.sight import SIGHTS, apart, seen


@pytest.mark.parametrize("sight", SIGHTS)
def test_the_simulation(sight: str):
    """Greys stay grey, and red and green come near each other for those who lack the cones between them."""
    assert apart("#777777", seen("#777777", sight), "all cones") < 2
    assert apart("#FFFFFF", "#000000", sight) > 95
    near = apart("#B05020", "#60701C", sight)
    assert (near < 15) == (sight in ("protanopia", "deuteranopia"))


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("title", TITLES)
def test_letters_are_read_on_every_company_color(title: str, sight: str):
    printed = definition(title)
    colors = [company.color for company in printed.companies.values()] + [one.color for one in printed.minors.values()]
    for color in colors:
        assert contrast(seen(letters_on(color), sight), seen(color, sight)) > 4, color


@pytest.mark.parametrize("title", TITLES)
def test_companies_are_told_by_letters_wherever_they_are_drawn(title: str):
    """Every token on the map and every marker on the market has its company's letters on it."""
    from random import Random

    game, chance = Game(title, players=["Ann", "Bo", "Cy"]), Random(1)
    while len(game.state.operated) < 4:
        game.play(GREEDY_0.choose(game, chance))
    for picture in (game.svg(), game.svg(what="market")):
        marks = re.findall(r'<g[^>]*data-company="(\w+)"[^>]*>(.*?)</g>', picture)
        assert marks
        for company, inside in marks:
            assert re.search(rf"<text[^>]*>{company}<", inside), (company, inside)
    codes = [*game.definition.companies, *game.definition.minors]
    assert len(set(codes)) == len(codes)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_runs_on_the_map_are_told_apart(theme, sight: str):
    """The first routes of a run differ by their colours to everybody."""
    for one, other in combinations(theme.routes[:4], 2):
        assert apart(one, other, sight) > 12, (one, other)
