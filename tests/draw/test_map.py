"""The map as a picture."""

import re
from math import dist
from xml.etree import ElementTree

import pytest

from kaiping.action import Route, RunRoutes
from kaiping.board.tile import StopKind
from kaiping.cli.record import open_record
from kaiping.draw.face import hex_face
from kaiping.draw.geometry import centre
from kaiping.draw.layout import TOWN, slot_size
from kaiping.draw.lettering import broken_word
from kaiping.draw.map import map_svg
from kaiping.draw.routes import legs
from kaiping.draw.svg import NAMESPACE
from kaiping.draw.theme import DARK, LIGHT, PRINT
from kaiping.errors import BadInput
from kaiping.game import Game
from kaiping.routes.check import incomes
from kaiping.routes.search import best_run
from kaiping.titles import TITLES
from kaiping.titles import definition as find_definition
from tests.records.games import RECORDINGS

SVG = f"{{{NAMESPACE}}}"

LONG = Route("D", ("A19.0", "A21", "B20.0", "C21", "D20.0"))
SHORT = Route("2", ("D10.0", "C11", "C13.0"))


def drawn(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def layer(root: ElementTree.Element, name: str) -> ElementTree.Element:
    return next(group for group in root.iter(f"{SVG}g") if group.get("class") == name)


def texts(root: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in root.iter(f"{SVG}text")]


def test_a_picture_has_a_role_a_title_and_a_text_twin(definition, start) -> None:
    root = drawn(map_svg(definition, start, phase="1", title="Before the start"))
    assert root.get("role") == "img"
    assert [child.tag for child in list(root)[:2]] == [f"{SVG}title", f"{SVG}desc"]
    assert root[0].text == "Before the start"
    twin = root[1].text or ""
    assert "C9 Beijing; yellow hex; label B; city 30, home of JZR; city 30, home of JHR" in twin
    assert "phase 1" in twin


def test_every_hex_is_there_with_its_coordinate_name_and_tooltip(definition, later) -> None:
    root = drawn(map_svg(definition, later))
    hexes = {shape.get("data-hex"): shape for shape in layer(root, "hexes")}
    assert set(hexes) == set(definition.map.hexes)
    words = set(texts(layer(root, "words")))
    for hex_id, printed in definition.map.hexes.items():
        assert hex_id in words
        assert (hexes[hex_id].findtext(f"{SVG}title") or "").startswith(hex_id)
        if printed.name and "&" not in printed.name and printed.group is None:
            assert printed.name in words or set(broken_word(printed.name)) <= words


def test_tiles_labels_and_costs_are_there(definition, later) -> None:
    words = texts(layer(drawn(map_svg(definition, later)), "words"))
    for tile, _ in later.tiles.values():
        assert tile in words
    assert words.count("OO") == 3  # B18 and B20 as laid, H4 as printed
    assert words.count("B") == 1
    assert words.count("40") > words.count("30") > 0


def test_tokens_and_homes_are_there(definition, later) -> None:
    stops = layer(drawn(map_svg(definition, later)), "stops")
    groups = [(group.get("class"), group.get("data-company", "")) for group in stops.iter(f"{SVG}g")]
    tokens = sorted(company for owners in later.tokens.values() for company in owners)
    homes = sorted(company for owners in later.reserved.values() for company in owners)
    assert sorted(company for kind, company in groups if kind == "token") == tokens
    assert sorted(company for kind, company in groups if kind == "home") == homes


def test_destinations_carry_a_flag(definition, start) -> None:
    words = layer(drawn(map_svg(definition, start)), "words")
    flags = {group.get("data-company") for group in words.iter(f"{SVG}g") if group.get("class") == "destination"}
    assert flags == {name for name, company in definition.companies.items() if company.destination}


def test_barriers_are_drawn_once_each(definition, start) -> None:
    bars = layer(drawn(map_svg(definition, start)), "barriers")
    assert sum(line.get("stroke") == LIGHT.barrier for line in bars) == 3


def test_a_place_of_several_hexes_is_named_once_and_has_no_border_inside(definition, start) -> None:
    root = drawn(map_svg(definition, start))
    assert texts(root).count("Baotou") == 1
    (ax, ay), (bx, _) = centre("A1"), centre("A3")
    inside = ((ax + bx) / 2, ay)
    (path,) = layer(root, "borders")
    lines = []
    for line in re.findall(r"M(\S+) (\S+?)l(\S+?) ([^M]+)", path.get("d", "")):
        x, y, across, down = map(float, line)
        lines.append((round(x + across / 2, 1), round(y + down / 2, 1)))
    assert len(lines) > len(definition.map.hexes)
    assert all(dist(middle, inside) > 5 for middle in lines)
    assert len(lines) == len(set(lines))


def test_marked_hexes_are_framed(definition, start) -> None:
    root = drawn(map_svg(definition, start, marked=["D8", "C7"]))
    assert {shape.get("data-hex") for shape in layer(root, "marked")} == {"D8", "C7"}
    assert "Marked: D8, C7." in (root[1].text or "")
    with pytest.raises(BadInput, match="no hex Z9"):
        map_svg(definition, start, marked=["Z9"])


def test_the_width_is_as_asked_for(definition, start) -> None:
    root = drawn(map_svg(definition, start, width=640))
    wide, high = (float(part) for part in (root.get("viewBox") or "").split()[2:])
    assert root.get("width") == "640"
    assert float(root.get("height") or 0) == pytest.approx(640 * high / wide, abs=0.01)


def test_an_unknown_phase_is_refused(definition, start) -> None:
    with pytest.raises(BadInput, match="no phase 9"):
        map_svg(definition, start, phase="9")


def test_the_same_position_gives_the_same_picture(definition, later) -> None:
    assert map_svg(definition, later, routes=[LONG]) == map_svg(definition, later, routes=[LONG])
    assert map_svg(definition, later, theme=DARK) != map_svg(definition, later)


def test_a_route_follows_the_track_without_a_gap(definition, later) -> None:
    for route in (LONG, SHORT):
        points = []
        for leg in legs(definition.map, route):
            curve = hex_face(definition, later, leg.hex).layout.piece(*leg.ends)
            assert curve is not None
            moved = curve.moved(centre(leg.hex))
            points += [moved.start, moved.end]
        for end, begin in zip(points[1:-1:2], points[2::2], strict=True):
            assert dist(end, begin) < 1.5


def test_routes_are_drawn_in_colors_of_their_own_with_a_key(definition, later) -> None:
    root = drawn(map_svg(definition, later, routes=[LONG, SHORT]))
    groups = list(layer(root, "routes"))
    assert [group.get("data-train") for group in groups] == ["D", "2"]
    for group, route, color in zip(groups, (LONG, SHORT), LIGHT.routes, strict=False):
        lines = [path for path in group if path.get("stroke") == color]
        assert len(lines) == len(legs(definition.map, route))
    assert len(list(layer(root, "calls"))) == len(LONG.stops) + len(SHORT.stops)
    assert "D: Changchun – Fushun & Benxi – Dandong" in texts(layer(root, "key"))
    assert "Route of train 2: D10.0, C11, C13.0." in (root[1].text or "")


def test_two_routes_over_one_track_are_both_seen(definition, later) -> None:
    root = drawn(map_svg(definition, later, routes=[SHORT, SHORT]))
    widths = [float(path.get("stroke-width", 0)) for group in layer(root, "routes") for path in list(group)[:1]]
    assert widths[0] > widths[1]


@pytest.mark.parametrize(
    ("path", "why"),
    [
        (("C9.0", "H8"), "jumps from C9 to H8"),
        (("D10.0", "D8", "C7.0"), "no track on D8"),
        (("D10.x", "D8"), "cannot be read"),
        (("D10", "D10"), "stays on D10"),
        (("Z9.0", "D8"), "jumps from Z9"),
    ],
)
def test_a_route_that_cannot_be_drawn_is_refused(definition, later, path, why) -> None:
    with pytest.raises(BadInput, match=why):
        map_svg(definition, later, routes=[Route("2", path)])


def test_a_recorded_position_draws(definition, recorded) -> None:
    root = drawn(map_svg(definition, recorded, phase="7"))
    tokens = [group for group in layer(root, "stops").iter(f"{SVG}g") if group.get("class") == "token"]
    assert len(tokens) == sum(map(len, recorded.tokens.values()))


def test_tokens_that_wait_for_a_space(definition, start) -> None:
    assert not [one for one in drawn(map_svg(definition, start)).iter(f"{SVG}g") if one.get("class") == "waiting"]
    root = drawn(map_svg(definition, start, waiting={"C9": ("SSL", "CDL")}))
    row = layer(root, "waiting")
    assert texts(row) == ["SSL", "CDL"]
    assert "waiting for a space: SSL CDL" in (root[1].text or "")


def test_the_key_of_a_run_says_who_runs_and_what_for(definition, later) -> None:
    earned = ("JHR Jinghan Railway: ¥150", "¥90", "¥60")
    root = drawn(map_svg(definition, later, routes=[LONG, SHORT], earned=earned))
    named = ["D: Changchun – Fushun & Benxi – Dandong, ¥90", "2: Tianjin – Qinhuangdao, ¥60"]
    assert texts(layer(root, "key")) == [earned[0], *named]


def test_a_key_that_is_too_long_with_names_has_coordinates(definition, later) -> None:
    there_and_back = Route("D", LONG.path + (LONG.path[-2::-1] + LONG.path[1:]) * 4)
    (words,) = texts(layer(drawn(map_svg(definition, later, routes=[there_and_back])), "key"))
    assert words.startswith("D: A19 – B20 – D20 – B20 – A19")


def test_the_rings_of_every_route_are_seen_round_every_stop(definition, later) -> None:
    """Each reaches beyond the stop's frame and beyond the ring within it, whatever the number of spaces."""
    for route in (LONG, SHORT):
        rings: dict[tuple[str | None, ...], list[float]] = {}
        for ring in layer(drawn(map_svg(definition, later, routes=[route] * 3)), "calls"):
            reach = float(ring.get("r") or float(ring.get("stroke-width", 0)) / 2)
            rings.setdefault((ring.get("d"), ring.get("cx"), ring.get("cy")), []).append(reach)
        for point, reaches in zip(route.stops, rings.values(), strict=True):
            hex_id, _, index = point.partition(".")
            stop = hex_face(definition, later, hex_id).stops[int(index)]
            frame = slot_size(stop.slots) + (5 if stop.slots > 1 else 1.5) if stop.kind is StopKind.CITY else TOWN + 1.5
            assert len(set(reaches)) == 3
            assert reaches == sorted(reaches, reverse=True)  # the widest lies below
            assert min(reaches) > frame + 2


def test_minors_have_their_own_color() -> None:
    """The tokens of 1880's investors carry white letters on dark grey."""
    game = Game("1880", players=["Ann", "Bo", "Cy"])
    tokens = [group for group in drawn(game.svg()).iter(f"{SVG}g") if group.get("data-company") == "A1"]
    disc, word = tokens[0]
    assert (disc.get("fill"), word.get("fill")) == (game.definition.minors["A1"].color, "#FFFFFF")


@pytest.mark.parametrize(
    ("title", "meanings"),
    [
        ("1888", {"a company's destination", "no track across"}),
        (
            "1880",
            {"no track across", "track laid there must join it", "a ferry", "becomes a town or a city"}
            | {minor.name for minor in find_definition("1880").minors.values()},
        ),
        ("1890", {"no track across"}),
    ],
)
def test_signs_on_a_map_are_explained_below_it(title, meanings) -> None:
    """Those that are to be seen, and no others; of a map to click on each hex tells it."""
    game = Game(title, players=["Ann", "Bo", "Cy"])
    always = {
        "kept free for a company's first station",
        "what building there costs",
        "what a call pays",
        "what a call pays, phase by phase; framed: now",
        "the way in from beyond the map",
        "letters: only tiles with the same",
    }
    root = drawn(game.svg())
    words = [text.text for text in layer(root, "legend").iter(f"{SVG}text") if text.get("class") == "meaning"]
    assert set(words) == meanings | always
    assert len(words) == len(set(words))
    high = float(root.get("viewBox", "").split()[3])
    live = drawn(map_svg(game.definition, game.state.board, live=True))
    assert high - float(live.get("viewBox", "").split()[3]) in (68, 102, 136)
    assert "no track across" not in texts(live)


@pytest.mark.parametrize(("language", "named"), [(None, {"Kobe", "神戸"}), ("en", {"Kobe"}), ("ja", {"神戸"})])
def test_places_are_named_in_one_language_alone(language, named) -> None:
    game = Game("1890", players=["Ann", "Bo", "Cy"])
    words = set(texts(drawn(game.svg(language=language))))
    assert words & {"Kobe", "神戸"} == named


@pytest.mark.parametrize("what", ["map", "market", "tiles"])
def test_a_picture_in_other_colors_and_sizes(what) -> None:
    game = Game("1888", players=["Ann", "Bo", "Cy"])
    dark, light = game.svg(what=what, theme="dark", width=500), game.svg(what=what, width=500)
    assert DARK.paper in dark
    assert LIGHT.paper in light
    assert 'width="500"' in dark
    assert PRINT.paper in game.svg(what=what, theme="print")


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"what": "foo"}, "there is no picture 'foo'; there are map, market, tiles"),
        ({"theme": "pink"}, "there is no theme 'pink'; there are light, dark, print"),
        ({"language": "xx"}, "there is no language 'xx'; there are en, ja, zh"),
        ({"width": 0}, "whole number of pixels"),
    ],
)
def test_a_picture_that_there_is_not_is_refused(more, why) -> None:
    game = Game("1888", players=["Ann", "Bo", "Cy"])
    with pytest.raises(BadInput, match=why):
        game.svg(**more)


