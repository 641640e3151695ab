"""Laying and upgrading track: which tile may lie where, how turned, at what cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NoReturn

from kaiping.action import AnyAction, LayTile
from kaiping.board.tile import COLORS, Shape, Tile
from kaiping.board.track import color_at, moved_stops, next_color
from kaiping.definition import Definition, FreeRivers
from kaiping.errors import IllegalAction
from kaiping.flow.operating.connections import note_connections, reached, reaches
from kaiping.flow.operating.fitting import (
    check_order_of_tiles,
    check_rotation,
    check_tile,
    current_shape,
    has_room,
    open_fits,
)
from kaiping.flow.operating.frame import OperatingRound, is_first_turn, president_of, update
from kaiping.flow.operating.step import Earns, TurnStep
from kaiping.flow.operating.steps import LeftOut
from kaiping.flow.play import Play
from kaiping.flow.rules import Listed, passes
from kaiping.state import BANK, CLOSED


def is_closed_hex(table: Play, hex_id: str, company: str | None = None) -> str | None:
    """The private that keeps a hex closed to a company, or None if the hex is open.

    A hex opens when its private closes or is bought by a company, or with a phase or the first turn of a company, where
    the private says so. It is always open to a company that builds there free in its first turn.
    """
    private = table.definition.blocked_hexes.get(hex_id)
    if private is None:
        return None
    owner, entry = table.state.privates[private], table.definition.privates[private]
    if owner == CLOSED or owner in table.definition.companies:
        return None
    if company is not None and builds_free(table, company, hex_id):
        return None
    if entry.blocks_until_phase is not None and table.at_least(entry.blocks_until_phase):
        return None
    begun = table.state.operated | table.state.closed_companies  # no company closes before its first turn
    return None if entry.blocks_until_turn_of in begun else private


def builds_free(table: Play, company: str, hex_id: str) -> bool:
    """Is the company in its first turn, in which it builds free on this hex?"""
    entry = table.definition.companies.get(company)
    return entry is not None and hex_id in entry.free_lay and is_first_turn(table, company)


def check_hex(table: Play, hex_id: str, company: str | None = None) -> None:
    """Refuse a hex that takes no tiles or that a private keeps closed to the company.

    Without a company, a hex that is closed to any company is refused.
    """
    printed = table.definition.map.hexes.get(hex_id)
    if printed is None:
        table.refuse("unknown_hex", hex=hex_id)
    if not printed.buildable:
        table.refuse("hex_not_buildable", where=printed.color, hex=hex_id, color=printed.color)
    private = is_closed_hex(table, hex_id, company)
    if private is not None:
        _refuse_closed(table, hex_id, private)


def _refuse_closed(table: Play, hex_id: str, private: str) -> NoReturn:
    """Say what would open a hex that a private closes."""
    entry = table.definition.privates[private]
    phase, company = entry.blocks_until_phase, entry.blocks_until_turn_of
    if company is not None and company in table.definition.companies:
        table.refuse("hex_closed_until_turn", hex=hex_id, private=private, company=company, phase=phase)
    if not entry.for_companies:
        table.refuse("hex_closed_while_open", hex=hex_id, private=private)
    if phase is not None:
        table.refuse("hex_closed_until_phase", hex=hex_id, private=private, phase=phase)
    table.refuse("hex_closed", hex=hex_id, private=private)


def check_connected(table: Play, company: str, hex_id: str, shape: Shape) -> None:
    """Some track of the tile must be joined to a token of the company by unblocked track."""
    if not reaches(table, company, hex_id, shape.exit_bits):
        old = color_at(table.definition.map, table.definition.tiles, table.state.board, hex_id)
        table.refuse("not_connected", where="upgrade" if old in COLORS else None, company=company, hex=hex_id)


def terrain_cost(table: Play, company: str, hex_id: str) -> int:
    """The ground costs with the first tile on the hex only, and some tiles to be covered.

    A private may waive what a river costs, and a company may build free on some hexes in its first turn.
    """
    if builds_free(table, company, hex_id):
        return 0
    laid = table.state.board.tiles.get(hex_id)
    if laid is not None:
        return table.definition.tiles[laid[0]].cost
    printed = table.definition.map.hexes[hex_id]
    if printed.river and owns_power(table, company, FreeRivers):
        return printed.cost - printed.river
    return printed.cost


def owns_power(table: Play, company: str, kind: type) -> bool:
    """Does whoever decides for a company own a private with a power of this kind?"""
    player = president_of(table, company)
    return any(
        owner == player and isinstance(table.definition.privates[name].power, kind)
        for name, owner in table.state.privates.items()
    )


def put_tile(table: Play, company: str, hex_id: str, tile: Tile, rotation: int, cost: int) -> None:
    """Lay a tile that has been checked."""
    moved = moved_stops(current_shape(table, hex_id), tile.shapes[rotation]) or {}
    table.state.board = table.state.board.with_tile(hex_id, tile.id, rotation, moved)
    if cost:
        table.pay(company, BANK, cost)
    table.log("tile", company=company, hex=hex_id, tile=tile.id, rotation=rotation, cost=cost)
    entry = table.definition.companies.get(company)
    if entry is not None and entry.yellow_income and tile.color == COLORS[0]:
        table.pay(BANK, company, entry.yellow_income)
        table.log("yellow-income", company=company, amount=entry.yellow_income)


def earns_by_tiles(table: Play, company: str) -> bool:
    """Is the company paid for tiles that it lays?"""
    entry = table.definition.companies.get(company)
    return entry is not None and entry.yellow_income > 0


def home_hex(definition: Definition, company: str) -> str:
    return (definition.companies.get(company) or definition.minors[company]).home_stop[0]


def check_home_first(table: Play, company: str, hex_id: str) -> None:
    """Where the book says so, nothing is laid elsewhere before there is track on the company's home hex."""
    home = home_hex(table.definition, company)
    if table.definition.track.home_first and hex_id != home and not current_shape(table, home).exits:
        table.refuse("first_tile_home", company=company, hex=home)


