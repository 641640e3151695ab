"""The writer of SVG and the colours."""

import doctest
from xml.etree import ElementTree

import pytest

from kaiping.draw import geometry, lettering, svg, theme
from kaiping.draw.svg import Markup, element, group, join, picture
from kaiping.draw.theme import DARK, LIGHT, contrast, letters_on, readable


@pytest.mark.parametrize("module", [svg, theme, geometry, lettering])
def test_examples(module) -> None:
    assert doctest.testmod(module).failed == 0


def test_plain_text_is_escaped_and_markup_is_not() -> None:
    made = element("g", "a & <b>", element("path", d='"x"'))
    assert made == '<g>a &amp; &lt;b&gt;<path d="&quot;x&quot;"/></g>'
    assert join("<", Markup("<g/>")) == "&lt;<g/>"


def test_characters_that_xml_forbids_are_dropped() -> None:
    text = picture(width=10, view=(0, 0, 1, 1), title="a\x00b\x1bc\ufffe", desc="d", font="f")
    assert ElementTree.fromstring(text)[0].text == "abc"


def test_an_empty_group_is_nothing() -> None:
    assert group(Markup(""), class_="x") == ""


@pytest.mark.parametrize("look", [LIGHT, DARK], ids=["light", "dark"])
def test_words_read_well_on_every_ground(look) -> None:
    for color in look.ground.values():
        assert contrast(look.print, color) > 4.5


def test_letters_read_well_on_company_colors(definition) -> None:
    for company in definition.companies.values():
        assert contrast(letters_on(company.color), company.color) > 4.5
        assert contrast(readable(company.color, LIGHT.slot), LIGHT.slot) >= 4.5
