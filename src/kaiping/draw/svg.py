"""A tiny writer of SVG: elements as strings, escaped and with short numbers."""

from __future__ import annotations

import re
from html import escape

NAMESPACE = "http://www.w3.org/2000/svg"

#: characters that XML forbids, however they are written
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


class Markup(str):
    """Text that is SVG already and is not escaped again."""

    __slots__ = ()


def number(value: float) -> str:
    """A number in as few characters as two decimals allow.

    >>> number(12.0), number(-0.001), number(3.14159)
    ('12', '0', '3.14')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def text_of(value: str) -> str:
    """Text made safe for XML, also inside quotes."""
    return escape(_FORBIDDEN.sub("", value))


def element(name: str, *children: str, **attributes: str | float | None) -> Markup:
    """An element; plain text among its children is escaped, an attribute that is None is left out.

    >>> element("text", "a < b", x=1.5, font_size=None, class_="name")
    '<text x="1.5" class="name">a &lt; b</text>'
    """
    parts = ["<", name]
    for key, value in attributes.items():
        if value is not None:
            written = text_of(value) if isinstance(value, str) else number(value)
            parts += [" ", key.rstrip("_").replace("_", "-"), '="', written, '"']
    if not children:
        return Markup("".join(parts) + "/>")
    parts.append(">")
    parts += [child if isinstance(child, Markup) else text_of(child) for child in children]
    parts += ["</", name, ">"]
    return Markup("".join(parts))


def join(*parts: str) -> Markup:
    """Several pieces of SVG as one."""
    return Markup("".join(part if isinstance(part, Markup) else text_of(part) for part in parts))


def group(*children: str, **attributes: str | float | None) -> Markup:
    """A group, or nothing at all where it would be empty."""
    inner = join(*children)
    return element("g", inner, **attributes) if inner else Markup("")


def at(x: float, y: float) -> str:
    """The transform that moves to a point."""
    return f"translate({number(x)} {number(y)})"


def picture(
    *children: str,
    width: float,
    view: tuple[float, float, float, float],
    title: str,
    desc: str,
    font: str,
    role: str = "img",
) -> str:
    """A whole picture with its name and its text twin for those who cannot see it."""
    left, top, wide, high = view
    return element(
        "svg",
        element("title", title),
        element("desc", desc),
        *children,
        xmlns=NAMESPACE,
        role=role,
        width=width,
        height=width * high / wide,
        viewBox=" ".join(map(number, (left, top, wide, high))),
        font_family=font,
    )
