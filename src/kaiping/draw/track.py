"""Track: thick dark curves with a light casing; of two that cross without a switch one passes over."""

from __future__ import annotations

from math import dist

from kaiping.board.tile import STOP, Stop
from kaiping.draw.geometry import APOTHEM, Curve, Point, toward
from kaiping.draw.layout import Layout, by_arrow
from kaiping.draw.svg import Markup, element, join, number
from kaiping.draw.theme import CASING, TRACK, Theme, blend

Piece = tuple[tuple[int, int], Curve]

#: half the length, in points of the sample, of a bridge
_SAMPLE = 40
#: no bridge where other track is as near as this
_CLEAR = 13.0
#: how far a stub reaches into the hex
_STUB = 0.2
DASHES = "15 9"


def stroke(curve: Curve, color: str, thick: float, **more: str | float | None) -> Markup:
    return element("path", d=curve.path(), fill="none", stroke=color, stroke_width=thick, **more)


def arrow(curve: Curve, color: str) -> Markup:
    """Track that leads off the board: it tapers into the hex."""
    (x, y), (tip_x, tip_y) = curve.start, curve.end
    dx, dy = curve.heading(0)
    half = 0.95 * TRACK
    points = ((x - dy * half, y + dx * half), (tip_x, tip_y), (x + dy * half, y - dx * half))
    return element("polygon", points=" ".join(f"{number(px)},{number(py)}" for px, py in points), fill=color)


def track(
    stops: tuple[Stop, ...],
    face: Layout,
    ground: str,
    theme: Theme,
    *,
    stubs: tuple[int, ...] = (),
    ferry: bool = False,
) -> Markup:
    """All track of a face; the line of a ferry is broken."""
    casing = blend(ground, "#FFFFFF", 0.7)
    arrows: list[Markup] = []
    pieces: list[Piece] = []
    for ends, curve in face.pieces.items():
        if ends[1] >= STOP and by_arrow(stops[ends[1] - STOP]):
            arrows.append(arrow(curve, theme.track))
        else:
            pieces.append((ends, curve))
    parts: list[Markup] = list(arrows)
    if ferry:
        dashed = (stroke(curve, theme.track, TRACK, stroke_dasharray=DASHES, class_="ferry") for _, curve in pieces)
        return join(*parts, *dashed)
    for edge in stubs:
        stub = Curve.straight(toward(edge, APOTHEM), toward(edge, APOTHEM * (1 - _STUB)))
        parts += [stroke(stub, casing, CASING), stroke(stub, theme.track, TRACK, class_="stub")]
    for lot in _joined(pieces):
        parts += [stroke(curve, casing, CASING) for _, curve in lot]
        parts += [stroke(curve, theme.track, TRACK) for _, curve in lot]
        for bridge in _bridges(lot):
            parts += [stroke(bridge, casing, CASING), stroke(bridge, theme.track, TRACK)]
    return join(*parts)


def _joined(pieces: list[Piece]) -> list[list[Piece]]:
    """The pieces in lots that hang together through an edge or a stop."""
    lots: list[tuple[set[int], list[Piece]]] = []
    for piece in pieces:
        ends, members = set(piece[0]), [piece]
        for lot in [lot for lot in lots if lot[0] & ends]:
            lots.remove(lot)
            ends |= lot[0]
            members = lot[1] + members
        lots.append((ends, members))
    return [members for _, members in lots]


def _bridges(lot: list[Piece]) -> list[Curve]:
    """Stretches to draw over again, where two pieces of one lot cross clear of all others."""
    found = []
    for index, (ends, under) in enumerate(lot):
        for other_ends, over in lot[index + 1 :]:
            if set(ends) & set(other_ends):
                continue
            place, share, gap = _nearest(over, under)
            if gap > 3:
                continue
            others = [curve for _, curve in lot if curve is not over and curve is not under]
            if all(dist(place, point) > _CLEAR for curve in others for point in curve.points(_SAMPLE)):
                reach = (CASING / 2 + 2) / over.length()
                found.append(over.part(max(share - reach, 0), min(share + reach, 1)))
    return found


def _nearest(over: Curve, under: Curve) -> tuple[Point, float, float]:
    """Where a curve comes nearest to another: the point, its share of the curve, the gap."""
    below = under.points(_SAMPLE)
    gaps = ((min(dist(p, q) for q in below), n, p) for n, p in enumerate(over.points(_SAMPLE)))
    gap, number_, place = min(gaps)
    return place, number_ / _SAMPLE, gap
