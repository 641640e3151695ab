"""Shares sold together for a train: a set that is proposed, and one of one's own."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from kaiping.action import AnyAction, Block, SellBlocks, SellShares, to_json
from kaiping.flow.operating.frame import OperatingRound
from kaiping.game import Game
from tests.web.browser.positions import Games, bring, found, position
from tests.web.browser.sitting import Sitting
from tests.web.server import Server, Visitor

Sit = Callable[..., Sitting]

both_sizes = pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])


def with_two_companies(action: AnyAction) -> bool:
    return isinstance(action, SellBlocks) and len(action.blocks) > 1


def forced() -> Game:
    """Somebody must sell, and may do it by shares of several companies."""
    return position("sets of two companies", with_two_companies, Games("1890", "greedy", seed=10))


@both_sizes
def test_a_set_that_is_proposed(sit: Sit, visitor: Visitor, phone: bool) -> None:
    game = forced()
    sets = [action for action in game.legal_actions() if isinstance(action, SellBlocks)]
    path = bring(visitor, game)
    table = sit(visitor, path, phone=phone)
    expect(table.find("#act .set-of-shares")).to_have_count(len(sets))
    expect(table.find("#act .of-sellblocks .note")).to_contain_text("are missing for the train")
    row = table.find("#act .set-of-shares").first
    expect(row).to_contain_text("brings ¥")
    expect(row).to_contain_text("leaves ¥")
    if len(sets) > 6:
        table.find("#act .more-sets summary").click()
    table.moves(table.find("#act .set-of-shares button").nth(len(sets) - 1).click)
    assert visitor.game(path).actions[game.played] == sets[-1]


@both_sizes
def test_a_set_of_ones_own(sit: Sit, visitor: Visitor, phone: bool) -> None:
    """Block by block, in an order of one's own; what is not enough or too much says why and cannot be pressed."""
    game = forced()
    wanted = next(action for action in game.legal_actions() if with_two_companies(action))
    assert isinstance(wanted, SellBlocks)
    path = bring(visitor, game)
    table = sit(visitor, path, phone=phone)
    table.find("[data-edit-sale]").click()
    sell = table.find("#edit .primary")
    expect(sell).to_be_disabled()
    *first, last = reversed(wanted.blocks)
    for block in (*first, last):
        for _ in range(block.percent // 10):
            expect(sell).to_be_disabled()
            before = int(table.find(f'#edit li:has([data-more="{block.company}"]) output').inner_text())
            table.find(f'#edit [data-more="{block.company}"]').click()
            expect(table.find(f'#edit li:has([data-more="{block.company}"]) output')).to_have_text(str(before + 1))
    expect(sell).to_be_enabled()
    expect(table.find("#edit .earns")).to_contain_text("leaves ¥")
    table.find(f'#edit [data-less="{last.company}"]').click()
    expect(table.find("#edit .no")).to_contain_text("are missing")
    expect(sell).to_be_disabled()
    table.find(f'#edit [data-more="{last.company}"]').click()
    expect(sell).to_be_enabled()
    table.moves(sell.click)
    played = visitor.game(path).actions[game.played]
    assert played == SellBlocks(wanted.player, tuple(Block(one.company, one.percent) for one in (*first, last)))


def test_back_to_the_proposals(sit: Sit, visitor: Visitor) -> None:
    table = sit(visitor, bring(visitor, forced()))
    table.find("[data-edit-sale]").click()
    expect(table.find("#edit [data-more]").first).to_be_focused()
    table.page.keyboard.press("Escape")
    expect(table.find("#edit form")).to_have_count(0)
    expect(table.find("[data-edit-sale]")).to_be_focused()


def test_a_program_sells_too(server: Server, fresh_name: str) -> None:
    """The API lists the sets, says what is wrong with another, and plays one in an order of its own."""
    member = server.member(f"sells{fresh_name}")
    game = forced()
    program = server.program(member)
    path = f"/tables/{bring(member, game).strip('/').partition('/')[2]}"
    answer = program.get(f"{path}/actions").json()
    listed = [one["action"] for one in answer["actions"] if one["action"]["type"] == "sell-blocks"]
    sets = [action for action in game.legal_actions() if isinstance(action, SellBlocks)]
    assert listed == [json.loads(to_json(one)) for one in sets]
    wanted = next(one for one in listed if len(one["blocks"]) > 1)
    small = wanted | {"blocks": wanted["blocks"][:1]}
    said = program.post(f"{path}/why-not", json={"action": small, "version": answer["version"]}).json()
    assert (said["code"], said["clause"]) == ("blocks_not_enough", "1890:14.3")
    turned = wanted | {"blocks": wanted["blocks"][::-1]}
    played = program.post(f"{path}/actions", json={"action": turned, "version": answer["version"]})
    assert played.status_code == 200, played.text
    bad = wanted | {"blocks": [{"company": "HK"}]}
    version = played.json()["version"]
    assert program.post(f"{path}/actions", json={"action": bad, "version": version}).status_code == 422


def test_single_sales_say_what_is_missing(sit: Sit, visitor: Visitor) -> None:
    """Where shares are sold one company after the other each sale says what it brings."""

    def sold_for_a_train(game: Game, place: int) -> bool:
        if not isinstance(game.at(place).state.stack[-1], OperatingRound):
            return False
        return place < game.played and isinstance(game.actions[place], SellShares)

    whole, place = found("1888 SellShares for a train", sold_for_a_train, Games("1888"))
    table = sit(visitor, bring(visitor, whole.at(place)))
    expect(table.find("#act .of-sellshares .note")).to_contain_text("are missing for the train")
    expect(table.find("#act .kind-sellshares button").first).to_contain_text("¥")
