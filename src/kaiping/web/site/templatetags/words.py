"""Filters of the pages that teach."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from kaiping.web.site import glossary

register = template.Library()


@register.filter
def linked(text: str) -> SafeString:
    """A text of our own in the reader's language, whose words lead to the glossary."""
    return glossary.linked(_(text))
