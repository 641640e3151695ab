"""Texts are ready for translation: each is marked, the template for translators is up to date, and a language works."""

from __future__ import annotations

import re
import struct
from pathlib import Path

from kaiping.action import Pass
from kaiping.errors import Reason
from kaiping.game import Game
from tests.web.table.pages import body

#: what is the same in every language
NAMES = {"Kaiping", "· Kaiping", "UTC", "OpenAPI", "at-table"}


def unmarked(source: str) -> list[str]:
    """Words of a template that no translation would reach: between its tags, and in attributes that are read out."""
    source = re.sub(r"\{% blocktranslate.*?endblocktranslate %\}", "", source, flags=re.DOTALL)
    source = re.sub(r"\{[%{].*?[%}]\}", "\0", source, flags=re.DOTALL)
    read = [text for _name, text in re.findall(r'\b(title|aria-label|placeholder|alt)="([^"]*)"', source)]
    shown = re.sub(r"<[^>]*>", "\0", source, flags=re.DOTALL).split("\0")
    return [text.strip() for text in (*read, *shown) if re.search(r"[A-Za-z]{2,}", text)]


def test_every_text_of_a_template_is_marked():
    from kaiping.web.messages import template_files

    assert unmarked('<p title="{{ x }}">{% translate "a" %}</p> left <a title="over">') == ["over", "left"]
    files = template_files()
    assert len(files) > 40
    for file in files:
        if "letter" in file.name or "subject" in file.name:
            continue  # e-mail: lines of text with an address
        assert set(unmarked(file.read_text())) <= NAMES, file.name


def test_the_template_for_translators_is_up_to_date():
    """If this fails, run ``make messages``."""
    from kaiping.web.messages import TEMPLATE, messages, template

    assert TEMPLATE.read_text() == template()
    texts = {one for one, _many in messages()}
    for text in ("What now", "{player} passes", "Pass the rest of the auction", "director", "lays track"):
        assert text in texts


def compiled(texts: dict[str, str]) -> bytes:
    """A catalogue as gettext reads it."""
    pairs = sorted({"": "Content-Type: text/plain; charset=UTF-8\n", **texts}.items())
    place = 28 + 16 * len(pairs)
    words, tables = b"", [b"", b""]
    for side in (0, 1):
        for pair in pairs:
            text = pair[side].encode()
            tables[side] += struct.pack("<2I", len(text), place + len(words))
            words += text + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, place)
    return head + b"".join(tables) + words


def test_a_language_reaches_everything_that_is_read(tmp_path: Path):
    """The templates, the phrases, the refusals and the log."""
    from django.test.utils import override_settings
    from django.utils.translation import override

    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.mo").write_bytes(
        compiled(
            {
                "What now": "Was nun",
                "Pass": "Passen",
                "{player} passes": "{player} passt",
                "the game is over": "das Spiel ist aus",
            }
        )
    )
    game = Game("1888", players=["Ann", "Bo", "Cy"])
    game.play(Pass("Ann"))
    with override_settings(LOCALE_PATHS=[tmp_path], LANGUAGES=[("en", "English"), ("de", "Deutsch")]):
        with override("de"):
            page = body(game)
            assert "Was nun" in page
            assert "Passen" in page
            assert "Ann passt" in page
            assert "What now" not in page
            assert Reason("game_over", None, {}, "¥").text == "das Spiel ist aus"
        page = body(game)  # which is kept for each language by itself
        assert "What now" in page
        assert "Passen" not in page
