"""A face for each level of bots, drawn with a few lines in the colour of the text: told apart at 20 pixels."""

from __future__ import annotations

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from kaiping.bots import LEVELS, present_name
from kaiping.web.spoken import gettext as _

_EYES = '<path d="M7.3 9v.1M12.7 9v.1" stroke-width="2.2"/>'
_HEAD = '<circle cx="10" cy="10" r="7.7"/>'

#: level -> what is drawn on 20 by 20; a die, a smile, glasses, a top hat over a moustache
_FACES = {
    "random": (
        '<rect x="2.7" y="2.7" width="14.6" height="14.6" rx="3"/>'
        '<path d="M6.7 6.7v.1M13.3 6.7v.1M10 10v.1M6.7 13.3v.1M13.3 13.3v.1" stroke-width="2.4"/>'
    ),
    "casual": f'{_HEAD}{_EYES}<path d="M6.2 12c1.7 3 5.9 3 7.6 0"/>',
    "club": (
        f'{_HEAD}<circle cx="6.9" cy="9" r="2.3"/><circle cx="13.1" cy="9" r="2.3"/><path d="M9.2 9h1.6M7.5 14.2h5"/>'
    ),
    "expert": (
        '<path d="M6 6.5V1.2h8v5.3z" fill="currentColor"/><path d="M2.5 6.7h15"/>'
        '<path d="M4 7v3.5a6 7.5 0 0 0 12 0V7"/>'
        '<path d="M7.6 9.9v.1M12.4 9.9v.1" stroke-width="2"/>'
        '<path d="M10 13c-1.5-1-2.8.900-4 .400M10 13c1.5-1 2.8.900 4 .400" stroke-width="1.9"/>'
    ),
}
#: for a level that has none yet, or is of another version
_OTHER = f'{_HEAD}{_EYES}<path d="M7 13.5h6"/>'


def face(name: str, *, beside_words: bool = False) -> SafeString:
    """The face of a level; where its name does not stand beside it, the picture says it."""
    name = present_name(name)
    drawn = mark_safe(_FACES.get(name, _OTHER))
    if beside_words:
        said: SafeString = mark_safe('aria-hidden="true"')
    else:
        said = format_html('role="img" aria-label="{}"', _("%(level)s bot") % {"level": name})
    return format_html(
        '<svg class="face" viewBox="0 0 20 20" width="20" height="20" fill="none" stroke="currentColor"'
        ' stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" {}>{}</svg>',
        said,
        drawn,
    )


def bot_words(name: str) -> str:
    """What a bot is like, for whoever points at it."""
    name = present_name(name)
    if name not in LEVELS:
        return _("a bot")
    return _("a bot, %(level)s: %(sentence)s") % {"level": name, "sentence": _(LEVELS[name].sentence)}
