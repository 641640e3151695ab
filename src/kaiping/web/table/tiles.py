"""The tile manifest: a picture of each tile and how many are left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from kaiping import ledger
from kaiping.game import Game
from kaiping.web.table.pictures import tile_picture
from kaiping.web.table.viewer import Links, Viewer


@dataclass(frozen=True)
class TileView:
    id: str
    left: int
    count: int
    picture: SafeString


@dataclass(frozen=True)
class TileColor:
    color: str
    now: bool
    tiles: list[TileView]


def tiles_part(
    game: Game, viewer: Viewer, query: Mapping[str, str], *, moment: int | None, links: Links
) -> tuple[str, dict[str, Any]]:
    """The manifest at a moment."""
    shown = game if moment is None else game.at(moment)
    return "table/tiles.html", {"colors": tiles(shown)}


def tiles(game: Game) -> list[TileColor]:
    """Tiles by colour, in the order of the definition."""
    definition, state = game.definition, game.state
    left = ledger.tiles_left(game)
    groups: dict[str, list[TileView]] = {}
    for tile, count in definition.tile_counts.items():
        view = TileView(tile, left[tile], count, tile_picture(definition, tile))
        groups.setdefault(definition.tiles[tile].color, []).append(view)
    allowed = definition.phases[state.phase].colors
    return [TileColor(color, color in allowed, views) for color, views in groups.items()]
