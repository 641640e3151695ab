"""Powers of privates that a company uses in its turn: tiles laid free and without connection."""

from __future__ import annotations

from collections.abc import Container, Iterator

from kaiping.action import AnyAction, LayTile, Pass
from kaiping.board.hex import opposite
from kaiping.board.tile import COLORS
from kaiping.board.track import color_at, next_color
from kaiping.definition import FreeYellowTiles, Private, SpecialTiles
from kaiping.flow.operating.connections import reached
from kaiping.flow.operating.fitting import (
    check_rotation,
    check_tile,
    current_shape,
    fits_on,
    has_room,
    tiles_left,
)
from kaiping.flow.operating.frame import OperatingRound, operating_frame, president_of, update
from kaiping.flow.operating.step import AnytimeStep, trial
from kaiping.flow.operating.track import check_hex, earns_by_tiles, put_tile
from kaiping.flow.play import Play
from kaiping.flow.rules import Listed, passes
from kaiping.state import Frame


class MoreTiles(Frame, frozen=True):
    """The rest of a power that lays several tiles one after the other, where nothing may come in between."""

    company: str
    private: str
    #: hexes laid on by this use
    laid: tuple[str, ...]


def check_power_lay(table: Play, action: LayTile, laid: tuple[str, ...] = ()) -> None:
    """Refuse a lay that the private's power does not cover."""
    power = _check_use(table, action.company, action.private or "", laid)
    if isinstance(power, SpecialTiles):
        _check_special(table, action, power)
    else:
        _check_free_yellow(table, action, power, laid)


def _check_use(table: Play, company: str, private: str, laid: tuple[str, ...]) -> SpecialTiles | FreeYellowTiles:
    """A power to lay tiles that is the company's, and unused or with tiles left."""
    definition, state = table.definition, table.state
    power = definition.privates[private].power if private in definition.privates else None
    if not isinstance(power, SpecialTiles | FreeYellowTiles):
        table.refuse("no_such_power", private=private)
    if state.privates[private] != company:
        table.refuse("not_owner_of_private", player=company, private=private)
    if private in state.powers_used and not 0 < len(laid) < _most(power):
        table.refuse("power_used", where=private, private=private)
    return power


def _most(power: SpecialTiles | FreeYellowTiles) -> int:
    """How many tiles one use of a power may lay."""
    return power.most if isinstance(power, FreeYellowTiles) else len(power.lays)


def hexes_of(private: Private) -> frozenset[str]:
    """The hexes on which a private's owner may lay tiles that others may not, or that it keeps closed."""
    match private.power:
        case SpecialTiles(lays):
            return frozenset((*private.blocks, *(hex_id for hex_id, _ in lays)))
        case FreeYellowTiles(hexes):
            return frozenset((*private.blocks, *hexes))
    return frozenset(private.blocks)


def _check_special(table: Play, action: LayTile, power: SpecialTiles) -> None:
    # tiles that lie together are named by the first of them
    lays = power.lays[:1] if power.together else power.lays
    if (action.hex, action.tile) not in lays:
        figures = {"private": action.private, "hex": action.hex, "tile": action.tile}
        table.refuse("not_for_this_power", where=action.private, **figures)
    if tiles_left(table.definition, table.state, action.tile) <= 0:
        table.refuse("no_tile_left", tile=action.tile)
    if action.hex in table.state.board.tiles:
        table.refuse("hex_has_tile", hex=action.hex)
    tile = table.definition.tiles[action.tile]
    if not 0 <= action.rotation <= 5:
        table.refuse("no_such_rotation", rotation=action.rotation)
    shape = tile.shapes[action.rotation]
    old = current_shape(table, action.hex)
    if not old.exits <= shape.exits or (old.exits and not _new_exits_lead_somewhere(table, action, power)):
        table.refuse("track_not_kept", tile=action.tile, hex=action.hex, rotation=action.rotation)


def _new_exits_lead_somewhere(table: Play, action: LayTile, power: SpecialTiles) -> bool:
    """A tile over printed track may add exits only towards the other tiles of the same power."""
    old = current_shape(table, action.hex)
    new = table.definition.tiles[action.tile].shapes[action.rotation].exits - old.exits
    others = {hex_id for hex_id, _ in power.lays}
    return all(table.definition.map.neighbours[action.hex][edge] in others for edge in new)


