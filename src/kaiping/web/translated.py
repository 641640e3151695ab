"""Django's tags for translations; what a template says itself is looked up once for each language.

A third of the work of drawing a table was to look up the same headings again and again. ``settings.TEMPLATES`` puts
this library in place of Django's, so a template loads ``i18n`` as ever.
"""

from __future__ import annotations

from django.template import Library, Node
from django.template.base import Parser, Token
from django.template.context import Context
from django.templatetags import i18n

from kaiping.web.spoken import language

register = Library()
register.tags.update(i18n.register.tags)
register.filters.update(i18n.register.filters)


class _Text(Node):
    """A text that does not depend on anything but the language."""

    def __init__(self, said: i18n.TranslateNode) -> None:
        self._said = said
        self._texts: dict[str, str] = {}

    def render(self, context: Context) -> str:
        spoken = language()
        text = self._texts.get(spoken)
        if text is None:
            text = self._texts[spoken] = self._said.render(context)
        return text


@register.tag("translate")
def translate(parser: Parser, token: Token) -> Node:
    node = i18n.do_translate(parser, token)
    expression = node.filter_expression
    fixed = expression.var.literal is not None and not expression.filters and not node.message_context
    return _Text(node) if fixed and not node.asvar and not node.noop else node
