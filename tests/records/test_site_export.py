"""Writing files of 18xx.games: they read back to the same game, and hold what that site wrote itself."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from kaiping import BadInput, Game, load
from kaiping.action import BuyTrain
from kaiping.records import native, site18xx
from kaiping.records.convert import convert
from kaiping.records.files import lines_of_actions, parse_json, read_json
from kaiping.records.site_export import to_site
from tests.records.games import name, random_game, recorded, recordings, same, site_data

#: keys that the site alone knows, or where it may name any of several equal copies
FREE = {"id", "created_at", "user", "auto_actions", "tile", "city", "train", "exchange", "routes"}
#: keys of a route that follow from the run itself
OF_ROUTES = ("hexes", "connections", "nodes", "revenue", "subsidy")


def through_json(data: dict[str, Any]) -> dict[str, Any]:
    return parse_json(lines_of_actions(data))


def reread(game: Game) -> Game:
    return site18xx.replay(site18xx.read(through_json(to_site(game)))).game


def effective(data: dict[str, Any]) -> list[dict[str, Any]]:
    """What a recording holds of actions that change the game, automatic ones at their places."""
    actions = site18xx.read(data).actions
    every = [one for action in actions for one in (action.raw, *action.raw.get("auto_actions", ()))]
    return [one for one in every if not one["type"].startswith(("program_", "message"))]


#: games of more than 1,800 actions
LONG = ("101075", "101087", "104003")
files = [
    pytest.param(file, id=name(file), marks=[pytest.mark.slow] if file.name.startswith(LONG) else [])
    for file in recordings()
]


@pytest.mark.parametrize("file", files)
def test_recordings_come_back(file: Path) -> None:
    """Site to native to site to native: the same states all the way; and what the site wrote is what we write."""
    data = read_json(file)
    game = site18xx.replay(site18xx.read(data)).game
    once = native.from_data(through_json(native.to_data(game)))
    written = through_json(to_site(once))
    back = site18xx.replay(site18xx.read(written)).game
    again = native.from_data(through_json(native.to_data(back)))
    assert same(game, once)
    assert same(once, back)
    assert same(back, again)
    _compare(data, written, game)


def _compare(data: dict[str, Any], written: dict[str, Any], game: Game) -> None:
    ids = {player["id"]: number for number, player in enumerate(data["players"], 1)}
    recorded_actions = effective(data)
    assert len(recorded_actions) == len(written["actions"])
    for theirs, ours, action in zip(recorded_actions, written["actions"], game.actions, strict=True):
        entity = theirs["entity"] if theirs["entity_type"] != "player" else ids[theirs["entity"]]
        for key in {*theirs, *ours} - FREE:
            assert ours.get(key) == (entity if key == "entity" else theirs.get(key)), (key, theirs, ours)
        for mine, other in zip(ours.get("routes", ()), theirs.get("routes", ()), strict=True):
            assert [mine[key] for key in OF_ROUTES] == [other[key] for key in OF_ROUTES]
        if isinstance(action, BuyTrain) and action.source == "bank":
            assert ours["train"] == theirs["train"]
    assert written["result"] == {str(ids[int(player)]): worth for player, worth in data["result"].items()}
    assert list(written["result"].values()) == sorted(data["result"].values(), reverse=True)
    assert written["settings"]["optional_rules"] == data["settings"]["optional_rules"]
    for key in ("title", "status", "turn", "round", "game_end_reason"):
        assert written[key] == data[key], key


@pytest.mark.parametrize(
    ("edition", "players"), [("18xx-north", 3), ("18xx-north", 6), ("18xx-prototype", 2), ("18xx-prototype", 5)]
)
def test_own_games_come_back(edition: str, players: int) -> None:
    game = random_game(edition, players, seed=2)
    assert same(reread(game), game)


def test_games_that_go_on_come_back() -> None:
    whole = recorded("101003")
    for number in range(0, whole.played, 97):
        part = whole.at(number)
        data = to_site(part)
        assert (data["status"], data["result"], data["game_end_reason"]) == ("active", {}, None)
        assert data["acting"] == [data_id(data, player) for player in part.acting]
        assert same(reread(part), part)


def data_id(data: dict[str, Any], player: str) -> int:
    return next(int(entry["id"]) for entry in data["players"] if entry["name"] == player)


def test_ids_and_times_are_counted_not_taken_from_the_clock() -> None:
    data = to_site(recorded("103000"))
    assert [action["id"] for action in data["actions"]] == list(range(1, len(data["actions"]) + 1))
    assert [player["id"] for player in data["players"]] == [1, 2, 3]
    assert data == to_site(recorded("103000"))
    assert "kaiping" not in data


def actions_by(kind: str, entity_type: str) -> list[dict[str, Any]]:
    return [
        action
        for number in ("100000", "101000", "101003", "105000")
        for action in to_site(recorded(number))["actions"]
        if (action["type"], action["entity_type"]) == (kind, entity_type)
    ]


def test_powers_are_actions_of_the_private() -> None:
    """Two ferry tiles, each laid by itself; a wall tile, and the second declined."""
    lays = actions_by("lay_tile", "company")
    assert {(lay["entity"], lay["hex"], lay["tile"]) for lay in lays} >= {
        ("YRF", "E17", "L40a-0"),
        ("YRF", "F16", "L40b-0"),
    }
    assert {"CW"} == {action["entity"] for action in actions_by("pass", "company")}
    assert {"FC"} == {action["entity"] for action in actions_by("buy_shares", "company")}


@pytest.mark.parametrize("edition", ["2022", "2021"])
def test_printed_editions_have_no_place_there(edition: str, tmp_path: Path) -> None:
    game = Game("1888", edition=edition, players=["Ann", "Bo", "Cy"])
    with pytest.raises(BadInput, match=f"1888:{edition} cannot be written as a file of 18xx.games: .*rule sets"):
        to_site(game)
    game.save(tmp_path / "game.json")
    with pytest.raises(BadInput, match=r"game\.json: a game of 1888"):
        convert(tmp_path / "game.json", tmp_path / "site.json")
    assert not (tmp_path / "site.json").exists()


@pytest.mark.parametrize("ending", ["", ".gz"])
def test_convert(tmp_path: Path, ending: str) -> None:
    game = recorded("103000")
    files = [tmp_path / f"{number}.json{ending}" for number in range(4)]
    files[0].write_text(json.dumps(site_data("103000")), encoding="utf-8")
    written = [convert(source, target) for source, target in pairwise(files)]
    assert written == ["native", "18xx.games", "native"]
    assert [native.is_native(read_json(file)) for file in files] == [False, True, False, True]
    assert files[1].read_bytes() == files[3].read_bytes()
    for file in files:
        assert same(load(file), game)


def test_convert_may_replace_its_source(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(site_data("103000")), encoding="utf-8")
    convert(file, file)
    assert same(load(file), recorded("103000"))


def test_convert_writes_nothing_if_the_game_is_bad(tmp_path: Path) -> None:
    data = site_data("103000")
    data = {**data, "actions": [*data["actions"], data["actions"][0]]}
    (tmp_path / "bad.json").write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(BadInput, match=r"bad\.json: action"):
        convert(tmp_path / "bad.json", tmp_path / "good.json")
    assert [file.name for file in tmp_path.iterdir()] == ["bad.json"]
