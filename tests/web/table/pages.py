"""Pages as a browser would get them, read back: which actions they offer, which buttons may be pressed."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from kaiping.action import AnyAction, from_json
from kaiping.game import Game

LINKS = {
    name: f"/t/{name}"
    for name in (
        "page", "body", "play", "undo", "redo", "stream", "part", "chat", "notes", "export", "picture", "fork",
        "program", "rules",
    )
}  # fmt: skip

RECORDINGS = Path(__file__).parents[2] / "data" / "recordings"


class _Fields(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.values: list[tuple[str, bool]] = []
        self.wrong: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        second = "data-rest" in found  # the same action, and the rest of the turn is passed
        if found.get("name") == "action" and tag in ("button", "input") and not second:
            self.values.append((found.get("value") or "", "disabled" not in found and "data-not-mine" not in found))
        if tag == "data" and "data-step-of" in found and found.get("value") != self.values[-1][0]:
            self.values.append((found.get("value") or "", self.values[-1][1]))  # the button takes it over
        if "id" in found:
            self.ids.append(str(found["id"]))
        if tag == "style" or "style" in found or any(name.startswith("on") for name in found):
            self.wrong.append(tag)
        if tag == "script" and "src" not in found:
            self.wrong.append(tag)


def read(html: str) -> _Fields:
    reader = _Fields()
    reader.feed(html)
    return reader


def body(game: Game, seats: frozenset[str] | None = None, *, moment: int | None = None, **around: Any) -> str:
    """The body of the page for somebody with these seats; all seats where none are named."""
    from kaiping.web.table import Around, Links, Viewer
    from kaiping.web.table import body as draw

    viewer = Viewer(None, frozenset(game.players) if seats is None else seats, may_undo=True)
    return draw(game, viewer, moment=moment, links=Links(**LINKS), around=Around(**around)).text


def part(game: Game, name: str, seats: frozenset[str] | None = None, *, moment: int | None = None, **query: str) -> str:
    """A part of the page."""
    from django.template.loader import render_to_string

    from kaiping.web.table import Links, Viewer
    from kaiping.web.table import part as find

    viewer = Viewer(None, frozenset(game.players) if seats is None else seats, may_undo=True)
    template, found = find(name, game, viewer, query, moment=moment, links=Links(**LINKS))
    return render_to_string(template, found)


def offered(game: Game) -> list[AnyAction]:
    """Every action that the page and the choosers of its marked hexes offer."""
    from kaiping.web.table.choices import now

    pages = [body(game)]
    pages += [part(game, "hex", hex=hex_id) for hex_id in now(game).hexes]
    return [from_json(value) for page in pages for value, _may in read(page).values]
