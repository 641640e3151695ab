"""Bad files: each gets one clear line, as BadInput, and never anything else."""

import copy
import gzip
import json
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kaiping import BadInput, Game, IllegalAction, load
from kaiping.arguments import MOST_WORDS
from kaiping.records import native, site18xx
from kaiping.records.files import MOST_ACTIONS, read_json_lines
from tests.records.games import native_data, recorded, site_data

Change = Callable[[dict[str, Any]], Any]


def complaint(tmp_path: Path, content: bytes, ending: str = ".json") -> str:
    """What is said about a file; it must be one line, and name the file."""
    file = tmp_path / f"bad{ending}"
    file.write_bytes(content)
    with pytest.raises(BadInput) as bad:
        load(file)
    text = str(bad.value)
    assert "\n" not in text
    assert text.startswith(str(file))
    assert len(text) <= len(str(file)) + MOST_WORDS + 60
    return text.removeprefix(f"{file}").lstrip(": ")


def data_of(form: str) -> dict[str, Any]:
    """A good file of either format that reaches operating rounds, to be spoilt."""
    if form == "native":
        return {**native_data(recorded("101000"), 60), "positions": []}
    data = site_data("101000")
    return copy.deepcopy({**data, "actions": data["actions"][:60], "result": {}})


def position_of(data: dict[str, Any], kind: str) -> int:
    return next(n for n, action in enumerate(data["actions"]) if action["type"] == kind)


def first(data: dict[str, Any], kind: str) -> Any:
    return data["actions"][position_of(data, kind)]


# --- not JSON at all -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "the file is empty"),
        (b" \n\t ", "the file is empty"),
        (b"Dear Sir, the game", "the file is not JSON"),
        (b"\x00\x01\x02\x03", "the file is not JSON"),
        (b"\xff\xfe{\x00}\x00", "the file is not JSON"),
        (b'{"kaiping": 1, "title": "\xff"}', "the file is not JSON"),
        (b'{"kaiping": 1, "title": "\\ud800"}', "the file is not JSON"),
        (b'{"kaiping": 1, "ti', "the file is not JSON: it is cut off"),
        (b"{} {}", "the file is not JSON"),
        (b"{'kaiping': 1}", "the file is not JSON"),
        (b'{"kaiping": NaN}', "the file is not JSON"),
        (b'{"kaiping": -Infinity}', "the file is not JSON"),
        (b'{"kaiping": 1e999}', "the file is not a game: number out of range"),
        (b'{"kaiping": 1' + b"0" * 30 + b"}", "the file is not a game: the number 100000"),
        (b'{"kaiping": 1' + b"0" * 9999 + b"}", "the file is not a game: integer value out of range"),
        (b'{"kaiping": 1, "kaiping": 1}', "the file is not a game: an object has the key 'kaiping' twice"),
        (b'{"a": [{"b": 1, "b": 1}]}', "the file is not a game: an object has the key 'b' twice"),
        (b'{"a":' * 100_000, "the file is nested too deeply"),
        (b'{"a":' + b"[" * 50_000 + b"]" * 50_000 + b"}", "the file is nested too deeply"),
        (b"[" * 100_000, "the file is not a game: it should be an object and is a list"),
        (b"[]", "the file is not a game: it should be an object and is a list"),
        (b'"kaiping"', "the file is not a game: it should be an object and is a text"),
        (b"null", "the file is not a game: it should be an object and is nothing"),
        (b"1888", "the file is not a game: it should be an object and is a whole number"),
        (b"{}", "the file is not a game: title is missing"),
    ],
    ids=lambda value: repr(value[:24]) if isinstance(value, bytes) else "",
)
def test_what_is_no_game(tmp_path: Path, content: bytes, says: str) -> None:
    assert complaint(tmp_path, content).startswith(says)


