"""Lessons as somebody takes them who has never played: the band over the real table."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.browser.sitting import Sitting
from tests.web.server import Visitor

Sit = Callable[..., Sitting]


def lesson(sit: Sit, visitor: Visitor, key: str) -> Sitting:
    """A lesson, from the list of all lessons."""
    table = sit(visitor, "/learn", table=False)
    table.page.goto(table.url)
    table.page.locator(f'.lessons form[action="/learn/{key}"] button').click()
    expect(table.find("#table[data-started]")).to_be_attached()
    return table


@pytest.mark.promise("a lesson says what to do, tells right from wrong, takes back, shows and goes on")
def test_a_lesson(sit: Sit, visitor: Visitor):
    table = lesson(sit, visitor, "1888/dividend")
    band = table.find(".coach")
    expect(band).to_contain_text("1 of 2")
    expect(band.locator(".task")).to_contain_text("Run CDL")
    # the learner's own click, at the same table as ever
    table.look_at("now")
    table.press("#act .choice:enabled, #act button[name=action]:enabled")
    expect(band.locator(".verdict")).to_contain_text("Right. CDL runs for ¥50")
    table.press('.coach [value="next"]')
    expect(band.locator(".says")).to_contain_text("You hold 60 %")
    # wrong, with what it led to, and back
    table.look_at("now")
    table.press("#act .of-dividend button[value*=withhold]:not([data-rest])")
    expect(band.locator(".verdict")).to_contain_text("Not that one. CDL withholds ¥50")
    expect(band.locator(".comment")).to_contain_text("the price fell from ¥120 to ¥110")
    expect(band.locator(".task")).to_be_visible()
    table.press('.coach [value="off"]')
    expect(band.locator(".verdict")).to_have_count(0)
    # shown, and done
    table.press('.coach [value="show"]')
    expect(band.locator(".comment")).to_contain_text("¥30 are yours. The price went right, from ¥120 to ¥130")
    expect(band.locator(".ends")).to_be_visible()
    assert table.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    band.get_by_role("button", name="Next lesson: Buy trains").click()
    expect(band).to_contain_text("1 of 5")
    band.get_by_role("link", name="Lessons").click()
    expect(table.page.locator(".lessons .done")).to_have_count(1)
    expect(table.page.locator(".lessons .done")).to_contain_text("Run trains")


@pytest.mark.promise("what a lesson speaks of is marked and in sight")
def test_what_a_lesson_speaks_of(sit: Sit, visitor: Visitor):
    table = lesson(sit, visitor, "1888/trains")
    expect(table.find("#p-trains.coached")).to_be_visible()
    table = lesson(sit, visitor, "1888/token")
    for place in ("A19", "D10"):
        expect(table.find(f'#p-map .hexes [data-hex="{place}"].coached')).to_be_attached()
    expect(table.find("#p-map")).to_be_visible()
    table.press('.coach [value="next"]')
    table.press('.coach [value="show"]')
    expect(table.find(".coached")).to_have_count(0)
    # the buttons stay in sight whatever the band says
    expect(table.find(".coach .go button, .coach .go .button").last).to_be_in_viewport(ratio=1)


def test_the_frame_of_what_a_lesson_speaks_of_is_whole(sit: Sit, visitor: Visitor):
    """Nothing that lies in a panel is painted over it: neither the map nor the foot of the decision."""
    table = lesson(sit, visitor, "1888/dividend")
    for panel in ("#p-map", "#p-now"):
        framed = table.find(f"{panel}.coached")
        expect(framed).to_be_visible()
        painted = framed.evaluate(
            """one => {
                const box = one.getBoundingClientRect();
                const parts = 24;
                return [...Array(parts).keys()].flatMap((part) => {
                    const [across, down] = [(part + .5) * box.width / parts, (part + .5) * box.height / parts];
                    return [[box.left + across, box.top + 1], [box.left + across, box.bottom - 2],
                            [box.left + 1, box.top + down], [box.right - 2, box.top + down]];
                }).map(([x, y]) => document.elementFromPoint(x, y)).filter((found) => found && found !== one)
                  .map((found) => found.outerHTML.slice(0, 60)).filter((found) => !found.includes('class="edge"'));
            }"""
        )
        assert not painted, painted


@pytest.mark.parametrize(("key", "company"), [("1880/founding", "CKR"), ("1888/company", "ZDR")])
def test_the_prices_of_a_company_come_into_sight_with_it(sit: Sit, visitor: Visitor, key: str, company: str):
    """On a phone the band of a lesson leaves little room: they do not come under the pinned button either."""
    table = lesson(lambda *args, **how: sit(*args, **how, phone=True), visitor, key)
    while table.find('.coach [value="next"]').count():
        table.press('.coach [value="next"]')
    table.find(f'#act .start[data-company="{company}"]').click()
    for button in table.find(f'#act [data-start="{company}"] .choice').all():
        expect(button).to_be_in_viewport(ratio=1)
        assert button.evaluate(
            """one => { const box = one.getBoundingClientRect();
                return document.elementFromPoint(box.left + box.width / 2, box.bottom - 3) === one; }"""
        ), button.inner_text()


def test_the_band_of_a_lesson_leaves_most_of_a_phone_to_the_table(sit: Sit, visitor: Visitor):
    table = lesson(lambda *args, **how: sit(*args, **how, phone=True), visitor, "1880/founding")
    band = table.find(".coach").bounding_box()
    assert band
    assert band["height"] < 175
    expect(table.find(".coach .go button").last).to_be_in_viewport(ratio=1)


def test_the_band_of_a_lesson_folds_to_its_task_as_one_reads_on(sit: Sit, visitor: Visitor):
    """On a phone; what is read stays where it is, and one press brings all of it back."""
    table = lesson(lambda *args, **how: sit(*args, **how, phone=True), visitor, "1888/auction")
    table.moves(table.find('.coach [value="next"]').click)
    before = table.find(".coach").bounding_box()
    table.find("#p-now").evaluate("(one) => one.scrollTo(0, one.scrollHeight)")
    expect(table.find(".coach.folded .says")).not_to_be_visible()
    expect(table.find(".coach .task")).to_be_in_viewport(ratio=1)
    expect(table.find("#act .of-pass .choice")).to_be_in_viewport(ratio=1)
    folded = table.find(".coach").bounding_box()
    assert before
    assert folded
    assert folded["height"] < before["height"] - 60
    table.find(".coach [data-unfold]").click()
    expect(table.find(".coach .says")).to_be_in_viewport(ratio=1)
