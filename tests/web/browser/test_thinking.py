"""While a bot thinks: everybody at the table sees it, may look around and take back; then it is gone."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.web.among_bots import AmongBots, Thinking
from tests.web.browser.sitting import Sitting

Sit = Callable[..., Sitting]
PATIENCE = 60_000


@pytest.fixture(scope="module")
def thinking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Thinking]:
    running = Thinking(tmp_path_factory.mktemp("thinking"))
    running.shut()
    running.server.start()
    yield running
    running.open()
    running.server.stop()


def test_who_thinks_is_shown_until_it_has_acted(sit: Sit, thinking: Thinking, fresh_name: str):
    thinking.shut()
    table = AmongBots(thinking, fresh_name, "patient", "casual")
    one, other = sit(table.member, table.path), sit(table.member, table.path)
    expect(one.find(".who")).to_have_text("Ann to act")
    expect(one.find("#thinking-told")).to_have_text("")
    one.press(".kind-pass .choice")
    for page in (one, other):
        expect(page.find(".who")).to_have_text("Bo (patient) is thinking …", timeout=PATIENCE)
        expect(page.find(".waiting")).to_contain_text("Bo (patient) is thinking …")
        expect(page.find("#thinking-told")).to_have_text("Bo (patient) is thinking …")  # for who listens
    assert one.find("#thinking-told").get_attribute("role") == "status"
    other.find(".tabs [data-view=log]").click()
    expect(other.find("#p-log")).to_be_visible()  # looking around
    one.find("#undo").click()
    for page in (one, other):
        expect(page.find(".who")).to_have_text("Ann to act", timeout=PATIENCE)
        expect(page.find("#thinking-told")).to_have_text("")
    one.press(".kind-pass .choice")
    expect(other.find(".who")).to_have_text("Bo (patient) is thinking …", timeout=PATIENCE)
    thinking.open()
    for page in (one, other):
        expect(page.find(".who")).to_have_text("Ann to act", timeout=PATIENCE)
        expect(page.find("#thinking-told")).to_have_text("")


def test_the_face_of_the_bot_that_is_chosen_stands_beside_it(sit: Sit, thinking: Thinking):
    page = sit(thinking.server.visitor(), "/", table=False)
    page.page.goto(page.url)
    second = page.find("tr").filter(has=page.find("[name=who2]"))
    face = second.locator(".shown .face")
    expect(face).to_have_count(1)
    before = face.inner_html()
    second.locator("select").select_option("random")
    assert face.inner_html() != before
    second.locator("select").select_option("person")
    expect(face).to_have_count(0)
    offered = second.locator("option").all_inner_texts()
    assert offered[1].strip() == "casual bot"
    assert offered[-2].strip() == "random bot (for tests)"
    expect(page.find(".levels [data-level=casual]")).to_contain_text("Plays soundly and at once")
