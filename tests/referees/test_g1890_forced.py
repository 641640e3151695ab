"""The referee of 1890 on forced sales, which are rare in simulated games: Sanyo must buy a D-train."""

from __future__ import annotations

import pytest

from kaiping.action import AnyAction, Block, DeclareBankruptcy, Pass, SellBlocks
from kaiping.bots.simulate import moment
from kaiping.game import Game
from kaiping.referees.g1890.case import Course
from kaiping.referees.g1890.watch import Watch
from tests.referees.test_g1890 import says_of, shift
from tests.referees.watched import Seen, changed
from tests.rules.g1890.positions import Position


def forced(action: AnyAction, cash: int) -> tuple[Seen, Game]:
    """100 in the treasury, two companies of which Ann may sell: Sanyo for 80, Hankyu for 75."""
    position = (
        Position("C").company("SY", par=80, Ann=50, Bo=20, cash=100).company("HK", par=75, Ann=30, Bo=30, cash=80)
    )
    game = position.phase("6").scrap("6", 2).tile("F3", "57", 1).cash(Ann=cash).operate("SY", "trains")
    referee = Watch(game.definition)
    referee.course = Course("operating", "Ann", company="SY", step="trains")
    before = moment(game)
    game.play(action)
    return Seen(referee, before, action, moment(game)), game


def sale(**blocks: int) -> SellBlocks:
    return SellBlocks("Ann", tuple(Block(company, percent) for company, percent in blocks.items()))


def test_a_forced_sale() -> None:
    entry, _ = forced(sale(HK=10, SY=10), 900)
    says_of(entry, shift("Ann", 5), "8.3.1.2")


@pytest.mark.parametrize(("blocks", "clause"), [({"HK": 20, "SY": 10}, "14.12"), ({"HK": 10}, "14.3")])
def test_another_forced_sale_than_needed(blocks: dict[str, int], clause: str) -> None:
    entry, _ = forced(sale(HK=10, SY=10), 900)
    assert entry.again(entry.after) == []
    said = " ".join(entry._replace(action=sale(**blocks)).again(entry.after))
    assert f"1890:{clause})" in said


def test_bankruptcy_of_one_who_could_pay() -> None:
    entry, game = forced(DeclareBankruptcy("SY"), 400)
    assert entry.again(entry.after) == []
    assert game.finished == "bankrupt"
    rich = changed(entry.before, shift("Ann", 500))
    assert "1890:13.2.4)" in " ".join(entry._replace(before=rich).again(entry.after))


def test_cash_of_who_is_bankrupt() -> None:
    entry, _ = forced(DeclareBankruptcy("SY"), 400)
    says_of(entry, shift("Ann", 30), "13.2.5")


def test_who_must_buy_a_train_passes() -> None:
    entry, _ = forced(sale(HK=10, SY=10), 900)
    assert "1890:12.3.2)" in " ".join(entry._replace(action=Pass("SY")).again(entry.before))