def _check_free_yellow(table: Play, action: LayTile, power: FreeYellowTiles, laid: tuple[str, ...]) -> None:
    definition = table.definition
    if action.hex not in power.hexes:
        figures = {"private": action.private, "hex": action.hex, "tile": action.tile}
        table.refuse("not_for_this_power", where=action.private, **figures)
    check_hex(table, action.hex)
    tile = check_tile(table, action.hex, action.tile)
    if tile.color != COLORS[0]:
        old = color_at(definition.map, definition.tiles, table.state.board, action.hex)
        table.refuse("wrong_color", where="power", tile=tile.id, color=tile.color, hex=action.hex, wanted=old)
    check_rotation(table, action.hex, tile, action.rotation)
    if laid and power.must_join and not joined(table, action, laid):
        table.refuse("power_tiles_joined", private=action.private, hex=action.hex, other=", ".join(laid))


def joined(table: Play, action: LayTile, laid: tuple[str, ...]) -> bool:
    """Does track of the new tile meet track of one laid before?"""
    across = table.definition.map.neighbours[action.hex]
    for edge in table.definition.tiles[action.tile].shapes[action.rotation].exits:
        other = across[edge]
        if other in laid and opposite(edge) in current_shape(table, other).exits:
            return True
    return False


def power_lays(
    table: Play, company: str, private: str, laid: tuple[str, ...] = (), within: Container[str] | None = None
) -> Iterator[LayTile]:
    """Every lay that a private's power allows a company now, or those of yellow tiles on some hexes."""
    power = table.definition.privates[private].power
    if isinstance(power, SpecialTiles):
        for hex_id, tile in power.lays[: 1 if power.together else None]:
            for rotation in range(6):
                action = LayTile(company, hex_id, tile, rotation, private)
                if passes(check_power_lay, table, action, laid):
                    yield action
    elif isinstance(power, FreeYellowTiles) and passes(_check_use, table, company, private, laid):
        yield from _yellow_lays(table, company, private, power, laid, within)


def _yellow_lays(
    table: Play,
    company: str,
    private: str,
    power: FreeYellowTiles,
    laid: tuple[str, ...],
    within: Container[str] | None,
) -> Iterator[LayTile]:
    """Lays of free yellow tiles by somebody who may use the power; the checks are those of ``check_power_lay``."""
    definition, colors = table.definition, table.phase.colors
    for hex_id in power.hexes:
        color = color_at(definition.map, definition.tiles, table.state.board, hex_id)
        beside = not laid or not power.must_join or any(hex_id in definition.map.neighbours[other] for other in laid)
        if next_color(color) != COLORS[0] or not beside or (within is not None and hex_id not in within):
            continue
        if COLORS[0] not in colors or not passes(check_hex, table, hex_id):
            continue
        for name, tile, turns in fits_on(table, hex_id).values():
            if tiles_left(definition, table.state, name) <= 0:
                continue
            for rotation, turn in turns.items():
                if has_room(table, hex_id, tile, turn.moved):
                    action = LayTile(company, hex_id, name, rotation, private)
                    if not laid or not power.must_join or joined(table, action, laid):
                        yield action


def lays_at_once(table: Play, private: str | None) -> bool:
    """Is the private's power used up by one action?"""
    found = table.definition.privates.get(private or "")
    return (
        found is not None
        and isinstance(found.power, SpecialTiles)
        and (found.power.together or len(found.power.lays) == 1)
    )


def fits_between(table: Play, private: str | None) -> bool:
    """May the private's power be used before another has been finished? Not if it lays halves one after the other."""
    found = table.definition.privates.get(private or "")
    return lays_at_once(table, private) or (found is not None and isinstance(found.power, FreeYellowTiles))


def laid_by(frame: OperatingRound, private: str) -> tuple[str, ...]:
    """Hexes on which a private's power has laid tiles in this turn."""
    return tuple(hex_id for name, hex_id in frame.power_lays if name == private)


def open_powers(table: Play, frame: OperatingRound) -> list[str]:
    """The company's privates whose power to lay tiles is unused, or was used in this turn and has tiles left."""
    privates = table.definition.privates
    begun = [
        name
        for name in dict.fromkeys(name for name, _ in frame.power_lays)
        if table.state.privates[name] == frame.company
        and isinstance(power := privates[name].power, FreeYellowTiles)
        and len(laid_by(frame, name)) < power.most
    ]
    return unused_powers(table, frame.company) + begun


def unused_powers(table: Play, company: str) -> list[str]:
    """The company's privates whose power to lay tiles has not been used."""
    state, definition = table.state, table.definition
    return [
        private
        for private, owner in state.privates.items()
        if owner == company
        and private not in state.powers_used
        and isinstance(definition.privates[private].power, SpecialTiles | FreeYellowTiles)
    ]


