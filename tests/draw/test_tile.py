"""Tiles: where their stops and track lie, and the picture of each in each rotation."""

import re
from itertools import combinations
from math import dist
from xml.etree import ElementTree

import pytest

from kaiping.board.tile import STOP, StopKind
from kaiping.draw.face import Face, hex_face, tile_face
from kaiping.draw.geometry import APOTHEM, SIDE, across, toward
from kaiping.draw.layout import slot_size, slots
from kaiping.draw.manifest import tiles_left, tiles_svg
from kaiping.draw.svg import NAMESPACE
from kaiping.draw.theme import DARK, LIGHT, SLOT, TRACK
from kaiping.draw.tile import art, company_colors, face_svg

SVG = f"{{{NAMESPACE}}}"


def tile_svg(definition, tile_id: str, rotation: int = 0, phase: str | None = None) -> str:
    return face_svg(tile_face(definition, tile_id, rotation, phase), definition)


def faces(definition, rotations=range(6)):
    for tile_id in definition.tiles:
        for rotation in rotations:
            yield tile_face(definition, tile_id, rotation)


def test_every_tile_draws_in_every_rotation(definition) -> None:
    for tile_id, tile in definition.tiles.items():
        for rotation in range(6):
            root = ElementTree.fromstring(tile_svg(definition, tile_id, rotation))
            assert root.get("role") == "img"
            assert root.findtext(f"{SVG}title") == f"Tile {tile_id}"
            assert f"{tile.color} tile {tile_id}" in root.findtext(f"{SVG}desc", "")


def test_track_joins_the_ends_that_it_names(definition) -> None:
    for face in faces(definition):
        shape = definition.tiles[face.tile].shapes[face.rotation]
        placed = face.layout
        assert {frozenset(ends) for ends in placed.pieces} == {frozenset(ends) for ends in shape.track}
        for ends, curve in placed.pieces.items():
            for end, point in zip(ends, (curve.start, curve.end), strict=True):
                if end < STOP:
                    assert dist(point, toward(end, APOTHEM)) < 1
                elif face.stops[end - STOP].kind is not StopKind.OFFBOARD:
                    assert dist(point, placed.spots[end - STOP].place) < 0.01


def test_track_can_be_asked_for_from_either_end(definition) -> None:
    placed = tile_face(definition, "9", 1).layout
    one, other = placed.piece(1, 4), placed.piece(4, 1)
    assert one is not None
    assert other is not None
    assert one.start == other.end
    assert placed.piece(0, 3) is None


@pytest.mark.parametrize(("one", "other"), list(combinations(range(6), 2)))
def test_track_from_edge_to_edge_is_square_to_both(one, other) -> None:
    curve = across(one, other)
    for edge, heading in ((one, curve.heading(0)), (other, curve.backward().heading(0))):
        inward = toward(edge, -1)
        assert heading[0] * inward[0] + heading[1] * inward[1] > 0.99


def test_cities_keep_clear_of_each_other_and_of_foreign_track(definition) -> None:
    for face in faces(definition, [0]):
        placed = face.layout
        cities = [n for n, stop in enumerate(face.stops) if stop.kind is StopKind.CITY]
        for one, other in combinations(cities, 2):
            assert dist(placed.spots[one].place, placed.spots[other].place) > 2 * SLOT
        if len(face.stops) > 1:
            for index in cities:
                for ends, curve in placed.pieces.items():
                    if STOP + index not in ends:
                        gap = min(dist(placed.spots[index].place, point) for point in curve.points(20))
                        assert gap > SLOT + TRACK / 2, face.tile


def test_towns_lie_apart_and_on_their_own_track(definition) -> None:
    for face in faces(definition, [0]):
        towns = [spot for stop, spot in zip(face.stops, face.layout.spots, strict=True) if stop.kind is StopKind.TOWN]
        for one, other in combinations(towns, 2):
            assert one.heading is not None
            assert dist(one.place, other.place) > 25


