"""The PDF of a title: pictures, cards and the aid, set by Typst with the fonts of our pictures."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from kaiping.draw.face import tile_face
from kaiping.draw.geometry import APOTHEM, SIDE
from kaiping.draw.map import map_svg
from kaiping.draw.market import market_svg
from kaiping.draw.png import font_files
from kaiping.draw.svg import element, join, picture
from kaiping.draw.theme import LIGHT
from kaiping.draw.tile import company_colors, whole
from kaiping.errors import BadInput
from kaiping.game import Game
from kaiping.language import gettext as _
from kaiping.paper.aid import aid
from kaiping.paper.cards import certificates, charters, lots, tokens_of, train_cards
from kaiping.paper.sheets import FOOT, HEX, MARGIN, PAPERS, check_hex, cut, tile_pages
from kaiping.phrases import printed_name

_THEME = msgspec.structs.replace(LIGHT, paper="#FFFFFF")
_VIEW = re.compile(r'viewBox="([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+)"')


def to_pdf(game: Game, *, paper: str = "a4", hex_wide: float = HEX) -> bytes:
    """All that is needed to play a title, on paper; the game says which title, edition and options."""
    typst = _typst()
    folders = sorted({str(Path(file).parent) for file in font_files()})
    try:
        return bytes(
            typst.compile(sources(game, paper, hex_wide), font_paths=folders, ignore_system_fonts=True, format="pdf")
        )
    except typst.TypstError as wrong:
        raise BadInput(f"the PDF cannot be made: {wrong}") from None


def _typst() -> Any:
    try:
        found = import_module("typst")
        font_files()
    except (ImportError, BadInput):
        raise BadInput("a PDF needs more packages; install them with: pip install 'kaiping[print]'") from None
    return found


def sources(game: Game, paper: str = "a4", hex_wide: float = HEX) -> dict[str, bytes]:
    """The files of the document by their names: the template, what it sets, and the pictures."""
    if paper not in PAPERS:
        raise BadInput(f"there is no paper {paper!r}; there is {', '.join(PAPERS)}")
    check_hex(hex_wide)
    definition, sheet = game.definition, PAPERS[paper]
    map_picture = map_svg(definition, game.at(0).state.board, theme=_THEME)
    found = _VIEW.search(map_picture)
    assert found is not None
    scale = hex_wide / (2 * APOTHEM)
    pages = tile_pages(definition, sheet, hex_wide)
    kinds = dict.fromkeys(laid.tile for page in pages for laid in page)
    content = {
        "name": printed_name(game),
        "words": _words(),
        "paper": {"wide": sheet.wide, "high": sheet.high, "margin": MARGIN, "foot": FOOT},
        "hex": hex_wide,
        "map": cut(float(found[3]) * scale, float(found[4]) * scale, sheet),
        "tiles": pages,
        "charters": charters(game),
        "certificates": certificates(game),
        "lots": lots(game),
        "trains": train_cards(game),
        "tokens": tokens_of(game),
        "aid": aid(game),
    }
    template = files("kaiping.paper") / "template"
    return {
        "main.typ": template.joinpath("main.typ").read_bytes(),
        "data.json": msgspec.json.encode(content),
        "map.svg": map_picture.encode(),
        "market.svg": market_svg(definition, {}, theme=_THEME).encode(),
        **{f"tile-{number}.svg": _tile(game, tile).encode() for number, tile in enumerate(kinds)},
        "tiles.json": msgspec.json.encode({tile: f"tile-{number}.svg" for number, tile in enumerate(kinds)}),
    }


def _tile(game: Game, tile: str) -> str:
    """A tile to its very edges, with its number in the lowest corner, where no track runs."""
    name = element("text", tile, y=SIDE - 8, font_size=10.5, text_anchor="middle", fill=_THEME.print)
    body = join(whole(tile_face(game.definition, tile), company_colors(game.definition), _THEME), name)
    view = (-APOTHEM, -SIDE, 2 * APOTHEM, 2 * SIDE)
    return picture(body, width=200, view=view, title=f"Tile {tile}", desc="", font=_THEME.font)


def _words() -> dict[str, str]:
    """The words of the template."""
    return {
        "aid": _("Player aid"),
        "map": _("Map"),
        "market": _("Share prices"),
        "tiles": _("Tiles"),
        "charters": _("Charters"),
        "companies": _("Companies"),
        "certificates": _("Certificates"),
        "privates": _("Privates"),
        "trains": _("Trains"),
        "tokens": _("Tokens and price markers"),
        "scale": _("Print at 100 %: this line is 50 mm long, a hex is"),
        "piece": _("row, column"),
        "treasury": _("Treasury"),
        "revenue": _("Revenue"),
        "price": _("Price"),
        "income": _("Income"),
        "players": _("Players"),
        "cash": _("Cash"),
        "limit": _("Certificates"),
        "train": _("Train"),
        "count": _("Number"),
        "reach": _("Reach"),
        "rusts": _("Rusts with"),
        "phase": _("Phase"),
        "begins": _("Begins with"),
        "colors": _("Tiles"),
        "train_limit": _("Train limit"),
        "rounds": _("Rounds in a set"),
        "phases": _("Phases"),
        "limits": _("Limits"),
        "seats": _("Seats"),
        "turn": _("A company's turn"),
        "minor_turn": _("A minor's turn"),
    }
