"""The whole map as a picture."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from kaiping.action import Route
from kaiping.board.board import Board
from kaiping.board.hex import opposite
from kaiping.board.map import Map
from kaiping.board.tile import StopKind
from kaiping.definition import Definition
from kaiping.draw.afar import words_afar
from kaiping.draw.describe import face_words, map_words
from kaiping.draw.face import Face, hex_face, value_index
from kaiping.draw.geometry import APOTHEM, SIDE, Point, centre, mix, outline, side
from kaiping.draw.layout import BOOMTOWN, GROWS, RING, TOWN_RIM, Layout, city_rim, slots
from kaiping.draw.legend import ROW, legend
from kaiping.draw.lettering import LEAST_NAME, NAME, place_words
from kaiping.draw.place import width as text_width
from kaiping.draw.routes import routes_drawn, sample
from kaiping.draw.stops import grows, plate
from kaiping.draw.svg import Markup, at, element, group, join, number, picture
from kaiping.draw.theme import LIGHT, Theme
from kaiping.draw.tile import Colors, art, company_colors, ground, hexagon
from kaiping.errors import BadInput

_MARGIN = 14.0
#: height of a row of the key, and the size of its letters
_KEY = 34.0
_KEY_LETTERS = 23.0
_NOBODY: Mapping[str, tuple[str, ...]] = MappingProxyType({})


def map_svg(
    definition: Definition,
    board: Board,
    *,
    phase: str | None = None,
    routes: Sequence[Route] = (),
    width: float = 1200,
    marked: Collection[str] = (),
    waiting: Mapping[str, tuple[str, ...]] = _NOBODY,
    title: str | None = None,
    theme: Theme = LIGHT,
    live: bool = False,
    afar: float = 0,
    language: str | None = None,
    earned: Sequence[str] = (),
    near: Collection[str] = (),
) -> str:
    """The map as it lies now; each hex can be found by its ``data-hex``, its tooltip tells what it shows.

    A ``live`` map is one to click on: it has places for a preview and for runs drawn later (``run_layers``), and a
    handle on each stop. With ``afar`` it has its words once more, so many times as large and fewer, for a page to show
    while the map is small. ``waiting`` has the owners of tokens that wait on a hex for a space.
    Places are named in English and beneath it in the ``language`` of the country, or in one of these alone. ``earned``
    says above the key who runs and what for, and then what each of the routes brings. With ``near`` only these hexes
    and what lies around them are drawn, without a key.
    """
    hexes = definition.map.hexes
    if phase is not None and phase not in definition.phases:
        raise BadInput(f"{definition.name} has no phase {phase}")
    if unknown := [hex_id for hex_id in marked if hex_id not in hexes]:
        raise BadInput(f"the map has no hex {unknown[0]}")
    faces = {hex_id: hex_face(definition, board, hex_id, phase, waiting.get(hex_id, ())) for hex_id in hexes}
    if language is not None:
        faces = {hex_id: face.spoken(language) for hex_id, face in faces.items()}
    layouts = {hex_id: face.layout for hex_id, face in faces.items()}
    lines, calls = routes_drawn(definition.map, layouts, routes, theme)
    for hex_id, stop in calls:
        faces[hex_id] = faces[hex_id]._replace(called=(*faces[hex_id].called, stop))
    colors = company_colors(definition)
    places = {hex_id: centre(hex_id) for hex_id in hexes}
    view = _view(list(places.values()), len(routes) + bool(earned))
    if near:
        view = _around(_view([places[hex_id] for hex_id in near], 0))
        faces = {hex_id: face for hex_id, face in faces.items() if _within(places[hex_id], view)}
    pieces = [_pieces(face, colors, theme, afar) for face in faces.values()]
    # whoever can point at a hex of a live map is told there
    meanings = [] if live or near else legend(definition, faces.values(), dict(colors), view[2] - 4 * _MARGIN, theme)
    below = view[1] + view[3]
    view = (*view[:3], view[3] + ROW * len(meanings))
    body = [
        element("rect", x=view[0], y=view[1], width=view[2], height=view[3], fill=theme.paper),
        group(*(piece.ground for piece in pieces), class_="ground"),
        group(_borders(definition.map, places), class_="borders", fill="none", stroke=theme.border, stroke_width=2),
        group(_marks(marked, places, theme), class_="marked", fill="none", stroke_linejoin="round"),
        group(*(piece.track for piece in pieces), class_="track"),
        group(_barriers(definition, places, theme), class_="barriers"),
        _slot(lines, "routes", live),
        _slot(_calls(faces, layouts, calls, afar), "calls", live),
        _centred(*(piece.stops for piece in pieces), class_="stops"),
        _centred(*(piece.words for piece in pieces), class_="words", data_size=LEAST_NAME if afar else None),
        _centred(_groups(definition, board, places, value_index(definition, phase), theme), class_="places"),
        _centred(
            words_afar(definition.map, faces, colors, theme, afar),
            _groups(definition, board, places, value_index(definition, phase), theme, afar),
            class_="large",
            data_size=afar * NAME,
        )
        if afar
        else Markup(""),
        group(*(piece.target for piece in pieces), class_="hexes", fill="#FFFFFF", fill_opacity=0),
        *([element("g", class_="preview"), _handles(pieces)] if live else []),
        Markup("") if near else _key(routes, earned, faces, (view[0], view[1], view[2], below - view[1]), theme),
        group(
            *(
                group(row, transform=at(view[0] + 2 * _MARGIN, below + ROW * (n + 0.5)))
                for n, row in enumerate(meanings)
            ),
            class_="legend",
        ),
    ]
    return picture(
        *body,
        width=width,
        view=view,
        title=title or f"{definition.name}: map",
        desc=_twin(map_words(definition, board, faces.values(), phase), routes, marked),
        font=theme.font,
        role="group" if live else "img",
    )


def run_layers(
    definition: Definition, board: Board, routes: Sequence[Route], theme: Theme = LIGHT, afar: float = 0
) -> tuple[str, str]:
    """The lines of a run and the rings round its stops, for the two places that a live map keeps for them."""
    faces = {hex_id: hex_face(definition, board, hex_id) for hex_id in definition.map.hexes}
    layouts = {hex_id: face.layout for hex_id, face in faces.items()}
    lines, calls = routes_drawn(definition.map, layouts, routes, theme)
    return lines, _calls(faces, layouts, calls, afar)


def _slot(inner: Markup, name: str, live: bool) -> Markup:
    """A group that stays in a live map even while it is empty."""
    return element("g", inner, class_=name) if live else group(inner, class_=name)


def _centred(*parts: Markup, **attributes: str | float | None) -> Markup:
    """A group whose words are all centred on their points, which is said once for the hundreds of them."""
    inner = Markup(join(*parts).replace(' text-anchor="middle"', ""))
    return group(inner, text_anchor="middle", **attributes)


class _Pieces(NamedTuple):
    """What one hex gives to each layer of the map, in its place."""

    ground: Markup
    track: Markup
    stops: Markup
    words: Markup
    #: to point at and to click on: the hex, and each of its stops
    target: Markup
    handles: Markup


@lru_cache(maxsize=4096)
def _pieces(face: Face, colors: Colors, theme: Theme, afar: float) -> _Pieces:
    """From one picture of a map to the next most hexes stay as they are."""
    layers = art(face, colors, theme, afar)
    x, y = centre(face.coordinate)
    here = at(x, y)
    return _Pieces(
        ground=hexagon(face.color, theme, SIDE + 0.4, transform=here),
        track=group(layers.track, transform=here),
        stops=group(layers.stops, transform=here),
        words=group(layers.words, transform=here),
        target=element(
            "polygon",
            element("title", face_words(face)),
            points=outline(),
            transform=here,
            class_="hex",
            data_hex=face.coordinate,
        ),
        handles=join(
            *(
                element(
                    "circle",
                    cx=x + spot.place[0],
                    cy=y + spot.place[1],
                    r=34,
                    class_="stop",
                    data_stop=f"{face.coordinate}.{index}",
                )
                for index, spot in enumerate(face.layout.spots[: len(face.stops)])
            )
        ),
    )


def _handles(pieces: Sequence[_Pieces]) -> Markup:
    """A clear disc on each stop, to click on."""
    return group(*(piece.handles for piece in pieces), class_="handles", fill="#FFFFFF", fill_opacity=0)


def _view(places: list[Point], routes: int) -> tuple[float, float, float, float]:
    left = min(x for x, _ in places) - APOTHEM - _MARGIN
    top = min(y for _, y in places) - SIDE - _MARGIN
    right = max(x for x, _ in places) + APOTHEM + _MARGIN
    bottom = max(y for _, y in places) + SIDE + _MARGIN
    return left, top, right - left, bottom - top + _KEY * routes


def _around(view: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """So much more than some hexes take that their neighbours are seen."""
    left, top, wide, high = view
    return left - APOTHEM, top - SIDE, wide + 2 * APOTHEM, high + 2 * SIDE


def _within(place: Point, view: tuple[float, float, float, float]) -> bool:
    """Is any of a hex in sight?"""
    (x, y), (left, top, wide, high) = place, view
    return left - APOTHEM < x < left + wide + APOTHEM and top - SIDE < y < top + high + SIDE


def proportion(printed: Map) -> float:
    """How wide the map is for its height.

    >>> from kaiping.titles import definition
    >>> [round(proportion(definition(title).map), 1) for title in ("1888", "1880", "1890")]
    [1.4, 0.6, 0.9]
    """
    found: float | None = printed.memo.get("proportion")
    if found is None:
        _left, _top, wide, high = _view([centre(hex_id) for hex_id in printed.hexes], 0)
        found = printed.memo["proportion"] = wide / high
    return found


def _moved(ends: tuple[Point, Point], place: Point) -> tuple[Point, Point]:
    (ax, ay), (bx, by) = ends
    x, y = place
    return (ax + x, ay + y), (bx + x, by + y)


def _line(ends: tuple[Point, Point], place: Point, **more: str | float | None) -> Markup:
    (ax, ay), (bx, by) = _moved(ends, place)
    return element("line", x1=ax, y1=ay, x2=bx, y2=by, **more)


def _borders(printed: Map, places: dict[str, Point]) -> Markup:
    """Lines between hexes, each once; none inside an off-board place or where its print runs on."""
    found: Markup | None = printed.memo.get("borders")
    if found is None:
        lines = "".join(_between(*ends) for ends in _lines_between(printed, places))
        found = printed.memo["borders"] = element("path", d=lines)
    return found


def _between(start: Point, end: Point) -> str:
    """A straight line as a part of a path: where it begins, and how far it goes."""
    return f"M{number(start[0])} {number(start[1])}l{number(end[0] - start[0])} {number(end[1] - start[1])}"


def _lines_between(printed: Map, places: dict[str, Point]) -> Iterator[tuple[Point, Point]]:
    for name, here in printed.hexes.items():
        for edge, other in enumerate(printed.neighbours[name]):
            ends = _moved(side(edge), places[name])
            if other is None:
                yield ends
            elif name < other:
                there = printed.hexes[other]
                grouped = here.group is not None and here.group == there.group
                running = (
                    here.color == there.color == "red"
                    and edge in here.shape.exits
                    and opposite(edge) in there.shape.exits
                )
                if not grouped and not running:
                    yield ends


def _marks(marked: Collection[str], places: dict[str, Point], theme: Theme) -> Markup:
    """A frame inside each hex that is pointed out."""
    return join(
        *(
            element(
                "polygon",
                points=outline(SIDE - inset),
                transform=at(*places[name]),
                stroke=color,
                stroke_width=thick,
                data_hex=name,
            )
            for name in marked
            for inset, color, thick in ((8.5, "#FFFFFF", 11.0), (6.0, theme.mark, 7.0))
        )
    )


def _barriers(definition: Definition, places: dict[str, Point], theme: Theme) -> Markup:
    """Sides that track may not cross, as thick bars."""
    printed = definition.map
    seen: set[int] = set()
    bars = []
    for name, here in printed.hexes.items():
        for edge in here.barriers:
            if printed.sides[name][edge] not in seen:
                seen.add(printed.sides[name][edge])
                start, end = side(edge)
                bars.append(((mix(start, end, 0.1), mix(start, end, 0.9)), places[name]))
    return join(
        *(
            _line(bar, place, stroke=color, stroke_width=thick, stroke_linecap="round")
            for color, thick in ((theme.paper, 19.0), (theme.barrier, 12.0))
            for bar, place in bars
        )
    )


def _calls(
    faces: dict[str, Face], layouts: dict[str, Layout], calls: dict[tuple[str, int], list[str]], afar: float
) -> Markup:
    """A ring in the route's colour round each stop called at."""
    parts = []
    for (hex_id, index), colors in calls.items():
        stop, spot = faces[hex_id].stops[index], layouts[hex_id].spots[index]
        x, y = centre(hex_id)
        for ring, color in enumerate(reversed(colors)):
            rim = RING * (len(colors) - ring) / len(colors)
            if stop.kind is StopKind.CITY:
                count = max(stop.slots, 1)
                middle = (x + spot.place[0], y + spot.place[1])
                circle = plate(slots(count, middle), city_rim(count) + rim, color)
                parts.append(group(circle, class_=GROWS) if grows(faces[hex_id], index, afar) else circle)
            elif stop.kind is StopKind.TOWN:
                place = (x + spot.place[0], y + spot.place[1])
                parts.append(element("circle", cx=place[0], cy=place[1], r=TOWN_RIM + rim, fill=color))
            elif stop.kind is StopKind.BOOMTOWN:
                place = (x + spot.place[0], y + spot.place[1])
                parts.append(element("circle", cx=place[0], cy=place[1], r=BOOMTOWN + 1.5 + rim, fill=color))
    return join(*parts)


