"""Words, values and signs of a hex among each other: each in a place where it is in nobody's way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from kaiping.draw.place import Box, Found, Room, Shape
from kaiping.draw.svg import Markup, join

#: things that are in the way by no more than this may stay
CLEAR = 1.0


class Item(NamedTuple):
    """Something to be put on a hex: where it may stand, and how it is drawn there."""

    shapes: Sequence[Shape]
    draw: Callable[[Box], Markup]
    #: it keeps others as far away as if it were larger by this
    margin: float = 0.0
    #: how many of its best places are tried where things are in each other's way
    tries: int = 1


class Arrangement(NamedTuple):
    """Everything in its place, what that costs, and how much of it because things are in the way."""

    drawn: Markup
    cost: float
    clash: float
    boxes: tuple[Box, ...]


def arranged(room: Room, items: Sequence[Item]) -> Arrangement:
    """Find a place for each item, one after the other; if any is in the way, another of them chooses first."""
    best = _in_turn(room, items)
    if _clash(best) > CLEAR:
        least = _cost(best)
        ranked = [room.ranked(item.shapes, least) for item in items]
        for first, item in enumerate(items):
            for choice in ranked[first][: item.tries]:
                found = _after(items, ranked, first, choice, _cost(best))
                best = best if found is None else found
                if _clash(best) <= CLEAR:
                    break
    drawn = join(*(item.draw(found.box) for item, found in zip(items, best, strict=True)))
    return Arrangement(drawn, _cost(best), _clash(best), tuple(found.box for found in best))


def _cost(places: Sequence[Found]) -> float:
    return sum(place.cost for place in places)


def _clash(places: Sequence[Found]) -> float:
    return sum(place.clash for place in places)


def _in_turn(room: Room, items: Sequence[Item]) -> list[Found]:
    """Each item takes the best of what those before it have left."""
    trial = room.with_boxes()
    places = []
    for item in items:
        found = trial.best(item.shapes)
        places.append(found)
        trial.boxes.append(found.box.grown(item.margin))
    return places


def _after(
    items: Sequence[Item], ranked: Sequence[Sequence[Found]], first: int, choice: Found, limit: float
) -> list[Found] | None:
    """A place for each item if one of them has made its choice; nothing if that costs as much as the limit."""
    trial = Room()
    trial.boxes.append(choice.box.grown(items[first].margin))
    places = {first: choice}
    cost = choice.cost
    for index, item in enumerate(items):
        if index == first:
            continue
        found: Found | None = None
        for place in ranked[index]:
            if cost + place.cost >= limit or (found is not None and place.cost >= found.cost):
                break
            crowd = trial.crowded(*place.box)
            if found is None or place.cost + crowd < found.cost:
                found = Found(place.box, place.cost + crowd, place.clash + crowd)
        if found is None or cost + found.cost >= limit:
            return None
        places[index] = found
        cost += found.cost
        trial.boxes.append(found.box.grown(item.margin))
    return [places[index] for index in range(len(items))]
