"""The board in play: tiles laid, tokens placed, homes kept free. A value that never changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

#: a stop on the board: hex and index of the stop on what lies there now
StopId = tuple[str, int]
#: hex -> tile and rotation
Laid = dict[str, tuple[str, int]]

#: results of a memo that the next board begins with: each says what it was worked out of, so that what differs there
#: can be told, and the rest kept
PASSED_ON = ("hops", "network", "reached", "tokens")


class Lays(Struct, frozen=True, eq=False, gc=False):
    """Where tiles were laid or taken away, one lay after the other; boards with the same tiles share it."""

    hex: str = ""
    before: Lays | None = None

    def since(self, earlier: Lays) -> set[str] | None:
        """The hexes on which something has changed; None if these lays do not go on from the earlier ones."""
        hexes = set[str]()
        lays: Lays | None = self
        while lays is not earlier:
            if lays is None:
                return None
            hexes.add(lays.hex)
            lays = lays.before
        return hexes


class Board:
    """Tiles, tokens and reserved homes; a change makes a new board, so what is worked out of one stays true."""

    __slots__ = ("_hash", "lays", "memo", "reserved", "tiles", "tokens")

    def __init__(
        self,
        tiles: Laid,
        tokens: dict[StopId, tuple[str, ...]],
        reserved: dict[StopId, tuple[str, ...]],
        lays: Lays | None = None,
    ) -> None:
        #: hex -> tile and rotation, for laid tiles only
        self.tiles = tiles
        #: stop -> companies with a token there
        self.tokens = tokens
        #: stop -> companies whose home it is and who have not yet placed their home token
        self.reserved = reserved
        #: how its tiles came to lie there, as far as that is known; never part of its value
        self.lays = lays or Lays()
        #: results worked out from this board, by name, and some of the board before; never part of its value
        self.memo: dict[Any, Any] = {}
        self._hash: int | None = None

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Board):
            return NotImplemented
        return self.tiles == other.tiles and self.tokens == other.tokens and self.reserved == other.reserved

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(
                (
                    frozenset(self.tiles.items()),
                    frozenset(self.tokens.items()),
                    frozenset(self.reserved.items()),
                )
            )
        return self._hash

    def __repr__(self) -> str:
        return f"Board({len(self.tiles)} tiles, {sum(map(len, self.tokens.values()))} tokens)"

    def _next(
        self,
        tiles: Laid,
        tokens: dict[StopId, tuple[str, ...]],
        reserved: dict[StopId, tuple[str, ...]],
        hex_id: str | None = None,
    ) -> Board:
        """A board that differs little from this one: of its tiles only on one hex, if on any."""
        lays = self.lays if hex_id is None else Lays(hex_id, self.lays)
        board, memo = Board(tiles, tokens, reserved, lays), self.memo
        for name in PASSED_ON:
            if name in memo:
                board.memo[name] = memo[name]
        return board

    def tokens_of(self, company: str) -> Sequence[StopId]:
        """Its stops from hex to hex: equal boards say the same, in whatever order tokens came and tiles were laid."""
        known: tuple[object, dict[str, list[StopId]]] = self.memo.get("tokens", (None, {}))
        if known[0] is not self.tokens:
            known = self.memo["tokens"] = self.tokens, {}
        found = known[1].get(company)
        if found is None:
            found = known[1][company] = sorted([stop for stop, owners in self.tokens.items() if company in owners])
        return found

    def copies(self, tile: str) -> int:
        """How many copies of a tile lie on it."""
        counts: dict[str, int] | None = self.memo.get("copies")
        if counts is None:
            counts = self.memo["copies"] = {}
            for name, _ in self.tiles.values():
                counts[name] = counts.get(name, 0) + 1
        return counts.get(tile, 0)

    def with_token(self, company: str, stop: StopId) -> Board:
        tokens = dict(self.tokens)
        tokens[stop] = (*tokens.get(stop, ()), company)
        reserved = {
            place: left
            for place, owners in self.reserved.items()
            if (left := tuple(owner for owner in owners if owner != company or place != stop))
        }
        return self._next(self.tiles, tokens, reserved)

    def without_token(self, company: str, hex_id: str) -> Board:
        """The token of a company, or of a minor, leaves a hex."""
        tokens = {
            place: left
            for place, owners in self.tokens.items()
            if (left := tuple(owner for owner in owners if owner != company or place[0] != hex_id))
        }
        return self._next(self.tiles, tokens, self.reserved)

    def without_reservations(self, company: str) -> Board:
        reserved = {
            place: left
            for place, owners in self.reserved.items()
            if (left := tuple(owner for owner in owners if owner != company))
        }
        return self._next(self.tiles, self.tokens, reserved)

    def without_reservation(self, company: str, stop: StopId) -> Board:
        """A stop is not kept free for a company any more."""
        reserved = dict(self.reserved)
        left = tuple(owner for owner in reserved.pop(stop, ()) if owner != company)
        if left:
            reserved[stop] = left
        return self._next(self.tiles, self.tokens, reserved)

    def with_reserved(self, company: str, stop: StopId) -> Board:
        """Keep another stop free as the home of a company."""
        return self.without_reservations(company).with_kept(company, stop)

    def with_kept(self, company: str, stop: StopId) -> Board:
        """Keep a stop free for a company, besides those that are."""
        reserved = dict(self.reserved)
        reserved[stop] = (*reserved.get(stop, ()), company)
        return self._next(self.tiles, self.tokens, reserved)

    def without_hex(self, hex_id: str, laid: tuple[str, int] | None = None) -> Board:
        """Everything leaves a hex, and another tile may come."""
        tiles = {name: tile for name, tile in self.tiles.items() if name != hex_id}
        if laid is not None:
            tiles[hex_id] = laid
        tokens = {stop: owners for stop, owners in self.tokens.items() if stop[0] != hex_id}
        reserved = {stop: owners for stop, owners in self.reserved.items() if stop[0] != hex_id}
        return self._next(tiles, tokens, reserved, hex_id)

    def with_tile(self, hex_id: str, tile: str, rotation: int, stops: dict[int, int]) -> Board:
        """Lay a tile; ``stops`` says which stop of the new tile each old stop of that hex has become."""
        tiles = dict(self.tiles)
        tiles[hex_id] = (tile, rotation)
        board = self._next(tiles, _moved(self.tokens, hex_id, stops), _moved(self.reserved, hex_id, stops), hex_id)
        counts: dict[str, int] | None = self.memo.get("copies")
        if counts is not None:
            counts = board.memo["copies"] = {**counts, tile: counts.get(tile, 0) + 1}
            if hex_id in self.tiles:
                counts[self.tiles[hex_id][0]] -= 1
        return board


def _moved(markers: dict[StopId, tuple[str, ...]], hex_id: str, stops: dict[int, int]) -> dict[StopId, tuple[str, ...]]:
    if not any(place[0] == hex_id for place in markers):
        return markers
    moved = {place: owners for place, owners in markers.items() if place[0] != hex_id}
    # stop by stop, so that what comes together does not depend on which was there first
    for place in sorted(place for place in markers if place[0] == hex_id):
        target = (hex_id, stops[place[1]])
        moved[target] = moved.get(target, ()) + markers[place]
    return moved
