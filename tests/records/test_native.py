"""The native format: what is saved loads to the equal game, and reads well."""

import gzip
import json
from pathlib import Path
from random import Random

import pytest

from kaiping import BadInput, Game, IllegalAction, load
from kaiping.action import Bid, Pass
from kaiping.records import native
from kaiping.records.refused import Refused
from kaiping.records.replay import digest
from tests.records.games import TABLES, edition, native_data, random_game, recorded, same


@pytest.fixture
def game() -> Game:
    game = Game("1888", players=["Ann", "Bo", "Cé"], seed=7)
    game.play(Bid("Ann", "KT", 25))
    game.play(Pass("Bo"))
    return game


def test_a_file_as_it_is_written(game: Game, tmp_path: Path) -> None:
    game.save(tmp_path / "evening.json", short=True)
    assert (tmp_path / "evening.json").read_text(encoding="utf-8") == (
        "{\n"
        '  "kaiping": 2,\n'
        '  "title": "1888",\n'
        '  "edition": "2022",\n'
        '  "rules": "3",\n'
        '  "players": ["Ann", "Bo", "Cé"],\n'
        '  "seed": 7,\n'
        '  "options": [],\n'
        '  "actions": [\n'
        '    {"type": "bid", "player": "Ann", "private": "KT", "price": 25},\n'
        '    {"type": "pass", "actor": "Bo"}\n'
        "  ],\n"
        '  "positions": [\n'
        f'    {{"after": 2, "rules": "3", "digest": "{digest(game.state)}"}}\n'
        "  ]\n"
        "}\n"
    )


def test_a_new_game_is_saved_too(tmp_path: Path) -> None:
    new = Game("1888", edition="2021", players=["Ann", "Bo", "Cy"])
    new.save(tmp_path / "new.json")
    assert same(load(tmp_path / "new.json"), new)


def test_setup_comes_back(game: Game, tmp_path: Path) -> None:
    game.save(str(tmp_path / "game.json"))
    again = load(str(tmp_path / "game.json"))
    assert (again.seed, again.players, edition(again)) == (7, game.players, ("1888", "2022"))


@pytest.mark.parametrize(("book", "players"), TABLES)
def test_load_equals_what_was_saved_after_any_number_of_actions(book: str, players: int, tmp_path: Path) -> None:
    game = random_game(book, players)
    rng = Random(f"{book} {players}")
    for number in [0, game.played, *(rng.randrange(game.played) for _ in range(4))]:
        before = game.at(number)
        file = tmp_path / f"{number}.json{rng.choice(['', '.gz'])}"
        before.save(file)
        assert same(load(file), before)


def test_what_was_undone_is_not_saved(game: Game, tmp_path: Path) -> None:
    game.undo()
    game.save(tmp_path / "game.json")
    again = load(tmp_path / "game.json")
    assert again.actions == game.actions
    with pytest.raises(BadInput):
        again.redo()


def test_compressed_files_are_the_same_every_time(game: Game, tmp_path: Path) -> None:
    for file in ("one.json.gz", "two.json.gz"):
        game.save(tmp_path / file)
    assert (tmp_path / "one.json.gz").read_bytes() == (tmp_path / "two.json.gz").read_bytes()
    assert json.loads(gzip.decompress((tmp_path / "one.json.gz").read_bytes())) == native.to_data(game)


def test_steps_play_a_file_action_by_action() -> None:
    game = recorded("103000").at(40)
    numbers = []
    for reached, number in native.steps(native.read(native.to_data(game))):
        numbers.append(number)
        assert reached.state == game.at(number).state
    assert numbers == list(range(1, 41))


