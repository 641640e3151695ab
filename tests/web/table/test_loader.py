"""The loader takes out of templates what is there for readers only, and nothing else."""

from __future__ import annotations

import pytest

from kaiping.web.loader import compact


@pytest.mark.parametrize(
    ("source", "served"),
    [
        ("<ul>\n  <li>a</li>\n  <li>b</li>\n</ul>\n", "<ul><li>a</li><li>b</li></ul>"),
        ("{% if a %}\n  <b>{{ a }}</b>\n{% endif %}\n", "{% if a %}<b>{{ a }}</b>{% endif %}"),
        ("<p>\n  one\n  two\n</p>", "<p>one two</p>"),
        ("<p>\n  {{ one }}\n  {{ two }}\n</p>", "<p>{{ one }} {{ two }}</p>"),
        ("<b>a</b> <i>b</i>", "<b>a</b> <i>b</i>"),
        ('<b>a</b>{{ " " }}\n<i>b</i>', "<b>a</b> <i>b</i>"),
        ('{% if a %}\n  {{ " " }}<b>a</b>\n{% endif %}', "{% if a %} <b>a</b>{% endif %}"),
        ('<a class="x"\n    href="/">a</a>', '<a class="x" href="/">a</a>'),
        ('<a class="x"\n    href="/"\n>a</a>', '<a class="x" href="/">a</a>'),
        ('<i title="{% if a > b %}\n  x{% endif %}">', '<i title="{% if a > b %} x{% endif %}">'),
        ("<pre>\n a\n  b</pre>\n<p>", "<pre>\n a\n  b</pre><p>"),
        ("<textarea>\n\n{{ a }}\n</textarea>\n", "<textarea>\n\n{{ a }}\n</textarea>"),
    ],
)
def test_line_breaks_are_for_readers(source: str, served: str):
    assert compact(source) == served


def test_a_text_to_be_translated_keeps_every_character():
    text = "{% blocktranslate trimmed %}\n  one\n  <b>two</b>\n{% endblocktranslate %}"
    assert compact(f"<p>\n  {text}\n</p>") == f"<p>{text}</p>"


def test_templates_are_served_without_line_breaks():
    from django.template.loader import render_to_string

    drawn = render_to_string("table/keys.html")
    assert drawn.startswith('<dialog id="keys"')
    assert "\n" not in drawn
    assert "<kbd>[</kbd> <kbd>]</kbd>" in drawn
