"""What the casual bot sells for a train where all is sold together."""

from __future__ import annotations

from random import Random

from kaiping.action import BuyTrain, DeclareBankruptcy
from kaiping.bots import bot
from tests.rules.g1890.money import sale, trainless


def test_it_sells_the_set_that_costs_least() -> None:
    """100 are missing. A share of Nankai takes 25 off each of the three others; two of Hanshin's are all there are."""
    position = trainless(ann=30, bo=30).company("NK", cell=(0, 9), Ann=40, Cy=50).company("HS", par=65, Ann=20, Bo=40)
    game = position.cash(Ann=1000).operate("SY", "trains")
    assert sale("Ann", NK=10) in list(game.legal_actions())
    assert bot("casual").choose(game, Random(1)) == sale("Ann", HS=20)


def test_it_keeps_its_companies() -> None:
    """One share of Hankyu would do, but Bo would lead it; two of Hanshin's cost more and nobody's office."""
    position = trainless(ann=30, bo=30).company("HK", par=100, Ann=30, Bo=30).company("HS", par=65, Ann=40, Bo=50)
    game = position.cash(Ann=1000).operate("SY", "trains")
    assert sale("Ann", HK=10) in list(game.legal_actions())
    assert bot("casual").choose(game, Random(1)) == sale("Ann", HS=20)


def test_it_takes_the_only_train_of_its_other_company_rather_than_give_up() -> None:
    position = trainless(cash=1, ann=30, bo=30).company("HK", Ann=30, Bo=30, trains=("5",)).cash(Ann=0)
    game = position.operate("SY", "trains")
    assert not any(isinstance(action, DeclareBankruptcy) for action in game.legal_actions())
    assert bot("casual").choose(game, Random(1)) == BuyTrain("SY", "5", "HK", 1)
