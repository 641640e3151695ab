"""Reading files of 18xx.games: undo and redo, automatic actions, talk, odd ids."""

from typing import Any

import pytest

from kaiping import BadInput
from kaiping.records import site18xx
from kaiping.records.site18xx import NotReplayed
from tests.records.games import recorded, same, site_data


def act(id_: int, kind: str = "pass", **more: Any) -> dict[str, Any]:
    return {"type": kind, "entity": 1, "entity_type": "player", "id": id_, "created_at": 0, **more}


def standing(*actions: dict[str, Any]) -> list[int]:
    return [action.id for action in site18xx.in_force(list(actions))]


def file(*actions: dict[str, Any], **more: Any) -> dict[str, Any]:
    players = [{"id": 7, "name": "Ann"}, {"id": 3, "name": "Bo"}, {"id": 5, "name": "Cy"}]
    settings = {"optional_rules": ["north"]}
    return {"title": "1888", "players": players, "settings": settings, "actions": list(actions), **more}


# --- undo and redo ---------------------------------------------------------------------------------


def test_undo_takes_the_latest_action_back() -> None:
    assert standing(act(1), act(2), act(3, "undo")) == [1]


def test_several_undos_take_several_back() -> None:
    assert standing(act(1), act(2), act(3, "undo"), act(4, "undo"), act(5)) == [5]


def test_undo_with_nothing_left_does_nothing() -> None:
    assert standing(act(1), act(2, "undo"), act(3, "undo"), act(4)) == [4]


def test_undo_to_an_action_keeps_that_action() -> None:
    assert standing(act(1), act(2), act(3), act(4, "undo", action_id=1)) == [1]


def test_undo_to_zero_takes_everything_back() -> None:
    assert standing(act(1), act(2), act(3, "undo", action_id=0), act(4)) == [4]


def test_undo_to_an_id_that_was_left_out() -> None:
    assert standing(act(4), act(6), act(7), act(8, "undo", action_id=5)) == [4]


def test_messages_are_never_undone() -> None:
    assert standing(act(1), act(2), act(3, "message"), act(4, "undo")) == [1, 3]
    assert standing(act(1), act(2, "message"), act(3, "undo", action_id=0)) == [2]


def test_redo_restores_what_the_undos_took() -> None:
    undone = [act(1), act(2), act(3), act(4, "undo"), act(5, "undo")]
    assert standing(*undone, act(6, "redo")) == [1, 2]
    assert standing(*undone, act(6, "redo"), act(7, "redo")) == [1, 2, 3]
    assert standing(*undone, act(6, "redo"), act(7, "redo"), act(8, "redo")) == [1, 2, 3]


def test_a_new_action_ends_what_may_be_redone() -> None:
    assert standing(act(1), act(2, "undo"), act(3), act(4, "redo")) == [3]
    assert standing(act(1), act(2, "undo"), act(3, "message"), act(4, "redo")) == [1, 3]


def test_ids_may_repeat() -> None:
    assert standing(act(1), act(2), act(2), act(3), act(4, "undo", action_id=2)) == [1, 2, 2]


def test_many_undos_take_no_time() -> None:
    turns = [act(1), act(2, "undo", action_id=0), act(3, "redo")]
    assert len(standing(*(act(n) for n in range(1, 9_001)), *turns * 3_000)) == 12_000


# --- players and options ---------------------------------------------------------------------------


def test_seats_and_ids() -> None:
    game = site18xx.replay(site18xx.read(file(act(1, entity=7), act(2, entity=3)))).game
    assert game.players == ("Ann", "Bo", "Cy")
    assert game.acting == ("Cy",)


@pytest.mark.parametrize(
    ("options", "players", "edition"),
    [
        (["north"], 3, "18xx-north"),
        ([], 3, "18xx-prototype"),
        (["small_bank"], 3, "18xx-prototype"),
        (["north"], 2, "18xx-prototype"),
    ],
)
def test_rule_sets(options: list[str], players: int, edition: str) -> None:
    data = file(settings={"optional_rules": options})
    data["players"] = data["players"][:players]
    assert site18xx.read(data).edition == edition


def test_no_settings_are_no_options() -> None:
    data = file()
    del data["settings"]
    assert site18xx.read(data).edition == "18xx-prototype"
    assert site18xx.read(file(settings=None)).edition == "18xx-prototype"


# --- automatic actions and talk --------------------------------------------------------------------


def test_automatic_actions_follow_their_action() -> None:
    program = act(2, "program_share_pass", entity=3, auto_actions=[act(0, entity=3), act(0, "program_disable")])
    steps = [step for _, step in site18xx.steps(site18xx.read(file(act(1, entity=7), program)))]
    assert [(step.action.id, step.before, step.after) for step in steps] == [(1, 0, 1), (2, 1, 2)]


def test_talk_changes_nothing() -> None:
    talk = act(2, "message", message="hello")
    game = site18xx.replay(site18xx.read(file(act(1, entity=7), talk))).game
    assert game.played == 1


def test_a_refused_action_is_named_by_its_id() -> None:
    with pytest.raises(NotReplayed) as refused:
        site18xx.replay(site18xx.read(file(act(11, entity=7), act(12, entity=5))))
    assert refused.value.action.id == 12
    assert refused.value.reason.code == "not_your_turn"
    assert str(refused.value).startswith("action 12 (pass): Cy is not on turn; Bo is")


def test_a_refused_automatic_action_is_named_by_its_action() -> None:
    with pytest.raises(NotReplayed, match=r"action 1 \(pass\): Ann is not on turn"):
        site18xx.replay(site18xx.read(file(act(1, entity=7, auto_actions=[act(0, entity=7)]))))


@pytest.mark.parametrize("automatic", ["pass", 7, {"type": "pass"}, [3], [{}], [{"type": 4}]])
def test_automatic_actions_that_are_none(automatic: object) -> None:
    with pytest.raises(BadInput, match="automatic action"):
        site18xx.read(file(act(1, entity=7, auto_actions=automatic)))


def test_segments_may_be_written_in_either_direction() -> None:
    data = site_data("101000")
    turned = [
        {
            **action,
            "routes": [
                {**route, "connections": [segment[::-1] for segment in route["connections"]], "nodes": []}
                for route in action["routes"]
            ],
        }
        if action["type"] == "run_routes"
        else action
        for action in data["actions"]
    ]
    assert same(site18xx.replay(site18xx.read({**data, "actions": turned})).game, recorded("101000"))