def test_a_notebook_shows_the_map() -> None:
    game = Game("1888", players=["Ann", "Bo", "Cy"])
    assert game._repr_svg_() == game.svg()


@pytest.mark.parametrize(
    ("title", "edition"), [(title, one) for title, known in TITLES.items() for one in known.editions]
)
def test_what_the_key_shows_of_a_kept_space_can_be_seen(title: str, edition: str) -> None:
    """Its colour is that of the ring on the map, darkened where the company's own is nearly white."""
    players = ["Ann", "Bo", "Cy", "Di"][: max(find_definition(title, edition).players[0], 2)]
    root = drawn(Game(title, edition=edition, players=players).svg())
    rings = [ring for ring in layer(root, "legend").iter(f"{SVG}circle") if ring.get("stroke-dasharray")]
    on_map = {ring.get("stroke") for home in root.iter(f"{SVG}g") if home.get("class") == "home" for ring in home}
    assert bool(rings) == bool(on_map)
    assert {ring.get("stroke") for ring in rings} <= on_map


def test_what_a_run_brings_adds_up() -> None:
    """A bonus is named beside its route, what goes to the treasury beside the revenue (1888-2022:VIII.3.7.10)."""
    record = open_record(RECORDINGS / "1888" / "100000.json.gz").game()
    with_bonus = 0
    for moment, action in zip(record.moments(), record.actions, strict=False):
        if isinstance(action, RunRoutes) and action.routes:
            found = incomes(moment.running(action.company), action.routes)
            key = texts(layer(drawn(moment.svg(action.routes, company=action.company)), "key"))
            for income, line in zip(found, key[1:], strict=True):
                bonus = sum(amount for _name, amount in income.bonuses)
                assert (f"with a bonus of ¥{bonus}" in line) == bool(bonus)
                assert (f"and ¥{income.subsidy} for the treasury" in line) == bool(income.subsidy)
                with_bonus += bool(bonus)
            if with_bonus > 3:
                return
    raise AssertionError("there was no bonus")


