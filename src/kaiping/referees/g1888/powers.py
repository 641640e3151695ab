"""Tiles that a company lays by the power of a private."""

from __future__ import annotations

from kaiping.action import LayTile
from kaiping.referees import ways
from kaiping.referees.g1888.case import Case
from kaiping.referees.g1888.tables import SPECIAL_TILES


def lay(case: Case, action: LayTile, color: str, *, empty: bool) -> None:
    """Its owner lays the private's own tile, or yellow ones by the Great Wall; nothing is paid (IV.3.1)."""
    owner = case.ledger.privates[action.private or ""]
    said = f"{action.company} does not own {action.private}"
    case.wrong("power", owner == action.company, said, "VIII.3.1.10", "VII.3.1.10")
    if action.private == "CW":
        said = f"{action.hex} takes a {color} tile by the Great Wall"
        case.wrong("power", empty and color == "yellow", said, "IV.3.1.32", "IV.3.1.31")
        _look_at_wall(case, action)
    else:
        special = SPECIAL_TILES[action.private or ""]
        said = f"tile {action.tile} comes on {action.hex} by {action.private}"
        case.wrong("power", (action.hex, action.tile) in special, said, "IV.3.1.8", "IV.3.1.6")


def _look_at_wall(case: Case, action: LayTile) -> None:
    """One or two tiles, both in one turn and joined to each other (IV.3.1.32, 35, 36)."""
    course, board = case.course, case.after.state.board
    said = "the Great Wall has been used in an earlier turn"
    fresh = bool(course.wall) or not course.wall_company
    case.wrong("power", fresh, said, "IV.3.1.35", "IV.3.1.34")
    said = "a third tile by the Great Wall"
    case.wrong("power", len(course.wall) < 2, said, "IV.3.1.32", "IV.3.1.31")
    if course.wall:
        joined = True
        for one, other in ((course.wall[0], action.hex), (action.hex, course.wall[0])):
            edge = ways.edge_between(one, other)
            joined &= any(edge in pair for pair in ways.track_on(case.definition, board, one))
        said = f"{action.hex} is not joined to {course.wall[0]}"
        case.wrong("power", joined, said, "IV.3.1.36", "IV.3.1.35")
    course.wall.append(action.hex)
    course.wall_company = action.company
