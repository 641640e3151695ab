"""The air raids of the war (1890:C.10.14): green tiles in and around the big cities are lost."""

from __future__ import annotations

from kaiping.flow.play import Play
from kaiping.flow.shares import turn_order
from kaiping.titles.g1890.minors import playing_minors
from kaiping.titles.g1890.own import AirRaids, own, rules
from kaiping.titles.g1890.tokens import relay


def train_sold(table: Play, train: str, buyer: str | None) -> None:
    """The last train of the kind has been bought (1890:C.10.14.2)."""
    raids = rules(table).air_raids
    if raids is not None and train == raids.train and train not in table.state.depot:
        _strike(table, raids, buyer)


def _strike(table: Play, raids: AirRaids, buyer: str | None) -> None:
    """Tiles of the colour are lost, others stay; tokens come back as far as there is space (1890:C.10.14.3 ff.).

    A space is kept only for the home of a company that has not placed it; all tokens come back in one order, that of
    the turns after the buyer's (1890:C.10.14.7, C.10.14.8).
    """
    definition, state = table.definition, table.state
    around = {other for hex_id in raids.hexes for other in definition.map.neighbours[hex_id] if other is not None}
    struck = [
        hex_id
        for hex_id in sorted({*raids.hexes, *around})
        if hex_id in state.board.tiles and definition.tiles[state.board.tiles[hex_id][0]].color == raids.color
    ]
    table.log("air-raids", hexes=", ".join(struck) or "-")
    order = turn_order(table, (*playing_minors(table), *state.floated))
    if buyer in order:
        after = order.index(buyer) + 1
        order = order[after:] + order[:after]
    for hex_id in struck:
        left = relay(table, hex_id, None, order, homes_first=False)
        if left:
            state.waiting_tokens = {**state.waiting_tokens, hex_id: tuple(left)}
            table.log("tokens-wait", hex=hex_id, companies=", ".join(left))
    left_lying = {hex_id: tiles for hex_id, tiles in own(table).underneath.items() if hex_id not in struck}
    table.update_own(underneath=left_lying)
