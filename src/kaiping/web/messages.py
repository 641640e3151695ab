"""All texts that a reader may see, as a template for translators: ``python -m kaiping.web.messages`` writes it.

The template is ``locale/django.pot``; a language is a copy of it, filled in, as ``locale/xx/LC_MESSAGES/django.po``
with its compiled ``.mo``, and a line in the setting ``LANGUAGES``. English is the language of the texts themselves.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from django.utils.translation.template import templatize

from kaiping import words
from kaiping.action import KINDS

WEB = Path(__file__).resolve().parent
SOURCE = WEB.parent
TEMPLATE = WEB / "locale" / "django.pot"

#: functions whose first text is one to translate, and those that take one for many as well
_ONE = {"_", "gettext", "gettext_lazy", "gettext_noop"}
_MANY = {"ngettext", "ngettext_lazy"}

#: a text, with the one for many things or nothing
Message = tuple[str, str]

_HEAD = """\
# Texts of Kaiping; written by `make messages`.
msgid ""
msgstr ""
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"""


def messages() -> dict[Message, list[str]]:
    """Every text, and the files in which it stands."""
    found: dict[Message, list[str]] = {}
    for message, place in (*_from_python(), *_from_templates(), *_from_tables()):
        places = found.setdefault(message, [])
        if place not in places:
            places.append(place)
    return dict(sorted(found.items()))


def _from_python() -> Iterator[tuple[Message, str]]:
    for file in sorted(SOURCE.rglob("*.py")):
        for message in _calls(ast.parse(file.read_bytes())):
            yield message, _name(file)


def _calls(tree: ast.AST) -> Iterator[Message]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            texts = [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            if name in _ONE and len(texts) == 1:
                yield texts[0], ""
            elif name in _MANY and len(texts) == 2:
                yield texts[0], texts[1]


def template_files() -> list[Path]:
    return sorted(file for ending in ("html", "txt") for file in WEB.rglob(f"templates/**/*.{ending}"))


def _from_templates() -> Iterator[tuple[Message, str]]:
    """Django turns a template into calls of gettext, as for its own makemessages."""
    for file in template_files():
        code = templatize(file.read_text())
        calls = re.findall(r"""\b(?:n?gettext|_)\((?:u?'(?:[^'\\]|\\.)*'|u?"(?:[^"\\]|\\.)*"|[^()'"])*\)""", code)
        for call in calls:
            for message in _calls(ast.parse(call.replace("\n", " "))):
                yield message, _name(file)


def _from_tables() -> Iterator[tuple[Message, str]]:
    """The sentences for reasons and events, the words that go into them, and those for kinds of action."""
    for text in words.all_texts():
        yield (text, ""), "words.py"
    for kind in KINDS:
        yield (kind.heading, ""), "action.py"
        yield (kind.doing, ""), "action.py"


def _name(file: Path) -> str:
    return file.relative_to(SOURCE).as_posix()


def template() -> str:
    """The file for translators."""
    parts = [_HEAD]
    for (one, many), places in messages().items():
        if not one:
            continue
        lines = [f"#: {' '.join(places)}"]
        if re.search(r"%\(\w+\)[sd]|%[sd]", one):
            lines.append("#, python-format")
        lines.append(f"msgid {_quoted(one)}")
        lines += [f"msgid_plural {_quoted(many)}", 'msgstr[0] ""', 'msgstr[1] ""'] if many else ['msgstr ""']
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t") + '"'


if __name__ == "__main__":
    TEMPLATE.parent.mkdir(exist_ok=True)
    TEMPLATE.write_text(template())
    print(f"{len(messages())} texts in {_name(TEMPLATE)}")
