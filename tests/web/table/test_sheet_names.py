"""Short forms of players' names, for heads of narrow columns."""

from __future__ import annotations

import pytest

from kaiping.web.table.sheet import short_names


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (["Ann", "Bo", "Bartholomew"], ["Ann", "Bo", "Bar"]),
        (["Player 1", "Player 2", "Player 12"], ["P1", "P2", "P12"]),
        (["maximilian", "maximiliane"], ["m1", "m2"]),
        (["李", "王"], ["李", "王"]),
    ],
)
def test_short_names_are_told_apart(names: list[str], short: list[str]):
    assert short_names(names) == short
