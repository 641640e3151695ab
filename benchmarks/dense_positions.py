"""Makes the dense positions under benchmarks/positions: the densest networks that the tiles of a title allow.

Tiles are laid by annealing: lays that join more sides of hexes are kept, within the number of tiles there is. The
company has a token in every city, or as many as it owns; then other cities are open, or others block some of them.
Run it as `python benchmarks/dense_positions.py`; it writes the same files each time. `kaiping bench --routes` solves
them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from kaiping.board.board import Board
from kaiping.board.tile import COLORS, Shape, StopKind
from kaiping.cli.bench_routes import FOLDER, Position, ground
from kaiping.reading import Ground
from kaiping.routes.network import network

Lay = tuple[str, int]

STEPS = 60_000
SEEDS = range(3)
#: sets of trains: the longest that a company may own at the end, and four at once
TRAINS = {
    "1888": ("D", "D D", "6 D", "5 6", "4 4 4", "3 3 3 3"),
    "1880": ("10", "8E", "10 10", "8E 10", "6E 8E", "8 8E", "4+4 4+4", "2+2 3 3+3 3+3", "6 6 8 10"),
    "1890": ("D", "D D", "6 D", "5 6 D", "D D D", "3+3 4 4 4", "5 5 6 6"),
}
#: tiles that only privates lay, where they lie
SPECIAL: dict[str, dict[str, Lay]] = {
    "1888": {"H2": ("L39", 5), "E17": ("L40a", 0), "F16": ("L40b", 0), "C5": ("L41", 1)}
}
#: which of a stop's values hold at the end
LAST_VALUES = {"1888": 3, "1880": 3, "1890": 2}
#: a company, and how many tokens it has
COMPANY = {"1888": ("JHR", 4), "1880": ("BCR", 3), "1890": ("JR", 5)}


def suits(where: Ground, hex_id: str, tile_id: str) -> bool:
    """Whether a tile of any colour may come to lie on a hex, by its stops and labels."""
    printed, tile = where.map.hexes[hex_id], where.tiles[tile_id]
    before, after = {stop.kind for stop in printed.stops}, {stop.kind for stop in tile.stops}
    if tile.color not in COLORS or printed.color == tile.color:
        return False
    if StopKind.BOOMTOWN in before:
        if len(after) != 1 or (len(printed.stops) == 1 and len(tile.stops) != 1) or tile.label not in (None, "OO"):
            return False
        return (len(printed.stops) == 2) == (len(tile.stops) == 2 or tile.label == "OO")
    if before != after or (StopKind.TOWN in before and len(printed.stops) != len(tile.stops)):
        return False
    if tile.label == printed.label:
        return True
    if printed.label is None:  # two cities bear their label from the first tile on
        return tile.label == "OO" and len(printed.stops) == 2
    borne = {other.label for other in where.tiles.values() if other.color == tile.color}
    return tile.label is None and printed.label not in borne


class Annealing:
    """A board on its way to being dense."""

    def __init__(self, title: str, seed: int) -> None:
        self.where, self.random = ground(title), Random(f"{title} {seed}")
        self.laid = dict(SPECIAL.get(title, {}))
        fixed = set(self.laid)
        self.left = dict(self.where.tile_counts)
        self.lays = {
            name: [
                (tile.id, turn)
                for tile in self.where.tiles.values()
                if suits(self.where, name, tile.id) and tile.id not in {lay[0] for lay in self.laid.values()}
                for turn in tile.rotations
                if set(entry.required_exits) <= tile.shapes[turn].exits <= self.where.map.open_edges[name]
            ]
            for name, entry in self.where.map.hexes.items()
            if entry.buildable and name not in fixed
        }
        self.lays = {name: lays for name, lays in self.lays.items() if lays}

    def shape(self, hex_id: str) -> Shape:
        if hex_id in self.laid:
            tile, rotation = self.laid[hex_id]
            return self.where.tiles[tile].shapes[rotation]
        return self.where.map.hexes[hex_id].shape

    def joined(self, hex_id: str) -> int:
        """Sides of a hex that track crosses."""
        across = self.where.map.neighbours[hex_id]
        return sum(
            other is not None and (edge + 3) % 6 in self.shape(other).exits
            for edge in self.shape(hex_id).exits
            for other in (across[edge],)
        )

    def run(self) -> dict[str, Lay]:
        names = sorted(self.lays)
        for step in range(STEPS):
            heat = 2.0 * (1 - step / STEPS) + 0.02
            hex_id = self.random.choice(names)
            self.change({hex_id: self.random.choice(self.lays[hex_id])}, heat)
            # a tile of which there are no more is taken from another hex
            one, other = self.random.sample(names, 2)
            if one in self.laid:
                there = [lay for lay in self.lays[other] if lay[0] == self.laid[one][0]]
                if there:
                    self.change({one: self.random.choice(self.lays[one]), other: self.random.choice(there)}, heat)
        return self.laid

    def change(self, lays: dict[str, Lay], heat: float) -> None:
        """Lay these tiles if there are enough of them and the board becomes no worse, or only a little."""
        before = sum(self.joined(hex_id) for hex_id in lays)
        old = {hex_id: self.laid.get(hex_id) for hex_id in lays}
        self.put(dict(lays))
        worse = before - sum(self.joined(hex_id) for hex_id in lays)
        enough = all(self.left[tile] >= 0 for tile, _ in lays.values())
        if not enough or (worse > 0 and self.random.random() >= math.exp(-worse / heat)):
            self.put(old)

    def put(self, lays: dict[str, Lay | None]) -> None:
        for hex_id, lay in lays.items():
            if hex_id in self.laid:
                self.left[self.laid.pop(hex_id)[0]] += 1
            if lay is not None:
                self.laid[hex_id] = lay
                self.left[lay[0]] -= 1


def positions(title: str, seed: int) -> Iterator[Position]:
    """One dense board with all its sets of tokens and trains."""
    where, random = ground(title), Random(f"tokens {title} {seed}")
    tiles = Annealing(title, seed).run()
    net = network(where.map, where.tiles, Board(tiles, {}, {}))
    company, stations = COMPANY[title]
    cities = [number for number, stop in enumerate(net.stops) if stop.kind is StopKind.CITY]
    own = random.sample(cities, stations)
    blocked = [number for number in cities if number not in own and random.random() < 0.3]
    for kind, tokened in (("every city", cities), ("own tokens", own), ("blocked", own)):
        tokens: dict[str, Any] = {f"{net.ids[city][0]}.{net.ids[city][1]}": (company,) for city in tokened}
        if kind == "blocked":
            for city in blocked:
                tokens[f"{net.ids[city][0]}.{net.ids[city][1]}"] = tuple("others"[: net.stops[city].slots])
        for trains in TRAINS[title]:
            yield Position(
                name=f"{title} board {seed}, {kind}, {trains}",
                title=title,
                company=company,
                trains=tuple(trains.split()),
                values=LAST_VALUES[title],
                tiles={hex_id: f"{tile}/{rotation}" for hex_id, (tile, rotation) in sorted(tiles.items())},
                tokens=tokens,
            )


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for title in TRAINS:
        lines = [msgspec.json.encode(position) for seed in SEEDS for position in positions(title, seed)]
        (FOLDER / f"{title}.jsonl").write_bytes(b"\n".join(lines) + b"\n")
        print(f"{title}: {len(lines)} positions")


if __name__ == "__main__":
    main()
