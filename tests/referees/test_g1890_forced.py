"""The referee of 1890 on forced sales, which are rare in simulated games: Sanyo must buy a D-train."""

from __future__ import annotations

import pytest

from kaiping.action import AnyAction, Block, DeclareBankruptcy, Pass, SellBlocks
from kaiping.bots.simulate import moment
from kaiping.game import Game
from kaiping.referees.g1890.case import Course
from kaiping.referees.g1890.watch import Watch
from tests.referees.watched import Seen, changed, says_of, shift
from tests.rules.g1890.positions import Position

#: a field from which a sale closes a company
LAST = (8, 0)


def forced(action: AnyAction, cash: int, *, treasury: int = 100, closing: str = "") -> tuple[Seen, Game]:
    """Two companies of which Ann may sell: Sanyo for 80, Hankyu for 75; one that is to close for 30."""
    sanyo, hankyu = (LAST if closing == name else None for name in ("SY", "HK"))
    position = Position("C").company("SY", par=80, cell=sanyo, Ann=50, Bo=20, cash=treasury)
    position.company("HK", par=75, cell=hankyu, Ann=30, Bo=30, cash=80)
    game = position.phase("6").scrap("6", 2).tile("F3", "57", 1).cash(Ann=cash).operate("SY", "trains", ("HK",))
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


@pytest.mark.parametrize(("closing", "clause"), [("HK", "14.9"), ("SY", "14.13")])
def test_of_a_set_that_closes_a_company_nothing_is_kept(closing: str, clause: str) -> None:
    """100 are missing and Ann has nothing: the two shares bring more, and all of it is the bank's."""
    entry, game = forced(sale(SY=10, HK=10), 0, treasury=1000, closing=closing)
    assert entry.again(entry.after) == []
    assert closing in game.state.closed_companies
    says_of(entry, shift("Ann", 5), clause)


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


def test_who_is_still_paid_for_a_tile_is_not_bankrupt() -> None:
    """Hankyu has 160 for a 3-train, and Arima is Ann's; with 10 more the tile there would be enough."""
    position = Position("C").phase("2").private("AR", "Ann").tile("E12", "57", 1).tile("E10", "6", 0)
    game = position.company("HK", Ann=20, Bo=20, pool=10, cash=160).cash(Ann=0).operate("HK", "trains")
    referee = Watch(game.definition)
    referee.course = Course("operating", "Ann", company="HK", step="trains")
    before, action = moment(game), DeclareBankruptcy("HK")
    game.play(action)
    entry = Seen(referee, before, action, moment(game))
    assert entry.again(entry.after) == []
    able = changed(before, shift("Ann", 10))
    assert "1890:13.2.4)" in " ".join(entry._replace(before=able).again(entry.after))