def test_a_mark_at_the_head_is_no_fault(tmp_path: Path) -> None:
    file = tmp_path / "windows.json"
    file.write_bytes(b"\xef\xbb\xbf" + json.dumps(data_of("native")).encode())
    assert load(file).played == 60


@pytest.mark.parametrize("form", ["native", "site"])
def test_files_cut_off_anywhere(tmp_path: Path, form: str) -> None:
    whole = json.dumps(data_of(form)).encode()
    for cut in range(1, len(whole) - 1, len(whole) // 20):
        assert complaint(tmp_path, whole[:cut]) == "the file is not JSON: it is cut off"


@pytest.mark.parametrize("form", ["native", "site"])
def test_compressed_files_cut_off_anywhere(tmp_path: Path, form: str) -> None:
    whole = gzip.compress(json.dumps(data_of(form)).encode())
    for cut in range(3, len(whole) - 1, len(whole) // 10):
        assert complaint(tmp_path, whole[:cut], ".json.gz") == "cannot be read: the compressed file is cut off"


def test_compressed_files_with_faults(tmp_path: Path) -> None:
    whole = gzip.compress(json.dumps(data_of("native")).encode())
    assert complaint(tmp_path, whole[:50] + b"\xff" * 50 + whole[100:]).startswith("cannot be read: ")
    assert complaint(tmp_path, whole[:-8] + b"\0" * 8).startswith("cannot be read: ")
    assert complaint(tmp_path, whole + b"rubbish").startswith("cannot be read: ")
    assert complaint(tmp_path, gzip.compress(b"")) == "the file is empty"


def test_a_key_twice_among_very_many(tmp_path: Path) -> None:
    keys = ",".join(f'"{number}":0' for number in range(200_000))
    assert complaint(tmp_path, f'{{{keys},"199999":0}}'.encode()).endswith("an object has the key '199999' twice")


def test_nonsense_of_200_megabytes(tmp_path: Path) -> None:
    file = tmp_path / "huge.json"
    with file.open("wb") as stream:
        stream.truncate(200 * 2**20)
    with pytest.raises(BadInput, match="is larger than 4 MB, which no game is"):
        load(file)


def test_a_small_file_that_unpacks_to_200_megabytes(tmp_path: Path) -> None:
    pack = zlib.compressobj(1, zlib.DEFLATED, 31)
    content = b"".join(pack.compress(b"[" * 2**20) for _ in range(220)) + pack.flush()
    assert len(content) < 2**20
    assert complaint(tmp_path, content) == "is larger than 4 MB, which no game is"


@pytest.mark.parametrize("path", ["missing.json", ".", "no/such/folder.json", "nul\0.json", "x" * 300])
def test_files_that_cannot_be_opened(tmp_path: Path, path: str) -> None:
    with pytest.raises(BadInput) as bad:
        load(tmp_path / path)
    assert len(str(bad.value).splitlines()) == 1


def test_lines_of_a_trace(tmp_path: Path) -> None:
    file = tmp_path / "states.jsonl"
    file.write_bytes(b'{"seq": 1}\n{"seq": ')
    with pytest.raises(BadInput, match="is not JSON lines: it is cut off"):
        read_json_lines(file)


# --- native files ------------------------------------------------------------------------------------


def put(key: str, value: Any) -> Change:
    return lambda data: data.__setitem__(key, value)


def without(key: str) -> Change:
    return lambda data: data.__delitem__(key)


def in_first(kind: str, key: str, value: Any) -> Change:
    return lambda data: first(data, kind).__setitem__(key, value)


def not_in_first(kind: str, key: str) -> Change:
    return lambda data: first(data, kind).__delitem__(key)


def action(number: int, value: Any) -> Change:
    return lambda data: data["actions"].__setitem__(number, value)


NATIVE: list[tuple[Change, str]] = [
    (put("kaiping", 3), "the file has the format 3; this program reads the formats 1 and 2"),
    (put("kaiping", "1"), "the file has the format '1'"),
    (put("kaiping", True), "the file has the format True"),
    (put("kaiping", None), "the file has the format None"),
    (put("rules", "99"), "the file was played by the rules '99'"),
    (put("rules", 1), "the file is not a game: rules should be a text and is a whole number"),
    (put("title", "1830"), "there is no title '1830'"),
    (put("title", None), "the file is not a game: title should be a text and is nothing"),
    (put("title", "1888\n" * 1000), "there is no title"),
    (put("edition", "1999"), "1888 has no edition '1999'"),
    (put("edition", ["2022"]), "the file is not a game: edition should be a text and is a list"),
    (put("options", ["short"]), "1888 has no option 'short'"),
    (put("options", "short"), "the file is not a game: options should be a list"),
    (put("seed", 1.5), "the file is not a game: seed should be a whole number or nothing and is a fraction"),
    (put("seed", "1"), "the file is not a game: seed should be"),
    (put("clock", 3), "the file is not a game: there is no field clock"),
    (without("title"), "the file is not a game: title is missing"),
    (without("edition"), "the file is not a game: edition is missing"),
    (without("rules"), "the file is not a game: rules is missing"),
    (without("players"), "the file is not a game: players is missing"),
    (without("actions"), "the file is not a game: actions is missing"),
    (put("players", []), "1888 18xx-north is for 3 to 6 players, not 0"),
    (put("players", list("ABCDEFG")), "1888 18xx-north is for 3 to 6 players, not 7"),
    (put("players", ["A"] * 50_000), "1888 18xx-north is for 3 to 6 players, not 50000"),
    (put("players", ["Ann", "Ann", "Bo"]), "two players have the same name"),
    (put("players", ["Ann", "JHR", "Bo"]), "a player cannot be called 'JHR'"),
    (put("players", ["Ann", "", "Bo"]), "a player's name may not be empty"),
    (put("players", ["Ann", 3, "Bo"]), "the file is not a game: players[1] should be a text"),
    (put("players", {"Ann": 1}), "the file is not a game: players should be a list and is an object"),
    (put("players", ["Ann", "Bo", "Cy"]), "action 1 (bid): Player 1 is not on turn; Ann is"),
    (put("actions", {}), "the file is not a game: actions should be a list and is an object"),
    (put("actions", [{}] * (MOST_ACTIONS + 1)), "the file has 20001 actions; no game has more than 20000"),
    (action(4, None), "action 5 (no type): it should be an object and is nothing"),
    (action(4, []), "action 5 (no type): it should be an object and is a list"),
    (action(4, {}), "action 5 (no type): type is missing"),
    (action(4, {"type": "castle"}), "action 5 (castle): the action type 'castle' is not known"),
    (action(4, {"type": 5}), "action 5 (no type): type should be a text and is a whole number"),
    (action(4, {"type": "x" * 10_000}), "action 5 (xxxxxxxxxxxxxxx…xxxxxxxx): the action type"),
    (in_first("bid", "price", -55), "a bid on"),
    (in_first("bid", "price", "55"), "price should be a whole number and is a text"),
    (in_first("bid", "price", 55.0), "price should be a whole number and is a fraction"),
    (in_first("bid", "price", True), "price should be a whole number and is true or false"),
    (in_first("bid", "price", None), "price should be a whole number and is nothing"),
    (in_first("bid", "price", [55]), "price should be a whole number and is a list"),
    (in_first("bid", "price", 10**15), "has ¥800 free for this bid"),
    (in_first("bid", "price", 2**63), "has ¥800 free for this bid"),
    (in_first("bid", "private", "XX"), "XX is not for sale"),
    (in_first("bid", "private", "x\n" * 5000), "is not for sale"),
    (in_first("bid", "player", "Player 3"), "Player 3 is not on turn; Player 1 is"),
    (in_first("bid", "player", "Nobody"), "Nobody is not on turn"),
    (in_first("bid", "colour", "red"), "there is no field colour"),
    (not_in_first("bid", "player"), "player is missing"),
    (in_first("par", "company", "XYZ"), "there is no company XYZ"),
    (in_first("par", "price", 77), "¥77 is not a starting price"),
    (in_first("buy-share", "source", "bank"), "'bank' is not possible in source"),
    (in_first("buy-share", "company", "XYZ"), "XYZ"),
    (in_first("lay-tile", "tile", "999"), "there is no tile 999"),
    (in_first("lay-tile", "hex", "Z99"), "there is no hex Z99"),
    (in_first("lay-tile", "hex", ""), "there is no hex"),
    (in_first("lay-tile", "rotation", -1), "rotation -1 is not one of 0 to 5"),
    (in_first("lay-tile", "rotation", 10**12), "rotation 1000000000000 is not one of 0 to 5"),
    (in_first("lay-tile", "private", "XX"), "XX has no such power"),
    (in_first("buy-train", "train", "9"), "there is no train 9"),
    (in_first("buy-train", "price", -80), "costs ¥80, not"),
    (in_first("buy-train", "source", "nowhere"), "no 2-train is on sale there"),
    (in_first("buy-train", "company", "XYZ"), "XYZ is not on turn"),
    (lambda data: data["actions"].reverse(), "action 1 ("),
    (lambda data: data["actions"].pop(0), "action 1 (bid): Player 2 is not on turn; Player 1 is"),
    (
        lambda data: data["actions"].insert(0, data["actions"][0]),
        "action 2 (bid): Player 1 is not on turn; Player 2 is",
    ),
]


@pytest.mark.parametrize(("change", "says"), NATIVE, ids=lambda value: value if isinstance(value, str) else "")
def test_native_files(tmp_path: Path, change: Change, says: str) -> None:
    data = data_of("native")
    change(data)
    assert says in complaint(tmp_path, json.dumps(data).encode())


def test_numbers_too_large_for_any_file() -> None:
    data = data_of("native")
    data["actions"][0]["price"] = 10**40
    with pytest.raises(BadInput, match=r"action 1 \(bid\): "):
        native.from_data(data)
    data = data_of("site")
    data["actions"][0]["price"] = 10**40
    with pytest.raises(BadInput, match=r"action 1 \(bid\): "):
        site18xx.replay(site18xx.read(data))


# --- files of 18xx.games -----------------------------------------------------------------------------

SITE: list[tuple[Change, str]] = [
    (put("title", "1830"), "there is no title '1830' for files of 18xx.games; known is 1888"),
    (put("title", 1888), "the file is not a game: title should be a text and is a whole number"),
    (without("title"), "the file is not a game: title is missing"),
    (without("players"), "the file is not a game: players is missing"),
    (without("actions"), "the file is not a game: actions is missing"),
    (put("players", {}), "the file is not a game: players should be a list and is an object"),
    (put("players", []), "1888 18xx-prototype is for 2 to 6 players, not 0"),
    (put("players", [{"id": n, "name": f"P{n}"} for n in range(7)]), "is for 3 to 6 players, not 7"),
    (put("players", [{"id": 1, "name": "A"}, {"id": 1, "name": "B"}]), "two players have the same id"),
    (put("players", [{"id": 1, "name": "A"}, {"id": 2, "name": "A"}]), "two players have the same name"),
    (put("players", [{"id": 1, "name": "A"}, {"name": "B"}]), "the file is not a game: id is missing"),
    (put("players", [{"id": 1, "name": "A"}, {"id": 2}]), "the file is not a game: name is missing"),
    (put("players", [{"id": 1, "name": "A"}, {"id": 2, "name": 3}]), "should be a text and is a whole number"),
    (put("players", [{"id": 1, "name": "A"}, {"id": None, "name": "B"}]), "should be a whole number or a text"),
    (put("players", ["A", "B"]), "should be an object and is a text"),
    (put("settings", ["north"]), "the file is not a game: settings should be an object or nothing and is a list"),
    (put("settings", {"optional_rules": "north"}), "optional_rules should be a list or nothing and is a text"),
    (put("result", {"1": "4000"}), "should be a whole number and is a text"),
    (put("result", [1, 2]), "result should be an object or nothing and is a list"),
    (put("actions", "none"), "the file is not a game: actions should be a list and is a text"),
    (put("actions", [{"type": "pass"}] * (MOST_ACTIONS + 1)), "the file has 20001 actions"),
    (action(4, None), "should be an object and is nothing"),
    (action(4, "pass"), "should be an object and is a text"),
    (action(4, {}), "action #4 of the file has no type"),
    (action(4, {"type": None}), "action #4 of the file has no type"),
    (action(4, {"type": "pass", "id": []}), "action #4 of the file has an id that is no number"),
    (action(4, {"type": "castle", "id": 5}), "action 5 (castle): the action type 'castle' is not known"),
    (action(4, {"type": "pass", "id": 5}), "action 5 (pass): entity is missing"),
    (action(4, {"type": "undo", "action_id": "last"}), "action #4 of the file undoes to 'last', which is no action"),
    (in_first("bid", "price", -55), "action 1 (bid): a bid on"),
    (in_first("bid", "price", "55"), "action 1 (bid): price should be a whole number and is a text"),
    (in_first("bid", "company", "XX"), "action 1 (bid): XX is not for sale"),
    (in_first("bid", "company", None), "action 1 (bid): company should be a text and is nothing"),
    (in_first("bid", "entity", 3), "action 1 (bid): Player 3 is not on turn; Player 1 is"),
    (in_first("bid", "entity", 99), "action 1 (bid): there is no player 99"),
    (in_first("bid", "entity", "1"), "action 1 (bid): there is no player '1'"),
    (in_first("bid", "entity", [1]), "action 1 (bid): entity should be a whole number or a text and is a list"),
    (in_first("bid", "entity_type", "bank"), "action 1 (bid): 'bank' is not possible in entity_type"),
    (in_first("bid", "entity_type", "company"), "action 1 (bid): there is no private 1"),
    (in_first("bid", "entity_type", "corporation"), "action 1 (bid): there is no company 1"),
    (not_in_first("bid", "price"), "action 1 (bid): price is missing"),
    (in_first("par", "corporation", "XYZ"), "there is no company XYZ"),
    (in_first("par", "share_price", "cheap"), "'cheap' is not a share price"),
    (in_first("par", "share_price", 80), "share_price should be a text and is a whole number"),
    (in_first("par", "share_price", "80,0,0"), "'80,0,0' is not a starting price and its cell"),
    (in_first("par", "share_price", "77"), "¥77 is not a starting price"),
    (in_first("par", "share_price", "9" * 5000), "is not a share price"),
    (in_first("buy_shares", "shares", []), "the shares of one deal must be of one company"),
    (in_first("buy_shares", "shares", ["XYZ_1"]), "XYZ"),
    (in_first("buy_shares", "shares", ["LYR_1", "LYR_2"]), "one share is bought at a time"),
    (in_first("buy_shares", "shares", "LYR_1"), "shares should be a list and is a text"),
    (in_first("lay_tile", "tile", "999-0"), "there is no tile 999"),
    (in_first("lay_tile", "tile", ""), "there is no tile"),
    (in_first("lay_tile", "hex", "Z99"), "there is no hex Z99"),
    (in_first("lay_tile", "rotation", "2"), "rotation should be a whole number and is a text"),
    (in_first("lay_tile", "rotation", 17), "rotation 17 is not one of 0 to 5"),
    (in_first("buy_train", "train", "9-0"), "there is no train 9"),
    (in_first("buy_train", "train", "2"), ""),
    (in_first("buy_train", "price", -80), "costs ¥80, not"),
    (in_first("buy_train", "entity", "XYZ"), "there is no company 'XYZ'"),
    (lambda data: data["actions"].reverse(), "action 60 ("),
]


@pytest.mark.parametrize(("change", "says"), SITE, ids=lambda value: value if isinstance(value, str) else "")
def test_site_files(tmp_path: Path, change: Change, says: str) -> None:
    data = data_of("site")
    change(data)
    if says:
        assert says in complaint(tmp_path, json.dumps(data).encode())
    else:  # a copy without its number is still the train
        assert site18xx.replay(site18xx.read(data)).game.played == recorded("101000").at(60).played


def run(data: dict[str, Any]) -> Any:
    return first(data, "run_routes")["routes"][0]


ROUTES: list[tuple[Change, str]] = [
    (lambda data: run(data).__setitem__("connections", []), "a route needs one stop more than it has segments"),
    (lambda data: run(data).__setitem__("hexes", []), "a route needs one stop more than it has segments"),
    (lambda data: run(data)["connections"].__setitem__(0, []), "does not join"),
    (lambda data: run(data)["connections"].__setitem__(0, ["C9"]), "does not join"),
    (lambda data: run(data)["connections"].__setitem__(0, "C9"), "should be a list and is a text"),
    (lambda data: run(data)["connections"][0].insert(1, "Z99"), "are not neighbours on the map"),
    (lambda data: run(data)["hexes"].__setitem__(0, "Z99"), "does not join"),
    (lambda data: run(data).__setitem__("train", "9-0"), "9-train"),
    (lambda data: run(data).__setitem__("train", None), "train should be a text and is nothing"),
    (lambda data: run(data).__delitem__("hexes"), "hexes is missing"),
    (lambda data: first(data, "run_routes").__setitem__("routes", {}), "routes should be a list and is an object"),
    (lambda data: first(data, "run_routes")["routes"].append(dict(run(data))), "train"),
    (lambda data: first(data, "dividend").__setitem__("kind", "half"), "'half' is not possible in kind"),
    (lambda data: first(data, "place_token").__setitem__("city", "nowhere"), "'nowhere' is not a city"),
    (lambda data: first(data, "place_token").__setitem__("city", "Z99-0-0"), "there is no hex Z99"),
    (lambda data: first(data, "place_token").__setitem__("city", "5-0-77"), "there is no city 77 on"),
]


@pytest.mark.parametrize(("change", "says"), ROUTES, ids=lambda value: value if isinstance(value, str) else "")
def test_runs_and_tokens_of_site_files(tmp_path: Path, change: Change, says: str) -> None:
    data = copy.deepcopy(site_data("100000"))
    del data["actions"][position_of(data, "place_token") + 1 :]
    change(data)
    assert says in complaint(tmp_path, json.dumps(data).encode())


# --- what goes wrong in Python -----------------------------------------------------------------------


def test_a_refused_action_of_a_file_is_also_an_illegal_action(tmp_path: Path) -> None:
    data = data_of("native")
    del data["actions"][0]
    (tmp_path / "bad.json").write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(IllegalAction, match=r"bad.json: action 1 \(bid\): Player 2 is not on turn"):
        load(tmp_path / "bad.json")


def test_data_that_was_never_json() -> None:
    odd: list[Any] = [None, 3, "x", [], object(), {"kaiping": 1, 2: 3}, {1: 2}, {"kaiping": object()}]
    for data in odd:
        with pytest.raises(BadInput):
            native.from_data(data)
        with pytest.raises(BadInput):
            site18xx.read(data)


def test_a_bad_file_changes_nothing(tmp_path: Path) -> None:
    """Nothing is half done: there is no game, and the file is as it was."""
    data = data_of("native")
    data["actions"][-1] = {"type": "castle"}
    file = tmp_path / "bad.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    before = file.read_bytes()
    game: Game | None = None
    with pytest.raises(BadInput):
        game = load(file)
    assert game is None
    assert file.read_bytes() == before
