"""What there is still to put on the map: tiles, and the tokens of a company."""

from __future__ import annotations

from msgspec import Struct

from kaiping.flow.operating.fitting import followers
from kaiping.flow.operating.fitting import tiles_left as tiles_unlaid
from kaiping.flow.operating.station import covered_tokens, next_cost
from kaiping.game import Game


class Tokens(Struct, frozen=True):
    """The tokens of a company: how many there are in all, how many it may still place, which wait for a space."""

    all: int
    left: int
    #: hexes where one lies until there is a space for it
    waiting: tuple[str, ...]
    #: hexes where one lies face down
    covered: tuple[str, ...]
    #: None where it has none to place
    next_cost: int | None


def tokens(game: Game, company: str) -> Tokens:
    state = game.state
    printed = game.definition.companies[company].stations
    waiting = tuple(hex_id for hex_id, names in state.waiting_tokens.items() if company in names)
    covered = tuple(hex_id for hex_id, _ in covered_tokens(game.table(), company))
    left = printed - len(state.board.tokens_of(company)) - len(waiting) - len(covered)
    return Tokens(printed, left, waiting, covered, next_cost(game.table(), company))


def tiles_to_come(game: Game, hex_id: str) -> dict[str, int]:
    """Tiles that could later come upon what lies on a hex now, and how many of each can still be laid."""
    left = tiles_left(game)
    return {tile: left[tile] for tile in followers(game.table(), hex_id) if tile in left}


def tiles_left(game: Game) -> dict[str, int]:
    """How many of each kind of tile can still be laid."""
    return {tile: tiles_unlaid(game.definition, game.state, tile) for tile in game.definition.tile_counts}
