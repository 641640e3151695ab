"""Small parts of which the pages of a report are made."""

from __future__ import annotations

from collections.abc import Callable

from kaiping.draw.svg import Markup, element
from kaiping.language import gettext as _

#: gives the address of the moment after so many actions; an empty one is not linked
Address = Callable[[int], str]


def nowhere(_number: int) -> str:
    return ""


def section(title: str, *content: str) -> Markup:
    return element("section", element("h2", title), *content)


def wide(inner: Markup) -> Markup:
    """What may be wider than a small screen: it scrolls by itself, by keys too."""
    return element("div", inner, class_="scroll", tabindex=0)


def moment(number: int, address: Address) -> Markup:
    words = _("action %(number)d") % {"number": number}
    link = address(number)
    return element("a", words, href=link) if link else element("span", words, class_="moment")


def sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."