def kept_for_home(table: Play, frame: OperatingRound) -> int:
    """What a company keeps for the tile that it must still lay on its home hex; nothing if it could not pay for it."""
    home, cash = home_hex(table.definition, frame.company), table.state.cash[frame.company]
    track_is_over = frame.step > 0  # it is the first step of every turn
    if not frame.owes_home_tile or track_is_over or home in table.state.board.tiles:
        return 0
    cost = terrain_cost(table, frame.company, home)
    return cost if cost <= cash else 0


def yellow_lays(table: Play, company: str) -> int:
    """How many yellow tiles the company may lay in a turn."""
    if company in table.definition.minors:
        return 1
    return max(table.phase.yellow_lays, table.definition.companies[company].yellow_lays)


def tile_lays(table: Play, company: str) -> int:
    """How many tiles the company may lay or upgrade in a turn, each on another hex."""
    entry = table.definition.companies.get(company)
    return 1 if entry is None else entry.tile_lays.get(table.state.phase, 1)


class TrackStep(TurnStep):
    """Yellow tiles, as many as the phase allows, or one upgrade a turn."""

    name = "track"
    kinds = (LayTile,)

    def __init__(
        self,
        laid: Callable[[Play, LayTile], None] | None = None,
        check_builder: Callable[[Play, str], None] | None = None,
    ) -> None:
        #: what follows a lay
        self.laid = laid
        #: refuses a company that may lay no track at all now
        self.check_builder = check_builder

    def open(self, table: Play, frame: OperatingRound) -> bool:
        if self._done(table, frame) or not self._may_build(table, frame.company):
            return False
        return not table.definition.steps_wait or self._any_lay(table, frame)

    def _may_build(self, table: Play, company: str) -> bool:
        return self.check_builder is None or passes(self.check_builder, table, company)

    def _any_lay(self, table: Play, frame: OperatingRound) -> bool:
        """Is there a lay? Most likely on a hex without a tile, so these come first."""
        tiles = table.state.board.tiles
        hexes = sorted(self._hexes(table, frame), key=lambda hex_id: hex_id in tiles)
        return any(next(self._lays_on(table, frame, hex_id), None) is not None for hex_id in hexes)

    def waits(self, table: Play, frame: OperatingRound) -> bool:
        """Also after a yellow tile, if a phase may still begin in which there are more of them in a turn."""
        more = any(0 < frame.yellow_laid < phase.yellow_lays for phase in table.definition.phases.values())
        return not frame.tile_laid or more

    def _done(self, table: Play, frame: OperatingRound) -> bool:
        """Has the company laid all that it may now? A phase that begins in this step may bring a further tile."""
        if not table.definition.steps_wait:
            return frame.tile_laid
        return frame.tile_laid and not 0 < frame.yellow_laid < yellow_lays(table, frame.company)

    def check_pass(self, table: Play, frame: OperatingRound) -> None:
        if self._owes_home(table, frame):
            home = home_hex(table.definition, frame.company)
            table.refuse("home_tile_first", company=frame.company, hex=home)

    def skip(self, table: Play, frame: OperatingRound) -> None:
        """Nothing follows."""

    def foreseen(self, earns: Earns) -> TurnStep:
        return LeftOut(self.name)

    def _owes_home(self, table: Play, frame: OperatingRound) -> bool:
        """In its first turn some companies must lay a tile on their home hex, unless one lies there."""
        home = home_hex(table.definition, frame.company)
        if not frame.owes_home_tile or home in table.state.board.tiles:
            return False
        return next(self._lays_on(table, frame, home), None) is not None

    def options(self, table: Play, frame: OperatingRound) -> Iterator[Listed]:
        for hex_id in self._hexes(table, frame):
            for action in self._lays_on(table, frame, hex_id):
                yield action, None

    def _hexes(self, table: Play, frame: OperatingRound) -> list[str]:
        """Where a tile may be laid: the home hex if it comes first, else where the company's track leads."""
        if self._owes_home(table, frame):
            return [home_hex(table.definition, frame.company)]
        return sorted(reached(table, frame.company).edges)

    def _lays_on(self, table: Play, frame: OperatingRound, hex_id: str) -> Iterator[LayTile]:
        """Every lay on a hex; the checks are those of ``check``, taken in order from hex to rotation."""
        company = frame.company
        try:
            self._check_turn(table, frame, hex_id)
            check_hex(table, hex_id, company)
            check_home_first(table, company, hex_id)
            self._check_cost(table, company, hex_id)
        except IllegalAction:
            return
        edges = reached(table, company).edges.get(hex_id, 0)
        for name, tile, turns in open_fits(table, hex_id):
            for rotation, (exits, moved) in turns.items():
                if exits & edges and has_room(table, hex_id, tile, moved):
                    yield LayTile(company, hex_id, name, rotation)

    def _check_turn(self, table: Play, frame: OperatingRound, hex_id: str) -> None:
        """Is it one that may build, and is a lay left to it? After a yellow tile only another yellow one is."""
        company = frame.company
        if self.check_builder is not None:
            self.check_builder(table, company)
        if self._done(table, frame):
            where = (f"of_{tile_lays(table, company)}", table.state.phase)
            table.refuse("no_lay_left", where=where, company=company)
        if hex_id in frame.laid:
            table.refuse("hex_laid_already", company=company, hex=hex_id)
        if frame.yellow_laid and hex_id in table.definition.map.hexes:
            color = color_at(table.definition.map, table.definition.tiles, table.state.board, hex_id)
            if next_color(color) != COLORS[0]:
                table.refuse("only_yellow_now", company=company, hex=hex_id)

    def _check_cost(self, table: Play, company: str, hex_id: str) -> None:
        cost, cash = terrain_cost(table, company, hex_id), table.state.cash[company]
        if cost > cash:
            table.refuse("cash_for_terrain", company=company, hex=hex_id, cost=cost, cash=cash)

    def check(self, table: Play, frame: OperatingRound, action: AnyAction) -> None:
        assert isinstance(action, LayTile)
        self._check_turn(table, frame, action.hex)
        check_hex(table, action.hex, action.company)
        tile = check_tile(table, action.hex, action.tile)
        check_order_of_tiles(table, action.hex, action.tile)
        check_rotation(table, action.hex, tile, action.rotation)
        check_home_first(table, action.company, action.hex)
        check_connected(table, action.company, action.hex, tile.shapes[action.rotation])
        self._check_cost(table, action.company, action.hex)
        if action.hex != (home := home_hex(table.definition, action.company)) and self._owes_home(table, frame):
            table.refuse("home_tile_first", company=action.company, hex=home)

    def apply(self, table: Play, frame: OperatingRound, action: AnyAction) -> None:
        assert isinstance(action, LayTile)
        note_connections(table, action.company)
        cost = terrain_cost(table, action.company, action.hex)
        tile = table.definition.tiles[action.tile]
        put_tile(table, action.company, action.hex, tile, action.rotation, cost)
        yellow = frame.yellow_laid + (tile.color == COLORS[0])
        done = tile.color != COLORS[0] or yellow >= yellow_lays(table, action.company)
        laid, lays = (*frame.laid, action.hex), tile_lays(table, action.company)
        if lays > 1:
            done, yellow = len(laid) >= lays, 0
        update(table, tile_laid=done, yellow_laid=yellow, laid=laid)
        if self.laid is not None:
            self.laid(table, action)