def test_a_company_that_has_no_route_is_drawn_too() -> None:
    game = Game("1888", players=["Ann", "Bo", "Cy"])
    run = best_run(game.running("JHR"))
    assert not run.routes
    assert texts(layer(drawn(game.svg(run, company="JHR")), "key")) == ["JHR Jingha Railway: no route"]


@pytest.mark.parametrize("title", ["1888", "1880", "1890"])
def test_from_afar_a_place_tells_what_it_pays_in_every_phase(title: str):
    """With the present phase marked, also where a place pays nothing until later."""
    game = Game(title, players=["Ann", "Bo", "Cy"])
    printed = game.definition
    picture = map_svg(printed, game.state.board, phase=game.state.phase, live=True, afar=2.0)
    large = layer(drawn(picture), "large")
    told = sorted("".join(one.itertext()) for one in large.iter() if one.get("class") == "value")
    marked = sorted("".join(one.itertext()) for one in large.iter() if one.get("class") == "value now")
    changing = [
        values
        for hexagon in printed.map.hexes.values()
        for values in dict.fromkeys(stop.values for stop in hexagon.stops if len(set(stop.values)) > 1)
    ]
    assert len(marked) == len(changing) > 4
    for values in changing:
        assert str(values[0]) in marked
        assert all(str(value) in told for value in values[1:])
    assert len(told) >= sum(len(values) - 1 for values in changing)
