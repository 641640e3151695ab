"""What a private, a company, a train, a tile or a hex is and does: for ``help KT``, ``train 3``, ``tile 9``, ``C9``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kaiping import ledger
from kaiping.action import LayTile, PlaceToken
from kaiping.board.track import shape_at
from kaiping.cli.play.phrases import track_words
from kaiping.game import Game
from kaiping.lot_words import company_sentences, minor_sentences, private_sentences
from kaiping.phrases import money, place, reach
from kaiping.state import BANK, CLOSED, IPO
from kaiping.words import owner_words


def about(game: Game, name: str, listed: Sequence[object] = ()) -> list[str]:
    """What there is to say of something by its name, in capitals or not; nothing where there is no such thing."""
    definition = game.definition
    lines: list[str] = []
    if (private := known(definition.privates, name)) is not None:
        lines += private_lines(game, private)
    if (minor := known(definition.minors, name)) is not None:
        lines += minor_lines(game, minor)
    if (company := known(definition.companies, name)) is not None:
        lines += company_lines(game, company)
    if (train := known(definition.trains, name)) is not None:
        lines += train_lines(game, train)
    if (hex_id := known(definition.map.hexes, name)) is not None:
        lines += hex_lines(game, hex_id, listed)
    if (tile := known(definition.tiles, name)) is not None:
        lines += tile_lines(game, tile)
    return lines


def known(names: Mapping[str, Any], word: str) -> str | None:
    """A name that is meant by a word, in capitals or not."""
    return word if word in names else next((name for name in names if name.lower() == word.lower()), None)


# --- privates ---------------------------------------------------------------------------------------


def private_lines(game: Game, name: str) -> Iterator[str]:
    private, state = game.definition.privates[name], game.state
    pays = game.definition.private_income(name, state.phase)
    income = f"{money(game, pays)} a round" if pays else "nothing"
    yield f"{name} {private.name}: price {money(game, private.price)}, pays {income}."
    owner = state.privates.get(name)
    where = {BANK: "the bank still has it", CLOSED: "it is closed"}.get(owner or "", f"it belongs to {owner}")
    used = ", and its power is used up" if name in state.powers_used else ""
    yield f"  Now {where}{used}."
    for sentence in private_sentences(game, name):
        yield f"  {sentence}"


# --- minors, companies, trains ------------------------------------------------------------------------


def minor_lines(game: Game, name: str) -> Iterator[str]:
    minor, state = game.definition.minors[name], game.state
    home = place(game, minor.home_stop[0])
    price = f", price {money(game, minor.price)}, starts with {money(game, minor.capital)}" if minor.price else ""
    yield f"{name} {minor.name}: a minor, at home in {home}{price}."
    owner = state.minors.get(name, CLOSED)
    where = {BANK: "nobody has it yet", CLOSED: "it is closed"}.get(owner, f"it belongs to {owner}")
    yield f"  Now {where}."
    for sentence in minor_sentences(game, name):
        yield f"  {sentence}"


def company_lines(game: Game, name: str) -> Iterator[str]:
    company = game.definition.companies[name]
    yield f"{name} {company.name}: {company.stations} tokens."
    for sentence in company_sentences(game, name):
        yield f"  {sentence}"
    row = next(one for one in ledger.companies(game) if one.code == name)
    if row.closed:
        yield "  It is closed."
    elif not row.started:
        yield "  Nobody has started it yet."
    else:
        state = game.state
        owners = [one for one in (*state.players, *state.minors) if state.held(one, name)]
        held = [f"{one} {state.held(one, name)} %" for one in owners]
        bank = owner_words(IPO, pool=game.definition.shares.pool_limit is not None)
        cash = money(game, row.cash) if row.floated else "not floated"
        yield f"  Started at {row.par}, price {row.price}; treasury: {cash}; trains: {' '.join(row.trains) or 'none'}."
        pool = [f"the pool {row.pool} %"] if row.pool else []
        yield f"  Shares: {', '.join([*held, f'{bank} {row.ipo} %', *pool])}."
    for fact in row.facts:
        if fact.place == "column":
            yield f"  {fact.note.capitalize()}: {fact.text}."


def train_lines(game: Game, name: str) -> Iterator[str]:
    kind = game.definition.trains[name]
    row = next(one for one in ledger.depot(game).trains if one.name == name)
    left = "no end of them" if row.left is None else f"{row.left} of {row.count} left"
    sold = ", on sale now" if row.on_sale else ""
    yield f"The {name}-train: {reach(kind)}, {money(game, row.price)}, {left}{sold}."
    if row.phase is not None and not row.begun:
        yield f"  The first brings phase {row.phase}."
    if row.rusts and not row.begun:
        yield f"  The first takes all {' and '.join(row.rusts)}-trains out of the game."
    if row.rusted_by is not None:
        yield f"  It leaves the game with the first {row.rusted_by}-train."
    if row.owners:
        yield f"  Owned by {', '.join(f'{owner} ({count})' for owner, count in row.owners.items())}."


# --- tiles and hexes -------------------------------------------------------------------------------------


def tile_lines(game: Game, name: str) -> Iterator[str]:
    tile = game.definition.tiles[name]
    left = ledger.tiles_left(game).get(name)
    counted = "" if left is None else f", {left} left"
    yield f"Tile {name}: {tile.color}{counted}; {track_words(tile.shapes[0], [None] * 6)}."


def hex_lines(game: Game, name: str, listed: Sequence[object]) -> Iterator[str]:
    """What lies on a hex, and what may be put there now."""
    definition, board = game.definition, game.state.board
    laid = board.tiles.get(name)
    shape = shape_at(definition.map, definition.tiles, board, name)
    track = track_words(shape, definition.map.neighbours[name]) or "no track"
    on = "" if laid is None else f"tile {laid[0]}/{laid[1]}, "
    yield f"{place(game, name)}: {on}{track}."
    tokens = [one for one in game.definition.companies if any(hex_id == name for hex_id, _ in board.tokens_of(one))]
    if tokens:
        yield f"  Tokens: {', '.join(tokens)}."
    if homes := [one for (hex_id, _), kept in board.reserved.items() if hex_id == name for one in kept]:
        yield f"  Kept free for the first stations of {', '.join(homes)}."
    if waiting := game.state.waiting_tokens.get(name):
        yield f"  Tokens that wait for a space: {', '.join(waiting)}."
    tiles = list(dict.fromkeys(one.tile for one in listed if isinstance(one, LayTile) and one.hex == name))
    if tiles:
        yield f"  May be laid now: {', '.join(tiles)} (lay {name} {tiles[0]})."
    if any(isinstance(one, PlaceToken) and one.hex == name for one in listed):
        yield f"  A token may be placed now (token {name})."
