"""What is printed of a title is what its data say, in their numbers, and fits the paper."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import pytest

from kaiping.errors import BadInput
from kaiping.game import Game
from kaiping.paper.cards import certificates, charters, lots, tokens_of, train_cards
from kaiping.paper.sheets import HEX, PAPERS, cut, tile_pages
from kaiping.titles import definition
from tests.ages import editions


def game_of(edition: str) -> Game:
    title, _, name = edition.partition(":")
    printed = definition(title, name)
    return Game(title, edition=name, players=["Ann", "Bo", "Cy"][: printed.players[0]])


@pytest.mark.parametrize("edition", editions())
def test_every_tile_and_card_is_there_as_often_as_it_should(edition: str):
    game = game_of(edition)
    printed = game.definition
    for paper in PAPERS.values():
        laid = Counter(one.tile for page in tile_pages(printed, paper) for one in page)
        assert laid == Counter(printed.tile_counts)
    sizes = printed.shares.president_percents
    for code in printed.companies:
        own = [one for one in certificates(game) if one.code == code]
        assert [one.percent for one in own if one.president] == [*sizes]
        assert min(sizes) + sum(one.percent for one in own if not one.president) == 100
    assert {one.code for one in lots(game)} >= set(printed.privates)
    assert [one.code for one in charters(game)] == [*printed.companies, *printed.minors]
    discs = {code: count for code, _color, _letters, count in tokens_of(game)}
    assert all(discs[code] == company.stations + 1 for code, company in printed.companies.items())
    assert all(discs[code] == 1 for code, minor in printed.minors.items() if minor.homes)
    trains = Counter(one.name for one in train_cards(game))
    assert all(kind.count is None or trains[kind.name] == kind.count for kind in printed.trains.values())


def test_tiles_lie_side_by_side_and_within_the_sheet():
    for paper in PAPERS.values():
        room, down = paper.room
        for page in tile_pages(definition("1880"), paper):
            for one in page:
                assert one.x + HEX <= room + 1e-6
                assert one.y + HEX * 2 / sqrt(3) <= down + 1e-6
            middles = [(one.x, one.y) for one in page]
            near = (
                (ax - bx) ** 2 + (ay - by) ** 2 for n, (ax, ay) in enumerate(middles) for bx, by in middles[n + 1 :]
            )
            assert min(near) >= HEX**2 - 1e-6


def test_a_map_is_cut_into_pieces_that_make_it_whole():
    found = cut(500, 300, PAPERS["a4"])
    assert found.turned
    assert len(found.pieces) == found.rows * found.columns == 4
    assert sum(one.wide * one.high for one in found.pieces) == pytest.approx(500 * 300)
    room, down = PAPERS["a4"].turned.room
    assert all(one.wide <= room and one.high <= down for one in found.pieces)
    assert len(cut(100, 100, PAPERS["a4"]).pieces) == 1


def test_nonsense_is_refused():
    from kaiping.paper.pdf import sources

    with pytest.raises(BadInput, match="no paper 'a0'"):
        sources(game_of("1888:2022"), "a0")
    with pytest.raises(BadInput, match="from 15 to 60 mm"):
        sources(game_of("1888:2022"), hex_wide=3)
    with pytest.raises(BadInput, match="from 15 to 60 mm"):
        sources(game_of("1888:2022"), hex_wide=float("nan"))
