"""Shares for a train at the terminal: numbered sets, sets that are typed, and what is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from kaiping.action import Block, SellBlocks, SellShares, from_json, to_json
from kaiping.cli.play import typed
from kaiping.cli.play.menu import Menu
from kaiping.cli.play.phrases import asked_words as asked
from kaiping.errors import BadInput
from kaiping.game import Game
from kaiping.records import load
from tests.rules.g1888.test_emergency import with_ssl
from tests.rules.g1890.money import sale, trainless
from tests.web.browser.positions import Games, position


def forced(cash: int = 960) -> Game:
    """140 are missing for Sanyo's train; Ann has shares of Sanyo at 80, of Hankyu at 75 and of Nankai at 65."""
    position = trainless(bo=20).company("HK", par=75, Ann=20, Bo=40).company("NK", par=65, Ann=10, Bo=50)
    return position.cash(Ann=cash).operate("SY", "trains")


def parsed(game: Game, line: str) -> object:
    return typed.parse(game, line.split(), list(game.legal_actions()))


def test_sets_are_numbered_and_say_what_they_bring() -> None:
    game = forced()
    menu = Menu(game)
    (section,) = [one for one in menu.sections if one.heading == "Sell shares for the train"]
    labels = [entry.label for entry in section.entries]
    assert len(labels) == 5
    assert "2 HK: brings ¥150, leaves ¥10" in labels
    assert "1 SY, 1 NK: brings ¥145, leaves ¥5, keeps 4 SY at ¥75" in labels
    assert menu.number_of(sale("Ann", HK=20)) is not None


def test_of_many_sets_the_others_stand_one_level_deeper() -> None:
    position = trainless(ann=40, bo=20).cash(Ann=400)
    for name, par in zip(("HK", "NK", "KH", "HS", "OS"), (75, 70, 65, 80, 75), strict=True):
        position.company(name, par=par, Ann=30, Bo=30, cash=100)
    menu = Menu(position.operate("SY", "trains"))
    (section,) = [one for one in menu.sections if one.heading == "Sell shares for the train"]
    assert len(section.entries) == 7
    assert len(section.entries[-1].below) == 34


def test_what_is_missing_is_said() -> None:
    assert "¥140 are missing for the train; Ann can raise ¥455 by selling shares" in asked(forced())
    single = with_ssl("2022", ann=300, Ann=30, Bo=40)
    assert "¥80 are missing for the train" in asked(single)


@pytest.mark.parametrize(
    ("line", "blocks"),
    [
        ("sell HK 20", (("HK", 20),)),
        ("sell nk 10, hk 10", (("NK", 10), ("HK", 10))),
        ("sell NK 10 HK 10%", (("NK", 10), ("HK", 10))),
        ("sell NK 10 + HK 10", (("NK", 10), ("HK", 10))),
        ("sell XX 10, HK 10", (("XX", 10), ("HK", 10))),
    ],
)
def test_a_set_is_typed(line: str, blocks: tuple[tuple[str, int], ...]) -> None:
    assert parsed(forced(), line) == SellBlocks("Ann", tuple(Block(*block) for block in blocks))


def test_less_than_a_set_is_a_question() -> None:
    game = forced()
    with pytest.raises(typed.Incomplete) as more:
        parsed(game, "sell")
    assert len(more.value.actions) == 5
    with pytest.raises(typed.Incomplete) as more:
        parsed(game, "sell NK")
    assert len(more.value.actions) == 2
    assert parsed(forced(1100), "sell NK") == sale("Ann", NK=10)


def test_elsewhere_one_company_is_sold() -> None:
    game = with_ssl("2022", ann=300, Ann=30, Bo=40)
    assert parsed(game, "sell SSL 10") == SellShares("Ann", "SSL", 10)
    with pytest.raises(BadInput, match="one company are sold at a time"):
        parsed(game, "sell SSL 10, JHR 10")


def test_an_action_of_several_blocks_is_written_and_read() -> None:
    action = sale("Ann", HK=20, KH=10)
    text = to_json(action).decode()
    assert text == (
        '{"type":"sell-blocks","player":"Ann","blocks":[{"company":"HK","percent":20},{"company":"KH","percent":10}]}'
    )
    assert from_json(text) == action
    with pytest.raises(BadInput, match="there is no field price in blocks"):
        from_json(text.replace('"percent":10', '"percent":10,"price":5'))


def test_a_sale_of_a_game_is_kept_in_its_file(tmp_path: Path) -> None:
    """The bots play until somebody may sell so; the file gives the same game again."""
    game = position("1890 SellBlocks", lambda action: isinstance(action, SellBlocks), Games("1890", "greedy", seed=12))
    game.play(next(action for action in game.legal_actions() if isinstance(action, SellBlocks)))
    file = tmp_path / "game.json"
    game.save(file)
    again = load(file)
    assert (again.actions[-1], again.state) == (game.actions[-1], game.state)
