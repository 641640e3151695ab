"""A whole game by clicking, from the first bid to the final totals, with greedy bots in the other seats."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.browser.sitting import Sitting
from tests.web.server import Visitor

Sit = Callable[..., Sitting]

#: what a plain player presses, the first that there is
_LIKES = (
    ".run .primary",
    '.kind-dividend .choice:has-text("Pay")',
    ".kind-consent .choice",
    ".kind-choose .choice",
    ".kind-discardtrain .choice",
    '.kind-buytrain .choice:has-text("Buy for")',
    '.kind-bid .choice:has-text("Take")',
    ".kind-par .choice",
    ".kind-buyshare .choice",
    ".kind-repaydebt .choice",
    ".kind-pass .choice",
    ".kind-usepower .choice",
    ".kind-declarebankruptcy .choice",
    'button[name="action"]',
)


def act(table: Sitting) -> None:
    """One action as a plain player would choose it."""
    track = table.find(".kind-laytile .hex-choice, .kind-placetoken .hex-choice")
    if track.count():
        track.first.click()
        expect(table.find("#choose .primary")).to_be_enabled()
        table.confirm()
        return
    for selector in _LIKES:
        found = table.find(f"#act {selector}:enabled")
        if found.count():
            table.moves(found.first.click)
            return
    raise AssertionError("there is nothing to press")


#: title and scenario, and whether on a phone
_GAMES = [
    ("1890:A", True),
    ("1888:2022", False),
    ("1888:2022", True),
    ("1880:2022", False),
    ("1880:2022", True),
    ("1890:C", False),
    ("1890:C", True),
]


@pytest.mark.slow
@pytest.mark.parametrize(("title", "phone"), _GAMES)
def test_a_whole_game_by_clicking(sit: Sit, visitor: Visitor, title: str, phone: bool):
    path = visitor.hot_seat("person", "greedy", "greedy", title=title)
    table = sit(visitor, path, phone=phone)
    for _ in range(1200):
        table.page.wait_for_function(
            "() => document.querySelector('.finale') || 'mine' in document.getElementById('table').dataset",
            timeout=60_000,
        )
        if table.finished:
            break
        act(table)
    assert table.finished
    game = visitor.game(path)
    assert game.finished is not None
    winner = game.winners()[0]
    expect(table.find(".finale .winner").first).to_contain_text(winner)
    assert not table.complaints
