"""What the boards of 1880 and 1890 show that 1888's does not: ferries, stubs, harbours, boomtowns, other values."""

from importlib.resources import files
from xml.etree import ElementTree

import msgspec
import pytest

from kaiping.board.board import Board
from kaiping.definition import Definition
from kaiping.draw.describe import face_words
from kaiping.draw.face import hex_face, tile_face
from kaiping.draw.manifest import tiles_svg
from kaiping.draw.map import map_svg
from kaiping.draw.svg import NAMESPACE
from kaiping.draw.text import map_text
from kaiping.draw.theme import LIGHT
from kaiping.draw.tile import face_svg
from kaiping.loading import load_map, load_tile_counts, load_tiles

SVG = f"{{{NAMESPACE}}}"
EMPTY = Board({}, {}, {})


@pytest.fixture(scope="module")
def boards(definition: Definition) -> dict[str, Definition]:
    """The maps and tiles of the other titles, without their companies."""
    made = {}
    for title in ("1880", "1890"):
        data = files(f"kaiping.titles.g{title}") / "data"
        made[title] = msgspec.structs.replace(
            definition,
            name=title,
            map=load_map(data),
            tiles=load_tiles(data),
            tile_counts=load_tile_counts(data),
            companies={},
            subsidies={},
        )
    return made


def parts(picture: str, name: str) -> list[ElementTree.Element]:
    """The parts of a picture that have a class."""
    return [part for part in ElementTree.fromstring(picture).iter() if part.get("class") == name]


def hex_picture(definition: Definition, hex_id: str, board: Board = EMPTY) -> str:
    return face_svg(hex_face(definition, board, hex_id), definition)


def words(definition: Definition, hex_id: str) -> str:
    return face_words(hex_face(definition, EMPTY, hex_id))


@pytest.mark.parametrize(("title", "hexes", "tiles"), [("1880", 121, 57), ("1890", 83, 58)])
def test_every_hex_and_tile_is_drawn(boards, title: str, hexes: int, tiles: int) -> None:
    assert len(parts(map_svg(boards[title], EMPTY), "hex")) == hexes
    assert len(parts(tiles_svg(boards[title], EMPTY), "tile")) == tiles
    assert map_text(boards[title], EMPTY, color=False).count("mountain") == 1


def test_a_ferry_is_a_broken_line(boards) -> None:
    lines = parts(map_svg(boards["1880"], EMPTY), "ferry")
    assert len(lines) == 4
    assert all(line.get("stroke-dasharray") for line in lines)
    assert words(boards["1880"], "F12") == "F12; sea hex; ferry to west, north-east"


def test_a_stub_shows_until_a_tile_covers_it(boards) -> None:
    assert len(parts(map_svg(boards["1880"], EMPTY), "stub")) == 4
    assert len(parts(hex_picture(boards["1880"], "G7"), "stub")) == 1
    assert not parts(hex_picture(boards["1880"], "G7", Board({"G7": ("9", 0)}, {}, {})), "stub")
    assert words(boards["1880"], "G7") == "G7; land hex; every tile needs track to north-east"


def test_a_harbour_is_reached_by_arrows(boards) -> None:
    """Like a red place: three arrows to Taiwan and no line that meets in the middle."""
    taiwan = hex_picture(boards["1880"], "N16")
    root = ElementTree.fromstring(taiwan)
    arrows = [part for part in root.iter(f"{SVG}polygon") if part.get("fill") == LIGHT.track]
    assert len(arrows) == 3
    assert not [part for part in root.iter(f"{SVG}path") if part.get("stroke") == LIGHT.track]
    assert "harbour 30/30/0/0" in words(boards["1880"], "N16")


def test_a_boomtown_is_a_dot_in_a_ring(boards) -> None:
    for hex_id, count in (("E9", 1), ("H8", 2)):
        root = ElementTree.fromstring(hex_picture(boards["1880"], hex_id))
        fills = [part.get("fill") for part in root.iter(f"{SVG}circle")]
        assert fills.count(LIGHT.slot) == fills.count(LIGHT.track) == count
    text = map_text(boards["1880"], EMPTY, color=False)
    assert text.count("○") == 10 + 1
    assert "○ town or city to be" in text
    assert "○" not in map_text(boards["1890"], EMPTY, color=False)


def test_values_that_do_not_go_by_colours_have_plain_boxes(boards) -> None:
    """Himeji is worth 40, 50 and 70, which are not the values of yellow, green and brown."""
    for title, hex_id, fills in (
        ("1890", "F1", [LIGHT.value] * 3),
        ("1880", "A3", [LIGHT.value_boxes[color] for color in ("yellow", "green", "brown", "grey")]),
    ):
        boxes = parts(hex_picture(boards[title], hex_id), "value")
        assert [box[0].get("fill") for box in boxes] == fills


def test_a_tile_tells_what_covering_it_costs(boards) -> None:
    osaka = tile_face(boards["1890"], "823")
    assert face_words(osaka).endswith("covering it costs 80")
    assert "80" in [part.text for part in ElementTree.fromstring(face_svg(osaka, boards["1890"])).iter(f"{SVG}text")]


@pytest.mark.parametrize("hex_id", ["A3", "Q7", "Q15"])
def test_a_token_on_a_distant_place_does_not_lie_on_its_values(boards, hex_id: str) -> None:
    picture = hex_picture(boards["1880"], hex_id, Board({}, {(hex_id, 0): ("A1",)}, {}))
    token = next(part for part in parts(picture, "token")[0].iter(f"{SVG}circle"))
    middle, radius = float(token.get("cy", 0)), float(token.get("r", 0))
    boxes = [
        box for part in [*parts(picture, "value"), *parts(picture, "value now")] for box in part.iter(f"{SVG}rect")
    ]
    assert len(boxes) == 4
    for box in boxes:
        top, high = float(box.get("y", 0)), float(box.get("height", 0))
        assert top >= middle + radius or top + high <= middle - radius


def test_names_in_the_language_of_the_country_stand_beneath_the_english_ones(boards) -> None:
    osaka = boards["1890"]
    assert {part.get("lang") for part in parts(map_svg(osaka, EMPTY), "native")} == {"ja"}
    picture = hex_picture(osaka, "F5")
    (name,), (native,) = parts(picture, "name"), parts(picture, "native")
    assert (name.text, native.text) == ("Kobe", "神戸")
    assert float(native.get("y", 0)) > float(name.get("y", 0))
    assert float(native.get("font-size", 0)) < float(name.get("font-size", 0))
    assert parts(map_svg(boards["1880"], EMPTY), "native") == []


def test_a_second_name_is_left_out_rather_than_written_over_track(boards) -> None:
    osaka = boards["1890"]
    written = [hex_id for hex_id in osaka.map.hexes if parts(hex_picture(osaka, hex_id), "native")]
    left_out = [hex_id for hex_id, here in osaka.map.hexes.items() if here.japanese and hex_id not in written]
    assert len(written) >= 35
    assert all(parts(hex_picture(osaka, hex_id), "name") for hex_id in left_out)
