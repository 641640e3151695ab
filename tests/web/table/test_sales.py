"""Shares for a train on the page: sets that are enough, and one put together block by block."""

from __future__ import annotations

from collections import Counter

import pytest

from kaiping.action import from_json
from kaiping.errors import BadInput
from tests.rules.g1888.test_emergency import with_ssl
from tests.rules.g1890.money import sale, trainless
from tests.web.table.pages import body, offered, part, read


def forced():
    """140 are missing for Sanyo's train; Ann has shares of Sanyo at 80, of Hankyu at 75 and of Nankai at 65."""
    position = trainless(bo=20).company("HK", par=75, Ann=20, Bo=40).company("NK", par=65, Ann=10, Bo=50)
    return position.cash(Ann=960).operate("SY", "trains")


def test_the_sets_and_what_they_come_to():
    game = forced()
    assert Counter(offered(game)) == Counter(game.legal_actions())
    page = body(game)
    assert "¥140 are missing for the train; Ann can raise ¥455 by selling shares." in page
    assert "brings ¥145, leaves ¥5, keeps 4 SY at ¥75" in page
    assert "sold together: all companies" not in page
    assert "data-edit-sale" in page
    assert "data-edit-sale" not in body(game, frozenset({"Bo"}))


def test_many_sets_are_all_there():
    position = trainless(ann=40, bo=20).cash(Ann=400)
    for name, par in zip(("HK", "NK", "KH", "HS", "OS"), (75, 70, 65, 80, 75), strict=True):
        position.company(name, par=par, Ann=30, Bo=30, cash=100)
    game = position.operate("SY", "trains")
    assert Counter(offered(game)) == Counter(game.legal_actions())
    assert "34 more sets" in body(game)


def test_a_set_of_ones_own_is_judged():
    game = forced()
    empty = part(game, "sale")
    assert read(empty).values == [('{"type":"sell-blocks","player":"Ann","blocks":[]}', True)]
    assert 'class="choice primary" disabled' in empty
    assert "¥80 each, up to 3" in empty
    small = part(game, "sale", blocks='[{"company":"NK","percent":10}]')
    assert "brings ¥65, ¥75 are still missing" in small
    assert "These shares bring ¥65; ¥140 are missing." in small
    assert "14.3" in small
    right = part(game, "sale", blocks='[{"company":"NK","percent":10},{"company":"HK","percent":10}]')
    assert 'class="choice primary" disabled' not in right
    assert from_json(read(right).values[0][0]) == sale("Ann", NK=10, HK=10)
    assert 'class="choice primary" disabled' in part(
        game, "sale", frozenset({"Bo"}), blocks='[{"company":"NK","percent":10},{"company":"HK","percent":10}]'
    )
    more = part(game, "sale", blocks='[{"company":"HK","percent":200}]')
    assert from_json(read(more).values[0][0]) == sale("Ann", HK=20), "no more than there are"


@pytest.mark.parametrize("blocks", ["x", "[1]", '[{"company":"HK"}]', '[{"company":"JR","percent":10}]', "[" * 3000])
def test_what_is_no_set(blocks: str):
    with pytest.raises(BadInput):
        part(forced(), "sale", blocks=blocks)


def test_where_shares_are_sold_one_company_after_the_other():
    game = with_ssl("2022", ann=300, Ann=30, Bo=40)
    page = body(game)
    assert "¥80 are missing for the train; Ann can raise ¥560 by selling shares." in page
    assert "sell 1: ¥80" in page
    assert page.index("Sell shares") < page.index("Buy a train"), "what comes first stands first"
    with pytest.raises(BadInput):
        part(game, "sale")
