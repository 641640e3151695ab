"""What of a decision is in sight: whoever acts should not have to scroll to what they may press."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from playwright.sync_api import expect

from kaiping.game import Game
from tests.web.browser.positions import bring
from tests.web.browser.screens import LOW
from tests.web.browser.sitting import Sitting
from tests.web.server import Visitor

Sit = Callable[..., Sitting]

#: whatever can be pressed or typed into that is not where it can be reached: cut off by its panel, or below what is
#: pinned there; reasons are read, not pressed, and a radio button is pressed by the picture that it lies in
HIDDEN = """(place) => [...document.querySelectorAll(`${place} :is(button, input, select, summary)`)].filter((one) => {
    if (!one.checkVisibility({visibilityProperty: true})) return false;
    if (one.closest('.denied') || one.type === 'hidden') return false;
    const box = one.getBoundingClientRect();
    return [box.top + 3, box.bottom - 3].some((y) => {
        const found = document.elementFromPoint(box.left + box.width / 2, y);
        return found !== one && !one.contains(found) && !one.closest('label')?.contains(found);
    });
}).map((one) => (one.textContent.trim().replace(/\\s+/g, ' ') || one.outerHTML).slice(0, 80))"""


def out_of_sight(table: Sitting) -> list[str]:
    """What cannot be pressed without scrolling: of the decision, and of a hex once it is chosen."""
    found: list[str] = table.page.evaluate(HIDDEN, "#act")
    hexes = table.find("#act .hex-choice:visible")
    if hexes.count() and not found:
        hexes.last.click()
        expect(table.find("#choose .primary")).to_be_visible()
        found = table.page.evaluate(HIDDEN, "#choose")
        table.find("#choose [data-close]").click()
    return found


def too_wide(table: Sitting) -> int:
    """By how many points the sheet runs off the edge."""
    over: int = table.find("#p-sheet").evaluate("(one) => one.scrollWidth - one.clientWidth")
    return over


def shown(sit: Sit, visitor: Visitor, game: Game, moments: Iterable[int]) -> Iterator[tuple[int, Sitting]]:
    """A game on the smallest desk, at each of the moments in which something is to be decided, the latest first."""
    last, *earlier = sorted(moments, reverse=True)
    path = bring(visitor, game.at(last))  # a game that is over is not taken back
    table = sit(visitor, path, table=False)
    table.page.set_viewport_size(LOW.size)
    table.open()
    yield last, table
    for moment in earlier:
        answer = visitor.post(f"{path}undo", {"version": visitor.version(path), "to": moment})
        assert answer.status_code == 302, answer.text
        table.open()
        yield moment, table
