"""How long the best run takes on the densest maps of 1888 that its tiles allow, far denser than games make them.

Tiles are laid by annealing: lays that join more sides of hexes are kept, within the number of tiles there is. The
company has all its tokens on the map; in half of the positions others block some cities. Run it as
`python benchmarks/dense_routes.py [--seeds N]`.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from kaiping.board.board import Board, StopId  # noqa: E402 -- needs the path above, as do the next
from kaiping.board.tile import Shape, StopKind  # noqa: E402
from kaiping.routes.check import fault  # noqa: E402
from kaiping.routes.income import problem  # noqa: E402
from kaiping.routes.network import network  # noqa: E402
from kaiping.routes.search import best_run  # noqa: E402
from tests.routes.recorded import DEFINITION  # noqa: E402

MAP, TILES = DEFINITION.map, DEFINITION.tiles
Lay = tuple[str, int]

#: tiles that only privates lay
SPECIAL: dict[str, Lay] = {"H2": ("L39", 5), "E17": ("L40a", 0), "F16": ("L40b", 0), "C5": ("L41", 1)}
TRAINS = ("D", "6 6", "5 6", "6 D", "D D", "4 4 4", "3 3 3 3")
STEPS = 60_000


def fitting(hex_id: str) -> list[Lay]:
    """Tiles of any colour that suit what is printed on a hex, in each rotation that keeps within the map."""
    printed = MAP.hexes[hex_id]
    kinds = [stop.kind for stop in printed.stops]
    lays = []
    for tile in TILES.values():
        after = [stop.kind for stop in tile.stops]
        if tile.color in ("red", "blue") or tile.id == "L41" or tile.label != printed.label or set(kinds) != set(after):
            continue
        if StopKind.TOWN in kinds and len(kinds) != len(after):
            continue
        lays += [(tile.id, turn) for turn in tile.rotations if tile.shapes[turn].exits <= MAP.open_edges[hex_id]]
    return lays


class Annealing:
    """A board on its way to being dense."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.laid = dict(SPECIAL)
        if self.random.random() < 0.5:
            del self.laid["C5"]
        self.left = dict(DEFINITION.tile_counts)
        self.lays = {name: fitting(name) for name, entry in MAP.hexes.items() if entry.buildable}
        self.lays = {name: lays for name, lays in self.lays.items() if name not in self.laid and lays}

    def shape(self, hex_id: str) -> Shape:
        if hex_id in self.laid:
            tile, rotation = self.laid[hex_id]
            return TILES[tile].shapes[rotation]
        return MAP.hexes[hex_id].shape

    def joined(self, hex_id: str) -> int:
        """Sides of a hex that track crosses."""
        across = MAP.neighbours[hex_id]
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
            if one in self.laid and self.laid[one][0] in {tile for tile, _ in self.lays[other]}:
                tile = self.laid[one][0]
                there = self.random.choice([lay for lay in self.lays[other] if lay[0] == tile])
                self.change({one: self.random.choice(self.lays[one]), other: there}, heat)
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


def position(seed: int, *, blocked: bool) -> tuple[Board, str]:
    """A dense board with all tokens of one company, and the company."""
    tiles, random = Annealing(seed).run(), Random(-seed)
    net = network(MAP, TILES, Board(tiles, {}, {}))
    company = random.choice(sorted(DEFINITION.companies))
    entry = DEFINITION.companies[company]
    cities = [number for number, stop in enumerate(net.stops) if stop.kind is StopKind.CITY]
    home = next(number for number in cities if net.ids[number][0] == entry.home_stop[0])
    own = [home, *random.sample([number for number in cities if number != home], entry.stations - 1)]
    tokens: dict[StopId, tuple[str, ...]] = {net.ids[number]: (company,) for number in own}
    for number in cities:
        if blocked and number not in own and random.random() < 0.3:
            tokens[net.ids[number]] = tuple("others"[: net.stops[number].slots])
    return Board(tiles, tokens, {}), company


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seeds", type=int, default=4, metavar="N", help="how many boards (default: 4)")
    times: list[float] = []
    for seed in range(parser.parse_args().seeds):
        for blocked in (False, True):
            board, company = position(seed, blocked=blocked)
            for trains in TRAINS:
                board.memo.clear()
                began = time.process_time()
                what = problem(DEFINITION, board, company, trains.split(), 3)
                run = best_run(what)
                times.append(time.process_time() - began)
                legal = "" if fault(what, run.routes) is None else " ILLEGAL"
                proven = "proven" if run.proven else f"at most {run.bound}"
                kind = "blocked" if blocked else "open"
                print(
                    f"{seed} {kind:7} {company} {trains:8} {run.revenue:5} {proven} {times[-1]:7.3f} s{legal}",
                    flush=True,
                )
    times.sort()
    print(
        f"{len(times)} positions; seconds of the processor: median {times[len(times) // 2]:.3f}, worst {times[-1]:.2f}"
    )


if __name__ == "__main__":
    main()
