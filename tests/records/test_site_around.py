"""Files of 18xx.games with undo, redo, talk and programs at the actions where its house rules matter most."""

from __future__ import annotations

from typing import Any

import pytest

from kaiping.records import site18xx
from kaiping.records.files import read_json, read_json_lines
from kaiping.records.trace import difference
from tests.records.games import RECORDINGS

#: recording -> ids of actions after which something happens that only the site does
PLACES = {
    # a Great Wall tile is open before the second half of the ferry
    "1888/103005": (82, 84),
    # a Diesel of the pool for a train traded in
    "1888/101049": (701,),
    # a bid puts somebody out who is not on turn
    "1880/200034": (84,),
    # a turn that does not take place
    "1880/200039": (223, 230),
    # a question to somebody who can only pass
    "1880/200063": (184, 185),
    # the train for P7 goes to a company that has not floated
    "1880/200103": (399, 400),
}
#: how many actions are replayed after the place
REST = 5


def part(recording: str, place: int, *more: dict[str, Any]) -> dict[str, Any]:
    """The file up to a little after an action, with others put in after that."""
    data = read_json(RECORDINGS / f"{recording}.json.gz")
    number = next(number for number, action in enumerate(data["actions"]) if action["id"] == place)
    actions = [*data["actions"][: number + 1], *more, *data["actions"][number + 1 : number + 1 + REST]]
    return {**data, "actions": actions, "result": None}


def check(recording: str, data: dict[str, Any]) -> list[int]:
    """Replay a file, and compare each state with the one recorded for that action; gives the ids."""
    lines = read_json_lines(RECORDINGS / f"{recording}.states.jsonl.gz")
    recorded = {line["id"]: line for line in lines}
    found = []
    for game, step in site18xx.steps(site18xx.read(data)):
        found.append(step.action.id)
        if step.action.id in recorded:
            wrong = difference(game, recorded[step.action.id], game.events_since(step.before))
            assert wrong is None, f"after {step.action.id}: {wrong}"
    return found


def act(kind: str, **more: Any) -> dict[str, Any]:
    return {"type": kind, "entity": 1, "entity_type": "player", "id": 90_000, "created_at": 0, **more}


CASES = [(recording, place) for recording, places in PLACES.items() for place in places]


@pytest.mark.parametrize(("recording", "place"), CASES)
@pytest.mark.parametrize(
    "more",
    [
        (act("message", message="?"), act("undo"), act("redo")),
        (act("undo"), act("undo"), act("redo"), act("redo")),
        (act("undo"), act("message", message="!"), act("redo")),
        (act("program_share_pass"), act("program_disable", reason="no")),
    ],
    ids=["undo-redo", "two-undos", "talk-between", "programs"],
)
def test_what_is_taken_back_and_done_again(recording: str, place: int, more: tuple[dict[str, Any], ...]) -> None:
    data = part(recording, place, *more)
    assert place in check(recording, data)


@pytest.mark.parametrize(("recording", "place"), CASES)
def test_back_over_the_place_and_forth(recording: str, place: int) -> None:
    """Undo to the action before, then the same actions are written once more."""
    data = part(recording, place)
    numbers = [action["id"] for action in data["actions"]]
    again = data["actions"][numbers.index(place) :]
    actions = [*data["actions"], act("undo", action_id=numbers[numbers.index(place) - 1]), *again]
    assert check(recording, {**data, "actions": actions})[-1] == numbers[-1]


def test_a_pass_of_a_program() -> None:
    """Who is asked though there is nothing to do may pass by a program, as part of the action before."""
    recording = "1880/200063"
    data = part(recording, 185)
    numbers = [action["id"] for action in data["actions"]]
    before, passing = (data["actions"][numbers.index(place)] for place in (184, 185))
    assert passing["type"] == "pass"
    merged = {**before, "id": 185, "auto_actions": [passing]}
    actions = [merged if number == 184 else action for number, action in zip(numbers, data["actions"], strict=True)]
    assert 185 in check(recording, {**data, "actions": [action for action in actions if action is not passing]})
