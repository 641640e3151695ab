"""All texts that a reader may see, as a template for translators: ``python -m kaiping.web.messages`` writes it.

The template is ``locale/django.pot``; a language is a copy of it, filled in, as ``locale/xx/LC_MESSAGES/django.po``,
and a line in the setting ``LANGUAGES``. Languages that are there get the texts that are new, and are compiled. English
is the language of the texts themselves.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import IO, Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir, extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

from kaiping import words
from kaiping.action import KINDS
from kaiping.bots import LEVELS
from kaiping.titles import TITLES
from kaiping.titles.about import about
from kaiping.titles.lessons import lessons
from kaiping.titles.options import load_options
from kaiping.web.site import glossary

SOURCE = Path(__file__).resolve().parent.parent
LANGUAGES = SOURCE / "web" / "locale"
TEMPLATE = LANGUAGES / "django.pot"

#: functions whose first text is one to translate, and those that take one for many as well
_CALLS = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop")),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
}

#: files, and how their texts are found
_METHODS = [
    ("**/templates/**.html", "kaiping.web.messages:from_template"),
    ("**/templates/**.txt", "kaiping.web.messages:from_template"),
    ("**.py", "python"),
]

#: without a date, so that the file changes only where a text does
_HEAD = b"""\
# Texts of Kaiping; written by `make messages`.
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

"""


def messages() -> Catalog:
    """Every text, and the files in which it stands."""
    found = Catalog()
    for file, line, message, _comments, _context in extract_from_dir(SOURCE, _METHODS, keywords=_CALLS):
        found.add(message, locations=[(file, line)])
    for text, file in _from_tables():
        found.add(text, locations=[(file, 0)])
    return found


def from_template(file: IO[bytes], calls: Mapping[str, Any], tags: Collection[str], options: object) -> Iterator[Any]:
    """Django turns a template into calls of gettext, as for its own makemessages; Babel reads them as Python."""
    lines = templatize(file.read().decode()).splitlines()
    return extract_python(BytesIO("\n".join(line.strip() for line in lines).encode()), calls, tags, {})


def _from_tables() -> Iterator[tuple[str, str]]:
    """The sentences for reasons and events, the words that go into them, those for actions and levels of bots."""
    for text in words.all_texts():
        yield text, "words.py"
    for kind in KINDS:
        yield kind.heading, "action.py"
        yield kind.doing, "action.py"
    for level in LEVELS.values():
        yield level.sentence, "bots/levels.py"
    for text in glossary.texts():
        yield text, "glossary.toml"
    for title in TITLES.values():
        for text in about(title.name).texts():
            yield text, "about.toml"
        for one in lessons(title.name):
            for text in one.texts():
                yield text, "lessons"
        for option in load_options(title.data):
            yield option.label, "options"
            yield option.summary, "options"


def template(found: Catalog) -> bytes:
    """The file for translators."""
    file = BytesIO(_HEAD)
    file.seek(0, 2)
    write_po(file, found, width=0, omit_header=True, sort_output=True, include_lineno=False)
    return file.getvalue()


def bring_up_to_date(language: Path, found: Catalog) -> None:
    """Add to a language what is new in the template, and compile it."""
    with language.open("rb") as file:
        catalogue = read_po(file)
    catalogue.update(found)
    with language.open("wb") as file:
        write_po(file, catalogue, width=0, include_lineno=False)
    with language.with_suffix(".mo").open("wb") as file:
        write_mo(file, catalogue)


if __name__ == "__main__":
    texts = messages()
    TEMPLATE.write_bytes(template(texts))
    for language in LANGUAGES.glob("*/LC_MESSAGES/django.po"):
        bring_up_to_date(language, texts)
    print(f"{len(texts)} texts in {TEMPLATE.relative_to(SOURCE)}")