def _groups(
    definition: Definition, board: Board, places: dict[str, Point], now: int | None, theme: Theme, scale: float = 1.0
) -> Markup:
    """Name and value of a place that covers several hexes, once, in the middle."""
    members: dict[str, list[str]] = {}
    for name, here in definition.map.hexes.items():
        if here.group is not None and name not in board.tiles:
            members.setdefault(here.group, []).append(name)
    parts = []
    for names in members.values():
        here = definition.map.hexes[names[0]]
        x = sum(places[name][0] for name in names) / len(names)
        y = sum(places[name][1] for name in names) / len(names)
        values = here.stops[0].values if here.stops else None
        words = place_words(here.name or here.group or "", values, now, ground(here.color, theme), theme, scale)
        parts.append(group(words, transform=at(x, y)))
    return join(*parts)


def _key(
    routes: Sequence[Route],
    earned: Sequence[str],
    faces: Mapping[str, Face],
    view: tuple[float, float, float, float],
    theme: Theme,
) -> Markup:
    """Who runs and what for, and which line is which train, below the map; places by their names if these fit."""
    left, top, wide, high = view
    base = top + high - _KEY * len(routes) - 4
    rows = []
    if earned:
        words = element("text", earned[0], x=0, y=0, font_size=_KEY_LETTERS, font_weight=600, fill=theme.ink)
        rows.append(group(words, transform=at(left + 2 * _MARGIN, base - _KEY + 22)))
    for index, route in enumerate(routes):
        before, behind = f"{route.train}: ", f", {earned[index + 1]}" if earned else ""
        hexes = [stop.partition(".")[0] for stop in route.stops]
        text = before + " – ".join(faces[name].name or name for name in hexes) + behind
        if text_width(text, _KEY_LETTERS) > wide - 90 - 3 * _MARGIN:
            text = before + " – ".join(hexes) + behind
        rows.append(
            group(
                group(sample(index, 70, theme), transform=at(0, -7)),
                element("text", text, x=90, y=0, font_size=_KEY_LETTERS, fill=theme.ink),
                transform=at(left + 2 * _MARGIN, base + _KEY * index + 22),
            )
        )
    return group(*rows, class_="key")


def _twin(words: str, routes: Sequence[Route], marked: Collection[str]) -> str:
    for route in routes:
        words += f" Route of train {route.train}: {', '.join(route.path)}."
    if marked:
        words += f" Marked: {', '.join(marked)}."
    return words
