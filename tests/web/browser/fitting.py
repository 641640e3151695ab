"""What of a decision is in sight: whoever acts should not have to scroll to what they may press."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from playwright.sync_api import ViewportSize

from kaiping.game import Game
from tests.web.browser.positions import bring
from tests.web.browser.sitting import Sitting
from tests.web.server import Visitor

Sit = Callable[..., Sitting]

#: the smallest desk
LOW: ViewportSize = {"width": 1280, "height": 720}

#: a button that is not where it can be pressed: cut off by its panel, or below what is pinned there
_HIDDEN = """() => [...document.querySelectorAll('#act .choice')].filter((one) => {
    if (!one.checkVisibility()) return false;
    const box = one.getBoundingClientRect();
    return [box.top + 2, box.bottom - 2].some((y) => {
        const found = document.elementFromPoint(box.left + box.width / 2, y);
        return found !== one && !one.contains(found);
    });
}).map((one) => one.textContent.trim().replace(/\\s+/g, ' '))"""


def out_of_sight(table: Sitting) -> list[str]:
    """The choices that cannot be pressed without scrolling."""
    found: list[str] = table.page.evaluate(_HIDDEN)
    return found


def too_wide(table: Sitting) -> int:
    """By how many points the sheet runs off the edge."""
    over: int = table.find("#p-sheet").evaluate("(one) => one.scrollWidth - one.clientWidth")
    return over


def shown(sit: Sit, visitor: Visitor, game: Game, moments: Iterable[int]) -> Iterator[tuple[int, Sitting]]:
    """A game on the smallest desk, at each of the moments in which something is to be decided, the latest first."""
    path = bring(visitor, game)
    table = sit(visitor, path, table=False)
    table.page.set_viewport_size(LOW)
    for moment in sorted(moments, reverse=True):
        answer = visitor.post(f"{path}undo", {"version": visitor.version(path), "to": moment})
        assert answer.status_code == 302, answer.text
        table.open()
        yield moment, table
