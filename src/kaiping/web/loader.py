"""Templates are written for readers, indented and on short lines; what is served has none of that whitespace.

Next to a tag, of HTML or of the template, a line break vanishes together with the indentation around it. Between two
pieces of text, and between the attributes of a tag, it becomes one space. A space within a line stays as it is; where a
line must end in one that is seen, it is written ``{{ " " }}``. Texts to be translated, ``pre`` and ``textarea`` keep
every character; a long text to be translated is written with Django's ``blocktranslate trimmed``.
"""

from __future__ import annotations

import re
from pathlib import Path

from django.template import Origin
from django.template.loaders import filesystem
from django.template.utils import get_app_template_dirs

OURS = Path(__file__).resolve().parent

_BREAK = re.compile(r"\s*\n\s*")
_EDGES = re.compile(r"\A\s*\n\s*|\s*\n\s*\Z")
_LAST = re.compile(r"\s*\n\s*(?=/?>\Z)")
_TAGS = re.compile(
    r"""
    (?P<kept> {%\s*(blocktranslate|comment|verbatim)\b .*? {%\s*end\2\s*%}
        | <(pre|textarea|script|style)\b .*? </\3>)
    | (?P<tag> <[a-z/!] (?: {%.*?%} | {{.*?}} | "(?: {%.*?%} | {{.*?}} | [^"])*+" | '(?: {%.*?%} | {{.*?}} | [^'])*+'
        | [^>"'])*+ >)
    | (?P<command> {%.*?%} | {\#.*?\#})
    """,
    re.DOTALL | re.IGNORECASE | re.VERBOSE,
)


class Loader(filesystem.Loader):
    """Finds templates in ``DIRS`` and in the applications; Django's cached loader around it keeps what it has read."""

    def get_dirs(self) -> list[str | Path]:
        return [*super().get_dirs(), *get_app_template_dirs("templates")]

    def get_contents(self, origin: Origin) -> str:
        text = super().get_contents(origin)
        file = Path(origin.name)
        return compact(text) if file.suffix == ".html" and file.is_relative_to(OURS) else text


def compact(source: str) -> str:
    """A template without the whitespace that is there for its readers."""
    parts = []
    end = 0
    for found in _TAGS.finditer(source):
        parts.append(_text(source[end : found.start()]))
        tag = found["tag"]
        parts.append(found[0] if tag is None else _BREAK.sub(" ", _LAST.sub("", tag)))
        end = found.end()
    parts.append(_text(source[end:]))
    return "".join(parts)


def _text(text: str) -> str:
    return _BREAK.sub(" ", _EDGES.sub("", text)).replace('{{ " " }}', " ")
