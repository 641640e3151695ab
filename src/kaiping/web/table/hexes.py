"""What may be done on one hex: every tile and token as a picture of the hex as it would be, or why nothing may."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from kaiping import ledger, phrases
from kaiping.action import AnyAction, LayTile, PlaceToken, to_json
from kaiping.board.tile import STOP
from kaiping.definition.names import native_name
from kaiping.errors import BadInput
from kaiping.game import Game
from kaiping.refusals import TRIVIAL, Refused, refused_at
from kaiping.web.spoken import gettext as _
from kaiping.web.table.outcome import outcome
from kaiping.web.table.pictures import afar, hex_picture
from kaiping.web.table.then import Follows
from kaiping.web.table.viewer import Links, Viewer

#: reasons that say that a company does not get to a hex
_UNREACHED = frozenset({"not_connected", "city_not_reached"})


@dataclass(frozen=True)
class Option:
    """One tile in one rotation, or one token."""

    action: str
    label: str
    title: str
    picture: SafeString
    #: other hexes that the same action changes
    others: list[tuple[str, SafeString]]
    outcome: list[str]
    mine: bool
    #: what follows by itself
    follows: Follows | None


@dataclass(frozen=True)
class OptionSet:
    """The options that differ only in rotation."""

    title: str
    note: str
    options: list[Option]


def hex_part(
    game: Game, viewer: Viewer, query: Mapping[str, str], *, moment: int | None, links: Links
) -> tuple[str, dict[str, Any]]:
    """The chooser for one hex."""
    hex_id = query.get("hex", "")
    if hex_id not in game.definition.map.hexes:
        raise BadInput(f"the map has no hex {hex_id}")
    shown = game if moment is None else game.at(moment)
    sets = [] if shown.finished else option_sets(shown, viewer, hex_id, past=moment is not None)
    reasons = [] if sets else refused_at(shown, hex_id)[:4]
    because, telling = _because(shown, hex_id, reasons)
    return "table/hex.html", {
        "hex": hex_id,
        "place": phrases.place(shown, hex_id),
        "native": native_name(game.definition.map.hexes[hex_id]),
        "sets": sets,
        "first": sets[0].options[0].action if sets else "",
        "turns": any(len(one.options) > 1 for one in sets),
        "mine": any(option.mine for one in sets for option in one.options),
        "refused": [one for one in reasons if one not in telling],
        "because": because,
        "telling": telling,
        # what says it in a word where they all say the same
        "clause": reasons[0].clause if because and not telling and reasons[0].code in _UNREACHED else "",
        "links": links,
        "seats": viewer.seats,
        "moment": moment,
        "picture": hex_picture(shown.definition, shown.state, hex_id, shown.state.phase),
    }


def _because(game: Game, hex_id: str, reasons: list[Refused]) -> tuple[str, list[Refused]]:
    """What the reasons why nothing may be done on a hex come to, and those of them that say it; nothing where each says
    something of its own.
    """
    codes = {one.code for one in reasons}
    if codes and codes <= _UNREACHED:
        return _("No track of %(company)s leads here.") % {"company": phrases.company_on_turn(game)}, []
    if not codes or not codes <= TRIVIAL:
        return "", []
    coming = ledger.tiles_to_come(game, hex_id)
    # of the tiles that fit it at all the reasons tell more than of those that never do
    telling = refused_at(game, hex_id, coming)[:2] if coming else []
    left = [tile for tile, count in coming.items() if count]
    if not left:
        return "" if telling else _("No tile can come upon it."), telling
    words = ngettext("Only tile %s can come upon it, later.", "Only tiles %s can come upon it, later.", len(left))
    return words % ", ".join(left), telling


def hex_actions(game: Game, hex_id: str) -> list[AnyAction]:
    """The legal actions on one hex."""
    return [action for action in game.legal_actions() if getattr(action, "hex", None) == hex_id]


def option_sets(game: Game, viewer: Viewer, hex_id: str, *, past: bool) -> list[OptionSet]:
    """Every legal action on a hex, rotations of one tile together."""
    sets: dict[str, OptionSet] = {}
    seats = frozenset() if past or viewer.spectator else viewer.seats
    for action in hex_actions(game, hex_id):
        title, note = _titles(game, action)
        one = sets.setdefault(title, OptionSet(title, note, []))
        one.options.append(_option(game, action, game.seat_of(action) in seats))
    return list(sets.values())


def _titles(game: Game, action: AnyAction) -> tuple[str, str]:
    match action:
        case LayTile(_company, _hex, tile, _rotation, private):
            color = game.definition.tiles[tile].color
            title = _("%(color)s tile %(tile)s") % {"color": color, "tile": tile}
            if private:
                return title + _(" by %(private)s") % {"private": private}, _("free")
            cost = ledger.lay_cost(game, action)
            return title, phrases.money(game, cost) if cost else ""
        case PlaceToken(company, _hex, stop):
            cost = ledger.token_cost(game, action)
            title = _("token of %(company)s, city %(number)d") % {"company": company, "number": stop + 1}
            return title, phrases.money(game, cost)
    return phrases.heading(type(action)), ""


def _option(game: Game, action: AnyAction, mine: bool) -> Option:
    after, phase = game.after(action), game.state.phase
    hex_id, tiles = str(getattr(action, "hex", "")), game.state.board.tiles
    changed = [name for name, tile in after.state.board.tiles.items() if name != hex_id and tiles.get(name) != tile]
    label = title = phrases.heading(type(action))
    size = afar(game)
    match action:
        case LayTile(tile=tile, rotation=rotation):
            label = _("Lay %(tile)s") % {"tile": tile}
            title = _("tile %(tile)s, track to %(edges)s") % {"tile": tile, "edges": _exits(game, tile, rotation)}
        case PlaceToken():
            label = title = _("Place the token")
    return Option(
        action=to_json(action).decode(),
        label=label,
        title=title,
        picture=hex_picture(game.definition, after.state, hex_id, phase, afar=size),
        others=[(name, hex_picture(game.definition, after.state, name, phase, afar=size)) for name in changed],
        outcome=outcome(after, most=3, said=_later(after.game, hex_id) if isinstance(action, LayTile) else ()),
        mine=mine,
        follows=Follows(after) if mine else None,
    )


def _exits(game: Game, tile: str, rotation: int) -> str:
    """Where the track of a tile leads, in the order of the edges."""
    names = (_("south-west"), _("west"), _("north-west"), _("north-east"), _("east"), _("south-east"))
    ends = {end for piece in game.definition.tiles[tile].shapes[rotation].track for end in piece}
    return ", ".join(names[end] for end in sorted(ends) if end < STOP)


def _later(game: Game, hex_id: str) -> list[str]:
    """What a tile can become."""
    found = ledger.tiles_to_come(game, hex_id)
    if not found:
        return [_("No tile can come upon it later")]
    named = [tile if left else _("%s (none left)") % tile for tile, left in found.items()]
    words = ngettext("Later tile %s can come upon it", "Later tiles %s can come upon it", len(named))
    return [words % ", ".join(named)]