def test_saving_is_all_or_nothing(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.json"
    game.save(file)
    before = file.read_bytes()

    def fails(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fails)
    game.play(Pass("Cé"))
    with pytest.raises(BadInput, match="cannot be written: No space left on device"):
        game.save(file)
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


def test_saving_through_a_link_keeps_the_link(game: Game, tmp_path: Path) -> None:
    (tmp_path / "link.json").symlink_to(tmp_path / "real.json")
    game.save(tmp_path / "link.json")
    assert (tmp_path / "link.json").is_symlink()
    assert same(load(tmp_path / "real.json"), game)


@pytest.mark.parametrize("place", [".", "missing/game.json", "nul\0.json"])
def test_places_where_nothing_can_be_saved(game: Game, tmp_path: Path, place: str) -> None:
    with pytest.raises(BadInput):
        game.save(tmp_path / place)
    assert list(tmp_path.iterdir()) == []


def test_a_game_that_no_file_can_hold() -> None:
    """It is refused when it is made, not when the evening is over."""
    with pytest.raises(BadInput, match="too large for a game file"):
        Game("1888", players=["Ann", "Bo"], seed=2**70)


def test_names_that_cannot_be_printed_are_refused() -> None:
    for odd in ("A\ud800", "A\n", "\x1b[2J"):
        with pytest.raises(BadInput, match=r"characters that can be printed|empty or begin"):
            Game("1888", players=[odd, "Bo"])


def test_large_seeds_come_back(tmp_path: Path) -> None:
    Game("1888", players=["Ann", "Bo"], seed=2**64 - 1).save(tmp_path / "game.json")
    assert load(tmp_path / "game.json").seed == 2**64 - 1


def test_a_refused_action_is_named_with_its_reason(game: Game) -> None:
    data = native_data(game)
    data["actions"].append({"type": "bid", "player": "Bo", "private": "TA", "price": 55})
    with pytest.raises(Refused) as refused:
        native.from_data(data)
    assert refused.value.at == 3
    assert str(refused.value).startswith("action 3 (bid): Bo is not on turn; Cé is")
    assert refused.value.reason.code == "not_your_turn"
    assert isinstance(refused.value, BadInput)
    assert isinstance(refused.value, IllegalAction)


def test_no_action_after_the_end() -> None:
    game = random_game("18xx-prototype", 2)
    data = native_data(game)
    data["actions"].append({"type": "pass", "actor": "Ann"})
    with pytest.raises(Refused, match=f"action {game.played + 1} .pass.: the game is over"):
        native.from_data(data)


def test_a_file_of_the_first_rules_is_read_by_those_of_today() -> None:
    """Passes in it that nobody is asked for any more change nothing, and steps that wait now are passed."""
    file = Path(__file__).resolve().parent.parent / "data" / "odd" / "1880-best-run-fails.json.gz"
    data = json.loads(gzip.decompress(file.read_bytes()))
    game = load(file)
    assert data["rules"] == "1"
    assert (native.to_data(game)["actions"], game.unplayed) == (data["actions"], None)
    with pytest.raises(BadInput, match="action 181"):
        native.from_data({**data, "rules": "3"})


def test_passes_of_an_older_auction_that_nobody_is_asked_for_change_nothing() -> None:
    """Ann and Cy have bid all they have; Bo passes by themselves until the tramway has paid them 5.

    In the older file each of them was asked. Bo's pass there must not be taken for what they do when asked again.
    """
    game, older = Game("1888", players=["Ann", "Bo", "Cy"]), list[dict[str, object]]()
    bids = [
        Bid("Ann", "FC", 800),
        Bid("Bo", "KT", 25),
        Bid("Cy", "YRF", 800),
        Bid("Bo", "CW", 775),
        Bid("Bo", "CW", 780),
    ]
    for action in bids:
        game.play(action)
        older.append(native.to_data(game)["actions"][-1])
        older += ({"type": "pass", "actor": one["player"]} for one in game.last_events if one.kind == "passed")
    assert [one["actor"] for one in older if one["type"] == "pass"][:6] == ["Ann", "Cy", "Ann", "Bo", "Cy", "Ann"]
    data = {**native.to_data(game), "actions": older, "positions": []}
    read = native.from_data({**data, "rules": "2"})
    assert (len(read.actions), read.state) == (len(older), game.state)
    assert read.at(4).state == read.at(3).state, "Ann's pass, who has done so already"
    with pytest.raises(BadInput, match="action 4"):
        native.from_data(data)


def test_a_game_keeps_the_bots_of_its_file(tmp_path: Path) -> None:
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    native.save(Game("1888", players=["Ann", "Bo", "Cy"]), one, bots={"Bo": "greedy"})
    found = load(one)
    assert found.bots == found.copy().bots == found.at(0).bots == {"Bo": "greedy"}
    found.save(two)
    assert two.read_bytes() == one.read_bytes()