def test_slots_of_a_city_lie_side_by_side() -> None:
    for count in range(1, 7):
        places = slots(count)
        assert len(places) == count
        for one, other in combinations(places, 2):
            assert dist(one, other) >= 2 * slot_size(count)
        assert all(abs(x) + slot_size(count) < APOTHEM and abs(y) + slot_size(count) < SIDE for x, y in places)


def test_values_cover_neither_slots_nor_the_rim(definition) -> None:
    for face in faces(definition):
        words = art(face, (), LIGHT).words
        for x, y in re.findall(r'<g transform="translate\(([-\d.]+) ([-\d.]+)\)" class="value">', words):
            place = (float(x), float(y))
            assert dist(place, (0, 0)) < APOTHEM
            for stop, spot in zip(face.stops, face.layout.spots, strict=True):
                if stop.kind is StopKind.CITY:
                    for slot in slots(stop.slots, spot.place):
                        assert dist(place, slot) > slot_size(stop.slots) + 13, (face.tile, face.rotation)


def test_the_value_in_force_stands_out(definition) -> None:
    svg = tile_svg(definition, "L39", phase="5")
    assert svg.count('class="value now"') == 1
    assert re.search(r'class="value now".*?>60</text>', svg)
    assert "(now 60)" in svg
    assert "now" not in tile_svg(definition, "L39")


def test_what_goes_to_the_treasury_is_shown(definition) -> None:
    svg = tile_svg(definition, "L41")
    assert ">+40</text>" in svg
    assert "40 to the treasury" in svg


def test_tokens_and_homes_fill_slots_in_order(definition) -> None:
    face = tile_face(definition, "512")._replace(tokens=(("JHR",),), homes=(("SSL",),))
    stops = art(face, company_colors(definition), LIGHT).stops
    assert stops.count('class="token"') == 1
    assert stops.count('class="home"') == 1
    assert stops.index('data-company="JHR"') < stops.index('data-company="SSL"')
    assert definition.companies["JHR"].color in stops


def test_a_token_beyond_the_slots_is_still_drawn(definition) -> None:
    face = tile_face(definition, "57")._replace(tokens=(("JHR", "SSL"),), homes=((),))
    assert art(face, company_colors(definition), LIGHT).stops.count('class="token"') == 2


def test_an_unknown_company_or_terrain_does_not_stop_the_picture(definition) -> None:
    face = tile_face(definition, "57")._replace(tokens=(("XYZ",),), homes=((),), terrain=("swamp",), cost=10)
    ElementTree.fromstring(face_svg(face, definition))


def test_terrain_shows_its_sign_and_price(definition, start) -> None:
    svg = face_svg(hex_face(definition, start, "F10"), definition)
    assert 'class="terrain"' in svg
    assert "water costs 20" in svg
    assert 'class="terrain"' not in face_svg(hex_face(definition, start, "D8"), definition)


def test_a_name_needs_no_more_than_its_own_characters(definition) -> None:
    svg = face_svg(Face("white", name="A & <B>"), definition)
    assert "A &amp;</text>" in svg
    ElementTree.fromstring(svg)


def test_the_manifest_shows_every_tile_and_what_is_left(definition, later) -> None:
    root = ElementTree.fromstring(tiles_svg(definition, later, frozenset({"L40a", "L40b"})))
    shown = {group.get("data-tile"): group for group in root.iter(f"{SVG}g") if group.get("data-tile")}
    assert set(shown) == set(definition.tile_counts)
    assert "1 / 3" in "".join(shown["23"].itertext())
    assert "0 / 2" in "".join(shown["51"].itertext())
    assert "spent" in shown["51"].get("class", "")
    left = tiles_left(definition, later, frozenset({"L40a"}))
    assert (left["L40a"], left["8893"], left["611"]) == (0, 0, 5)


def test_the_dark_theme_draws(definition, later) -> None:
    svg = tiles_svg(definition, later, theme=DARK)
    assert DARK.paper in svg
    assert LIGHT.paper not in svg