def lay_by_power(table: Play, action: LayTile, laid: tuple[str, ...] = ()) -> None:
    """Lay the tile; what is left of the power's tiles comes next, or later in the turn where steps wait for it."""
    definition, state = table.definition, table.state
    private = action.private or ""
    power = definition.privates[private].power
    put_tile(table, action.company, action.hex, definition.tiles[action.tile], action.rotation, 0)
    table.log("power", company=action.company, private=private)
    state.powers_used |= {private}
    laid = (*laid, action.hex)
    if isinstance(power, SpecialTiles):
        if power.together:
            for hex_id, tile in power.lays:
                if hex_id not in laid:
                    put_tile(table, action.company, hex_id, definition.tiles[tile], action.rotation, 0)
            return
        more = len(laid) < len(power.lays)
    else:
        assert isinstance(power, FreeYellowTiles)
        if definition.steps_wait:
            update(table, power_lays=(*operating_frame(table).power_lays, (private, action.hex)))
            return
        more = len(laid) < power.most and next(power_lays(table, action.company, private, laid), None) is not None
    if more:
        table.push(MoreTiles(action.company, private, laid))


class Powers(AnytimeStep):
    """Open throughout the turn of a company that owns such a private."""

    kinds = (LayTile,)

    def open(self, table: Play, frame: OperatingRound) -> bool:
        return next(self.options(table, frame), None) is not None

    def options(self, table: Play, frame: OperatingRound) -> Iterator[Listed]:
        for private in open_powers(table, frame):
            for action in power_lays(table, frame.company, private, laid_by(frame, private)):
                yield action, None

    def changes(self, table: Play, frame: OperatingRound) -> Iterator[Play]:
        """A lay matters to the turn if the company's track leads to it, or if the company is paid for it.

        Of lays of the same track on the same hex one is enough.
        """
        company, tiles = frame.company, table.definition.tiles
        paid, edges = earns_by_tiles(table, company), reached(table, company).edges
        tried = set[object]()
        for private in open_powers(table, frame):
            hexes = hexes_of(table.definition.privates[private])
            if not paid and hexes.isdisjoint(edges):
                continue
            for action in power_lays(table, company, private, laid_by(frame, private), None if paid else edges):
                track = frozenset(frozenset(pair) for pair in tiles[action.tile].shapes[action.rotation].track)
                if (action.hex, track) not in tried:
                    tried.add((action.hex, track))
                    after = trial(table)
                    self.apply(after, frame, action)
                    yield after

    def check(self, table: Play, frame: OperatingRound, action: AnyAction) -> None:
        assert isinstance(action, LayTile)
        check_power_lay(table, action, laid_by(frame, action.private or ""))

    def apply(self, table: Play, frame: OperatingRound, action: AnyAction) -> None:
        assert isinstance(action, LayTile)
        lay_by_power(table, action, laid_by(frame, action.private or ""))


class MoreTilesRules:
    """A further tile of the same use: free yellow tiles may be declined, halves of one tile may not.

    Meanwhile the company may use other powers, but for those that lay halves of one tile.
    """

    def actors(self, table: Play) -> tuple[str, ...]:
        return (president_of(table, table.frame(MoreTiles).company),)

    def _may_decline(self, table: Play) -> bool:
        power = table.definition.privates[table.frame(MoreTiles).private].power
        return isinstance(power, FreeYellowTiles)

    def options(self, table: Play) -> Iterator[Listed]:
        frame = table.frame(MoreTiles)
        if self._may_decline(table):
            yield Pass(frame.company), None
        for action in power_lays(table, frame.company, frame.private, frame.laid):
            yield action, None
        for private in unused_powers(table, frame.company):
            if fits_between(table, private):
                for action in power_lays(table, frame.company, private):
                    yield action, None

    def check(self, table: Play, action: AnyAction) -> None:
        frame = table.frame(MoreTiles)
        match action:
            case Pass(actor):
                if actor != frame.company:
                    table.refuse("not_your_turn", where="operating", actor=actor, turn=frame.company)
                if not self._may_decline(table):
                    table.refuse("second_half_first", private=frame.private)
            case LayTile():
                same = action.private == frame.private
                if action.company != frame.company or not (same or fits_between(table, action.private)):
                    table.refuse("second_half_first", private=frame.private)
                check_power_lay(table, action, frame.laid if same else ())
            case _:
                table.refuse("second_half_first", private=frame.private)

    def apply(self, table: Play, action: AnyAction) -> None:
        frame = table.frame(MoreTiles)
        if isinstance(action, LayTile) and action.private != frame.private:
            lay_by_power(table, action)
            return
        table.pop()
        if isinstance(action, LayTile):
            lay_by_power(table, action, frame.laid)
        else:
            table.log("power-ended", company=frame.company, private=frame.private)

    def advance(self, table: Play) -> bool:
        return False
