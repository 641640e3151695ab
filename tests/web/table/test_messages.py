"""Texts are ready for translation: each is marked, the template for translators is up to date, and a language works."""

from __future__ import annotations

import re
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
    from kaiping.web.messages import SOURCE

    assert unmarked('<p title="{{ x }}">{% translate "a" %}</p> left <a title="over">') == ["over", "left"]
    files = [file for ending in ("html", "txt") for file in SOURCE.rglob(f"templates/**/*.{ending}")]
    assert len(files) > 40
    for file in files:
        if "letter" in file.name or "subject" in file.name:
            continue  # e-mail: lines of text with an address
        assert set(unmarked(file.read_text())) <= NAMES, file.name


#: keys are named where there are some: in `kbd`, which a phone does not show, in titles, and in the list of them
_OF_A_DESK = r"\bclick|\bmouse\b|\bhover|\((?:Esc|Enter|.)\)$"


def test_no_text_that_a_finger_comes_to_speaks_of_clicks_or_keys():
    from kaiping.web.messages import SOURCE

    for file in SOURCE.rglob("templates/**/*.html"):
        source = re.sub(r"\b(title|aria-label)=\"(?:\{%.*?%\}|[^\"{])*\"", "", file.read_text())
        texts = re.findall(r"\{% translate (?:'([^']*)'|\"([^\"]*)\")", source)
        texts += re.findall(r"()\{% blocktranslate[^%]*%\}(.*?)\{% endblocktranslate %\}", source, flags=re.DOTALL)
        said = [text for pair in texts for text in pair if re.search(_OF_A_DESK, text.strip(), re.IGNORECASE)]
        assert not said, file.name
    for file in SOURCE.parent.glob("titles/*/data/lessons/*.toml"):
        assert not re.search(r"\bclick", file.read_text(), re.IGNORECASE), file.name


def test_the_template_for_translators_is_up_to_date():
    """If this fails, run ``make messages``."""
    from kaiping.web.messages import TEMPLATE, messages, template

    found = messages()
    assert TEMPLATE.read_bytes() == template(found)
    for text in ("What now", "{player} passes", "Pass the rest of the auction", "director", "lays track"):
        assert text in found


def test_a_language_reaches_everything_that_is_read(tmp_path: Path):
    """The templates, the phrases, the refusals and the log; the language gets what it lacks of the template."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import read_po, write_po
    from django.test.utils import override_settings
    from django.utils.translation import override

    from kaiping.web.messages import bring_up_to_date

    german = Catalog(locale="de")
    for text, translated in {
        "What now": "Was nun",
        "Pass": "Passen",
        "{player} passes": "{player} passt",
        "the game is over": "das Spiel ist aus",
        "a text that is gone": "ein Text, der fort ist",
    }.items():
        german.add(text, translated)
    language = tmp_path / "de" / "LC_MESSAGES" / "django.po"
    language.parent.mkdir(parents=True)
    with language.open("wb") as file:
        write_po(file, german)
    template = Catalog()
    for text in ("What now", "Pass", "{player} passes", "the game is over", "a new text"):
        template.add(text)
    bring_up_to_date(language, template)
    with language.open("rb") as file:
        kept = read_po(file)
    assert {message.id for message in kept if message.id} == {message.id for message in template if message.id}
    assert list(kept.obsolete) == ["a text that is gone"]

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
